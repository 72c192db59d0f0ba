/* sgemm.h - the parameters of sgemm, in the order of problem->param. */
#ifndef TETRAD_OPS_SGEMM_H
#define TETRAD_OPS_SGEMM_H

enum {
    SGEMM_PARAM_M,
    SGEMM_PARAM_N,
    SGEMM_PARAM_K,
    SGEMM_PARAM_ALPHA,
    SGEMM_PARAM_BETA
};

#endif
