/* number.h - numbers of the command line, read strictly: the whole text is
 * the number, nothing is clamped, and the reason reads
 * "TEXT: what is accepted". */
#ifndef TETRAD_NUMBER_H
#define TETRAD_NUMBER_H

#include "op.h"

/* A decimal whole number in [low, high]. */
enum status number_int(const char *text, int low, int high, int *value,
                       struct reason *why);
/* A finite decimal number in [low, high]; no hex, inf or nan. */
enum status number_real(const char *text, double low, double high,
                        double *value, struct reason *why);
/* A percentage, with or without its sign, as a fraction. low and high are in
 * percent. */
enum status number_percent(const char *text, double low, double high,
                           double *fraction, struct reason *why);
/* A seed: 64 bits, decimal or 0x and hex. */
enum status number_seed(const char *text, uint64_t *value, struct reason *why);

#endif
