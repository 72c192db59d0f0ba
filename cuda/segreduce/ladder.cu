/* ladder.cu - launching the rungs. */
#include "cuda.h"
#include "segreduce/rungs.def"

LAUNCHER(cuda_segreduce_ladder);

/* In the order of steps. */
static const struct {
    int lanes;
    size_t (*scratch)(const struct job *, int lanes);
    double (*depth)(const struct job *, int lanes);
} ways[] = {
#define RUNG(step, name, kernel, way, lanes, ...)                             \
    { lanes, way::scratch, way::depth },
#include "segreduce/rungs.def"
};

template <class T>
static enum status launch(struct job *job)
{
    switch (job->variant->step) {
#define RUNG(step, name, kernel, way, lanes, ...)                             \
    case step:                                                                \
        return way::run<T>(job, kernel, lanes);
#include "segreduce/rungs.def"
    default: return fail(job->why, STATUS_USAGE, "no such rung");
    }
}

enum status cuda_segreduce_ladder(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::add>(job);
    });
}

size_t cuda_segreduce_ladder_scratch(const struct job *job)
{
    const auto &way = ways[job->variant->step - 1];
    return way.scratch(job, way.lanes);
}

double cuda_segreduce_ladder_depth(const struct job *job)
{
    const auto &way = ways[job->variant->step - 1];
    return way.depth(job, way.lanes);
}
