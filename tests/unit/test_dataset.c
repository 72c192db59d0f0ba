/* test_dataset.c - a case set up: inputs, poison, guards, files. */
#include "set_up.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "astray.h"
#include "random.h"
#include "measure/dataset.h"
#include "measure/result.h"
#include "matrix.h"

static void loads_what_was_asked(void **state)
{
    const struct problem p = problem_of("reduce", 5000, NULL);
    struct dataset dataset = opened(&p, 1);
    struct reason why = { "" };
    float *want = malloc(5000 * sizeof *want);
    (void)state;
    for (int twin = 1; twin >= 0; twin--) {
        struct problem made = p;
        made.dist = twin ? dist_twin : p.dist;
        random_fill(&made, 0, want);
        assert_int_equal(dataset_load(&dataset, twin, &why), STATUS_OK);
        assert_int_equal(dataset.twin, twin);
        assert_memory_equal(dataset.replicas[0].set[0].in[0].data, want,
                            5000 * 4);
    }
    assert_int_equal((uintptr_t)dataset.replicas[0].set[0].in[0].data % 256,
                     4);
    assert_int_equal((uintptr_t)dataset.replicas[0].set[0].out[0].data % 256,
                     4);
    dataset_close(&dataset);
    free(want);
}

/* What was not written is seen, whatever the answer happens to be. */
static void unwritten_output(void **state)
{
    const struct problem p = problem_of("reduce", 5000, NULL);
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    struct reason why = { "" };
    struct verdict v;
    (void)state;
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    assert_int_equal(dataset_ready(&dataset, host, &why), STATUS_OK);
    assert_true(isnan(*(float *)(void *)host->set[0].out[0].data));
    assert_int_equal(dataset_check(&dataset, host, 0,
                                   &(struct promise){ .depth = 5000 }, &v,
                                   &why),
                     STATUS_OK);
    assert_false(v.ok);
    assert_true(v.text[0] != 0);
    dataset_close(&dataset);
}

/* An answer right to the bit in a case whose arrays were tampered with. */
static void tampering(void **state)
{
    const struct problem p = problem_of("reduce", 5000, "operator=max");
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    float *x = (void *)host->set[0].in[0].data, best = 0;
    struct reason why = { "" };
    struct verdict v;
    (void)state;
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    for (size_t i = 0; i < 5000; i++)
        best = fmaxf(best, x[i]);
    *(float *)(void *)host->set[0].out[0].data = best;
    assert_int_equal(dataset_check(&dataset, host, 0,
                                   &(struct promise){ .depth = 0 }, &v, &why),
                     STATUS_OK);
    assert_true(v.ok);
    x[17] += 1;
    assert_int_equal(dataset_check(&dataset, host, 0,
                                   &(struct promise){ .depth = 0 }, &v, &why),
                     STATUS_OK);
    assert_false(v.ok);
    assert_non_null(strstr(v.text, "changed its input"));
    x[17] -= 1;
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    write_astray(host->set[0].out[0].data + host->set[0].out[0].bytes);
    assert_int_equal(dataset_check(&dataset, host, 0,
                                   &(struct promise){ .depth = 0 }, &v, &why),
                     STATUS_OK);
    assert_false(v.ok);
    assert_non_null(strstr(v.text, "past"));
    dataset_close(&dataset);
}

/* An output that starts as its input starts so again before every run. */
static void refreshed_output(void **state)
{
    const struct problem p = problem_of("sgemm", 10, "beta=2");
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    struct reason why = { "" };
    (void)state;
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    for (int poison = 0; poison < 2; poison++) {
        memset(host->set[0].out[0].data, 1, host->set[0].out[0].bytes);
        assert_int_equal(dataset_ready(&dataset, host, &why), STATUS_OK);
        assert_memory_equal(host->set[0].out[0].data, host->set[0].in[2].data,
                            host->set[0].out[0].bytes);
    }
    dataset_close(&dataset);
}

static void digests_of_outputs(void **state)
{
    const struct problem p = problem_of("reduce", 100, "operator=argmax");
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    struct reason why = { "" };
    uint64_t before, after;
    (void)state;
    memset(host->set[0].out[0].data, 0, host->set[0].out[0].bytes);
    memset(host->set[0].out[1].data, 0, host->set[0].out[1].bytes);
    dataset_outputs(&dataset, host, 0, &before, &why);
    host->set[0].out[1].data[7] = 1;
    dataset_outputs(&dataset, host, 0, &after, &why);
    assert_true(before != after);
    dataset_close(&dataset);
}

