# local.mk - the tests. All speak TAP: C programs, cmocka's included, and
# shell scripts. All find the tree in $top_srcdir and the program in $COMPARE.

check_LIBRARIES = libtests.a
libtests_a_SOURCES = \
	tests/astray.h \
	tests/bed.c \
	tests/bed.h \
	tests/opfile.c \
	tests/opfile.h \
	tests/tap.c \
	tests/tap.h
tests/%.o: AM_CPPFLAGS += -iquote $(top_srcdir)/tests
LDADD = libtests.a $(CMOCKA_LIBS) $(TETRAD_LDADD)

test_programs = tests/fuzz
tests_company_SOURCES = \
	tests/company.c \
	tests/company.h \
	tests/company_checks.c \
	tests/crowd.h \
	tests/crowd_look.cuh \
	tests/guest.c \
	tests/guest.h
tests_company_kernels = \
	tests/crowd.cu \
	tests/crowd_planted.cu
if HAVE_CUDA
tests_company_SOURCES += $(tests_company_kernels)
CLEANFILES += $(tests_company_kernels:.cu=.d)
-include $(tests_company_kernels:.cu=.d)
endif
tests_crosscheck_SOURCES = \
	tests/cross.c \
	tests/cross.h \
	tests/crosscheck.c
tests_fuzz_SOURCES = tests/fuzz.c
tests_mutants_SOURCES = \
	tests/flaws.c \
	tests/flaws.h \
	tests/flaws_memory.c \
	tests/flaws_parts.h \
	tests/mutants.c \
	tests/mutants.h \
	tests/mutants_cells.c \
	tests/mutants_compact.c \
	tests/mutants_conv2d.c \
	tests/mutants_extrema.c \
	tests/mutants_gather.c \
	tests/mutants_histogram.c \
	tests/mutants_histogram.h \
	tests/mutants_histogram_edges.c \
	tests/mutants_map.c \
	tests/mutants_maxima.c \
	tests/mutants_nbody.c \
	tests/mutants_partition.c \
	tests/mutants_parts.c \
	tests/mutants_parts.h \
	tests/mutants_reduce.c \
	tests/mutants_scan.c \
	tests/mutants_scan.h \
	tests/mutants_scatter.c \
	tests/mutants_segreduce.c \
	tests/mutants_segscan.c \
	tests/mutants_sgemm.c \
	tests/mutants_sort.c \
	tests/mutants_sorted.c \
	tests/mutants_sorted.h \
	tests/mutants_split.c \
	tests/mutants_spmv.c \
	tests/mutants_tile_scan.c \
	tests/mutants_vast.c \
	tests/mutants_vast.h

# crosscheck with an OpenMP backend whose stores past the caches are weak and
# whose CPU may be a narrower one; the archive is never built, as
# openmp/local.mk says of its own.
EXTRA_LIBRARIES += libweak.a
libweak_a_SHORTNAME = weak
libweak_a_CFLAGS = $(libopenmp_a_CFLAGS)
libweak_a_CPPFLAGS = $(libopenmp_a_CPPFLAGS) \
	-include $(srcdir)/tests/weak_stores.h \
	-include $(srcdir)/tests/narrow_cpu.h
libweak_a_SOURCES = $(libopenmp_a_SOURCES)
tests_weak_SOURCES = \
	$(tests_crosscheck_SOURCES) \
	tests/narrow_cpu.c \
	tests/narrow_cpu.h \
	tests/weak_stores.c \
	tests/weak_stores.h
tests_weak_LDADD = $(libweak_a_OBJECTS) $(LDADD)
tests_weak_DEPENDENCIES = $(libweak_a_OBJECTS) libtests.a libtetrad.a

# The program with a backend that fails on purpose, for scripts.
tests_planted_SOURCES = \
	tests/planted.c \
	tests/planted.h \
	tests/planted_harm.c \
	tests/planted_left.c \
	tests/planted_lossy.c \
	tests/planted_system.c

