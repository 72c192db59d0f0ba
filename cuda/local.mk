# local.mk - the cuda and cub backends.
#
# The .c files are the tables, compiled always, so that a build without CUDA
# can still list what it lacks. automake tracks no dependencies of .cu files:
# nvcc writes them. An object of a .cu file has the file's stem, so no x.cu
# may stand beside an x.c, nor belong to two targets.

libtetrad_a_SOURCES += \
	cuda/backends.c \
	cuda/cub/reduce_variants.c \
	cuda/cub/scan_variants.c \
	cuda/cub/segreduce_variants.c \
	cuda/cub/segscan_variants.c \
	cuda/cub/sgemm_variants.c \
	cuda/cub/tile_scan_variants.c \
	cuda/reduce/variants.c \
	cuda/scan/variants.c \
	cuda/segreduce/variants.c \
	cuda/segscan/variants.c \
	cuda/sgemm/variants.c \
	cuda/tile_scan/variants.c

cuda_kernels = \
	cuda/cub/backend.cu \
	cuda/cub/reduce.cu \
	cuda/cub/reduce_thrust.cu \
	cuda/cub/scan.cu \
	cuda/cub/scan_thrust.cu \
	cuda/cub/segreduce.cu \
	cuda/cub/segreduce_by_key.cu \
	cuda/cub/segscan_by_key.cu \
	cuda/cub/segscan_flag_value.cu \
	cuda/cub/sgemm.cu \
	cuda/cub/tile_scan.cu \
	cuda/place/backend.cu \
	cuda/place/clock.cu \
	cuda/place/facts.cu \
	cuda/place/memory.cu \
	cuda/place/nvml.cu \
	cuda/place/probes.cu \
	cuda/place/roofs.cu \
	cuda/place/timing.cu \
	cuda/reduce/article.cu \
	cuda/reduce/best.cu \
	cuda/reduce/harris.cu \
	cuda/scan/best.cu \
	cuda/scan/ladder.cu \
	cuda/segreduce/best.cu \
	cuda/segreduce/ladder.cu \
	cuda/segscan/best.cu \
	cuda/segscan/ladder.cu \
	cuda/sgemm/ladder.cu \
	cuda/tile_scan/best.cu \
	cuda/tile_scan/ladder.cu

