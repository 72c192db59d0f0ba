/* record.h - what a run found: roofs and rows, as reported and as saved.
 *
 * Rows hold text rather than pointers into the tables, so that a record read
 * back from a file of another machine or version is the same thing. */
#ifndef TETRAD_RECORD_H
#define TETRAD_RECORD_H

#include <jansson.h>
#include "place.h"

enum row_status { ROW_OK, ROW_WRONG, ROW_FAILED, ROW_SKIPPED };

enum {
    ROOF_PASSES = 64,
    STARTS_MOST = 32,
    REASON_ROOM = 64,
    KERNELS_ROOM = 400
};

struct roof {
    char device[16]; /* "core", "cores", "gpu" */
    enum roof_kind kind;
    double rate;      /* bytes/s, FLOP/s or accesses/s, the upper quartile of
                        its passes; 0: could not be measured */
    double low, high; /* 95 % interval of their median; 0 to 0: too few */
    double peak;      /* theoretical, 0: unknown */
    double copier; /* of ROOF_COPY: what the same copy reached as a row, over
                        the pass beside it; 0: not tried */
    double copier_low, copier_high; /* 95 % interval; 0 to 0: unknown */
    char stores[16]; /* "non-temporal", "ordinary"; "" : does not apply */
    int pass_count;  /* spread over the run; beyond ROOF_PASSES every other
                        one was dropped */
    double pass[ROOF_PASSES];
};

/* The time of a run that does nothing. */
struct base {
    char backend[16];
    double seconds;
};

struct estimate { /* seconds; an interval of 0 to 0: too few samples */
    double median, ci_low, ci_high, min, iqr;
};

/* A row run back to back for a while, warm, as it was in the while's second
 * half: what stays of the speed of samples, between which a place rests. */
struct sustained {
    double seconds;                 /* of a run, the median; 0: not measured */
    size_t runs;                    /* that it is of */
    double clock;                   /* Hz, the mean; 0: unknown */
    char clock_reason[REASON_ROOM]; /* why it is unknown, or "" */
    double watts;                   /* the mean; 0: unknown */
    char watts_reason[REASON_ROOM];
};

/* What a row's time went into, as shares of it; 0: unknown. */
struct why {
    char bound[16]; /* launch, cache, memory, compute, transfer, "gather
                       roof", "scatter roof"; "none": no share is half; "" :
                       unknown */
    double launch, memory, compute, transfer, gather, scatter;
};

struct row {
    char op[24], backend[16], variant[40], type[8], dist[32];
    char cache[8]; /* cold, hot */
    size_t n;      /* --size */
    int param_count;
    struct {
        char name[16], value[24];
    } params[OP_PARAMS];
    char headline[8];   /* bytes, flops or items: the rate that leads; "" :
                                 the op's */
    char item[24];      /* what items counts: "keys"; "" : the op's */
    unsigned traits;    /* of the variant */
    int threads;        /* of the CPU; 0: does not apply */
    bool sweep;         /* the record has it with other threads too:
                                 kept by record_add_row() */
    char transfers[16]; /* what is copied inside the time: "in pinned",
                                 "both pageable", ...; "" : nothing */
    char ladder[16];    /* "" : none */
    int step;
    bool best;
    bool checked; /* false: --no-check, shown as UNVERIFIED */

    enum row_status status;
    char reason[320]; /* why not ok, or "" */

    size_t sample_count; /* 0: no speed is shown */
    double *samples;     /* seconds, in the order taken */
    size_t dropped;      /* samples thrown away for a low clock */
    double clock;        /* Hz, median over the samples; 0: unknown */
    struct estimate seconds;
    char stopped_by[24];       /* converged, plateau, timeout, interrupted */
    int start_count;           /* processes that it was measured in, one after
                                 another; 0: unknown */
    size_t start[STARTS_MOST]; /* samples of each */
    int pace_count;            /* 0: unknown */
    struct pace pace[STARTS_MOST]; /* of the machine: medians over each start,
                                 or, where these are unknown, over as many
                                 equal parts of the samples */
    char inputs[20];               /* hash of what --input held for it; of
                                      others not recorded */
    uint64_t outputs;              /* hash of the first checked ones; not
                                      recorded */
    double overhead;               /* seconds at n -> 0; 0: unknown */
    double joules;                 /* per run; 0: not measured */
    char energy_reason[REASON_ROOM]; /* why not, when --energy asked for
                                        them */
    struct sustained sustained;
    char sustained_reason[REASON_ROOM]; /* why not, when --sustained asked for
                                           it */

