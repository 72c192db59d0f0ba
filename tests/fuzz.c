/* fuzz.c - readers of files on texts that are nearly right: what they take is
 * what they promise, and what they refuse they say why.
 *
 * Texts are some that are right, changed at random places a few times, in ways
 * that are a format's own (numbers, lines, blanks) more often than not. They
 * are the same each time; each lies in memory of its own, so that the
 * sanitizers see what is read beyond it.
 *
 *   fuzz [SECONDS]    of each reader; else so many TEXTS */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "random.h"
#include "tap.h"
#include "ops/mtx.h"
#include "ops/pgm.h"

enum {
    TEXTS = 20000,
    CHANGES = 4, /* of a text, at the most */
    ROOM = 512
};

struct text {
    char bytes[ROOM];
    size_t size;
};

struct format {
    const char *name;
    const char *const *right; /* texts; ends with NULL */
    const char *const *words; /* that stand in such files; ends with NULL */
    /* Reads it; 1: taken, 0: refused, -1: one or the other, wrongly. */
    int (*read)(const char *bytes, size_t size, struct reason *why);
};

/* --- matrices ------------------------------------------------------------- */

#define BANNER "%%MatrixMarket matrix coordinate "

static const char *const matrices[] = {
    BANNER "real general\n3 4 4\n1 1 1.5\n2 4 -2e2\n3 3 .25\n1 2 7\n",
    BANNER "integer symmetric\n% two\n3 3 3\n1 1 4\n2 1 -5\n3 3 6\n",
    BANNER "pattern general\r\n2 3 3\r\n1 3\r\n2 1\r\n1 3\r\n",
    BANNER "real skew-symmetric\n\n3 3 2\n2 1 1e-3\n3 2 1e308\n",
    BANNER "pattern symmetric\n4 4 2\n4 1\n2 2",
    BANNER "real general\n1 1 2\n1 1 1e308\n1 1 9e307\n",
    NULL
};

static const char *const matrix_words[] = {
    "real",    "integer", "pattern",   "general",
    "complex", "array",   "symmetric", "skew-symmetric",
    "1e400",   "nan",     "-inf",      "%",
    "-",       "+.e",     NULL
};

static bool is_matrix(const struct mtx *m, size_t size)
{
    bool good = m->rows <= UINT32_MAX && m->columns <= UINT32_MAX &&
        m->count <= size && m->longest <= m->count;
    for (size_t k = 0; k < m->count; k++) {
        const struct mtx_entry *e = &m->entry[k], *before = e - (k > 0);
        good = good && e->row < m->rows && e->column < m->columns &&
            fabs(e->value) <= m->most && isfinite(m->most) &&
            (k == 0 || before->row < e->row ||
             (before->row == e->row && before->column < e->column));
    }
    return good;
}

static int read_matrix(const char *bytes, size_t size, struct reason *why)
{
    struct mtx m;
    const enum status status = mtx_parse(bytes, size, &m, why);
    const bool good =
        status ? status == STATUS_IO && !m.entry : is_matrix(&m, size);
    mtx_free(&m);
    return !good ? -1 : !status;
}

/* --- images --------------------------------------------------------------- */

static const char *const images[] = {
    "P2\n# by hand\n3 2\n255\n0 1 2\n253 254 255\n",
    "P2 2 2 1000\n1000 0 1\n7",
    "P5 3 2 255\nabcdef",
    "P5\n2 3\n99\n!#%&+-",
    "P5 2 1 900\n\1\1\2\2",
    NULL
};

static const char *const image_words[] = { "P1", "P2",    "P5", "P6", "#",
                                           "0",  "65536", "-",  NULL };

static bool is_image(const struct pgm *image, size_t size)
{
    bool good = image->width && image->height && image->most &&
        image->width * image->height <= size &&
        image->wide == (image->most > UINT8_MAX);
    for (size_t i = 0; good && i < image->width * image->height; i++)
        good = pgm_at(image, i) <= image->most;
    return good;
}

