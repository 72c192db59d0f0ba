/* split.cu - split by NVIDIA's libraries: cub::DeviceScan adds the flags up to
 * addresses, of 4 bytes where they suffice, and thrust::transform fetches by
 * them. Or the scan's output is an iterator that fetches by what it is given,
 * so that no address goes to memory. Neither way waits. */
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/transform.h>

#include "call.cuh"
#include "thrust.cuh"

LAUNCHER(cub_split_gather);
LAUNCHER(cub_split_scan);

enum { PACKED, FLAGS }; /* the inputs */

template <class Address>
struct is_set {
    __host__ __device__ Address operator()(uint8_t flag) const
    {
        return flag != 0;
    }
};

template <class T>
struct fetch {
    const T *packed;
    const uint8_t *flags;

    explicit fetch(const struct job *job)
        : packed(input<T>(job, PACKED)), flags(input<uint8_t>(job, FLAGS))
    {
    }
    template <class Address>
    __host__ __device__ T operator()(size_t i, Address address) const
    {
        return flags[i] ? packed[address] : T(0);
    }
};

/* call(address), which is 0, of the type that addresses have. */
template <class Call>
static auto with_address(const struct job *job, Call call)
{
    return count_of(job) <= INT32_MAX ? call(uint32_t(0)) : call(uint64_t(0));
}

/* The exclusive sums of the flags, as many as the job has, to `sums`. */
template <class Address, class Sums>
static cudaError_t add_up(struct ask &ask, Sums sums)
{
    const auto set = thrust::make_transform_iterator(
        input<uint8_t>(ask.job, FLAGS), is_set<Address>{});
    return cub::DeviceScan::ExclusiveSum(ask.scratch, ask.bytes, set, sums,
                                         Address(count_of(ask.job)),
                                         stream_of(ask.job));
}

/* --- scan, then gather ---------------------------------------------------- */

/* The scratch of CUB begins behind them. */
static size_t address_bytes(const struct job *job)
{
    return with_address(job, [job](auto address) {
        return ceil_div(count_of(job) * sizeof address, size_t(256)) * 256;
    });
}

static enum status scan(struct ask &ask)
{
    const cudaError_t error = with_address(ask.job, [&ask](auto address) {
        using Address = decltype(address);
        return add_up<Address>(ask, static_cast<Address *>(ask.job->scratch));
    });
    return cuda_status(ask.job, error, "cub::DeviceScan");
}

size_t cub_split_gather_scratch(const struct job *job)
{
    const size_t bytes = bytes_asked(job, scan);
    return bytes == SCRATCH_FAILED ? SCRATCH_FAILED
                                   : address_bytes(job) + bytes;
}

template <class T, class Address>
static enum status gather(struct job *job)
{
    return thrust_call(job, [job](const auto &policy) {
        const auto *addresses = static_cast<const Address *>(job->scratch);
        const thrust::counting_iterator<size_t> first(0);
        thrust::transform(policy, first, first + count_of(job), addresses,
                          output<T>(job), fetch<T>(job));
        return cudaSuccess;
    });
}

enum status cub_split_gather(struct job *job)
{
    const size_t before = address_bytes(job);
    struct ask ask = { job, static_cast<char *>(job->scratch) + before,
                       job->scratch_bytes - before };
    const enum status status = scan(ask);
    if (status)
        return status;
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return with_address(job, [job](auto address) {
            return gather<typename decltype(type)::element, decltype(address)>(
                job);
        });
    });
}

/* --- both at once --------------------------------------------------------- */

template <class T>
struct put {
    fetch<T> from;
    T *out;

    template <class Index, class Address>
    __host__ __device__ void operator()(Index i, Address address) const
    {
        out[i] = from(size_t(i), address);
    }
};

static enum status scan_to_output(struct ask &ask)
{
    return by_type(TYPES_OF(TAUGHT){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        const auto sums = thrust::make_tabulate_output_iterator(
            put<T>{ fetch<T>(ask.job), output<T>(ask.job) });
        const cudaError_t error = with_address(ask.job, [&](auto address) {
            return add_up<decltype(address)>(ask, sums);
        });
        return cuda_status(ask.job, error, "cub::DeviceScan");
    });
}

size_t cub_split_scan_scratch(const struct job *job)
{
    return bytes_asked(job, scan_to_output);
}

enum status cub_split_scan(struct job *job)
{
    return run_asked(job, scan_to_output);
}
