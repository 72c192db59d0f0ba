/* op.h - the vocabulary of the suite.
 *
 *   op       what is computed: its shape, its right answer, its cost
 *   problem  one instance: an op, its parameters, a type, a size, an input
 *   backend  whose code runs, and on what
 *   variant  one implementation of an op on a backend (a rung of a ladder)
 *   job      one run of a variant on a problem: pointers, all of them lent
 *   place    where arrays live and time is taken: the host, a GPU
 *
 * Who implements what stands in matrix.def. Tables are constant; a slot is
 * required unless its comment says what NULL means. */
#ifndef TETRAD_OP_H
#define TETRAD_OP_H

#include "elem.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { OP_ARRAYS = 4, OP_PARAMS = 8, FACTS_MORE = 12 };

struct op;
struct variant;
struct device; /* an opened place; its fields are the place's own */
struct job;
struct batch;
struct timing;

/* --- problems ---------------------------------------------------------- */

/* An input or output of a problem. */
struct array {
    const char *name;
    enum elem type;
    size_t count;  /* elements; of an output whose length depends on the
                      data, the most it can hold */
    int length_in; /* the output (type u64, count 1) that holds how many were
                      written; -1: all of them */
    int from;      /* an output that starts as a copy of this input (BLAS' C,
                      in-place runs): the job then gets one pointer for both,
                      refreshed untimed before each run; -1: starts poisoned */
    int twin_most; /* the largest magnitude of the twin's integers in this
                      input; 0: 4 */
};

enum param_kind {
    PARAM_CHOICE, /* one of `choices`; value.i is its index */
    PARAM_INT,    /* value.i in [low, high]; takes the suffixes of --size */
    PARAM_REAL,   /* value.r in [low, high] */
    PARAM_SHARE   /* value.r in [0, 1]; written 10% or 0.1 */
};

struct param {
    const char *name, *help;
    enum param_kind kind;
    const char *preset;         /* the default, as the user would write it */
    const char *const *choices; /* of PARAM_CHOICE, ends with NULL */
    double low, high;           /* of PARAM_INT and PARAM_REAL */
    bool follows_size;          /* of PARAM_INT: 0 stands for --size, or what
                                   follows from it, and a record then leaves
                                   it out */
};

struct value {
    int64_t i;
    double r;
};

struct dist; /* an input distribution: random.h */

struct problem {
    const struct op *op;
    enum elem type;
    size_t size;                   /* what --size said; op->size_means */
    struct value param[OP_PARAMS]; /* in the order of op->params */
    const struct dist *dist;
    double dist_argument;
    uint64_t seed;
    const char *input_path; /* --input, or NULL: generated */
    /* The rest is written by op->shape. */
    size_t dim[3]; /* extents, outermost first; 1 if unused */
    int in_count, out_count;
    struct array in[OP_ARRAYS], out[OP_ARRAYS];
};

/* What a run must at least do; the figures behind every GB/s and GFLOP/s. */
struct cost {
    double read, written; /* compulsory bytes */
    double flops;         /* floating-point operations, 0 for integers */
    double items;         /* what items/s counts */
};

/* --- checking ---------------------------------------------------------- */

struct verdict {
    bool ok;
    double max_ulp;   /* the largest error seen; 0: exact */
    size_t first_bad; /* index in output `bad_output` */
    int bad_output;
    char text[160]; /* "expected X, got Y" of the first bad element */
};

/* --- operations --------------------------------------------------------- */

struct op {
    const char *name; /* as on the command line: tile-scan */
    const char *summary;
    unsigned types; /* TYPE() bits; the lowest --type default is
                                   default_type */
    enum elem default_type;
    const struct param *params; /* ends with a NULL name; none: that alone */
    const char *sizes;          /* the default --size */
    const char *size_means;     /* "elements" */
    const char *formulae;       /* --explain: bytes and FLOPs, a line each */

    /* Fills dim, in[], out[] from size and params, or says what is wrong. */
    enum status (*shape)(struct problem *, struct reason *why);
    /* Fills input `which` from problem->seed, in parallel and the same on any
     * number of threads; false: the distribution is to fill it. NULL: it fills
     * them all. */
    bool (*fill)(const struct problem *, int which, void *elements);
    /* Looks for inputs that have no right answer (an index out of range, a
     * NaN where order matters). NULL: every input has one. */
    enum status (*validate)(const struct problem *, const void *const in[],
                            struct reason *why);
    /* True when one check is not enough: results round, so that a bound must
     * allow for it, or ties matter, which random data has none of. Such cases
     * are also checked on small integers, whose sums are exact and which tie:
     * the twin. */
    bool (*twin)(const struct problem *);
    /* The right answer, in higher precision or exact: `want` is zeroed
     * memory of want_bytes, laid out as the op pleases. */
    size_t (*want_bytes)(const struct problem *);
    void (*oracle)(const struct problem *, const void *const in[], void *want);
    struct cost (*cost)(const struct problem *, const void *want);
    /* Compares every element of every output, after verdict_clear(). depth:
     * the longest chain of roundings in the variant that ran, 0 when inputs
     * were the exact twin. */
    void (*check)(const struct problem *, double depth, const void *want,
                  const void *const got[], struct verdict *);
};

