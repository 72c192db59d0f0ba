/* mutants_sorted.h - keys and what they carry as items, put in order rightly:
 * what wrong sorts begin with. */
#ifndef TETRAD_TESTS_MUTANTS_SORTED_H
#define TETRAD_TESTS_MUTANTS_SORTED_H

#include "mutants.h"

#include "ops/sort.h"

struct item {
    uint64_t rank, value; /* ranks as unsigned numbers, those of zeros alike */
    size_t place;         /* in the input */
    char key[sizeof(double)];
};

static inline size_t count_of(const struct job *job)
{
    return job->problem->size;
}

static inline size_t key_size(const struct job *job)
{
    return elem_size(job->problem->type);
}

static inline size_t width_of(const struct job *job)
{
    return sort_value_bytes(job->problem);
}

static inline bool is_float(const struct job *job)
{
    return elem_is_float(job->problem->type);
}

/* Those of the input, in its order; the caller frees them. */
struct item *sorted_items(const struct job *);
/* Writes item i of the output. */
void sorted_put(const struct job *, size_t i, const struct item *);

/* By rank, then by place: for qsort. */
int sorted_up(const void *, const void *);
int sorted_down(const void *, const void *);
/* Of these the one that the job asks for. */
int (*sorted_order(const struct job *))(const void *, const void *);

/* Items in that order, spoilt (NULL: not), written. */
enum status sorted_by(const struct job *,
                      int (*compare)(const void *, const void *),
                      void (*spoil)(const struct job *, struct item *,
                                    size_t n));

void sorted_swap(struct item *, struct item *);

/* To spoil them: swaps neighbours whose keys differ, the first from the middle
 * on; the last. */
void sorted_swap_others(const struct job *, struct item *, size_t n);
void sorted_swap_last(const struct job *, struct item *, size_t n);

#endif
