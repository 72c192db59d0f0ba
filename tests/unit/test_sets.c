/* test_sets.c - the arrays of a case on a place that counts what is asked of
 * it: how many sets there are, where they lie, what is in them before a run,
 * and that all of them are given back. The op `mixed` is made up: of its
 * inputs a, b and c the output y starts as b, and z does not. */
#include "copying.h"

#include "astray.h"
#include "matrix.h"

enum { A, B, C, INS };
enum { Y, Z, OUTS };

static enum status shape(struct problem *p, struct reason *why)
{
    static const char *const names[] = { "a", "b", "c" };
    (void)why;
    p->in_count = INS;
    p->out_count = OUTS;
    for (int i = 0; i < INS; i++)
        p->in[i] = (struct array){ .name = names[i],
                                   .type = ELEM_I32,
                                   .count = p->size };
    p->out[Y] = p->out[Z] = p->in[A];
    p->out[Y].name = "y";
    p->out[Z].name = "z";
    return STATUS_OK;
}

static enum status shape_from_b(struct problem *p, struct reason *why)
{
    const enum status status = shape(p, why);
    p->out[Y].from = INPUT(B);
    return status;
}

static struct op mixed = { COPYING("mixed") };
static struct op plain = { COPYING("plain") };

/* --- a place that counts -------------------------------------------------- */

static int held, pinned; /* what was not given back yet */
static int asked;        /* how often for memory, */
static int refuse;       /* and which of these times in vain; 0: never */
static int sets_left;    /* before memory cannot be set; -1: always */
static size_t cache;

static enum status take(struct device *device, size_t bytes, void **memory,
                        struct reason *why)
{
    if (++asked == refuse)
        return fail(why, STATUS_MEMORY, "there is no more");
    held++;
    return host_place.alloc(device, bytes, memory, why);
}

static void give(struct device *device, void *memory)
{
    held -= memory != NULL;
    host_place.release(device, memory);
}

static enum status pin(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    pinned++;
    return host_place.alloc(device, bytes, memory, why);
}

static void unpin(struct device *device, void *memory)
{
    pinned -= memory != NULL;
    host_place.release(device, memory);
}

static enum status set(struct device *device, void *to, int byte, size_t bytes,
                       struct reason *why)
{
    if (sets_left >= 0 && sets_left-- == 0)
        return fail(why, STATUS_DEVICE, "it cannot be set");
    return host_place.set(device, to, byte, bytes, why);
}

static void facts(struct device *device, struct device_facts *facts)
{
    (void)device;
    *facts = (struct device_facts){ .cache = cache, .cache_one = cache / 2 };
}

static struct meter meter;
static struct dataset dataset;
static bool used[MOST_TARGETS];

/* Of `size` elements an array; NULL: its place could not be set up. */
static struct replica *opened(const struct op *op, size_t size,
                              const struct dataset_wants *wants)
{
    struct reason why = { "" };
    struct problem p;
    meter = host_meter;
    meter.pin = pin;
    meter.unpin = unpin;
    place = host_place;
    place.alloc = take;
    place.release = give;
    place.set = set;
    place.facts = facts;
    place.meter = &meter;
    held = pinned = asked = 0;
    sets_left = -1;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    memset(used, 0, sizeof used);
    used[targets.count++] = true;
    assert_int_equal(bed_problem(&p, op, ELEM_I32, size, NULL, 0, &why),
                     STATUS_OK);
    assert_int_equal(dataset_open(&dataset, &p, &targets, used, wants, &why),
                     STATUS_OK);
    targets.count--;
    struct replica *replica = dataset_replica(&dataset, &place);
    assert_non_null(replica);
    return replica->status ? NULL : replica;
}

/* --- having them, and giving them back ------------------------------------ */

static void all_are_given_back(void **state)
{
    const struct dataset_wants all = { .turns = true, .pins = true };
    const int arrays = (INS + OUTS) * DATASET_SETS;
    struct reason why = { "" };
    (void)state;
    cache = 1 << 20;
    assert_non_null(opened(&plain, 100, &all));
    assert_int_equal(held, arrays);
    assert_int_equal(pinned, INS + OUTS);
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    const struct replica *r = dataset_replica(&dataset, &place);
    for (int i = 0; i < INS; i++)
        assert_memory_equal(r->pinned_in[i], r->set[0].in[i].data,
                            100 * sizeof(int32_t));
    for (int i = 0; i < OUTS; i++)
        assert_non_null(r->pinned_out[i]);
    dataset_close(&dataset);
    assert_int_equal(held, 0);
    assert_int_equal(pinned, 0);
    for (refuse = 1; refuse <= arrays; refuse += 7) {
        assert_null(opened(&plain, 100, &all));
        assert_int_equal(held, 0); /* at once: others may need it */
        assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
        assert_int_equal(dataset.replicas[1].status, STATUS_MEMORY);
        assert_int_equal(pinned, 0);
        dataset_close(&dataset);
    }
    refuse = 0;
    assert_non_null(opened(&plain, 100, NULL));
    assert_int_equal(pinned, 0); /* nobody asked for any */
    dataset_close(&dataset);
}

