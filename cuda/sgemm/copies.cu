/* copies.cu - operands that are given transposed, or whose rows begin anywhere,
 * by rows that begin at multiples of a unit.
 *
 * A block has 32 x 32 elements, of which each warp reads 128 bytes in a row and
 * writes as many. What is transposed goes through shared memory, where a row is
 * 33 elements long, so that those of a column are in different banks. 256
 * threads, 4 elements each; 8 bytes moved an element. */
#include "sgemm/copies.cuh"

constexpr int SIDE = 32, ROWS = 8; /* of a block, and of its threads */

/* A matrix, its rows `pitch` floats apart. */
struct matrix {
    size_t rows, columns, pitch;

    __device__ bool has(size_t row, size_t column) const
    {
        return row < rows && column < columns;
    }
};

/* `to` is m, filled with zeros to its pitch; `from` is the same, packed, or its
 * transpose. */
template <bool Turned>
static __global__ void __launch_bounds__(SIDE *ROWS)
    sgemm_copy(const float *__restrict__ from, matrix m, float *to)
{
    __shared__ float tile[SIDE][SIDE + 1];
    const unsigned across = unsigned(ceil_div(m.pitch, size_t(SIDE)));
    const size_t row = size_t(blockIdx.x / across) * SIDE;
    const size_t column = size_t(blockIdx.x % across) * SIDE;
    const unsigned x = threadIdx.x;

    if (Turned) {
#pragma unroll
        for (int i = 0; i < SIDE; i += ROWS) {
            const unsigned y = i + threadIdx.y;
            if (m.has(row + x, column + y))
                tile[y][x] = from[(column + y) * m.rows + row + x];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < SIDE; i += ROWS) {
        const unsigned y = i + threadIdx.y;
        const size_t r = row + y, c = column + x;
        if (r < m.rows && c < m.pitch)
            to[r * m.pitch + c] = !m.has(r, c) ? 0
                : Turned                       ? tile[x][y]
                                               : from[r * m.columns + c];
    }
}

/* Tiles of what fits in memory are fewer than GRID_MAX. */
static enum status copy(const struct job *job, int operand, size_t unit,
                        size_t rows, size_t columns, float *to,
                        const float **operand_at, size_t *pitch)
{
    const matrix m = { rows, columns, copy_pitch(columns, unit) };
    const float *const from = *operand_at;
    const size_t side = SIDE;

    if (!is_copied(job->problem, operand, unit))
        return STATUS_OK;
    *operand_at = to;
    *pitch = m.pitch;
    if (rows == 0 || columns == 0)
        return STATUS_OK;
    const auto kernel = is_turned(job->problem, operand) ? sgemm_copy<true>
                                                         : sgemm_copy<false>;
    kernel<<<blocks_for(ceil_div(rows, side) * ceil_div(m.pitch, side), 1),
             dim3(SIDE, ROWS), 0, stream_of(job)>>>(from, m, to);
    return cuda_launched(job, "sgemm_copy");
}

enum status cuda_sgemm_copy(const struct job *job, struct product *p,
                            size_t unit)
{
    char *const scratch = static_cast<char *>(job->scratch);
    float *const a = reinterpret_cast<float *>(scratch);
    float *const b = reinterpret_cast<float *>(
        scratch + copy_bytes(job->problem, SGEMM_A, unit));
    const enum status status =
        copy(job, SGEMM_A, unit, p->m, p->k, a, &p->a, &p->a_pitch);

    return status
        ? status
        : copy(job, SGEMM_B, unit, p->k, p->n, b, &p->b, &p->b_pitch);
}
