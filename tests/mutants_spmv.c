/* mutants_spmv.c - sparse products, done wrong in the ways that they go
 * wrong.
 *
 * One right sum of a range of non-zeros; each mutant has one flaw in which
 * range it is, what is multiplied, or where the sum goes. */
#include "mutants_parts.h"

static size_t rows_of(const struct job *job)
{
    return job->problem->dim[0];
}

static size_t offset(const struct job *job, size_t row)
{
    return ((const uint32_t *)job->in[2])[row];
}

static size_t column(const struct job *job, size_t k)
{
    return ((const uint32_t *)job->in[1])[k];
}

static long double x_at(const struct job *job, size_t c)
{
    return job->problem->type == ELEM_F32 ? ((const float *)job->in[3])[c]
                                          : ((const double *)job->in[3])[c];
}

static long double sum(const struct job *job, size_t begin, size_t end)
{
    long double all = 0;
    for (size_t k = begin; k < end; k++)
        all += at(job, k) * x_at(job, column(job, k));
    return all;
}

static long double row_sum(const struct job *job, size_t row)
{
    return sum(job, offset(job, row), offset(job, row + 1));
}

static enum status right(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++)
        put(job, 0, (long)row, row_sum(job, row));
    return STATUS_OK;
}

/* The row that non-zero k is of. */
static size_t row_of(const struct job *job, size_t k)
{
    size_t row = 0;
    while (offset(job, row + 1) <= k)
        row++;
    return row;
}

/* --- non-zeros ------------------------------------------------------------ */

/* One of them so many times more. */
static enum status counts_again(struct job *job, int times)
{
    const size_t k = some_place(job), row = row_of(job, k);
    right(job);
    return put(job, 0, (long)row,
               row_sum(job, row) + times * sum(job, k, k + 1));
}

static enum status loses_one(struct job *job)
{
    return counts_again(job, -1);
}

static enum status doubles_one(struct job *job)
{
    return counts_again(job, 1);
}

static enum status drops_last_of_rows(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        const size_t begin = offset(job, row), end = offset(job, row + 1);
        put(job, 0, (long)row, sum(job, begin, end > begin ? end - 1 : end));
    }
    return STATUS_OK;
}

/* Of long rows what is behind the last whole vector is left out. */
static enum status drops_tails(struct job *job)
{
    enum { VECTOR = 8 };
    for (size_t row = 0; row < rows_of(job); row++) {
        const size_t begin = offset(job, row), end = offset(job, row + 1);
        const size_t tail = end - begin > VECTOR ? (end - begin) % VECTOR : 0;
        put(job, 0, (long)row, sum(job, begin, end - tail));
    }
    return STATUS_OK;
}

static enum status offsets_late(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        const size_t end = offset(job, row + 1);
        put(job, 0, (long)row,
            sum(job, offset(job, row) + 1,
                end < count_of(job) ? end + 1 : end));
    }
    return STATUS_OK;
}

/* --- columns -------------------------------------------------------------- */

static enum status columns_late(struct job *job)
{
    const size_t columns = job->problem->dim[1];
    for (size_t row = 0; row < rows_of(job); row++) {
        long double all = 0;
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++)
            all += at(job, k) * x_at(job, (column(job, k) + 1) % columns);
        put(job, 0, (long)row, all);
    }
    return STATUS_OK;
}

/* One column has its neighbour's number. */
static enum status one_column_off(struct job *job)
{
    const size_t k = some_place(job), row = row_of(job, k);
    const size_t other = (column(job, k) + 1) % job->problem->dim[1];
    right(job);
    return put(job, 0, (long)row,
               row_sum(job, row) +
                   at(job, k) *
                       (x_at(job, other) - x_at(job, column(job, k))));
}

static enum status transposes(struct job *job)
{
    const size_t rows = rows_of(job);
    for (size_t row = 0; row < rows; row++)
        put(job, 0, (long)row, 0);
    for (size_t row = 0; row < rows; row++)
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++) {
            const size_t to = column(job, k);
            const long double before = job->problem->type == ELEM_F32
                ? ((const float *)job->out[0])[to]
                : ((const double *)job->out[0])[to];
            put(job, 0, (long)to, before + at(job, k) * x_at(job, row));
        }
    return STATUS_OK;
}

