/* cases.h - the problems that options ask for, each with the rows to run. */
#ifndef TETRAD_CASES_H
#define TETRAD_CASES_H

#include "digest.h"
#include "plan/choices.h"

struct case_plan {
    struct problem problem;
    int starts; /* processes that measure it, one after another: --starts, of
                   large cases as few as tell their spread */
    const struct choice *choices; /* shared by the cases of an op */
    int choice_count;
    struct reason *why; /* a reason a target: it has no room; "" : it has */
    const struct small *small; /* what each choice comes to on small problems;
                                  NULL: not known */
    const bool *without;       /* choices to leave out; NULL: none */
    const struct row *const *before; /* of each choice, what earlier starts
                                        measured; NULL: it is the first */
    int start;                       /* how many were before this one */
    bool last;                       /* no start follows */
};

/* What the order of its rounds is drawn from: each size and start has its own,
 * else a row's place in them would be the same in all, and what that costs no
 * spread. */
static inline uint64_t case_order(const struct case_plan *c, uint64_t seed)
{
    return digest_word(digest_word(seed, c->problem.size), (uint64_t)c->start);
}

/* The case's problem of another size, of generated inputs; whatever extents
 * were given, its own follow the size. False: there is none of that size. */
bool case_of_size(const struct case_plan *, size_t size, struct problem *);

struct cases { /* starts from {0} */
    struct case_plan *list;
    size_t count;
    size_t without_room; /* default sizes left out */
};

/* What the cases of one op and type have in common. */
struct case_kind {
    const struct op *op;
    enum elem type;
    void *file; /* what op->read made of --input; NULL: nothing */
    const struct choice *choices;
    int choice_count;
};

/* Adds a case for each size; those that do not fit where a choice runs say so
 * in their `why`. */
enum status cases_add(struct cases *, const struct case_kind *,
                      const struct options *, struct targets *,
                      struct reason *why);
/* That there is any; STATUS_MEMORY when all default sizes were left out. */
enum status cases_check(const struct cases *, struct targets *,
                        struct reason *why);
void cases_free(struct cases *);

#endif
