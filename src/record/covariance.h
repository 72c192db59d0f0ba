/* covariance.h - two runs of a row, told apart beside the pace of the machine.
 *
 * An analysis of covariance (Fisher, Statistical Methods for Research Workers,
 * 4th ed., 1932, chapter VIII; Cox and McCullagh, Some Aspects of Analysis of
 * Covariance, Biometrics 38, 1982): the logarithms of the starts' medians are
 * those of their run, old or new, and follow the logarithms of the paces by
 * slopes that are the same in both runs, and are estimated from these very
 * starts. Starts that lie far off count for less, and the interval allows for
 * it (Huber, Robust Statistics, 1981, sections 7.6 and 7.8): other work comes
 * and goes, and leaves many starts alone. */
#ifndef TETRAD_COVARIANCE_H
#define TETRAD_COVARIANCE_H

#include "record/record.h"

/* Logarithms of factors, of new over old. */
struct covariance {
    double times; /* of the times, at the same pace */
    double reach; /* half the 95 % interval of that, by Student's t */
    double pace;  /* what the paces explain beside it */
    /* How much longer fixed work took of each kind, beyond what the others
     * account for, where no slope can be had: it did not vary within the runs,
     * or only along with the others; else 0. */
    double unheard[PACES];
};

/* Of rows with enough starts: whether they are enough for slopes, too, and all
 * of them know the paces of arithmetic and memory; branches take part where all
 * know them and there are starts enough. */
bool covariance_known(const struct row *old, const struct row *new);
/* Of two such rows. */
struct covariance covariance_of(const struct row *old, const struct row *new);

#endif
