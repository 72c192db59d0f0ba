/* choice.cuh - how a product is made: by blocks of which form, fed by single
 * floats or by fours, and K in how many parts where tiles would not fill the
 * GPU: the least time by a model of waves over multiprocessors. */
#ifndef TETRAD_CUDA_SGEMM_CHOICE_CUH
#define TETRAD_CUDA_SGEMM_CHOICE_CUH

#include "sgemm/together.cuh"

/* What a GPU of any size does in a cycle of a multiprocessor, and what a block
 * costs besides its products. With the rates of forms.def these are a fit to
 * 480 products of an H100, 19 shapes with aligned rows, cut in every way; what
 * pieces cost, and rounds, to 3380 more, of 59 shapes: what the model chose
 * took 1.1 % longer than the best way of each of these, in the geometric mean,
 * when it did not know of blocks alone yet. How fast operands are copied is of
 * an H200, n from 2047 to 4097. */
constexpr double FMAS = 128;          /* a multiprocessor's */
constexpr double BLOCK_CYCLES = 3300; /* first loads, last stores */
constexpr double JOIN_CYCLES = 7000;  /* the launch that adds pieces, */
constexpr double PIECE_CYCLES = 650;  /* and each that a tile has */
constexpr double MEMORY_BYTES = 11;   /* a cycle and multiprocessor */
constexpr double PIECE_BYTES = 15;    /* of pieces, from and to L2 */
constexpr double MEET_CYCLES = 4000;  /* the blocks of a cluster, at the end */
constexpr double COPY_CYCLES = 7000;  /* the launch that copies operands, */
constexpr double COPY_BYTES = 12;     /* and how fast it does */
constexpr unsigned MOST_PARTS = 32;

/* A form in numbers, for the host. */
struct shape {
    unsigned rows, columns, slices, depth, blocks, few, threads, shared;
    unsigned together;  /* parts of K, at most, by a cluster a tile; or 1 */
    double ones, fours; /* rates of FMAS, fed by, */
    double alone;       /* and how much of them a block reaches without the
                           others that a multiprocessor has room for */
};

template <class F>
static constexpr struct shape shape_of(unsigned together, int ones, int fours,
                                       int alone)
{
    return { F::ROWS,   F::COLUMNS,   F::SLICES,     F::DEPTH,
             F::BLOCKS, F::FEW,       F::THREADS,    F::SHARED,
             together,  ones / 100.0, fours / 100.0, alone / 100.0 };
}

/* What a product is chosen for. */
struct terms {
    int sms;
    size_t shared; /* bytes that a block may have */
    double copied; /* bytes read and written so that fours are aligned; less
                      than 0: they cannot be */
};

struct choice {
    int form;          /* -1: none has room */
    int unit;          /* floats that a copy to shared memory has: 1 or 4 */
    unsigned together; /* parts of K, by a cluster a tile; 1: shares */
    struct shares shares;
    double cycles;
};

static inline size_t tiles_of(const product &p, const shape &s)
{
    return ceil_div(p.m, size_t(s.rows)) * ceil_div(p.n, size_t(s.columns));
}

static inline unsigned steps_of(const product &p, const shape &s)
{
    return steps_in(p.k, s.depth, s.few);
}

/* Of so many rounds of steps one after the other: what there is to compute, or
 * to read and to write, and what is copied before. */
static inline double cycles_of(const product &p, const shape &s,
                               const terms &t, int unit, double rounds)
{
    const double step = double(s.rows) * s.columns * s.depth;
    const double area = double(p.m) * p.n * sizeof(float);
    const double read = double(p.k) * double(p.m + p.n) * sizeof(float);
    const double compute =
        rounds * step / (FMAS * (unit == 1 ? s.ones : s.fours));
    const double memory = (read + area) / (MEMORY_BYTES * t.sms);
    const double copies = unit == 1 || t.copied == 0
        ? 0
        : t.copied / (COPY_BYTES * t.sms) + COPY_CYCLES;

    return max(compute, memory) + copies;
}

/* Blocks one after the other on a multiprocessor. As many as there is room for
 * are dealt evenly, and take longer where each has one for itself; those behind
 * them, or behind `before` others, go where blocks end, which the blocks of a
 * multiprocessor do together: they fill one before the next. */
