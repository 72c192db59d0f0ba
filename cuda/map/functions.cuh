/* functions.cuh - the functions of map, as what kernels and libraries call.
 * Integers are taken as unsigned ones, so that they wrap; elements to be copied
 * as bits, so that f32 shares its copies with i32. */
#ifndef TETRAD_CUDA_MAP_FUNCTIONS_CUH
#define TETRAD_CUDA_MAP_FUNCTIONS_CUH

#include <cstdint>
#include <type_traits>

#include "ops/map.h"
#include "parts/launch.cuh"

/* `inputs` of each: how many arrays it reads. */
template <class T>
struct map_copy {
    using element = T;
    static constexpr int inputs = 1;
    __host__ __device__ T operator()(T x) const
    {
        return x;
    }
};

template <class T>
struct map_scale {
    using element = T;
    static constexpr int inputs = 1;
    T a;
    __host__ __device__ T operator()(T x) const
    {
        return a * x;
    }
};

template <class T>
struct map_axpy {
    using element = T;
    static constexpr int inputs = 2;
    T a;
    __host__ __device__ T operator()(T x, T y) const
    {
        return a * x + y;
    }
};

template <class T>
struct map_square {
    using element = T;
    static constexpr int inputs = 1;
    __host__ __device__ T operator()(T x) const
    {
        return x * x;
    }
};

template <class T>
struct map_exp {
    using element = T;
    static constexpr int inputs = 1;
    __host__ __device__ T operator()(T x) const
    {
        return exp(x);
    }
};

/* launch(f) with the problem's function of type T. */
template <class T, class Launch>
static enum status by_function(const struct job *job, Launch launch)
{
    using bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    using whole = std::conditional_t<std::is_floating_point_v<T>, T, int64_t>;
    const struct value *value = job->problem->param;
    const T a = T(whole(value[MAP_PARAM_A].r));
    switch (value[MAP_PARAM_FUNCTION].i) {
    case MAP_COPY: return launch(map_copy<bits>{});
    case MAP_SCALE: return launch(map_scale<T>{ a });
    case MAP_AXPY: return launch(map_axpy<T>{ a });
    case MAP_SQUARE: return launch(map_square<T>{});
    case MAP_EXP:
        if constexpr (std::is_floating_point_v<T>)
            return launch(map_exp<T>{});
    }
    return fail(job->why, STATUS_USAGE, "no kernel has this function");
}

/* launch(f) with the problem's function, of its type. */
template <class Launch>
static enum status by_map(const struct job *job, Launch launch)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [=](auto type) {
        return by_function<typename decltype(type)::add>(job, launch);
    });
}

#endif
