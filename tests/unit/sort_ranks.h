/* sort_ranks.h - ranks of keys of one form, see ops/sort_each.h; and that a
 * number made of a key's bits tells them. */
static void FORM(ranks)(const struct problem *p, const void *keys,
                        uint64_t *rank)
{
    const KEY *x = keys, flip = (KEY)sort_flip(p);
    for (size_t i = 0; i < p->size; i++) {
        const KEY number = RANKED(x[i], flip);
        rank[i] = RANK(x[i], flip);
        assert_true(BITS(number, flip) == x[i]);
        assert_true(rank[i] - number + 1 <= 2); /* of -0, by one */
    }
}
