/* test_wire.c - messages over a socket: whole, cut, and from a worker gone
 * mad. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "process/wire.h"

struct line {
    int ends[2]; /* the worker's, the supervisor's */
    struct wire wire;
};

static int open_line(void **state)
{
    struct line *line = calloc(1, sizeof *line);
    *state = line;
    return line ? socketpair(AF_UNIX, SOCK_STREAM, 0, line->ends) : -1;
}

static int close_line(void **state)
{
    struct line *line = *state;
    close(line->ends[0]);
    close(line->ends[1]);
    wire_free(&line->wire);
    free(line);
    return 0;
}

/* The next message; false: there is none. */
static bool next(struct line *line, struct message *m)
{
    while (wire_next(&line->wire, m) != WIRE_GOT)
        if (wire_receive(&line->wire, line->ends[1]) != WIRE_GOT)
            return false;
    return true;
}

static void texts(void **state)
{
    struct line *line = *state;
    struct message m;
    assert_false(next(line, &m));
    assert_true(wire_send(line->ends[0], WIRE_WARNING, 7, "one", 4));
    assert_true(wire_send(line->ends[0], WIRE_READY, 0, NULL, 0));
    assert_true(next(line, &m));
    assert_int_equal(m.kind, WIRE_WARNING);
    assert_int_equal(m.index, 7);
    assert_string_equal(wire_text(&m), "one");
    assert_true(next(line, &m));
    assert_int_equal(m.kind, WIRE_READY);
    assert_string_equal(wire_text(&m), "");
    assert_false(next(line, &m));
}

static void text_without_end(void **state)
{
    struct line *line = *state;
    struct message m;
    assert_true(wire_send(line->ends[0], WIRE_LOST, 0, "abc", 3));
    assert_true(next(line, &m));
    assert_string_equal(wire_text(&m), "");
}

/* Rows of many sizes, taken as they come, so that heads and bodies are cut
 * anywhere. */
static void rows(void **state)
{
    struct line *line = *state;
    enum { ROWS = 40 };
    double samples[4 * ROWS];
    struct message m;
    size_t bytes, taken = 0;
    for (size_t i = 0; i < 4 * ROWS; i++)
        samples[i] = (double)i;
    for (size_t i = 0; i < ROWS; i++) {
        const struct row row = {
            .op = "reduce", .n = i, .sample_count = 3 * i, .samples = samples
        };
        void *block = wire_pack(&row, &bytes);
        assert_non_null(block);
        assert_int_equal(bytes, sizeof row + 3 * i * sizeof *samples);
        assert_true(
            wire_send(line->ends[0], WIRE_ROW, (uint32_t)i, block, bytes));
        free(block);
        for (struct row got; i % 3 == 2 && next(line, &m); taken++) {
            assert_true(wire_unpack(&m, &got));
            assert_int_equal(m.index, taken);
            assert_int_equal(got.n, taken);
            assert_string_equal(got.op, "reduce");
            assert_int_equal(got.sample_count, 3 * taken);
            assert_true(
                !taken ||
                !memcmp(got.samples, samples, 3 * taken * sizeof *samples));
            free(got.samples);
        }
    }
    assert_int_equal(taken, ROWS - ROWS % 3);
}

static void row_of_wrong_length(void **state)
{
    struct row row = { .sample_count = 2 }, got;
    char block[sizeof row + 24];
    (void)state;
    for (size_t bytes = 0; bytes <= sizeof block; bytes++) {
        memset(block, 0, sizeof block);
        memcpy(block, &row, sizeof row);
        const struct message m = { WIRE_ROW, 0, block, bytes };
        const bool good = wire_unpack(&m, &got);
        assert_int_equal(good, bytes == sizeof row + 16);
        if (good)
            free(got.samples);
    }
    row.sample_count = SIZE_MAX / 8 + 3; /* times 8 it would be 16 */
    memcpy(block, &row, sizeof row);
    const struct message m = { WIRE_ROW, 0, block, sizeof row + 16 };
    assert_false(wire_unpack(&m, &got));
}

static void nonsense(void **state)
{
    struct line *line = *state;
    struct message m;
    uint64_t words[] = { 1000, 8, 0, 0 }; /* no such kind */
    assert_int_equal(write(line->ends[0], words, sizeof words), sizeof words);
    assert_int_equal(wire_receive(&line->wire, line->ends[1]), WIRE_GOT);
    assert_int_equal(wire_next(&line->wire, &m), WIRE_BROKEN);
    wire_free(&line->wire);
    words[0] = WIRE_ROW, words[1] = UINT64_MAX / 2; /* no such length */
    assert_int_equal(write(line->ends[0], words, sizeof words), sizeof words);
    assert_int_equal(wire_receive(&line->wire, line->ends[1]), WIRE_GOT);
    assert_int_equal(wire_next(&line->wire, &m), WIRE_BROKEN);
}

static void far_end_gone(void **state)
{
    struct line *line = *state;
    struct message m;
    assert_true(wire_send(line->ends[0], WIRE_DONE, 1, NULL, 0));
    shutdown(line->ends[0], SHUT_RDWR);
    assert_int_equal(wire_receive(&line->wire, line->ends[1]), WIRE_GOT);
    assert_int_equal(wire_receive(&line->wire, line->ends[1]), WIRE_CLOSED);
    assert_int_equal(wire_next(&line->wire, &m), WIRE_GOT);
    assert_int_equal(m.kind, WIRE_DONE);
    assert_false(wire_send(line->ends[1], WIRE_DONE, 0, NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(texts, open_line, close_line),
        cmocka_unit_test_setup_teardown(text_without_end, open_line,
                                        close_line),
        cmocka_unit_test_setup_teardown(rows, open_line, close_line),
        cmocka_unit_test(row_of_wrong_length),
        cmocka_unit_test_setup_teardown(nonsense, open_line, close_line),
        cmocka_unit_test_setup_teardown(far_end_gone, open_line, close_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
