/* problem.c - what follows from a problem's arrays. */
#include "problem.h"

/* Of all arrays: 64 bytes of each are still less than PTRDIFF_MAX. */
static const size_t MOST_ELEMENTS = PTRDIFF_MAX / 64;

static enum status too_many(const struct problem *p, struct reason *why)
{
    return fail(why, STATUS_USAGE,
                "--size %zu: --op %s of %s then has more elements than memory "
                "can address",
                p->size, p->op->name, elem_name(p->type));
}

enum status problem_shape(struct problem *p, struct reason *why)
{
    size_t left = MOST_ELEMENTS;
    if (p->size > MOST_ELEMENTS)
        return too_many(p, why);
    const enum status status = p->op->shape(p, why);
    for (int i = 0; !status && i < p->in_count + p->out_count; i++) {
        const struct array *array =
            i < p->in_count ? &p->in[i] : &p->out[i - p->in_count];
        if (array->count > left)
            return too_many(p, why);
        left -= array->count;
    }
    return status;
}

size_t count_product(size_t a, size_t b)
{
    return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

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
