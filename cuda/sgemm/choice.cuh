/* choice.cuh - which form a product takes, and into how many shares the tiles
 * are cut that fill no wave of blocks: the least time by a model of waves over
 * multiprocessors. */
#ifndef TETRAD_CUDA_SGEMM_CHOICE_CUH
#define TETRAD_CUDA_SGEMM_CHOICE_CUH

#include "sgemm/block.cuh"

/* What a GPU of any size does in a cycle of a multiprocessor, and what a block
 * costs besides its products. With the rates of forms.def these are a fit to
 * 2980 products of an H200, 58 shapes cut in every way: what the model chooses
 * takes 1.9 % longer than the best way of each, in the geometric mean. */
constexpr double FMAS = 128;          /* a multiprocessor's */
constexpr double BLOCK_CYCLES = 5800; /* first loads, last stores */
constexpr double JOIN_CYCLES = 3000;  /* the launch that adds pieces, */
constexpr double PIECE_CYCLES = 600;  /* and each that a tile has */
constexpr double MEMORY_BYTES = 11;   /* a cycle and multiprocessor */
constexpr double PIECE_BYTES = 16;    /* of pieces, from and to L2 */
constexpr unsigned MOST_PARTS = 32;
/* What a product loses that is fed by single floats (H200: 0.6 to 0.75 of its
 * time at n = 401 to 777, 0.2 at 4097), and what the launch that copies
 * operands costs besides their bytes. */
constexpr double BY_ONES = 0.6, COPY_CYCLES = 7000;

/* A form in numbers, for the host. */
struct shape {
    unsigned rows, columns, slices, depth, blocks, shared;
    double rate; /* of FMAS */
};

template <class F>
static constexpr struct shape shape_of(int percent)
{
    return { F::ROWS,        F::COLUMNS, F::SLICES,
             F::DEPTH,       F::BLOCKS,  F::SHARED + unsigned(sizeof(float4)),
             percent / 100.0 };
}

struct choice {
    int form;
    struct shares shares;
    double cycles;
};

static inline size_t tiles_of(const product &p, const shape &s)
{
    return ceil_div(p.m, size_t(s.rows)) * ceil_div(p.n, size_t(s.columns));
}

/* The tiles of a form, those that are left over in `count` shares. */
static inline struct choice choice_of(const product &p, const shape &s,
                                      int form, unsigned count, int sms)
{
    const size_t tiles = tiles_of(p, s), slots = size_t(sms) * s.blocks;
    const size_t left = count ? tiles % slots : 0; /* over */
    const unsigned steps =
        unsigned(max(ceil_div(p.k, size_t(s.depth)), size_t{ 1 }));
    const struct shares cut = { unsigned(tiles - left), unsigned(left), count,
                                steps };
    const double step = double(s.rows) * s.columns * s.depth;
    const double area = double(p.m) * p.n * sizeof(float);
    const double read = double(p.k) * double(p.m + p.n) * sizeof(float);
    const double rounds =
        double(ceil_div(size_t(cut.whole), size_t(sms))) * steps +
        double(ceil_div(size_t(count), size_t(sms))) * cut.most_steps();
    const double compute = rounds * step / (FMAS * s.rate);
    const double memory = (read + area) / (MEMORY_BYTES * sms);
    double cycles = max(compute, memory) +
        BLOCK_CYCLES *
            double(ceil_div(size_t(cut.whole), slots) +
                   ceil_div(size_t(count), slots));
    if (count)
        cycles += JOIN_CYCLES + PIECE_CYCLES * cut.most_pieces() +
            2.0 * sizeof(float) * s.rows * s.columns *
                (cut.most_pieces() * left) / (PIECE_BYTES * double(sms));
    return { form, cut, cycles };
}

/* Whether so many bytes are copied in less time than a product loses that is
 * fed by single floats. */
static inline bool copies_pay(const struct choice &c, double bytes, int sms)
{
    const double copies =
        bytes > 0 ? bytes / (MEMORY_BYTES * sms) + COPY_CYCLES : 0;
    return copies <= BY_ONES * c.cycles;
}

static inline void choose(struct choice *best, const struct choice &c)
{
    if (best->form < 0 || c.cycles < best->cycles)
        *best = c;
}

/* Of the forms that fit in `shared` bytes of shared memory; form -1 if none
 * does. Tiles that are left over are cut into so many pieces each, or into as
 * many shares as there is room for at once. */
static inline struct choice best_choice(const product &p, const shape *shapes,
                                        int count, int sms, size_t shared)
{
    struct choice best = { -1, {}, 0 };
    for (int form = 0; form < count; form++) {
        const shape &s = shapes[form];
        const size_t slots = size_t(sms) * s.blocks;
        const size_t over = tiles_of(p, s) % slots;
        const size_t most =
            over * max(ceil_div(p.k, size_t(s.depth)), size_t{ 1 });

        if (s.shared > shared)
            continue;
        choose(&best, choice_of(p, s, form, 0, sms));
        if (over && slots <= most)
            choose(&best, choice_of(p, s, form, unsigned(slots), sms));
        for (unsigned parts = 2; parts <= MOST_PARTS; parts += 1 + parts / 4)
            if (over && over * parts <= most &&
                over * (parts - 1) < size_t(sms) * 2)
                choose(&best,
                       choice_of(p, s, form, unsigned(over * parts), sms));
    }
    return best;
}

#endif
