/* backend.c - the reference backend: one thread of the CPU, plain C. */
#include "host.h"
#include "op.h"

extern const struct backend backend_reference;

const struct backend backend_reference = {
    .name = "reference",
    .summary = "sequential C on one CPU core",
    .scope = SCOPE_CORE,
    .place = &host_place,
};
