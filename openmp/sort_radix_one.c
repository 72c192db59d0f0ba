/* sort_radix_one.c - a radix sort: what one thread does for each form of items,
 * and into which bins and digits. */
#include "sort_radix.h"

#include <string.h>

#include "compact_kernel.h"
#include "places.h"
#include "simd.h"
#include "sort_vectors.h"
#include "team.h"
#include "host/machine.h"

enum {
    CACHE_BYTES = 512 * 1024, /* a thread's L2, where nobody tells */
    BIN_SHARE = 8,            /* of that cache a bin is to have, at most */
    LEAST_BIN = 1024,         /* keys of a bin, where all are about the same */
    EVEN_BITS = 8, /* of a digit for the sake of more bins than threads */
    SPARE_BITS = 5 /* more than tell n random keys apart: few then tie */
};

/* Its share of an L2 cache, which threads of one core have together. */
static size_t own_cache(void)
{
    const struct machine *m = machine_known();
    const int busy = m->threads < m->processors ? m->threads : m->processors;
    const size_t threads = busy > m->cores && m->cores > 0
        ? ceil_div((size_t)busy, (size_t)m->cores)
        : 1;
    return (m->l2 ? m->l2 : CACHE_BYTES) / threads;
}

bool openmp_sort_fits(const struct sort_work *w, size_t n)
{
    return 2 * n * (w->size + w->width) <= own_cache();
}

size_t openmp_sort_spare(void)
{
    return ceil_div(own_cache(), LINE_BYTES) * LINE_BYTES + LINE_BYTES;
}

size_t openmp_sort_bin(const struct sort_work *w)
{
    return own_cache() / BIN_SHARE / (w->size + w->width);
}

/* Of the digit by which n items are divided into bins. */
static unsigned bin_bits(const struct sort_work *w, size_t n)
{
    unsigned bits = 1;
    while (bits < MOST_BITS && n >> bits > LEAST_BIN &&
           (bits < EVEN_BITS || n >> bits > openmp_sort_bin(w)))
        bits++;
    return bits;
}

struct division openmp_sort_divide(const struct sort_work *w, size_t n,
                                   uint64_t varying)
{
    const unsigned differ =
        bit_length(varying) - (unsigned)__builtin_ctzll(varying);
    const bool good = differ <= MOST_BITS && n >> differ >= LEAST_BIN;
    const unsigned bits = good ? differ : bin_bits(w, n);
    return (struct division){ .digit = highest_digit(varying, bits),
                              .bins = (size_t)1 << bits };
}

bool openmp_sort_streams(const struct sort_work *w, size_t n)
{
    return n * (w->size + w->width) > machine_cache() / 2;
}

/* How many digits of so many bits there are of keys that differ in
 * `varying`. */
static size_t count_of_digits(uint64_t varying, unsigned bits)
{
    size_t digits = 0;
    for (; varying; digits++)
        varying = bits_below(varying, highest_digit(varying, bits).low);
    return digits;
}

/* The digits of n keys that differ in `varying`, the highest first: of all of
 * them or, if that spares a pass, of as many bits as leave few ties. There are
 * fewer counters than keys, and no more than so many passes need. */
static size_t choose_digits(uint64_t varying, size_t n,
                            struct digit digit[MOST_PASSES], bool *ties)
{
    const unsigned told = bit_length(n) + SPARE_BITS;
    unsigned bits = (unsigned)least(MOST_BITS, bit_length(n) - 1);
    const size_t enough = ceil_div(told, bits);
    size_t digits = count_of_digits(varying, bits);
    *ties = enough < digits;
    if (*ties) {
        digits = enough;
        bits = (unsigned)ceil_div(told, enough);
    } else
        while (bits > 1 && count_of_digits(varying, bits - 1) == digits)
            bits--;
    for (size_t d = 0; d < digits; d++) {
        digit[d] = highest_digit(varying, bits);
        varying = bits_below(varying, digit[d].low);
    }
    return digits;
}

#define SORT_TEMPLATE "openmp/sort_radix_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

#define SORT_TEMPLATE "openmp/sort_radix_alone_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

const struct radix_form *openmp_sort_radix_form(size_t form)
{
    static const struct radix_form *const forms[] = SORT_FORMS(&, radix_form);
    return forms[form];
}
