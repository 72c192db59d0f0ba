/* race_chain.c - threads that hand totals along a chain, for ThreadSanitizer:
 * it tells of a total that is read without its being there first, whatever came
 * of it. Built and run by races.sh. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "openmp/chain.h"

enum { THREADS = 4, CHUNKS = 64, ROUNDS = 50 };

static struct chain *chain;
static uint64_t last;
static pthread_barrier_t all;

static void *pass_on(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&all);
    for (size_t c; (c = chain_claim(chain)) < CHUNKS;) {
        const uint64_t total = (c ? chain_wait(chain, c - 1) : 0) + c;
        chain_publish(chain, c, total);
        if (c == CHUNKS - 1)
            last = total;
        sched_yield(); /* the next chunk is another thread's */
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&all, NULL, THREADS);
    chain = aligned_alloc(LINE_BYTES, chain_bytes(CHUNKS));
    for (int round = 0; chain && round < ROUNDS; round++) {
        chain_begin(chain, CHUNKS);
        for (int t = 0; t < THREADS; t++)
            if (pthread_create(&threads[t], NULL, pass_on, NULL))
                return EXIT_FAILURE;
        for (int t = 0; t < THREADS; t++)
            pthread_join(threads[t], NULL);
        if (last != CHUNKS * (CHUNKS - 1) / 2)
            return EXIT_FAILURE;
    }
    pthread_barrier_destroy(&all);
    puts(chain ? "passed on" : "no memory");
    free(chain);
    return EXIT_SUCCESS;
}
