/* ask.cuh - what the driver knows of a kernel and this GPU, or is to allow it.
 *
 * A question takes it up to some microseconds, which are a run's time, and the
 * answer is the same every time: it is kept until another question of its kind
 * is asked of the kernel. */
#ifndef TETRAD_CUDA_ASK_CUH
#define TETRAD_CUDA_ASK_CUH

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>

/* A kernel is known by its code. */
template <class Kernel>
static const void *code_of(Kernel kernel)
{
    return reinterpret_cast<const void *>(kernel);
}

constexpr uintptr_t CODE_ALIGNED = 16; /* bytes, mostly */

struct question {
    const void *kernel;
    int device; /* filled in by asked_once() */
    size_t a, b, c;

    bool operator==(const question &o) const
    {
        return kernel == o.kernel && device == o.device && a == o.a &&
            b == o.b && c == o.c;
    }
};

/* Room for the answers of a kind about kernels of a type; two kernels that
 * share a place are asked about more often. */
struct answers {
    static constexpr size_t PLACES = 16;
    struct {
        question asked;
        int answer;
    } kept[PLACES];
};

constexpr int FAILED = -1; /* the driver did not answer */

/* What ask() says, unless it is known. FAILED is 0 here and not kept: memory
 * that was short may be there the next time. */
template <class Ask>
static int asked_once(answers &all, question q, Ask ask)
{
    if (cudaGetDevice(&q.device))
        cudaGetLastError();
    auto &place =
        all.kept[uintptr_t(q.kernel) / CODE_ALIGNED % answers::PLACES];
    if (!(place.asked == q)) {
        place.answer = ask();
        place.asked = place.answer == FAILED ? question{} : q;
        cudaGetLastError();
    }
    return place.answer == FAILED ? 0 : place.answer;
}

/* Whether this GPU runs code of a kernel for compute capability 9.0 or more:
 * machine code, or what was made of PTX for it. */
template <class Kernel>
static bool is_hopper_code(Kernel kernel)
{
    static answers all;
    return asked_once(all, { code_of(kernel), 0, 0, 0, 0 }, [kernel] {
        cudaFuncAttributes attributes;
        return cudaFuncGetAttributes(&attributes, kernel)
            ? FAILED
            : attributes.ptxVersion >= 90;
    });
}

/* Allows a kernel's blocks so much dynamic shared memory. */
template <class Kernel>
static bool allow_shared(Kernel kernel, size_t bytes)
{
    static answers all;
    return asked_once(
        all, { code_of(kernel), 0, bytes, 0, 0 }, [kernel, bytes] {
            return cudaFuncSetAttribute(
                       kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       int(bytes))
                ? FAILED
                : 1;
        });
}

/* Wishes for as much shared memory as there is, without which blocks of a
 * launch that overlaps the one before (overlap.cuh) found no room beside it. */
template <class Kernel>
static void share_room(Kernel kernel)
{
    static answers all;
    asked_once(all, { code_of(kernel), 0, 0, 0, 0 }, [kernel] {
        return cudaFuncSetAttribute(
                   kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                   cudaSharedmemCarveoutMaxShared)
            ? FAILED
            : 1;
    });
}

/* Blocks that a multiprocessor holds at once of a kernel with so much dynamic
 * shared memory, which they are allowed; 0: it cannot have that. */
template <class Kernel>
static int blocks_held(Kernel kernel, unsigned threads, size_t shared)
{
    static answers all;
    if (!allow_shared(kernel, shared))
        return 0;
    return asked_once(all, { code_of(kernel), 0, threads, shared, 0 }, [=] {
        int blocks = 0;
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                   &blocks, kernel, int(threads), shared)
            ? FAILED
            : blocks;
    });
}

#endif
