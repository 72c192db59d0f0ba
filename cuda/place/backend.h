/* backend.h - the GPU as a place, to the files of this directory: what it
 * keeps of a device, and who does what. Kernels see device.h alone. */
#ifndef TETRAD_CUDA_BACKEND_H
#define TETRAD_CUDA_BACKEND_H

#include "place.h"
#include "place/device.h"

enum { CUDA_STAGE_BYTES = 1 << 24, CUDA_TICKS_HELD = 5 };

struct probe;
struct roofs;
struct nvml;

/* How far an SM's clock and the timer of the GPU went in the same while. */
struct ticks {
    unsigned long long cycles, ns;
};

/* One line of mapped host memory, all that host and GPU say to each other
 * around a sample. */
struct gate {
    unsigned open;         /* by the host: the blocking kernel may end */
    unsigned gave_up;      /* by that kernel: it ended all the same */
    struct ticks ticks[2]; /* before and after the sample */
};

/* What the place keeps of its device. */
struct gpu {
    cudaEvent_t begin, end;           /* around a sample */
    cudaEvent_t border[PROFILE_MOST]; /* of the parts of a run; NULL until
                                         they are first needed */
    cudaError_t border_error;         /* the latest, not yet told */
    volatile struct gate *gate;
    struct gate *gate_device;       /* the same, for kernels */
    double clocks[CUDA_TICKS_HELD]; /* Hz of the latest samples */
    size_t clock_count;       /* samples so far, the warm-up's with them */
    double warm_clock;        /* Hz, 0 until the first sample */
    bool slow;                /* the latest sample was */
    void *sweep;              /* what cuda_sweep overwrites, then reads */
    size_t sweep_bytes;       /* of both halves together */
    void *stage[2];           /* pinned buffers of copies, CUDA_STAGE_BYTES */
    cudaEvent_t staged[2];    /* when the GPU has done with each */
    unsigned long long *cell; /* PLACE_SPANS of them in GPU memory, of digest()
                                 and of kernels that must seem to write */
    const struct probe *best[ROOF_KINDS]; /* the loops of the roofs, NULL
                                             until the first pass of each */
    struct roofs *roofs; /* what their passes use, NULL between */
    struct nvml *nvml;   /* NULL: the library is not there */
    char driver[32];     /* its version, "" if NVML does not tell */
    double power_limit;  /* watts, 0 if NVML does not tell */
};

#ifdef __cplusplus
extern "C" {
#endif
/* Waits for the stream; what fails then is reported as `what`. */
enum status cuda_wait(struct device *, const char *what, struct reason *why);
/* Whether this build has code for the GPU that is set. */
enum status cuda_has_code(struct reason *why);

/* nvml.cu: the driver's management library, open from one call to the other.
 * Without it, or a part of it, what it would tell is left empty. */
void cuda_nvml_open(struct device *);
void cuda_nvml_close(struct device *);
/* Of the link to the host, the most that both ends can; 0: not told. */
void cuda_nvml_link(struct device *, unsigned *generation, unsigned *width);
bool cuda_energy(struct device *, double *joules);

/* clock.cu: kernels that wait, and what they see of the SM clock. */

/* Makes the GPU warm before the first sample, and busy for a while after one
 * that was slow. Touches no memory, so that caches keep what they hold. */
enum status cuda_wake(struct device *, struct reason *why);
/* Shuts the gate for what is queued from now on, until cuda_open_gate or so
 * many nanoseconds later; the first of the two ticks. */
enum status cuda_shut_gate(struct device *, unsigned long long patience,
                           struct reason *why);
void cuda_open_gate(struct device *);
/* Queues a kernel that takes one of the two ticks. */
enum status cuda_tick(struct device *, int which, struct reason *why);
/* When both have been taken: the sample's clock, and whether it was slow. */
void cuda_tell_clock(struct device *, struct timing *);

/* Slots of the place and of its meter that have files of their own: facts.cu,
 * memory.cu, timing.cu, roofs.cu. */
void cuda_facts(struct device *, struct device_facts *);
enum status cuda_alloc(struct device *, size_t bytes, void **memory,
                       struct reason *why);
void cuda_release(struct device *, void *memory);
enum status cuda_pin(struct device *, size_t bytes, void **memory,
                     struct reason *why);
void cuda_unpin(struct device *, void *memory);
enum status cuda_copy(struct device *, void *to, const void *from,
                      size_t bytes, enum direction, struct reason *why);
enum status cuda_set(struct device *, void *to, int byte, size_t bytes,
                     struct reason *why);
enum status cuda_digest(struct device *, const struct span *, int count,
                        uint64_t *digests, struct reason *why);
enum status cuda_sweep(struct device *, struct reason *why);
enum status cuda_sample(struct device *, const struct batch *, struct timing *,
                        struct reason *why);
void cuda_mark(struct parts *, int part);
enum status cuda_kernels(struct device *, const struct job *, char *names,
                         size_t room, struct reason *why);
/* When the run has ended: where its parts began, from own->begin on. */
enum status cuda_tell_borders(struct device *, struct profile *,
                              struct reason *why);
enum status cuda_roof(struct device *, enum scope, enum roof_kind,
                      double *rate, struct reason *why);
void cuda_roofs_end(struct device *);
#ifdef __cplusplus
}
#endif

#endif
