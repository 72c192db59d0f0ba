/* histogram_bytes.h - bytes counted by one thread's vectors. */
#ifndef TETRAD_OPENMP_HISTOGRAM_BYTES_H
#define TETRAD_OPENMP_HISTOGRAM_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this CPU has the vectors, and so many bytes are worth them. */
bool openmp_histogram_bytes_can(size_t n);

/* Adds n bytes, or none, to counts[256]; only if it can count many. */
void openmp_histogram_bytes(const uint8_t *x, size_t n, uint32_t *counts);

#endif
