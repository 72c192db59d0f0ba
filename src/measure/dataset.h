/* dataset.h - one case set up: its inputs and outputs on every place in use,
 * and its right answer.
 *
 * The inputs are made once in host memory; other places get copies. The
 * outputs of a place are shared by the variants that run there, one after
 * another. */
#ifndef TETRAD_DATASET_H
#define TETRAD_DATASET_H

#include "measure/buffer.h"
#include "plan/targets.h"

enum {
    DATASET_REPLICAS = 4,
    DATASET_SETS = 8,    /* that a place has, at most; of them */
    DATASET_ROTATING = 4 /* in a batch of runs on warm caches */
};

struct arrays { /* one set of a problem's */
    struct buffer in[OP_ARRAYS], out[OP_ARRAYS];
};

/* What runs are to leave as they found it, a bit each. */
enum whole { WHOLE_GUARDS = 1, WHOLE_INPUTS = 2, WHOLE_ALL = 3, WHOLES = 2 };

struct replica { /* what one place has of it */
    const struct place *place;
    struct device *device;
    enum status status; /* not OK: it could not be set up, because `why` */
    struct reason why;
    struct arrays set[DATASET_SETS]; /* alike */
    unsigned whole; /* what is known to be, since no run came after a look, */
    const void *suspect[WHOLES]; /* and who alone ran since; NULL: several */
    int held, sets; /* sets there are; those that runs of a batch rotate over,
                       from the first: all, or one */
    /* Host memory that copies to and from this place run fastest with; NULL
     * unless pins were wanted. */
    void *pinned_in[OP_ARRAYS], *pinned_out[OP_ARRAYS];
};

struct dataset_wants {
    size_t offset; /* elements that every array is off 256-byte alignment, */
    size_t skew;   /* and that all but the first input are off it besides */
    bool tight;    /* no guards: for memory checkers */
    bool rotate;   /* as many sets in a batch as half the last-level cache
                      holds, at most DATASET_ROTATING; else one */
    bool turns;    /* more sets, which take turns, where arrays are so small
                      that it matters in which pages they are */
    bool pins;     /* pinned host memory for transfers, where places have it */
};

enum inputs {
    OWN_INPUTS,  /* the problem's */
    TWIN_INPUTS, /* its exact twin's */
    OTHER_INPUTS /* of another seed: nothing known of a run fits them */
};

/* How elements of an input become others: as the next ones are, or changing
 * places with them, or not at all. */
enum nudging { NUDGING_UNKNOWN, NUDGING_COPIES, NUDGING_SWAPS, NUDGING_NONE };

struct dataset {
    struct problem problem;
    bool own;         /* the inputs are now the problem's */
    bool twin;        /* or the exact twin, */
    bool remade;      /* or of another seed, as far as no plan knows them */
    bool near;        /* but for some elements, as is the answer */
    bool over;        /* outputs are left as they are before a run */
    bool answered;    /* `want` is their right answer */
    double took;      /* seconds, to find that; 0: it never was */
    struct cost cost; /* of a run on the problem's, once that is known */
    struct dataset_wants wants;
    struct device *host;
    struct replica replicas[DATASET_REPLICAS]; /* [0] is the host */
    int replica_count;
    enum inputs inputs; /* that were loaded last, and */
    uint64_t seed;      /* what the first were remade of since, if they were */
    uint64_t digest[OP_ARRAYS];
    void *want;
    void *copy[OP_ARRAYS];      /* host memory for results of other places;
                                    NULL: there are none */
    const void *got[OP_ARRAYS]; /* where the host read what it checked last, */
    size_t got_bytes[OP_ARRAYS]; /* and how much of it the run had written */
    void *landed[OP_ARRAYS];     /* pageable memory that transfers end in; NULL
                                unless pins were wanted */
    unsigned poisonings;         /* picks the pattern */
    unsigned checks;             /* picks what guards of inputs hold */
    unsigned nudges;             /* picks elements that are to be others */
    enum nudging nudging[OP_ARRAYS]; /* what the op takes, of each input */
    unsigned mended; /* what the latest look found that was not whole */
    struct reason why;
};

/* Memory for the problem on the places of the targets in use, as yet without
 * data. A place that has no room is marked in its replica; the host's failure
 * is the dataset's. wants NULL: nothing of it. */
