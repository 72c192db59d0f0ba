/* ladder.cu - launching the book's chain: predicate, scan, split. */
#include "cuda.h"
#include "split/predicate_scan_split.cuh"

LAUNCHER(cuda_split_chain);

template <class T>
static enum status launch(const struct job *job)
{
    const unsigned tiles = pack_tiles_of(job);
    const size_t n = job->problem->size;
    const auto *flags = input<unsigned char>(job, 1);
    auto *counts = static_cast<unsigned long long *>(job->scratch);
    count_flags<<<tiles, PACK_THREADS, 0, stream_of(job)>>>(flags, n, counts);
    enum status status = cuda_launched(job, "count_flags");
    if (status)
        return status;
    scan_counts<<<1, COUNT_THREADS, 0, stream_of(job)>>>(counts, tiles,
                                                         counts + tiles);
    status = cuda_launched(job, "scan_counts");
    if (status)
        return status;
    predicate_scan_split<T><<<tiles, PACK_THREADS, 0, stream_of(job)>>>(
        input<T>(job), flags, output<T>(job), n, counts);
    return cuda_launched(job, "predicate_scan_split");
}

enum status cuda_split_chain(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::element>(job);
    });
}

/* How many are set in each tile, and in all. */
size_t cuda_split_chain_scratch(const struct job *job)
{
    return (size_t(pack_tiles_of(job)) + 1) * sizeof(unsigned long long);
}
