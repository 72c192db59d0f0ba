/* feed.cuh - the next steps of K, on their way to shared memory: Unit floats a
 * copy, 4 where rows of A and B are aligned to 16 bytes, else 1. */
#ifndef TETRAD_CUDA_SGEMM_FEED_CUH
#define TETRAD_CUDA_SGEMM_FEED_CUH

#include "parts/async.cuh"
#include "parts/warp.cuh"
#include "sgemm/product.cuh"

/* What K has before its steps. */
template <class F>
static __device__ unsigned few_of(const product &p, unsigned steps)
{
    const size_t whole = size_t(steps) * F::DEPTH;
    return p.k > whole ? unsigned(p.k - whole) : 0;
}

/* A thread copies one unit of every so manyth row of a step, of A and of B.
 * Before K there are zeros, of A those that a row of a copy has before its
 * first float. Rows and columns beyond the matrices are not copied, as nothing
 * is stored of what is made of them. (In their place were those at the edges.
 * A tile with hardly any of its own then took up to twice as long, it seems
 * for all those copies from one address: H100, n = 777.) Distances are in
 * bytes; within a step they are less than 2^31, as extents are at most
 * 2^20. */
template <class F, int Unit>
struct feed {
    static constexpr int A_ACROSS = F::DEPTH / Unit;
    static constexpr int B_ACROSS = F::COLUMNS / Unit;
    static constexpr int A_STEP = F::THREADS / A_ACROSS;
    static constexpr int B_STEP = F::THREADS / B_ACROSS;
    static constexpr unsigned A_UNITS = ceil_div(F::ROWS, A_STEP);
    static constexpr unsigned B_UNITS = ceil_div(F::DEPTH, B_STEP);
    static constexpr unsigned UNITS = A_UNITS + B_UNITS;
    static constexpr int BYTES = Unit * sizeof(float);
    static constexpr bool APART = A_ACROSS == WARP / 2 && A_STEP > 8;
    static_assert(F::THREADS % A_ACROSS == 0 && F::THREADS % B_ACROSS == 0);
    static_assert(!APART || A_STEP % 8 == 0);

    const char *a, *b; /* its first units of the step last begun, then, once
                          it copies by parts, its next */
    unsigned a_down, b_down; /* from a unit to the next, in a step, */
    unsigned b_next;         /* and from a step of B to the next */
    unsigned a_rows;         /* units of A that it has; those of B: */
    bool has_b;
    unsigned before; /* of the first step, what K does not have */
    unsigned left;   /* steps that are not begun */

    /* `count` steps from `first` on, of `steps`. */
    __device__ feed(const product &p, const tile &tile, unsigned steps,
                    unsigned first, unsigned count)
    {
        const size_t row = tile.row + a_row();
        const size_t column = tile.column + threadIdx.x % B_ACROSS * Unit;
        const ptrdiff_t k =
            ptrdiff_t(p.k) - ptrdiff_t(steps - first) * F::DEPTH;
        const ptrdiff_t last = k - F::DEPTH; /* none is begun */
        a = place(p.a, ptrdiff_t(row * p.a_pitch) + last + a_k());
        b = place(p.b,
                  (last + b_k()) * ptrdiff_t(p.b_pitch) + ptrdiff_t(column));
        a_down = A_STEP * unsigned(p.a_pitch) * sizeof(float);
        b_down = B_STEP * unsigned(p.b_pitch) * sizeof(float);
        b_next = F::DEPTH * unsigned(p.b_pitch) * sizeof(float);
        a_rows = 0;
#pragma unroll
        for (unsigned i = 0; i < A_UNITS; i++)
            a_rows += a_row() + i * A_STEP < F::ROWS && row + i * A_STEP < p.m;
        has_b = column < p.b_pitch;
        before = unsigned(max(-k, ptrdiff_t{ 0 }));
        left = count;
    }

    /* Which may be before the first float, and is then not read. */
    static __device__ const char *place(const float *from, ptrdiff_t at)
    {
        return reinterpret_cast<const char *>(from) +
            at * ptrdiff_t(sizeof(float));
    }

    /* Rows four apart for the two halves of a warp, in different banks: 128 x
     * 256 by ones takes 0.98 of the time so, others of 16 a row 1.01. */
    static __device__ unsigned a_row()
    {
        const unsigned at = threadIdx.x / A_ACROSS;
        return APART ? at / 8 * 8 + at % 2 * 4 + at / 2 % 4 : at;
    }

    static __device__ unsigned a_k()
    {
        return threadIdx.x % A_ACROSS * Unit;
    }

    static __device__ unsigned b_k()
    {
        return threadIdx.x / B_ACROSS;
    }

    static __device__ bool in_step(unsigned b_unit)
    {
        return F::DEPTH % B_STEP == 0 ||
            b_k() + b_unit * B_STEP < unsigned(F::DEPTH);
    }

    /* The next step to `stage`, if there is one; the first may be short. */
    __device__ void step(float *stage)
    {
        a += F::DEPTH * sizeof(float);
        b += b_next;
        if (!begin())
            return;
#pragma unroll
        for (unsigned i = 0; i < A_UNITS; i++)
            if (i < a_rows)
                copy_async_if<BYTES>(a_to(i, stage), a + size_t(a_down) * i,
                                     a_k() + Unit > before);
#pragma unroll
        for (unsigned i = 0; i < B_UNITS; i++)
            if (has_b && in_step(i))
                copy_async_if<BYTES>(b_to(i, stage), b + size_t(b_down) * i,
                                     b_k() + i * B_STEP >= before);
        before = 0;
    }

    /* Whether there is a next step, which is then begun. */
    __device__ bool begin()
    {
        const bool more = left > 0;
        left -= more;
        return more;
    }

    /* From now on by Parts parts, of which it has behind it the first of the
     * step last begun. */
    template <unsigned Parts>
    __device__ void divide()
    {
        constexpr unsigned FIRST = ceil_div(UNITS, Parts);
        a += FIRST < A_UNITS ? size_t(a_down) * FIRST
                             : F::DEPTH * sizeof(float);
        b += FIRST > A_UNITS ? size_t(b_down) * (FIRST - A_UNITS) : 0;
    }

    /* The next part, one of Parts of a step, in their order; copied if it is
     * `wanted`. */
    template <unsigned Parts>
    __device__ void part(unsigned which, float *stage, bool wanted)
    {
        const unsigned rows = wanted ? a_rows : 0;
        const bool columns = wanted && has_b;
#pragma unroll
        for (unsigned i = 0; i < A_UNITS; i++)
            if (i * Parts / UNITS == which) {
                copy_async_when<BYTES>(a_to(i, stage), a, i < rows);
                a += i + 1 < A_UNITS ? size_t(a_down)
                                     : F::DEPTH * sizeof(float) -
                        size_t(a_down) * (A_UNITS - 1);
            }
#pragma unroll
        for (unsigned i = 0; i < B_UNITS; i++)
            if ((A_UNITS + i) * Parts / UNITS == which) {
                copy_async_when<BYTES>(b_to(i, stage), b,
                                       columns && in_step(i));
                b += i + 1 < B_UNITS
                    ? size_t(b_down)
                    : size_t(b_next) - size_t(b_down) * (B_UNITS - 1);
            }
    }

    static __device__ float *a_to(unsigned i, float *stage)
    {
        return stage + (a_row() * F::A_PITCH + a_k()) +
            i * A_STEP * F::A_PITCH;
    }

    static __device__ float *b_to(unsigned i, float *stage)
    {
        return stage + threadIdx.x * Unit + F::A_ROOM +
            i * B_STEP * F::COLUMNS;
    }
};

#endif
