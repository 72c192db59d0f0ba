/* part.cuh - one block keeps, of one part of the elements, those above the
 * threshold: the elements in registers, what is kept packed in shared memory,
 * and behind it the others, where they are not dropped (sides.cuh).
 *
 * A warp has Rows rows of 32 vectors side by side, the warps of a block lie
 * one after another; a part is what a block holds. Which part it is, and how
 * many elements are kept before it, is the link's to know (alone.cuh,
 * one_hop.cuh, cluster.cuh, told.cuh, lookback.cuh); all threads call
 *
 *     part()           which part
 *     publish(total)   what the part keeps, once all threads have loaded
 *     before()         what lower parts keep; a barrier, too
 *     all()            what all parts keep, after that, where both sides are
 *                      to be in order
 *
 * In place, too: a block stores only where it and lower parts have loaded, and
 * before() returns when all of these have published. */
#ifndef TETRAD_CUDA_COMPACT_PART_CUH
#define TETRAD_CUDA_COMPACT_PART_CUH

#include "compact/sides.cuh"
#include "parts/rows.cuh"

/* What every kernel here is told. What there is no element for counts as the
 * threshold, which is not above itself. */
template <class T>
struct packing {
    const T *in;
    T *out;
    unsigned long long *count; /* of elements kept, by the last part; of both
                                  sides, where both are written */
    extent x;                  /* of the input */
    T threshold;
};

static __device__ unsigned warp_sum(unsigned x)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    return __reduce_add_sync(FULL_WARP, x);
#else
    return warp_reduce_all(x, [](unsigned a, unsigned b) { return a + b; });
#endif
}

/* The sum over this lane and those before it. */
static __device__ unsigned warp_sum_upto(unsigned x)
{
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        const unsigned before = __shfl_up_sync(FULL_WARP, x, step);
        if (threadIdx.x % WARP >= step)
            x += before;
    }
    return x;
}

/* Which elements of a warp's rows are kept, and where each row's go. */
template <class T, int Rows>
struct kept_rows {
    static constexpr int LANES = vector<T>::LANES, GROUP = 4;
    static constexpr int GROUPS = (Rows + GROUP - 1) / GROUP;
    static_assert(Rows * LANES <= 32, "a bit an element");

    unsigned bits;         /* this lane's, from the lowest */
    unsigned upto[GROUPS]; /* kept up to this lane, a byte a row: a row has
                              at most 128 elements */

    __device__ kept_rows(const vector<T> (&v)[Rows], T threshold) : bits(0)
    {
#pragma unroll
        for (int r = 0; r < Rows; r++)
#pragma unroll
            for (int k = 0; k < LANES; k++)
                if (v[r].lane[k] > threshold)
                    bits |= 1u << (r * LANES + k);
#pragma unroll
        for (int g = 0; g < GROUPS; g++) {
            upto[g] = 0;
#pragma unroll
            for (int r = g * GROUP; r < Rows && r < (g + 1) * GROUP; r++)
                upto[g] |= of_lane(r) << shift(r);
            upto[g] = warp_sum_upto(upto[g]);
        }
    }
    static __device__ constexpr int shift(int row)
    {
        return row % GROUP * 8;
    }
    __device__ unsigned of_lane(int row) const
    {
        return __popc(bits >> (row * LANES) & ((1u << LANES) - 1));
    }
    __device__ unsigned total() const
    {
        return warp_sum(__popc(bits));
    }
    /* The kept elements, one after another. */
    __device__ void place(const vector<T> (&v)[Rows], T *to) const
    {
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const unsigned upto = this->upto[r / GROUP];
            const unsigned all = __shfl_sync(FULL_WARP, upto, WARP - 1);
            T *at = to + (upto >> shift(r) & 0xff) - of_lane(r);
#pragma unroll
            for (int k = 0; k < LANES; k++)
                if (bits >> (r * LANES + k) & 1)
                    *at++ = v[r].lane[k];
            to += all >> shift(r) & 0xff;
        }
    }
    /* Both sides of part `own`, of which `before` are kept in lower warps; this
     * lane's elements begin at number `first`, those that are not there have
     * none below own.size. */
    template <class Sides>
    __device__ void place_both(const vector<T> (&v)[Rows], T *packed,
                               const piece &own, unsigned before,
                               unsigned first) const
    {
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const unsigned upto = this->upto[r / GROUP];
            const unsigned all = __shfl_sync(FULL_WARP, upto, WARP - 1);
            unsigned at = before + (upto >> shift(r) & 0xff) - of_lane(r);
#pragma unroll
            for (int k = 0; k < LANES; k++) {
                const unsigned i = first + r * ROW<T> + k;
                const bool is = bits >> (r * LANES + k) & 1;
                const unsigned other = own.kept + own.other<Sides>(i - at);
                if (i < own.size)
                    packed[is ? at : other] = v[r].lane[k];
                at += is;
            }
            before += all >> shift(r) & 0xff;
        }
    }
};

