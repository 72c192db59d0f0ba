/* library.h - a library of NVIDIA's, loaded when first needed rather than
 * linked.
 *
 * So the program starts where there is none, needs only its headers to be
 * built, and pays for it (hundreds of megabytes) in no other run. The library
 * is sought as any shared library: the program's run path, which configure
 * sets to the toolkit's, LD_LIBRARY_PATH, the system's directories. */
#ifndef TETRAD_CUDA_CUB_LIBRARY_H
#define TETRAD_CUDA_CUB_LIBRARY_H

#include <dlfcn.h>

#include "place/device.h"

#define LIBRARY_TEXT_OF(number) #number
#define LIBRARY_TEXT(number) LIBRARY_TEXT_OF(number)

/* Not unloaded by dlclose: the driver may still know its modules. */
static inline void *library_open(const char *file)
{
    return dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/* The same; STATUS_MISSING, with the reason in `why`, if there is none. */
static inline enum status library_load(void **library, const char *file,
                                       struct reason *why)
{
    *library = library_open(file);
    if (*library)
        return STATUS_OK;
    const char *error = dlerror();
    return fail(why, STATUS_MISSING, "%s", error ? error : file);
}

template <class Function>
static bool library_find(void *library, Function &function, const char *name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

template <class Function>
static enum status library_find(void *library, Function &function,
                                const char *name, struct reason *why)
{
    return library_find(library, function, name)
        ? STATUS_OK
        : fail(why, STATUS_MISSING, "the library has no %s", name);
}

/* Why it could not be opened, or has not all that is sought. */
static inline enum status library_missing(struct reason *why, const char *name,
                                          const char *file)
{
    const char *error = dlerror();
    return fail(why, STATUS_MISSING, "no %s: %s", name, error ? error : file);
}

#ifdef __cplusplus
extern "C" {
#endif
/* Frees what device->dnn and device->npp are; of a lost GPU, without a word to
 * it. */
void cub_dnn_close(struct device *);
void cub_npp_close(struct device *);
#ifdef __cplusplus
}
#endif

#endif
