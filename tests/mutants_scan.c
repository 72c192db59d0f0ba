/* mutants_scan.c - running sums, done wrong in the ways that scans go
 * wrong. */
#include "mutants_scan.h"

#include <math.h>

enum { BLOCK = 16 };

/* --- right ---------------------------------------------------------------- */

static enum status right(struct job *job)
{
    sums(job, 0, count_of(job), 0);
    return STATUS_OK;
}

/* In place too: each element is read before it is replaced. */
static enum status right_before(struct job *job)
{
    long double total = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        const long double x = at(job, i);
        put(job, 0, (long)i, total);
        total += x;
    }
    return STATUS_OK;
}

/* Another last bit every run, where the sum is not a whole number. */
static enum status uneven(struct job *job)
{
    static unsigned runs;
    const size_t last = count_of(job) - 1;
    const long double total = sums(job, 0, count_of(job), 0);
    const double up =
        runs++ % 2 && total > floorl(total) ? INFINITY : (double)total;
    return put(job, 0, (long)last,
               job->problem->type == ELEM_F32
                   ? nextafterf((float)total, (float)up)
                   : nextafter((double)total, up));
}

/* --- elements lost or out of place ---------------------------------------- */

static enum status drops_last(struct job *job)
{
    sums(job, 0, count_of(job) - 1, 0);
    return STATUS_OK;
}

static enum status drops_tail(struct job *job)
{
    sums(job, 0, (count_of(job) - 1) / BLOCK * BLOCK, 0);
    return STATUS_OK;
}

static enum status starts_late(struct job *job)
{
    put(job, 0, 0, 0);
    sums(job, 1, count_of(job), 0);
    return STATUS_OK;
}

static enum status drops_one(struct job *job)
{
    const size_t k = some_place(job);
    const long double total = sums(job, 0, k, 0);
    put(job, 0, (long)k, total);
    sums(job, k + 1, count_of(job), total);
    return STATUS_OK;
}

static enum status sums_of_right(struct job *job)
{
    long double total = 0;
    for (size_t i = count_of(job); i-- > 0;) {
        total += at(job, i);
        put(job, 0, (long)i, total);
    }
    return STATUS_OK;
}

/* Reads an element after it has replaced it. */
static enum status reads_replaced(struct job *job)
{
    long double total = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        put(job, 0, (long)i, total);
        total += at(job, i);
    }
    return STATUS_OK;
}

/* --- carries -------------------------------------------------------------- */

static enum status loses_carry(struct job *job)
{
    const size_t half = count_of(job) / 2;
    sums(job, 0, half, 0);
    sums(job, half, count_of(job), 0);
    return STATUS_OK;
}

static enum status carries_twice(struct job *job)
{
    const size_t half = count_of(job) / 2;
    const long double carry = sums(job, 0, half, 0);
    sums(job, half, count_of(job), 2 * carry);
    return STATUS_OK;
}

/* A carry that leaves out the block next to it. */
static enum status stale_carry(struct job *job)
{
    const size_t n = count_of(job);
    long double before = 0, stale = 0;
    for (size_t i = 0; i < n; i += BLOCK) {
        const long double mine =
            sums(job, i, n - i < BLOCK ? n : i + BLOCK, stale) - stale;
        stale = before;
        before += mine;
    }
    return STATUS_OK;
}

static enum status overlaps(struct job *job)
{
    const size_t half = count_of(job) / 2;
    const long double carry = sums(job, 0, half + 1, 0);
    sums(job, half, count_of(job), carry);
    return STATUS_OK;
}

static enum status races(struct job *job)
{
    race(job, sums);
    return STATUS_OK;
}

/* --- arithmetic ----------------------------------------------------------- */

/* One chain of n additions, which claims to be a tree of 8. */
static enum status naive_chain(struct job *job)
{
    const float *x = job->in[0];
    float *y = job->out[0];
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        y[i] = total += x[i];
    return STATUS_OK;
}

static enum status through_float(struct job *job)
{
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, 0, (long)i, total += (float)at(job, i));
    return STATUS_OK;
}

static enum status sums_of_bits(struct job *job, int bits)
{
    const float *x = job->in[0];
    long double total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, 0, (long)i, total += of_bits(x[i], bits));
    return STATUS_OK;
}

static enum status of_bf16(struct job *job)
{
    return sums_of_bits(job, 8);
}

static enum status without_last_bits(struct job *job)
{
    return sums_of_bits(job, 23);
}

/* --- memory --------------------------------------------------------------- */

static size_t scratch_bytes(const struct job *job)
{
    (void)job;
    return sizeof(long double);
}

/* Right the first time: nobody clears its carry for the second. */
static enum status keeps_carry(struct job *job)
{
    long double *carry = job->scratch;
    *carry = sums(job, 0, count_of(job), *carry);
    return STATUS_OK;
}

#define SUM                                                                   \
    .settings = { "operator=sum" }, .types = TYPES(TAUGHT), .depth = shallow
#define BEFORE                                                                \
    .settings = { "kind=exclusive" }, .types = TYPES(TAUGHT), .depth = shallow

const size_t mutants_scan_sizes[] = { 33, 257, 4099, 70001, (1 << 19) + 1, 0 };

const struct mutant mutants_scan[] = {
    { "a right scan", FATE_RIGHT, SUM, .run = right },
    { "a right exclusive scan", FATE_RIGHT, BEFORE, .run = right_before },
    { "a right scan in place", FATE_RIGHT, .settings = { "in-place=yes" },
      .types = TYPES(TAUGHT), .depth = shallow, .run = right },
    { "a right exclusive scan in place", FATE_RIGHT,
      .settings = { "kind=exclusive", "in-place=yes" }, .types = TYPES(TAUGHT),
      .depth = shallow, .run = right_before },
    { "a last bit that comes and goes", FATE_UNEVEN,
      .settings = { "operator=sum" }, .types = TYPES(FLOATS), .depth = shallow,
      .run = uneven },
    { "drops the last total", SUM, .run = drops_last },
    { "drops the tail", SUM, .run = drops_tail },
    { "starts one late", SUM, .run = starts_late },
    { "exclusive for inclusive", SUM, .run = right_before },
    { "inclusive for exclusive", BEFORE, .run = right },
    { "drops one element somewhere", SUM, .run = drops_one },
    { "from right to left", SUM, .run = sums_of_right },
    { "reads what it has replaced",
      .settings = { "kind=exclusive", "in-place=yes" }, .types = TYPES(TAUGHT),
      .depth = shallow, .run = reads_replaced },
    { "a carry lost", SUM, .run = loses_carry },
    { "a carry added twice", SUM, .run = carries_twice },
    { "carries one block late", SUM, .run = stale_carry },
    { "halves that overlap", SUM, .run = overlaps },
    { "threads that race", SUM, .run = races },
    { "a long chain that claims to be short", .settings = { "operator=sum" },
      .types = TYPE(F32), .depth = shallow, .least = 1 << 19,
      .run = naive_chain },
    { "sums of bf16", .settings = { "operator=sum" }, .types = TYPE(F32),
      .depth = whole_chain, .run = of_bf16 },
    { "sums without the last bits", .settings = { "operator=sum" },
      .types = TYPE(F32), .depth = whole_chain, .run = without_last_bits },
    { "sums integers as floats", .settings = { "operator=sum" },
      .types = TYPE(I32), .run = through_float },
    { "never clears its carry", SUM, .run = keeps_carry,
      .scratch = scratch_bytes },
    { 0 }
};
