/* ladder.cu - launching the book's chain: predicate, scan, scatter. */
#include "cuda.h"
#include "ops/partition.h"
#include "partition/scan_scatter.cuh"

LAUNCHER(cuda_partition_chain);

template <class T>
static enum status launch(const struct job *job)
{
    auto *counts = static_cast<unsigned long long *>(job->scratch);
    filter<T> f = { input<T>(job), output<T>(job),
                    output<unsigned long long>(job, 1), job->problem->size,
                    T() };
    partition_threshold(job->problem, &f.threshold);
    const enum status status = launch_counts(job, f, counts);
    if (status)
        return status;
    scan_scatter<T>
        <<<pack_tiles_of(job), PACK_THREADS, 0, stream_of(job)>>>(f, counts);
    return cuda_launched(job, "scan_scatter");
}

enum status cuda_partition_chain(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::element>(job);
    });
}

/* What each tile has of the first side. */
size_t cuda_partition_chain_scratch(const struct job *job)
{
    return pack_tiles_of(job) * sizeof(unsigned long long);
}