EXTRA_DIST += \
	cuda/cub/blas.h \
	cuda/cub/call.cuh \
	cuda/cub/cub.h \
	cuda/cub/reduce.cuh \
	cuda/cub/scan.cuh \
	cuda/cub/segreduce.cuh \
	cuda/cub/segscan.cuh \
	cuda/cub/thrust.cuh \
	cuda/cuda.h \
	cuda/parts/block.cuh \
	cuda/parts/bulk.cuh \
	cuda/parts/kept.cuh \
	cuda/parts/launch.cuh \
	cuda/parts/lookback.cuh \
	cuda/parts/rows.cuh \
	cuda/parts/slot.cuh \
	cuda/parts/vector.cuh \
	cuda/parts/warp.cuh \
	cuda/place/backend.h \
	cuda/place/probes.h \
	cuda/reduce/article.cuh \
	cuda/reduce/atomic_per_thread.cuh \
	cuda/reduce/best.cuh \
	cuda/reduce/extrema.cuh \
	cuda/reduce/finish.cuh \
	cuda/reduce/harris_0_modulo.cuh \
	cuda/reduce/harris_1_strided.cuh \
	cuda/reduce/harris_2_sequential.cuh \
	cuda/reduce/harris_3_first_add.cuh \
	cuda/reduce/harris_4_last_warp.cuh \
	cuda/reduce/harris_5_unrolled.cuh \
	cuda/reduce/harris_6_multi_add.cuh \
	cuda/reduce/ladder.cuh \
	cuda/reduce/launchers.h \
	cuda/reduce/operators.cuh \
	cuda/reduce/serial.cuh \
	cuda/reduce/single_pass.cuh \
	cuda/reduce/tree.cuh \
	cuda/reduce/two_pass_blocked.cuh \
	cuda/reduce/two_pass_coalesced.cuh \
	cuda/reduce/two_pass_last_warp.cuh \
	cuda/reduce/two_pass_tree.cuh \
	cuda/reduce/two_pass_unrolled.cuh \
	cuda/reduce/warp_shuffle.cuh \
	cuda/scan/blelloch.cuh \
	cuda/scan/blelloch_padded.cuh \
	cuda/scan/decoupled_lookback.cuh \
	cuda/scan/hillis_steele.cuh \
	cuda/scan/joins.cuh \
	cuda/scan/ladder.cuh \
	cuda/scan/launchers.h \
	cuda/scan/lookahead.cuh \
	cuda/scan/naive.cuh \
	cuda/scan/one_wave.cuh \
	cuda/scan/reduce_then_scan.cuh \
	cuda/scan/ring.cuh \
	cuda/scan/tile.cuh \
	cuda/scan/warp_shared.cuh \
	cuda/scan/warp_shuffle.cuh \
	cuda/scan/window.cuh \
	cuda/segreduce/best.cuh \
	cuda/segreduce/block_per_segment.cuh \
	cuda/segreduce/carry.cuh \
	cuda/segreduce/cut.cuh \
	cuda/segreduce/few.cuh \
	cuda/segreduce/ladder.cuh \
	cuda/segreduce/lanes_per_segment.cuh \
	cuda/segreduce/launchers.h \
	cuda/segreduce/merge.cuh \
	cuda/segreduce/rounds.cuh \
	cuda/segreduce/small.cuh \
	cuda/segreduce/stream.cuh \
	cuda/segreduce/thread_per_segment.cuh \
	cuda/segreduce/walk.cuh \
	cuda/segscan/ballot.cuh \
	cuda/segscan/blelloch_flags.cuh \
	cuda/segscan/heads.cuh \
	cuda/segscan/ladder.cuh \
	cuda/segscan/launchers.h \
	cuda/segscan/one_wave.cuh \
	cuda/segscan/ring.cuh \
	cuda/segscan/segmented.cuh \
	cuda/segscan/single_pass.cuh \
	cuda/segscan/stages.cuh \
	cuda/segscan/warp_shuffle.cuh \
	cuda/sgemm/launchers.h \
	cuda/sgemm/naive.cuh \
	cuda/sgemm/product.cuh \
	cuda/sgemm/tiled.cuh \
	cuda/tile_scan/coarsened.cuh \
	cuda/tile_scan/double_buffer.cuh \
	cuda/tile_scan/global.cuh \
	cuda/tile_scan/ladder.cuh \
	cuda/tile_scan/launchers.h \
	cuda/tile_scan/scan_warp.cuh \
	cuda/tile_scan/shared.cuh \
	cuda/tile_scan/stretch.cuh \
	cuda/tile_scan/tiling.cuh \
	cuda/tile_scan/vectorized.cuh \
	cuda/tile_scan/warp_shuffle.cuh

if HAVE_CUDA
libtetrad_a_SOURCES += $(cuda_kernels)
CLEANFILES += $(cuda_kernels:.cu=.d)
-include $(cuda_kernels:.cu=.d)
endif

cuda/%.o: AM_CPPFLAGS += -iquote $(top_srcdir)/cuda

SUFFIXES += .cu
AM_NVCCFLAGS = -std=c++17 -Xcompiler -Wall,-Wextra \
	-Xcompiler "-iquote,$(top_builddir),-iquote,$(top_srcdir)/src" \
	-Xcompiler "-iquote,$(top_srcdir)/cuda"

AM_V_NVCC = $(am__v_NVCC_@AM_V@)
am__v_NVCC_ = $(am__v_NVCC_@AM_DEFAULT_V@)
am__v_NVCC_0 = @echo "  NVCC    " $@;
am__v_NVCC_1 =

.cu.o:
	$(AM_V_NVCC)$(MKDIR_P) $(@D) && $(NVCC) $(DEFS) $(AM_NVCCFLAGS) \
	  $(CCCL_CPPFLAGS) $(NVCCFLAGS) $(CUDA_ARCH_FLAGS) \
	  -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< -o $@
