/* params.h - an operation's own parameters, from and to text. */
#ifndef TETRAD_PARAMS_H
#define TETRAD_PARAMS_H

#include "op.h"

int params_count(const struct op *);

/* The parameter that a setting "KEY=VALUE" names, or NULL: none of this op. */
const struct param *params_find(const struct op *, const char *setting);

/* Fills values, in the order of op->params, with the defaults and then the
 * settings, the last of a key winning. Settings of keys that the op lacks are
 * passed over: with several ops a key applies where it exists. The reason
 * reads "KEY=VALUE: what is accepted". */
enum status params_parse(const struct op *, const char *const settings[],
                         int count, struct value values[OP_PARAMS],
                         struct reason *why);

/* Whether a parameter says anything beside the values of the others; else the
 * reason reads "KEY: says nothing unless ...". */
bool params_heard(const struct op *, const struct param *,
                  const struct value values[OP_PARAMS], struct reason *why);

/* One value as the user would write it; params_parse reads it back to the
 * same value. */
void params_print(const struct param *, const struct value *, char *text,
                  size_t room);

/* What a parameter accepts: "sum, min, max", "1 to 4096". */
void params_range(const struct param *, char *text, size_t room);

#endif
