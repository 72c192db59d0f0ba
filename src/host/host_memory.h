/* host_memory.h - what a place does with memory, of the host's; see place.h. */
#ifndef TETRAD_HOST_MEMORY_H
#define TETRAD_HOST_MEMORY_H

#include "place.h"

enum status host_alloc(struct device *, size_t bytes, void **memory,
                       struct reason *why);
void host_release(struct device *, void *memory);
enum status host_copy(struct device *, void *to, const void *from,
                      size_t bytes, enum direction, struct reason *why);
/* Around the caches where they could not hold it all. */
enum status host_set(struct device *, void *to, int byte, size_t bytes,
                     struct reason *why);
enum status host_digest(struct device *, const struct span *, int count,
                        uint64_t *digests, struct reason *why);

#endif