# A unit test is a line here; its source is the .c file of its name.
unit_tests = \
	tests/unit/test_accesses \
	tests/unit/test_apart \
	tests/unit/test_arrays \
	tests/unit/test_at_odds \
	tests/unit/test_batches \
	tests/unit/test_besides \
	tests/unit/test_bounds \
	tests/unit/test_branches \
	tests/unit/test_buffer \
	tests/unit/test_cases \
	tests/unit/test_case \
	tests/unit/test_cells \
	tests/unit/test_contract \
	tests/unit/test_conv2d \
	tests/unit/test_chain \
	tests/unit/test_claims \
	tests/unit/test_compact \
	tests/unit/test_costs \
	tests/unit/test_covariance \
	tests/unit/test_cpus \
	tests/unit/test_crossover \
	tests/unit/test_cuts \
	tests/unit/test_dataset \
	tests/unit/test_depths \
	tests/unit/test_diff \
	tests/unit/test_diff_machines \
	tests/unit/test_diff_pace \
	tests/unit/test_diff_print \
	tests/unit/test_digest \
	tests/unit/test_dists \
	tests/unit/test_duels \
	tests/unit/test_elem \
	tests/unit/test_fastest \
	tests/unit/test_finer \
	tests/unit/test_flags \
	tests/unit/test_generated \
	tests/unit/test_given \
	tests/unit/test_guard \
	tests/unit/test_headlines \
	tests/unit/test_histogram \
	tests/unit/test_histogram_bytes \
	tests/unit/test_host \
	tests/unit/test_host_energy \
	tests/unit/test_host_loops \
	tests/unit/test_host_memory \
	tests/unit/test_image \
	tests/unit/test_inputs \
	tests/unit/test_indices \
	tests/unit/test_intake \
	tests/unit/test_join \
	tests/unit/test_judge \
	tests/unit/test_kernels \
	tests/unit/test_lines \
	tests/unit/test_links \
	tests/unit/test_lists \
	tests/unit/test_load \
	tests/unit/test_lost \
	tests/unit/test_machine \
	tests/unit/test_magnitude \
	tests/unit/test_manifest \
	tests/unit/test_map \
	tests/unit/test_nbody \
	tests/unit/test_near \
	tests/unit/test_openblas \
	tests/unit/test_options \
	tests/unit/test_mtx \
	tests/unit/test_mtx_malformed \
	tests/unit/test_oracle \
	tests/unit/test_outputs \
	tests/unit/test_over \
	tests/unit/test_pages \
	tests/unit/test_pairs \
	tests/unit/test_parallel \
	tests/unit/test_params \
	tests/unit/test_parts \
	tests/unit/test_partition \
	tests/unit/test_passes \
	tests/unit/test_pgm \
	tests/unit/test_plan \
	tests/unit/test_prefix \
	tests/unit/test_progress \
	tests/unit/test_presets \
	tests/unit/test_random \
	tests/unit/test_record \
	tests/unit/test_refusals \
	tests/unit/test_regions \
	tests/unit/test_repeats \
	tests/unit/test_replay \
	tests/unit/test_result \
	tests/unit/test_roofs \
	tests/unit/test_renewing \
	tests/unit/test_rounds \
	tests/unit/test_save \
	tests/unit/test_scatter_lines \
	tests/unit/test_segments \
	tests/unit/test_shares \
	tests/unit/test_sets \
	tests/unit/test_sizes \
	tests/unit/test_small \
	tests/unit/test_sort \
	tests/unit/test_sort_chunks \
	tests/unit/test_sort_deep \
	tests/unit/test_sort_runs \
	tests/unit/test_sort_tasks \
	tests/unit/test_sort_vectors \
	tests/unit/test_split \
	tests/unit/test_spmv \
	tests/unit/test_spmv_files \
	tests/unit/test_standing \
	tests/unit/test_starts \
	tests/unit/test_stats \
	tests/unit/test_stops \
	tests/unit/test_suggest \
	tests/unit/test_summary \
	tests/unit/test_sustained \
	tests/unit/test_table \
	tests/unit/test_text \
	tests/unit/test_ties \
	tests/unit/test_timed \
	tests/unit/test_told \
	tests/unit/test_trial \
	tests/unit/test_turns \
	tests/unit/test_twin \
	tests/unit/test_verdict \
	tests/unit/test_whole \
	tests/unit/test_wire \
	tests/unit/test_words

# And those that hold times against each other, so that what runs beside them
# upsets them.
timed_tests = \
	tests/unit/test_host_flush \
	tests/unit/test_host_roofs

# The longest first, for make begins them in this order.
scripts = \
	tests/sanitize.sh \
	tests/gpu.sh \
	tests/crosscheck.sh \
	tests/mutants.sh \
	tests/interrupts.sh \
	tests/faults.sh \
	tests/cli.sh \
	tests/measure.sh \
	tests/diff.sh \
	tests/figures.sh \
	tests/publish.sh \
	tests/weak.sh \
	tests/narrow.sh \
	tests/tight.sh \
	tests/wrong.sh \
	tests/quickstart.sh \
	tests/threads.sh \
	tests/crossover.sh \
	tests/sanitized.sh \
	tests/tree.sh \
	tests/man.sh \
	tests/races.sh

# Without cmocka one script stands for them and says why they are skipped.
if HAVE_CMOCKA
test_programs += $(unit_tests) $(timed_tests)
else
scripts += tests/unit.sh
endif

