/* options.h - the command line, parsed and checked but not yet planned. */
#ifndef TETRAD_OPTIONS_H
#define TETRAD_OPTIONS_H

#include "matrix.h"
#include "place.h"
#include "random.h"
#include "options/sizes.h"

enum { MAX_LIST = 64, MAX_SWEEP = 32 };

/* The defaults; --help prints these very texts. */
#define DEFAULT_BACKENDS "all"
#define DEFAULT_VARIANTS "best"
#define DEFAULT_SEED 1
#define DEFAULT_CACHE "cold"
#define DEFAULT_THREADS 0 /* one a core */
#define DEFAULT_BIND "cores"
#define DEFAULT_DEVICE 0
#define DEFAULT_MIN_TIME 0.2 /* s */
#define DEFAULT_MIN_SAMPLES 15
#define DEFAULT_MAX_NOISE 1 /* % */
#define DEFAULT_TIMEOUT 2   /* s */
#define DEFAULT_WARMUP 2
#define DEFAULT_STARTS 12
#define DEFAULT_SUSTAINED 2 /* s, of --sustained alone */
#define DEFAULT_COLOR "auto"
#define DEFAULT_FAIL_ON "slower"
#define DEFAULT_THRESHOLD 5 /* % */

enum command {
    COMMAND_RUN,
    COMMAND_LIST,
    COMMAND_EXPLAIN,
    COMMAND_PLOT,
    COMMAND_DIFF,
    COMMAND_REPLAY,
    COMMAND_CROSSOVER,
    COMMAND_PUBLISH
};

struct options {
    enum command command;
    const char *list_what; /* ops, backends, variants, ...; NULL: an
                                   overview */
    char *command_line;    /* as a shell would read it back */

    const struct op *ops[MAX_LIST];
    int op_count; /* 0: no --op, of lists and plots only */
    const struct backend *backends[MAX_LIST];
    int backend_count;
    bool backends_named; /* asked for by name: absence is an error */
    const char *variants[MAX_LIST]; /* "best", "all", NAME, or backend/ and
                                       one of these */
    int variant_count;
    size_t sizes[MAX_SIZES];
    int size_count;    /* 0: each op's default */
    const char *types; /* as given; NULL: each op's default */
    const struct dist *dist;
    double dist_argument;
    uint64_t seed;
    const char *params[MAX_LIST]; /* KEY=VALUE as given */
    int param_count;
    const char *input_path;

    bool hot;
    struct placement placement; /* threads: the most of the sweep */
    int threads[MAX_SWEEP];     /* --threads 1,2,4: each has rows */
    int thread_count;           /* 0: --threads was not given, or is one */
    bool transfers, energy;
    double sustained;  /* seconds back to back; 0: --sustained was not given */
    bool no_fork;      /* measure in this process, for debuggers */
    bool device_named; /* by --device: absence is an error */
    bool bind_named;   /* by --bind */
    double min_time, timeout, max_noise; /* s, s, fraction */
    int min_samples, warmup;
    int starts; /* processes that measure a row, one after another */
    const char *reference; /* backend/variant, NULL: reference's best */

    const char *json_path, *csv_path, *md_path, *plot_path, *image_path; /*
                                                        NULL: not asked for */
    bool no_plot, no_check, no_save, no_roofs;
    bool dry_run, quiet, verbose;
    int color;     /* 1 always, 0 auto, -1 never */
    char **inputs; /* of commands: RESULTS.json... */
    int input_count;
    unsigned fail_on;   /* of diff and replay: bits of verdicts that
                                   make exit status 1 */
    bool fail_on_named; /* by the user */
    double threshold;   /* the smallest difference that counts, a
                                   fraction */

    void (*tell)(void); /* of --help and --version: prints them, and
                                   then options_parse exits */

    /* What the lists above point into; free with options_free. */
    char *variant_text, *param_text, *reference_text;
};

/* STATUS_OK, or a usage error that was printed. --help and --version print
 * and exit 0. The options borrow from argv (whose order changes). */
enum status options_parse(struct options *, int argc, char **argv);
/* The same of words from elsewhere: prints nothing, and never exits. */
enum status options_read(struct options *, int argc, char **argv,
                         struct reason *why);
void options_free(struct options *); /* takes what options_parse failed on */

/* Whether --variants picks this variant of this backend. */
bool options_select(const struct options *, const struct backend *,
                    const struct variant *);
/* The TYPE() bits that --type picks of the op: 0 when it has none of them. */
unsigned options_types(const struct options *, const struct op *);

void options_help(void);    /* the text of --help, on stdout */
void options_version(void); /* the text of --version, on stdout */

#endif
