/* sort.c - what sort is: keys in order, and the values that they carry.
 *
 * The right answer is made by comparing values (sort_oracle.h), where radix
 * sorts look at bits. What is stable is held against it bit for bit; what is
 * not must have keys that are equal to its, and the same pairs of key and value
 * as the input, by a hash of them all. */
#include "ops/sort.h"

#include <stdio.h>
#include <string.h>

#include "op.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/sort_fill.h"
#include "ops/sort_oracle.h"

static const char *const values[] = { "none", "32", "64", NULL };
static const char *const orders[] = { "ascending", "descending", NULL };

static const struct param params[] = {
    [SORT_PARAM_VALUE] = { .name = "value",
                           .kind = PARAM_CHOICE,
                           .preset = "none",
                           .help = "bits of the value that each key carries",
                           .choices = values },
    [SORT_PARAM_ORDER] = { .name = "order",
                           .kind = PARAM_CHOICE,
                           .preset = "ascending",
                           .help = "of the keys",
                           .choices = orders },
    [SORT_PARAM_SPECIAL] = { .name = "special",
                             .kind = PARAM_SHARE,
                             .preset = "0%",
                             .generates = true,
                             .help = "the share of generated keys that are "
                                     "-0, 0, denormal, infinite or NaN; of "
                                     "integers mostly the ends of the type, "
                                     "-1 and 0" },
    [SORT_PARAM_BYTES] = { .name = "bytes",
                           .kind = PARAM_INT,
                           .preset = SORT_ALL_BYTES,
                           .generates = true,
                           .help = "bytes of generated keys that are not 0, "
                                   "as a sum: 1 the lowest, 2 the next, 4, "
                                   "...; 255: all",
                           .low = 1,
                           .high = SORT_BYTES },
    { 0 }
};

/* --- the problem --------------------------------------------------------- */

static enum status shape(struct problem *p, struct reason *why)
{
    const size_t n = p->size, width = sort_value_bytes(p);
    const int64_t bytes = p->param[SORT_PARAM_BYTES].i;
    const int64_t all = (1 << elem_size(p->type)) - 1;
    if (bytes > all && bytes != SORT_BYTES)
        return fail(why, STATUS_USAGE,
                    "bytes=%d: keys of %s have %zu bytes, expected 1 to %d, "
                    "or %d for all",
                    (int)bytes, elem_name(p->type), elem_size(p->type),
                    (int)all, SORT_BYTES);
    p->dim[0] = n;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = p->out_count = width ? 2 : 1;
    p->in[0] = p->out[0] =
        (struct array){ .name = "keys", .type = p->type, .count = n };
    p->in[1] = p->out[1] = (struct array){
        .name = "values", .type = width == 4 ? ELEM_U32 : ELEM_U64, .count = n
    };
    return STATUS_OK;
}

static size_t cell(const struct problem *p)
{
    return elem_size(p->type) + sort_value_bytes(p);
}

/* Random keys tie seldom, and what is unstable shows in ties alone. */
static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const double bytes = (double)p->size * (double)cell(p);
    (void)want;
    return (struct cost){
        .read = bytes,
        .written = bytes,
        .items = (double)p->size,
    };
}

/* --- the right answer ---------------------------------------------------- */

/* The answer: keys, then values, then room for both. Values begin at a
 * multiple of 8. */
static size_t keys_bytes(const struct problem *p)
{
    return (p->size * elem_size(p->type) + 7) / 8 * 8;
}

static size_t want_bytes(const struct problem *p)
{
    return 2 * (keys_bytes(p) + (p->size * sort_value_bytes(p) + 7) / 8 * 8);
}

static struct sort_items items_of(const struct problem *p, const void *want)
{
    char *keys = (char *)(uintptr_t)want;
    return (struct sort_items){ keys, keys + keys_bytes(p) };
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const size_t n = p->size, width = sort_value_bytes(p);
    const struct sort_items items = items_of(p, want);
    const struct sort_items spare =
        items_of(p, (char *)want + want_bytes(p) / 2);
    memcpy(items.keys, in[0], n * elem_size(p->type));
    if (width)
        memcpy(items.values, in[1], n * width);
    sort_oracle(p->type, sort_descends(p), width, n, items, spare);
}

/* --- check --------------------------------------------------------------- */

/* Of a variant that is unstable. */
struct look {
    const struct problem *problem;
    const char *want; /* keys; NULL: there is nothing to be equal to */
    const char *keys, *values;
    uint64_t sum[PARALLEL_MOST][2]; /* of hashes of pairs */
};

