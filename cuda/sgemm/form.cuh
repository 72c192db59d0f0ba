/* form.cuh - how a block makes its tile of C, in numbers. */
#ifndef TETRAD_CUDA_SGEMM_FORM_CUH
#define TETRAD_CUDA_SGEMM_FORM_CUH

#include "parts/warp.cuh"

/* A thread has Rows x Columns elements of C, a warp LaneRows threads above
 * each other, a block WarpRows x WarpColumns warps, and Slices of them, each
 * of which adds up its own share of K. K goes by in steps of Depth, of which
 * Stages are in shared memory or on their way there; up to Few of K before
 * whole steps have none, and are added by themselves. A multiprocessor has
 * Blocks blocks. */
template <int Rows, int Columns, int LaneRows, int WarpRows, int WarpColumns,
          int Slices, int Depth, int Stages, int Blocks, int Few>
struct form {
    static constexpr int OWN_ROWS = Rows, OWN_COLUMNS = Columns;
    static constexpr int LANE_ROWS = LaneRows, LANE_COLUMNS = WARP / LaneRows;
    static constexpr int WARP_ROWS = WarpRows, WARP_COLUMNS = WarpColumns;
    static constexpr int SLICES = Slices, DEPTH = Depth, STAGES = Stages;
    static constexpr int BLOCKS = Blocks;
    static constexpr unsigned FEW = Few;
    static constexpr int ROWS = Rows * LaneRows * WarpRows;
    static constexpr int COLUMNS = Columns * LANE_COLUMNS * WarpColumns;
    static constexpr int THREADS = WarpRows * WarpColumns * Slices * WARP;
    /* Fours of K that a slice has of a step. */
    static constexpr int QUADS = Depth / 4 / Slices;
    /* Shared memory, in floats: a stage has A's rows, four floats apart so
     * that eight rows' 16 bytes are in different banks, then B's. */
    static constexpr int A_PITCH = Depth + 4;
    static constexpr int A_ROOM = ROWS * A_PITCH, B_ROOM = Depth * COLUMNS;
    static constexpr int STAGE = A_ROOM + B_ROOM;
    static constexpr int JOIN = Slices * ROWS * COLUMNS; /* at the end */
    static constexpr int ROOM = STAGE * Stages > JOIN ? STAGE *Stages : JOIN;
    static constexpr unsigned SHARED = ROOM * sizeof(float);
    static_assert(Depth % (4 * Slices) == 0 && Columns % 4 == 0);
    static_assert(Stages >= 2 && WARP % LaneRows == 0);
};

#endif