/* Memory that can be had but not be set is given back as well. */
static void no_guards_no_buffer(void **state)
{
    struct reason why = { "" };
    struct buffer buffer;
    (void)state;
    assert_non_null(opened(&plain, 100, NULL));
    const int others = held;
    for (sets_left = 1; sets_left >= 0; sets_left--) {
        const enum status status =
            buffer_open(&buffer, &place, targets.host, 100,
                        (struct fit){ .offset = 4 }, &why);
        assert_int_equal(status, STATUS_DEVICE);
        assert_int_equal(held, others);
        assert_null(buffer.data);
    }
    dataset_close(&dataset);
}

/* A place is set up for targets that are used and there, and once. */
static void places_in_use(void **state)
{
    static struct place copies[3];
    const struct backend backends[] = {
        { .name = "used", .place = &copies[0] },
        { .name = "idle", .place = &copies[1] },
        { .name = "absent", .place = &copies[2] },
        { .name = "beside", .place = &copies[0] }
    };
    const bool in_use[MOST_TARGETS] = { true, false, true, true };
    struct targets list = { .count = 4, .host = targets.host };
    struct reason why = { "" };
    struct problem p;
    (void)state;
    for (int i = 0; i < 4; i++)
        list.list[i] =
            (struct target){ .backend = &backends[i],
                             .device = targets.host,
                             .status = i == 2 ? STATUS_MISSING : STATUS_OK };
    for (int i = 0; i < 3; i++)
        copies[i] = host_place;
    bed_problem(&p, &plain, ELEM_I32, 100, NULL, 0, &why);
    dataset_open(&dataset, &p, &list, in_use, NULL, &why);
    assert_int_equal(dataset.replica_count, 2);
    assert_ptr_equal(dataset.replicas[0].place, &host_place);
    assert_ptr_equal(dataset.replicas[1].place, &copies[0]);
    assert_null(dataset_replica(&dataset, &copies[1]));
    assert_null(dataset_replica(&dataset, &copies[2]));
    dataset_close(&dataset);
}

/* --- how many, and where -------------------------------------------------- */

/* On warm caches as many as half the last level holds; of what is refreshed,
 * and on cold ones, one. */
static void sets_fit_half_a_cache(void **state)
{
    const size_t bytes = (INS + OUTS) * 1000 * sizeof(int32_t);
    static const struct {
        double caches; /* of a set's bytes */
        int sets;
    } cases[] = { { 0.5, 1 }, { 2, 1 },   { 3.9, 1 }, { 4, 2 },  { 7.9, 3 },
                  { 8, 4 },   { 9.9, 4 }, { 10, 4 },  { 1e4, 4 } };
    const struct dataset_wants hot = { .rotate = true };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cache = (size_t)(cases[i].caches * (double)bytes);
        const struct replica *r = opened(&plain, 1000, &hot);
        assert_int_equal(r->sets, cases[i].sets);
        assert_int_equal(r->held, cases[i].sets);
        dataset_close(&dataset);
    }
    assert_int_equal(opened(&plain, 1000, NULL)->sets, 1);
    dataset_close(&dataset);
    const struct replica *refreshed = opened(&mixed, 1000, &hot);
    assert_int_equal(refreshed->sets, 1);
    assert_int_equal(refreshed->held, 1);
    dataset_close(&dataset);
}

/* All are off their alignment by the offset, all but the first input by the
 * skew besides. */
static void skewed_arrays(void **state)
{
    const struct dataset_wants off = { .offset = 3, .skew = 2 };
    (void)state;
    const struct replica *r = opened(&plain, 100, &off);
    for (int i = 0; i < INS; i++)
        assert_int_equal((uintptr_t)r->set[0].in[i].data % 256,
                         i == A ? 12 : 20);
    for (int i = 0; i < OUTS; i++)
        assert_int_equal((uintptr_t)r->set[0].out[i].data % 256, 20);
    dataset_close(&dataset);
}

/* --- what is in them ------------------------------------------------------ */

static bool is_all(const struct buffer *buffer, int byte)
{
    for (size_t i = 0; i < buffer->bytes; i++)
        if ((unsigned char)buffer->data[i] != byte)
            return false;
    return true;
}

static bool is_same(const struct buffer *a, const struct buffer *b)
{
    return !memcmp(a->data, b->data, a->bytes);
}