/* As if all values were 1: a pattern. */
static enum status forgets_values(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        long double all = 0;
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++)
            all += x_at(job, column(job, k));
        put(job, 0, (long)row, all);
    }
    return STATUS_OK;
}

/* --- rows ----------------------------------------------------------------- */

static enum status rows_late(struct job *job)
{
    const size_t rows = rows_of(job);
    for (size_t row = 0; row < rows; row++)
        put(job, 0, (long)((row + 1) % rows), row_sum(job, row));
    return STATUS_OK;
}

static enum status swaps_two(struct job *job)
{
    const size_t row = row_of(job, some_place(job));
    const size_t other = (row + 1) % rows_of(job);
    right(job);
    put(job, 0, (long)row, row_sum(job, other));
    return put(job, 0, (long)other, row_sum(job, row));
}

static enum status leaves_last_row(struct job *job)
{
    for (size_t row = 0; row + 1 < rows_of(job); row++)
        put(job, 0, (long)row, row_sum(job, row));
    return STATUS_OK;
}

static enum status leaves_empty_rows(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++)
        if (offset(job, row) < offset(job, row + 1))
            put(job, 0, (long)row, row_sum(job, row));
    return STATUS_OK;
}

/* Their sums close up. */
static enum status skips_empty_rows(struct job *job)
{
    long to = 0;
    right(job);
    for (size_t row = 0; row < rows_of(job); row++)
        if (offset(job, row) < offset(job, row + 1))
            put(job, 0, to++, row_sum(job, row));
    return STATUS_OK;
}

/* An empty row takes the sum of the row before. */
static enum status repeats_for_empty(struct job *job)
{
    for (size_t row = 0, last = 0; row < rows_of(job); row++) {
        if (offset(job, row) < offset(job, row + 1))
            last = row;
        put(job, 0, (long)row, row_sum(job, last));
    }
    return STATUS_OK;
}

/* Adds to what is there, as with beta = 1. */
static enum status adds_to_y(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        const long double before = job->problem->type == ELEM_F32
            ? ((const float *)job->out[0])[row]
            : ((const double *)job->out[0])[row];
        put(job, 0, (long)row, before + row_sum(job, row));
    }
    return STATUS_OK;
}

/* --- rows that are cut ---------------------------------------------------- */

enum { CHUNK = 32 }; /* non-zeros */

/* Where the last chunk of a row begins, or the row. */
static size_t last_part(const struct job *job, size_t row)
{
    const size_t begin = offset(job, row), end = offset(job, row + 1);
    const size_t part = end ? (end - 1) / CHUNK * CHUNK : 0;
    return part > begin ? part : begin;
}

static enum status loses_carries(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++)
        put(job, 0, (long)row,
            sum(job, last_part(job, row), offset(job, row + 1)));
    return STATUS_OK;
}

static enum status carries_twice(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++)
        put(job, 0, (long)row,
            row_sum(job, row) +
                sum(job, offset(job, row), last_part(job, row)));
    return STATUS_OK;
}

static enum status carries_to_next(struct job *job)
{
    const size_t rows = rows_of(job);
    loses_carries(job);
    for (size_t row = 0; row + 1 < rows; row++)
        put(job, 0, (long)row + 1,
            sum(job, offset(job, row), last_part(job, row)) +
                sum(job, last_part(job, row + 1), offset(job, row + 2)));
    return STATUS_OK;
}

/* --- arithmetic ----------------------------------------------------------- */

static enum status of_fewer_bits(struct job *job, int value_bits, int x_bits)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        long double all = 0;
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++)
            all += (long double)of_bits((float)at(job, k), value_bits) *
                of_bits((float)x_at(job, column(job, k)), x_bits);
        put(job, 0, (long)row, all);
    }
    return STATUS_OK;
}

static enum status values_as_tf32(struct job *job)
{
    return of_fewer_bits(job, 11, 24);
}

static enum status x_as_bf16(struct job *job)
{
    return of_fewer_bits(job, 24, 8);
}

static enum status values_but_a_bit(struct job *job)
{
    return of_fewer_bits(job, 23, 24);
}