enum status dataset_open(struct dataset *, const struct problem *,
                         const struct targets *, const bool *target_used,
                         const struct dataset_wants *wants,
                         struct reason *why);
/* Makes inputs and their right answer. */
enum status dataset_load(struct dataset *, enum inputs, struct reason *why);
/* The inputs alone: the right answer is made when a check first needs it. */
enum status dataset_load_inputs(struct dataset *, enum inputs,
                                struct reason *why);
/* Inputs of another seed than the problem's, or again of that: not of a file.
 * Where plans know all but the first they stay. A status that is not OK, as
 * when there is no right answer of them: they have to be made again. */
enum status dataset_remake(struct dataset *, uint64_t seed, struct reason *);
void dataset_close(struct dataset *);

/* Elements of an input that may be others, in bytes, and what they were. */
struct nudge {
    int which;
    size_t begin, bytes;
    void *was; /* NULL: none is */
};

/* Gives one element of an input, or one in sixteen of some MiB, the value of
 * the next, which keeps sorted ones sorted; where the op refused that they
 * change places. Others each time, until there are no more, on the host and on
 * one place; NULL: on all. */
enum status dataset_nudge(struct dataset *, struct replica *only, int which,
                          bool many, struct nudge *, struct reason *why);
/* After that: they are their own once more, and become others when `late` is
 * made. Of two elements, on a place that is paged. */
enum status dataset_hold(struct dataset *, struct replica *, struct nudge *,
                         struct late *late, struct reason *why);
/* They are others everywhere, whether it was made or not. */
enum status dataset_spread(struct dataset *, struct replica *,
                           const struct nudge *, struct late *late,
                           struct reason *why);
/* Gives them back what was theirs. */
enum status dataset_settle(struct dataset *, struct replica *only,
                           struct nudge *, struct reason *why);
/* An input is another, or its own again: so is the right answer. */
enum status dataset_renew(struct dataset *, int which, bool near,
                          struct reason *why);
/* All of it for checks: the right answer is then that of the nudged inputs, and
 * again their own. Who comes back from what was not renewed only settles. */
enum status dataset_go_near(struct dataset *, struct replica *only, int which,
                            bool many, struct nudge *, struct reason *why);
enum status dataset_come_back(struct dataset *, struct replica *only,
                              struct nudge *, struct reason *why);

/* Makes the right answer, if it is not made yet. */
enum status dataset_answer(struct dataset *, struct reason *why);

struct replica *dataset_replica(struct dataset *, const struct place *);
/* Where not all sets are in a batch, the next one takes its turn. */
void dataset_turn(struct replica *);
/* Readies outputs for a run: `from` copies made, the others poisoned with one
 * of two patterns in turn (both of them NaN or huge as floats), so that an
 * output which is not written is not right twice. */
enum status dataset_ready(struct dataset *, struct replica *,
                          struct reason *why);
/* Overwrites the inputs of a place's first set, so that a run which is to copy
 * them there must. */
enum status dataset_spoil(struct dataset *, struct replica *,
                          struct reason *why);
enum status dataset_restore(struct dataset *,
                            struct replica *); /* replica->why */
/* Makes all inputs anew, as they were made last, and guards of a place. What
 * was another in them since is its own again. */
enum status dataset_mend(struct dataset *, struct replica *, struct reason *);
/* Checks every output of a set, and all sets' guards and that their inputs are
 * unchanged; those that are not are put right, for those who come next. A
 * verdict that is not ok has its text; a status that is not OK means it could
 * not be checked. */
enum status dataset_check(struct dataset *, struct replica *, int set,
                          const struct promise *, struct verdict *,
                          struct reason *why);
/* The same of guards alone, which then hold other bytes. */
enum status dataset_guards(struct dataset *, struct replica *,
                           struct verdict *, struct reason *why);
/* The same of guards, and of inputs that are looked at in no time, after a
 * sample. */
enum status dataset_glance(struct dataset *, struct replica *,
                           struct verdict *, struct reason *why);
/* The same of guards and inputs alone. */
enum status dataset_intact(struct dataset *, struct replica *,
                           struct verdict *, struct reason *why);
/* Bytes of outputs that the run which was checked last had written. */
size_t dataset_written(const struct dataset *);
/* A hash of all outputs of a set, each as far as it was written, for
 * `repeatable`. */
enum status dataset_outputs(struct dataset *, struct replica *, int set,
                            uint64_t *digest, struct reason *why);

#endif
