/* choice.cuh - which form a product takes, and into how many parts of K it is
 * cut: the least time by a model of waves of blocks over multiprocessors. */
#ifndef TETRAD_CUDA_SGEMM_CHOICE_CUH
#define TETRAD_CUDA_SGEMM_CHOICE_CUH

#include "sgemm/block.cuh"

/* What a GPU of any size does in a cycle of a multiprocessor, and what a block
 * costs besides its products; of an H200, where not measured a guess. */
constexpr double FMAS = 128;          /* a multiprocessor's */
constexpr double BLOCK_CYCLES = 2500; /* first loads, last stores */
constexpr double JOIN_CYCLES = 2500;  /* the second launch */
constexpr double MEMORY_BYTES = 16;   /* a cycle and multiprocessor */
constexpr double PART_BYTES = 24;     /* of parts of K, from and to L2 */
constexpr unsigned MOST_PARTS = 32;
/* What a loop loses whose copies are of one float, and what two launches that
 * copy operands cost besides their bytes. */
constexpr double BY_ONES = 0.17, COPY_CYCLES = 5000;

/* A form in numbers, for the host. */
struct shape {
    unsigned rows, columns, slices, depth, blocks, shared;
    double share; /* of FMAS */
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
    unsigned parts; /* of K */
    unsigned depth; /* of all but the last */
    double cycles;
};

static inline size_t tiles_of(const product &p, const shape &s)
{
    return ceil_div(p.m, size_t(s.rows)) * ceil_div(p.n, size_t(s.columns));
}

/* Of K in `parts` parts or fewer, whole steps each. */
static inline struct choice choice_of(const product &p, const shape *shapes,
                                      int form, unsigned parts, int sms)
{
    const shape &s = shapes[form];
    const unsigned steps =
        unsigned(ceil_div(ceil_div(p.k, size_t(s.depth)), size_t(parts)));
    struct choice c = { form, 1, max(steps, 1u) * s.depth, 0 };
    c.parts = p.k ? unsigned(ceil_div(p.k, size_t(c.depth))) : 1;
    const size_t blocks = tiles_of(p, s) * c.parts;
    const double each = double(s.rows) * s.columns * c.depth;
    const double area = double(p.m) * p.n * sizeof(float);
    const double read = double(p.k) * double(p.m + p.n) * sizeof(float);
    const double compute =
        double(ceil_div(blocks, size_t(sms))) * each / (FMAS * s.share);
    const double memory = (read + area) / (MEMORY_BYTES * sms);
    c.cycles = max(compute, memory) +
        BLOCK_CYCLES * double(ceil_div(blocks, size_t(sms) * s.blocks));
    if (c.parts > 1)
        c.cycles +=
            JOIN_CYCLES + 2 * area * c.parts / (PART_BYTES * double(sms));
    return c;
}

/* Whether so many bytes are copied in less time than the loop loses that is
 * fed by single floats. */
static inline bool copies_pay(const product &p, double bytes, int sms)
{
    const double products = double(p.m) * double(p.n) * double(p.k);
    const double copies =
        bytes > 0 ? bytes / (MEMORY_BYTES * sms) + COPY_CYCLES : 0;
    return copies <= BY_ONES * products / (FMAS * sms);
}

/* Of the forms that fit in `shared` bytes of shared memory; form -1 if none
 * does. */
static inline struct choice best_choice(const product &p, const shape *shapes,
                                        int count, int sms, size_t shared)
{
    struct choice best = { -1, 0, 0, 0 };
    for (int form = 0; form < count; form++)
        for (unsigned parts = 1; parts <= MOST_PARTS; parts += 1 + parts / 4) {
            if (shapes[form].shared > shared ||
                (parts > 1 &&
                 tiles_of(p, shapes[form]) * (parts - 1) >= size_t(sms) * 2))
                break;
            const struct choice c = choice_of(p, shapes, form, parts, sms);
            if (best.form < 0 || c.cycles < best.cycles)
                best = c;
        }
    return best;
}

#endif
