/* astray.h - reading and writing where nobody may, for tests that it is seen
 * otherwise: AddressSanitizer would end the test before. */
#ifndef TETRAD_TESTS_ASTRAY_H
#define TETRAD_TESTS_ASTRAY_H

#include <stddef.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

/* These bytes are within bounds, for once. */
static inline void let_astray(const void *place, size_t bytes)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region(place, bytes);
#endif
    (void)place, (void)bytes;
}

/* Two bytes, one of which is not what a guard holds. */
static inline void write_astray(void *place)
{
    unsigned char *bytes = place;
    let_astray(place, 2);
    bytes[0] = 0;
    bytes[1] = 1;
}

#endif
