/* simd.h - vectors the compiler maps to whatever the CPU has.
 *
 * SIMD_CLONES compiles a function once per x86-64 level and picks at load
 * time (GNU ifunc); empty where configure found no support. Put it on leaf
 * functions only. */
#ifndef TETRAD_SIMD_H
#define TETRAD_SIMD_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#if defined HAVE_TARGET_CLONES && !defined __SANITIZE_ADDRESS__ &&            \
    !defined __SANITIZE_THREAD__
#define SIMD_CLONES                                                           \
    __attribute__((                                                           \
        target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SIMD_CLONES
#endif

#endif
