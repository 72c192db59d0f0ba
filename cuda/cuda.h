/* cuda.h - what plain C may name of the CUDA code, whether it is built or
 * not: tables list and explain their variants in either case. */
#ifndef TETRAD_CUDA_CUDA_H
#define TETRAD_CUDA_CUDA_H

#include "config.h"
#include "op.h"

/* A function or table that only a build with nvcc has; NULL without. */
#if HAVE_CUDA
#define CUDA(symbol) (symbol)
#else
#define CUDA(symbol) NULL
#endif

/* A launcher: `stem` runs, stem_scratch and stem_depth go with it, as struct
 * variant has them; and those slots of a table's entry. */
#ifdef __cplusplus
#define LAUNCHER_LINKAGE extern "C"
#else
#define LAUNCHER_LINKAGE
#endif
#define LAUNCHER(stem)                                                        \
    LAUNCHER_LINKAGE enum status stem(struct job *);                          \
    LAUNCHER_LINKAGE size_t stem##_scratch(const struct job *);               \
    LAUNCHER_LINKAGE double stem##_depth(const struct job *)
#define LAUNCHED_BY(stem)                                                     \
    .scratch = CUDA(stem##_scratch), .depth = CUDA(stem##_depth),             \
    .run = CUDA(stem)

#ifdef __cplusplus
extern "C" {
#endif

extern const struct place cuda_place;       /* backend.cu */
extern const struct variant cuda_copier;    /* backends.c */
enum status cuda_run_nothing(struct job *); /* backend.cu: an empty kernel */
enum status cuda_run_copy(struct job *);    /* roofs.cu */

/* cub/backend.cu: NVIDIA's libraries on the opened place. */
enum status cub_open(struct device *, struct reason *why);
void cub_close(struct device *); /* takes a device cub_open failed on */

#ifdef __cplusplus
}
#endif

#endif
