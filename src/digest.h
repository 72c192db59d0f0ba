/* digest.h - an order-sensitive 64-bit hash of memory, for any place.
 *
 * digest = sum over i of digest_word(word i, i) mod 2^64, where the words are
 * 8 bytes each, little-endian, the last one padded with zeros. A sum may be
 * taken in any order by any number of threads; the index inside each term
 * makes it notice moved words. The mixer is the finaliser of SplitMix64
 * (Steele, Lea, Flood, OOPSLA'14, with the constants of Stafford's mix 13). */
#ifndef TETRAD_DIGEST_H
#define TETRAD_DIGEST_H

#include <stdint.h>

#ifdef __CUDACC__
#define DIGEST_ANYWHERE __host__ __device__
#else
#define DIGEST_ANYWHERE
#endif

#define DIGEST_STEP UINT64_C(0x9e3779b97f4a7c15)

/* Each index has its own; the next one's is DIGEST_STEP more. */
static inline DIGEST_ANYWHERE uint64_t digest_key(uint64_t index)
{
    return (index + 1) * DIGEST_STEP;
}

static inline DIGEST_ANYWHERE uint64_t digest_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline DIGEST_ANYWHERE uint64_t digest_word(uint64_t word,
                                                   uint64_t index)
{
    return digest_mix(word ^ digest_key(index));
}

#endif
