/* warp.cuh - reducing over the 32 threads of a warp.
 *
 * A value may be any trivially copyable struct of whole 32-bit words. All 32
 * threads must take part. */
#ifndef TETRAD_CUDA_WARP_CUH
#define TETRAD_CUDA_WARP_CUH

#include <cstring>

constexpr int WARP = 32;
constexpr unsigned FULL_WARP = 0xffffffffu;

/* shuffle(word) for every word of the value. */
template <class V, class Shuffle>
static __device__ V warp_words(V value, Shuffle shuffle)
{
    static_assert(sizeof(V) % sizeof(unsigned) == 0, "whole words");
    unsigned words[sizeof(V) / sizeof(unsigned)];
    memcpy(words, &value, sizeof value);
#pragma unroll
    for (unsigned &word : words)
        word = shuffle(word);
    memcpy(&value, words, sizeof value);
    return value;
}

/* join() over the first `Lanes` lanes (a power of two), in lane order: a tree
 * of log2(Lanes) levels. Valid in lane 0. */
template <int Lanes = WARP, class V, class Join>
static __device__ V warp_reduce(V value, Join join)
{
#pragma unroll
    for (int offset = 1; offset < Lanes; offset *= 2)
        value = join(value, warp_words(value, [offset](unsigned word) {
                         return __shfl_down_sync(FULL_WARP, word, offset);
                     }));
    return value;
}

/* The same for a join that commutes, valid in all of these lanes. */
template <int Lanes = WARP, class V, class Join>
static __device__ V warp_reduce_all(V value, Join join)
{
#pragma unroll
    for (int mask = 1; mask < Lanes; mask *= 2)
        value = join(value, warp_words(value, [mask](unsigned word) {
                         return __shfl_xor_sync(FULL_WARP, word, mask);
                     }));
    return value;
}

#endif
