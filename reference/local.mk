# local.mk - the reference backend: sequential C.

libtetrad_a_SOURCES += \
	reference/backend.c \
	reference/cells.c \
	reference/compact.c \
	reference/compact_tmpl.h \
	reference/conv2d.c \
	reference/gather.c \
	reference/gather_tmpl.h \
	reference/histogram.c \
	reference/histogram_tmpl.h \
	reference/map.c \
	reference/map_tmpl.h \
	reference/nbody.c \
	reference/partition.c \
	reference/partition_tmpl.h \
	reference/reduce.c \
	reference/reduce_tmpl.h \
	reference/scan.c \
	reference/scan_tmpl.h \
	reference/scatter.c \
	reference/scatter_tmpl.h \
	reference/segreduce.c \
	reference/segreduce_tmpl.h \
	reference/segscan.c \
	reference/segscan_tmpl.h \
	reference/sgemm.c \
	reference/sort.c \
	reference/sort_quick_tmpl.h \
	reference/sort_radix_tmpl.h \
	reference/split.c \
	reference/split_tmpl.h \
	reference/spmv.c \
	reference/spmv_tmpl.h \
	reference/tile_scan.c \
	reference/tile_scan_tmpl.h
