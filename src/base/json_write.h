/* json_write.h - values as results files have them: what is unknown is
 * null. */
#ifndef TETRAD_JSON_WRITE_H
#define TETRAD_JSON_WRITE_H

#include <jansson.h>
#include <stdint.h>

json_t *json_of_real(double value);  /* null when it is not finite */
json_t *json_of_known(double value); /* null for zero too: "unknown" */
/* Known, and in units of `unit`: 1e9 for GB/s. */
json_t *json_of_units(double value, double unit);
/* The value that json_of_units() saves as `saved` again. */
double json_from_units(double saved, double unit);
/* An end of an interval that ends at `high`; null when high is 0: there is
 * none. */
json_t *json_of_end(double end, double high, double unit);
/* Whole numbers of up to 64 bits; a JSON integer has 63 of them, and beyond
 * that it is text. */
json_t *json_of_whole(uint64_t value);
/* Text as JSON can hold it: bytes that are no UTF-8 (a cut character, a file
 * name) become '?', one each, so that nothing grows. */
json_t *json_of_text(const char *bytes);
json_t *json_of_name(const char *bytes); /* null when it is empty */

#endif
