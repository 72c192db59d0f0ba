/* sort_fill.c - what is sorted: keys as --dist has them, some of them special
 * or some of their bytes cleared, and values that tell where they were. */
#include "ops/sort_fill.h"

#include <math.h>
#include <string.h>

#include "random.h"
#include "host/parallel.h"
#include "ops/sort.h"

enum { SPECIALS = 10, SPECIAL_STREAM = 7 };

/* Of keys that are not timed: the least share of special ones, and one of how
 * many has any bits. */
static const double RARE_SPECIAL = 0.25;
enum { RARE_ANY = 3 };

/* The bits of special keys: as f32, f64, signed and unsigned integers. */
static const uint64_t special_f32[SPECIALS] = {
    0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
    0xffc00000, 0x7f800001, 0xffffffff, 0x00000001, 0x80000001
};
static const uint64_t special_f64[SPECIALS] = { 0,
                                                0x8000000000000000,
                                                0x7ff0000000000000,
                                                0xfff0000000000000,
                                                0x7ff8000000000000,
                                                0xfff8000000000000,
                                                0x7ff0000000000001,
                                                0xffffffffffffffff,
                                                1,
                                                0x8000000000000001 };
static const uint64_t special_i32[SPECIALS] = {
    0,          0xffffffff, 0x7fffffff, 0x80000000, 1,
    0x80000001, 0x7ffffffe, 0x0000ffff, 0x00010000, 0xffff0000
};
static const uint64_t special_i64[SPECIALS] = {
    0,       0xffffffffffffffff, 0x7fffffffffffffff, 0x8000000000000000,
    1,       0x8000000000000001, 0xffffffff,         0x100000000,
    0x10000, 0xffffffffffff0000
};

struct filling {
    const struct problem *problem;
    double share; /* of special keys */
    const uint64_t *special;
    void *elements;
};

static void put_specials(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    const double share = f->share;
    const size_t size = elem_size(f->problem->type);
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        const double u = random_unit(f->problem->seed, SPECIAL_STREAM, i);
        if (!(u <= share)) /* u / share may be beyond an int */
            continue;
        const int which = (int)(u / share * SPECIALS);
        memcpy((char *)f->elements + i * size,
               &f->special[which < SPECIALS ? which : SPECIALS - 1], size);
    }
}

/* Any bits, so that keys that tie are among others of all sizes. */
static void put_any(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    const size_t size = elem_size(f->problem->type);
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        uint64_t bits = f->problem->seed ^ i;
        bits = random_next(&bits);
        if (bits % RARE_ANY == 0)
            memcpy((char *)f->elements + i * size,
                   (char *)&bits + sizeof bits - size, size);
    }
}

static void clear_bytes(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    const int64_t bytes = f->problem->param[SORT_PARAM_BYTES].i;
    const size_t size = elem_size(f->problem->type);
    (void)rank;
    for (size_t k = 0; k < size; k++)
        for (size_t i = begin; i < end && !(bytes >> k & 1); i++)
            ((char *)f->elements)[i * size + k] = 0;
}

/* No two alike: multiples of an odd number, modulo 2^32 or 2^64. */
static void put_values(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    const uint64_t seed = f->problem->seed;
    uint32_t *narrow = f->elements;
    uint64_t *wide = f->elements;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        if (sort_value_bytes(f->problem) == 4)
            narrow[i] = (uint32_t)((i + seed) * 0x9e3779b1u);
        else
            wide[i] = (i + seed) * 0x9e3779b97f4a7c15u;
}

/* Whether keys are as the distribution or the file has them. */
static bool is_plain(const struct problem *p)
{
    return !p->timed &&
        (p->input_path ||
         (p->param[SORT_PARAM_SPECIAL].r <= 0 &&
          p->param[SORT_PARAM_BYTES].i == SORT_BYTES));
}

bool sort_fill(const struct problem *p, int which, void *elements)
{
    const bool is_float = elem_is_float(p->type);
    struct filling f = {
        .problem = p,
        .special = elem_size(p->type) == 4
            ? is_float ? special_f32 : special_i32
            : is_float ? special_f64
                       : special_i64,
        .share =
            fmax(p->param[SORT_PARAM_SPECIAL].r, p->timed ? RARE_SPECIAL : 0),
        .elements = elements,
    };
    if (which == 1) {
        parallel_for(p->size, put_values, &f);
        return true;
    }
    if (is_plain(p))
        return false;
    random_fill(p, which, elements);
    if (p->timed)
        parallel_for(p->size, put_any, &f);
    parallel_for(p->size, clear_bytes, &f);
    if (f.share > 0)
        parallel_for(p->size, put_specials, &f);
    return true;
}
