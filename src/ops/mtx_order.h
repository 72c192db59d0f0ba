/* mtx_order.h - entries of a matrix brought into order. */
#ifndef TETRAD_OPS_MTX_ORDER_H
#define TETRAD_OPS_MTX_ORDER_H

#include "status.h"
#include "ops/mtx_entry.h"

/* By row, then column; those at one place become one, their sum in the order
 * that they had. Finds `longest` and `most`. STATUS_IO: a sum is beyond f64. */
enum status mtx_order(struct mtx *, struct reason *why);

#endif
