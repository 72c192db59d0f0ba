/* width.h - what templates need to know of vectors of WIDTH bytes: 16, 32 or
 * 64. Included anew for each width, before the templates.
 *
 * TARGET compiles for such vectors; AT_WIDTH(x) is x's name at this width.
 * SHIFT_k are the 4-byte words of two vectors, one after the other, that are
 * the second one moved up by k, as far as log steps need them; LAST_k is its
 * last k words, over and over. STREAM(to, vector) is a store past the caches;
 * not defined where there is none. WORDS and LAST are for the templates'
 * OP(vector), which has OP(words), and elements of type T. */
#undef TARGET
#undef AT_WIDTH_
#undef SHIFT_1
#undef SHIFT_2
#undef SHIFT_4
#undef SHIFT_8
#undef LAST_1
#undef LAST_2
#undef STREAM

#undef AT_WIDTH
#define AT_WIDTH(name) AT_WIDTH_(name) /* once the name is spelt out */

#if WIDTH == 16
#define TARGET
#define AT_WIDTH_(name) name##_16
#define SHIFT_1 3, 4, 5, 6
#define SHIFT_2 2, 3, 4, 5
#define LAST_1 3, 3, 3, 3
#define LAST_2 2, 3, 2, 3
#ifdef __x86_64__
#define STREAM(to, v) _mm_stream_si128((__m128i *)(void *)(to), (__m128i)(v))
#endif
#elif WIDTH == 32
#define TARGET __attribute__((target("avx2")))
#define AT_WIDTH_(name) name##_32
#define SHIFT_1 7, 8, 9, 10, 11, 12, 13, 14
#define SHIFT_2 6, 7, 8, 9, 10, 11, 12, 13
#define SHIFT_4 4, 5, 6, 7, 8, 9, 10, 11
#define LAST_1 7, 7, 7, 7, 7, 7, 7, 7
#define LAST_2 6, 7, 6, 7, 6, 7, 6, 7
#define STREAM(to, v)                                                         \
    _mm256_stream_si256((__m256i *)(void *)(to), (__m256i)(v))
#elif WIDTH == 64
#define TARGET __attribute__((target("avx512f")))
#define AT_WIDTH_(name) name##_64
#define SHIFT_1 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#define SHIFT_2 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
#define SHIFT_4 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
#define SHIFT_8 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
#define LAST_1 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15
#define LAST_2 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15
#define STREAM(to, v)                                                         \
    _mm512_stream_si512((__m512i *)(void *)(to), (__m512i)(v))
#endif

#undef WORDS
#undef LAST
#ifdef __clang__
#define WORDS(first, second, ...)                                             \
    ((OP(vector))__builtin_shufflevector((OP(words))(first),                  \
                                         (OP(words))(second), __VA_ARGS__))
#else
#define WORDS(first, second, ...)                                             \
    ((OP(vector))__builtin_shuffle((OP(words))(first), (OP(words))(second),   \
                                   (OP(words)){ __VA_ARGS__ }))
#endif
#define LAST(v) (sizeof(T) == 4 ? WORDS(v, v, LAST_1) : WORDS(v, v, LAST_2))
