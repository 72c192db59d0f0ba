/* launchers.h - the launchers behind the table of variants.c. */
#ifndef TETRAD_CUDA_REDUCE_H
#define TETRAD_CUDA_REDUCE_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* reduce_article.cu and reduce_harris.cu: the two ladders. They add i32, f32
 * and f64 and know no other operator. */
enum status cuda_reduce_serial(struct job *);
enum status cuda_reduce_two_pass_blocked(struct job *);
enum status cuda_reduce_two_pass_coalesced(struct job *);
enum status cuda_reduce_two_pass_tree(struct job *);
enum status cuda_reduce_two_pass_last_warp(struct job *);
enum status cuda_reduce_two_pass_unrolled(struct job *);
enum status cuda_reduce_single_pass(struct job *);
enum status cuda_reduce_atomic(struct job *);
enum status cuda_reduce_warp_shuffle(struct job *);
enum status cuda_reduce_harris_0(struct job *);
enum status cuda_reduce_harris_1(struct job *);
enum status cuda_reduce_harris_2(struct job *);
enum status cuda_reduce_harris_3(struct job *);
enum status cuda_reduce_harris_4(struct job *);
enum status cuda_reduce_harris_5(struct job *);
enum status cuda_reduce_harris_6(struct job *);

/* Scratch and depth of the rungs of a kind. article: the two-pass rungs and
 * the single pass; serial_finish: those whose thread 0 adds up the block;
 * tree: those that halve; by_one and by_two: Harris' rungs that read one or
 * two elements a thread; many: the last. */
size_t cuda_reduce_article_scratch(const struct job *);
double cuda_reduce_serial_finish_depth(const struct job *);
double cuda_reduce_tree_depth(const struct job *);
double cuda_reduce_atomic_depth(const struct job *);
size_t cuda_reduce_by_one_scratch(const struct job *);
double cuda_reduce_by_one_depth(const struct job *);
size_t cuda_reduce_by_two_scratch(const struct job *);
double cuda_reduce_by_two_depth(const struct job *);
size_t cuda_reduce_many_scratch(const struct job *);
double cuda_reduce_many_depth(const struct job *);

/* reduce_best.cu: every operator and type. */
enum status cuda_reduce_best(struct job *);
size_t cuda_reduce_best_scratch(const struct job *);
double cuda_reduce_best_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
