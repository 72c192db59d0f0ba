/* test_pgm.c - images of all forms, what is none and where that shows, and
 * images as the input of an operation. */
#include "malformed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "op.h"
#include "ops/pgm.h"

extern const struct op op_histogram;

static char own[64]; /* a file of this process' */

static void put(const void *bytes, size_t size)
{
    snprintf(own, sizeof own, "/tmp/tetrad-%ld.PGM", (long)getpid());
    FILE *file = fopen(own, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static enum status read_bytes(const void *bytes, size_t size,
                              struct pgm *image, struct reason *why)
{
    put(bytes, size);
    const enum status status = pgm_read(own, image, why);
    unlink(own);
    return status;
}

/* --- images --------------------------------------------------------------- */

#define BYTES(text) text, sizeof(text) - 1

static const struct {
    const char *bytes;
    size_t size, width, height;
    unsigned most, samples[6];
} good[] = {
    { BYTES("P5 3 2 255\n\0\1\2\xfd\xfe\xff"),
      3,
      2,
      255,
      { 0, 1, 2, 253, 254, 255 } },
    { BYTES("P5\n# by hand\n3 # wide\n2\n#\n255\n#\n9 \x80\t"),
      3,
      2,
      255,
      { '#', '\n', '9', ' ', 128, '\t' } },
    { BYTES("P5\t1\r6\v7\f\0\7\1\6\2\5"), 1, 6, 7, { 0, 7, 1, 6, 2, 5 } },
    { BYTES("P5 2 3 256\n\0\0\0\1\0\xff\1\0\0\x80\0\7"),
      2,
      3,
      256,
      { 0, 1, 255, 256, 128, 7 } },
    { BYTES("P5 6 1 65535 \0\0\xff\xff\1\2\3\4\5\6\7\x08"),
      6,
      1,
      65535,
      { 0, 65535, 0x102, 0x304, 0x506, 0x708 } },
    { BYTES("P2 3 2 9\n0 1 2\n3 4 9"), 3, 2, 9, { 0, 1, 2, 3, 4, 9 } },
    { BYTES("P2\n#c\n2 3\n1000\n1000 0 1#d\n2\t3\r\n00004\n# end\n"),
      2,
      3,
      1000,
      { 1000, 0, 1, 2, 3, 4 } },
};

static void images(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        struct pgm image;
        struct reason why = { "" };
        const enum status status =
            read_bytes(good[k].bytes, good[k].size, &image, &why);
        if (status)
            print_error("%zu: %s\n", k, why.text);
        assert_int_equal(status, STATUS_OK);
        assert_int_equal(image.width, good[k].width);
        assert_int_equal(image.height, good[k].height);
        assert_int_equal(image.most, good[k].most);
        for (size_t i = 0; i < 6; i++)
            assert_int_equal(pgm_at(&image, i), good[k].samples[i]);
        pgm_free(&image);
        assert_null(image.samples);
    }
}

/* --- what is none --------------------------------------------------------- */

static const struct {
    const char *bytes;
    size_t size;
    const char *place, *why;
} bad[] = {
    { BYTES(""), "line 1, column 1: ", "no PGM" },
    { BYTES("P"), "line 1, column 1: ", "no PGM" },
    { BYTES("GIF89a"), "line 1, column 1: ", "expected P5 or P2" },
    { BYTES("p5 1 1 1 \1"), "line 1, column 1: ", "no PGM" },
    { BYTES("P6 1 1 255\n\1\2\3"), "line 1, column 1: ", "colour" },
    { BYTES("P3 1 1 255\n1 2 3"), "line 1, column 1: ", "colour" },
    { BYTES("P4 8 1\n\1"), "line 1, column 1: ", "black-and-white" },
    { BYTES("P1 1 1\n1"), "line 1, column 1: ", "black-and-white" },
    { BYTES("P7\n"), "line 1, column 1: ", "no PGM" },
    { BYTES("P55 1 1 \1"), "line 1, column 3: ", "blank after P5" },
    { BYTES("P5"), "line 1, column 3: ",
      "width: expected a number, found the "
      "end of the file" },
    { BYTES("P5 # no end"), "line 1, column 12: ", "end of the file" },
    { BYTES("P5\nwide 1 255\n\1"), "line 2, column 1: ",
      "width: expected a "
      "number, found 'w'" },
    { BYTES("P5\n-1 1 255\n\1"), "line 2, column 1: ", "found '-'" },
    { BYTES("P5\n1.5 1 255\n\1"), "line 2, column 2: ", "found '.'" },
    { BYTES("P5\n\x80 1 255\n\1"), "line 2, column 1: ", "byte 0x80" },
    { BYTES("P5\n0 1 255\n"), "line 2, column 1: ",
      "width: expected a number "
      "from 1 to 2147483647" },
    { BYTES("P5\n2 0 255\n"), "line 2, column 3: ", "height: expected" },
    { BYTES("P5 99999999999999999999 1 255\n"),
      "line 1, column 4: ", "width: expected a number from 1" },
    { BYTES("P5 1 2147483648 255\n\1"), "line 1, column 6: ", "height" },
    { BYTES("P5 2147483647 2147483647 255\n\1"),
      "line 2, column 1: ", "2147483647 x 2147483647 samples are to follow" },
    { BYTES("P5 1\n"), "line 2, column 1: ", "height: expected a number" },
    { BYTES("P5 1 1\n"), "line 2, column 1: ", "largest value: expected" },
    { BYTES("P5 1 1 0\n\0"), "line 1, column 8: ", "from 1 to 65535" },
    { BYTES("P5 1 1 65536\n\0"), "line 1, column 8: ", "from 1 to 65535" },
    { BYTES("P5 1 1 255"), "line 1, column 11: ", "one blank" },
    { BYTES("P5 1 1 255#\n\1"), "line 1, column 11: ", "one blank" },
    { BYTES("P5 1 1 255x\1"), "line 1, column 11: ",
      "a blank after it, found "
      "'x'" },
    { BYTES("P5 3 2 255\n12345"), "byte 11: ", "3 x 2 samples of 1 byte" },
    { BYTES("P5 3 2 255\n1234567"), "byte 11: ", "has 7 bytes there" },
    { BYTES("P5 3 2 255\r\n123456"), "byte 11: ", "has 7 bytes there" },
    { BYTES("P5 2 1 256\n\0\1\0"), "byte 11: ", "2 x 1 samples of 2 bytes" },
    { BYTES("P5 2 2 9\n\1\2\11\12"), "line 2, column 4: ",
      "row 2, column 2 of the image is 10, above the largest value, 9" },
    { BYTES("P5 1 2 256\n\1\0\1\1"),
      "line 2, column 3: ", "row 2, column 1 of the image is 257" },
    { BYTES("P2 2 2 9\n1 2\n3"), "line 3, column 2: ",
      "row 2, column 2 of the image: expected a number, found the end" },
    { BYTES("P2 2 2 9\n1 2\n3 10"),
      "line 3, column 3: ", "row 2, column 2 of the image is 10" },
    { BYTES("P2 2 2 9\n1 2\n3 x"), "line 3, column 3: ", "found 'x'" },
    { BYTES("P2 2 1 9\n1 99999999999999999999"),
      "line 2, column 3: ", "from 0 to 65535" },
    { BYTES("P2 2 2 9\n1 2\n3 4\n5"),
      "line 4, column 1: ", "more than the 2 x 2 samples" },
};

static void malformed(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct pgm image;
        struct reason why = { "" };
        const enum status status =
            read_bytes(bad[k].bytes, bad[k].size, &image, &why);
        is_refused(k, status, &why, bad[k].place, bad[k].why);
        assert_null(image.samples);
    }
}

