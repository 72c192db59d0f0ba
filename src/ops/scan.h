/* scan.h - the parameters of scan and their choices, in order. */
#ifndef TETRAD_OPS_SCAN_H
#define TETRAD_OPS_SCAN_H

enum scan_operator { SCAN_SUM, SCAN_MAX, SCAN_OPERATORS };
/* y[i] joins x[0..i], or x[0..i-1]: of nothing, the operator's identity. */
enum scan_kind { SCAN_INCLUSIVE, SCAN_EXCLUSIVE, SCAN_KINDS };

/* Indices in problem->param. */
enum { SCAN_PARAM_OPERATOR, SCAN_PARAM_KIND, SCAN_PARAM_IN_PLACE };

#endif
