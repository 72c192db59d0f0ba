/* test_parallel.c - every index once, in rank order, on any team; and how long
 * work in chunks takes it. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/host_walk.h"
#include "host/parallel.h"

enum { MOST = 70001, RANKS = 64 };

struct seen {
    unsigned char times[MOST];
    size_t begin[RANKS], end[RANKS];
    unsigned calls[RANKS];
};

static void mark(void *context, size_t begin, size_t end, int rank)
{
    struct seen *s = context;
    s->begin[rank] = begin;
    s->end[rank] = end;
    s->calls[rank]++;
    for (size_t i = begin; i < end; i++)
        s->times[i]++;
}

static void covers(size_t n, int threads)
{
    struct seen *s = calloc(1, sizeof *s);
    size_t last = 0;
    parallel_set_threads(threads);
    parallel_for(n, mark, s);
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(s->times[i], i < n);
    for (int rank = 0; rank < RANKS; rank++) {
        assert_true(s->calls[rank] <= 1);
        if (!s->calls[rank])
            continue;
        assert_int_equal(s->begin[rank], last); /* blocks in rank order */
        last = s->end[rank];
    }
    assert_int_equal(last, n);
    free(s);
}

static void every_index_once(void **state)
{
    static const size_t counts[] = { 0,  1,    2,    3,    7,     8,
                                     33, 4095, 4096, 4097, 65536, 70001 };
    static const int threads[] = { 1, 2, 3, 8, 33 };
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
            covers(counts[i], threads[t]);
}

/* A loop of as many iterations as threads gives one to each, as loops whose
 * iterations are long rely on. */
static void one_each(void **state)
{
    struct seen *s = calloc(1, sizeof *s);
    (void)state;
    parallel_set_threads(5);
    parallel_for(5, mark, s);
    for (int rank = 0; rank < 5; rank++) {
        assert_int_equal(s->calls[rank], 1);
        assert_int_equal(s->end[rank] - s->begin[rank], 1);
    }
    free(s);
}

static void note_block(void *context, size_t begin, size_t end, int rank)
{
    struct seen *s = context;
    s->begin[rank] = begin;
    s->end[rank] = end;
}

/* Of as many as can be counted, too, all blocks are as long. */
static void blocks_of_very_many(void **state)
{
    struct seen *s = calloc(1, sizeof *s);
    (void)state;
    parallel_set_threads(3);
    parallel_for(SIZE_MAX - 1, note_block, s);
    assert_true(s->begin[0] == 0 && s->end[2] == SIZE_MAX - 1);
    for (int rank = 0; rank < 3; rank++) {
        assert_true(s->end[rank] - s->begin[rank] <= SIZE_MAX / 3 + 1);
        assert_true(!rank || s->begin[rank] == s->end[rank - 1]);
    }
    free(s);
}

static void again_and_again(void **state)
{
    struct seen *s = calloc(1, sizeof *s);
    (void)state;
    parallel_set_threads(4);
    for (int i = 0; i < 200; i++)
        parallel_for(5000, mark, s);
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(s->times[i], 200);
    free(s);
}

static uint64_t dawdle(const void *context, size_t chunk)
{
    const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
    (void)context;
    return chunk ? chunk : (uint64_t)nanosleep(&pause, NULL);
}

/* However soon the others find nothing left to do. */
static void walks_end_with_the_last(void **state)
{
    const struct host_work work = { dawdle, NULL, 8 };
    (void)state;
    parallel_set_threads(3);
    assert_true(host_walk_seconds(&work, 3) >= 0.05);
    assert_true(host_walk_seconds(&work, 1) >= 0.05);
}

enum { CHUNKS = 1001 };

static int
    walked[CHUNKS + 64]; /* how often each chunk was, and what is none */

static uint64_t walk_chunk(const void *context, size_t chunk)
{
    (void)context;
    assert_in_range(chunk, 0, CHUNKS + 63);
    __atomic_fetch_add(&walked[chunk], 1, __ATOMIC_RELAXED);
    return chunk;
}

static void walks_do_each_chunk_once(void **state)
{
    static const size_t counts[] = { 0, 1, 2, 3, 4, 5, 7, 64, 999, CHUNKS };
    static const int threads[] = { 1, 2, 3, 8 };
    (void)state;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int t = 0; t < 8; t++) {
            const struct host_work work = { walk_chunk, NULL, counts[k] };
            parallel_set_threads(threads[t / 2]);
            memset(walked, 0, sizeof walked);
            if (t % 2)
                host_walk(&work, threads[t / 2]);
            else
                assert_true(host_walk_seconds(&work, threads[t / 2]) >= 0);
            for (size_t i = 0; i < CHUNKS + 64; i++)
                assert_int_equal(walked[i], i < counts[k]);
        }
}

/* The first chunk ends when all others are done, those of its own block among
 * them, which somebody else has to take; or after some seconds. */
static uint64_t wait_for_others(const void *context, size_t chunk)
{
    const struct host_work *work = context;
    const struct timespec pause = { .tv_nsec = 1000 * 1000 };
    int *done = &walked[0];
    for (int i = 0; !chunk && i < 20000; i++) {
        if (__atomic_load_n(done, __ATOMIC_ACQUIRE) + 1 == (int)work->chunks)
            break;
        nanosleep(&pause, NULL);
        walked[1] = i;
    }
    __atomic_fetch_add(done, 1, __ATOMIC_RELEASE);
    return 0;
}

static void none_waits_for_a_straggler(void **state)
{
    struct host_work work = { wait_for_others, &work, 60 };
    (void)state;
    memset(walked, 0, sizeof walked);
    parallel_set_threads(3);
    host_walk(&work, 3);
    assert_int_equal(walked[0], 60);
    assert_in_range(walked[1], 0, 19998);
}

static void bounds_of_threads(void **state)
{
    (void)state;
    parallel_set_threads(0);
    assert_int_equal(parallel_threads(), 1);
    parallel_set_threads(-5);
    assert_int_equal(parallel_threads(), 1);
    parallel_set_threads(PARALLEL_MOST + 1);
    assert_int_equal(parallel_threads(), PARALLEL_MOST);
    parallel_set_threads(3);
    assert_int_equal(parallel_threads(), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_once),
        cmocka_unit_test(one_each),
        cmocka_unit_test(blocks_of_very_many),
        cmocka_unit_test(again_and_again),
        cmocka_unit_test(walks_end_with_the_last),
        cmocka_unit_test(walks_do_each_chunk_once),
        cmocka_unit_test(none_waits_for_a_straggler),
        cmocka_unit_test(bounds_of_threads),
    };
    return cmocka_run_group_tests_name("parallel", tests, NULL, NULL);
}
