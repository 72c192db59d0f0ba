/* test_image.c - the output of a row as a file: printed, written whole or not
 * at all, and of which row. The op `grey` is made up: y = x, 0 to 9. */
#include "copying.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/image.h"
#include "ops/pgm.h"

extern const struct op op_conv2d;

/* --- printed -------------------------------------------------------------- */

static struct pgm printed; /* by the last print() */

static size_t print(const float *values, const struct pgm_range *range)
{
    char *text;
    size_t size;
    struct reason why = { "" };
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    const size_t beyond = pgm_print(file, values, 3, 2, range);
    fclose(file);
    pgm_free(&printed);
    if (pgm_parse(text, size, &printed, &why))
        print_error("%s\n", why.text);
    assert_int_equal(printed.width, 3);
    assert_int_equal(printed.height, 2);
    assert_int_equal(printed.most, range->most);
    free(text);
    return beyond;
}

static void is_printed(const unsigned samples[6])
{
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(pgm_at(&printed, i), samples[i]);
}

static void values(void **state)
{
    const float bytes[] = { 0, 1, 127.4f, 127.6f, 254, 255.4f };
    const float words[] = { 0, 255, 256, 258.5f, 899.5f, 900 };
    const float beyond[] = { -0.4f, -1e30f, NAN, 255.5f, INFINITY, 12 };
    const float stretched[] = { -1, 1, 0, -0.5f, 0.5f, 0.996f };
    const float same[] = { 7, 7, 7, 7, 7, 7 };
    (void)state;
    assert_int_equal(print(bytes, &(struct pgm_range){ 0, 255, 255 }), 0);
    is_printed((const unsigned[]){ 0, 1, 127, 128, 254, 255 });
    assert_int_equal(print(words, &(struct pgm_range){ 0, 900, 900 }), 0);
    is_printed((const unsigned[]){ 0, 255, 256, 259, 900, 900 });
    assert_int_equal(print(beyond, &(struct pgm_range){ 0, 255, 255 }), 4);
    is_printed((const unsigned[]){ 0, 0, 0, 255, 255, 12 });
    assert_int_equal(print(stretched, &(struct pgm_range){ -1, 1, 100 }), 0);
    is_printed((const unsigned[]){ 0, 100, 50, 25, 75, 100 });
    print(same, &(struct pgm_range){ 7, 7, 255 });
    is_printed((const unsigned[]){ 0, 0, 0, 0, 0, 0 });
}

/* What conv2d says of a file's image, and of one that no file has. */
static void of_conv2d(void **state)
{
    static char text[64];
    uint16_t samples[] = { 0, 0 };
    struct pgm image = { 2, 1, 900, true, samples };
    struct problem p = { .op = &op_conv2d,
                         .file = &image,
                         .dim = { 1, 2, 1 } };
    struct reason remark = { "" };
    const float y[] = { -3, 258 };
    const void *got[] = { y };
    (void)state;
    p.out[0].count = 2;
    for (int generated = 0; generated <= 1; generated++) {
        FILE *file = fmemopen(text, sizeof text, "wb");
        assert_non_null(file);
        setbuf(file, NULL);
        op_conv2d.image(&p, got, file, &remark);
        fclose(file);
        assert_memory_equal(text,
                            generated ? "P5\n2 1\n255\n\0\xff"
                                      : "P5\n2 1\n900\n\0\0\1\2",
                            generated ? 13 : 15);
        assert_non_null(
            strstr(remark.text,
                   generated ? "-3 is black and 258 white" : "1 of 2 pixels"));
        p.file = NULL;
    }
}

/* --- written -------------------------------------------------------------- */

static uint64_t own_seed;

/* Other inputs' digits are other ones. */
static bool fill(const struct problem *p, int which, void *elements)
{
    const size_t from = p->seed == own_seed ? 0 : 1;
    (void)which;
    for (size_t i = 0; i < p->size; i++)
        ((int32_t *)elements)[i] = (int32_t)((i + from) % 10);
    return true;
}

static void print_grey(const struct problem *p, const void *const got[],
                       FILE *file, struct reason *remark)
{
    const int32_t *y = got[0];
    for (size_t i = 0; i < p->size; i++)
        putc('0' + y[i], file);
    snprintf(remark->text, sizeof remark->text, "no colours");
}

static const struct op grey = { COPYING("grey"), .fill = fill,
                                .image = print_grey };

