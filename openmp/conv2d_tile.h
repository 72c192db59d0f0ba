/* conv2d_tile.h - tiles of filtered images, by one thread. */
#ifndef TETRAD_OPENMP_CONV2D_TILE_H
#define TETRAD_OPENMP_CONV2D_TILE_H

#include <stdbool.h>
#include <stddef.h>

/* How a tile is made, with the widest vectors of this CPU. */
struct tiler {
    size_t rows, columns; /* of a tile */
    void (*run)(const float *x, size_t x_stride, const float *f, size_t ku,
                size_t kv, float *y, size_t y_stride, bool stream);
};

enum { TILE_COLUMNS = 128 }; /* a multiple of any tiler's columns */
enum { TILE_ROWS = 15 };     /* and of its rows */

/* Of one row; and of as many as ku rows of taps allow. */
struct tiler tiler_of_row(void);
struct tiler tiler_of_rows(size_t ku);

struct image {
    const float *x;
    size_t height, width;
    bool clamp; /* else zeros are outside */
};

struct taps {
    const float *f;
    size_t ku, kv; /* rows and columns, both odd */
};

struct canvas {
    float *y;
    size_t stride;
    bool stream; /* stores around the caches, where lines allow it */
};

/* rows x columns pixels, at most a tile, from row i and column j on, to where
 * the canvas begins. */
void filter_tile(const struct tiler *, const struct image *,
                 const struct taps *, size_t i, size_t j, size_t rows,
                 size_t columns, struct canvas);

/* Orders such stores before what follows. */
void finish_tiles(const struct canvas *);

#endif
