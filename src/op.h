/* op.h - what code under comparison sees.
 *
 *   op       what is computed: its shape, its right answer, its cost
 *   problem  one instance: an op, its parameters, a type, a size, an input
 *   backend  whose code runs, and on what
 *   variant  one implementation of an op on a backend (a rung of a ladder)
 *   job      one run of a variant on a problem: pointers, all of them lent
 *
 * Who implements what stands in matrix.def; what the harness sees besides, in
 * place.h. Tables are constant. A slot is required unless its comment says
 * what its absence means, and absence is 0 everywhere. */
#ifndef TETRAD_OP_H
#define TETRAD_OP_H

#include <stdio.h>

#include "elem.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { OP_ARRAYS = 8, OP_PARAMS = 8, OP_PARTS = 8 };

struct op;
struct variant;
struct place;  /* where arrays live and time is taken: place.h */
struct device; /* an opened place; its fields are the place's own */
struct job;

/* --- problems ---------------------------------------------------------- */

/* An array of the same problem, in slots where 0 is none. */
#define INPUT(i) ((i) + 1)
#define OUTPUT(i) ((i) + 1)
static inline int array_index(int array)
{
    return array - 1;
}

/* An input or output of a problem. */
struct array {
    const char *name;
    enum elem type;
    size_t count;  /* elements; of an output whose length depends on the
                      data, the most it can hold */
    int length_in; /* OUTPUT(i), of type u64 and count 1, which holds how many
                      were written: what lies beyond is unspecified; 0: all
                      are written */
    int from;      /* of an output that starts as a copy of INPUT(i) (BLAS' C,
                      in-place runs): the job then gets one pointer for both,
                      refreshed untimed before each run; 0: starts poisoned */
    int64_t twin_most; /* the largest magnitude of the twin's integers in this
                          input; 0: 4 */
    int twin_digits;   /* significant bits of two of them, one of either sign;
                        0: there are none */
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
    bool silent;                /* a record leaves the preset out: those from
                                   before there was this parameter are of it */
    bool generates;             /* of generated inputs: a file of the op's own
                                   format brings what it says, and a record
                                   then leaves it out; beside another file it
                                   is refused */
    bool ends_hold;             /* but for 0 and 1, which say something of any
                                   input */
    int of;                     /* the parameter, by its index, on which it */
    unsigned where;             /* depends whether this one says anything: it
                                   does where that one is one of these choices,
                                   a bit each; 0: always */
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
    const char *input_path;      /* --input, or NULL: generated */
    void *file;                  /* what op->read made of it, or NULL */
    const struct problem *timed; /* the problem whose inputs are timed, where
                                      these are for checks alone; NULL: this */
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
    /* What the pattern of the accesses makes of it, by a model: */
    double moved; /* bytes that memory moves, whole sectors at a time; 0: as
                     many as are read and written */
    double gathers, scatters; /* single loads and stores at random places,
                                 which the roofs of these bound; 0: none */
    int width;                /* bytes of each of them */
    size_t span; /* bytes of the array that they go to: whether a cache holds
                    it decides which roof that is */
};

/* --- checking ---------------------------------------------------------- */

/* What a variant does otherwise than the rest: flags of variant.traits. */
enum trait {
    UNORDERED = 1 << 0,   /* its output holds the right elements in any order,
                             which may differ from run to run */
    UNSTABLE = 1 << 1,    /* equal keys may change places; partition.h */
    KEEPS_STATE = 1 << 2, /* wants scratch that was zeroed once, and then is
                             as its last run left it: a `plan` */
    WAITS = 1 << 3        /* run() waits for the device, as a library that
                             returns its result to the host must: its time
                             then includes the host's delays */
};

/* What the outputs that are checked are promised to be. */
struct promise {
    unsigned traits; /* of the variant that ran */
    double depth;    /* its longest chain of roundings; 0: the inputs were the
                        exact twin */
};

