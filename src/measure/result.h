/* result.h - what the samples of a case say. */
#ifndef TETRAD_RESULT_H
#define TETRAD_RESULT_H

#include "measure/trial.h"

/* Notes by their hash what the inputs of a case are, once they are loaded; a
 * row of earlier starts, which had others, fails. */
void result_inputs(struct trial *trials, int count, const struct dataset *);
/* What a row's own samples say: its estimate and amounts. */
void result_of_row(struct trial *, const struct dataset *,
                   const struct options *);
/* Fills in each row's estimate, amounts, speed-up with its verdict, and
 * whether it is tied with the fastest: all that the samples of one case say.
 * A row without samples, or not live, gets none of them. */
void result_of_case(struct trial *trials, int count, const struct dataset *,
                    const struct options *);
/* What speed-ups of the case are relative to; NULL: it has no sample. */
const struct trial *result_base(const struct trial *trials, int count,
                                const struct options *);
/* Whether it can be told how the trial's time compares with the base's. */
bool result_clear(const struct trial *, const struct trial *base);

#endif
