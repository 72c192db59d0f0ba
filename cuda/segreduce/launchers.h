/* launchers.h - the launchers behind the table of variants.c. */
#ifndef TETRAD_CUDA_SEGREDUCE_H
#define TETRAD_CUDA_SEGREDUCE_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* segreduce.cu: the ladder. It adds i32, f32 and f64 and knows no other
 * operator. */
enum status cuda_segreduce_thread(struct job *);
enum status cuda_segreduce_subwarp(struct job *);
enum status cuda_segreduce_warp(struct job *);
enum status cuda_segreduce_block(struct job *);
enum status cuda_segreduce_merge(struct job *);
double cuda_segreduce_subwarp_depth(const struct job *);
double cuda_segreduce_warp_depth(const struct job *);
double cuda_segreduce_block_depth(const struct job *);
size_t cuda_segreduce_merge_scratch(const struct job *);
double cuda_segreduce_merge_depth(const struct job *);

/* segreduce_best.cu: every operator and type. */
enum status cuda_segreduce_best(struct job *);
size_t cuda_segreduce_best_scratch(const struct job *);
double cuda_segreduce_best_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