/* The most threads of a block. */
constexpr int PART_THREADS = 1024;

/* Vectors of a part, and dynamic shared memory for it. */
static constexpr size_t part_vectors(int rows, unsigned warps)
{
    return size_t(warps) * rows * WARP;
}

static constexpr size_t part_room(int rows, unsigned warps)
{
    return part_vectors(rows, warps) * sizeof(uint4);
}

/* Where this thread's vectors of a part begin, in elements from the first
 * vector. */
template <class T, int Rows>
static __device__ size_t part_first(size_t part)
{
    const size_t warp = part * (blockDim.x / WARP) + threadIdx.x / WARP;
    return (warp * Rows * WARP + threadIdx.x % WARP) * vector<T>::LANES;
}

/* What there is of a part. */
template <class T, int Rows>
static __device__ piece part_piece(const extent &x, size_t part,
                                   unsigned total)
{
    const size_t span =
        size_t(blockDim.x / WARP) * Rows * WARP * vector<T>::LANES;
    piece own;
    own.begin = part ? part * span - x.skip : 0;
    own.size = unsigned(min(x.n, (part + 1) * span - x.skip) - own.begin);
    own.kept = total;
    return own;
}

/* What was packed, the first side to `start`, the second to `second`. */
template <class T>
static __device__ void store_both(T *out, const T *packed, const piece &own,
                                  size_t start, size_t second)
{
    T *first_to = out + start, *second_to = out + (second - own.kept);
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < own.size; i += blockDim.x)
        (i < own.kept ? first_to : second_to)[i] = packed[i];
}

template <class Sides, class T, int Rows, class Link>
static __device__ void part_both(const packing<T> &p, Link &link, size_t part,
                                 const kept_rows<T, Rows> &kept,
                                 const vector<T> (&v)[Rows], T *packed,
                                 unsigned before, unsigned total)
{
    const piece own = part_piece<T, Rows>(p.x, part, total);
    kept.template place_both<Sides>(v, packed, own, before,
                                    unsigned(part_first<T, Rows>(0)) -
                                        (part ? 0 : p.x.skip));
    const size_t start = link.before();
    size_t all = 0;
    if constexpr (Sides::STABLE)
        all = link.all();
    if (part == gridDim.x - 1 && threadIdx.x == 0)
        tell_counts<Sides>(p.count, p.x.n, start + total);
    store_both(p.out, packed, own, start,
               own.template second<Sides>(p.x.n, all, start));
}

/* All threads of a block of whole warps. */
template <class T, int Rows, class Sides = kept_alone, class Link>
static __device__ void pack_part(const packing<T> &p, Link link)
{
    extern __shared__ uint4 room[];
    __shared__ unsigned totals[WARP];
    T *packed = reinterpret_cast<T *>(room);
    const unsigned warps = blockDim.x / WARP, warp = threadIdx.x / WARP;
    const unsigned lane = threadIdx.x % WARP;
    const size_t part = link.part();
    vector<T> v[Rows];
    rows_load(v, p.in, p.x, part_first<T, Rows>(part) - p.x.skip, p.threshold);
    const kept_rows<T, Rows> kept(v, p.threshold);
    const unsigned mine = kept.total();
    if (lane == 0)
        totals[warp] = mine;
    __syncthreads();
    const unsigned of_warp = lane < warps ? totals[lane] : 0;
    const unsigned total = warp_sum(of_warp);
    link.publish(total);
    const unsigned before = warp_sum(lane < warp ? of_warp : 0);
    if constexpr (Sides::BOTH) {
        part_both<Sides>(p, link, part, kept, v, packed, before, total);
    } else {
        kept.place(v, packed + before);
        const size_t start = link.before();
        if (part == gridDim.x - 1 && threadIdx.x == 0)
            tell_counts<Sides>(p.count, p.x.n, start + total);
        T *out = p.out + start;
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < total; i += blockDim.x)
            out[i] = packed[i];
    }
}

#endif
