/* fields.h - the table of a row's fields: what each is called in results files
 * and in CSV, what kind it is, and when it is known. Writing, loading and CSV
 * are made from it; the wire takes rows as they are in memory. */
#ifndef TETRAD_FIELDS_H
#define TETRAD_FIELDS_H

#include "base/json_read.h"
#include "record/record.h"

enum field_kind {
    FIELD_TEXT,  /* any text, "" too */
    FIELD_NAME,  /* printable; "" is nothing, unless the name is NEEDED */
    FIELD_INT,   /* int, 0 to `most` */
    FIELD_SIZE,  /* size_t */
    FIELD_INDEX, /* int64_t; -1 is nothing */
    FIELD_BOOL,
    FIELD_MAYBE,   /* int: 1 yes, 0 no, -1 nothing */
    FIELD_REAL,    /* double, saved in units of `unit` */
    FIELD_DERIVED, /* follows from others by `derive`: written, not kept */
    FIELD_STATUS,
    FIELD_TRAITS,
    FIELD_ROOF, /* "gpu read", of two members */
    FIELD_PARAMS,
    FIELD_STARTS,
    FIELD_PACE,
    FIELD_PARTS,
    FIELD_SAMPLES /* in CSV, their number */
};

/* What lists of seconds are called, of each kind of fixed work. */
extern const char *const fields_paces[PACES];

/* Objects of a row that have fields of their own, and when they are there. */
enum field_group {
    GROUP_NONE,
    GROUP_CHECK,
    GROUP_SECONDS,
    GROUP_ENERGY,
    GROUP_SUSTAINED,
    GROUP_WHY,
    GROUP_SPEEDUP,
    GROUP_COUNT
};

struct field {
    const char *name; /* in results files: other programs read it */
    enum field_group group;
    const char *column; /* in CSV; NULL: not there */
    int at;             /* its place in CSV, from 1: what is added stands
                           behind what readers know */
    enum field_kind kind;
    size_t offset, room; /* of the member in struct row */
    enum json_need need;
    bool positive; /* 0 stands for nothing */
    bool sparse;   /* of few operations: left out where unknown, not null */
    bool (*known)(const struct row *);  /* NULL: always */
    bool (*in_csv)(const struct row *); /* there only then; NULL: as known */
    double unit;                        /* 0: 1 */
    double (*derive)(const struct row *);
    int most;
    const char *const *words; /* of a name: all there are; NULL: any */
};

/* Ends with a NULL name. */
extern const struct field fields[];

struct group {
    const char *name;
    enum json_need need;
    bool (*known)(const struct row *); /* NULL: always */
    bool sparse;                       /* left out where unknown, not null */
};
extern const struct group groups[GROUP_COUNT];

/* Whether the row has the field, in results files. */
bool field_known(const struct field *, const struct row *);
/* Of a REAL or DERIVED field, in its unit. */
double field_number(const struct field *, const struct row *);
/* What a field's member is in a row that may be written. */
void *field_of(const struct field *, struct row *);

#endif
