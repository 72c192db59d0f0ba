/* parted.cuh - samples sorted into parts of the bins, and what the two launches
 * that do it and count them tell each other.
 *
 * A part is 2^15 bins; of each sample the bin's low bits are kept, in a chunk
 * of its part's. A block takes a new chunk of a part whenever it has filled the
 * one before, from a pool that all share, and writes its number behind those of
 * the part. So no part need be counted before it is filled, all samples may be
 * in one, and no block waits for another: what is in the pool's first word is
 * only added to. There are chunks for all samples and one more for each block
 * and part, which is all that can be taken: a block has at most one of a part
 * that is not full. */
#ifndef TETRAD_CUDA_HISTOGRAM_PARTED_CUH
#define TETRAD_CUDA_HISTOGRAM_PARTED_CUH

#include <cstddef>
#include <cstdint>

constexpr unsigned PART_SHIFT = 15;
constexpr unsigned PART_BINS = 1u << PART_SHIFT;
constexpr unsigned PARTS_MOST = 32; /* of 2^20 bins */
constexpr unsigned PART_DIGITS = 5; /* that tell 32 parts apart */
constexpr unsigned CHUNK = 2048;    /* entries: 4 KB */

/* At the beginning of scratch; cleared before the first launch. */
struct alignas(256) parted {
    unsigned taken;              /* chunks of the pool */
    unsigned chunks[PARTS_MOST]; /* of each part */
};

constexpr unsigned PARTED_WORDS = 1 + PARTS_MOST;

/* Where things are in scratch. */
struct parted_room {
    struct parted *head;
    unsigned *filled; /* entries in each chunk */
    unsigned *number; /* [part][k]: chunk k of each part */
    uint16_t *pool;
    unsigned most; /* chunks that there are */

    parted_room(void *scratch, size_t chunks) : most(unsigned(chunks))
    {
        char *at = static_cast<char *>(scratch);
        head = reinterpret_cast<struct parted *>(at);
        at += sizeof(struct parted);
        pool = reinterpret_cast<uint16_t *>(at); /* on the grid of 256 */
        at += chunks * CHUNK * sizeof(uint16_t);
        filled = reinterpret_cast<unsigned *>(at);
        number = filled + chunks;
    }
    static size_t bytes(size_t chunks)
    {
        return sizeof(struct parted) + chunks * CHUNK * sizeof(uint16_t) +
            chunks * sizeof(unsigned) * (1 + PARTS_MOST);
    }
    static size_t chunks_of(size_t n, size_t blocks)
    {
        return n / CHUNK + blocks * PARTS_MOST;
    }
};

#endif
