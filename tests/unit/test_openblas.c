/* test_openblas.c - for which processor OpenBLAS is told to choose its code. */
#include "unit.h"

#include "openmp/sgemm_openblas.h"

#if HAVE_OPENBLAS

/* What it knows, and what has no more, is left as it is. */
static void chosen_well(void **state)
{
    (void)state;
    assert_null(openmp_openblas_core("Haswell", true, false));
    assert_null(openmp_openblas_core("Zen", true, true));
    assert_null(openmp_openblas_core("SkylakeX", true, true));
    assert_null(openmp_openblas_core("SAPPHIRERAPIDS", true, true));
    assert_null(openmp_openblas_core("Prescott", false, false));
    assert_null(openmp_openblas_core("Sandybridge", false, false));
}

static void too_new_for_it(void **state)
{
    (void)state;
    assert_string_equal(openmp_openblas_core("Prescott", true, true),
                        "SkylakeX");
    assert_string_equal(openmp_openblas_core("Prescott", true, false),
                        "Haswell");
    assert_string_equal(openmp_openblas_core("Sandybridge", true, false),
                        "Haswell");
    assert_string_equal(openmp_openblas_core("Nehalem", true, true),
                        "SkylakeX");
}

#else

static void chosen_well(void **state)
{
    (void)state;
    print_message("built without OpenBLAS\n");
    skip();
}

#define too_new_for_it chosen_well

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_well),
        cmocka_unit_test(too_new_for_it),
    };
    return cmocka_run_group_tests_name("openblas", tests, NULL, NULL);
}
