/* settings.c - how the calling thread computes, and where it may run. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/settings.h"

#include <fenv.h>
#if defined(__SSE__)
#include <immintrin.h>
#endif

/* Of SSE, which also says how denormals are met; x87's is fegetround()'s. */
static unsigned sse(void)
{
#if defined(__SSE__)
    return _mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK;
#else
    return 0;
#endif
}

static void set_arithmetic(const struct settings *s)
{
    fesetround(s->rounding);
#if defined(__SSE__)
    _mm_setcsr(s->sse);
#endif
}

void settings_read(struct settings *s)
{
    s->rounding = fegetround();
    s->sse = sse();
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
    const bool computes =
        now.rounding != before->rounding || now.sse != before->sse;
    if (computes)
        set_arithmetic(before);
    return computes ? "another rounding mode, or another way with denormals"
        : *moved    ? "a thread bound to other processors"
                    : NULL;
}
