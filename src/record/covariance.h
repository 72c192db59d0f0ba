/* covariance.h - two runs of a row, told apart beside the pace of the machine.
 *
 * An analysis of covariance (Fisher, Statistical Methods for Research Workers,
 * 4th ed., 1932, chapter VIII; Cox and McCullagh, Some Aspects of Analysis of
 * Covariance, Biometrics 38, 1982): the logarithms of the starts' medians are
 * those of their run, old or new, and follow the logarithms of both paces by
 * slopes that are the same in both runs, and are estimated from these very
 * starts. */
#ifndef TETRAD_COVARIANCE_H
#define TETRAD_COVARIANCE_H

#include "record/record.h"

enum { PACES = 2 }; /* of arithmetic, of memory */

/* Logarithms of factors, of new over old. */
struct covariance {
    double times; /* of the times, at the same pace */
    double reach; /* half the 95 % interval of that, by Student's t */
    double pace;  /* what the paces explain beside it */
    /* How much longer fixed work took of either kind, beyond what the other
     * kind accounts for, where no slope can be had: it did not vary within the
     * runs, or only along with the other; else 0. */
    double unheard[PACES];
};

/* Of rows with enough starts: whether they are enough for slopes, too, and all
 * of them know both paces. */
bool covariance_known(const struct row *old, const struct row *new);
/* Of two such rows. */
struct covariance covariance_of(const struct row *old, const struct row *new);

#endif
