/* launchers.h - the launchers behind the table of variants.c. */
#ifndef TETRAD_CUDA_SEGSCAN_H
#define TETRAD_CUDA_SEGSCAN_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* segscan.cu: the ladder. It adds i32, f32 and f64. */
enum status cuda_segscan_blelloch_flags(struct job *);
enum status cuda_segscan_warp_shuffle(struct job *);
enum status cuda_segscan_ballot(struct job *);
enum status cuda_segscan_lookback(struct job *);

/* Scratch and depth of the rungs of a kind. sweep: those that scan tiles, then
 * carry in what came before; lookback: one pass. */
size_t cuda_segscan_sweep_scratch(const struct job *);
double cuda_segscan_sweep_depth(const struct job *);
size_t cuda_segscan_lookback_scratch(const struct job *);
double cuda_segscan_lookback_depth(const struct job *);

/* segscan_best.cu: every type. */
enum status cuda_segscan_best(struct job *);
size_t cuda_segscan_best_scratch(const struct job *);
double cuda_segscan_best_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