# These run operation by operation, from scripts of their names.
by_op = tests/crosscheck tests/mutants
check_PROGRAMS += tests/company $(test_programs) $(by_op) tests/planted
if X86_64
check_PROGRAMS += tests/weak
endif
TESTS += tests/company $(scripts) $(test_programs) tests/trust.sh
EXTRA_DIST += $(scripts) \
	tests/trust.sh \
	tests/by-op.sh \
	tests/pool.sh \
	tests/cost.sh \
	tests/harness-faults.list \
	tests/harness-faults.sh \
	tests/race_chain.c \
	tests/interrupts.py \
	tests/plots.py \
	tests/verdicts.py \
	tests/skips.sh \
	tests/tap.sh \
	tests/turn.sh \
	tests/unit.sh \
	tests/unit/batches.h \
	tests/unit/copying.h \
	tests/unit/fake.h \
	tests/unit/line.h \
	tests/unit/malformed.h \
	tests/unit/mtx_text.h \
	tests/unit/tree.h \
	tests/unit/on_targets.h \
	tests/unit/pair.h \
	tests/unit/sample.h \
	tests/unit/set_up.h \
	tests/unit/shown.h \
	tests/unit/sort_ranks.h \
	tests/unit/sorted_pairs.h \
	tests/unit/unit.h \
	tests/unit/whole.h \
	tests/unit/written.h \
	tests/data/bounds \
	tests/data/crossover.json \
	tests/data/depths \
	tests/data/generated \
	tests/data/library.json \
	tests/data/presets \
	tests/data/reduce.json \
	tests/data/sgemm.json \
	tests/data/threads.json \
	tests/data/whole/charts.bars \
	tests/data/whole/charts.crossover \
	tests/data/whole/charts.library \
	tests/data/whole/charts.mixed \
	tests/data/whole/charts.none \
	tests/data/whole/charts.one \
	tests/data/whole/charts.reduce \
	tests/data/whole/charts.sgemm \
	tests/data/whole/charts.threads \
	tests/data/whole/charts.two \
	tests/data/whole/explain \
	tests/data/whole/flags \
	tests/data/whole/help \
	tests/data/whole/lists \
	tests/data/whole/lists.as-json \
	tests/data/whole/mixed.json \
	tests/data/whole/page.md \
	tests/data/whole/published \
	tests/data/whole/rows.csv \
	tests/data/whole/table \
	tests/data/whole/table.narrow \
	tests/data/whole/table.none \
	tests/data/whole/table.poor \
	tests/data/whole/table.poor-narrow \
	tests/data/whole/table.roofless \
	tests/data/whole/table.wide \
	tests/data/whole/targets \
	tests/data/variants \
	tests/ops/cells.op \
	tests/ops/compact.op \
	tests/ops/conv2d.op \
	tests/ops/gather.op \
	tests/ops/histogram.op \
	tests/ops/map.op \
	tests/ops/nbody.op \
	tests/ops/partition.op \
	tests/ops/reduce.op \
	tests/ops/scan.op \
	tests/ops/scatter.op \
	tests/ops/segreduce.op \
	tests/ops/segscan.op \
	tests/ops/sgemm.op \
	tests/ops/sort.op \
	tests/ops/split.op \
	tests/ops/spmv.op \
	tests/ops/tile-scan.op

# Many processes that share a GPU take longer than one after another. Only
# those of TESTS wait: what `make check TESTS=` leaves out is not run for it.
company_log = tests/company.log
$(company_log): $(filter tests/gpu.log,$(TEST_LOGS))
tests/sanitize.log: $(filter tests/company.log,$(TEST_LOGS))

# What nothing runs beside (tests/turn.sh), and is begun last therefore.
alone = $(timed_tests) tests/trust.sh

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/turn.sh $(SHELL)
LOG_COMPILER = $(SHELL) $(top_srcdir)/tests/turn.sh \
	$(SHELL) $(top_srcdir)/tests/skips.sh
# Threads that wait for others leave the cores to other tests: 16 of each of
# several programs at once take ten times as long where they spin.
AM_TESTS_ENVIRONMENT = \
	OMP_WAIT_POLICY=$${OMP_WAIT_POLICY:-passive}; export OMP_WAIT_POLICY; \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	ALONE='$(alone)'; export ALONE; \
	COMPARE='$(abs_top_builddir)/compare'; export COMPARE; \
	PLANTED='$(abs_top_builddir)/tests/planted'; export PLANTED; \
	WEAK='$(abs_top_builddir)/tests/weak'; export WEAK; CC='$(CC)'; \
	export CC; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	TETRAD_PLOTS='$(abs_top_srcdir)/plots'; export TETRAD_PLOTS; \
	TETRAD_CMOCKA_WHY='$(CMOCKA_WHY)'; export TETRAD_CMOCKA_WHY; \
	LC_ALL=C; export LC_ALL;

# The grids that take long, too.
check-full:
	CROSSCHECK_GRID=full $(MAKE) $(AM_MAKEFLAGS) check

# Faults planted in a copy of the harness, each seen by tests that are named:
# make check-faults [FAULT=words of its name] [SHARE=K/M of them]
check-faults: all
	rm -rf faults.tmp
	$(MKDIR_P) faults.tmp
	$(MAKE) -s $(AM_MAKEFLAGS) distdir distdir=faults.tmp/1
	chmod -R u+w faults.tmp
	cd faults.tmp/1 && eval ./configure -q \
		"`cd ../.. && ./config.status --config`" --without-cuda \
		CFLAGS=-O1 --enable-werror=no
	ALONE='$(alone)' top_srcdir='$(abs_top_srcdir)' $(SHELL) \
		$(srcdir)/tests/harness-faults.sh \
		faults.tmp '$(FAULT)' '$(SHARE)'
	rm -rf faults.tmp
.PHONY: check-faults check-full
