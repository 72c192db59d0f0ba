/* histogram_tmpl.h - histogram on one core for one element type, see
 * elem_one.h. */

/* The bin of sample i. */
#define BIN(i) ELEM_PASTE(histogram_bin_, ELEM, )(&rule, x[i])

static void NAME(loop)(const struct job *job)
{
    const struct problem *p = job->problem;
    const struct histogram_rule rule = histogram_rule(p);
    const T *x = job->in[0];
    uint32_t *narrow = job->out[0];
    uint64_t *wide = job->out[0];
    memset(job->out[0], 0, array_bytes(&p->out[0]));
    for (size_t i = 0; i < p->size; i++) {
        const uint32_t bin = BIN(i);
        if (bin == rule.bins)
            continue;
        if (histogram_is_wide(p))
            wide[bin]++;
        else
            narrow[bin]++;
    }
}

/* Sample i into table i % ways; what has no bin is counted behind the others,
 * and not looked at. */
static inline void NAME(deal_to)(const struct job *job, struct tables t,
                                 size_t ways)
{
    const size_t n = job->problem->size, whole = n - n % TABLES_MOST;
    const struct histogram_rule rule = histogram_rule(job->problem);
    const T *x = job->in[0];
    for (size_t i = 0; i < whole; i += TABLES_MOST)
        for (size_t k = 0; k < TABLES_MOST; k++)
            t.counts[k % ways * t.stride + BIN(i + k)]++;
    for (size_t i = whole; i < n; i++)
        t.counts[BIN(i)]++;
}

static void NAME(deal)(const struct job *job, struct tables t)
{
    if (t.ways == 2)
        NAME(deal_to)(job, t, 2);
    else
        NAME(deal_to)(job, t, TABLES_MOST);
}

#undef BIN
