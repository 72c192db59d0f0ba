/* segreduce_by_key.cu - segreduce by cub::DeviceReduce::ReduceByKey.
 *
 * It knows segments by runs of equal keys, so each run of the variant first
 * makes a key an element from the offsets: marks at the heads of segments,
 * then a running maximum. Empty segments have no run: results are filled with
 * the identity, and the values of runs are scattered by key. Seven launches;
 * elements are read once, keys written and read three times. */
#include <algorithm>
#include <cub/device/device_for.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "segreduce.cuh"

/* --- scratch -------------------------------------------------------------- */

/* Keys of elements, keys and values of runs, the number of runs. */
template <class T> struct layout {
    uint32_t *keys, *unique;
    T *values;
    uint64_t *runs;
    char *rest; /* for CUB */
};

static size_t aligned(size_t bytes)
{
    return ceil_div(bytes, size_t{256}) * 256;
}

template <class T>
static layout<T> layout_of(const struct job *job, void *scratch)
{
    char *at = static_cast<char *>(scratch);
    layout<T> l;
    const auto take = [&at](size_t bytes) {
        char *const taken = at;
        at += aligned(bytes);
        return taken;
    };

    l.keys = reinterpret_cast<uint32_t *>(take(count_of(job) * 4));
    l.unique = reinterpret_cast<uint32_t *>(take(segments_of(job) * 4));
    l.values = reinterpret_cast<T *>(take(segments_of(job) * sizeof(T)));
    l.runs = reinterpret_cast<uint64_t *>(take(sizeof(uint64_t)));
    l.rest = at;
    return l;
}

/* --- steps ---------------------------------------------------------------- */

template <class T> struct start_segment {
    const uint64_t *offsets;
    uint32_t *keys;
    T *out, identity;
    __device__ void operator()(int64_t s) const
    {
        out[s] = identity;
        if (offsets[s] < offsets[s + 1])
            keys[offsets[s]] = static_cast<uint32_t>(s);
    }
};

template <class T> struct end_segment {
    const uint32_t *unique;
    const T *values;
    const uint64_t *runs;
    T *out;
    __device__ void operator()(int64_t r) const
    {
        if (r < static_cast<int64_t>(*runs))
            out[unique[r]] = values[r];
    }
};

/* From heads of segments to their other elements. */
template <class T>
static cudaError_t fill_keys(const struct job *job, const layout<T> &l,
                             size_t &bytes)
{
    return with_length(count_of(job), [&](auto n) {
        return cub::DeviceScan::InclusiveScan(l.rest, bytes, l.keys, l.keys,
                                              cuda::maximum<>{}, n,
                                              stream_of(job));
    });
}

template <class T>
static cudaError_t expand(const struct job *job, const layout<T> &l,
                          size_t &bytes, T identity)
{
    const cudaStream_t stream = stream_of(job);
    const int64_t segments = static_cast<int64_t>(segments_of(job));
    const start_segment<T> start{input<uint64_t>(job, 1), l.keys,
                                 output<T>(job), identity};
    cudaError_t error = cudaMemsetAsync(l.keys, 0, count_of(job) * 4, stream);

    if (!error)
        error = cub::DeviceFor::Bulk(segments, start, stream);
    if (!error)
        error = fill_keys<T>(job, l, bytes);
    return error;
}

template <class T, class Op>
static cudaError_t by_key(const struct job *job, const layout<T> &l,
                          size_t &bytes, Op op)
{
    return with_length(count_of(job), [&](auto n) {
        return cub::DeviceReduce::ReduceByKey(
            l.rest, bytes, l.keys, l.unique, input<T>(job), l.values, l.runs,
            op, n, stream_of(job));
    });
}

/* What the two calls of CUB ask for, the larger. */
template <class T, class Op>
static cudaError_t ask_bytes(struct ask &ask, Op op)
{
    layout<T> l = layout_of<T>(ask.job, nullptr);
    const size_t ours = static_cast<size_t>(l.rest - static_cast<char *>(0));
    size_t scan = 0, reduce = 0;

    l.rest = nullptr;
    cudaError_t error = fill_keys<T>(ask.job, l, scan);
    if (!error)
        error = by_key<T>(ask.job, l, reduce, op);
    ask.bytes = ours + std::max(scan, reduce);
    return error;
}

template <class T, class Op>
static cudaError_t steps(struct ask &ask, T identity, Op op)
{
    const struct job *job = ask.job;
    const layout<T> l = layout_of<T>(job, ask.scratch);
    size_t bytes = ask.bytes - static_cast<size_t>(
                                   l.rest - static_cast<char *>(ask.scratch));
    const end_segment<T> end{l.unique, l.values, l.runs, output<T>(job)};
    cudaError_t error = expand<T>(job, l, bytes, identity);

    if (!error)
        error = by_key<T>(job, l, bytes, op);
    if (!error)
        error = cub::DeviceFor::Bulk(static_cast<int64_t>(segments_of(job)),
                                     end, stream_of(job));
    return error;
}

static enum status call(struct ask &ask)
{
    const cudaError_t error = with_signed_type(ask.job, [&](auto zero) {
        using E = decltype(zero);
        return with_operator<E>(ask.job, [&](auto start, auto op) {
            using T = decltype(start);
            return ask.scratch ? steps<T>(ask, start, op)
                               : ask_bytes<T>(ask, op);
        });
    });
    return cuda_status(ask.job, error, "cub::DeviceReduce::ReduceByKey");
}

size_t cub_segreduce_by_key_scratch(const struct job *job)
{
    struct ask ask = {job, nullptr, 0};

    call(ask);
    return ask.bytes;
}

enum status cub_segreduce_by_key(struct job *job)
{
    struct ask ask = {job, job->scratch, job->scratch_bytes};

    return call(ask);
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
