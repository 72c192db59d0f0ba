/* map.h - the parameters of map.
 *
 * Input: in[0] is x; of axpy in[1] is y. Output: out[0], of as many elements;
 * in place it is one array with x, or of axpy with y. */
#ifndef TETRAD_OPS_MAP_H
#define TETRAD_OPS_MAP_H

/* Indices in problem->param. Of A .r is the factor of scale and axpy, which is
 * rounded to the type first; of i32 it is an integer that i32 holds. */
enum { MAP_PARAM_FUNCTION, MAP_PARAM_A, MAP_PARAM_IN_PLACE };

/* Values of .i of the first. There is no exp of integers. */
enum { MAP_COPY, MAP_SCALE, MAP_AXPY, MAP_SQUARE, MAP_EXP, MAP_FUNCTIONS };

#endif