/* --- places -------------------------------------------------------------- */

enum scope { SCOPE_CORE, SCOPE_CORES, SCOPE_GPU }; /* what a backend may use */
enum roof_kind {
    ROOF_READ,
    ROOF_COPY,
    ROOF_WRITE, /* memory */
    ROOF_FMA,   /* FP32 arithmetic */
    ROOF_H2D,
    ROOF_D2H, /* the link, from and to pinned memory */
    ROOF_KINDS
};
enum direction { TO_DEVICE, FROM_DEVICE, ON_DEVICE };

/* What the user asked for; machine.h resolves it to cores. */
struct placement {
    int threads;      /* 0: one a core */
    const char *bind; /* cores, compact, numa, none */
    int gpu;          /* --device */
};

/* One more thing that a place knows of its device, for records. */
struct fact {
    const char *key; /* as in a record, with its unit: power_limit_w */
    double number;
    char text[32]; /* "" : the fact is `number` */
};

struct device_facts {
    char name[96];
    char detail[256]; /* versions, one line */
    size_t memory;    /* bytes in all */
    size_t memory_free;
    size_t cache;      /* bytes of the last level */
    double peak_bytes; /* theoretical bytes/s, 0 if unknown */
    double peak_flops; /* theoretical FP32 FLOP/s, 0 if unknown */
    int cores;         /* cores or multiprocessors */
    int more_count;    /* facts that could be read; others are left out */
    struct fact more[FACTS_MORE];
};

struct place {
    const char *name; /* "host", "gpu" */
    enum status (*open)(struct device **, const struct placement *,
                        struct reason *why);
    void (*close)(struct device *); /* takes NULL and half-open devices */
    /* Memory aligned to 256 bytes; content undefined. */
    enum status (*alloc)(struct device *, size_t bytes, void **,
                         struct reason *why);
    void (*release)(struct device *, void *); /* takes NULL */
    enum status (*copy)(struct device *, void *to, const void *from,
                        size_t bytes, enum direction, struct reason *why);
    enum status (*set)(struct device *, void *to, int byte, size_t bytes,
                       struct reason *why);
    /* An order-sensitive hash of memory; equal on all places. */
    enum status (*digest)(struct device *, const void *, size_t bytes,
                          uint64_t *, struct reason *why);
    void (*facts)(struct device *, struct device_facts *);
    const struct meter *meter;
};

struct span {
    const void *memory;
    size_t bytes;
};

/* Seconds that fixed pieces of work took just now; 0: not done. */
struct pace {
    double compute, memory;
};

/* How a place takes time, and what bounds it. */
struct meter {
    /* Makes caches cold for these spans of its memory: no cache holds a line
     * of them, and those near a core or all of a GPU's hold other, clean
     * lines. No spans: that alone. */
    enum status (*chill)(struct device *, const struct span *, int count,
                         struct reason *why);
    /* Runs the batch; its time, with no host delay inside a GPU's. */
    enum status (*sample)(struct device *, const struct batch *,
                          struct timing *, struct reason *why);
    /* How fast the place is at the moment, whatever it is used for, on memory
     * that is cold or on warm caches. NULL: it is always as fast. */
    enum status (*pace)(struct device *, enum scope, bool cold, struct pace *,
                        struct reason *why);
    /* One pass of what this machine reaches: bytes/s, or FLOP/s of ROOF_FMA.
     * Passes differ; a roof is the upper quartile of several. STATUS_MISSING:
     * there is no such roof here (the link of a CPU). */
    enum status (*roof)(struct device *, enum scope, enum roof_kind,
                        double *rate, struct reason *why);
    /* Frees what roof() keeps between passes; NULL: nothing. */
    void (*roofs_end)(struct device *);
    /* Copies the bytes of in[0] to out[0] as ROOF_COPY does, but run as any
     * variant is: the roof and the rows must agree on it. */
    const struct variant *copier;
    /* Joules spent since some moment, of everything that the place's counter
     * counts; false: it cannot be read. NULL: there is no counter. */
    bool (*energy)(struct device *, double *joules);
    /* Whether the device can no longer be used by this process, after a
     * variant's fault. NULL: it never comes to that. */
    bool (*lost)(struct device *);
    /* Host memory that transfers run at full speed from and to; NULL: the
     * place has none, as its arrays are in host memory. */
    enum status (*pin)(struct device *, size_t bytes, void **,
                       struct reason *why);
    void (*unpin)(struct device *, void *); /* takes NULL */
};