static inline double rounds_of(size_t blocks, size_t before, const shape &s,
                               const terms &t)
{
    const size_t slots = size_t(t.sms) * s.blocks;

    if (before + blocks > slots)
        return double(ceil_div(blocks, slots) * s.blocks);
    return blocks > size_t(t.sms) ? double(s.blocks)
        : blocks                  ? 1 / s.alone
                                  : 0;
}

/* The tiles of a form, those that are left over in `count` shares. */
static inline struct choice in_shares(const product &p, const shape &s,
                                      const terms &t, int unit, unsigned count)
{
    const size_t tiles = tiles_of(p, s), slots = size_t(t.sms) * s.blocks;
    const size_t left = count ? tiles % slots : 0; /* over */
    const struct shares cut = { unsigned(tiles - left), unsigned(left), count,
                                steps_of(p, s) };
    const double rounds = rounds_of(cut.whole, 0, s, t) * cut.steps +
        rounds_of(count, cut.whole, s, t) * cut.most_steps();
    double cycles = cycles_of(p, s, t, unit, rounds) +
        BLOCK_CYCLES *
            double(ceil_div(size_t(cut.whole), slots) +
                   ceil_div(size_t(count), slots));
    if (count)
        cycles += JOIN_CYCLES + PIECE_CYCLES * cut.most_pieces() +
            2.0 * sizeof(float) * s.rows * s.columns *
                (cut.most_pieces() * left) / (PIECE_BYTES * double(t.sms));
    return { 0, unit, 1, cut, cycles };
}

/* Each tile by a cluster of so many blocks, all at once. */
static inline struct choice in_clusters(const product &p, const shape &s,
                                        const terms &t, int unit,
                                        unsigned parts)
{
    const double rounds = ceil_div(steps_of(p, s), parts);

    return { 0,
             unit,
             parts,
             {},
             cycles_of(p, s, t, unit, rounds) + BLOCK_CYCLES + MEET_CYCLES };
}

static inline void choose(struct choice *best, int form, struct choice c)
{
    c.form = form;
    if (best->form < 0 || c.cycles < best->cycles)
        *best = c;
}

/* By one form and by copies of so many floats: whole tiles; those that are left
 * over cut into so many pieces each, or into as many shares as there is room
 * for at once; or all by clusters, if there is room at once for so many as
 * clusters(form, unit, parts) says, at most one block a multiprocessor. */
template <class Clusters>
static void choose_of_form(struct choice *best, const product &p,
                           const shape &s, int form, const terms &t, int unit,
                           Clusters clusters)
{
    const size_t slots = size_t(t.sms) * s.blocks, tiles = tiles_of(p, s);
    const size_t over = tiles % slots, most = over * steps_of(p, s);

    choose(best, form, in_shares(p, s, t, unit, 0));
    if (over && slots <= most)
        choose(best, form, in_shares(p, s, t, unit, unsigned(slots)));
    for (unsigned parts = 2; parts <= MOST_PARTS; parts += 1 + parts / 4)
        if (over && over * parts <= most &&
            over * (parts - 1) < size_t(t.sms) * 2)
            choose(best, form,
                   in_shares(p, s, t, unit, unsigned(over * parts)));
    for (unsigned parts = 2; parts <= s.together; parts++)
        if (tiles * parts <= size_t(t.sms) && parts <= steps_of(p, s) &&
            tiles <= clusters(form, unit, parts))
            choose(best, form, in_clusters(p, s, t, unit, parts));
}

/* Of the forms that fit in a block's shared memory. */
template <class Clusters>
static struct choice best_choice(const product &p, const shape *shapes,
                                 int count, const terms &t, Clusters clusters)
{
    struct choice best = { -1, 1, 1, {}, 0 };
    for (int form = 0; form < count; form++) {
        if (shapes[form].shared + sizeof(float4) > t.shared)
            continue;
        if (t.copied >= 0)
            choose_of_form(&best, p, shapes[form], form, t, 4, clusters);
        if (t.copied != 0)
            choose_of_form(&best, p, shapes[form], form, t, 1, clusters);
    }
    return best;
}

#endif
