/* spmv.cu - spmv by cuSPARSE.
 *
 * cusparseSpMV_preprocess looks at where rows begin and keeps in scratch what
 * it found, so that later products with the same matrix, whatever its values,
 * need not. A product that is prepared so is kept, with what describes it,
 * until scratch is asked for anew; one that is not is described in each run. */
#include "cuda.h"
#include "parts/launch.cuh"
#include "problem.h"
#include "sparse.h"

LAUNCHER(cub_spmv_alg1);
LAUNCHER(cub_spmv_alg1_prepared);
LAUNCHER(cub_spmv_alg2);
LAUNCHER(cub_spmv_alg2_prepared);

/* A run, and how it multiplies. */
struct call {
    const struct job *job;
    cusparseSpMVAlg_t algorithm;
    bool prepared;
};

static cudaDataType type_of(const struct job *job)
{
    return job->problem->type == ELEM_F32 ? CUDA_R_32F : CUDA_R_64F;
}

/* --- what describes a product --------------------------------------------- */

static enum status describe(const struct sparse *s, const struct job *job,
                            struct sparse_product *product)
{
    const struct problem *p = job->problem;
    const cudaDataType type = type_of(job);
    const auto rows = static_cast<int64_t>(p->dim[0]);
    const auto columns = static_cast<int64_t>(p->dim[1]);
    *product = {};
    enum status status = sparse_status(
        s, job->why,
        s->create_matrix(&product->matrix, rows, columns,
                         static_cast<int64_t>(p->dim[2]), job->in[2],
                         job->in[1], job->in[0], CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
        "cusparseCreateConstCsr");
    if (!status)
        status = sparse_status(
            s, job->why,
            s->create_input(&product->x, columns, job->in[3], type),
            "cusparseCreateConstDnVec");
    if (!status)
        status = sparse_status(
            s, job->why,
            s->create_output(&product->y, rows, job->out[0], type),
            "cusparseCreateDnVec");
    if (status)
        sparse_forget(s, product);
    return status;
}

/* 1 and 0, of the type of the elements. */
struct scalars {
    float one_float = 1, zero_float = 0;
    double one_double = 1, zero_double = 0;
    const void *one, *zero;

