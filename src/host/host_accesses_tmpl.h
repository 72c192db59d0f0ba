/* host_accesses_tmpl.h - the loops for elements of type WORD, named
 * NAME(x). */

/* Always inlined, so that `ahead` and `hint` are constants. */
INLINE uint64_t NAME(gather)(const WORD *table, unsigned bits, size_t first,
                             size_t count, size_t ahead, enum hint hint)
{
    uint32_t index[BLOCK + FURTHER];
    uint64_t sum = 0;
    make_indices(index, first, bits, ahead);
    for (size_t i = 0; i < ahead; i++)
        ask(table + index[i], hint);
    for (size_t at = 0; at < count; at += BLOCK) {
        const size_t block = count - at < BLOCK ? count - at : BLOCK;
        make_indices(index + ahead, first + at + ahead, bits, BLOCK);
        for (size_t i = 0; i < block; i++) {
            ask(table + index[i + ahead], hint);
            sum += table[index[i]];
        }
        memcpy(index, index + BLOCK, ahead * sizeof *index);
    }
    return sum;
}

/* Stores that other threads may make at the same place, in another round. */
INLINE uint64_t NAME(scatter)(WORD *table, unsigned bits, size_t first,
                              size_t count, size_t ahead, enum hint hint)
{
    uint32_t index[BLOCK + FURTHER];
    make_indices(index, first, bits, ahead);
    for (size_t i = 0; i < ahead; i++)
        ask(table + index[i], hint);
    for (size_t at = 0; at < count; at += BLOCK) {
        const size_t block = count - at < BLOCK ? count - at : BLOCK;
        make_indices(index + ahead, first + at + ahead, bits, BLOCK);
        for (size_t i = 0; i < block; i++) {
            ask(table + index[i + ahead], hint);
            __atomic_store_n(&table[index[i]], (WORD)(first + at + i),
                             __ATOMIC_RELAXED);
        }
        memcpy(index, index + BLOCK, ahead * sizeof *index);
    }
    return 0;
}

SIMD_CLONES
static uint64_t NAME(gather_plain)(void *table, unsigned bits, size_t first,
                                   size_t count)
{
    return NAME(gather)(table, bits, first, count, 0, NONE);
}

SIMD_CLONES
static uint64_t NAME(gather_ahead)(void *table, unsigned bits, size_t first,
                                   size_t count)
{
    return NAME(gather)(table, bits, first, count, AHEAD, INTO_L1);
}

SIMD_CLONES
static uint64_t NAME(gather_into_l2)(void *table, unsigned bits, size_t first,
                                     size_t count)
{
    return NAME(gather)(table, bits, first, count, AHEAD, INTO_L2);
}

SIMD_CLONES
static uint64_t NAME(gather_further)(void *table, unsigned bits, size_t first,
                                     size_t count)
{
    return NAME(gather)(table, bits, first, count, FURTHER, INTO_L2);
}

SIMD_CLONES
static uint64_t NAME(scatter_plain)(void *table, unsigned bits, size_t first,
                                    size_t count)
{
    return NAME(scatter)(table, bits, first, count, 0, NONE);
}

SIMD_CLONES
static uint64_t NAME(scatter_ahead)(void *table, unsigned bits, size_t first,
                                    size_t count)
{
    return NAME(scatter)(table, bits, first, count, AHEAD, INTO_L1);
}

SIMD_CLONES
static uint64_t NAME(scatter_into_l2)(void *table, unsigned bits, size_t first,
                                      size_t count)
{
    return NAME(scatter)(table, bits, first, count, AHEAD, INTO_L2);
}

SIMD_CLONES
static uint64_t NAME(scatter_further)(void *table, unsigned bits, size_t first,
                                      size_t count)
{
    return NAME(scatter)(table, bits, first, count, FURTHER, INTO_L2);
}

#undef NAME
#undef WORD
