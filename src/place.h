/* place.h - what the harness sees besides op.h: places, where arrays live and
 * time is taken (the host, a GPU), and how one is measured. */
#ifndef TETRAD_PLACE_H
#define TETRAD_PLACE_H

#include <string.h>

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FACTS_MORE = 12,
    PROFILE_MOST = 64,
    LATE_MOST = 16,             /* bytes: two elements */
    PLACE_SPANS = 5 * OP_ARRAYS /* two guards an array, and the inputs */
};

struct batch;
struct timing;

enum roof_kind {
    ROOF_READ,
    ROOF_COPY,
    ROOF_WRITE, /* memory */
    ROOF_FMA,   /* FP32 arithmetic */
    ROOF_H2D,
    ROOF_D2H, /* the link, from and to pinned memory */
    /* Additions of 1 to words at random of a block's memory, all blocks at
     * work: a GPU's alone, and of ops that count. */
    ROOF_SHARED_ATOMIC,
    /* Single accesses at random places, a few bytes wide: of an array past
     * the caches, and of one that the last level holds. In this order:
     * roof_of_access() counts on it. */
    ROOF_GATHER_4,
    ROOF_GATHER_8,
    ROOF_GATHER_4_RESIDENT,
    ROOF_GATHER_8_RESIDENT,
    ROOF_SCATTER_4,
    ROOF_SCATTER_8,
    ROOF_SCATTER_4_RESIDENT,
    ROOF_SCATTER_8_RESIDENT,
    ROOF_KINDS
};

/* What tells the roofs of random accesses from each other. */
struct access {
    bool scatter; /* stores; else loads */
    int width;    /* bytes of one: 4 or 8 */
    bool resident;
};

static inline bool roof_is_random(enum roof_kind kind)
{
    return kind >= ROOF_GATHER_4 && kind < ROOF_KINDS;
}

/* Whether its rate is in accesses/s. */
static inline bool roof_is_accesses(enum roof_kind kind)
{
    return kind >= ROOF_SHARED_ATOMIC && kind < ROOF_KINDS;
}

/* The roof of accesses of any width: none but 4 and 8 are measured, and what
 * is wider moves no faster than 8. */
static inline enum roof_kind roof_of_access(struct access a)
{
    return (enum roof_kind)(ROOF_GATHER_4 + (a.scatter ? 4 : 0) +
                            (a.resident ? 2 : 0) + (a.width > 4 ? 1 : 0));
}

/* Of a kind that is random. */
static inline struct access roof_access(enum roof_kind kind)
{
    const int at = (int)kind - (int)ROOF_GATHER_4;
    const struct access a = { at / 4 != 0, at % 2 ? 8 : 4, at / 2 % 2 != 0 };
    return a;
}

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
    size_t cache_one;  /* of one instance of it: an array that fits is
                          resident, to accesses from anywhere */
    double peak_bytes; /* theoretical bytes/s, 0 if unknown */
    double peak_flops; /* theoretical FP32 FLOP/s, 0 if unknown */
    int cores;         /* cores or multiprocessors */
    int more_count;    /* facts that could be read; others are left out */
    struct fact more[FACTS_MORE];
};

struct span {
    const void *memory;
    size_t bytes;
};

struct place {
    const char *name; /* "host", "gpu" */
    bool paged;       /* its memory is in pages of some KiB, and which of them
                         an array has is told by its time */
    enum status (*open)(struct device **, const struct placement *,
                        struct reason *why);
    void (*close)(struct device *); /* takes NULL and half-open devices */
    /* Memory aligned to 256 bytes; content undefined. What it answers is a
     * range of addresses: any part of it is given to the functions below, but
     * the CPU need not be able to read it, and it may lie on several devices.
     * Which part is where is between a place and the backends that use it. */
    enum status (*alloc)(struct device *, size_t bytes, void **,
                         struct reason *why);
    void (*release)(struct device *, void *); /* takes NULL */
    enum status (*copy)(struct device *, void *to, const void *from,
                        size_t bytes, enum direction, struct reason *why);
    /* Is done before anything that is asked for later. */
    enum status (*set)(struct device *, void *to, int byte, size_t bytes,
                       struct reason *why);
    /* Order-sensitive hashes of at most PLACE_SPANS pieces of memory; equal on
     * all places. */
    enum status (*digest)(struct device *, const struct span *, int count,
                          uint64_t *digests, struct reason *why);
    void (*facts)(struct device *, struct device_facts *);
    const struct meter *meter;
};

