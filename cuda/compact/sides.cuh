/* sides.cuh - what becomes of the elements of a part or tile: those that are
 * kept are packed, one after another; the others are dropped, by compact, or
 * packed behind them, the second side of a partition.
 *
 * Where the second side goes follows from where the first does: as many of the
 * others lie before a part as there are elements before it that are not kept.
 * In reverse order from the end it needs no more; in order it begins where the
 * first side ends, which all parts must tell before one of its elements is
 * written. */
#ifndef TETRAD_CUDA_COMPACT_SIDES_CUH
#define TETRAD_CUDA_COMPACT_SIDES_CUH

#include <cstddef>

/* BOTH: the others are written, too; STABLE: in their order. */
struct kept_alone {
    static constexpr bool BOTH = false, STABLE = false;
};
struct both_reversed {
    static constexpr bool BOTH = true, STABLE = false;
};
struct both_stable {
    static constexpr bool BOTH = true, STABLE = true;
};

/* Elements [begin, begin + size) of the array, of which `kept` are kept. */
struct piece {
    size_t begin;
    unsigned size, kept;

    __device__ unsigned others() const
    {
        return size - kept;
    }
    /* Where the second side of the piece begins in the output: of n elements
     * `all` are kept, of them `start` before the piece. */
    template <class Sides>
    __device__ size_t second(size_t n, size_t all, size_t start) const
    {
        const size_t before = begin - start;
        return Sides::STABLE ? all + before : n - before - others();
    }
    /* Where, in that side, the piece's other number `i` lies. */
    template <class Sides>
    __device__ unsigned other(unsigned i) const
    {
        return Sides::STABLE ? i : others() - 1 - i;
    }
};

/* By the thread that knows how many are kept in all. */
template <class Sides>
static __device__ void tell_counts(unsigned long long *count, size_t n,
                                   unsigned long long kept)
{
    count[0] = kept;
    if constexpr (Sides::BOTH)
        count[1] = n - kept;
}

#endif
