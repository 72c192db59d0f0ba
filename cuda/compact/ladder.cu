/* ladder.cu - launching the rungs that pack a tile a block, with the launches
 * before them. */
#include "cuda.h"
#include "ops/compact.h"
#include "parts/launch.cuh"
#include "compact/rungs.def"

LAUNCHER(cuda_compact_ladder);

template <class T>
struct rung {
    void (*kernel)(filter<T>, const unsigned long long *starts);
    bool counted;
};

/* By step. */
template <class T>
constexpr rung<T> rungs[] = {
    {},
#define PACK(step, name, kernel, counted, ...) { kernel<T>, counted },
#define PASS(...)
#include "compact/rungs.def"
};

template <class T>
static enum status launch(const struct job *job)
{
    const rung<T> &rung = rungs<T>[job->variant->step];
    auto *counts = static_cast<unsigned long long *>(job->scratch);
    filter<T> f = { input<T>(job), output<T>(job),
                    output<unsigned long long>(job, 1), job->problem->size,
                    T() };
    compact_threshold(job->problem, &f.threshold);
    const enum status status = rung.counted
        ? launch_counts(job, f, counts)
        : cuda_status(
              job,
              cudaMemsetAsync(f.count, 0, sizeof *f.count, stream_of(job)),
              "clearing the count");
    if (status)
        return status;
    rung.kernel<<<pack_tiles_of(job), PACK_THREADS, 0, stream_of(job)>>>(
        f, counts);
    return cuda_launched(job, job->variant->name);
}

enum status cuda_compact_ladder(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::element>(job);
    });
}

/* What each tile keeps. */
size_t cuda_compact_ladder_scratch(const struct job *job)
{
    return pack_tiles_of(job) * sizeof(unsigned long long);
}
