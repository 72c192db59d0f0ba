/* lookback.cuh - how the tiles of one launch learn what came before them:
 * decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan
 * with Decoupled Look-back, 2016).
 *
 * Each tile has a packet: a value and its state in one access. A tile first
 * publishes the aggregate of its own elements and, once it knows the prefix of
 * all tiles before it, the prefix that includes it. A tile that needs the
 * prefix before it looks back, a warp of packets at a time, and joins
 * aggregates until it meets a prefix.
 *
 * Tiles are numbered by tickets (ticket.cuh), and nobody waits for a higher
 * one. Scratch: CHAIN_BYTES, of which the first word counts tickets, then the
 * packets; all zero before a launch. */
#ifndef TETRAD_CUDA_LOOKBACK_CUH
#define TETRAD_CUDA_LOOKBACK_CUH

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "parts/slot.cuh"
#include "parts/ticket.cuh"
#include "parts/warp.cuh"

constexpr size_t CHAIN_BYTES = 256;

enum chain_state { CHAIN_EMPTY, CHAIN_AGGREGATE, CHAIN_PREFIX };

/* --- packets -------------------------------------------------------------- */

/* Value and tag of up to 4 bytes each: one 8-byte word. */
struct packet_word {
    unsigned long long bits;
};

template <class V>
using packet = std::conditional_t<sizeof(V) <= 4, packet_word, slot>;

template <class V>
constexpr size_t chain_bytes(size_t tiles)
{
    return CHAIN_BYTES + tiles * sizeof(packet<V>);
}

template <class V>
static __device__ packet<V> *chain_packets(void *scratch)
{
    return reinterpret_cast<packet<V> *>(static_cast<char *>(scratch) +
                                         CHAIN_BYTES);
}

static __device__ void packet_store(packet_word *to, unsigned long long value,
                                    unsigned tag)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
                 :
                 : "l"(to), "l"(value << 32 | tag)
                 : "memory");
}

static __device__ void packet_store(slot *to, unsigned long long value,
                                    unsigned tag)
{
    slot_store(to, slot{ value, tag });
}

static __device__ slot packet_load(const packet_word *from)
{
    unsigned long long bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(bits)
                 : "l"(from)
                 : "memory");
    return slot{ bits >> 32, bits & 0xffffffffu };
}

static __device__ slot packet_load(const slot *from)
{
    return slot_load(from);
}

template <class V>
static __device__ void chain_publish(packet<V> *packets, size_t tile,
                                     chain_state state, V value)
{
    static_assert(sizeof(V) <= 8 && std::is_trivially_copyable<V>::value,
                  "a packet holds 8 bytes");
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    packet_store(packets + tile, bits, state);
}

/* A tile's state as seen now; its value too, unless it is empty. */
template <class V>
static __device__ chain_state chain_read(const packet<V> *packets, size_t tile,
                                         V &value)
{
    const slot s = packet_load(packets + tile);
    memcpy(&value, &s.value, sizeof value);
    return chain_state(s.tag);
}

/* --- looking back --------------------------------------------------------- */

/* Up to 32 tiles that end before `end`, lane l with the l-th before it; waits
 * until those up to the nearest prefix have published. The join, in the order
 * of the tiles, of these, in every lane; `found`: a prefix was among them. */
template <class V, class Join>
static __device__ V chain_window(const packet<V> *packets, size_t end,
                                 Join join, bool &found)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned count = end < WARP ? unsigned(end) : WARP;
    chain_state state = CHAIN_EMPTY;
    V value;
    unsigned ends, open;
#pragma unroll 1
    do {
        if (lane < count && state != CHAIN_PREFIX)
            state = chain_read<V>(packets, end - 1 - lane, value);
        ends = __ballot_sync(FULL_WARP, state == CHAIN_PREFIX);
        const unsigned empty =
            __ballot_sync(FULL_WARP, lane < count && state == CHAIN_EMPTY);
        /* Those after the nearest prefix. */
        open = ends ? empty & ((ends & -ends) - 1) : empty;
    } while (open);
    found = ends != 0;
    const unsigned last = ends ? __ffs(ends) - 1 : count - 1;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const V older = warp_words(value, [step](unsigned word) {
            return __shfl_down_sync(FULL_WARP, word, step);
        });
        if (lane + step <= last)
            value = join(older, value);
    }
    return warp_words(
        value, [](unsigned word) { return __shfl_sync(FULL_WARP, word, 0); });
}

/* All lanes of one warp, of a tile after the first: the join over the tiles
 * before it, in every lane. Tile 0 must publish a prefix. */
template <class V, class Join>
static __device__ V chain_look_back(const packet<V> *packets, size_t tile,
                                    Join join)
{
    bool found;
    V sum = chain_window<V>(packets, tile, join, found);
#pragma unroll 1
    for (size_t end = tile; !found;) {
        end -= WARP;
        sum = join(chain_window<V>(packets, end, join, found), sum);
    }
    return sum;
}

#endif
