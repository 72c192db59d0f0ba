/* test_regions.c - that all cores work: a parallel region that is not there is
 * told by no result. GNU's runtime is asked through this program, which stands
 * before it; where another one is, nothing is counted and nothing tested. */
#define _GNU_SOURCE
#include "on_targets.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "matrix.h"
#include "measure/dataset.h"
#include "options/sizes.h"

static int regions;

typedef void region(void (*)(void *), void *, unsigned, unsigned);
typedef void loop(void (*)(void *), void *, unsigned, long, long, long, long,
                  unsigned);

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    regions++;
    if (!found)
        abort();
    return found;
}

/* Those that the compiler calls where a region begins. */
region GOMP_parallel;
loop GOMP_parallel_loop_dynamic, GOMP_parallel_loop_nonmonotonic_dynamic;

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads,
                   unsigned flags)
{
    region *real;
    *(void **)&real = next("GOMP_parallel");
    real(body, data, threads, flags);
}

#define LOOP(name)                                                            \
    void name(void (*body)(void *), void *data, unsigned threads, long start, \
              long end, long step, long chunk, unsigned flags)                \
    {                                                                         \
        loop *real;                                                           \
        *(void **)&real = next(#name);                                        \
        real(body, data, threads, start, end, step, chunk, flags);            \
    }

LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)

/* Runs it as it is preset; how many regions there were. */
static int regions_of(const struct op *op, const struct variant *v,
                      size_t size)
{
    static const bool none[MOST_TARGETS] = { false };
    struct dataset dataset;
    struct problem p;
    struct reason why = { "" };
    bed_problem(&p, op, op->default_type, size, NULL, 0, &why);
    if (v->refuses && v->refuses(&p))
        return -1;
    dataset_open(&dataset, &p, &targets, none, NULL, &why);
    dataset_load_inputs(&dataset, OWN_INPUTS, &why);
    assert_string_equal(why.text, "");
    struct job job = {
        .problem = &p, .variant = v, .device = targets.host, .why = &why
    };
    for (int i = 0; i < p.in_count; i++)
        job.in[i] = dataset.replicas[0].set[0].in[i].data;
    for (int i = 0; i < p.out_count; i++)
        job.out[i] = dataset.replicas[0].set[0].out[i].data;
    job.scratch_bytes = v->scratch ? v->scratch(&job) : 0;
    job.scratch =
        aligned_alloc(256, (job.scratch_bytes + 1 + 255) / 256 * 256);
    assert_non_null(job.scratch);
    regions = 0;
    const enum status status = v->run(&job);
    const int seen = regions;
    assert_int_equal(status, STATUS_OK);
    free(job.scratch);
    dataset_close(&dataset);
    return seen;
}

/* Enough for all cores, and no more than the op is measured at. */
static size_t size_of(const struct op *op)
{
    size_t sizes[MAX_SIZES], most = 0;
    int count = 0;
    assert_int_equal(sizes_parse(op->sizes, sizes, &count, NULL), STATUS_OK);
    for (int i = 0; i < count; i++)
        most = sizes[i] > most ? sizes[i] : most;
    const size_t enough =
        op->headline == HEADLINE_FLOPS ? 600 : (size_t)1 << 20;
    return most < enough ? most : enough;
}

/* Those of OpenMP have one at least, those of the reference none; a library's
 * threads are its own, and it may not be there. */
static void all_cores(void **state)
{
    const struct backend *openmp = backend_find("openmp");
    const struct backend *alone = backend_find("reference");
    (void)state;
    if (openmp->place)
        openmp->empty->run(&(struct job){ .device = targets.host });
    if (!regions) {
        print_message("built without OpenMP\n");
        skip();
    }
    for (const struct op *const *op = ops; *op; op++) {
        const struct variant *v = variants_of(*op, openmp);
        for (; v && v->name; v++)
            if (v->run && !v->library &&
                regions_of(*op, v, size_of(*op)) == 0) {
                print_error("%s/%s\n", (*op)->name, v->name);
                assert_true(false);
            }
        const struct variant *one = variant_best(variants_of(*op, alone));
        assert_int_equal(regions_of(*op, one, size_of(*op)), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_cores) };
    targets_threads = 2;
    return cmocka_run_group_tests_name("regions", tests, open_targets,
                                       close_targets);
}