static void loads_file(struct problem *p, size_t bytes, enum status expected,
                       const char *said)
{
    char path[] = "/tmp/tetrad-dataset-XXXXXX";
    static const float x[3] = { 1, 2, NAN };
    struct reason why = { "" };
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, x, bytes), (ssize_t)bytes);
    close(file);
    p->input_path = path;
    struct dataset dataset = opened(p, 0);
    assert_int_equal(dataset_load(&dataset, false, &why), expected);
    if (said)
        assert_non_null(strstr(why.text, said));
    dataset_close(&dataset);
    unlink(path);
}

static void files(void **state)
{
    struct problem two = problem_of("reduce", 2, NULL);
    struct problem three = problem_of("reduce", 3, NULL);
    (void)state;
    loads_file(&two, 8, STATUS_OK, NULL);
    loads_file(&two, 4, STATUS_IO, "less than the 8 bytes");
    loads_file(&two, 9, STATUS_IO, "more than the 8 bytes");
    loads_file(&three, 12, STATUS_USAGE, "element 2");
}

/* A file's segments are the twin's too; its elements are not. */
static void twin_of_file(void **state)
{
    static const struct {
        float x[6];
        uint64_t offsets[3];
    } content = { { 9, 9, 9, 9, 9, 9 }, { 0, 1, 6 } };
    char path[] = "/tmp/tetrad-dataset-XXXXXX";
    struct problem p = problem_of("segreduce", 6, "segments=2");
    struct reason why = { "" };
    const int file = mkstemp(path);
    (void)state;
    assert_int_equal(write(file, &content, sizeof content), sizeof content);
    close(file);
    p.input_path = path;
    struct dataset dataset = opened(&p, 0);
    const struct buffer *in = dataset.replicas[0].set[0].in;
    for (int twin = 0; twin <= 1; twin++) {
        assert_int_equal(dataset_load(&dataset, twin, &why), STATUS_OK);
        assert_int_equal(*(float *)(void *)in[0].data == 9, !twin);
        assert_memory_equal(in[1].data, content.offsets,
                            sizeof content.offsets);
    }
    dataset_close(&dataset);
    unlink(path);
}

static void missing_file(void **state)
{
    struct problem p = problem_of("reduce", 2, NULL);
    struct reason why = { "" };
    p.input_path = "/nonexistent/x";
    struct dataset dataset = opened(&p, 0);
    (void)state;
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_IO);
    dataset_close(&dataset);
}

/* --- outputs whose length the data decides -------------------------------- */

enum { ROOM = 8 };

static enum status shape_kept(struct problem *p, struct reason *why)
{
    (void)why;
    p->out_count = 2;
    p->out[0] = (struct array){
        .name = "y", .type = ELEM_U32, .count = ROOM, .length_in = OUTPUT(1)
    };
    p->out[1] =
        (struct array){ .name = "count", .type = ELEM_U64, .count = 1 };
    return STATUS_OK;
}

static size_t no_bytes(const struct problem *p)
{
    (void)p;
    return 0;
}

static void no_answer(const struct problem *p, const void *const in[],
                      void *want)
{
    (void)p, (void)in, (void)want;
}

static struct cost no_cost(const struct problem *p, const void *want)
{
    (void)p, (void)want;
    return (struct cost){ 0 };
}

static void all_right(const struct problem *p, const struct promise *promise,
                      const void *want, const void *const got[],
                      struct verdict *verdict)
{
    (void)p, (void)promise, (void)want, (void)got, (void)verdict;
}

static const struct op kept = { .name = "kept",
                                .types = TYPE(U32),
                                .default_type = ELEM_U32,
                                .shape = shape_kept,
                                .want_bytes = no_bytes,
                                .oracle = no_answer,
                                .cost = no_cost,
                                .check = all_right };

static struct dataset opened_kept(void)
{
    struct problem p = { .op = &kept, .type = ELEM_U32, .dim = { 1, 1, 1 } };
    struct reason why = { "" };
    assert_int_equal(kept.shape(&p, &why), STATUS_OK);
    struct dataset dataset = opened(&p, 0);
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    assert_int_equal(dataset_ready(&dataset, dataset.replicas, &why),
                     STATUS_OK);
    return dataset;
}

static uint64_t hash_of(struct dataset *dataset)
{
    struct reason why = { "" };
    uint64_t hash;
    assert_int_equal(
        dataset_outputs(dataset, dataset->replicas, 0, &hash, &why),
        STATUS_OK);
    return hash;
}

static struct verdict verdict_of(struct dataset *dataset)
{
    const struct promise promise = { .depth = 1 };
    struct reason why = { "" };
    struct verdict v;
    assert_int_equal(
        dataset_check(dataset, dataset->replicas, 0, &promise, &v, &why),
        STATUS_OK);
    return v;
}

