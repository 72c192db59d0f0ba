/* block.cuh - a block's tile of C, or its share of tiles, in f32 FMAs.
 *
 * Copies run STAGES steps ahead. From shared memory a thread takes A four of K
 * at a time, along the rows as they are, and B one of K at a time, always one
 * ahead of the FMAs: 16 bytes a load, each for 32 to 64 FMAs of 8 x 16
 * elements. */
#ifndef TETRAD_CUDA_SGEMM_BLOCK_CUH
#define TETRAD_CUDA_SGEMM_BLOCK_CUH

#include "sgemm/feed.cuh"
#include "sgemm/form.cuh"
#include "sgemm/shares.cuh"

/* --- a thread's part ----------------------------------------------------- */

/* Where a thread stands in its block. Two rows of lanes are in each quarter of
 * a warp, whose loads go together. */
template <class F>
struct stand {
    unsigned slice, row, column; /* of the first of its elements */

    __device__ stand()
    {
        constexpr unsigned PAIR = F::LANE_ROWS > 1 ? 2 : 1;
        const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
        const unsigned down =
            lane % PAIR + lane / (PAIR * F::LANE_COLUMNS) * PAIR;
        const unsigned across = lane / PAIR % F::LANE_COLUMNS;
        slice = warp / (F::WARP_ROWS * F::WARP_COLUMNS);
        row = warp / F::WARP_COLUMNS % F::WARP_ROWS * F::LANE_ROWS *
                F::OWN_ROWS +
            down;
        column = warp % F::WARP_COLUMNS * F::LANE_COLUMNS * F::OWN_COLUMNS +
            across * 4;
    }
};

/* 16 bytes of shared memory, to four registers in a row. */
static __device__ void load_four(float *to, const float *from)
{
    const float4 v = *reinterpret_cast<const float4 *>(from);
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = v.w;
}

/* By an instruction each: the compiler would load what is alike but once. */
static __device__ void load_nought(float *to, const float4 *shared)
{
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
                 : "r"(unsigned(__cvta_generic_to_shared(shared)))
                 : "memory");
}

/* What it has in registers. Its rows are LANE_ROWS apart, its columns are
 * fours, 4 LANE_COLUMNS apart.
 *
 * Registers are in two banks, the even and the odd (Jia et al., Dissecting the
 * NVIDIA Volta GPU, 2018). We take it that an FMA a cycle reads each bank once,
 * and what the FMA before it left at hand. That is A's factor along a row; B's
 * and the sum are to be in different banks, and loads make fours: so a sum's
 * place in its four is one before that of B's, and the sums' first values are
 * loaded, too. From row to row it is B's: every other row goes back, and rows
 * end where A's and the sum are in different banks, which columns are those of
 * K's parity. */
template <class F>
struct own {
    static constexpr int ROWS = F::OWN_ROWS, COLUMNS = F::OWN_COLUMNS;
    float a[ROWS][4], b[2][COLUMNS], sum[ROWS][COLUMNS];

    __device__ void load_a(int i, const float *a_own, int k)
    {
        load_four(a[i], a_own + i * F::LANE_ROWS * F::A_PITCH + k);
    }

    __device__ void load_b(const float *b_own, int k)
    {
#pragma unroll
        for (int j = 0; j < COLUMNS; j += 4)
            load_four(&b[k % 2][j],
                      b_own + k * F::COLUMNS + j * F::LANE_COLUMNS);
    }

    /* A row of sums to zeros, from shared memory. */
    __device__ void clear(int i, const float4 *nought)
    {
#pragma unroll
        for (int j = 0; j < COLUMNS; j += 4)
            load_nought(&sum[i][j], nought);
    }

    static __device__ constexpr int place(int column)
    {
        return column / 4 * 4 + (column + 3) % 4;
    }

    static __device__ constexpr int column_in_turn(int i, int k, int turn)
    {
        const int j = i % 2 ? COLUMNS - 1 - turn : turn;
        if (k % 2 == 0)
            return j < COLUMNS - 2 ? j : 2 * COLUMNS - 3 - j;
        return j < 2 ? 1 - j : j;
    }

    /* All rows; of the last of a four of K each makes room for its next. */
    __device__ void multiply(int k, const float *a_own, int ahead)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
#pragma unroll
            for (int turn = 0; turn < COLUMNS; turn++) {
                const int j = column_in_turn(i, k, turn);
                sum[i][place(j)] += a[i][k % 4] * b[k % 2][j];
            }
            if (k % 4 == 3)
                load_a(i, a_own, ahead);
        }
    }

    /* Four columns from j, a multiple of 4. */
    __device__ float4 four(int i, int j) const
    {
        return { sum[i][place(j)], sum[i][place(j + 1)], sum[i][place(j + 2)],
                 sum[i][place(j + 3)] };
    }

    /* The same in order of places: columns 1, 2, 3 and 0. */
    __device__ float4 raw(int i, int j) const
    {
        return { sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3] };
    }
};

/* --- along K ------------------------------------------------------------- */

