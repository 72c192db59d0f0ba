/* test_claims.c - pieces that threads claim: each goes to one of them, a
 * thread's own first and in order, and what a straggler leaves to others. */
#include "unit.h"

#include <string.h>

#include "openmp/claims.h"

enum { TEAM = 3, MOST = 64 };

static struct claims shares[TEAM];
static struct claimant thread[TEAM];
static int taken[MOST];

static void begin(size_t pieces)
{
    memset(taken, 0, sizeof taken);
    claims_begin(shares, TEAM, pieces);
    for (size_t t = 0; t < TEAM; t++)
        thread[t] = (struct claimant){ shares, TEAM, t, 0 };
}

static bool take(size_t t, size_t *piece)
{
    if (!claim(&thread[t], piece))
        return false;
    assert_in_range(*piece, 0, MOST - 1);
    taken[*piece]++;
    return true;
}

static void assert_all_taken(size_t pieces)
{
    for (size_t k = 0; k < MOST; k++)
        assert_int_equal(taken[k], k < pieces);
}

static void by_turns(void **state)
{
    (void)state;
    for (size_t pieces = 0; pieces <= MOST; pieces++) {
        size_t k;
        bool more = true;
        begin(pieces);
        while (more) {
            more = false;
            for (size_t t = 0; t < TEAM; t++)
                more |= take(t, &k);
        }
        assert_all_taken(pieces);
    }
}

static void alone(void **state)
{
    (void)state;
    for (size_t t = 0; t < TEAM; t++) {
        size_t k;
        begin(MOST);
        while (take(t, &k))
            ;
        assert_all_taken(MOST);
    }
}

/* The second has its first piece and is not seen again. */
static void own_first(void **state)
{
    size_t k;
    (void)state;
    begin(9);
    assert_true(take(1, &k));
    assert_int_equal(k, 3);
    for (size_t own = 0; own < 3; own++) {
        assert_true(take(0, &k));
        assert_int_equal(k, own);
    }
    assert_true(take(0, &k));
    assert_int_equal(k, 4);
    assert_true(take(2, &k));
    assert_int_equal(k, 6);
    assert_true(take(0, &k));
    assert_int_equal(k, 5);
    while (take(2, &k))
        ;
    assert_false(take(0, &k));
    assert_all_taken(9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_turns),
        cmocka_unit_test(alone),
        cmocka_unit_test(own_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