/* What lies beyond the length is nobody's business. */
static void spare_room(void **state)
{
    struct dataset dataset = opened_kept();
    uint32_t *y = (void *)dataset.replicas[0].set[0].out[0].data;
    uint64_t *count = (void *)dataset.replicas[0].set[0].out[1].data;
    (void)state;
    *count = 3;
    y[0] = y[1] = y[2] = 5;
    const uint64_t hash = hash_of(&dataset);
    y[3] = y[ROOM - 1] = 6;
    assert_true(hash_of(&dataset) == hash);
    assert_true(verdict_of(&dataset).ok);
    assert_int_equal(dataset.got_bytes[0], 3 * sizeof *y);
    assert_int_equal(dataset.got_bytes[1], sizeof *count);
    y[2] = 6;
    assert_true(hash_of(&dataset) != hash);
    y[2] = 5;
    *count = 2;
    assert_true(hash_of(&dataset) != hash);
    dataset_close(&dataset);
}

static void more_than_fits(void **state)
{
    struct dataset dataset = opened_kept();
    uint64_t *count = (void *)dataset.replicas[0].set[0].out[1].data;
    (void)state;
    *count = ROOM + 1;
    const struct verdict v = verdict_of(&dataset);
    assert_false(v.ok);
    assert_non_null(strstr(v.text, "wrote 9 of y, where 8 fit"));
    assert_int_equal(dataset.got_bytes[0], ROOM * sizeof(uint32_t));
    dataset_close(&dataset);
}

/* As much as there is room for is right. Of sets that runs rotate over each
 * has a length and outputs of its own. */
static void each_set_has_its_length(void **state)
{
    const struct dataset_wants hot = { .rotate = true };
    const struct promise promise = { .depth = 1 };
    struct problem p = { .op = &kept, .type = ELEM_U32, .dim = { 1, 1, 1 } };
    struct reason why = { "" };
    struct dataset dataset;
    uint64_t hashes[2];
    (void)state;
    assert_int_equal(kept.shape(&p, &why), STATUS_OK);
    dataset_open(&dataset, &p, &targets, no_targets, &hot, &why);
    dataset_load(&dataset, OWN_INPUTS, &why);
    struct replica *host = &dataset.replicas[0];
    assert_int_equal(host->sets, DATASET_ROTATING);
    for (int k = 0; k < host->sets; k++) {
        *(uint64_t *)(void *)host->set[k].out[1].data = (uint64_t)(ROOM - k);
        memset(host->set[k].out[0].data, k, host->set[k].out[0].bytes);
    }
    for (int k = 0; k < host->sets; k++) {
        const size_t bytes = (size_t)(ROOM - k) * sizeof(uint32_t);
        struct verdict v;
        assert_int_equal(dataset_check(&dataset, host, k, &promise, &v, &why),
                         STATUS_OK);
        assert_true(v.ok);
        assert_int_equal(dataset.got_bytes[0], bytes);
        assert_memory_equal(dataset.got[0], host->set[k].out[0].data, bytes);
        assert_int_equal(dataset_written(&dataset), bytes + sizeof(uint64_t));
        dataset_outputs(&dataset, host, k, &hashes[k % 2], &why);
        assert_true(!k || hashes[0] != hashes[1]);
    }
    memset(host->set[1].out[0].data, 0, host->set[1].out[0].bytes);
    *(uint64_t *)(void *)host->set[1].out[1].data = ROOM;
    for (int k = 0; k < 2; k++)
        dataset_outputs(&dataset, host, k, &hashes[k], &why);
    assert_true(hashes[0] == hashes[1]);
    dataset_close(&dataset);
}

/* Only what was written goes back over the link. */
static void bytes_moved(void **state)
{
    static const struct choice both = { .transfers = TRANSFERS_BOTH };
    const struct options options = { 0 };
    struct dataset dataset = opened_kept();
    double second = 1;
    struct trial trial = { .choice = &both, .live = true, .wrote = 20 };
    (void)state;
    trial.row.samples = &second;
    trial.row.sample_count = 1;
    trial.row.checked = true;
    result_of_case(&trial, 1, &dataset, &options);
    assert_true(trial.row.moved_out == 20);
    trial.row.checked = false;
    result_of_case(&trial, 1, &dataset, &options);
    assert_true(trial.row.moved_out == ROOM * 4 + 8);
    dataset_close(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_what_was_asked),
        cmocka_unit_test(unwritten_output),
        cmocka_unit_test(tampering),
        cmocka_unit_test(refreshed_output),
        cmocka_unit_test(digests_of_outputs),
        cmocka_unit_test(files),
        cmocka_unit_test(twin_of_file),
        cmocka_unit_test(missing_file),
        cmocka_unit_test(spare_room),
        cmocka_unit_test(more_than_fits),
        cmocka_unit_test(bytes_moved),
        cmocka_unit_test(each_set_has_its_length),
    };
    targets_threads = 2;
    return cmocka_run_group_tests_name("dataset", tests, open_targets,
                                       close_targets);
}
