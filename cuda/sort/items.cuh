/* items.cuh - what is sorted, as kernels see it: keys as bits, the order that
 * they are in, and values by their width alone.
 *
 * Digits are of ranks (ops/sort.h): unsigned numbers in the order of the keys,
 * those of -0 and +0 alike, so that what is stable keeps them as they were.
 * Keys become codes as they are first read, and keys again as they are last
 * written: a code is the rank, but that -0 has one of its own. Then a digit of
 * most keys is one byte of the code, one instruction; only where there is a -0
 * does each digit ask for it. */
#ifndef TETRAD_CUDA_SORT_ITEMS_CUH
#define TETRAD_CUDA_SORT_ITEMS_CUH

#include "ops/sort.h"
#include "parts/launch.cuh"

struct no_value {
};

template <class V>
constexpr bool carries = !std::is_same<V, no_value>::value;

template <class V>
constexpr size_t width_of = carries<V> ? sizeof(V) : 0;

constexpr int DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS;

/* The digit of one pass, of codes. Zeros: some key is -0. */
template <class K, bool Zeros>
struct digit_of {
    unsigned byte; /* for __byte_perm() */
    K minus, plus; /* codes of -0 and +0 */

    __device__ unsigned operator()(K code) const
    {
        if (Zeros)
            code = code == minus ? plus : code;
        if constexpr (sizeof(K) == 4)
            return __byte_perm(code, 0, byte);
        else
            return __byte_perm(unsigned(code), unsigned(code >> 32), byte) &
                (DIGITS - 1);
    }
};

/* Float: whether keys of sizeof(K) bytes are floats. */
template <class K, bool Float>
struct ranking {
    static constexpr bool HAS_ZEROS = Float; /* of either sign */

    K flip;

    static constexpr int TOP = 8 * int(sizeof(K)) - 1;
    static constexpr K MINUS_ZERO = K(1) << TOP;

    __host__ __device__ K operator()(K bits) const
    {
        return code(Float && bits == MINUS_ZERO ? K(0) : bits);
    }

    /* To a code, and back. */
    __host__ __device__ K code(K bits) const
    {
        return magnitude(bits) ^ flip;
    }
    __host__ __device__ K bits(K code) const
    {
        return magnitude(code ^ flip);
    }
    /* Whether codes are not what keys are. */
    __device__ bool is_coded() const
    {
        return Float || flip;
    }
    /* The same for codes of -0 and +0. */
    __host__ __device__ K alike(K code) const
    {
        return Float && code == this->code(MINUS_ZERO) ? this->code(0) : code;
    }
    /* A code that no other comes after. */
    __host__ __device__ K last() const
    {
        return K(~K(0));
    }
    /* pass: the same for all threads. */
    template <bool Zeros>
    __device__ digit_of<K, Zeros> digit(unsigned pass) const
    {
        return { sizeof(K) == 4 ? 0x4440 | pass : pass, code(MINUS_ZERO),
                 code(0) };
    }

  private:
    static __host__ __device__ K magnitude(K bits)
    {
        using number = std::make_signed_t<K>;
        return Float ? bits ^ K(K(number(bits) >> TOP) >> 1) : bits;
    }
};

/* Keys, and values if they carry any: not yet read, or written. */
template <class K, class V>
struct items {
    K *keys;
    V *values;

    __device__ void move(size_t to, const items &from, size_t at) const
    {
        keys[to] = from.keys[at];
        if constexpr (carries<V>)
            values[to] = from.values[at];
    }
};

template <class K, class V>
static items<K, V> items_in(const struct job *job)
{
    return { const_cast<K *>(input<K>(job)),
             const_cast<V *>(input<V>(job, 1)) };
}

template <class K, class V>
static items<K, V> items_out(const struct job *job)
{
    return { output<K>(job), output<V>(job, 1) };
}

/* What lies in scratch begins at multiples of 256 bytes. */
static inline size_t in_256s(size_t bytes)
{
    return ceil_div(bytes, size_t(256)) * 256;
}

/* Spare items at such an offset. */
static inline size_t spare_keys(const struct problem *p)
{
    return in_256s(p->size * elem_size(p->type));
}

static inline size_t spare_bytes(const struct problem *p)
{
    return spare_keys(p) + in_256s(p->size * sort_value_bytes(p));
}

template <class K, class V>
static items<K, V> items_spare(const struct job *job, size_t offset)
{
    char *at = static_cast<char *>(job->scratch) + offset;
    return { reinterpret_cast<K *>(at),
             reinterpret_cast<V *>(at + spare_keys(job->problem)) };
}

/* Bytes of shared memory that a block can have, less some for what a kernel has
 * besides its room. */
static inline size_t room_most(const struct job *job)
{
    return size_t(cuda_attribute(job->device,
                                 cudaDevAttrMaxSharedMemoryPerBlockOptin)) -
        4096;
}

/* launch(K{}, V{}, bool_constant of Float) for the problem. */
template <class K, class Launch>
static enum status by_values(const struct job *job, Launch launch)
{
    const auto with = [&](auto value) {
        return elem_is_float(job->problem->type)
            ? launch(K{}, value, std::true_type{})
            : launch(K{}, value, std::false_type{});
    };
    switch (sort_value_bytes(job->problem)) {
    case 0: return with(no_value{});
    case 4: return with(uint32_t{});
    default: return with(uint64_t{});
    }
}

template <class Launch>
static enum status by_form(const struct job *job, Launch launch)
{
    return elem_size(job->problem->type) == 4
        ? by_values<uint32_t>(job, launch)
        : by_values<uint64_t>(job, launch);
}

#endif
