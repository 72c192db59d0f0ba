/* histogram_count_tmpl.h - bins of samples of one type, see elem_one.h. */

/* The rule is copied, as what is stored might otherwise change it. */
SIMD_CLONES
static void NAME(bins)(const struct histogram_rule *rule, const void *samples,
                       size_t begin, size_t count, uint32_t *restrict bin)
{
    const struct histogram_rule r = *rule;
    const T *x = (const T *)samples + begin;
    for (size_t i = 0; i < count; i++)
        bin[i] = ELEM_PASTE(histogram_bin_, ELEM, )(&r, x[i]);
}
