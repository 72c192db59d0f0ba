/* ladder.cu - launching the rungs that teach sums. */
#include "cuda.h"
#include "scan/rungs.def"

LAUNCHER(cuda_scan_ladder);

/* In the order of steps; those of best.cu are empty. */
static const struct {
    size_t (*scratch)(const struct job *);
    double (*depth)(const struct job *);
} ways[] = {
#define SUM(step, name, refuses, kernel, way, ...)                            \
    { way::scratch, way::depth },
#define ANY(...) { nullptr, nullptr },
#include "scan/rungs.def"
};

template <class T>
static enum status launch(struct job *job)
{
    switch (job->variant->step) {
#define SUM(step, name, refuses, kernel, way, threads, ...)                   \
    case step:                                                                \
        return way::run<T>(job, kernel<T>, threads);
#include "scan/rungs.def"
    default: return fail(job->why, STATUS_USAGE, "no such rung");
    }
}

enum status cuda_scan_ladder(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::add>(job);
    });
}

size_t cuda_scan_ladder_scratch(const struct job *job)
{
    return ways[job->variant->step - 1].scratch(job);
}

double cuda_scan_ladder_depth(const struct job *job)
{
    return ways[job->variant->step - 1].depth(job);
}
