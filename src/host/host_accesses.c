/* host_accesses.c - the loops that the CPU's roofs of random accesses are
 * measured with.
 *
 * A core waits for as many misses at a time as it has buffers for them. Loads
 * that wait fill its window before its buffers; prefetches leave the window at
 * once. Those into L2 need none of L1's few buffers, and L2 has more: on a
 * core of an EPYC (Zen 4) they make 1.5 times as many accesses to 1 GiB as
 * prefetches into L1 or none, 176 million a second instead of 116 million,
 * and to 16 MiB in L3 1.7 times as many. In L2, plain loops are ahead. */
#include "host/host_accesses.h"

#include <string.h>

#include "simd.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    BLOCK = 2048, /* indices made at a time */
    AHEAD = 64,   /* accesses that prefetches are ahead of theirs, */
    FURTHER = 256 /* and can be, into L2 */
};

enum hint { NONE, INTO_L1, INTO_L2 };

/* Multiplications by odd numbers and shifts to the right can be undone, so
 * that no two x of so many bits become the same. */
INLINE uint32_t shuffled(uint32_t x, unsigned bits)
{
    const uint32_t mask = UINT32_MAX >> (32 - bits);
    const unsigned half = (bits + 1) / 2;
    x = x * 0x9e3779b1u & mask;
    x ^= x >> half;
    x = x * 0x85ebca6bu & mask;
    return x ^ x >> half;
}

INLINE void make_indices(uint32_t *index, size_t first, unsigned bits,
                         size_t count)
{
    const uint32_t from = (uint32_t)first;
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        index[i] = shuffled(from + i, bits);
}

INLINE void ask(const void *at, enum hint hint)
{
    if (hint == INTO_L1)
        __builtin_prefetch(at, 0, 3);
    if (hint == INTO_L2)
        __builtin_prefetch(at, 0, 2);
}

#define NAME(x) x##_4
#define WORD uint32_t
#include "host/host_accesses_tmpl.h"

#define NAME(x) x##_8
#define WORD uint64_t
#include "host/host_accesses_tmpl.h"

static const struct host_accesses gathers[][5] = {
    { { "plain", gather_plain_4 },
      { "ahead", gather_ahead_4 },
      { "ahead into L2", gather_into_l2_4 },
      { "further into L2", gather_further_4 },
      { 0 } },
    { { "plain", gather_plain_8 },
      { "ahead", gather_ahead_8 },
      { "ahead into L2", gather_into_l2_8 },
      { "further into L2", gather_further_8 },
      { 0 } }
};

static const struct host_accesses scatters[][5] = {
    { { "plain", scatter_plain_4 },
      { "ahead", scatter_ahead_4 },
      { "ahead into L2", scatter_into_l2_4 },
      { "further into L2", scatter_further_4 },
      { 0 } },
    { { "plain", scatter_plain_8 },
      { "ahead", scatter_ahead_8 },
      { "ahead into L2", scatter_into_l2_8 },
      { "further into L2", scatter_further_8 },
      { 0 } }
};

const struct host_accesses *host_accesses(enum roof_kind kind)
{
    const struct access access = roof_access(kind);
    const int wide = access.width == 8;
    return access.scatter ? scatters[wide] : gathers[wide];
}