/* Fixed pieces of work: arithmetic, branches that no predictor foresees, reads
 * of memory. */
enum pace_kind { PACE_COMPUTE, PACE_BRANCH, PACE_MEMORY, PACES };

/* Seconds that they took just now; 0: not done. */
struct pace {
    double seconds[PACES];
};

/* How a place takes time, and what bounds it. */
struct meter {
    /* Makes caches cold for these spans of its memory: no cache holds a line
     * of them, and those near a core or all of a GPU's hold other, clean
     * lines. No spans: that alone. */
    enum status (*flush)(struct device *, const struct span *, int count,
                         struct reason *why);
    /* Runs the batch; its time, with no host delay inside a GPU's. Of a place
     * that spans devices, from when all may begin until the last has ended, by
     * one clock. */
    enum status (*sample)(struct device *, const struct batch *,
                          struct timing *, struct reason *why);
    /* The begin() of a struct profile: notes when its device comes there. NULL:
     * the place cannot tell. */
    void (*mark)(struct parts *, int part);
    /* The names of the kernels that a run of the job would launch, in their
     * order, "one, another"; nothing runs. What does not fit into `room` bytes
     * is left out. NULL: the place has no kernels. */
    enum status (*kernels)(struct device *, const struct job *, char *names,
                           size_t room, struct reason *why);
    /* How fast the place is at the moment, whatever it is used for, on memory
     * that is cold or on warm caches. NULL: it is always as fast. */
    enum status (*pace)(struct device *, enum scope, bool cold, struct pace *,
                        struct reason *why);
    /* One pass of what this machine reaches: bytes/s, or FLOP/s of ROOF_FMA,
     * or accesses/s of random ones, whose indices cost next to nothing, or
     * additions/s of ROOF_SHARED_ATOMIC.
     * Passes differ; a roof is the upper quartile of several. STATUS_MISSING:
     * there is no such roof here (the link of a CPU), and rows have no share
     * of it. */
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

/* --- samples ------------------------------------------------------------ */

/* Copies between host and device that are part of a sample. */
struct transfer {
    const void *in[OP_ARRAYS]; /* each input in host memory */
    void *out[OP_ARRAYS];      /* where each output goes; [0] NULL: it stays */
    bool pinned;
};

/* A run that tells of its parts, from none on when sample() begins it. Looking
 * at the clock at their borders costs time, so it is no sample of the row. */
struct profile {
    struct parts parts; /* first; for the job */
    struct device *device;
    int count;               /* of borders, those beyond PROFILE_MOST too */
    int part[PROFILE_MOST];  /* that began, as the variant says */
    double at[PROFILE_MOST]; /* when, in seconds from the run's begin */
};

/* Some bytes of an input, and what they are to be in a batch's last run. */
struct late {
    char *in, *other; /* memory of the host, */
    size_t bytes;     /* LATE_MOST at most */
    bool made;
};

static inline void late_make(struct late *late)
{
    char was[LATE_MOST];
    memcpy(was, late->in, late->bytes);
    memcpy(late->in, late->other, late->bytes);
    memcpy(late->other, was, late->bytes);
    late->made = true;
}

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
    bool beside; /* other work goes on there, which nothing may wait for */
    bool steady; /* the place shall not rest before it, nor hold it back until
                    all of it is queued */
    bool rough;  /* what it leaves is looked at: its time may hold delays of
                    the host, and no clock is watched */
    const struct transfer *transfer; /* NULL: data is there already */
    struct profile *profile;         /* of its one run, whose job has it; NULL:
                                        none is wanted */
    struct late *late; /* changes places right before the last run, in set 0;
                          NULL: nothing does. Of paged places alone */
};

struct timing {
    double seconds; /* of all repeats */
    double clock;   /* Hz of the device around the sample, 0: not watched */
    bool slow;      /* under 90 % of its warm clock: not to be counted */
};

#ifdef __cplusplus
}
#endif
#endif
