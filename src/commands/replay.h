/* replay.h - the rows of saved results, measured again. */
#ifndef TETRAD_REPLAY_H
#define TETRAD_REPLAY_H

#include "options/options.h"
#include "record/record.h"

/* What the options of a replay point into. */
struct replay_lists {
    char variants[MAX_LIST][64]; /* backend/variant */
    char types[ELEM_COUNT * 8];  /* as --type has them */
};

/* The options that measure the rows of one op: how, as the record's command
 * says (`recorded`), and which sizes, types and variants, as its rows say, so
 * that neither this version's defaults nor this machine's backends change the
 * matrix. Outputs, looks and --dry-run are those of `own`, the replay's, as are
 * --device and --bind where it has them. False: this build has none of the
 * variants. */
bool replay_options(struct options *, const struct options *own,
                    const struct options *recorded, const struct record *,
                    const struct op *, struct replay_lists *);

/* `compare replay`; its exit status: 0; 1 for a row that is wrong, failed, or
 * of --fail-on; 2 for a file that cannot be used, or whose command this
 * version cannot run; 3 when nothing of it can be measured here; 130 when
 * interrupted. */
int replay_run(const struct options *);

#endif
