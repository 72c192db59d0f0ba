/* random_zipf.c - Zipf's distribution by rejection-inversion (Hormann and
 * Derflinger 1996, "Rejection-inversion to generate variates from monotone
 * discrete distributions").
 *
 * Number k stands for the area under x^-exponent from k - 1/2 to k + 1/2, which
 * is a bit more than 1 / k^exponent: a uniform number is inverted by the
 * integral, rounded, and taken unless it lies in what is too much. That is
 * rare; then the element has further words, of its own counters. */
#include "random_zipf.h"

#include <math.h>

enum { HEAD = 64 }; /* terms of a sum that are not by the integral */

/* The integral of x^-exponent from 1 to x, also near exponent 1, where it is
 * log(x). */
static double area(const struct zipf *z, double x)
{
    const double power = (1 - z->exponent) * log(x);
    return log(x) *
        (fabs(power) < 1e-9 ? 1 + power / 2 : expm1(power) / power);
}

static double inverse(const struct zipf *z, double area)
{
    const double t = fmax(area * (1 - z->exponent), -1);
    return exp(area * (fabs(t) < 1e-9 ? 1 - t / 2 : log1p(t) / t));
}

struct zipf zipf_of(double exponent, double most)
{
    struct zipf z = { .exponent = exponent, .most = most };
    z.low = area(&z, 1.5) - 1;
    z.high = area(&z, most + 0.5);
    z.squeeze = 2 - inverse(&z, area(&z, 2.5) - pow(2, -exponent));
    return z;
}

double zipf_number(const struct zipf *z, uint32_t word, uint64_t index,
                   uint32_t which, philox4x32_key_t key)
{
    for (uint32_t attempt = 1;; attempt++) {
        const double unit = ((double)word + 0.5) * 0x1p-32;
        const double u = z->high + unit * (z->low - z->high);
        const double x = inverse(z, u);
        const double k = fmin(fmax(floor(x + 0.5), 1), z->most);
        if (k - x <= z->squeeze ||
            u >= area(z, k + 0.5) - pow(k, -z->exponent))
            return k;
        const philox4x32_ctr_t counter = {
            { (uint32_t)index, (uint32_t)(index >> 32), which, attempt }
        };
        word = philox4x32(counter, key).v[0];
    }
}

/* The sum of 1 / k^exponent from 1 to k; beyond the head as the areas, which
 * are within 1e-4 of it there. */
static double sum_to(const struct zipf *z, double k)
{
    double sum = 0;
    for (int i = 1; i <= HEAD && i <= k; i++)
        sum += pow(i, -z->exponent);
    return k > HEAD ? sum + area(z, k + 0.5) - area(z, HEAD + 0.5) : sum;
}

double zipf_exceeded(const struct zipf *z, double share)
{
    const double all = sum_to(z, z->most);
    double below = 0, above = z->most;
    while (above - below > 1) {
        const double middle = floor((below + above) / 2);
        if (1 - sum_to(z, middle) / all >= share)
            below = middle;
        else
            above = middle;
    }
    return 1 - sum_to(z, below) / all - share <
            share - (1 - sum_to(z, above) / all)
        ? below
        : above;
}
