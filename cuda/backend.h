/* backend.h - the GPU as a place: what kernels' launchers may use of it.
 *
 * One opened device serves both backends, cuda and cub. */
#ifndef TETRAD_CUDA_BACKEND_H
#define TETRAD_CUDA_BACKEND_H

#include <cuda_runtime.h>
#include "op.h"

enum { CUDA_STAGE_BYTES = 1 << 24 };

struct device {
    int ordinal;
    int sms;                 /* multiprocessors */
    int max_threads_per_sm;
    int capability;          /* 90 for compute capability 9.0 */
    size_t l2;               /* bytes */
    cudaStream_t stream;     /* every kernel and copy of a job goes here */
    cudaEvent_t begin, end;  /* around a sample */
    volatile unsigned *gate; /* mapped host words: [0] opens the blocking
                                kernel, [1] is set when it gave up waiting */
    unsigned *gate_device;
    void *sweep;             /* what chill() overwrites, then reads */
    size_t sweep_bytes;      /* of both halves together */
    void *stage[2];          /* pinned buffers of copies, CUDA_STAGE_BYTES */
    cudaEvent_t staged[2];   /* when the GPU has done with each */
    unsigned long long *cell; /* 8 bytes in GPU memory, of digest() */
    char driver[32];         /* its version, "" if NVML does not tell */
    double power_limit;      /* watts, 0 if NVML does not tell */
    void *blas;              /* struct blas of the cub backend, NULL unless it
                                is open */
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
/* Waits for the stream; what fails then is reported as `what`. */
enum status cuda_wait(struct device *, const char *what, struct reason *why);
/* Whether this build has code for the GPU that is set. */
enum status cuda_has_code(struct reason *why);
/* nvml.cu: writes what the driver alone knows into `driver`, `power_limit`. */
void cuda_ask_nvml(struct device *);
/* Slots of the place that have files of their own: memory.cu, timing.cu,
 * roofs.cu. */
enum status cuda_alloc(struct device *, size_t bytes, void **memory,
                       struct reason *why);
void cuda_release(struct device *, void *memory);
enum status cuda_copy(struct device *, void *to, const void *from,
                      size_t bytes, enum direction, struct reason *why);
enum status cuda_set(struct device *, void *to, int byte, size_t bytes,
                     struct reason *why);
enum status cuda_digest(struct device *, const void *memory, size_t bytes,
                        uint64_t *digest, struct reason *why);
enum status cuda_chill(struct device *, struct reason *why);
enum status cuda_sample(struct device *, const struct variant *,
                        struct job *, int repeats, bool guarded,
                        double *seconds);
enum status cuda_roof(struct device *, enum scope, enum roof_kind,
                      double *rate, struct reason *why);
#ifdef __cplusplus
}
#endif

#endif
