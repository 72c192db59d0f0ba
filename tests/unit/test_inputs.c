/* test_inputs.c - inputs that what is known of a run does not fit: those of
 * another seed, and what lies beyond them. */
#include "set_up.h"

#include <stdlib.h>
#include <string.h>

#include "astray.h"
#include "random.h"

/* Other inputs are of uniform numbers as well where the problem's are: what a
 * run knows of its own must not fit them. */
static void other_inputs_are_others(void **state)
{
    struct problem p = problem_of("reduce", 5000, NULL);
    float *own = malloc(5000 * sizeof *own);
    struct reason why = { "" };
    (void)state;
    p.dist = &dists[0];
    struct dataset dataset = opened(&p, 0);
    const char *in = dataset.replicas[0].set[0].in[0].data;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    memcpy(own, in, 5000 * sizeof *own);
    assert_int_equal(dataset_load(&dataset, OTHER_INPUTS, &why), STATUS_OK);
    assert_memory_not_equal(in, own, 5000 * sizeof *own);
    dataset_close(&dataset);
    free(own);
}

/* What is read beyond an input differs from check to check, or a maximum that
 * looks there would never find a high number. */
static void guards_of_inputs_change(void **state)
{
    const struct problem p = problem_of("reduce", 5000, NULL);
    struct dataset dataset = opened(&p, 0);
    struct replica *host = &dataset.replicas[0];
    const char *beyond = host->set[0].in[0].data + host->set[0].in[0].bytes;
    const struct promise promise = { .depth = 5000 };
    struct reason why = { "" };
    struct verdict v;
    char first = 0;
    bool changed = false;
    (void)state;
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    for (int check = 0; check < 32; check++) {
        assert_int_equal(dataset_check(&dataset, host, 0, &promise, &v, &why),
                         STATUS_OK);
        let_astray(beyond, 1);
        first = check ? first : *beyond;
        changed |= *beyond != first;
    }
    assert_true(changed);
    dataset_close(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_inputs_are_others),
        cmocka_unit_test(guards_of_inputs_change),
    };
    return cmocka_run_group_tests_name("inputs", tests, open_targets,
                                       close_targets);
}
