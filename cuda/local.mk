# local.mk - the cuda and cub backends.
#
# The .c files are the tables, compiled always, so that a build without CUDA
# can still list what it lacks. automake tracks no dependencies of .cu files:
# nvcc writes them. An object of a .cu file has the file's stem, so no x.cu
# may stand beside an x.c, nor belong to two targets.

libtetrad_a_SOURCES += \
	cuda/backends.c \
	cuda/cells/variants.c \
	cuda/compact/variants.c \
	cuda/cub/cells_variants.c \
	cuda/conv2d/variants.c \
	cuda/cub/compact_variants.c \
	cuda/cub/conv2d_variants.c \
	cuda/cub/gather_variants.c \
	cuda/cub/histogram_variants.c \
	cuda/cub/map_variants.c \
	cuda/cub/nbody_variants.c \
	cuda/cub/partition_variants.c \
	cuda/cub/reduce_variants.c \
	cuda/cub/scan_variants.c \
	cuda/cub/scatter_variants.c \
	cuda/cub/segreduce_variants.c \
	cuda/cub/segscan_variants.c \
	cuda/cub/sgemm_variants.c \
	cuda/cub/sort_variants.c \
	cuda/cub/split_variants.c \
	cuda/cub/spmv_variants.c \
	cuda/cub/tile_scan_variants.c \
	cuda/gather/variants.c \
	cuda/histogram/variants.c \
	cuda/map/variants.c \
	cuda/nbody/variants.c \
	cuda/partition/variants.c \
	cuda/reduce/variants.c \
	cuda/scan/variants.c \
	cuda/scatter/variants.c \
	cuda/segreduce/variants.c \
	cuda/segscan/variants.c \
	cuda/sgemm/variants.c \
	cuda/sort/variants.c \
	cuda/split/variants.c \
	cuda/spmv/variants.c \
	cuda/tile_scan/variants.c

cuda_kernels = \
	cuda/cells/best.cu \
	cuda/cells/ladder.cu \
	cuda/cells/radix.cu \
	cuda/cells/sorted.cu \
	cuda/compact/best.cu \
	cuda/compact/ladder.cu \
	cuda/conv2d/best.cu \
	cuda/conv2d/ladder.cu \
	cuda/cub/backend.cu \
	cuda/cub/cells.cu \
	cuda/cub/compact.cu \
	cuda/cub/conv2d_cudnn.cu \
	cuda/cub/conv2d_npp.cu \
	cuda/cub/gather.cu \
	cuda/cub/histogram.cu \
	cuda/cub/map.cu \
	cuda/cub/map_thrust.cu \
	cuda/cub/nbody.cu \
	cuda/cub/partition.cu \
	cuda/cub/reduce.cu \
	cuda/cub/scan.cu \
	cuda/cub/scatter.cu \
	cuda/cub/segreduce.cu \
	cuda/cub/segreduce_by_key.cu \
	cuda/cub/segreduce_warp.cu \
	cuda/cub/segreduce_whole.cu \
	cuda/cub/segscan_by_key.cu \
	cuda/cub/segscan_flag_value.cu \
	cuda/cub/sgemm.cu \
	cuda/cub/sort_merge.cu \
	cuda/cub/sort_radix.cu \
	cuda/cub/sort_thrust.cu \
	cuda/cub/split.cu \
	cuda/cub/tile_scan.cu \
	cuda/gather/ladder.cu \
	cuda/histogram/best.cu \
	cuda/histogram/ladder.cu \
	cuda/map/ladder.cu \
	cuda/nbody/best.cu \
	cuda/nbody/ladder.cu \
	cuda/nbody/mutual.cu \
	cuda/partition/best.cu \
	cuda/partition/ladder.cu \
	cuda/place/backend.cu \
	cuda/place/clock.cu \
	cuda/place/facts.cu \
	cuda/place/kernels.cu \
	cuda/place/memory.cu \
	cuda/place/nvml.cu \
	cuda/place/profile.cu \
	cuda/place/probes.cu \
	cuda/place/roofs.cu \
	cuda/place/timing.cu \
	cuda/reduce/article.cu \
	cuda/reduce/best.cu \
	cuda/reduce/harris.cu \
	cuda/scan/best.cu \
	cuda/scan/ladder.cu \
	cuda/scatter/best.cu \
	cuda/scatter/ladder.cu \
	cuda/segreduce/best.cu \
	cuda/segreduce/ladder.cu \
	cuda/segscan/best.cu \
	cuda/segscan/ladder.cu \
	cuda/sgemm/best.cu \
	cuda/sgemm/copies.cu \
	cuda/sgemm/ladder.cu \
	cuda/sgemm/thin.cu \
	cuda/sort/best.cu \
	cuda/sort/ladder.cu \
	cuda/sort/quicksort.cu \
	cuda/sort/sampled.cu \
	cuda/sort/short.cu \
	cuda/split/best.cu \
	cuda/split/ladder.cu \
	cuda/spmv/best.cu \
	cuda/spmv/ladder.cu \
	cuda/tile_scan/best.cu \
	cuda/tile_scan/ladder.cu