static int read_image(const char *bytes, size_t size, struct reason *why)
{
    struct pgm image;
    const enum status status = pgm_parse(bytes, size, &image, why);
    const bool good = status ? status == STATUS_IO && !image.samples
                             : is_image(&image, size);
    pgm_free(&image);
    return !good ? -1 : !status;
}

/* --- changes -------------------------------------------------------------- */

static size_t below(uint64_t *state, size_t n)
{
    return n ? (size_t)(random_next(state) % n) : 0;
}

static size_t count_of(const char *const list[])
{
    size_t count = 0;
    while (list[count])
        count++;
    return count;
}

/* Puts some bytes in the place of others, as far as there is room. */
static void replace(struct text *t, size_t at, size_t length, const char *with,
                    size_t size)
{
    if (t->size - length + size > ROOM)
        return;
    memmove(t->bytes + at + size, t->bytes + at + length,
            t->size - at - length);
    memcpy(t->bytes + at, with, size);
    t->size += size - length;
}

static void put_number(struct text *t, uint64_t *state, size_t at)
{
    char text[32];
    const unsigned bits = (unsigned)below(state, 64);
    snprintf(text, sizeof text, "%llu",
             (unsigned long long)(random_next(state) >> bits));
    replace(t, at, 0, text, strlen(text));
}

static void change(struct text *t, const struct format *f, uint64_t *state)
{
    static const char blanks[] = "\n\r\t \v0123456789.-+eE%#";
    const size_t at = below(state, t->size + 1), rest = t->size - at;
    const size_t length = below(state, rest < 12 ? rest + 1 : 12);
    const char *word = f->words[below(state, count_of(f->words))];
    char some[12];
    memcpy(some, t->bytes + at, length);
    switch (below(state, 8)) {
    case 0: t->size = at; break;
    case 1: replace(t, at, length, "", 0); break;
    case 2: replace(t, at, 0, some, length); break;
    case 3: replace(t, at, length, word, strlen(word)); break;
    case 4: put_number(t, state, at); break;
    case 5:
        some[0] = (char)random_next(state);
        replace(t, at, rest > 0, some, 1);
        break;
    default:
        replace(t, at, rest > 0 && below(state, 2),
                &blanks[below(state, sizeof blanks - 1)], 1);
    }
}

/* --- runs ----------------------------------------------------------------- */

static int try_text(const struct format *f, const struct text *t)
{
    struct reason why = { "" };
    char *own = malloc(t->size + 1);
    if (!own)
        return 0;
    memcpy(own, t->bytes, t->size);
    own[t->size] = 0;
    const int result = f->read(own, t->size, &why);
    free(own);
    return result == 0 && !why.text[0] ? -1 : result;
}

static void show(const struct format *f, const struct text *t)
{
    char shown[4 * ROOM + 1] = "";
    for (size_t i = 0; i < t->size; i++)
        snprintf(shown + 4 * i, 5, "\\x%02x", (unsigned char)t->bytes[i]);
    tap_note("%s: %s", f->name, shown);
}

static void run(const struct format *f, double seconds)
{
    const time_t begin = time(NULL);
    uint64_t state = 1;
    size_t texts = 0, taken = 0, wrong = 0;
    for (; seconds > 0 ? difftime(time(NULL), begin) < seconds : texts < TEXTS;
         texts++) {
        struct text t = { .size = 0 };
        const char *right = f->right[below(&state, count_of(f->right))];
        replace(&t, 0, 0, right, strlen(right));
        for (size_t k = 1 + below(&state, CHANGES); k > 0; k--)
            change(&t, f, &state);
        const int result = try_text(f, &t);
        taken += result > 0;
        if (result < 0 && wrong++ == 0)
            show(f, &t);
    }
    tap_result(!wrong && taken > texts / 100 && taken < texts / 2,
               "%s: of %zu texts %zu are taken, %zu wrongly or refused for "
               "no reason",
               f->name, texts, taken, wrong);
}

int main(int argc, char **argv)
{
    static const struct format formats[] = {
        { "mtx", matrices, matrix_words, read_matrix },
        { "pgm", images, image_words, read_image },
    };
    for (int i = 0; i < 2; i++)
        run(&formats[i], argc > 1 ? atof(argv[1]) : 0);
    return tap_end();
}
