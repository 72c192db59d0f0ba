/* flags.c - the table of all flags, in the order of --help. */
#include "options/flags.h"

#include "record/record.h"

#define TEXT_OF(token) #token
#define TEXT(macro) TEXT_OF(macro)
#define INTO(member)                                                          \
    {                                                                         \
        .offset = offsetof(struct options, member)                            \
    }
#define NUMBER(member, low, high)                                             \
    {                                                                         \
        offsetof(struct options, member), (low), (high)                       \
    }

/* Where flags have a meaning. */
enum {
    RUN = 1 << COMMAND_RUN,
    PLOT = 1 << COMMAND_PLOT,
    DIFF = 1 << COMMAND_DIFF,
    REPLAY = 1 << COMMAND_REPLAY,
    CROSSOVER = 1 << COMMAND_CROSSOVER,
    PUBLISH = 1 << COMMAND_PUBLISH,
    MEASURE = RUN | CROSSOVER,
    EVERY = RUN | PLOT | DIFF | REPLAY | CROSSOVER | PUBLISH
};

/* Limits that only catch slips of the keyboard. */
enum { MAX_THREADS = 65536, MAX_GPUS = 1024, MAX_RUNS = 1000000 };
#define MAX_SECONDS 86400
#define LEAST_TIMEOUT 0.001  /* s */
#define LEAST_SUSTAINED 1    /* s: joules of a half, ticks are slow */
#define MOST_SUSTAINED 600   /* s: a heat sink is warm long before */
#define LEAST_NOISE 0.001    /* % */
#define LEAST_THRESHOLD 0.01 /* % */
#define MOST_THRESHOLD 1000  /* % */

const char *const flag_lists[] = {
    "ops", "backends", "variants", "types", "dists", "params", "devices", NULL,
};