if HAVE_CUSPARSE
cuda_kernels += \
	cuda/cub/sparse.cu \
	cuda/cub/spmv.cu
endif

# Headers and tables, whatever there are: a rung is no line here.
EXTRA_DIST += \
	$(wildcard $(srcdir)/cuda/*.h) \
	$(wildcard $(srcdir)/cuda/*/*.h) \
	$(wildcard $(srcdir)/cuda/*/*.cuh) \
	$(wildcard $(srcdir)/cuda/*/*.def)

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
	  $(CCCL_CPPFLAGS) $(NVLIB_CPPFLAGS) $(NVCCFLAGS) $(CUDA_ARCH_FLAGS) \
	  -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< -o $@

# Kernels that launch kernels are relocatable device code, which is linked for
# the GPU before the C compiler links the rest: here, at once, so that the
# object is like all others. It wants the device run-time, cudadevrt.
cuda/sort/quicksort.o: cuda/sort/quicksort.cu
	$(AM_V_NVCC)$(MKDIR_P) $(@D) && $(NVCC) $(DEFS) $(AM_NVCCFLAGS) \
	  $(CCCL_CPPFLAGS) $(NVLIB_CPPFLAGS) $(NVCCFLAGS) \
	  $(CUDA_ARCH_FLAGS) -rdc=true \
	  -MMD -MP -MF $(@:.o=.d) -MT $@ -c $(srcdir)/cuda/sort/quicksort.cu \
	  -o $@.rdc.o && \
	$(NVCC) $(CUDA_ARCH_FLAGS) -dlink $@.rdc.o -lcudadevrt \
	  -o $@.dlink.o && \
	$(LD) -r -o $@ $@.rdc.o $@.dlink.o && rm -f $@.rdc.o $@.dlink.o

# At -O1 ptxas keeps the order of the source. Above, it moves shared loads to
# right before their use, and sums from register to register.
cuda/sgemm/best.o: AM_NVCCFLAGS += -Xptxas -O1

# Whether all headers are where the GPU code looks for them: a second a file,
# where compiling takes half a minute.
cuda-headers: config.h
	@for source in $(cuda_kernels); do \
	  $(NVCC) $(DEFS) $(AM_NVCCFLAGS) $(CCCL_CPPFLAGS) \
	    $(NVLIB_CPPFLAGS) $(NVCCFLAGS) $(CUDA_ARCH_FLAGS) \
	    -M $(srcdir)/$$source >/dev/null || exit 1; \
	done

# What the GPU code costs to compile: doc/building.md.
cuda-cost: config.h
	@top_srcdir='$(top_srcdir)' \
	  $(SHELL) $(top_srcdir)/tests/cost.sh $(cuda_kernels:.cu=.o)
.PHONY: cuda-cost cuda-headers