/* --- backends and variants ----------------------------------------------- */

struct backend {
    const char *name, *summary;
    enum scope scope;
    const struct place *place; /* NULL: not in this build, see `absent` */
    const char *absent;        /* why, when place is NULL */
    /* Readies libraries on the opened place; NULL: nothing to do. */
    enum status (*open)(struct device *, struct reason *why);
    void (*close)(struct device *); /* NULL: nothing to do */
    /* Untimed, before every sample: wakes a team of threads that fell asleep
     * while caches were made cold, so that a run is timed as in a program
     * that does nothing else. NULL: nothing sleeps. */
    void (*rouse)(struct device *);
    /* Does nothing, as cheaply as a run of this backend can: the time of its
     * runs is the floor of the harness. */
    const struct variant *empty;
};

/* One run. All memory is the caller's: run() only enqueues; it neither
 * allocates, copies to the host, waits, nor writes to inputs. */
struct job {
    const struct problem *problem;
    const void *in[OP_ARRAYS];
    void *out[OP_ARRAYS];
    void *scratch; /* as many bytes as scratch() asked for, 256-aligned,
                      zeroed once when allocated and then left alone */
    size_t scratch_bytes;
    struct device *device;
    struct reason *why; /* where run() says what failed */
};

/* Copies between host and device that are part of a sample. */
struct transfer {
    const void *in[OP_ARRAYS]; /* each input in host memory */
    void *out[OP_ARRAYS];      /* where each output goes; [0] NULL: it stays */
    bool pinned;
};

/* What a sample runs: `repeats` runs back to back, the last of them of
 * jobs[0], those before of jobs[1], jobs[2], ... in turn. The jobs are alike
 * but for their arrays: rotating them, no run finds what the run before it
 * left in registers, store buffers or the first lines of a cache. */
struct batch {
    const struct variant *variant;
    struct job *jobs;
    int job_count, repeats;
    bool loaded; /* has run before, so that no module loads any more */
    bool cold;   /* caches were made cold; again before a second try */
    const struct transfer *transfer; /* NULL: data is there already */
};

struct timing {
    double seconds; /* of all repeats */
    double clock;   /* Hz of the device around the sample, 0: not watched */
    bool slow;      /* under 90 % of its warm clock: not to be counted */
};

struct variant {
    const char *name;
    const char *idea;   /* one line: what it changes over the rung before */
    const char *source; /* paper, article or author; "" if ours */
    double published;   /* the share of its machine's theoretical peak that
                            the source reports; 0: none */
    const char *ladder; /* the ladder it is a rung of, NULL: none */
    int step;           /* its place there, from 1; 0: not a rung */
    bool best;          /* the one that runs by default; one a table */
    unsigned types;     /* TYPE() bits */
    bool waits;         /* run() waits for the device, as a library that
                            returns its result to the host must: its time
                            then includes the host's delays */
    /* Why it cannot take this problem; NULL result: it can.
     * NULL slot: it takes every problem of its types. */
    const char *(*refuses)(const struct problem *);
    size_t (*scratch)(const struct job *); /* bytes; NULL: none */
    /* The longest chain of roundings; NULL: one per input element. */
    double (*depth)(const struct job *);
    /* NULL: not in this build. STATUS_MISSING: this machine lacks what it
     * needs; the row is skipped, with the reason. */
    enum status (*run)(struct job *);
};

/* --- who implements what ------------------------------------------------- */

extern const struct op *const ops[];           /* ends with NULL */
extern const struct backend *const backends[]; /* ends with NULL */

/* The variants of an op on a backend, simplest first, ended by a NULL name;
 * NULL when matrix.def has no such cell. */
const struct variant *variants_of(const struct op *, const struct backend *);
const struct op *op_find(const char *name);           /* NULL: none */
const struct backend *backend_find(const char *name); /* NULL: none */
/* The variant marked best of a table, NULL for a NULL table. */
const struct variant *variant_best(const struct variant *table);

#ifdef __cplusplus
}
#endif
#endif
