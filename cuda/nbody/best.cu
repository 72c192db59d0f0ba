/* best.cu - launching unrolled: in how many parts those that pull are split;
 * and best, which is that or, of many bodies, each pair once, mutual.cu. */
#include "cuda.h"
#include "nbody/mutual.h"
#include "nbody/unrolled.cuh"

LAUNCHER(cuda_nbody_unrolled);
LAUNCHER(cuda_nbody_best);

/* What else takes time, in bodies that pull one block: about 26 cycles of a
 * multiprocessor each. No GPU has been asked yet. */
constexpr size_t BLOCK_COST = 32;  /* its beginning and its end */
constexpr size_t LAUNCH_COST = 64; /* the second launch */
constexpr size_t ALONE_PART = 8;   /* a block alone on a multiprocessor: a
                                      share more */
constexpr size_t MOVED_PART = 13;  /* sums of so many bodies in and out of
                                      memory, on each multiprocessor */
constexpr size_t LEAST_PART = 32;  /* bodies of a part */
constexpr size_t MOST_PARTS = 64;
constexpr size_t MOST_TURNS = 256; /* blocks a multiprocessor, beyond which
                                      the last ones hardly matter */

/* Every block takes as long; a multiprocessor does two at once, each at half
 * the speed. */
static size_t cost_of(size_t n, size_t parts, size_t sms)
{
    const size_t blocks = ceil_div(n, size_t(PULL_GROUP)) * parts;
    const size_t turns = ceil_div(blocks, sms);
    const size_t each = ceil_div(n, parts) + BLOCK_COST;
    const size_t alone = turns % 2 ? each / ALONE_PART : 0;
    const size_t added =
        parts > 1 ? LAUNCH_COST + parts * n / (MOVED_PART * sms) : 0;
    return turns * each + alone + added;
}

/* The same for as many multiprocessors, so that sums are, to the bit. */
static unsigned parts_of(const struct job *job)
{
    const size_t n = job->problem->size, sms = size_t(job->device->sms);
    const size_t groups = ceil_div(n, size_t(PULL_GROUP));
    const size_t most = min(MOST_PARTS,
                            min(ceil_div(n, LEAST_PART),
                                MOST_TURNS * sms / max(groups, size_t(1))));
    size_t best = 1, least = cost_of(n, 1, sms);
    for (size_t parts = 2; parts <= most; parts++) {
        const size_t cost = cost_of(n, parts, sms);
        if (cost < least) {
            least = cost;
            best = parts;
        }
    }
    return unsigned(best);
}

/* Bodies that a warp has of each part. */
static unsigned piece_of(size_t n, unsigned parts)
{
    const size_t piece = ceil_div(n, size_t(parts) * PULL_WARPS);
    return unsigned(ceil_div(piece, size_t(PULL_UNROLL)) * PULL_UNROLL);
}

/* Scratch: the sums of every part, x, y and z one after another. */
static part_sums sums_of(const struct job *job, unsigned parts)
{
    const size_t n = job->problem->size;
    const pulls out(job);
    float *room = static_cast<float *>(job->scratch);
    if (parts == 1)
        return { { out.x, out.y, out.z }, 0 };
    return { { room, room + n, room + 2 * n }, 3 * n };
}

enum status cuda_nbody_unrolled(struct job *job)
{
    const bodies b(job);
    if (b.n == 0)
        return STATUS_OK;
    const unsigned parts = parts_of(job);
    const part_sums sums = sums_of(job, parts);
    const dim3 grid(blocks_for(b.n, PULL_GROUP), parts);
    share_room(nbody_unrolled);
    nbody_unrolled<<<grid, PULL_THREADS, 0, stream_of(job)>>>(
        b, piece_of(b.n, parts), sums);
    const enum status status = cuda_launched(job, "nbody_unrolled");
    if (status || parts == 1)
        return status;
    share_room(nbody_add_parts);
    return launch_overlapped(job, "nbody_add_parts", nbody_add_parts,
                             blocks_for(3 * size_t(b.n), ADD_THREADS),
                             ADD_THREADS, sums.a[0], parts, b.n, pulls(job));
}

size_t cuda_nbody_unrolled_scratch(const struct job *job)
{
    const size_t parts = parts_of(job);
    return parts > 1 ? parts * 3 * job->problem->size * sizeof(float) : 0;
}

/* Of a chunk, of its piece's, of the block's pieces, of the parts. */
double cuda_nbody_unrolled_depth(const struct job *job)
{
    const unsigned parts = parts_of(job);
    const size_t piece = piece_of(job->problem->size, parts);
    return double(min(piece, size_t(NBODY_CHUNK))) +
        double(ceil_div(piece, size_t(NBODY_CHUNK))) + PULL_WARPS + parts;
}

enum status cuda_nbody_best(struct job *job)
{
    return is_mutual(job) ? launch_mutual(job) : cuda_nbody_unrolled(job);
}

size_t cuda_nbody_best_scratch(const struct job *job)
{
    return is_mutual(job) ? mutual_scratch(job)
                          : cuda_nbody_unrolled_scratch(job);
}

double cuda_nbody_best_depth(const struct job *job)
{
    return is_mutual(job) ? mutual_depth(job) : cuda_nbody_unrolled_depth(job);
}
