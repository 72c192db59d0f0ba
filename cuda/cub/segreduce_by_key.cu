/* segreduce_by_key.cu - segreduce by cub::DeviceReduce::ReduceByKey.
 *
 * It knows segments by runs of equal keys. A byte an element that flags the
 * heads of segments is key enough, if two keys are equal where the latter is
 * no head: nobody need number the elements. Each run of the variant makes the
 * flags from the offsets, in the pass of cub::DevicePartition that lists the
 * segments which have elements: empty ones have no run of keys, and the
 * results of runs are stored through that list. Five launches; an element and
 * its flag are read once. */
#include <algorithm>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/bit>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "segreduce.cuh"

using flag = uint8_t;

/* --- keys ----------------------------------------------------------------- */

/* Flags are widened as they are read, since CUB's tuning for keys of 16 bits
 * is the faster. H200, 2^28 elements, mean 1000, ReduceByKey alone: f32 741 us,
 * with keys of 8 bits 787; f64 1030, 1131. */
struct key {
    uint16_t head;
};

__host__ __device__ inline bool operator==(const key &, const key &next)
{
    return !next.head;
}

struct key_of {
    __host__ __device__ key operator()(flag head) const
    {
        return { head };
    }
};

/* ReduceByKey takes no equality, only a type that has one, and tunes itself to
 * types that it knows: with keys of 8 bits a run of f32 as above took 878 us,
 * unless told so 1192. */
template <>
struct cub::NumericTraits<key> : cub::NumericTraits<uint16_t> {
};

/* --- scratch -------------------------------------------------------------- */

/* Flags of elements, the segments that have any, how many they are. */
struct layout {
    flag *flags;
    uint32_t *segments;
    uint64_t *count;
    char *rest; /* for CUB */
};

static size_t aligned(size_t bytes)
{
    return ceil_div(bytes, size_t{ 256 }) * 256;
}

static layout layout_of(const struct job *job, void *scratch)
{
    char *at = static_cast<char *>(scratch);
    layout l;
    const auto take = [&at](size_t bytes) {
        char *taken = at;
        at += aligned(bytes);
        return taken;
    };

    l.flags = reinterpret_cast<flag *>(take(count_of(job)));
    l.segments = reinterpret_cast<uint32_t *>(take(segments_of(job) * 4));
    l.count = reinterpret_cast<uint64_t *>(take(sizeof(uint64_t)));
    l.rest = at;
    return l;
}

/* --- steps ---------------------------------------------------------------- */

struct has_elements {
    const uint64_t *offsets;
    __device__ bool operator()(uint32_t segment) const
    {
        return offsets[segment] < offsets[segment + size_t{ 1 }];
    }
};

/* Takes each segment as it is stored: those with elements in order, at their
 * ranks, then the others, which get the identity. An element is a Word of its
 * size here, so that types of one size share the partition's kernels. */
template <class Word>
struct start_segment {
    has_elements some;
    flag *flags;
    uint32_t *segments;
    Word *out, identity;
    __device__ void operator()(ptrdiff_t rank, uint32_t segment) const
    {
        if (some(segment)) {
            flags[some.offsets[segment]] = 1;
            segments[rank] = segment;
        } else {
            out[segment] = identity;
        }
    }
};

template <class T>
struct end_segment {
    const uint32_t *segments;
    T *out;
    __device__ void operator()(ptrdiff_t rank, T result) const
    {
        out[segments[rank]] = result;
    }
};

template <class T>
static cudaError_t start(const struct job *job, const layout &l, size_t &bytes,
                         T identity)
{
    const thrust::counting_iterator<uint32_t> all(0);
    const has_elements some{ input<uint64_t>(job, 1) };
    using word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const start_segment<word> each{ some, l.flags, l.segments,
                                    output<word>(job),
                                    cuda::std::bit_cast<word>(identity) };

    return with_length(segments_of(job), [&](auto segments) {
        return cub::DevicePartition::If(
            l.rest, bytes, all, thrust::make_tabulate_output_iterator(each),
            l.count, segments, some, stream_of(job));
    });
}

template <class T, class Op>
static cudaError_t by_key(const struct job *job, const layout &l,
                          size_t &bytes, Op op)
{
    const flag *flags = l.flags;
    const auto keys = thrust::make_transform_iterator(flags, key_of{});
    const end_segment<T> end{ l.segments, output<T>(job) };

    return with_length(count_of(job), [&](auto n) {
        return cub::DeviceReduce::ReduceByKey(
            l.rest, bytes, keys, thrust::make_discard_iterator(),
            input<T>(job), thrust::make_tabulate_output_iterator(end), l.count,
            op, n, stream_of(job));
    });
}

/* What the two calls of CUB ask for, the larger. */
template <class T, class Op>
static cudaError_t ask_bytes(struct ask &ask, T identity, Op op)
{
    layout l = layout_of(ask.job, nullptr);
    const size_t ours = static_cast<size_t>(l.rest - static_cast<char *>(0));
    size_t partition = 0, reduce = 0;

    l.rest = nullptr;
    cudaError_t error = start<T>(ask.job, l, partition, identity);
    if (!error)
        error = by_key<T>(ask.job, l, reduce, op);
    ask.bytes = ours + std::max(partition, reduce);
    return error;
}

template <class T, class Op>
static cudaError_t steps(struct ask &ask, T identity, Op op)
{
    const struct job *job = ask.job;
    const layout l = layout_of(job, ask.scratch);
    size_t bytes = ask.bytes -
        static_cast<size_t>(l.rest - static_cast<char *>(ask.scratch));
    cudaError_t error =
        cudaMemsetAsync(l.flags, 0, count_of(job), stream_of(job));

    if (!error)
        error = start<T>(job, l, bytes, identity);
    if (!error)
        error = by_key<T>(job, l, bytes, op);
    return error;
}

static enum status call(struct ask &ask)
{
    return with_operator(ask.job, [&](auto start, auto op) {
        using T = decltype(start);
        return cuda_status(ask.job,
                           ask.scratch ? steps<T>(ask, start, op)
                                       : ask_bytes<T>(ask, start, op),
                           "cub::DeviceReduce::ReduceByKey");
    });
}

LAUNCHER(cub_segreduce_by_key);

size_t cub_segreduce_by_key_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_segreduce_by_key(struct job *job)
{
    return run_asked(job, call);
}

/* A tile has at least TILE_BYTES and may add once more to the value that a
 * later one looks back for; inside a tile come a thread's items, a scan over
 * the warp and a pass over the warps. */
double cub_segreduce_by_key_depth(const struct job *job)
{
    enum { TILE_BYTES = 128 * 6 * 4, ITEMS = 24, BLOCK = 5 + 20 };
    const double n = static_cast<double>(count_of(job));
    const double size = static_cast<double>(elem_size(job->problem->type));

    return 1 + n * size / TILE_BYTES + 2 * (ITEMS + BLOCK) + 2;
}
