/* sparse.h - cuSPARSE, loaded when first needed rather than linked: library.h;
 * and matrices that it has prepared for, which outlive a run. */
#ifndef TETRAD_CUDA_CUB_SPARSE_H
#define TETRAD_CUDA_CUB_SPARSE_H

#include <cusparse.h>

#include "place/device.h"

/* A matrix and its vectors as cuSPARSE describes them. */
struct sparse_product {
    cusparseConstSpMatDescr_t matrix;
    cusparseConstDnVecDescr_t x;
    cusparseDnVecDescr_t y;
};

/* What has been prepared for: all that a product depends on but what arrays
 * hold. */
struct sparse_plan {
    const struct variant *variant; /* NULL: there is none here */
    const void *in[4];
    void *out, *scratch;
    int room; /* its part of scratch */
    struct sparse_product product;
};

/* As many sets of arrays as runs of a variant rotate over. */
enum { SPARSE_SETS = 4, SPARSE_PLANS = 4 * SPARSE_SETS };

/* What device->sparse points to. */
struct sparse {
    struct reason why; /* why there is no handle */
    void *library;
    cusparseHandle_t handle; /* on the device's stream */
    struct sparse_plan plans[SPARSE_PLANS];
    unsigned next; /* plan to be given up for another */
    decltype(&cusparseCreate) create;
    decltype(&cusparseDestroy) destroy;
    decltype(&cusparseGetErrorString) error;
    decltype(&cusparseSetStream) set_stream;
    decltype(&cusparseCreateConstCsr) create_matrix;
    decltype(&cusparseCreateConstDnVec) create_input;
    decltype(&cusparseCreateDnVec) create_output;
    decltype(&cusparseDestroySpMat) destroy_matrix;
    decltype(&cusparseDestroyDnVec) destroy_vector;
    decltype(&cusparseSpMV_bufferSize) buffer_size;
    decltype(&cusparseSpMV_preprocess) preprocess;
    decltype(&cusparseSpMV) multiply;
};

/* Loads the library the first time. NULL, with the reason in `why`, if there
 * is no cuSPARSE. */
struct sparse *cub_sparse(struct device *, struct reason *why);
void cub_sparse_close(struct device *);

/* STATUS_OK for success, else "what: error" in `why`. */
static inline enum status sparse_status(const struct sparse *sparse,
                                        struct reason *why,
                                        cusparseStatus_t status,
                                        const char *what)
{
    if (status == CUSPARSE_STATUS_SUCCESS)
        return STATUS_OK;
    return fail(why, STATUS_DEVICE, "%s: %s", what, sparse->error(status));
}

static inline void sparse_forget(const struct sparse *sparse,
                                 struct sparse_product *product)
{
    if (product->matrix)
        sparse->destroy_matrix(product->matrix);
    if (product->x)
        sparse->destroy_vector(product->x);
    if (product->y)
        sparse->destroy_vector(product->y);
    *product = {};
}

#endif
