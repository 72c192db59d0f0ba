/* test_sort_runs.c - sorts on all cores of what is in order in parts: within
 * each thread's share and not across them, in the first or the last alone, or
 * in one bin, either way; and of few keys with another. By one thread to
 * five. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "host/host.h"
#include "matrix.h"
#include "random.h"

enum { SHARES = 60, SHARE = 2048, N = SHARES * SHARE, DEEP = 1 << 20 };

static const int teams[] = { 1, 2, 3, 5 };
enum { TEAMS = sizeof teams / sizeof *teams };

typedef uint64_t rank_at(size_t i, size_t n, size_t share);

/* --- inputs --------------------------------------------------------------- */

/* Each share is in order, and below the one before. */
static uint64_t falling_shares(size_t i, size_t n, size_t share)
{
    return n - (i / share + 1) * share + i % share;
}

/* The last share is in order and above all that is before, and that is not. */
static uint64_t last_in_order(size_t i, size_t n, size_t share)
{
    uint64_t random = i + 1;
    return i / share == n / share - 1 ? i : random_next(&random) % (n - share);
}

/* The first is, and below. */
static uint64_t first_in_order(size_t i, size_t n, size_t share)
{
    uint64_t random = i + 1;
    return i < share ? i : share + random_next(&random) % (n - share);
}

/* Each falls, and is above the one before. */
static uint64_t rising_shares(size_t i, size_t n, size_t share)
{
    (void)n;
    return (i / share + 1) * share - 1 - i % share;
}

/* Sixteen keys, and one that is there but once, where no sample looks. */
static uint64_t one_apart(size_t i, size_t n, size_t share)
{
    (void)share;
    return i == n - 1 ? 0 : 100 + i % 16;
}

/* --- runs ----------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Room for what a variant is given, of u32 or u64. */
static uint64_t *ranks, *right;
static void *keys, *sorted;

static void set(enum elem type, size_t i, uint64_t rank)
{
    ranks[i] = rank;
    if (type == ELEM_U32)
        ((uint32_t *)keys)[i] = (uint32_t)rank;
    else
        ((uint64_t *)keys)[i] = rank;
}

static uint64_t get(enum elem type, size_t i)
{
    return type == ELEM_U32 ? ((const uint32_t *)sorted)[i]
                            : ((const uint64_t *)sorted)[i];
}

static void sort(struct targets *targets, enum elem type, size_t n)
{
    const struct op *op = op_find("sort");
    const struct variant *v =
        variant_best(variants_of(op, backend_find("openmp")));
    static struct problem p;
    struct reason why = { "" };
    assert_int_equal(bed_problem(&p, op, type, n, NULL, 0, &why), STATUS_OK);
    struct job job = { .problem = &p,
                       .variant = v,
                       .in = { keys },
                       .out = { sorted },
                       .device = targets->host,
                       .why = &why };
    job.scratch_bytes = v->scratch ? v->scratch(&job) : 0;
    assert_int_equal(host_place.alloc(targets->host, job.scratch_bytes + 64,
                                      &job.scratch, &why),
                     STATUS_OK);
    memset(job.scratch, 0xA5, job.scratch_bytes);
    memset(sorted, 0xA5, n * elem_size(type));
    assert_int_equal(v->run(&job), STATUS_OK);
    host_place.release(targets->host, job.scratch);
    memcpy(right, ranks, n * sizeof *right);
    qsort(right, n, sizeof *right, compare);
    for (size_t i = 0; i < n; i++)
        assert_true(get(type, i) == right[i]);
}

static void begin(size_t n)
{
    ranks = malloc(n * sizeof *ranks);
    right = malloc(n * sizeof *right);
    keys = malloc(n * sizeof *ranks);
    sorted = malloc(n * sizeof *ranks);
    assert_true(ranks && right && keys && sorted);
}

static void end(void)
{
    free(ranks);
    free(right);
    free(keys);
    free(sorted);
}

static bool has_openmp(void)
{
    const bool has = backend_find("openmp")->place;
    if (!has)
        print_message("built without OpenMP\n");
    return has;
}

/* --- tests ---------------------------------------------------------------- */

static void in_order_by_shares(void **state)
{
    static rank_at *const inputs[] = { falling_shares, last_in_order,
                                       first_in_order, rising_shares,
                                       one_apart };
    static const enum elem types[] = { ELEM_U32, ELEM_U64 };
    struct targets targets;
    (void)state;
    if (!has_openmp())
        skip();
    begin(N);
    for (int t = 0; t < TEAMS; t++) {
        bed_open(&targets, teams[t]);
        for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++)
            for (int type = 0; type < 2; type++) {
                for (size_t i = 0; i < N; i++)
                    set(types[type], i, inputs[k](i, N, N / (size_t)teams[t]));
                sort(&targets, types[type], N);
            }
        bed_close(&targets);
    }
    end();
}

/* The keys of a bin that the team divides again, each below the one before or
 * above; at every other place, so that the whole is in no order. */
static void falling_in_a_bin(void **state)
{
    struct targets targets;
    (void)state;
    if (!has_openmp())
        skip();
    begin(DEEP);
    for (int t = 0; t < TEAMS; t++)
        for (int falls = 0; falls < 2; falls++) {
            uint64_t random = 1;
            bed_open(&targets, teams[t]);
            for (size_t i = 0; i < DEEP; i++)
                set(ELEM_U64, i,
                    i % 2       ? random_next(&random) | UINT64_C(1) << 63
                        : falls ? (DEEP - i) / 2
                                : i / 2);
            sort(&targets, ELEM_U64, DEEP);
            bed_close(&targets);
        }
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_order_by_shares),
                                        cmocka_unit_test(falling_in_a_bin) };
    return cmocka_run_group_tests_name("sort runs", tests, NULL, NULL);
}
