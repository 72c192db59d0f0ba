/* transpose.cu - operands that are given transposed, by rows.
 *
 * A block has 32 x 32 elements, which go through shared memory, so that each
 * warp reads 128 bytes in a row and writes as many; there a row is 33 elements
 * long, and those of a column are in different banks. 256 threads, 4 elements
 * each; 8 bytes moved an element. */
#include "sgemm/transpose.cuh"

constexpr int SIDE = 32, ROWS = 8; /* of a block, and of its threads */

/* `from`, rows x columns, transposed. */
static __global__ void __launch_bounds__(SIDE *ROWS)
    sgemm_transpose(const float *from, size_t rows, size_t columns, float *to)
{
    __shared__ float tile[SIDE][SIDE + 1];
    const unsigned across = unsigned(ceil_div(columns, size_t(SIDE)));
    const size_t row = size_t(blockIdx.x / across) * SIDE;
    const size_t column = size_t(blockIdx.x % across) * SIDE;
    const unsigned x = threadIdx.x;

#pragma unroll
    for (int i = 0; i < SIDE; i += ROWS) {
        const unsigned y = i + threadIdx.y;
        if (row + y < rows && column + x < columns)
            tile[y][x] = from[(row + y) * columns + column + x];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < SIDE; i += ROWS) {
        const unsigned y = i + threadIdx.y;
        if (column + y < columns && row + x < rows)
            to[(column + y) * rows + row + x] = tile[x][y];
    }
}

/* An operand that is to be rows x columns, from its columns by rows. Tiles of
 * what fits in memory are fewer than GRID_MAX. */
static enum status turn(const struct job *job, const float *from, size_t rows,
                        size_t columns, float *to)
{
    const size_t side = SIDE;

    if (rows == 0 || columns == 0)
        return STATUS_OK;
    sgemm_transpose<<<blocks_for(
                          ceil_div(rows, side) * ceil_div(columns, side), 1),
                      dim3(SIDE, ROWS), 0, stream_of(job)>>>(from, columns,
                                                             rows, to);
    return cuda_launched(job, "sgemm_transpose");
}

enum status cuda_sgemm_by_rows(const struct job *job, struct product *p)
{
    char *const scratch = static_cast<char *>(job->scratch);
    float *const a = reinterpret_cast<float *>(scratch);
    float *const b = reinterpret_cast<float *>(
        scratch + turned_bytes(job->problem, SGEMM_A));
    enum status status = STATUS_OK;

    if (is_turned(job->problem, SGEMM_A)) {
        status = turn(job, p->a, p->m, p->k, a);
        p->a = a;
    }
    if (!status && is_turned(job->problem, SGEMM_B)) {
        status = turn(job, p->b, p->k, p->n, b);
        p->b = b;
    }
    return status;
}
