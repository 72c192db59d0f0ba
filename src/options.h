/* options.h - the command line, parsed and checked but not yet planned. */
#ifndef TETRAD_OPTIONS_H
#define TETRAD_OPTIONS_H

#include "op.h"
#include "random.h"
#include "sizes.h"

enum { MAX_LIST = 64 };

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
#define DEFAULT_COLOR "auto"

enum command { COMMAND_RUN, COMMAND_LIST, COMMAND_EXPLAIN, COMMAND_PLOT };

struct options {
    enum command command;
    const char *list_what;      /* ops, backends, variants, ...; NULL: an
                                   overview */
    char *command_line;         /* as a shell would read it back */

    const struct op *ops[MAX_LIST];
    int op_count;               /* 0: no --op, of lists and plots only */
    const struct backend *backends[MAX_LIST];
    int backend_count;
    bool backends_named;        /* asked for by name: absence is an error */
    const char *variants[MAX_LIST]; /* "best", "all", NAME, or backend/ and
                                       one of these */
    int variant_count;
    size_t sizes[MAX_SIZES];
    int size_count;             /* 0: each op's default */
    const char *types;          /* as given; NULL: each op's default */
    const struct dist *dist;
    double dist_argument;
    uint64_t seed;
    const char *params[MAX_LIST]; /* KEY=VALUE as given */
    int param_count;
    const char *input_path;

    bool hot;
    struct placement placement;
    bool device_named;          /* by --device: absence is an error */
    double min_time, timeout, max_noise; /* s, s, fraction */
    int min_samples, warmup;
    const char *reference;      /* backend/variant, NULL: reference's best */

    const char *json_path, *csv_path, *md_path, *plot_path; /* NULL: not
                                                               asked for */
    bool no_plot, no_check, no_save;
    bool dry_run, quiet, verbose;
    int color;                  /* 1 always, 0 auto, -1 never */
    char **plot_inputs;         /* of `compare plot`: RESULTS.json... */
    int plot_input_count;

    /* What the lists above point into; free with options_free. */
    char *variant_text, *param_text, *reference_text;
};

/* STATUS_OK, or a usage error that was printed. --help and --version print
 * and exit 0. The options borrow from argv (whose order changes). */
enum status options_parse(struct options *, int argc, char **argv);
void options_free(struct options *); /* takes what options_parse failed on */

/* Whether --variants picks this variant of this backend. */
bool options_select(const struct options *, const struct backend *,
                    const struct variant *);
/* The TYPE() bits that --type picks of the op: 0 when it has none of them. */
unsigned options_types(const struct options *, const struct op *);

void options_help(void);    /* the text of --help, on stdout */
void options_version(void); /* the text of --version, on stdout */

#endif
