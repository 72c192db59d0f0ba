/* mutants_cells.c - cells, done wrong in the ways that short ranges go wrong.
 *
 * One right sum over all pairs, with a rule which of them count; each mutant
 * bends it. */
#include <math.h>

#include "mutants_parts.h"
#include "ops/cells_grid.h"

struct pair {
    const struct job *job;
    size_t i, j;
    double d[3], distance, cutoff;
};

/* The force a unit of length of d; 0: none. */
typedef double law(const struct pair *);

static double weight(const struct pair *p)
{
    const bool counts = p->distance > 0 && p->distance < p->cutoff;
    return counts ? p->cutoff / p->distance - 1 : 0;
}

static void sum(const struct job *job, law *law, size_t i, double f[3])
{
    const int dim = cells_dim(job->problem);
    struct pair p = { .job = job,
                      .i = i,
                      .cutoff = (double)cells_cutoff(job->problem) };
    f[0] = f[1] = f[2] = 0;
    for (p.j = 0; p.j < count_of(job); p.j++) {
        double square = 0;
        for (int c = 0; c < dim; c++) {
            const float *x = job->in[c];
            p.d[c] = (double)x[i] - (double)x[p.j];
            square += p.d[c] * p.d[c];
        }
        p.distance = sqrt(square);
        const double w = law(&p);
        for (int c = 0; c < dim; c++)
            f[c] += w * p.d[c];
    }
}

static void set(const struct job *job, size_t i, const double f[3])
{
    for (int c = 0; c < job->problem->out_count; c++)
        ((float *)job->out[c])[i] = (float)f[c];
}

static enum status push(const struct job *job, law *law, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double f[3];
        sum(job, law, i, f);
        set(job, i, f);
    }
    return STATUS_OK;
}

static enum status right(struct job *job)
{
    return push(job, weight, count_of(job));
}

/* --- the wrong pairs ------------------------------------------------------ */

/* A particle's first neighbour. */
static bool first_of(const struct pair *p)
{
    double d[3];
    for (size_t j = 0; j < p->j; j++) {
        double square = 0;
        for (int c = 0; c < cells_dim(p->job->problem); c++) {
            const float *x = p->job->in[c];
            d[c] = (double)x[p->i] - (double)x[j];
            square += d[c] * d[c];
        }
        if (square > 0 && sqrt(square) < p->cutoff)
            return false;
    }
    return p->i == some_place(p->job);
}

static double but_one(const struct pair *p)
{
    return weight(p) * (weight(p) > 0 && first_of(p) ? 0 : 1);
}

static double one_twice(const struct pair *p)
{
    return weight(p) * (weight(p) > 0 && first_of(p) ? 2 : 1);
}

static double but_last(const struct pair *p)
{
    return p->j + 1 < count_of(p->job) ? weight(p) : 0;
}

static double one_way(const struct pair *p)
{
    return p->j > p->i ? weight(p) : 0;
}

static uint32_t cell_of(const struct pair *p, size_t i)
{
    const struct cells_grid g = cells_grid_of(p->job->problem);
    const float *const at[] = { p->job->in[0], p->job->in[1], p->job->in[2] };
    return cells_cell(&g, at, i);
}

static double own_cell(const struct pair *p)
{
    return cell_of(p, p->i) == cell_of(p, p->j) ? weight(p) : 0;
}

/* How far their cells are from each other along an axis. */
static int step(const struct pair *p, int axis)
{
    const struct cells_grid g = cells_grid_of(p->job->problem);
    const float *x = p->job->in[axis];
    return (int)cells_place(&g, x[p->j]) - (int)cells_place(&g, x[p->i]);
}

static double no_corners(const struct pair *p)
{
    return step(p, 0) && step(p, 1) ? 0 : weight(p);
}

static double no_cells_above(const struct pair *p)
{
    return step(p, 1) > 0 ? 0 : weight(p);
}

static double no_cells_behind(const struct pair *p)
{
    return cells_dim(p->job->problem) == 3 && step(p, 2) < 0 ? 0 : weight(p);
}

/* Lists of a cell that hold eight, and no more. */
static double eight_a_cell(const struct pair *p)
{
    const uint32_t cell = cell_of(p, p->j);
    size_t before = 0;
    for (size_t k = 0; k < p->j; k++)
        before += cell_of(p, k) == cell;
    return before < CELLS_IN_CELL ? weight(p) : 0;
}

static double periodic(const struct pair *p)
{
    double square = 0;
    for (int c = 0; c < cells_dim(p->job->problem); c++) {
        const double d = p->d[c] - rint(p->d[c]);
        square += d * d;
    }
    struct pair q = *p;
    q.distance = sqrt(square);
    return weight(&q);
}

/* --- the wrong law -------------------------------------------------------- */

static double without_cutoff(const struct pair *p)
{
    return p->distance > 0 ? p->cutoff / p->distance - 1 : 0;
}

/* As far as the cutoff along each axis. */
static double in_square(const struct pair *p)
{
    for (int c = 0; c < cells_dim(p->job->problem); c++)
        if (fabs(p->d[c]) >= p->cutoff)
            return 0;
    return without_cutoff(p);
}

static double flat(const struct pair *p)
{
    return weight(p) > 0 ? p->cutoff / p->distance : 0;
}

