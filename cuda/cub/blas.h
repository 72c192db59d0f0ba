/* blas.h - cuBLAS, loaded when first needed rather than linked: library.h. */
#ifndef TETRAD_CUDA_CUB_BLAS_H
#define TETRAD_CUDA_CUB_BLAS_H

#include <cublas_v2.h>

#include "place/device.h"

/* What device->blas points to while the cub backend is open. */
struct blas {
    bool tried;        /* to load it */
    struct reason why; /* why there is no handle then */
    void *library;
    cublasHandle_t handle; /* on the device's stream */
    decltype(&cublasCreate) create;
    decltype(&cublasDestroy) destroy;
    decltype(&cublasGetStatusString) error;
    decltype(&cublasSetStream) set_stream;
    decltype(&cublasSetWorkspace) set_workspace;
    decltype(&cublasSetMathMode) set_math_mode;
    decltype(&cublasSgemm_64) sgemm;
};

/* Loads the library the first time. NULL, with the reason in `why`, if there
 * is no cuBLAS. */
const struct blas *cub_blas(struct device *, struct reason *why);

/* STATUS_OK for success, else "what: error" in `why`. */
static inline enum status blas_status(const struct blas *blas,
                                      struct reason *why,
                                      cublasStatus_t status, const char *what)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return STATUS_OK;
    return fail(why, STATUS_DEVICE, "%s: %s", what, blas->error(status));
}

#endif
