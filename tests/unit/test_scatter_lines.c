/* test_scatter_lines.c - scatters on all cores of results that pass the caches
 * to places that follow each other, up or down, but for some: of six lines two
 * exchange an element, each of a line's in turn. Results begin anywhere in a
 * line, and nothing around them is written. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "host/host.h"
#include "host/machine.h"
#include "matrix.h"

enum { THREADS = 2, AROUND = 64, STARTS = 3 };

static const struct {
    enum elem type;
    const char *index;
} forms[] = { { ELEM_F32, "index=32" },
              { ELEM_F32, "index=64" },
              { ELEM_F64, "index=32" },
              { ELEM_F64, "index=64" } };

/* A place of each element, and back. */
static uint64_t *places, *sources;
static size_t n;

static void make_places(bool down, size_t shift, size_t each_line)
{
    for (size_t i = 0; i < n; i++)
        places[i] = ((down ? n - 1 - i : i) + shift) % n;
    for (size_t i = 0, at = 0; i + 2 * each_line < n;
         i += 6 * each_line, at++) {
        const size_t k = i + at % each_line;
        const uint64_t place = places[k];
        places[k] = places[k + each_line];
        places[k + each_line] = place;
    }
    for (size_t i = 0; i < n; i++)
        sources[places[i]] = i;
}

/* Elements of `size` bytes, each of which tells its number. */
static void put(void *array, size_t i, size_t size, uint64_t number)
{
    if (size == sizeof(uint32_t))
        ((uint32_t *)array)[i] = (uint32_t)number;
    else
        ((uint64_t *)array)[i] = number;
}

static uint64_t get(const void *array, size_t i, size_t size)
{
    return size == sizeof(uint32_t) ? ((const uint32_t *)array)[i]
                                    : ((const uint64_t *)array)[i];
}

static void scatter(struct targets *targets, size_t form, size_t start)
{
    static struct problem p;
    const struct op *op = op_find("scatter");
    const struct variant *v =
        variant_best(variants_of(op, backend_find("openmp")));
    const size_t size = elem_size(forms[form].type), room = n + 2 * AROUND;
    struct reason why = { "" };
    void *x = malloc(n * size), *index = malloc(n * sizeof(uint64_t));
    void *y =
        aligned_alloc(AROUND, (room / AROUND + 1) * AROUND * sizeof(uint64_t));
    assert_true(x && index && y);
    assert_int_equal(
        bed_problem(&p, op, forms[form].type, n, &forms[form].index, 1, &why),
        STATUS_OK);
    memset(y, 0xA5, room * size);
    const uint64_t nothing = get(y, 0, size);
    for (size_t i = 0; i < n; i++) {
        put(x, i, size, i);
        put(index, i, form % 2 ? sizeof(uint64_t) : sizeof(uint32_t),
            places[i]);
    }
    struct job job = { .problem = &p,
                       .variant = v,
                       .in = { x, index },
                       .out = { (char *)y + (AROUND + start) * size },
                       .device = targets->host,
                       .why = &why };
    job.scratch_bytes = v->scratch ? v->scratch(&job) : 0;
    job.scratch = malloc(job.scratch_bytes + AROUND);
    assert_int_equal(v->run(&job), STATUS_OK);
    for (size_t i = 0; i < room; i++) {
        const bool inside = i >= AROUND + start && i < AROUND + start + n;
        assert_true(get(y, i, size) ==
                    (inside ? sources[i - AROUND - start] : nothing));
    }
    free(job.scratch);
    free(x);
    free(index);
    free(y);
}

static void lines(void **state)
{
    const struct machine *machine = machine_known();
    struct targets targets;
    (void)state;
    if (!backend_find("openmp")->place)
        skip();
    bed_open(&targets, THREADS);
    n = (machine->l2 ? THREADS * machine->l2 : machine_cache()) /
            sizeof(float) +
        4099;
    places = malloc(n * sizeof *places);
    sources = malloc(n * sizeof *sources);
    assert_true(places && sources);
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++)
        for (int down = 0; down < 2; down++)
            for (size_t start = 0; start < STARTS; start++) {
                make_places(down, 5 * start, 64 / elem_size(forms[form].type));
                scatter(&targets, form, 3 * start);
            }
    free(places);
    free(sources);
    bed_close(&targets);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(lines) };
    return cmocka_run_group_tests_name("scatter lines", tests, NULL, NULL);
}
