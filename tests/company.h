/* company.h - two runs of a variant on a GPU, what may happen to them there,
 * and that they do not mind. */
#ifndef TETRAD_TESTS_COMPANY_H
#define TETRAD_TESTS_COMPANY_H

#include "crowd.h"
#include "guest.h"

enum { GUESTS = 2 };

struct company {
    struct targets targets[GUESTS]; /* alike but for the GPU's stream */
    struct device *second;          /* the GPU, opened again */
    struct crowd *crowd;
    int target, multiprocessors;
    const char *variant; /* NULL: the best */
};

/* Two problems that differ in their inputs alone. */
struct scene {
    struct company *company;
    bool checked; /* its answers must be right: not those of the planted */
    bool brief;   /* a way of a parameter, after the op's usual ones */
    struct guest guest[GUESTS];
};

struct check {
    const char *name;
    const char *complaint;         /* part of what it says of what it caught */
    const struct variant *planted; /* that it must catch, or NULL */
    enum status (*run)(struct scene *, struct reason *why);
};

/* The first: without it, nothing else can be said. */
enum { ALONE, CHECKS = 7 };
extern const struct check checks[CHECKS];

/* NULL: this build has no CUDA. */
extern const struct crowding *const company_ways;

#endif