    explicit scalars(const struct job *job)
    {
        const bool is_float = job->problem->type == ELEM_F32;
        one = is_float ? static_cast<const void *>(&one_float) : &one_double;
        zero =
            is_float ? static_cast<const void *>(&zero_float) : &zero_double;
    }
};

/* --- products that are prepared ------------------------------------------- */

static bool is_of(const struct sparse_plan &plan, const struct job *job)
{
    bool same = plan.variant == job->variant && plan.out == job->out[0] &&
        plan.scratch == job->scratch;
    for (int i = 0; i < 4; i++)
        same = same && plan.in[i] == job->in[i];
    return same;
}

static void give_up(const struct sparse *s, struct sparse_plan *plan)
{
    if (plan->variant)
        sparse_forget(s, &plan->product);
    plan->variant = nullptr;
}

/* Sets of arrays have parts of scratch of their own. */
static void *room_of(const struct sparse_plan *plan, const struct job *job)
{
    return static_cast<char *>(job->scratch) +
        job->scratch_bytes / SPARSE_SETS * plan->room;
}

/* A part of scratch that no plan has; where all are taken all are freed. */
static int free_room(const struct job *job, struct sparse *s)
{
    unsigned taken = 0;
    for (const struct sparse_plan &plan : s->plans)
        if (plan.variant == job->variant && plan.scratch == job->scratch)
            taken |= 1u << plan.room;
    for (int room = 0; room < SPARSE_SETS; room++)
        if (!(taken >> room & 1))
            return room;
    for (struct sparse_plan &plan : s->plans)
        if (plan.variant == job->variant && plan.scratch == job->scratch)
            give_up(s, &plan);
    return 0;
}

static struct sparse_plan *free_plan(struct sparse *s)
{
    for (struct sparse_plan &plan : s->plans)
        if (!plan.variant)
            return &plan;
    struct sparse_plan *plan = &s->plans[s->next++ % SPARSE_PLANS];
    give_up(s, plan);
    return plan;
}

static struct sparse_plan *plan_of(struct sparse *s, const struct job *job)
{
    for (struct sparse_plan &plan : s->plans)
        if (is_of(plan, job))
            return &plan;
    return nullptr;
}

static enum status prepare(struct sparse *s, const struct call &call,
                           struct sparse_plan **made)
{
    const struct job *job = call.job;
    const int room = free_room(job, s);
    struct sparse_plan *plan = free_plan(s);
    struct sparse_product product;
    const scalars by(job);
    enum status status = describe(s, job, &product);
    if (status)
        return status;
    *plan = { job->variant, { job->in[0], job->in[1], job->in[2], job->in[3] },
              job->out[0],  job->scratch,
              room,         product };
    status = sparse_status(
        s, job->why,
        s->preprocess(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, by.one,
                      product.matrix, product.x, by.zero, product.y,
                      type_of(job), call.algorithm, room_of(plan, job)),
        "cusparseSpMV_preprocess");
    if (status)
        give_up(s, plan);
    *made = plan;
    return status;
}

/* --- runs ----------------------------------------------------------------- */

static enum status multiply(const struct sparse *s, const struct call &call,
                            const struct sparse_product &product, void *room)
{
    const scalars by(call.job);
    return sparse_status(
        s, call.job->why,
        s->multiply(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, by.one,
                    product.matrix, product.x, by.zero, product.y,
                    type_of(call.job), call.algorithm, room),
        "cusparseSpMV");
}

static enum status run_prepared(struct sparse *s, const struct call &call)
{
    struct sparse_plan *plan = plan_of(s, call.job);
    const enum status status = plan ? STATUS_OK : prepare(s, call, &plan);
    return status ? status
                  : multiply(s, call, plan->product, room_of(plan, call.job));
}

static enum status run_once(const struct sparse *s, const struct call &call)
{
    struct sparse_product product;
    enum status status = describe(s, call.job, &product);
    if (status)
        return status;
    status = multiply(s, call, product, call.job->scratch);
    sparse_forget(s, &product);
    return status;
}

/* It takes no matrix without rows, columns or non-zeros. */
static enum status run(const struct call &call)
{
    const struct job *job = call.job;
    struct sparse *s = cub_sparse(job->device, job->why);
    if (!s)
        return STATUS_MISSING;
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    if (job->problem->dim[2] == 0)
        return cuda_status(job,
                           cudaMemsetAsync(job->out[0], 0,
                                           array_bytes(&job->problem->out[0]),
                                           stream_of(job)),
                           "clearing y");
    return call.prepared ? run_prepared(s, call) : run_once(s, call);
}

/* --- scratch -------------------------------------------------------------- */

static size_t buffer_bytes(const struct sparse *s, const struct call &call)
{
    const struct job *job = call.job;
    struct sparse_product product;
    const scalars by(job);
    size_t bytes = 0;
    if (describe(s, job, &product))
        return SCRATCH_FAILED;
    const enum status status = sparse_status(
        s, job->why,
        s->buffer_size(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, by.one,
                       product.matrix, product.x, by.zero, product.y,
                       type_of(job), call.algorithm, &bytes),
        "cusparseSpMV_bufferSize");
    sparse_forget(s, &product);
    return status ? SCRATCH_FAILED : ceil_div(bytes, size_t(256)) * 256;
}

/* Also where cuSPARSE is loaded, and missed: before anything is timed. What was
 * prepared in the scratch before is not in this one. */
static size_t scratch(const struct call &call)
{
    const struct job *job = call.job;
    struct sparse *s = cub_sparse(job->device, job->why);
    if (!s || job->problem->dim[0] == 0 || job->problem->dim[2] == 0)
        return 0;
    for (struct sparse_plan &plan : s->plans)
        if (plan.variant == job->variant)
            give_up(s, &plan);
    const size_t each = buffer_bytes(s, call);
    return each == SCRATCH_FAILED || !call.prepared ? each
                                                    : each * SPARSE_SETS;
}

/* --- variants ------------------------------------------------------------- */

#define CALLED(stem, algorithm, prepared)                                     \
    enum status stem(struct job *job)                                         \
    {                                                                         \
        return run({ job, algorithm, prepared });                             \
    }                                                                         \
    size_t stem##_scratch(const struct job *job)                              \
    {                                                                         \
        return scratch({ job, algorithm, prepared });                         \
    }

CALLED(cub_spmv_alg1, CUSPARSE_SPMV_CSR_ALG1, false)
CALLED(cub_spmv_alg1_prepared, CUSPARSE_SPMV_CSR_ALG1, true)
CALLED(cub_spmv_alg2, CUSPARSE_SPMV_CSR_ALG2, false)
CALLED(cub_spmv_alg2_prepared, CUSPARSE_SPMV_CSR_ALG2, true)