    char kernels[KERNELS_ROOM]; /* that a closed library chose for it, in
                                   their order: "one, another"; "" : unknown,
                                   or not to be told */
    char kernels_reason[128];   /* why they are unknown, or "" */

    int part_count; /* 0: its time is not told apart */
    struct {
        char name[16];
        double share; /* of the runs that told of them, the median */
    } parts[OP_PARTS];
    double parts_seconds; /* such a run, the median: longer than the row's */

    double bytes, flops, items; /* compulsory */
    double written;             /* of those bytes */
    double moved_in, moved_out; /* bytes over the link inside the time */
    double moved;               /* bytes that memory moved, by the op's model;
                                   0: it has none */
    double gathers, scatters;   /* accesses at random places */
    int width;                  /* bytes of each; 0: there are none */
    bool resident;              /* they stay in the last level of cache */
    double resident_share;      /* else: so much of what they go to does, 0..1;
                                   1 of those that are resident */
    char device[16];            /* whose roofs bound it: core, cores, gpu */
    char roof_device[16];       /* the roof that bounds it, "" : unknown */
    enum roof_kind roof;
    double roof_share;      /* 0..1 (or a little more); 0: unknown */
    double peak_share;      /* of the theoretical peak; 0: unknown */
    double published_share; /* of its own machine's peak, as the variant's
                                 source reports it; 0: none */
    struct why why;
    bool renewed; /* each sample had inputs of its own */
    bool few;     /* fewer samples than were asked for */
    bool
        suspect; /* faster than memory could be, of bytes that no cache held */
    bool tied;   /* as fast as the fastest of its case, or not
                                 to be told from it */

    struct {
        char over[64]; /* backend/variant, "" : none */
        double ratio, ci_low, ci_high;
        char verdict[8]; /* faster, slower, same, unclear; "" : none */
    } speedup;

    bool check_ok;
    double max_ulp;
    double depth;      /* roundings one after another, which the bound allows
                         for; 0: it follows from none */
    double of_bound;   /* the largest share of the bound that an error took, */
    double of_likely;  /* and of the likely one: verdict_likely() */
    int64_t first_bad; /* -1: none */
    int repeatable;    /* 1 yes, 0 no, -1 not tested */
};

struct record {
    char *command; /* the command line */
    uint64_t seed;
    char started[32];    /* ISO 8601, UTC */
    json_t *environment; /* machine.h; borrowed by nobody else */
    struct roof *roofs;
    size_t roof_count;
    struct base *bases; /* one a backend */
    size_t base_count;
    struct row *rows;
    size_t row_count;
    size_t planned;    /* rows that there are to be; 0: unknown */
    json_t *crossover; /* crossover.h; NULL: none was looked for */
};

/* The command line, the seed and the date, if it has none yet. */
void record_begin(struct record *, const char *command, uint64_t seed);
/* Appends; the argument is copied (samples change owner). The result is good
 * until the next call; NULL and false: no memory, nothing changed. */
struct row *record_add_row(struct record *, const struct row *);
/* The same in the place of the row of that name, from row `first` on, where
 * there is one. */
struct row *record_put_row(struct record *, size_t first, const struct row *);
/* That row; NULL: there is none. */
struct row *record_find_row(const struct record *, size_t first,
                            const struct row *named);
/* Says of the row, and of those of the record, whether they are of a sweep. */
void record_mark_sweep(struct record *, struct row *);
bool record_add_roof(struct record *, const struct roof *);
bool record_add_base(struct record *, const struct base *);
void record_free(struct record *); /* leaves it empty */

