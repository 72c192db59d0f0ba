/* launchers.h - the launchers behind the table of variants.c. */
#ifndef TETRAD_CUDA_TILE_SCAN_H
#define TETRAD_CUDA_TILE_SCAN_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tile_scan.cu: the rungs, a block a tile. */
enum status cuda_tile_scan_global(struct job *);
enum status cuda_tile_scan_shared(struct job *);
enum status cuda_tile_scan_double_buffer(struct job *);
enum status cuda_tile_scan_warp_shuffle(struct job *);
enum status cuda_tile_scan_coarsened(struct job *);

/* The rungs' depth: of those of one element a thread, and of coarsened. */
double cuda_tile_scan_ladder_depth(const struct job *);
double cuda_tile_scan_coarsened_depth(const struct job *);

/* tile_scan_best.cu */
enum status cuda_tile_scan_vectorized(struct job *);
size_t cuda_tile_scan_vectorized_scratch(const struct job *);
double cuda_tile_scan_vectorized_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
