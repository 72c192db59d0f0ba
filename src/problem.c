/* problem.c - what follows from a problem's arrays. */
#include "problem.h"

size_t array_bytes(const struct array *a)
{
    return a->count * elem_size(a->type);
}

size_t problem_bytes(const struct problem *p)
{
    size_t bytes = 0;
    for (int i = 0; i < p->in_count; i++)
        bytes += array_bytes(&p->in[i]);
    for (int i = 0; i < p->out_count; i++)
        bytes += array_bytes(&p->out[i]);
    return bytes;
}

bool problem_refreshes(const struct problem *p)
{
    for (int i = 0; i < p->out_count; i++)
        if (p->out[i].from)
            return true;
    return false;
}

bool problem_counts(const struct problem *p)
{
    for (int i = 0; i < p->out_count; i++)
        if (p->out[i].length_in)
            return true;
    return false;
}
