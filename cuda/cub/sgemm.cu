/* sgemm.cu - sgemm by cuBLAS.
 *
 * cuBLAS stores matrices by columns; a matrix by rows is its transpose by
 * columns, so C = A B is asked for as C' = B' A' with nothing moved; what is
 * given transposed has a flag that says so. */
#include "blas.h"
#include "cuda.h"
#include "ops/sgemm.h"

/* What NVIDIA recommends for Hopper; more than older GPUs need. */
constexpr size_t WORKSPACE_BYTES = size_t{ 32 } << 20;

LAUNCHER(cub_sgemm_cublas);

/* Also where cuBLAS is loaded, and missed: before anything is timed. */
size_t cub_sgemm_cublas_scratch(const struct job *job)
{
    cub_blas(job->device, job->why);
    return WORKSPACE_BYTES;
}

enum status cub_sgemm_cublas(struct job *job)
{
    const struct problem *problem = job->problem;
    const struct blas *blas = cub_blas(job->device, job->why);
    const int64_t m = static_cast<int64_t>(problem->dim[0]);
    const int64_t n = static_cast<int64_t>(problem->dim[1]);
    const int64_t k = static_cast<int64_t>(problem->dim[2]);
    const float alpha =
        static_cast<float>(problem->param[SGEMM_PARAM_ALPHA].r);
    const float beta = static_cast<float>(problem->param[SGEMM_PARAM_BETA].r);
    const bool turn_a = sgemm_is_transposed(problem, SGEMM_A);
    const bool turn_b = sgemm_is_transposed(problem, SGEMM_B);
    const auto at_least_1 = [](int64_t x) { return x > 1 ? x : 1; };

    if (!blas)
        return STATUS_MISSING;
    /* The workspace is the job's, so that none is allocated in a run. */
    const enum status status = blas_status(
        blas, job->why,
        blas->set_workspace(blas->handle, job->scratch, job->scratch_bytes),
        "cublasSetWorkspace");
    if (status)
        return status;
    return blas_status(
        blas, job->why,
        blas->sgemm(
            blas->handle, turn_b ? CUBLAS_OP_T : CUBLAS_OP_N,
            turn_a ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &alpha,
            static_cast<const float *>(job->in[1]), at_least_1(turn_b ? k : n),
            static_cast<const float *>(job->in[0]), at_least_1(turn_a ? m : k),
            &beta, static_cast<float *>(job->out[0]), at_least_1(n)),
        "cublasSgemm");
}

/* K products into a sum, however it is split, then alpha and beta. */
double cub_sgemm_cublas_depth(const struct job *job)
{
    return static_cast<double>(job->problem->dim[2]) + 2;
}
