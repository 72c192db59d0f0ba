/* scan.h - the launchers behind the table of scan_variants.c. */
#ifndef TETRAD_CUDA_SCAN_H
#define TETRAD_CUDA_SCAN_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

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
