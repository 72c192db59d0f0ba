/* narrow_cpu.h - this CPU without some of its instructions: what is compiled
 * with this before all else takes the paths of CPUs that lack those that
 * $WITHOUT names, "avx512f" or "avx512f avx2". */
#ifndef TETRAD_TESTS_NARROW_CPU_H
#define TETRAD_TESTS_NARROW_CPU_H

int narrow_cpu_may(const char *feature);

#define __builtin_cpu_supports(feature)                                       \
    (narrow_cpu_may(feature) && __builtin_cpu_supports(feature))

#endif
