/* map_exp_tmpl.h - the exponential of a vector, for f32 or f64 and vectors of
 * WIDTH bytes.
 *
 * x = k ln 2 + r with |r| <= ln 2 / 2, and ln 2 in two parts, of which the
 * first is so short that k times it is exact (Cody and Waite 1980); e^r by its
 * series as far as the type can tell; 2^k in two factors, each a normal number,
 * so that results may be subnormal. Within one unit in the last place. */

#define OF_TYPE(single, twice)                                                \
    (sizeof(T) == sizeof(float) ? (T)(single) : (T)(twice))
#define TERMS (sizeof(T) == sizeof(float) ? 7 : 13)
#define LN2 OF_TYPE(0x1.62e4p-1, 0x1.62e42feep-1)
#define LN2_REST OF_TYPE(0x1.7f7d1cf79abcap-20, 0x1.a39ef35793c76p-33)
/* Beyond these, infinity and zero; up to them, factors are normal. */
#define MOST OF_TYPE(89, 710)
#define LEAST OF_TYPE(-104, -746)
/* Added and taken off again, it rounds to whole numbers; in between they are in
 * the low bits. */
#define ROUNDING OF_TYPE(0x1.8p23, 0x1.8p52)

typedef __typeof__(_Generic((T)0, float
                            : (uint32_t)0, default
                            : (uint64_t)0)) OP(bits)
    __attribute__((vector_size(WIDTH)));

TARGET INLINE OP(vector) OP(whole)(OP(vector) x)
{
    return (x + ROUNDING) - ROUNDING;
}

/* 2^k, of a whole k. */
TARGET INLINE OP(vector) OP(power)(OP(vector) k)
{
    const OP(vector) one = (OP(vector)){ 0 } + (T)1;
    const OP(vector) zero = (OP(vector)){ 0 } + ROUNDING;
    const OP(bits) steps = (OP(bits))(k + ROUNDING) - (OP(bits))zero;
    return (OP(vector))((OP(bits))one + (steps << (T_DIGITS - 1)));
}

/* The value where the mask is set, else x. */
TARGET INLINE OP(vector) OP(put_where)(OP(bits) mask, T value, OP(vector) x)
{
    const OP(vector) values = (OP(vector)){ 0 } + value;
    return (OP(vector))(((OP(bits))values & mask) | ((OP(bits))x & ~mask));
}

TARGET INLINE OP(vector) OP(exp)(OP(vector) x)
{
    static const double factorials[] = {
        1,    1,     2,      6,       24,       120,       720,
        5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800
    };
    const OP(vector) k = OP(whole)(x * (T)0x1.71547652b82fep0);
    const OP(vector) half = OP(whole)(k * (T)0.5);
    const OP(vector) r = (x - k * LN2) - k * LN2_REST;
    OP(vector) sum = (OP(vector)){ 0 } + (T)(1 / factorials[TERMS]);
    for (int i = TERMS - 1; i > 1; i--)
        sum = sum * r + (T)(1 / factorials[i]);
    sum = (sum * (r * r) + r) + (T)1;
    sum = sum * OP(power)(half) * OP(power)(k - half);
    sum = OP(put_where)((OP(bits))(x > MOST), (T)INFINITY, sum);
    return OP(put_where)((OP(bits))(x < LEAST), 0, sum);
}

#undef OF_TYPE
#undef TERMS
#undef LN2
#undef LN2_REST
#undef MOST
#undef LEAST
#undef ROUNDING