/* What is cut off is no image. */
static void cut(void **state)
{
    static const char whole[] = "P2 2 2 99\n1 2\n3 44";
    struct pgm image;
    struct reason why;
    (void)state;
    for (size_t size = 0; size < sizeof whole - 2; size++) /* 4 is one, too */
        assert_int_equal(read_bytes(whole, size, &image, &why), STATUS_IO);
    assert_int_equal(pgm_read("/nowhere/at.pgm", &image, &why), STATUS_IO);
    assert_int_equal(pgm_read("/tmp", &image, &why), STATUS_IO);
}

/* --- as an input ---------------------------------------------------------- */

static struct problem problem_of(enum elem type, void *file)
{
    return (struct problem){ .op = &op_histogram,
                             .type = type,
                             .file = file,
                             .input_path = "of a file",
                             .param = { { .i = 256 }, { 0 }, { 0 } } };
}

static void inputs(void **state)
{
    uint8_t bytes[6];
    int32_t wholes[6];
    float reals[6];
    struct reason why = { "" };
    void *file = NULL;
    (void)state;
    put(good[0].bytes, good[0].size);
    assert_int_equal(op_histogram.read(own, &file, &why), STATUS_OK);
    assert_non_null(file);
    struct problem p = problem_of(ELEM_U8, file);
    assert_int_equal(op_histogram.shape(&p, &why), STATUS_OK);
    assert_int_equal(p.size, 6);
    assert_true(op_histogram.fill(&p, 0, bytes));
    p.type = ELEM_I32;
    assert_true(op_histogram.fill(&p, 0, wholes));
    p.type = ELEM_F32;
    assert_true(op_histogram.fill(&p, 0, reals));
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(bytes[i], good[0].samples[i]);
        assert_int_equal(wholes[i], good[0].samples[i]);
        assert_true(reals[i] == (float)good[0].samples[i]);
    }
    op_histogram.forget(file);
    file = NULL;
    put(good[3].bytes, good[3].size);
    assert_int_equal(op_histogram.read(own, &file, &why), STATUS_OK);
    p = problem_of(ELEM_U8, file);
    assert_int_equal(op_histogram.shape(&p, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "256"));
    op_histogram.forget(file);
    unlink(own);
    file = NULL;
    assert_int_equal(op_histogram.read("raw.bin", &file, &why), STATUS_OK);
    assert_null(file); /* not an image by its name: left to others */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images),
        cmocka_unit_test(malformed),
        cmocka_unit_test(cut),
        cmocka_unit_test(inputs),
    };
    return cmocka_run_group_tests_name("pgm", tests, NULL, NULL);
}
