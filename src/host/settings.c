/* settings.c - how the calling thread computes, and where it may run. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/settings.h"

#include <fenv.h>
#if defined(__SSE__)
#include <immintrin.h>
#endif

static unsigned arithmetic(void)
{
#if defined(__SSE__)
    return _mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK;
#else
    return (unsigned)fegetround();
#endif
}

static void set_arithmetic(unsigned mode)
{
#if defined(__SSE__)
    _mm_setcsr(mode);
#else
    fesetround((int)mode);
#endif
}

void settings_read(struct settings *s)
{
    s->arithmetic = arithmetic();
    CPU_ZERO(&s->cpus);
    if (sched_getaffinity(0, sizeof s->cpus, &s->cpus))
        CPU_ZERO(&s->cpus);
}

const char *settings_restore(const struct settings *before, bool *moved)
{
    struct settings now;
    settings_read(&now);
    *moved = CPU_COUNT(&before->cpus) && !CPU_EQUAL(&now.cpus, &before->cpus);
    if (*moved)
        (void)sched_setaffinity(0, sizeof before->cpus, &before->cpus);
    if (now.arithmetic != before->arithmetic)
        set_arithmetic(before->arithmetic);
    return now.arithmetic != before->arithmetic
        ? "another rounding mode, or another way with denormals"
        : *moved ? "its thread bound to other processors"
                 : NULL;
}
