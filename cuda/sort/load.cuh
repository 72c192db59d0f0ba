/* load.cuh - tiles on their way from memory: to a thread's registers, or first
 * to L2. */
#ifndef TETRAD_CUDA_SORT_LOAD_CUH
#define TETRAD_CUDA_SORT_LOAD_CUH

#include "parts/bulk.cuh"
#include "parts/warp.cuh"
#include "sort/sweep.cuh"

/* Striped over the warp; so many are there. */
template <bool Whole, int Items, class T>
static __device__ void load_striped(T (&to)[Items], const T *from, int there,
                                    T none)
{
#pragma unroll
    for (int i = 0; i < Items; i++)
        to[i] = Whole || i * WARP < there ? from[i * WARP] : none;
}

/* whole: all are there, the same for all threads. */
template <int Items, class T>
static __device__ void load_tile(T (&to)[Items], const T *from, int there,
                                 bool whole, T none)
{
    if (whole)
        load_striped<true>(to, from, there, none);
    else
        load_striped<false>(to, from, there, none);
}

/* Keys as codes, of an array by enum sort_array; what is not there has the
 * greatest, behind all that is. And their values, unless Values is no_value.
 * Who sorts what is in no array of items yet has a ranking with a load of
 * its own, for SORT_INPUT. */
template <int Items, class K, class V, class Rank, class Values>
static __device__ void load_items(const Rank &rank, const sweep<K, V> &w,
                                  int which, size_t first, int there,
                                  bool whole, K (&key)[Items], Values &value)
{
    const items<K, V> from = array_of(w, which);
    const bool coded = which != SORT_INPUT || !rank.is_coded();
    load_tile(key, from.keys + first, there, whole,
              coded ? rank.last() : rank.bits(rank.last()));
    if constexpr (!std::is_same_v<Values, no_value>)
        load_tile(value, from.values + first, there, whole, V(0));
    if (!coded)
#pragma unroll
        for (int i = 0; i < Items; i++)
            key[i] = rank.code(key[i]);
}

/* Asks L2 for what a tile has of an array, if that is a whole tile. */
template <class Form, class T>
static __device__ void fetch_tile(const T *array, size_t tile, size_t n)
{
#if __CUDA_ARCH__ >= 900
    const uintptr_t from = uintptr_t(array + tile * Form::TILE);
    if (threadIdx.x == 0 && (tile + 1) * Form::TILE <= n)
        bulk_prefetch(reinterpret_cast<const void *>(from - from % 16),
                      Form::TILE * sizeof(T));
#endif
}

#endif
