/* sparse.cu - cuSPARSE on an opened GPU. */
#include <new>

#include "cuda.h"
#include "library.h"
#include "sparse.h"

/* The version whose header was compiled in; another's calls may differ. */
static const char LIBRARY[] =
    "libcusparse.so." LIBRARY_TEXT(CUSPARSE_VER_MAJOR);

template <class Function>
static bool find(struct sparse *sparse, Function &function, const char *name)
{
    return library_find(sparse->library, function, name);
}

static bool find_all(struct sparse *s)
{
    return find(s, s->create, "cusparseCreate") &&
        find(s, s->destroy, "cusparseDestroy") &&
        find(s, s->error, "cusparseGetErrorString") &&
        find(s, s->set_stream, "cusparseSetStream") &&
        find(s, s->create_matrix, "cusparseCreateConstCsr") &&
        find(s, s->create_input, "cusparseCreateConstDnVec") &&
        find(s, s->create_output, "cusparseCreateDnVec") &&
        find(s, s->destroy_matrix, "cusparseDestroySpMat") &&
        find(s, s->destroy_vector, "cusparseDestroyDnVec") &&
        find(s, s->buffer_size, "cusparseSpMV_bufferSize") &&
        find(s, s->preprocess, "cusparseSpMV_preprocess") &&
        find(s, s->multiply, "cusparseSpMV");
}

static enum status load(struct sparse *s)
{
    s->library = library_open(LIBRARY);
    if (s->library && find_all(s))
        return STATUS_OK;
    return library_missing(&s->why, "cuSPARSE", LIBRARY);
}

/* Scalars are in host memory unless it is told otherwise. */
static enum status create(struct sparse *s, cudaStream_t stream)
{
    const enum status status =
        sparse_status(s, &s->why, s->create(&s->handle), "cusparseCreate");
    return status ? status
                  : sparse_status(s, &s->why, s->set_stream(s->handle, stream),
                                  "cusparseSetStream");
}

/* A handle on a lost GPU is left to the end of the process, as cuBLAS' is. */
static void unload(struct sparse *s, bool lost)
{
    for (struct sparse_plan &plan : s->plans)
        if (plan.variant)
            sparse_forget(s, &plan.product);
    if (s->handle && !lost)
        s->destroy(s->handle);
    s->handle = nullptr;
    if (s->library)
        dlclose(s->library);
    s->library = nullptr;
}

struct sparse *cub_sparse(struct device *device, struct reason *why)
{
    if (!device->sparse) {
        auto *s = new (std::nothrow) struct sparse();
        if (!s) {
            fail(why, STATUS_MEMORY, "no memory");
            return nullptr;
        }
        if (load(s) || create(s, device->stream))
            unload(s, cuda_lost(device));
        device->sparse = s;
    }
    auto *s = static_cast<struct sparse *>(device->sparse);
    if (s->handle)
        return s;
    fail(why, STATUS_MISSING, "%s", s->why.text);
    return nullptr;
}

void cub_sparse_close(struct device *device)
{
    auto *s = static_cast<struct sparse *>(device->sparse);
    if (!s)
        return;
    unload(s, cuda_lost(device));
    delete s;
    device->sparse = nullptr;
}