const char *row_status_name(enum row_status); /* "ok", "wrong", ... */
/* "read", "copy", ...; of random accesses "gather" and "scatter" alone. */
const char *roof_kind_name(enum roof_kind);
/* What results files say rates of the kind in: 1e9, of accesses 1. */
double roof_unit(enum roof_kind);
const struct roof *record_roof(const struct record *, const char *device,
                               enum roof_kind); /* NULL: none */
double record_base(const struct record *, const char *backend); /* 0: none */
/* What a row's share of its roof is of the theoretical peak; 0: unknown. */
double record_peak_share(const struct record *, const struct row *);
/* Median rates; 0 when the row has no time or no such quantity. */
double row_bytes_rate(const struct row *); /* bytes/s */
double row_moved_rate(const struct row *); /* of those that memory moved */
double row_flops_rate(const struct row *);
double row_items_rate(const struct row *);
double row_rate(const struct row *, enum headline); /* any of these */
/* Sustained rather than in samples; 0: it was not measured. */
double row_sustained_rate(const struct row *, enum headline);
double row_sustained_share(const struct row *); /* of the samples' rate */
/* "GB/s", "GFLOP/s"; of items, "keys": "Gkeys/s". */
void headline_unit(enum headline, const char *item, char *text, size_t room);
void row_unit(const struct row *, enum headline, char *text, size_t room);
/* The rate that leads where rows of one op are shown: the op's, or if none of
 * the rows has it, one that any has. */
enum headline rows_headline(const struct row *const *rows, size_t count);
const char *headline_name(enum headline); /* "bytes", "flops", "items" */
bool row_measured(const struct row *);    /* right, with a time to show */
bool row_broken(const struct row *);      /* wrong, or failed */
/* Measured well enough, and within what the machine can do, to be called the
 * fastest or drawn. */
bool row_stands(const struct row *);
bool row_has_speedup(const struct row *); /* over another one, to show */

/* One series: the same but for n and who ran (backend, variant, threads,
 * transfers). One case: the same n too. */
bool row_same_series(const struct row *, const struct row *);
bool row_same_case(const struct row *, const struct row *);
/* The same row of two records: case and who ran. */
bool row_same(const struct row *, const struct row *);
/* "openmp/blocked", "openmp/blocked ×4" of a thread sweep's rows, "cuda/best
 * (both pinned)": unlike for all rows of a case. */
void row_name(const struct row *, char *text, size_t room);
const char *row_param(const struct row *, const char *name); /* "": none */
/* "operator=sum, f32, uniform, cold": what tells a series from others of its
 * op, without parameters that say nothing where others are as they are. */
void row_series_text(const struct row *, char *text, size_t room);

/* Which known cost explains most of a row's time, and its share of it; "none"
 * and 0 when none is known. */
const char *row_nearest_bound(const struct row *, double *share);

/* Every row by series (as they first appear), then n, then as recorded;
 * row_count pointers, the caller frees them. NULL: no memory, or no rows. */
const struct row **record_sorted(const struct record *);
/* Of `count` rows from `rows` on, how many are like the first one. */
size_t rows_of_series(const struct row *const *rows, size_t count);
size_t rows_of_case(const struct row *const *rows, size_t count);
/* The fastest of them; NULL: none has a time. */
const struct row *rows_best(const struct row *const *rows, size_t count);
/* The fastest of a record of one case; of rows that do not stand, if none
 * does; NULL: none was measured. */
const struct row *record_fastest(const struct record *);
/* Whether a row of the case is the fastest one, or not to be told from it. */
bool row_ties(const struct row *, const struct row *best);

/* Facts of the environment: part "cpu", "gpu" or "" (the top level); "" and 0
 * when the record does not say. */
const char *record_fact(const struct record *, const char *part,
                        const char *key);
double record_fact_number(const struct record *, const char *part,
                          const char *key);

#endif
