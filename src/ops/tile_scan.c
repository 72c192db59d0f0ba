/* tile_scan.c - what tile-scan is: running sums that start anew at each tile.
 *
 * y[i] = x[t] + ... + x[i], t the first element of i's tile; the last tile may
 * be short, and one tile of everything is a scan. Integer sums wrap modulo
 * 2^bits. Inputs that hold a NaN are refused, and so are floats whose sums
 * could overflow. */
#include "ops/tile_scan.h"

#include "op.h"
#include "ops/prefix.h"
#include "verdict.h"

static const struct param params[] = {
    [TILE_SCAN_PARAM_TILE] = { .name = "tile",
                               .kind = PARAM_INT,
                               .preset = "1024",
                               .help = "elements a tile",
                               .low = 1,
                               .high = 0x1p40 },
    { 0 }
};

static size_t next_start(const struct prefix *p, size_t i)
{
    return (i / p->tile + (i % p->tile != 0)) * p->tile;
}

static struct prefix prefix_of(const struct problem *p)
{
    return (struct prefix){
        .type = p->type,
        .n = p->size,
        .next_start = next_start,
        .tile = (size_t)p->param[TILE_SCAN_PARAM_TILE].i,
    };
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    const struct prefix prefix = prefix_of(p);
    return prefix_validate(&prefix, "tile-scan", in[0], why);
}

static bool twin(const struct problem *p)
{
    return elem_is_float(p->type);
}

static size_t want_bytes(const struct problem *p)
{
    const struct prefix prefix = prefix_of(p);
    return prefix_want_bytes(&prefix);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const struct prefix prefix = prefix_of(p);
    prefix_oracle(&prefix, in[0], want);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct prefix prefix = prefix_of(p);
    const double depth = verdict_chain(promise, (double)prefix.tile);
    prefix_check(&prefix, depth, want, got[0], v);
}

const struct op op_tile_scan = {
    .name = "tile-scan",
    .summary = "running sums that start anew at each tile",
    .types = TYPES(SIGNED),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: 2 n s, each element read once and each sum written "
                "once (s = sizeof type)\n"
                "FLOPs: n of f32 and f64; integers have none\n"
                "items: n elements",
    .shape = prefix_shape,
    .validate = validate,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = prefix_cost,
    .check = check,
};
