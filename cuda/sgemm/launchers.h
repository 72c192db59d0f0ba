/* launchers.h - the launchers of the hand-written sgemm, for their table. */
#ifndef TETRAD_CUDA_SGEMM_H
#define TETRAD_CUDA_SGEMM_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct variant cuda_sgemm[];

enum status cuda_sgemm_naive(struct job *);
enum status cuda_sgemm_tiled_16(struct job *);
enum status cuda_sgemm_tiled_32(struct job *);
double cuda_sgemm_depth(const struct job *); /* of every rung */

#ifdef __cplusplus
}
#endif

#endif
