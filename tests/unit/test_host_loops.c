/* test_host_loops.c - the loops behind the CPU's roofs go to all that they are
 * to go to, and the copy that is run as a row copies all. */
#include "on_targets.h"

#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "host/host_accesses.h"
#include "host/host_loops.h"

/* --- loops ---------------------------------------------------------------- */

static bool can(const struct host_loop *loop)
{
    return !loop->can || loop->can();
}

static const size_t lengths[] = { 0,   1,   15,  16,  63,   64,   127,  128,
                                  129, 511, 512, 513, 4096, 4099, 70001 };
enum { LENGTHS = sizeof lengths / sizeof lengths[0], MOST = 70001 + 256 };

static void writes_exactly(const struct host_loop *loop, enum roof_kind kind,
                           size_t bytes, size_t offset)
{
    static _Alignas(64) unsigned char from[MOST], to[MOST];
    for (size_t i = 0; i < MOST; i++) {
        from[i] = (unsigned char)(i * i % 251);
        to[i] = 99;
    }
    (void)loop->run((char *)to + offset, (const char *)from + 64, bytes);
    for (size_t i = 0; i < MOST; i++) {
        const bool inside = i >= offset && i < offset + bytes;
        const int want = !inside ? 99
            : kind == ROOF_WRITE ? 7
                                 : from[64 + i - offset];
        assert_int_equal(to[i], want);
    }
}

static void loops_do_all_bytes(void **state)
{
    static const enum roof_kind kinds[] = { ROOF_COPY, ROOF_WRITE };
    (void)state;
    for (int k = 0; k < 2; k++)
        for (const struct host_loop *loop = host_loops(kinds[k]); loop->name;
             loop++)
            for (int l = 0; l < LENGTHS && can(loop); l++) {
                writes_exactly(loop, kinds[k], lengths[l], 64);
                writes_exactly(loop, kinds[k], lengths[l], 68);
            }
}

static void reads_depend_on_all(void **state)
{
    static char from[70001];
    (void)state;
    for (const struct host_loop *loop = host_loops(ROOF_READ); loop->name;
         loop++)
        for (int l = 0; l < LENGTHS && can(loop); l++) {
            const size_t bytes = lengths[l];
            const uint64_t before = loop->run(NULL, from, bytes);
            for (size_t i = 0; i<bytes; i += bytes> 600 ? 97 : 1) {
                from[i] = 1;
                assert_true(loop->run(NULL, from, bytes) != before);
                from[i] = 0;
            }
        }
}

/* --- random accesses ------------------------------------------------------ */

static const enum roof_kind past_caches[] = { ROOF_GATHER_4, ROOF_GATHER_8,
                                              ROOF_SCATTER_4, ROOF_SCATTER_8 };

static uint64_t element(const void *table, int width, size_t i)
{
    uint32_t narrow;
    uint64_t wide;
    memcpy(&narrow, (const char *)table + 4 * i, sizeof narrow);
    if (width == 4)
        return narrow;
    memcpy(&wide, (const char *)table + 8 * i, sizeof wide);
    return wide;
}

/* A table of one more element than it has, which nothing goes to. */
static void *table_of(int width, unsigned bits)
{
    const size_t bytes = (size_t)width << bits;
    char *table = malloc(bytes + (size_t)width);
    assert_non_null(table);
    memset(table, 0xee, bytes + (size_t)width);
    return table;
}

/* In pieces that end within a block of indices and beyond one. */
static void run_in_pieces(const struct host_accesses *loop, void *table,
                          unsigned bits, uint64_t *sum)
{
    const size_t all = (size_t)1 << bits, piece = all / 3 + 1;
    *sum = 0;
    for (size_t at = 0; at < all; at += piece)
        *sum +=
            loop->run(table, bits, at, at + piece < all ? piece : all - at);
}

static void stores_meet_each_element(const struct host_accesses *loop,
                                     int width, unsigned bits)
{
    const size_t all = (size_t)1 << bits;
    void *table = table_of(width, bits);
    char *seen = calloc(1, all);
    size_t in_order = 0;
    uint64_t none;
    run_in_pieces(loop, table, bits, &none);
    for (size_t i = 0; i < all; i++) {
        const uint64_t number = element(table, width, i);
        assert_true(number < all && !seen[number]);
        seen[number] = 1;
        in_order += i && number == element(table, width, i - 1) + 1;
    }
    assert_true(element(table, width, all) ==
                (width == 4 ? 0xeeeeeeee : 0xeeeeeeeeeeeeeeee));
    assert_true(bits < 10 || in_order < all / 16);
    free(seen);
    free(table);
}

static void loads_meet_each_element(const struct host_accesses *loop,
                                    int width, unsigned bits)
{
    const size_t all = (size_t)1 << bits;
    void *table = table_of(width, bits);
    uint64_t sum;
    for (size_t i = 0; i < all; i++) {
        const uint64_t wide = (uint64_t)i << 32 | i;
        const uint32_t narrow = (uint32_t)i;
        memcpy((char *)table + (size_t)width * i,
               width == 4 ? (const void *)&narrow : &wide, (size_t)width);
    }
    run_in_pieces(loop, table, bits, &sum);
    const uint64_t once = (uint64_t)all * (all - 1) / 2;
    assert_true(sum == (width == 4 ? once : (once << 32) + once));
    free(table);
}

/* By every loop, so that none is fast because it goes to fewer places. */
static void each_place_once(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const struct access access = roof_access(past_caches[k]);
        const struct host_accesses *loop = host_accesses(past_caches[k]);
        for (; loop->name; loop++)
            for (unsigned bits = 2; bits <= 17; bits += 3)
                if (access.scatter)
                    stores_meet_each_element(loop, access.width, bits);
                else
                    loads_meet_each_element(loop, access.width, bits);
    }
}

/* --- the copy ------------------------------------------------------------- */

static void the_copy_takes_any_length(void **state)
{
    static char from[4 * MOST], to[4 * MOST];
    struct reason why = { "" };
    double rate; /* of the loop that copies then */
    (void)state;
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_CORES, ROOF_COPY, &rate, &why),
        STATUS_OK);
    for (int l = 0; l < LENGTHS; l++) {
        struct problem p = { .in = {
                                 { .type = ELEM_I32, .count = lengths[l] } } };
        struct job job = { .problem = &p, .in = { from }, .out = { to + 4 } };
        memset(from, 5, 4 * MOST);
        memset(to, 0, 4 * MOST);
        (void)host_meter.copier->run(&job);
        assert_memory_equal(to + 4, from, 4 * lengths[l]);
        assert_int_equal(to[3], 0);
        assert_int_equal(to[4 + 4 * lengths[l]], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_do_all_bytes),
        cmocka_unit_test(reads_depend_on_all),
        cmocka_unit_test(each_place_once),
        cmocka_unit_test(the_copy_takes_any_length),
    };
    return cmocka_run_group_tests_name("host_loops", tests, open_targets,
                                       close_targets);
}