struct verdict {
    bool ok;
    double max_ulp;   /* the largest error seen; 0: exact */
    double depth;     /* of roundings, which the bounds that come next allow
                         for; 0: they follow from none */
    double of_bound;  /* the largest share of such a bound that an error took,
                         and of the one that is */
    double of_likely; /* likely: verdict_likely() */
    size_t first_bad; /* index in output `bad_output` */
    int bad_output;
    char text[160]; /* "expected X, got Y" of the first bad element */
};

/* --- operations --------------------------------------------------------- */

/* The rate that leads in tables and charts. */
enum headline {
    HEADLINE_BYTES, /* GB/s */
    HEADLINE_FLOPS, /* GFLOP/s */
    HEADLINE_ITEMS  /* billions of op->item a second: Gkeys/s */
};

struct op {
    const char *name; /* as on the command line: tile-scan */
    const char *summary;
    unsigned types; /* TYPE() bits */
    enum elem default_type;
    const struct param *params; /* ends with a NULL name; none: that alone */
    const char *sizes;          /* the default --size */
    const char *size_means;     /* "elements" */
    const char *formulae;       /* --explain: bytes and FLOPs, a line each,
                                   and what is moved, if that is more */
    enum headline headline;
    const char *item;         /* what cost.items counts, in the plural: "keys";
                         NULL: "items" */
    const char *const *parts; /* the steps that its runs may have, a word each,
                                 at most OP_PARTS, ends with NULL; NULL:
                                 none are told apart */

    /* Real input in a format of the op's own (Matrix Market, PGM): makes of
     * the file what shape(), which then sets `size`, and fill() find in
     * problem->file, or says what is wrong; forget() frees it. Files that it
     * makes nothing of, and all when both are NULL, hold the inputs one after
     * another, raw and little-endian. */
    enum status (*read)(const char *path, void **file, struct reason *why);
    const char *read_ending; /* of the names of those files: ".pgm" */
    /* How they begin, at most 31 bytes: ' ' is any blank, 1 any digit; ends
     * with NULL. What begins so is not taken for raw numbers. */
    const char *const *read_begins;
    void (*forget)(void *file);
    /* Fills dim, in[], out[] from size, params and file, or says what is
     * wrong. */
    enum status (*shape)(struct problem *, struct reason *why);
    /* Fills input `which` from problem->seed or file, in parallel and the same
     * on any number of threads; false: the distribution is to fill it. NULL:
     * it fills them all. Where problem->timed it mixes in what random inputs
     * seldom hold, and variants stumble over. */
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
    /* Compares every element of every output, after verdict_clear(), with the
     * answer, as the variant promised: never more loosely. Of an output with
     * length_in as many elements are there as that says. */
    void (*check)(const struct problem *, const struct promise *,
                  const void *want, const void *const got[], struct verdict *);
    /* Prints the outputs as --image is to have them (a PGM file), and what of
     * them that cannot show to the remark, which is "" before. NULL: they are
     * no image. */
    void (*image)(const struct problem *, const void *const got[], FILE *,
                  struct reason *remark);
    bool planned; /* plans may know all its inputs but the first: they stay
                     while others are timed on new ones */
    bool counts;  /* into words that many threads add to: the roof of that is
                    measured, too */
};

/* --- backends and variants ----------------------------------------------- */

/* What a backend may use, and how records call it: what has roofs of its own.
 * X(NAME, "name"). */
#define SCOPES(X) X(CORE, "core") X(CORES, "cores") X(GPU, "gpu")

enum scope {
#define SCOPE_ENUM(NAME, name) SCOPE_##NAME,
    SCOPES(SCOPE_ENUM)
#undef SCOPE_ENUM
};