static enum status run_wrong(struct job *job)
{
    copying_run(job);
    ((int32_t *)job->out[0])[SIZE - 1] = 0;
    return STATUS_OK;
}

/* On the place of the choice alone, which is the second. */
static int arrays, pins, entered;

static enum status take(struct device *device, size_t bytes, void **memory,
                        struct reason *why)
{
    arrays++;
    return host_place.alloc(device, bytes, memory, why);
}

static enum status pin(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    pins++;
    return host_place.alloc(device, bytes, memory, why);
}

static void enter(void *context, int choice, double seconds)
{
    (void)context;
    if (choice < 0)
        return;
    assert_int_equal(choice, 1);
    assert_true(seconds == 70);
    entered++;
}

static enum status write_grey(enum status (*run)(struct job *),
                              const char *path, struct reason *remark,
                              struct reason *why)
{
    const struct variant variant = { .name = "it", .run = run };
    struct choice choices[] = {
        { .target = targets.count + 1 },
        { .target = targets.count, .variant = &variant, .pinned = true }
    };
    const struct options options = { .image_path = path,
                                     .timeout = 7,
                                     .no_check = true };
    const struct watch watch = { .enter = enter };
    static struct meter meter;
    struct reason no_room[MOST_TARGETS] = { { "" } };
    struct case_plan c = { .choices = choices,
                           .choice_count = 2,
                           .why = no_room };
    meter = host_meter;
    meter.pin = pin;
    meter.unpin = host_place.release;
    place = host_place;
    place.alloc = take;
    place.meter = &meter;
    arrays = pins = entered = 0;
    snprintf(remark->text, sizeof remark->text, "of another image");
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    assert_int_equal(
        bed_problem(&c.problem, &grey, ELEM_I32, SIZE, NULL, 0, why),
        STATUS_OK);
    own_seed = c.problem.seed;
    targets.count++;
    const enum status status =
        image_write(&targets, &c, 1, &options, &watch, remark, why);
    targets.count--;
    assert_true(arrays > 1 && pins == 2 && entered == 1);
    return status;
}

static void written(void **state)
{
    char path[64], text[SIZE + 1];
    struct reason remark, why;
    (void)state;
    snprintf(path, sizeof path, "/tmp/tetrad-%ld.grey", (long)getpid());
    assert_int_equal(write_grey(run_wrong, path, &remark, &why),
                     STATUS_DEVICE);
    assert_non_null(strstr(why.text, "fake/it has none that is right"));
    assert_string_equal(remark.text, "");
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(write_grey(copying_run, path, &remark, &why), STATUS_OK);
    assert_string_equal(remark.text, "no colours");
    assert_int_equal(write_grey(run_wrong, path, &remark, &why),
                     STATUS_DEVICE); /* and leaves it */
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), SIZE);
    fclose(file);
    for (size_t i = 0; i < SIZE; i++)
        assert_int_equal(text[i], '0' + i % 10);
    unlink(path);
    assert_int_equal(write_grey(copying_run, "/nowhere/x", &remark, &why),
                     STATUS_IO);
    assert_non_null(strstr(why.text, "/nowhere/x cannot be written"));
}

/* --- of which row --------------------------------------------------------- */

static struct row row_of(double median, enum row_status status, bool few)
{
    return (struct row){ .status = status,
                         .sample_count = median > 0 ? 9 : 0,
                         .seconds.median = median,
                         .few = few };
}

static void fastest(void **state)
{
    struct row rows[] = {
        row_of(1, ROW_WRONG, false), row_of(0, ROW_SKIPPED, false),
        row_of(2, ROW_OK, true),     row_of(1.5, ROW_OK, true),
        row_of(4, ROW_OK, false),    row_of(3, ROW_OK, false),
        row_of(5, ROW_OK, false)
    };
    struct record record = { .rows = rows, .row_count = 7 };
    (void)state;
    assert_ptr_equal(record_fastest(&record), &rows[5]);
    record.row_count = 4; /* none has samples enough */
    assert_ptr_equal(record_fastest(&record), &rows[3]);
    record.row_count = 2;
    assert_null(record_fastest(&record));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(of_conv2d),
        cmocka_unit_test(written),
        cmocka_unit_test(fastest),
    };
    return cmocka_run_group_tests_name("image", tests, open_targets,
                                       close_targets);
}
