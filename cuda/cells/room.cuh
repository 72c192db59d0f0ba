/* room.cuh - scratch, an array after another, each from a multiple of 256 bytes
 * on; without scratch it only counts. */
#ifndef TETRAD_CUDA_CELLS_ROOM_CUH
#define TETRAD_CUDA_CELLS_ROOM_CUH

#include "parts/launch.cuh"

struct room {
    char *at;
    size_t bytes;

    explicit room(void *scratch) : at(static_cast<char *>(scratch)), bytes(0)
    {
    }

    template <class T = unsigned>
    T *take(size_t count)
    {
        char *const array = at ? at + bytes : nullptr;
        bytes += ceil_div(count * sizeof(T), size_t(256)) * 256;
        return reinterpret_cast<T *>(array);
    }
};

#endif
