/* indices.h - where elements are taken from or go to: what gather and scatter
 * share.
 *
 * An index is a u32 or a u64, by the parameter `index`. Generated ones follow
 * from the parameters and the seed, each from its place alone, so that no
 * table is needed; those of a file are looked through before the first run. */
#ifndef TETRAD_OPS_INDICES_H
#define TETRAD_OPS_INDICES_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Index i of n places, i < n. */
enum indices_pattern {
    INDICES_RANDOM, /* permutation */
    INDICES_IDENTITY,
    INDICES_REVERSE,
    INDICES_STRIDE, /* column by column through a matrix that lies row by row,
                       of `stride` columns, the last row perhaps short */
    INDICES_BLOCKS, /* a random permutation of each `block` of places; the last
                       perhaps short */
    INDICES_SKEWED, /* random by Zipf's law, exponent 1: the first places most
                       often. Not a permutation: none for scatter */
    INDICES_PATTERNS
};

/* Indices in problem->param of the parameters that both operations begin with;
 * of INDEX .i is an enum indices_width. */
enum indices_param {
    INDICES_PARAM_PATTERN,
    INDICES_PARAM_INDEX,
    INDICES_PARAM_STRIDE,
    INDICES_PARAM_BLOCK,
    INDICES_PARAMS
};

enum indices_width { INDICES_32, INDICES_64 };

static inline bool indices_are_wide(const struct problem *p)
{
    return p->param[INDICES_PARAM_INDEX].i == INDICES_64;
}

/* ELEM_U32 or ELEM_U64. */
static inline enum elem indices_type(const struct problem *p)
{
    return indices_are_wide(p) ? ELEM_U64 : ELEM_U32;
}

/* Their help, and the least and the largest value of the last two. */
#define INDICES_PATTERN_HELP "the order of places"
#define INDICES_INDEX_HELP "bits of an index"
#define INDICES_STRIDE_HELP "columns of pattern=stride"
#define INDICES_BLOCK_HELP "places of a block of pattern=blocks"
#define INDICES_STRIDE_PRESET "32"
#define INDICES_BLOCK_PRESET "1024"
#define INDICES_LOW 1
#define INDICES_HIGH 0x1p40
extern const char *const indices_widths[]; /* "32", "64" */

/* Whether indices of that width reach `places` elements. */
enum status indices_shape(const struct problem *, size_t places,
                          struct reason *why);

/* Fills indices [begin, end) of input `which` into to[0], to[1], ...; beyond
 * `places` the pattern begins again (of random: with the same permutation). */
void indices_fill_slice(const struct problem *, int which, size_t places,
                        size_t begin, size_t end, void *to);
/* All of in[which], in parallel. */
void indices_fill(const struct problem *, int which, size_t places,
                  void *indices);

/* Index i, of whichever width. */
static inline uint64_t indices_at(const struct problem *p, const void *indices,
                                  size_t i)
{
    return indices_are_wide(p) ? ((const uint64_t *)indices)[i]
                               : ((const uint32_t *)indices)[i];
}

/* That all `count` of them are less than `places`. */
enum status indices_validate(const struct problem *, const void *indices,
                             size_t count, size_t places, struct reason *why);
/* That none is there twice; all are less than `places`. */
enum status indices_distinct(const struct problem *, const void *indices,
                             size_t count, size_t places, struct reason *why);

/* What memory must move of the array that indices lead into. A model of the
 * problem, not of a machine: elements are taken in the order of their indices,
 * memory moves INDICES_SECTOR bytes at a time (a GPU's sector, half a line of
 * a CPU), and the sectors that were moved last are there for nothing. */
enum { INDICES_SECTOR = 32 };

struct indices_traffic {
    uint64_t sectors; /* moved */
    uint64_t parts;   /* of them those that not all elements were taken of: to
                         be written they must be read first */
    uint64_t jumps;   /* moved from far from the element before: accesses at
                         random places */
};

/* `size` bytes an element. */
struct indices_traffic indices_traffic(const struct problem *,
                                       const void *indices, size_t count,
                                       size_t size);

/* Bytes that indices jump about in: one block of pattern=blocks, else all. */
size_t indices_span(const struct problem *, size_t places);

#ifdef __cplusplus
}
#endif
#endif
