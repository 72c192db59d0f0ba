/* crowd_look.cuh - what kernels that wait for others look at. */
#ifndef TETRAD_TESTS_CROWD_LOOK_CUH
#define TETRAD_TESTS_CROWD_LOOK_CUH

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

/* What other blocks have written. */
static __device__ unsigned look(const unsigned *word)
{
    return *const_cast<const volatile unsigned *>(word);
}

#endif
