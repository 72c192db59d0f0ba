/* tile_scan.h - the parameters of tile-scan. */
#ifndef TETRAD_OPS_TILE_SCAN_H
#define TETRAD_OPS_TILE_SCAN_H

/* Index in problem->param; .i is the length of a tile in elements, from 1. */
enum { TILE_SCAN_PARAM_TILE };

#endif
