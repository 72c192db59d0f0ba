/* narrow_cpu.h - this CPU without some of its instructions, or its caches: what
 * is compiled with this before all else takes the paths of CPUs that lack what
 * $WITHOUT names, "avx512f", "avx512f avx2" or "caches". Without those, arrays
 * that are quick to check pass the caches of any machine. */
#ifndef TETRAD_TESTS_NARROW_CPU_H
#define TETRAD_TESTS_NARROW_CPU_H

#include <stddef.h>

struct machine;

int narrow_cpu_may(const char *feature);
size_t narrow_cpu_cache(void);
const struct machine *narrow_cpu_machine(void);

#define __builtin_cpu_supports(feature)                                       \
    (narrow_cpu_may(feature) && __builtin_cpu_supports(feature))
#define machine_cache narrow_cpu_cache
#define machine_known narrow_cpu_machine

#endif
