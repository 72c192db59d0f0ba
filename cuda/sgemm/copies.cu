/* copies.cu - operands that are given transposed, or whose rows begin anywhere,
 * by rows that begin at multiples of a unit; both in one launch. 8 bytes moved
 * an element.
 *
 * A block of 256 threads has 32 x 32 elements of what is transposed: each warp
 * reads 128 bytes in a row and writes as many; between, they are in shared
 * memory, where a row is 33 elements long, so that those of a column are in
 * different banks. Of what is not, each of its warps has 512 elements of a row,
 * by fours that begin at multiples of 16 bytes where they are read, and where
 * they are written: between, lanes pass on what is their neighbour's. */
#include "sgemm/copies.cuh"

#include "parts/warp.cuh"

constexpr unsigned SIDE = 32, ROWS = 8; /* of a block, and of its threads */
constexpr unsigned ITEMS = 4, STRIP = ITEMS * WARP * 4;

/* `to` is a matrix whose rows are `pitch` floats apart, a multiple of four
 * unless it is turned, zeros before each, `before` of them, and behind it;
 * `from` is the same, packed, or its transpose. Extents are at most 2^20. */
struct copied {
    const float *from;
    float *to;
    unsigned rows, columns, pitch, before;
    bool turned;

    /* Blocks, or warps, a row. */
    __host__ __device__ unsigned across() const
    {
        return ceil_div(pitch, turned ? SIDE : STRIP);
    }

    /* 0 where there is nothing to copy. */
    __host__ __device__ size_t blocks() const
    {
        return turned ? size_t(across()) * ceil_div(rows, SIDE)
                      : ceil_div(size_t(across()) * rows, size_t(ROWS));
    }

    /* `at` in a row of `to`, which may be before its first float. */
    __device__ bool has(unsigned row, unsigned at) const
    {
        return row < rows && at - before < columns;
    }

    /* Four of `from`, that begin anywhere but are aligned; what it does not
     * have is 0. */
    __device__ float4 aligned_four(ptrdiff_t at) const
    {
        const ptrdiff_t count = ptrdiff_t(size_t(rows) * columns);
        const float *const there = from + at;

        if (at >= 0 && at + 4 <= count)
            return __ldcs(reinterpret_cast<const float4 *>(there));
        const auto one = [=](int j) {
            return at + j >= 0 && at + j < count ? there[j] : 0.0F;
        };
        return { one(0), one(1), one(2), one(3) };
    }
};

static __device__ void turn_block(const copied &m, unsigned block)
{
    __shared__ float tile[SIDE][SIDE + 1];
    const unsigned row = block / m.across() * SIDE;
    const unsigned column = block % m.across() * SIDE;
    const unsigned x = threadIdx.x;

#pragma unroll
    for (unsigned y = threadIdx.y; y < SIDE; y += ROWS)
        if (m.has(row + x, column + y))
            tile[y][x] =
                m.from[size_t(column + y - m.before) * m.rows + row + x];
    __syncthreads();
#pragma unroll
    for (unsigned y = threadIdx.y; y < SIDE; y += ROWS)
        if (row + y < m.rows && column + x < m.pitch)
            m.to[size_t(row + y) * m.pitch + column + x] =
                m.has(row + y, column + x) ? tile[x][y] : 0;
}

/* A lane's `own` four, `shift` floats on, of all lanes' and what is `next` in
 * lane 0. */
static __device__ float4 behind(const float4 &own, const float4 &next,
                                unsigned shift)
{
    const bool is_first = threadIdx.x == 0;
    const auto after = [=](float own, float next) {
        return __shfl_sync(FULL_WARP, is_first ? next : own,
                           (threadIdx.x + 1) % WARP);
    };

    if (shift == 0)
        return own;
    const float x = after(own.x, next.x);
    if (shift == 1)
        return { own.y, own.z, own.w, x };
    const float y = after(own.y, next.y);
    if (shift == 2)
        return { own.z, own.w, x, y };
    return { own.w, x, y, after(own.z, next.z) };
}

static __device__ void copy_strip(const copied &m, unsigned strip)
{
    const unsigned row = strip / m.across();
    const unsigned first = strip % m.across() * STRIP;
    const unsigned own = first + threadIdx.x * 4;
    const ptrdiff_t begin = ptrdiff_t(size_t(row) * m.columns) - m.before;
    const unsigned shift = (uintptr_t(m.from) / sizeof(float) + begin) % 4;
    const ptrdiff_t from = begin - shift;
    float4 v[ITEMS + 1]; /* of the last, what comes behind the strip */

    if (row >= m.rows)
        return;
#pragma unroll
    for (unsigned i = 0; i <= ITEMS; i++) {
        const unsigned at = i < ITEMS ? own + i * WARP * 4 : first + STRIP;
        v[i] = at < m.pitch + 4 ? m.aligned_four(from + at) : float4{};
    }
#pragma unroll
    for (unsigned i = 0; i < ITEMS; i++) {
        const unsigned at = own + i * WARP * 4;
        const float4 four = behind(v[i], v[i + 1], shift);
        if (at < m.pitch)
            *reinterpret_cast<float4 *>(m.to + size_t(row) * m.pitch + at) = {
                m.has(row, at) ? four.x : 0, m.has(row, at + 1) ? four.y : 0,
                m.has(row, at + 2) ? four.z : 0,
                m.has(row, at + 3) ? four.w : 0
            };
    }
}

static __global__ void __launch_bounds__(WARP *ROWS)
    sgemm_copy(copied a, copied b)
{
    const unsigned of_a = unsigned(a.blocks());
    const bool is_a = blockIdx.x < of_a;
    const copied &m = is_a ? a : b;
    const unsigned block = blockIdx.x - (is_a ? 0 : of_a);

    if (m.turned)
        turn_block(m, block);
    else
        copy_strip(m, block * ROWS + threadIdx.y);
}

/* How an operand is copied to `to`, if it is; then it is read from there. */
static copied plan(const struct job *job, int operand, size_t unit,
                   size_t rows, size_t columns, float *to, const float **at,
                   size_t *pitch)
{
    const copied m = { *at,
                       to,
                       unsigned(rows),
                       unsigned(columns),
                       unsigned(copy_pitch(columns, unit)),
                       copy_before(operand, columns, unit),
                       is_turned(job->problem, operand) };
    if (!is_copied(job->problem, operand, unit))
        return {};
    *at = to + m.before;
    *pitch = m.pitch;
    return m;
}

/* Blocks of what fits in memory are fewer than GRID_MAX. */
enum status cuda_sgemm_copy(const struct job *job, struct product *p,
                            size_t unit)
{
    char *const scratch = static_cast<char *>(job->scratch);
    float *const to_a = reinterpret_cast<float *>(scratch);
    float *const to_b = reinterpret_cast<float *>(
        scratch + copy_bytes(job->problem, SGEMM_A, unit));
    const copied a =
        plan(job, SGEMM_A, unit, p->m, p->k, to_a, &p->a, &p->a_pitch);
    const copied b =
        plan(job, SGEMM_B, unit, p->k, p->n, to_b, &p->b, &p->b_pitch);
    const size_t blocks = a.blocks() + b.blocks();

    if (blocks == 0)
        return STATUS_OK;
    sgemm_copy<<<blocks_for(blocks, 1), dim3(WARP, ROWS), 0, stream_of(job)>>>(
        a, b);
    return cuda_launched(job, "sgemm_copy");
}
