/* split.h - the parameter of split, Fortran's UNPACK: it undoes compact.
 *
 * Inputs: in[0] packed elements, with room for n, of which the first k are
 * used, k being the number of flags set; in[1] n flags, u8: set is what is not
 * 0 (those generated are 0 or 1). Output: out[0] n elements: where flag i is
 * set, the next packed element, in[0][number of flags set before i];
 * elsewhere 0. */
#ifndef TETRAD_OPS_SPLIT_H
#define TETRAD_OPS_SPLIT_H

/* Index in problem->param: the share of the flags that are set, in .r. */
enum { SPLIT_PARAM_KEEP };

#endif
