/* problem.c - what follows from a problem's arrays. */
#include "problem.h"

size_t array_bytes(const struct array *a)
{
    return a->count * elem_size(a->type);
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
