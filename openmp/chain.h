/* chain.h - totals that go along the chunks of an array, from the thread that
 * has a chunk to those that have later ones (StreamScan: Yan, Long and Zhang
 * 2013). A total is of the chunk alone, or of all up to it: as users agree.
 *
 * Chunks are claimed in order, so that whoever is waited for has its chunk
 * already and waits for none behind: a team larger than the machine gets on
 * too. */
#ifndef TETRAD_OPENMP_CHAIN_H
#define TETRAD_OPENMP_CHAIN_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Measured on 16 cores of a Sapphire Rapids Xeon under KVM, scan of i32,
 * caches cold: chunks of 32 KiB are fastest at 2^18 elements, 64 at 2^20, 128
 * at 2^22, 256 from 2^24 on. */
enum {
    CHUNK_MOST = 256 * 1024, /* bytes: a fraction of an L2 cache */
    CHUNK_LEAST = 32 * 1024,
    CLAIMS = 6,     /* chunks a thread, of smaller arrays */
    PATIENCE = 4096 /* looks at a total before others may run */
};

/* A chunk's total, on a line of its own. */
struct chain_link {
    _Alignas(LINE_BYTES) uint64_t told; /* 0: not yet */
    uint64_t total;
};

struct chain { /* in scratch */
    _Alignas(LINE_BYTES) size_t claimed;
    struct chain_link link[]; /* one a chunk */
};

/* Bytes of a chunk of n elements of `size` bytes. */
static inline size_t chunk_bytes(size_t n, size_t size)
{
    const size_t share = n * size / ((size_t)team_size() * CLAIMS);
    return share < CHUNK_LEAST
        ? CHUNK_LEAST
        : least(share / LINE_BYTES * LINE_BYTES, CHUNK_MOST);
}

static inline size_t chain_bytes(size_t chunks)
{
    return sizeof(struct chain) + chunks * sizeof(struct chain_link);
}

/* Before the team begins: scratch may hold anything, another run's totals
 * too. It is a line a chunk, 1/500 of a chunk's own. */
static inline void chain_begin(struct chain *chain, size_t chunks)
{
    chain->claimed = 0;
    for (size_t c = 0; c < chunks; c++)
        chain->link[c].told = 0;
}

/* The next chunk that nobody has. */
static inline size_t chain_claim(struct chain *chain)
{
    return __atomic_fetch_add(&chain->claimed, 1, __ATOMIC_RELAXED);
}

static inline void chain_publish(struct chain *chain, size_t chunk,
                                 uint64_t total)
{
    struct chain_link *link = &chain->link[chunk];
    link->total = total;
    __atomic_store_n(&link->told, 1, __ATOMIC_RELEASE);
}

/* Whether a chunk's total is there. */
static inline bool chain_told(const struct chain *chain, size_t chunk)
{
    return __atomic_load_n(&chain->link[chunk].told, __ATOMIC_ACQUIRE);
}

/* A chunk's total, once it is there. */
static inline uint64_t chain_wait(const struct chain *chain, size_t chunk)
{
    for (size_t looks = 1; !chain_told(chain, chunk); looks++) {
        if (looks % PATIENCE == 0)
            sched_yield();
#ifdef __x86_64__
        _mm_pause();
#endif
    }
    return chain->link[chunk].total;
}

#endif