static enum status x_but_a_bit(struct job *job)
{
    return of_fewer_bits(job, 24, 23);
}

static enum status sums_in_float(struct job *job)
{
    for (size_t row = 0; row < rows_of(job); row++) {
        float all = 0;
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++)
            all += (float)(at(job, k) * x_at(job, column(job, k)));
        put(job, 0, (long)row, all);
    }
    return STATUS_OK;
}

/* One chain along the row, which claims to be a tree. */
static enum status naive_chain(struct job *job)
{
    return sums_in_float(job);
}

/* Differences of one running sum, whose rounding errors they keep. */
static enum status differences(struct job *job)
{
    float all = 0;
    for (size_t row = 0; row < rows_of(job); row++) {
        const float before = all;
        for (size_t k = offset(job, row); k < offset(job, row + 1); k++)
            all += (float)(at(job, k) * x_at(job, column(job, k)));
        put(job, 0, (long)row, all - before);
    }
    return STATUS_OK;
}

#define BOTH .types = TYPES(FLOATS)
#define MATRIX(name) .settings = { "matrix=" name }
#define LONG .settings = { "matrix=uniform", "mean=100" }

const size_t mutants_spmv_sizes[] = { 33, 1009, 0 };

const struct mutant mutants_spmv[] = {
    { "right by the stencil", FATE_RIGHT, BOTH, .run = right },
    { "right by a power law", FATE_RIGHT, MATRIX("power"), BOTH,
      .run = right },
    { "right with empty rows", FATE_RIGHT, MATRIX("empty-rows"), BOTH,
      .run = right },
    { "right with a dense row", FATE_RIGHT, MATRIX("dense-row"), BOTH,
      .run = right },
    { "loses a non-zero", BOTH, .run = loses_one },
    { "loses a non-zero among many", LONG, BOTH, .run = loses_one },
    { "doubles a non-zero", MATRIX("power"), BOTH, .run = doubles_one },
    { "drops the last of each row", MATRIX("banded"), BOTH,
      .run = drops_last_of_rows },
    { "drops what no vector is full of", MATRIX("dense-row"), BOTH,
      .run = drops_tails },
    { "begins and ends rows one late", MATRIX("power"), BOTH,
      .run = offsets_late },
    { "takes the next column", BOTH, .run = columns_late },
    { "takes one wrong column", MATRIX("uniform"), BOTH,
      .run = one_column_off },
    { "multiplies by the transpose", MATRIX("uniform"), BOTH,
      .run = transposes },
    { "forgets the values", BOTH, .run = forgets_values },
    { "rows moved by one", BOTH, .run = rows_late },
    { "swaps two rows", BOTH, .run = swaps_two },
    { "leaves the last row", BOTH, .run = leaves_last_row },
    { "leaves empty rows as they were", MATRIX("empty-rows"), BOTH,
      .run = leaves_empty_rows },
    { "skips empty rows", MATRIX("empty-rows"), BOTH,
      .run = skips_empty_rows },
    { "repeats a row for empty ones", MATRIX("empty-rows"), BOTH,
      .run = repeats_for_empty },
    { "adds to what y holds", BOTH, .run = adds_to_y },
    { "loses what a cut row has before", LONG, BOTH, .least = 257,
      .run = loses_carries },
    { "adds that twice", MATRIX("dense-row"), BOTH, .least = 257,
      .run = carries_twice },
    { "gives that to the next row", MATRIX("power"), BOTH, .least = 257,
      .run = carries_to_next },
    { "values as TF32", MATRIX("uniform"), .types = TYPE(F32),
      .run = values_as_tf32 },
    { "x as bf16", LONG, .types = TYPE(F32), .run = x_as_bf16 },
    { "values without their last bit", .types = TYPE(F32),
      .run = values_but_a_bit },
    { "x without its last bit", .types = TYPE(F32), .run = x_but_a_bit },
    { "sums of doubles in floats", .types = TYPE(F64), .run = sums_in_float },
    { "a long chain that claims to be short", LONG, .types = TYPE(F32),
      .least = 1009, .depth = shallow, .run = naive_chain },
    { "differences of one running sum", MATRIX("banded"), .types = TYPE(F32),
      .least = 257, .run = differences },
    { 0 }
};