/* A bijection of 64 bits (the last steps of SplitMix64: Steele, Lea and Flood
 * 2014). */
static inline uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Adds up hashes of pairs [begin, end), of key and value together. */
static void hash_pairs(void *context, size_t begin, size_t end, int rank)
{
    struct look *look = context;
    const size_t size = elem_size(look->problem->type);
    const size_t width = sort_value_bytes(look->problem);
    uint64_t sum[2] = { 0 };
    for (size_t i = begin; i < end; i++) {
        uint64_t key = 0, value = 0;
        memcpy(&key, look->keys + i * size, size);
        if (width)
            memcpy(&value, look->values + i * width, width);
        const uint64_t hash = mixed(mixed(key + 0x9e3779b97f4a7c15u) ^
                                    (value + 0xd1b54a32d192ed03u));
        sum[0] += hash;
        sum[1] += mixed(hash + 0x8cb92ba72f3d8dd7u);
    }
    memcpy(look->sum[rank], sum, sizeof sum);
}

static void bag_of(struct look *look, uint64_t bag[2])
{
    memset(look->sum, 0, sizeof look->sum);
    parallel_for(look->problem->size, hash_pairs, look);
    bag[0] = bag[1] = 0;
    for (int r = 0; r < parallel_threads(); r++)
        for (int k = 0; k < 2; k++)
            bag[k] += look->sum[r][k];
}

/* Keys that are equal to the right ones, -0 to +0. */
static void compare_keys(const void *context, size_t begin, size_t end,
                         struct verdict *v)
{
    const struct look *look = context;
    const enum elem type = look->problem->type;
    const size_t size = elem_size(type);
    for (size_t i = begin; i < end; i++) {
        const char *want = look->want + i * size, *got = look->keys + i * size;
        if (!memcmp(want, got, size) ||
            (!sort_oracle_before(type, false, want, got) &&
             !sort_oracle_before(type, false, got, want)))
            continue;
        char expected[48], found[48];
        elem_print(type, want, expected, sizeof expected);
        elem_print(type, got, found, sizeof found);
        v->ok = false;
        v->first_bad = i;
        snprintf(v->text, sizeof v->text, "expected %s, got %s", expected,
                 found);
        return;
    }
}

/* That two multisets agree in both sums by chance has a probability of about
 * 2^-127. */
static void check_unstable(const struct problem *p,
                           const struct sort_items *want,
                           const void *const got[], struct verdict *v)
{
    struct look look = {
        .problem = p, .want = want->keys, .keys = got[0], .values = got[1]
    };
    uint64_t wanted[2], found[2];
    verdict_parallel(v, p->size, compare_keys, &look);
    if (!v->ok)
        return;
    bag_of(&look, found);
    look.keys = want->keys;
    look.values = want->values;
    bag_of(&look, wanted);
    if (!memcmp(wanted, found, sizeof found))
        return;
    v->ok = false;
    v->bad_output = p->out_count - 1;
    snprintf(v->text, sizeof v->text,
             p->out_count > 1
                 ? "expected each key with its value, got a pair that is not "
                   "in the input"
                 : "expected the zeros and NaNs of the input, got others");
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct sort_items items = items_of(p, want);
    verdict_clear(v);
    if (promise->traits & UNSTABLE) {
        check_unstable(p, &items, got, v);
        return;
    }
    verdict_identical(v, 0, p->type, p->size, items.keys, got[0]);
    if (p->out_count > 1)
        verdict_identical(v, 1, p->out[1].type, p->size, items.values, got[1]);
}

const struct op op_sort = {
    .name = "sort",
    .summary = "keys in order, alone or with a value each",
    .types = TYPES(NUMBERS),
    .default_type = ELEM_U32,
    .params = params,
    .sizes = "2^12:2^26:x4",
    .size_means = "keys",
    .formulae =
        "bytes: 2 n s, pairs 2 n (s + v), each key and each value read once "
        "and written\n"
        "once (s = sizeof type, v = sizeof value)\n"
        "FLOPs: none\n"
        "items: n keys\n"
        "order: -0 equals 0; a NaN of negative sign comes first, one of "
        "positive sign\n"
        "last; order=descending turns all that round\n"
        "stable: equal keys keep the order of the input, unless the variant "
        "is unstable",
    .headline = HEADLINE_ITEMS,
    .item = "keys",
    .shape = shape,
    .fill = sort_fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};
