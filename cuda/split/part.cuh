/* part.cuh - one block puts packed elements to the places that one part of the
 * flags marks.
 *
 * A warp has Rows rows of 32 vectors of 16 flags side by side, which become 16
 * bits a lane; the warps of a block lie one after another; a part is what a
 * block holds. Which part it is, and how many flags are set before it, is a
 * link's to know, one of compact's (compact/part.cuh), with what is set for
 * what is kept.
 *
 * A lane then makes whole vectors of the output, as its neighbours do: what
 * they need of the packed elements lies side by side and goes through the L1
 * cache once. Bytes: a flag, an element that is used and one of the output,
 * each moved once. */
#ifndef TETRAD_CUDA_SPLIT_PART_CUH
#define TETRAD_CUDA_SPLIT_PART_CUH

#include "compact/part.cuh"

using flag = unsigned char;

/* Flags of a vector, and of a row. */
constexpr int FLAGS = vector<flag>::LANES, FLAG_ROW = WARP * FLAGS;

template <class T>
struct spreading {
    const T *packed;
    const flag *flags;
    T *out;
    extent x; /* of the flags; together: with vectors of the output */
};

/* A bit a flag that is set, the first the lowest. */
static __device__ unsigned set_flags(const vector<flag> &v)
{
    unsigned words[FLAGS / 4], bits = 0;
    memcpy(words, &v, sizeof words);
#pragma unroll
    for (int w = 0; w < FLAGS / 4; w++) {
        /* The highest bit of each byte that is not 0; the product brings the
         * four together. */
        const unsigned high =
            ((words[w] & 0x7f7f7f7f) + 0x7f7f7f7f) | words[w];
        bits |= (((high & 0x80808080) >> 7) * 0x01020408u >> 24) << (4 * w);
    }
    return bits;
}

/* The same of flags that are not all there. */
static __device__ unsigned edge_flags(const flag *from, const part_of &there,
                                      int at)
{
    unsigned bits = 0;
#pragma unroll 1
    for (int k = 0; k < FLAGS; k++)
        if (there.has(at + k) && from[at + k])
            bits |= 1u << k;
    return bits;
}

/* The flags of a warp. */
template <int Rows>
struct flag_rows {
    static_assert(Rows % 2 == 0 && Rows * FLAG_ROW < 1 << 16, "half a word");

    /* This lane's: 16 flags of each row, and above how many of the warp's are
     * set before them. */
    unsigned word[Rows];
    unsigned total; /* set */

    /* Of the lane's flags from `first` on; load(address): a vector. */
    template <class Load>
    __device__ flag_rows(const flag *flags, const extent &x, size_t first,
                         Load load)
        : total(0)
    {
        if (rows_whole<flag, Rows>(x, first)) {
            vector<flag> v[Rows];
#pragma unroll
            for (int r = 0; r < Rows; r++)
                v[r] = load(flags + first + r * FLAG_ROW);
#pragma unroll
            for (int r = 0; r < Rows; r++)
                word[r] = set_flags(v[r]);
        } else {
            const part_of there(x, first, Rows * FLAG_ROW);
#pragma unroll
            for (int r = 0; r < Rows; r++)
                word[r] = edge_flags(flags + first, there, r * FLAG_ROW);
        }
        add_up();
    }
    __device__ void add_up()
    {
#pragma unroll
        for (int r = 0; r < Rows; r += 2) { /* two at once */
            const unsigned own = __popc(word[r]) | __popc(word[r + 1]) << 16;
            const unsigned upto = warp_sum_upto(own);
            const unsigned all = __shfl_sync(FULL_WARP, upto, WARP - 1);
            const unsigned before = upto - own, first = all & 0xffff;
            word[r] |= (total + (before & 0xffff)) << 16;
            word[r + 1] |= (total + first + (before >> 16)) << 16;
            total += first + (all >> 16);
        }
    }
};

/* The lane's vector number `k` of a row of flags: its elements. */
template <class T>
static __device__ vector<T> spread_vector(const T *packed, unsigned word,
                                          int k)
{
    constexpr int LANES = vector<T>::LANES;
    const unsigned at = (k * WARP + threadIdx.x % WARP) * LANES;
    const unsigned own = __shfl_sync(FULL_WARP, word, at / FLAGS);
    const unsigned shift = at % FLAGS;
    unsigned from = (own >> 16) + __popc(own & ((1u << shift) - 1));
    vector<T> v;
#pragma unroll
    for (int j = 0; j < LANES; j++) {
        const bool is = own >> (shift + j) & 1;
        v.lane[j] = is ? __ldg(packed + from) : T(0);
        from += is;
    }
    return v;
}

/* The output of a warp's rows, of which the first begins at element `first`;
 * `packed` are those of the first flag set. */
template <class T, int Rows>
static __device__ void spread_rows(const spreading<T> &s, const T *packed,
                                   const flag_rows<Rows> &flags, size_t first)
{
    constexpr int EACH = FLAGS / vector<T>::LANES; /* vectors a vector */
    const bool all = s.x.together && whole(s.x, first, Rows * FLAG_ROW);
    const part_of there(s.x, first, Rows * FLAG_ROW);
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        vector<T> v[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            v[k] = spread_vector(packed, flags.word[r], k);
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const int at = r * FLAG_ROW +
                int(k * WARP + threadIdx.x % WARP) * vector<T>::LANES;
            if (all)
                vector_store(s.out + first + at, v[k]);
            else
                edge_store(s.out + first, there, at, v[k]);
        }
    }
}

/* This lane's flags of part `part`. */
template <int Rows, class Load>
static __device__ flag_rows<Rows> part_flags(const flag *flags,
                                             const extent &x, size_t part,
                                             Load load)
{
    return flag_rows<Rows>(flags, x, part_first<flag, Rows>(part) - x.skip,
                           load);
}

/* All threads of a block of whole warps. */
template <class T, int Rows, class Link>
static __device__ void split_part(const spreading<T> &s, Link link)
{
    __shared__ unsigned totals[WARP];
    const unsigned warps = blockDim.x / WARP, warp = threadIdx.x / WARP;
    const unsigned lane = threadIdx.x % WARP;
    const size_t part = link.part();
    const flag_rows<Rows> flags = part_flags<Rows>(
        s.flags, s.x, part, [](const flag *at) { return vector_load(at); });
    if (lane == 0)
        totals[warp] = flags.total;
    __syncthreads();
    const unsigned of_warp = lane < warps ? totals[lane] : 0;
    link.publish(warp_sum(of_warp));
    const unsigned lower = warp_sum(lane < warp ? of_warp : 0);
    const size_t before = link.before() + lower;
    spread_rows(s, s.packed + before, flags,
                part_first<flag, Rows>(part) - lane * FLAGS - s.x.skip);
}

#endif
