/* tile.cuh - a tile in shared memory, for the rungs that give a thread many
 * elements: loaded and stored side by side, scanned in runs, so that shared
 * memory is the transpose between the two.
 *
 * A run is eleven words of 16 bytes: eleven is odd, so eight threads that each
 * read a word of their own run meet all banks once, without padding. Global
 * memory is accessed in the same words where it is aligned to them, else by
 * elements. */
#ifndef TETRAD_CUDA_SCAN_TILE_CUH
#define TETRAD_CUDA_SCAN_TILE_CUH

#include <cstdint>
#include <cstring>

#include <cuda_pipeline.h>

#include "scan/ladder.cuh"

/* Threads a block, and blocks on a multiprocessor at once: what an H200's
 * shared memory holds. */
constexpr int TILE_THREADS = 256, TILES_PER_SM = 5;
/* Of 16 bytes a thread, odd. On an H200 lookback scans 2^28 i32 in 631 us with
 * 11, in 634 with 9 and in 652 with 7, each with as many blocks on a
 * multiprocessor as its shared memory holds. */
constexpr int RUN_WORDS = 11;
constexpr int TILE_WORDS = TILE_THREADS * RUN_WORDS;

template <class T>
constexpr int WORD = 16 / sizeof(T); /* elements */
template <class T>
constexpr int RUN = RUN_WORDS *WORD<T>; /* elements */
template <class T>
constexpr int TILE = TILE_THREADS *RUN<T>; /* elements */

template <class T>
union tile_of {
    uint4 word[TILE_WORDS];
    T element[TILE<T>];
};

static inline unsigned tiles_of(const struct job *job)
{
    return blocks_for(bytes_of(job), sizeof(uint4) * TILE_WORDS);
}

static __device__ bool word_aligned(const void *p)
{
    return reinterpret_cast<uintptr_t>(p) % sizeof(uint4) == 0;
}

/* The first `count` elements of the tile from `in`, zeros behind them; a
 * barrier must follow. Copied without passing through registers, so that all
 * of a block's loads are on their way at once. */
template <class T>
static __device__ void tile_load(tile_of<T> &tile, const T *in, size_t count)
{
    const unsigned t = threadIdx.x;
    if (count >= TILE<T> && word_aligned(in)) {
        const uint4 *words = reinterpret_cast<const uint4 *>(in);
#pragma unroll
        for (int k = 0; k < RUN_WORDS; k++)
            __pipeline_memcpy_async(&tile.word[k * TILE_THREADS + t],
                                    &words[k * TILE_THREADS + t],
                                    sizeof(uint4));
    } else {
        const unsigned end = unsigned(min(count, size_t(TILE<T>)));
#pragma unroll RUN_WORDS
        for (int k = 0; k < RUN<T>; k++) {
            const unsigned i = k * TILE_THREADS + t;
            if (i < end)
                __pipeline_memcpy_async(&tile.element[i], &in[i], sizeof(T));
            else
                tile.element[i] = 0;
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

template <class T>
static __device__ void tile_store(const tile_of<T> &tile, T *out, size_t count)
{
    const unsigned t = threadIdx.x;
    if (count >= TILE<T> && word_aligned(out)) {
        uint4 *words = reinterpret_cast<uint4 *>(out);
#pragma unroll
        for (int k = 0; k < RUN_WORDS; k++)
            words[k * TILE_THREADS + t] = tile.word[k * TILE_THREADS + t];
        return;
    }
    const unsigned end = unsigned(min(count, size_t(TILE<T>)));
#pragma unroll RUN_WORDS
    for (int k = 0; k < RUN<T>; k++) {
        const unsigned i = k * TILE_THREADS + t;
        if (i < end)
            out[i] = tile.element[i];
    }
}

/* The sum of this thread's run. */
template <class T>
static __device__ T run_sum(const tile_of<T> &tile)
{
    T sum = 0;
#pragma unroll
    for (int k = 0; k < RUN_WORDS; k++) {
        T x[WORD<T>];
        memcpy(x, &tile.word[threadIdx.x * RUN_WORDS + k], sizeof x);
#pragma unroll
        for (T one : x)
            sum += one;
    }
    return sum;
}

/* Replaces this thread's run by its running totals from `sum` on. */
template <class T>
static __device__ void run_scan(tile_of<T> &tile, T sum, bool exclusive)
{
#pragma unroll
    for (int k = 0; k < RUN_WORDS; k++) {
        uint4 *word = &tile.word[threadIdx.x * RUN_WORDS + k];
        T x[WORD<T>];
        memcpy(x, word, sizeof x);
#pragma unroll
        for (T &one : x) {
            const T before = sum;
            sum += one;
            one = exclusive ? before : sum;
        }
        memcpy(word, x, sizeof x);
    }
}

#endif