const struct flag flags[] = {
    { .help = "What to compare" },
    { "op",
      'o',
      "NAME[,...]|all",
      "operations; --list ops shows them",
      "none",
      "-o reduce,sgemm",
      MEASURE,
      flag_ops,
      { 0 } },
    { "backend",
      'B',
      "NAME[,...]|all",
      "backends; one that is named must be there, of `all` those that can run"
      " here do",
      DEFAULT_BACKENDS,
      "-B openmp,cuda",
      MEASURE | REPLAY,
      flag_backends,
      { 0 } },
    { "variants",
      'V',
      "NAME[,...]",
      "variants: best (one a backend), all, a NAME, or BACKEND/ and one of"
      " these",
      DEFAULT_VARIANTS,
      "-V all",
      MEASURE,
      flag_variants,
      { 0 } },
    { "reference", 0, "BACKEND/VARIANT", "what speed-ups are relative to",
      "reference's best", "--reference=cuda/best", RUN, flag_text,
      INTO(reference) },

    { .help = "The problem" },
    { "size",
      's',
      "LIST",
      "sizes: 1000, 1M (K M G T: powers of 1000), 64Ki (Ki Mi Gi Ti: powers"
      " of 1024), 1e6, 2^20+1; ranges FIRST:LAST:xFACTOR, FIRST:LAST:+STEP, or"
      " FIRST:LAST, which doubles",
      "the operation's own",
      "-s 2^16:2^28:x4,1M",
      MEASURE,
      flag_sizes,
      { 0 } },
    { "type", 't', "NAME[,...]|all", "element types; --list types shows them",
      "the operation's own", "-t i32,f64", MEASURE, flag_text, INTO(types) },
    { "dist",
      'D',
      "NAME[:ARG]",
      "distribution of the input; --list dists shows them",
      "uniform",
      "-D few:4",
      MEASURE,
      flag_dist,
      { 0 } },
    { "seed",
      0,
      "N",
      "seed of the input, 64 bits",
      TEXT(DEFAULT_SEED),
      "--seed=0xbeef",
      MEASURE,
      flag_seed,
      { 0 } },
    { "param",
      'P',
      "KEY=VALUE",
      "a parameter of the operation, several with commas or -P again;"
      " --list params --op X shows them",
      "as listed",
      "-P operator=max",
      MEASURE,
      flag_param,
      { 0 } },
    { "input", 'i', "FILE", "real data, where the operation takes it",
      "generated", "-i data.raw -t f32", RUN, flag_text, INTO(input_path) },

    { .help = "The machine" },
    { "cache",
      0,
      "cold|hot",
      "what caches hold before a sample: other data, or the input",
      DEFAULT_CACHE,
      "--cache=hot",
      MEASURE,
      flag_cache,
      { 0 } },
    { "threads", 0, "N[,...]",
      "CPU threads; 0: one a core; of several, or a range as of --size, each"
      " has rows of its own",
      TEXT(DEFAULT_THREADS), "--threads=1:16:x2", MEASURE, flag_threads,
      NUMBER(placement.threads, 0, MAX_THREADS) },
    { "bind",
      0,
      "cores|compact|numa|none",
      "CPU threads go to: cores spread out, cores side by side, NUMA nodes in"
      " turn, where the system likes",
      DEFAULT_BIND,
      "--bind=numa",
      MEASURE | REPLAY,
      flag_bind,
      { 0 } },
    { "device", 'd', "N", "which GPU, from 0", TEXT(DEFAULT_DEVICE), "-d 1",
      MEASURE | REPLAY, flag_int, NUMBER(placement.gpu, 0, MAX_GPUS) },

    { .help = "What is measured besides" },
    { "transfers", 0, NULL,
      "rows also of GPU runs with the copies from and to the host in their"
      " time",
      "off", "-o reduce --transfers", RUN, flag_on, INTO(transfers) },
    { "energy", 0, NULL, "joules of a run, where the machine counts them",
      "off", "-o reduce --energy", RUN, flag_on, INTO(energy) },
    { "sustained", 0, "[SECONDS]",
      "of rows that arithmetic bounds, also the speed back to back for so"
      " long, beside that of samples",
      "off; SECONDS: " TEXT(DEFAULT_SUSTAINED), "-o sgemm --sustained=10", RUN,
      flag_sustained, NUMBER(sustained, LEAST_SUSTAINED, MOST_SUSTAINED) },
    { "no-check", 0, NULL, "skip validation; rows are marked UNVERIFIED",
      "off", "-o reduce --no-check", MEASURE, flag_on, INTO(no_check) },
    { "no-fork", 0, NULL,
      "measure in this process, for debuggers: a crash then ends the run",
      "off", "-o reduce --no-fork", MEASURE | REPLAY, flag_on, INTO(no_fork) },

    { .help = "When a row is measured well enough" },
    { "min-time", 0, "SECONDS",
      "the least time spent on a row's samples, with the work around them",
      TEXT(DEFAULT_MIN_TIME), "--min-time=1", MEASURE, flag_real,
      NUMBER(min_time, 0, MAX_SECONDS) },
    { "min-samples", 0, "N", "the least number of samples",
      TEXT(DEFAULT_MIN_SAMPLES), "--min-samples=50", MEASURE, flag_int,
      NUMBER(min_samples, 1, MAX_RUNS) },
    { "max-noise", 0, "PCT",
      "half the 95 % confidence interval of the median, in % of it",
      TEXT(DEFAULT_MAX_NOISE), "--max-noise=0.5", MEASURE, flag_percent,
      NUMBER(max_noise, LEAST_NOISE, 100) },
    { "timeout", 0, "SECONDS", "the most time spent on a row",
      TEXT(DEFAULT_TIMEOUT), "--timeout=20", MEASURE, flag_real,
      NUMBER(timeout, LEAST_TIMEOUT, MAX_SECONDS) },
    { "starts", 0, "N",
      "processes, each with new memory, that share a row's samples: their"
      " spread is that of separate runs",
      TEXT(DEFAULT_STARTS), "-o reduce --starts=16", RUN, flag_int,
      NUMBER(starts, 1, STARTS_MOST) },
    { "warmup", 'w', "N",
      "untimed runs before the first sample; one that takes 5 ms is enough",
      TEXT(DEFAULT_WARMUP), "-w 5", MEASURE, flag_int,
      NUMBER(warmup, 0, MAX_RUNS) },

    { .help = "Outputs (FILE -: standard output)" },
    { "json", 0, "FILE", "results with all samples", "a file in runs/",
      "--json=r.json", MEASURE | DIFF | REPLAY | PUBLISH, flag_text,
      INTO(json_path) },
    { "csv", 0, "FILE", "a line a row", "none", "--csv=-", MEASURE, flag_text,
      INTO(csv_path) },
    { "md", 0, "FILE", "a table in Markdown", "none", "--md=r.md",
      MEASURE | DIFF, flag_text, INTO(md_path) },
    { "image", 0, "FILE",
      "the output of the fastest row as an image (PGM), of an operation that"
      " makes one and of one case",
      "none", "-o conv2d -i photo.pgm --image=out.pgm", RUN, flag_text,
      INTO(image_path) },
    { "plot", 0, "FILE", "charts; FILE ends in .svg, .png or .pdf",
      "in runs/; of plot FILE beside it", "--plot=r.svg",
      PLOT | MEASURE | REPLAY, flag_text, INTO(plot_path) },
    { "no-plot", 0, NULL, "draw no charts", "off", "-o reduce --no-plot",
      MEASURE | REPLAY, flag_on, INTO(no_plot) },
    { "no-roofs", 0, NULL,
      "do not measure what the machine can reach; rows have no share of it",
      "off", "-o reduce --no-roofs", MEASURE | REPLAY, flag_on,
      INTO(no_roofs) },
    { "no-save", 0, NULL, "save nothing that was not asked for", "off",
      "-o reduce --no-save", MEASURE | REPLAY, flag_on, INTO(no_save) },

    { .help = "What makes a comparison fail (diff, replay)" },
    { "fail-on",
      0,
      "LIST",
      "exit status 1 for rows that are slower, faster, wrong (or failed),"
      " missing (were measured); any of these; or none. A wrong row fails but"
      " with none; between unlike machines times fail only when named",
      DEFAULT_FAIL_ON,
      "diff old.json new.json --fail-on=slower,missing",
      DIFF | REPLAY,
      flag_fail_on,
      { 0 } },
    { "threshold", 0, "PCT", "the smallest difference that counts, in %",
      TEXT(DEFAULT_THRESHOLD), "diff old.json new.json --threshold=2",
      DIFF | REPLAY, flag_percent,
      NUMBER(threshold, LEAST_THRESHOLD, MOST_THRESHOLD) },

    { .help = "The catalogue" },
    { "list",
      'l',
      "[WHAT]",
      "what there is: ops, backends, variants, types, dists, params, devices;"
      " with --op and --backend of those alone, with --json=- as JSON",
      "off; WHAT: an overview",
      "-l variants -o reduce",
      RUN,
      flag_list,
      { 0 } },
    { "explain",
      0,
      "OP",
      "formulae, parameters, and each ladder step by step",
      "off",
      "--explain=reduce",
      RUN,
      flag_explain,
      { 0 } },

    { .help = "Other" },
    { "dry-run", 0, NULL, "show what would be run, and stop", "off",
      "-o reduce --dry-run", MEASURE | REPLAY, flag_on, INTO(dry_run) },
    { "quiet",
      0,
      NULL,
      "no progress, no remarks",
      "off",
      "-o reduce --quiet",
      EVERY,
      flag_quiet,
      { 0 } },
    { "verbose",
      0,
      NULL,
      "more columns and remarks",
      "off",
      "-o reduce --verbose",
      EVERY,
      flag_verbose,
      { 0 } },
    { "color",
      0,
      "auto|always|never",
      "colour in tables",
      DEFAULT_COLOR,
      "--color=never",
      EVERY,
      flag_color,
      { 0 } },
    { "version",
      0,
      NULL,
      "print version, commit and features, and stop",
      "off",
      "--version",
      EVERY,
      flag_version,
      { 0 } },
    { "help",
      'h',
      NULL,
      "print this, and stop",
      "off",
      "--help",
      EVERY,
      flag_help,
      { 0 } },
};

const size_t flag_count = sizeof flags / sizeof *flags;

const struct flag *flag_of_letter(int letter)
{
    for (size_t i = 0; i < flag_count; i++)
        if (letter && flags[i].letter == letter)
            return &flags[i];
    return NULL;
}
