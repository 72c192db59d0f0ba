/* mutants_tile_scan.c - tile-scans, done wrong in the ways that they go
 * wrong. */
#include "mutants_scan.h"

#include "ops/tile_scan.h"

static size_t tile_of(const struct job *job)
{
    return (size_t)job->problem->param[TILE_SCAN_PARAM_TILE].i;
}

/* Tiles of the given length, each from `carry` times the sum of the one
 * before. */
static enum status tiles(const struct job *job, size_t tile,
                         const long double carry)
{
    const size_t n = count_of(job);
    long double last = 0;
    for (size_t i = 0; i < n; i += tile)
        last = sums(job, i, n - i < tile ? n : i + tile, carry * last);
    return STATUS_OK;
}

static enum status right(struct job *job)
{
    return tiles(job, tile_of(job), 0);
}

static enum status never_restarts(struct job *job)
{
    return tiles(job, count_of(job), 0);
}

static enum status carries_on(struct job *job)
{
    return tiles(job, tile_of(job), 1);
}

static enum status longer_tiles(struct job *job)
{
    return tiles(job, tile_of(job) + 1, 0);
}

static enum status shorter_tiles(struct job *job)
{
    return tiles(job, tile_of(job) - 1, 0);
}

static enum status drops_short_tile(struct job *job)
{
    const size_t n = count_of(job), tile = tile_of(job);
    for (size_t i = 0; i + tile <= n; i += tile)
        sums(job, i, i + tile, 0);
    return STATUS_OK;
}

/* One tile somewhere holds what the tile before it should. */
static enum status stale_tile(struct job *job)
{
    const size_t tile = tile_of(job);
    const size_t k = 1 + some_place(job) % ((count_of(job) - 1) / tile);
    right(job);
    for (size_t i = k * tile; i < count_of(job) && i < (k + 1) * tile; i++)
        put(job, 0, (long)i, at(job, i - tile));
    return STATUS_OK;
}

static enum status exclusive(struct job *job)
{
    long double total = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        total = i % tile_of(job) ? total : 0;
        put(job, 0, (long)i, total);
        total += at(job, i);
    }
    return STATUS_OK;
}

#define TILES                                                                 \
    .settings = { "tile=32" }, .types = TYPES(TAUGHT), .depth = shallow

/* All but a multiple of the tile. */
const size_t mutants_tile_scan_sizes[] = { 33, 257, 4099, 70001, 0 };

const struct mutant mutants_tile_scan[] = {
    { "right tiles", FATE_RIGHT, TILES, .run = right },
    { "never starts anew", TILES, .run = never_restarts },
    { "carries from tile to tile", TILES, .run = carries_on },
    { "tiles one too long", TILES, .least = 257, .run = longer_tiles },
    { "tiles one too short", TILES, .run = shorter_tiles },
    { "drops the short tile at the end", TILES, .run = drops_short_tile },
    { "a tile of the one before", TILES, .run = stale_tile },
    { "exclusive for inclusive", TILES, .run = exclusive },
    { 0 }
};
