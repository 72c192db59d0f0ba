/* launch.cuh - what every launcher needs: the error checks of device.h, the
 * job's stream and arrays by type, the dispatch on types, grid arithmetic. */
#ifndef TETRAD_CUDA_LAUNCH_CUH
#define TETRAD_CUDA_LAUNCH_CUH

#include "parts/ask.cuh"
#include "place/device.h"

/* The most blocks one launch may have in x. */
constexpr size_t GRID_MAX = 2147483647;

template <class N>
__host__ __device__ constexpr N ceil_div(N items, N each)
{
    return items / each + (items % each != 0);
}

/* Blocks of `each` items that cover `items`; one for none, so that an empty
 * problem still writes its result. */
static inline unsigned blocks_for(size_t items, size_t each)
{
    size_t blocks = items ? ceil_div(items, each) : 1;
    return (unsigned)(blocks < GRID_MAX ? blocks : GRID_MAX);
}

static inline cudaStream_t stream_of(const struct job *job)
{
    return job->device->stream;
}

/* Elements of the first input. */
static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

template <class T>
static inline const T *input(const struct job *job, int which = 0)
{
    return static_cast<const T *>(job->in[which]);
}

template <class T>
static inline T *output(const struct job *job, int which = 0)
{
    return static_cast<T *>(job->out[which]);
}

/* Clears the first `bytes` of scratch, which are dirty before a run. */
static inline enum status fresh_scratch(const struct job *job, size_t bytes)
{
    return cuda_status(job,
                       cudaMemsetAsync(job->scratch, 0, bytes, stream_of(job)),
                       "clearing scratch");
}

/* --- types ---------------------------------------------------------------- */

/* An element type in the terms of templates: as it is read, as sums of it are
 * taken, as means of it are summed. */
template <enum elem Name, class Element, class Add, class Wide>
struct elem_type {
    static constexpr enum elem name = Name;
    using element = Element;
    using add = Add;
    using wide = Wide;
};

template <class Nothing, class... Types>
struct type_list {
};

/* TYPES_OF(SET), of one of elem.h's lists, is a type_list of its types. */
#define TYPES_OF_NEXT(NAME, name, ...)                                        \
    ,                                                                         \
        elem_type<ELEM_##NAME, elem_##name, elem_##name##_add,                \
                  elem_##name##_wide>
#define TYPES_OF(SET) type_list<void SET(TYPES_OF_NEXT, )>

/* launch(elem_type<...>{}) for the problem's type, which is to be one of
 * Types:
 *
 *   return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
 *       using T = typename decltype(type)::add;
 *       ...
 *   });
 */
template <class... Types, class Launch>
static enum status by_type(type_list<void, Types...>, const struct job *job,
                           Launch launch)
{
    const enum elem name = job->problem->type;
    enum status status = STATUS_OK;
    const bool found =
        ((name == Types::name && (status = launch(Types{}), true)) || ...);
    return found
        ? status
        : fail(job->why, STATUS_USAGE, "no kernel takes %s", elem_name(name));
}

/* --- grids ---------------------------------------------------------------- */

/* Levels of tiles above n elements, down to one tile: the tiles of the
 * elements, the tiles of these tiles' totals, ...; and tiles in all of them. */
struct tile_levels {
    int count;
    size_t tiles;
};

static inline struct tile_levels levels_above(size_t n, size_t tile)
{
    struct tile_levels levels = { 0, 0 };
    do {
        n = ceil_div(n, tile);
        levels.tiles += n;
        levels.count++;
    } while (n > 1);
    return levels;
}

/* Why a kernel cannot be launched: unless one before has failed, which is told
 * again. */
static inline enum status no_room(const struct job *job, const char *what,
                                  size_t bytes)
{
    const enum status status = cuda_launched(job, what);
    return status
        ? status
        : fail(job->why, STATUS_MISSING,
               "%s: no %zu bytes of shared memory for a block", what, bytes);
}

/* Blocks a multiprocessor holds at once of a kernel that uses the copy engine
 * (bulk.cuh), with this many bytes of dynamic shared memory, which are allowed
 * it here; 0: this GPU, or this build for it, has no such code or memory. */
template <class Kernel>
static int bulk_blocks(Kernel kernel, int threads, size_t shared)
{
    return is_hopper_code(kernel)
        ? blocks_held(kernel, unsigned(threads), shared)
        : 0;
}

#endif