struct backend {
    const char *name, *summary;
    enum scope scope;
    bool numbered;             /* --device N picks its device among several */
    const struct place *place; /* NULL: not in this build, see `absent` */
    const char *absent;        /* why, when place is NULL; NULL: who knows */
    /* Readies libraries on the opened place; NULL: nothing to do. */
    enum status (*open)(struct device *, struct reason *why);
    void (*close)(struct device *); /* NULL: nothing to do */
    /* Untimed, before every sample: wakes a team of threads that fell asleep
     * while caches were made cold, so that a run is timed as in a program
     * that does nothing else. NULL: nothing sleeps. */
    void (*wake)(struct device *);
    /* Untimed, after every call of any variant: puts back what it left
     * otherwise than open() did, and says what that was; NULL result: nothing.
     * `moved`: it bound its thread elsewhere, and others perhaps. `first`: it
     * is the variant's first run, after which each thread is looked at. NULL
     * slot: nothing can be. */
    const char *(*mend)(bool moved, bool first);
    /* Does nothing, as cheaply as a run of this backend can: the time of its
     * runs is the floor of the harness. */
    const struct variant *empty;
};

/* Who is told of the parts of a run: place.h. */
struct parts {
    void (*begin)(struct parts *, int part);
};

/* One run. All memory is the caller's: run() only enqueues; it neither
 * allocates, copies to the host, waits, nor writes to inputs. A run is not
 * alone on its device: it must end whatever else runs there, and wait only for
 * what has started. */
struct job {
    const struct problem *problem;
    const struct variant *variant;
    const void *in[OP_ARRAYS];
    void *out[OP_ARRAYS];
    void *scratch; /* as many bytes as scratch() asked for, 256-aligned. What
                      they hold is unspecified before every run: what must be
                      clear the run clears. Only a variant that KEEPS_STATE
                      finds them zeroed once, and then left alone. */
    size_t scratch_bytes;
    struct device *device;
    struct reason *why;  /* where scratch() and run() say what failed */
    struct parts *parts; /* NULL in all runs that are timed as a whole */
};

/* What comes next is one of op->parts, by its index, until another begins or
 * the run ends; what comes before the first counts to it. To be called where
 * all of the part before is enqueued, by one thread. A variant may merge parts
 * or come back to one; one that tells of none is timed as a whole alone. */
static inline void job_part(const struct job *job, int part)
{
    if (job->parts)
        job->parts->begin(job->parts, part);
}

/* What scratch() answers when it cannot tell, after writing job->why. */
#define SCRATCH_FAILED SIZE_MAX

struct variant {
    const char *name;
    const char *idea;   /* one line: what it changes over the rung before */
    const char *source; /* paper, article or author; "" if ours */
    double published;   /* the share of its machine's theoretical peak that
                           the source reports; 0: none */
    const char *ladder; /* the ladder it is a rung of, NULL: none */
    int step;           /* its place there, from 1; 0: not a rung */
    bool best;          /* the one that runs by default; one a table */
    unsigned types;     /* TYPE() bits; 0: all of its op */
    unsigned traits;    /* of enum trait; 0: ordered, stable, keeps nothing */
    const char *absent; /* why this build lacks it, if run is NULL and its
                           backend is there */
    bool closed;        /* a library's code that is not published and chooses
                           its kernels itself: rows tell which */
    /* What library it calls: its version, and what it chose for this machine;
     * NULL result: it cannot be opened here. NULL slot: none, or it is the
     * source that says it. */
    const char *(*library)(void);
    /* Why it cannot take this problem; NULL result: it can.
     * NULL slot: it takes every problem of its types. */
    const char *(*refuses)(const struct problem *);
    /* Bytes, or SCRATCH_FAILED; NULL: none. */
    size_t (*scratch)(const struct job *);
    /* The longest chain of roundings, of a job without arrays and scratch,
     * wherever they will lie; NULL: one per input element. */
    double (*depth)(const struct job *);
    /* NULL: not in this build, see `absent`. STATUS_MISSING: this machine
     * lacks what it needs; the row is skipped, with the reason. */
    enum status (*run)(struct job *);
};

#ifdef __cplusplus
}
#endif
#endif
