/* launchers.h - the launchers behind the table of variants.c. */
#ifndef TETRAD_CUDA_SCAN_H
#define TETRAD_CUDA_SCAN_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* scan.cu: the ladder. It adds i32, f32 and f64 and knows no other operator.
 * sweep: of the rungs from blelloch to warp-shuffle. */
enum status cuda_scan_naive(struct job *);
enum status cuda_scan_hillis_steele(struct job *);
enum status cuda_scan_blelloch(struct job *);
enum status cuda_scan_blelloch_padded(struct job *);
enum status cuda_scan_warp_shared(struct job *);
enum status cuda_scan_warp_shuffle(struct job *);
enum status cuda_scan_reduce_then_scan(struct job *);
enum status cuda_scan_lookback(struct job *);
size_t cuda_scan_naive_scratch(const struct job *);
size_t cuda_scan_hillis_steele_scratch(const struct job *);
double cuda_scan_hillis_steele_depth(const struct job *);
size_t cuda_scan_sweep_scratch(const struct job *);
double cuda_scan_sweep_depth(const struct job *);
size_t cuda_scan_reduce_then_scan_scratch(const struct job *);
double cuda_scan_reduce_then_scan_depth(const struct job *);
size_t cuda_scan_lookback_scratch(const struct job *);
double cuda_scan_lookback_depth(const struct job *);

/* scan_best.cu: every operator and type; best, and its two kernels, each of
 * which takes any n. */
enum status cuda_scan_one_wave(struct job *);
enum status cuda_scan_lookahead(struct job *);
enum status cuda_scan_best(struct job *);
size_t cuda_scan_best_scratch(const struct job *);
double cuda_scan_best_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