static double no_unit(const struct pair *p)
{
    return weight(p) > 0 ? p->cutoff - p->distance : 0;
}

static double attracts(const struct pair *p)
{
    return -weight(p);
}

static double shorter(const struct pair *p)
{
    struct pair q = *p;
    q.cutoff *= 1 - 0x1p-10;
    return weight(&q);
}

static double plane(const struct pair *p)
{
    struct pair q = *p;
    q.distance = sqrt(p->d[0] * p->d[0] + p->d[1] * p->d[1]);
    return weight(&q);
}

static double ignores_cutoff(const struct pair *p)
{
    struct problem preset = *p->job->problem;
    struct pair q = *p;
    preset.param[CELLS_PARAM_CUTOFF].r = 0;
    q.cutoff = (double)cells_cutoff(&preset);
    return weight(&q);
}

#define LAW(name)                                                             \
    static enum status run_##name(struct job *job)                            \
    {                                                                         \
        return push(job, name, count_of(job));                                \
    }
LAW(but_one)
LAW(one_twice)
LAW(but_last)
LAW(one_way)
LAW(own_cell)
LAW(no_corners)
LAW(no_cells_above)
LAW(no_cells_behind)
LAW(eight_a_cell)
LAW(periodic)
LAW(without_cutoff)
LAW(in_square)
LAW(flat)
LAW(no_unit)
LAW(attracts)
LAW(shorter)
LAW(plane)
LAW(ignores_cutoff)
#undef LAW

/* --- the wrong place ------------------------------------------------------ */

static enum status last_at_rest(struct job *job)
{
    static const double nothing[3] = { 0 };
    right(job);
    set(job, count_of(job) - 1, nothing);
    return STATUS_OK;
}

static enum status swaps_xy(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++) {
        double f[3];
        sum(job, weight, i, f);
        set(job, i, (const double[3]){ f[1], f[0], f[2] });
    }
    return STATUS_OK;
}

/* The forces of the particles as they are sorted by cell. */
static enum status left_sorted(struct job *job)
{
    struct pair p = { .job = job };
    size_t to = 0;
    const struct cells_grid g = cells_grid_of(job->problem);
    for (uint32_t cell = 0; cell < g.cells; cell++)
        for (size_t i = 0; i < count_of(job); i++)
            if (cell_of(&p, i) == cell) {
                double f[3];
                sum(job, weight, i, f);
                set(job, to++, f);
            }
    return STATUS_OK;
}

static enum status last_bit(struct job *job)
{
    right(job);
    float *f = (float *)job->out[1] + some_place(job);
    *f = nextafterf(*f, INFINITY);
    return STATUS_OK;
}

#define PLAIN .types = TYPE(F32)
#define SOLID .settings = { "dim=3" }, PLAIN
#define GIVEN .settings = { "cutoff=0.3" }, PLAIN
#define CROWDED .settings = { "spread=clustered" }, PLAIN
#define CELLS .least = 100 /* from which there are some */

const size_t mutants_cells_sizes[] = { 33, 130, 0 };

const struct mutant mutants_cells[] = {
    { "a right sum", FATE_RIGHT, PLAIN, .run = right },
    { "a right sum in a cube", FATE_RIGHT, SOLID, .run = right },
    { "a right sum whose twin rounds", FATE_RIGHT, GIVEN, .run = right },
    { "a right sum of clusters", FATE_RIGHT, CROWDED, .run = right },
    { "loses a pair", PLAIN, .run = run_but_one },
    { "loses a pair, where the twin rounds", GIVEN, .run = run_but_one },
    { "loses a pair in a cube", SOLID, .run = run_but_one },
    { "counts a pair twice", PLAIN, .run = run_one_twice },
    { "the last particle pushes nobody", PLAIN, .run = run_but_last },
    { "the last particle is not pushed", PLAIN, .run = last_at_rest },
    { "each pair one way", PLAIN, .run = run_one_way },
    { "a particle's own cell alone", PLAIN, CELLS, .run = run_own_cell },
    { "no cells at corners", PLAIN, CELLS, .run = run_no_corners },
    { "no cells above", PLAIN, CELLS, .run = run_no_cells_above },
    { "no cells behind", SOLID, CELLS, .run = run_no_cells_behind },
    { "eight particles a cell at most", PLAIN, CELLS,
      .run = run_eight_a_cell },
    { "periodic borders", PLAIN, .run = run_periodic },
    { "no cutoff", PLAIN, .run = run_without_cutoff },
    { "a cutoff along each axis", PLAIN, .run = run_in_square },
    { "a force that does not fall", PLAIN, .run = run_flat },
    { "a direction that is no unit", PLAIN, .run = run_no_unit },
    { "attracts", PLAIN, .run = run_attracts },
    { "a cutoff shorter by 2^-10", PLAIN, .run = run_shorter },
    { "distances without z", SOLID, .run = run_plane },
    { "ignores the cutoff given", GIVEN, .run = run_ignores_cutoff },
    { "x and y exchanged", PLAIN, .run = swaps_xy },
    { "forces in the order of cells", PLAIN, CELLS, .run = left_sorted },
    { "one coordinate off by its last bit", PLAIN, .run = last_bit },
    { 0 }
};
