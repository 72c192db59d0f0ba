/* rare.c - what random inputs seldom hold. */
#include "ops/rare.h"

#include <string.h>

#include "host/parallel.h"

enum { RARE = 16 };

/* The bits of rare numbers. 0x7f800001 and 0x7ff0000000000001 are signalling
 * NaNs, which arithmetic would quiet; the last of floats, which exp makes
 * subnormal, are -100 and -740. */
static const uint64_t rare_f32[RARE] = {
    0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0x7f800001, 0xffffffff, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
    0x7f7fffff, 0xff7fffff, 0xbf800000, 0xc2c80000
};
static const uint64_t rare_f64[RARE] = { 0,
                                         0x8000000000000000,
                                         0x7ff0000000000000,
                                         0xfff0000000000000,
                                         0x7ff8000000000000,
                                         0xfff8000000000000,
                                         0x7ff0000000000001,
                                         0xffffffffffffffff,
                                         1,
                                         0x8000000000000001,
                                         0x000fffffffffffff,
                                         0x0010000000000000,
                                         0x7fefffffffffffff,
                                         0xffefffffffffffff,
                                         0xbff0000000000000,
                                         0xc087200000000000 };
static const uint64_t rare_i32[RARE] = {
    0,          1,      0xffffffff, 0x7fffffff, 0x80000000, 0x80000001,
    0x7ffffffe, 0xff,   0x80,       0x100,      0xffff,     0x8000,
    0x10000,    0xffff, 0xffff0000, 0xffffff00
};

struct rareness {
    const struct problem *problem;
    enum elem type;
    const uint64_t *bits;
    bool below;
    void *elements;
};

static void put_numbers(void *context, size_t begin, size_t end, int rank)
{
    const struct rareness *r = context;
    const size_t size = elem_size(r->type);
    uint32_t pick;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        if (rare_at(r->problem, i, &pick))
            memcpy((char *)r->elements + i * size, &r->bits[pick % RARE],
                   size);
}

void rare_numbers(const struct problem *p, int which, void *elements)
{
    const enum elem type = p->in[which].type;
    struct rareness r = { .problem = p,
                          .type = type,
                          .bits = type == ELEM_F32 ? rare_f32
                              : type == ELEM_F64   ? rare_f64
                                                   : rare_i32,
                          .elements = elements };
    random_fill(p, which, elements);
    parallel_for(p->in[which].count, put_numbers, &r);
}

/* The sign is the highest bit of all types, in the last byte. */
static void put_signs(void *context, size_t begin, size_t end, int rank)
{
    const struct rareness *r = context;
    const size_t size = elem_size(r->type);
    unsigned char *sign = (unsigned char *)r->elements + size - 1;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        if (r->below)
            sign[i * size] |= 0x80;
        else
            sign[i * size] &= 0x7f;
}

void rare_signs(const struct problem *p, int which, bool below, void *elements)
{
    struct rareness r = { .type = p->in[which].type,
                          .below = below,
                          .elements = elements };
    random_fill(p, which, elements);
    if (elem_kind(r.type) != ELEM_UNSIGNED)
        parallel_for(p->in[which].count, put_signs, &r);
}
