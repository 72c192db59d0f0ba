# local.mk - the OpenMP backend.
#
# An archive of its own that is never built: it gives these files, and no
# others, OpenMP's flags; their objects go into libtetrad.a.

EXTRA_LIBRARIES += libopenmp.a
libopenmp_a_SHORTNAME = openmp
libopenmp_a_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
libopenmp_a_CPPFLAGS = $(AM_CPPFLAGS) $(OPENBLAS_CPPFLAGS)
libopenmp_a_SOURCES = \
	openmp/backend.c \
	openmp/cells.c \
	openmp/cells.h \
	openmp/cells_sort.c \
	openmp/cells_tmpl.h \
	openmp/chain.h \
	openmp/claims.h \
	openmp/compact.c \
	openmp/compact_kernel.c \
	openmp/compact_kernel.h \
	openmp/compact_move_tmpl.h \
	openmp/compact_tmpl.h \
	openmp/compact_width_tmpl.h \
	openmp/conv2d.c \
	openmp/conv2d_tile.c \
	openmp/conv2d_tile.h \
	openmp/conv2d_tmpl.h \
	openmp/gather.c \
	openmp/gather_tmpl.h \
	openmp/histogram.c \
	openmp/histogram_bytes.c \
	openmp/histogram_bytes.h \
	openmp/histogram_count.c \
	openmp/histogram_count.h \
	openmp/histogram_count_tmpl.h \
	openmp/map.c \
	openmp/map_exp_tmpl.h \
	openmp/map_tmpl.h \
	openmp/nbody.c \
	openmp/nbody_tmpl.h \
	openmp/partition.c \
	openmp/partition_sides.c \
	openmp/partition_sides.h \
	openmp/partition_sweep.c \
	openmp/path.h \
	openmp/places.h \
	openmp/prefix.c \
	openmp/prefix.h \
	openmp/prefix_op_tmpl.h \
	openmp/prefix_tmpl.h \
	openmp/reduce.c \
	openmp/reduce_tmpl.h \
	openmp/roots.h \
	openmp/scan.c \
	openmp/scan_tmpl.h \
	openmp/scatter.c \
	openmp/scatter_tmpl.h \
	openmp/segreduce.c \
	openmp/segreduce_op_tmpl.h \
	openmp/segreduce_tmpl.h \
	openmp/segscan.c \
	openmp/segscan_kernel.c \
	openmp/segscan_kernel.h \
	openmp/segscan_tmpl.h \
	openmp/sgemm.c \
	openmp/sgemm_direct.c \
	openmp/sgemm_direct.h \
	openmp/sgemm_direct_tmpl.h \
	openmp/sgemm_openblas.c \
	openmp/sgemm_openblas.h \
	openmp/sgemm_pack.c \
	openmp/sgemm_pack.h \
	openmp/sgemm_tmpl.h \
	openmp/sort.c \
	openmp/sort.h \
	openmp/sort_chunks.c \
	openmp/sort_chunks.h \
	openmp/sort_few.c \
	openmp/sort_few.h \
	openmp/sort_merge_tmpl.h \
	openmp/sort_network.h \
	openmp/sort_partition.h \
	openmp/sort_parts.c \
	openmp/sort_parts.h \
	openmp/sort_quick_tmpl.h \
	openmp/sort_radix.c \
	openmp/sort_radix.h \
	openmp/sort_radix_alone_tmpl.h \
	openmp/sort_radix_one.c \
	openmp/sort_radix_tmpl.h \
	openmp/sort_tasks.c \
	openmp/sort_vectors.c \
	openmp/sort_vectors.h \
	openmp/split.c \
	openmp/split_kernel.c \
	openmp/split_kernel.h \
	openmp/split_width_tmpl.h \
	openmp/spmv.c \
	openmp/spmv_tmpl.h \
	openmp/team.h \
	openmp/tile_scan.c \
	openmp/width.h

libtetrad_a_LIBADD += $(libopenmp_a_OBJECTS)
