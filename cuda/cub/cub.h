/* cub.h - what the tables of the cub backend name: calls of NVIDIA's
 * libraries, in a build with CUDA alone. */
#ifndef TETRAD_CUDA_CUB_CUB_H
#define TETRAD_CUDA_CUB_CUB_H

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct variant cub_reduce[];
extern const struct variant cub_scan[];
extern const struct variant cub_segreduce[];
extern const struct variant cub_segscan[];
extern const struct variant cub_sgemm[];
extern const struct variant cub_tile_scan[];

/* The slots of struct variant. */
size_t cub_reduce_device_scratch(const struct job *);
enum status cub_reduce_device(struct job *);
size_t cub_reduce_thrust_scratch(const struct job *);
enum status cub_reduce_thrust(struct job *);
double cub_reduce_depth(const struct job *);

size_t cub_scan_device_scratch(const struct job *);
enum status cub_scan_device(struct job *);
size_t cub_scan_thrust_scratch(const struct job *);
enum status cub_scan_thrust(struct job *);
double cub_scan_depth(const struct job *);
size_t cub_segreduce_by_key_scratch(const struct job *);
enum status cub_segreduce_by_key(struct job *);
double cub_segreduce_by_key_depth(const struct job *);
size_t cub_segreduce_segmented_scratch(const struct job *);
enum status cub_segreduce_segmented(struct job *);
double cub_segreduce_segmented_depth(const struct job *);
size_t cub_segreduce_whole_scratch(const struct job *);
enum status cub_segreduce_whole(struct job *);
double cub_segreduce_whole_depth(const struct job *);
size_t cub_segscan_by_key_scratch(const struct job *);
enum status cub_segscan_by_key(struct job *);
size_t cub_segscan_flag_value_scratch(const struct job *);
enum status cub_segscan_flag_value(struct job *);
double cub_segscan_depth(const struct job *);

size_t cub_sgemm_scratch(const struct job *);
enum status cub_sgemm_cublas(struct job *);
double cub_sgemm_depth(const struct job *);

enum status cub_tile_scan_block(struct job *);
double cub_tile_scan_depth(const struct job *);

#ifdef __cplusplus
}
#endif

#endif
