/* backend.cu - NVIDIA's libraries on an opened GPU. CUB and Thrust are
 * headers; cuBLAS is loaded here, at its first use, and what one operation
 * alone takes by its own file. */
#include <new>
#include <stdlib.h>

#include "blas.h"
#include "cuda.h"
#include "library.h"
#if HAVE_CUSPARSE
#include "sparse.h"
#endif

/* The version whose header was compiled in; another's calls may differ. */
static const char LIBRARY[] = "libcublas.so." LIBRARY_TEXT(CUBLAS_VER_MAJOR);

template <class Function>
static bool find(struct blas *blas, Function &function, const char *name)
{
    return library_find(blas->library, function, name);
}

/* What the header's macros call cublasCreate is exported as _v2. */
static bool find_all(struct blas *blas)
{
    return find(blas, blas->create, "cublasCreate_v2") &&
        find(blas, blas->destroy, "cublasDestroy_v2") &&
        find(blas, blas->error, "cublasGetStatusString") &&
        find(blas, blas->set_stream, "cublasSetStream_v2") &&
        find(blas, blas->set_workspace, "cublasSetWorkspace_v2") &&
        find(blas, blas->set_math_mode, "cublasSetMathMode") &&
        find(blas, blas->sgemm, "cublasSgemm_v2_64");
}

/* The default mode computes f32 in f32: TF32 and emulation are used only when
 * asked for, and load() sees to it that the environment does not. */
static enum status create(struct blas *blas, cudaStream_t stream)
{
    enum status status = blas_status(
        blas, &blas->why, blas->create(&blas->handle), "cublasCreate");
    if (!status)
        status = blas_status(blas, &blas->why,
                             blas->set_stream(blas->handle, stream),
                             "cublasSetStream");
    if (!status)
        status =
            blas_status(blas, &blas->why,
                        blas->set_math_mode(blas->handle, CUBLAS_DEFAULT_MATH),
                        "cublasSetMathMode");
    return status;
}

static enum status load(struct blas *blas)
{
    /* At 1 it would let cuBLAS round f32 inputs to TF32, whatever the mode;
     * at 0 no library may. */
    setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
    setenv("CUBLAS_EMULATE_SINGLE_PRECISION", "0", 1);
    blas->library = library_open(LIBRARY);
    if (blas->library && find_all(blas))
        return STATUS_OK;
    return library_missing(&blas->why, "cuBLAS", LIBRARY);
}

/* A handle on a lost GPU is left to the end of the process: cuBLAS might wait
 * for what will not come. */
static void unload(struct blas *blas, bool lost)
{
    if (blas->handle && !lost)
        blas->destroy(blas->handle);
    blas->handle = nullptr;
    if (blas->library)
        dlclose(blas->library);
    blas->library = nullptr;
}

const struct blas *cub_blas(struct device *device, struct reason *why)
{
    struct blas *blas = static_cast<struct blas *>(device->blas);

    if (!blas->tried && (load(blas) || create(blas, device->stream)))
        unload(blas, cuda_lost(device));
    blas->tried = true;
    if (blas->handle)
        return blas;
    fail(why, STATUS_MISSING, "%s", blas->why.text);
    return nullptr;
}

/* cuBLAS is left for cub_blas, so that without it the backend opens all the
 * same and only the rows that need it fail. */
enum status cub_open(struct device *device, struct reason *why)
{
    device->blas = new (std::nothrow) struct blas();
    return device->blas ? STATUS_OK : fail(why, STATUS_MEMORY, "no memory");
}

void cub_close(struct device *device)
{
    struct blas *blas =
        device ? static_cast<struct blas *>(device->blas) : nullptr;

    if (!blas)
        return;
    cub_dnn_close(device);
    cub_npp_close(device);
    unload(blas, cuda_lost(device));
    delete blas;
    device->blas = nullptr;
#if HAVE_CUSPARSE
    cub_sparse_close(device);
#endif
}