/* Adds what is before whole steps, straight from memory. */
template <class F>
static __device__ void add_few(own<F> &own, const stand<F> &at,
                               const product &p, const tile &tile,
                               unsigned few)
{
    float a[F::FEW][F::OWN_ROWS], b[F::FEW][F::OWN_COLUMNS];
#pragma unroll
    for (unsigned k = 0; k < F::FEW; k++) {
#pragma unroll
        for (int i = 0; i < F::OWN_ROWS; i++) {
            const size_t row = tile.row + at.row + i * F::LANE_ROWS;
            a[k][i] = k < few && row < p.m ? p.a[row * p.a_pitch + k] : 0;
        }
#pragma unroll
        for (int j = 0; j < F::OWN_COLUMNS; j++) {
            const size_t column =
                tile.column + at.column + j / 4 * 4 * F::LANE_COLUMNS + j % 4;
            b[k][j] =
                k < few && column < p.n ? p.b[k * p.b_pitch + column] : 0;
        }
    }
#pragma unroll
    for (unsigned k = 0; k < F::FEW; k++)
#pragma unroll
        for (int i = 0; i < F::OWN_ROWS; i++)
#pragma unroll
            for (int j = 0; j < F::OWN_COLUMNS; j++)
                own.sum[i][own.place(j)] += a[k][i] * b[k][j];
}

/* While the first copies are on their way: sums are 0, and slice 0 adds the
 * `few` of K before them. */
template <class F>
static __device__ void begin_with_few(own<F> &own, const float4 *nought,
                                      const stand<F> &at, const product &p,
                                      const tile &tile, unsigned few)
{
    __syncthreads(); /* nought is there */
#pragma unroll
    for (int i = 0; i < F::OWN_ROWS; i++)
        own.clear(i, nought);
    if (few && at.slice == 0)
        add_few(own, at, p, tile, few);
}

/* Adds up steps of K that `from` copies: a few units of a step at a time, so
 * that no warp has only copies to do while there are products. */
template <class F, int Unit>
static __device__ void add_up(own<F> &own, feed<F, Unit> &from, float *room,
                              const stand<F> &at, const product &p,
                              const tile &tile, unsigned few)
{
    __shared__ float4 nought;
    constexpr int SHARE = F::QUADS * 4; /* of K, that a slice has */
    /* Of a step's copies, each this many of K after the one before. */
    constexpr int PARTS = SHARE < 8 ? SHARE : 8, APART = SHARE / PARTS;
    const unsigned share = at.slice * SHARE;
    const unsigned a_own = at.row * F::A_PITCH + share;
    const unsigned b_own = F::A_ROOM + share * F::COLUMNS + at.column;
    unsigned steps = from.left;
    int stage = 0, free = 0; /* of `room`: what is read, what was read */
    bool more = false;       /* whether a step is on its way to that */

    if (threadIdx.x == 0)
        nought = { 0, 0, 0, 0 };
#pragma unroll 1
    for (int s = 0; s < F::STAGES; s++) {
        if (s > 0)
            copy_commit();
        from.step(room + s * F::STAGE);
    }
    from.template divide<PARTS>();
    if constexpr (F::FEW > 0)
        begin_with_few(own, &nought, at, p, tile, few);
    copy_wait<F::STAGES - 2>();
    __syncthreads();
    const float *a = room + a_own, *b = room + b_own;
    own.load_b(b, 0);
#pragma unroll
    for (int i = 0; i < F::OWN_ROWS; i++) {
        own.load_a(i, a, 0);
        if (F::FEW == 0)
            own.clear(i, &nought);
    }
#pragma unroll 1
    for (; steps > 0; steps--)
#pragma unroll
        for (int k = 1; k <= SHARE; k++) {
            const int ahead = k % SHARE;
            if (ahead == 0) {
                a = room + (stage + a_own);
                b = room + (stage + b_own);
            }
            own.load_b(b, ahead);
            if (ahead % APART == 0)
                from.template part<PARTS>(ahead / APART, room + free, more);
            if (ahead == SHARE - 1) { /* all is read of this stage */
                copy_commit();
                copy_wait<F::STAGES - 2>();
                __syncthreads();
                free = stage;
                more = from.begin();
                stage += F::STAGE;
                if (stage == F::STAGES * F::STAGE)
                    stage = 0;
            }
            own.multiply(k - 1, a, ahead);
        }
    copy_wait<0>();
}

/* --- the end ------------------------------------------------------------- */

/* C is aligned to 16 bytes, this tile is whole, and beta is 0. */
template <class F>
static __device__ void end_alone(const product &p, const tile &tile,
                                 const own<F> &own, const stand<F> &at)
{
    float *const c = p.c + (tile.row + at.row) * p.n + tile.column + at.column;
#pragma unroll
    for (int i = 0; i < F::OWN_ROWS; i++)
#pragma unroll
        for (int j = 0; j < F::OWN_COLUMNS; j += 4) {
            const float4 sum = own.four(i, j);
            *reinterpret_cast<float4 *>(
                c + i * F::LANE_ROWS * p.n +
                j * F::LANE_COLUMNS) = { p.alpha * sum.x, p.alpha * sum.y,
                                         p.alpha * sum.z, p.alpha * sum.w };
        }
}