/* Poison is of two kinds in turn, so that none is right twice. */
static void poison_takes_turns(void **state)
{
    struct reason why = { "" };
    struct replica *r = opened(&plain, 100, NULL);
    (void)state;
    for (int turn = 0; turn < 4; turn++) {
        assert_int_equal(dataset_ready(&dataset, r, &why), STATUS_OK);
        for (int i = 0; i < OUTS; i++)
            assert_true(is_all(&r->set[0].out[i], turn % 2 ? 0x7A : 0xFF));
    }
    dataset_close(&dataset);
}

/* What a run is to copy there is spoiled; what an output starts as is not, and
 * other inputs are what they were once they are restored. */
static void spoiled_and_restored(void **state)
{
    struct reason why = { "" };
    struct replica *r = opened(&mixed, 100, NULL);
    const struct arrays *own = &r->set[0];
    const struct arrays *host = &dataset.replicas[0].set[0];
    (void)state;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    for (int i = 0; i < INS; i++)
        assert_true(is_same(&own->in[i], &host->in[i]));
    assert_int_equal(dataset_spoil(&dataset, r, &why), STATUS_OK);
    for (int i = 0; i < INS; i++)
        assert_int_equal(is_all(&own->in[i], 0xFF), i != B);
    assert_int_equal(dataset_ready(&dataset, r, &why), STATUS_OK);
    assert_true(is_same(&own->out[Y], &host->in[B]));
    assert_false(is_same(&own->out[Z], &host->in[B]));
    assert_int_equal(dataset_restore(&dataset, r), STATUS_OK);
    for (int i = 0; i < INS; i++)
        assert_true(is_same(&own->in[i], &host->in[i]));
    dataset_close(&dataset);
}

/* --- what became of them -------------------------------------------------- */

static const char *said_of(struct replica *r)
{
    static struct verdict v;
    struct reason why = { "" };
    assert_int_equal(dataset_intact(&dataset, r, &v, &why), STATUS_OK);
    assert_int_equal(v.ok, !v.text[0]);
    return v.text;
}

/* In any array of any set, and which; and that it is put right. */
static void harm_is_seen(void **state)
{
    const struct dataset_wants hot = { .rotate = true };
    struct reason why = { "" };
    char text[64];
    (void)state;
    cache = 1 << 20;
    struct replica *r = opened(&plain, 100, &hot);
    assert_int_equal(r->sets, DATASET_ROTATING);
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    for (int k = 0; k < r->sets; k++)
        for (int i = 0; i < INS + OUTS; i++) {
            const struct buffer *of =
                i < INS ? &r->set[k].in[i] : &r->set[k].out[i - INS];
            const char *name = i < INS ? dataset.problem.in[i].name
                                       : dataset.problem.out[i - INS].name;
            assert_string_equal(said_of(r), "");
            for (int past = 0; past < 2; past++) {
                char *at = past ? of->data + of->bytes : of->data - 1;
                let_astray(at, 1);
                *at ^= 1;
                snprintf(text, sizeof text, "wrote %s %s: guard byte",
                         past ? "past" : "before", name);
                assert_non_null(strstr(said_of(r), text));
                assert_string_equal(said_of(r), "");
            }
            if (i >= INS)
                continue;
            of->data[of->bytes - 1] ^= 1;
            snprintf(text, sizeof text, "changed its input %s", name);
            assert_string_equal(said_of(r), text);
            assert_string_equal(said_of(r), "");
        }
    dataset_close(&dataset);
}

/* What lies beside an input is high or low from check to check, in no rhythm,
 * in all sets alike. */
static void guards_change(void **state)
{
    const struct dataset_wants hot = { .rotate = true };
    const struct promise promise = { .depth = 0 };
    struct replica *r = opened(&plain, 100, &hot);
    struct reason why = { "" };
    struct verdict v;
    int changes = 0, before = 0;
    (void)state;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    for (int check = 0; check < 64; check++) {
        dataset_check(&dataset, r, 0, &promise, &v, &why);
        const int now = r->set[0].in[A].guard;
        for (int i = 0; i < INS * r->sets; i++)
            assert_int_equal(r->set[i / INS].in[i % INS].guard, now);
        changes += check && now != before;
        before = now;
    }
    assert_in_range(changes, 16, 48);
    dataset_close(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_given_back),
        cmocka_unit_test(no_guards_no_buffer),
        cmocka_unit_test(places_in_use),
        cmocka_unit_test(sets_fit_half_a_cache),
        cmocka_unit_test(skewed_arrays),
        cmocka_unit_test(poison_takes_turns),
        cmocka_unit_test(spoiled_and_restored),
        cmocka_unit_test(harm_is_seen),
        cmocka_unit_test(guards_change),
    };
    targets_threads = 1;
    mixed.shape = shape_from_b;
    plain.shape = shape;
    return cmocka_run_group_tests_name("sets", tests, open_targets,
                                       close_targets);
}
