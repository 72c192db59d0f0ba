/* vector.cuh - 16 bytes of elements: what a thread loads or stores at once.
 * Loads differ in what caches keep, and are with those who choose. */
#ifndef TETRAD_CUDA_VECTOR_CUH
#define TETRAD_CUDA_VECTOR_CUH

#include <cstring>

template <class E>
struct vector {
    static constexpr int LANES = 16 / sizeof(E);
    E lane[LANES];
};

template <class E>
static __device__ vector<E> vector_of(uint4 bits)
{
    vector<E> v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

template <class E>
static __device__ uint4 vector_bits(const vector<E> &v)
{
    uint4 bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* To global memory, by the instruction's own name: an assignment may become
 * four stores of a word each. */
template <class E>
static __device__ void vector_store(E *aligned, const vector<E> &v)
{
    __stwb(reinterpret_cast<uint4 *>(aligned), vector_bits(v));
}

#endif