/* What the block's threads have, by slices and rows, to `part`. */
template <class F>
static __device__ void put_sums(const own<F> &own, const stand<F> &at,
                                float4 *part)
{
    constexpr int ACROSS = F::COLUMNS / 4;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < F::OWN_ROWS; i++)
#pragma unroll
        for (int j = 0; j < F::OWN_COLUMNS; j += 4)
            part[(at.slice * F::ROWS + at.row + i * F::LANE_ROWS) * ACROSS +
                 (at.column + j * F::LANE_COLUMNS) / 4] = own.raw(i, j);
    __syncthreads();
}

/* A four of the tile, over slices in their order. */
template <class F>
static __device__ float4 sum_of_slices(const float4 *part, int four)
{
    float4 sum = part[four];
#pragma unroll
    for (int s = 1; s < F::SLICES; s++)
        add_four(sum, part[s * (F::ROWS * F::COLUMNS / 4) + four]);
    return sum;
}

/* A four that is in order of places to where it is in C. */
template <class F>
static __device__ void store_raw(const product &p, const tile &tile, int four,
                                 float4 sum)
{
    constexpr int ACROSS = F::COLUMNS / 4;
    store_four(p, tile.row + four / ACROSS, tile.column + four % ACROSS * 4,
               { sum.w, sum.x, sum.y, sum.z });
}

/* Any tile: sums meet in shared memory. */
template <class F>
static __device__ void end_shared(const product &p, const tile &tile,
                                  const own<F> &own, const stand<F> &at,
                                  float *room)
{
    float4 *const part = reinterpret_cast<float4 *>(room);
    put_sums(own, at, part);
#pragma unroll 1
    for (int four = threadIdx.x; four < F::ROWS * F::COLUMNS / 4;
         four += F::THREADS)
        store_raw<F>(p, tile, four, sum_of_slices<F>(part, four));
}

/* --- the kernels --------------------------------------------------------- */

template <class F>
static __device__ void end_tile(const product &p, const tile &tile,
                                const own<F> &own, const stand<F> &at,
                                float *room)
{
    if (F::SLICES == 1 && p.beta == 0 && is_whole(p) &&
        tile.row + F::ROWS <= p.m && tile.column + F::COLUMNS <= p.n)
        end_alone(p, tile, own, at);
    else
        end_shared(p, tile, own, at, room);
}

/* Tile blockIdx.x of C. */
template <class F, int Unit>
static __global__ void __launch_bounds__(F::THREADS, F::BLOCKS)
    sgemm_block(product p)
{
    extern __shared__ __align__(16) float room[];
    const tile tile = tile_in_band(p, blockIdx.x, F::ROWS, F::COLUMNS);
    const stand<F> at;
    const unsigned steps = steps_in(p.k, F::DEPTH, F::FEW);
    feed<F, Unit> from(p, tile, steps, 0, steps);
    own<F> own;

    next_may_start();
    add_up(own, from, room, at, p, tile, few_of<F>(p, steps));
    end_tile(p, tile, own, at, room);
}

/* A piece of a tile, as a product whose C is the piece's room. */
template <class F>
static __device__ product as_piece(const product &p, float *room)
{
    product piece = p;
    piece.m = F::ROWS;
    piece.n = F::COLUMNS;
    piece.alpha = 1;
    piece.beta = 0;
    piece.c = room;
    return piece;
}

/* Share blockIdx.x, its pieces to where they have room. May overlap the launch
 * of whole tiles, whose end is then its own. (A kernel of its own: sgemm_block
 * with a loop over pieces took 3 % longer.) */
template <class F, int Unit>
static __global__ void __launch_bounds__(F::THREADS, F::BLOCKS)
    sgemm_share(product p, shares s, float *pieces)
{
    extern __shared__ __align__(16) float room[];
    const unsigned end = s.first(blockIdx.x + 1);
    unsigned step = s.first(blockIdx.x);

    next_may_start();
#pragma unroll 1
    for (unsigned which = 0; step < end; which++) {
        const unsigned t = step / s.steps, within = step % s.steps;
        const unsigned steps = min(end - step, s.steps - within);
        const tile tile = tile_in_band(p, s.whole + t, F::ROWS, F::COLUMNS);
        const stand<F> at;
        feed<F, Unit> from(p, tile, s.steps, within, steps);
        own<F> own;

        __syncthreads(); /* the piece before has left the room */
        add_up(own, from, room, at, p, tile,
               within == 0 ? few_of<F>(p, s.steps) : 0);
        end_tile(
            as_piece<F>(
                p,
                pieces + piece_room(blockIdx.x, which, F::ROWS * F::COLUMNS)),
            { 0, 0 }, own, at, room);
        step += steps;
    }
    await_first();
}

#endif
