/* device.h - an opened GPU, and what fails on it: all that kernels and their
 * launchers see of the place. What the place alone knows is in backend.h.
 *
 * One opened device serves both backends, cuda and cub. */
#ifndef TETRAD_CUDA_DEVICE_H
#define TETRAD_CUDA_DEVICE_H

#include <cuda_runtime.h>
#include "op.h"

struct device {
    int ordinal;
    int sms; /* multiprocessors */
    int max_threads_per_sm;
    int capability;      /* 90 for compute capability 9.0 */
    size_t l2;           /* bytes */
    cudaStream_t stream; /* every kernel and copy of a job goes here */
    void *blas;          /* struct blas of the cub backend, NULL unless it is
                            open */
    void *sparse;        /* its struct sparse, NULL until first needed */
    void *dnn, *npp; /* its cuDNN and NPP, NULL until they were asked for */
    struct gpu *own; /* the place's */
};

#ifdef __cplusplus
extern "C" {
#endif
/* STATUS_OK for cudaSuccess; else writes "what: error" into `why`, clears
 * the error and returns STATUS_MEMORY or STATUS_DEVICE. */
enum status cuda_fail(struct reason *why, cudaError_t, const char *what);
/* The same into the job. */
enum status cuda_status(const struct job *, cudaError_t, const char *what);
/* cuda_status of the launch just made. */
enum status cuda_launched(const struct job *, const char *kernel);

/* An attribute of the GPU, 0 when it cannot be read. */
int cuda_attribute(const struct device *, cudaDeviceAttr);
/* Whether a fault has made the GPU useless to this process. */
bool cuda_lost(struct device *);
#ifdef __cplusplus
}
#endif

#endif
