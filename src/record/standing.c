/* standing.c - which row speaks for a backend in a case. */
#include "record/standing.h"

#include <stdio.h>
#include <string.h>

#include "record/pairs.h"

/* What a library's version is called, and where a record has it. */
static const struct library {
    const char *backend, *product, *part, *key;
} libraries[] = { { "cub", "CUB", "gpu", "cub_version" } };
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

static const struct library *library_of(const char *backend)
{
    for (size_t i = 0; i < LIBRARIES; i++)
        if (!strcmp(libraries[i].backend, backend))
            return &libraries[i];
    return NULL;
}

bool standing_library(const char *backend)
{
    return library_of(backend) != NULL;
}

void standing_version(const struct record *record,
                      const struct row *const *rows, size_t count, char *text,
                      size_t room)
{
    text[0] = 0;
    for (size_t i = 0; i < count && !text[0]; i++) {
        const struct library *library = library_of(rows[i]->backend);
        const char *version =
            library ? record_fact(record, library->part, library->key) : "";
        if (version[0])
            snprintf(text, room, "%s %s", library->product, version);
    }
}

/* --- who speaks ----------------------------------------------------------- */

static bool ran_like(const struct row *row, const struct row *like)
{
    return row_stands(row) && !strcmp(row->backend, like->backend) &&
        !strcmp(row->transfers, like->transfers) &&
        row->threads == like->threads;
}

const struct row *standing_fastest(const struct row *const *rows, size_t count,
                                   const struct row *like, size_t *of)
{
    const struct row *fastest = NULL;
    *of = 0;
    for (size_t i = 0; i < count; i++) {
        if (!ran_like(rows[i], like))
            continue;
        ++*of;
        if (!fastest || rows[i]->seconds.median < fastest->seconds.median)
            fastest = rows[i];
    }
    return fastest;
}

const struct row *standing_row(const struct row *const *rows, size_t count,
                               const char *backend)
{
    const bool library = standing_library(backend);
    const struct row *widest = NULL;
    size_t of;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(rows[i]->backend, backend) && row_stands(rows[i]) &&
            !rows[i]->transfers[0] && (library || rows[i]->best) &&
            (!widest || rows[i]->threads > widest->threads))
            widest = rows[i];
    return widest && library ? standing_fastest(rows, count, widest, &of)
                             : widest;
}

/* --- who beats it --------------------------------------------------------- */

/* A wait is a handicap, no privilege. */
static bool same_terms(const struct row *rung, const struct row *best)
{
    const unsigned easier = UNORDERED | UNSTABLE | KEEPS_STATE;
    return ran_like(rung, best) && !rung->best &&
        !(rung->traits & ~best->traits & easier);
}

struct standing_ahead standing_ahead(const struct row *const *rows,
                                     size_t count, const struct row *best)
{
    struct standing_ahead ahead = { 0 };
    for (size_t i = 0; i < count; i++) {
        struct stats speedup;
        if (!same_terms(rows[i], best) ||
            pairs_change(rows[i], best, &speedup) != FASTER)
            continue;
        ahead.others += ahead.rung != NULL;
        if (ahead.rung && ahead.ratio >= speedup.median)
            continue;
        ahead.rung = rows[i];
        ahead.ratio = speedup.median;
    }
    return ahead;
}
