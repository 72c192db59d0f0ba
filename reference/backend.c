/* backend.c - the reference backend: one thread of the CPU, plain C. */
#include "op.h"
#include "host/host.h"

extern const struct backend backend_reference;

static enum status run_nothing(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

static const struct variant empty = {
    .name = "empty",
    .idea = "a call that returns at once",
    .source = "",
    .run = run_nothing,
};

const struct backend backend_reference = {
    .name = "reference",
    .summary = "sequential C on one CPU core",
    .scope = SCOPE_CORE,
    .place = &host_place,
    .empty = &empty,
};
