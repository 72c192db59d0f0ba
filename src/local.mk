# local.mk - the harness, and what each operation is. A directory uses those
# above it here, and all use src/ itself; tests/tree.sh sees to that.

# The vocabulary: what an operation, a variant and an element are.
libtetrad_a_SOURCES += \
	src/digest.h \
	src/elem.c \
	src/elem.h \
	src/elem_each.h \
	src/elem_each_binned.h \
	src/elem_each_every.h \
	src/elem_each_floats.h \
	src/elem_each_signed.h \
	src/elem_each_taught.h \
	src/elem_one.h \
	src/matrix.c \
	src/matrix.def \
	src/matrix.h \
	src/op.h \
	src/place.h \
	src/problem.c \
	src/problem.h \
	src/random.c \
	src/random.h \
	src/random_tmpl.h \
	src/random_zipf.c \
	src/random_zipf.h \
	src/simd.h \
	src/status.c \
	src/status.h \
	src/traits.c \
	src/traits.h \
	src/verdict.c \
	src/verdict.h

# Texts, numbers, names, JSON, statistics: what knows no operation.
libtetrad_a_SOURCES += \
	src/base/change.c \
	src/base/change.h \
	src/base/comma.c \
	src/base/comma.h \
	src/base/interrupt.c \
	src/base/interrupt.h \
	src/base/json_read.c \
	src/base/json_read.h \
	src/base/json_write.c \
	src/base/json_write.h \
	src/base/names.c \
	src/base/names.h \
	src/base/number.c \
	src/base/number.h \
	src/base/save.c \
	src/base/save.h \
	src/base/stats.c \
	src/base/stats.h \
	src/base/suggest.c \
	src/base/suggest.h \
	src/base/text.c \
	src/base/text.h \
	src/base/words.c \
	src/base/words.h

# The CPU as a place: topology, memory, clocks, roofs, energy.
libtetrad_a_SOURCES += \
	src/host/cpus.c \
	src/host/cpus.h \
	src/host/host.c \
	src/host/host.h \
	src/host/host_energy.c \
	src/host/host_energy.h \
	src/host/host_flush.c \
	src/host/host_accesses.c \
	src/host/host_accesses.h \
	src/host/host_accesses_tmpl.h \
	src/host/host_loops.c \
	src/host/host_loops.h \
	src/host/host_memory.c \
	src/host/host_memory.h \
	src/host/host_loops_tmpl.h \
	src/host/host_pace.c \
	src/host/host_random.c \
	src/host/host_random.h \
	src/host/host_roofs.c \
	src/host/host_walk.c \
	src/host/host_walk.h \
	src/host/given.c \
	src/host/given.h \
	src/host/idle.c \
	src/host/idle.h \
	src/host/machine.c \
	src/host/machine.h \
	src/host/machine_facts.c \
	src/host/parallel.c \
	src/host/parallel.h \
	src/host/settings.c \
	src/host/settings.h \
	src/host/system.c \
	src/host/system.h

# What a run found, in memory.
libtetrad_a_SOURCES += \
	src/record/at_odds.c \
	src/record/at_odds.h \
	src/record/covariance.c \
	src/record/covariance.h \
	src/record/judge.c \
	src/record/judge.h \
	src/record/pairs.c \
	src/record/pairs.h \
	src/record/record.c \
	src/record/record.h \
	src/record/record_rows.c \
	src/record/standing.c \
	src/record/standing.h \
	src/record/starts.c \
	src/record/starts.h

# The command line, and the commands that records hold.
libtetrad_a_SOURCES += \
	src/options/flag_names.c \
	src/options/flag_read.c \
	src/options/flags.c \
	src/options/flags.h \
	src/options/help.c \
	src/options/options.h \
	src/options/params.c \
	src/options/params.h \
	src/options/parse.c \
	src/options/recorded.c \
	src/options/recorded.h \
	src/options/resolve.c \
	src/options/resolve.h \
	src/options/resolve_files.c \
	src/options/resolve_variants.c \
	src/options/sizes.c \
	src/options/sizes.h

# From options to cases: places opened, variants chosen, problems shaped.
libtetrad_a_SOURCES += \
	src/plan/cases.c \
	src/plan/cases.h \
	src/plan/choices.c \
	src/plan/choices.h \
	src/plan/input.c \
	src/plan/input.h \
	src/plan/naming.c \
	src/plan/naming.h \
	src/plan/plan.c \
	src/plan/plan.h \
	src/plan/targets.c \
	src/plan/targets.h

# From cases to samples: set up, run, checked, timed.
libtetrad_a_SOURCES += \
	src/measure/besides.c \
	src/measure/besides.h \
	src/measure/buffer.c \
	src/measure/buffer.h \
	src/measure/dataset.c \
	src/measure/dataset.h \
	src/measure/dataset_check.c \
	src/measure/dataset_load.c \
	src/measure/dataset_near.c \
	src/measure/finishing.c \
	src/measure/image.c \
	src/measure/image.h \
	src/measure/measure.c \
	src/measure/measure.h \
	src/measure/pacing.c \
	src/measure/pacing.h \
	src/measure/renewing.c \
	src/measure/result.c \
	src/measure/result.h \
	src/measure/rounds.h \
	src/measure/small.c \
	src/measure/small.h \
	src/measure/stopping.c \
	src/measure/trial.c \
	src/measure/trial_calls.c \
	src/measure/trial_check.c \
	src/measure/trial_energy.c \
	src/measure/trial.h \
	src/measure/trial_open.c \
	src/measure/trial_kernels.c \
	src/measure/trial_near.c \
	src/measure/trial_parts.c \
	src/measure/trial_sustain.c \
	src/measure/watch.c \
	src/measure/watch.h

# What rows are held against: roofs, runs that do nothing, n -> 0.
libtetrad_a_SOURCES += \
	src/roofs/roofs.c \
	src/roofs/roofs.h

# Processes: a supervisor, and the workers that it may lose.
libtetrad_a_SOURCES += \
	src/process/blame.c \
	src/process/blame.h \
	src/process/board.c \
	src/process/board.h \
	src/process/child.c \
	src/process/child.h \
	src/process/follower.h \
	src/process/guard.c \
	src/process/guard.h \
	src/process/intake.c \
	src/process/intake.h \
	src/process/manifest.c \
	src/process/manifest.h \
	src/process/post.c \
	src/process/post.h \
	src/process/progress.c \
	src/process/progress.h \
	src/process/supervisor.c \
	src/process/supervisor.h \
	src/process/task.h \
	src/process/wire.c \
	src/process/wire.h \
	src/process/work.c \
	src/process/work.h \
	src/process/work_case.c \
	src/process/work_image.c \
	src/process/worker.c \
	src/process/worker.h

# Records as tables, JSON, CSV, Markdown; and back.
libtetrad_a_SOURCES += \
	src/report/columns.c \
	src/report/columns.h \
	src/report/columns_view.c \
	src/report/fields.c \
	src/report/fields.h \
	src/report/report.h \
	src/report/report_csv.c \
	src/report/report_json.c \
	src/report/report_json_row.c \
	src/report/report_load.c \
	src/report/report_load_row.c \
	src/report/report_machine.c \
	src/report/report_publish.c \
	src/report/report_row.h \
	src/report/report_save.c \
	src/report/report_table.c \
	src/report/report_text.c \
	src/report/summary.c \
	src/report/summary.h \
	src/report/summary_cases.c \
	src/report/summary_winners.c \
	src/report/summary_cores.c

# Records against each other: diffs and crossovers; and as one.
libtetrad_a_SOURCES += \
	src/analysis/crossover.c \
	src/analysis/crossover.h \
	src/analysis/crossover_report.c \
	src/analysis/diff.c \
	src/analysis/diff.h \
	src/analysis/diff_cells.c \
	src/analysis/diff_cells.h \
	src/analysis/diff_machines.c \
	src/analysis/diff_print.c \
	src/analysis/diff_ratio.c \
	src/analysis/diff_save.c \
	src/analysis/join.c \
	src/analysis/join.h

# Data files for plots/, and gnuplot.
libtetrad_a_SOURCES += \
	src/chart/chart.c \
	src/chart/chart_bars.c \
	src/chart/chart_crossover.c \
	src/chart/chart_data.c \
	src/chart/chart_data.h \
	src/chart/chart_ladder.c \
	src/chart/chart_roofline.c \
	src/chart/chart_speed.c \
	src/chart/chart_threads.c \
	src/chart/gnuplot.c \
	src/chart/gnuplot.h

# What the program can be told to do.
libtetrad_a_SOURCES += \
	src/commands/apart.c \
	src/commands/apart.h \
	src/commands/cli.c \
	src/commands/cli.h \
	src/commands/crossover_run.c \
	src/commands/diff_run.c \
	src/commands/explain.c \
	src/commands/list.c \
	src/commands/list.h \
	src/commands/list_model.c \
	src/commands/outputs.c \
	src/commands/outputs.h \
	src/commands/publish.h \
	src/commands/publish_run.c \
	src/commands/replay.c \
	src/commands/replay.h \
	src/commands/replay_run.c

# One line an operation.
libtetrad_a_SOURCES += \
	src/ops/cells.c \
	src/ops/cells_fill.c \
	src/ops/cells_fill.h \
	src/ops/cells_grid.h \
	src/ops/cells_oracle.c \
	src/ops/cells_oracle.h \
	src/ops/compact.c \
	src/ops/compact.h \
	src/ops/compact_tmpl.h \
	src/ops/conv2d.c \
	src/ops/conv2d.h \
	src/ops/conv2d_fill.c \
	src/ops/conv2d_fill.h \
	src/ops/conv2d_image.c \
	src/ops/conv2d_image.h \
	src/ops/conv2d_oracle.c \
	src/ops/conv2d_oracle.h \
	src/ops/gather.c \
	src/ops/gather.h \
	src/ops/histogram.c \
	src/ops/histogram.h \
	src/ops/histogram_rule.c \
	src/ops/indices.c \
	src/ops/indices.h \
	src/ops/indices_check.c \
	src/ops/magnitude.c \
	src/ops/magnitude.h \
	src/ops/magnitude_tmpl.h \
	src/ops/map.c \
	src/ops/map.h \
	src/ops/map_tmpl.h \
	src/ops/mtx.c \
	src/ops/mtx.h \
	src/ops/mtx_entry.h \
	src/ops/mtx_order.c \
	src/ops/mtx_order.h \
	src/ops/nbody.c \
	src/ops/nbody.h \
	src/ops/nbody_oracle.c \
	src/ops/nbody_oracle.h \
	src/ops/nbody_twin.c \
	src/ops/nbody_twin.h \
	src/ops/partition.c \
	src/ops/partition.h \
	src/ops/pgm.c \
	src/ops/pgm.h \
	src/ops/prefix.c \
	src/ops/prefix.h \
	src/ops/prefix_tmpl.h \
	src/ops/rare.c \
	src/ops/rare.h \
	src/ops/reader.c \
	src/ops/reader.h \
	src/ops/reduce.c \
	src/ops/reduce.h \
	src/ops/reduce_tmpl.h \
	src/ops/scan.c \
	src/ops/scan.h \
	src/ops/scatter.c \
	src/ops/scatter.h \
	src/ops/segments.c \
	src/ops/segments.h \
	src/ops/segreduce.c \
	src/ops/segreduce.h \
	src/ops/segreduce_tmpl.h \
	src/ops/segscan.c \
	src/ops/segscan.h \
	src/ops/sgemm.c \
	src/ops/sgemm.h \
	src/ops/sgemm_oracle.c \
	src/ops/sgemm_oracle.h \
	src/ops/sgemm_twin.c \
	src/ops/sgemm_twin.h \
	src/ops/sort.c \
	src/ops/sort.h \
	src/ops/sort_each.h \
	src/ops/sort_fill.c \
	src/ops/sort_fill.h \
	src/ops/sort_oracle.c \
	src/ops/sort_oracle.h \
	src/ops/sort_oracle_tmpl.h \
	src/ops/sort_rank.h \
	src/ops/sort_values.h \
	src/ops/spmv.c \
	src/ops/spmv.h \
	src/ops/spmv_matrix.c \
	src/ops/spmv_matrix.h \
	src/ops/spmv_shape.h \
	src/ops/spmv_tmpl.h \
	src/ops/spmv_twin.c \
	src/ops/spmv_twin.h \
	src/ops/split.c \
	src/ops/split.h \
	src/ops/split_tmpl.h \
	src/ops/threshold.c \
	src/ops/threshold.h \
	src/ops/threshold_tmpl.h \
	src/ops/tile_scan.c \
	src/ops/tile_scan.h

# Roots in its loop are vectors' only where they need not set errno.
src/ops/nbody_oracle.$(OBJEXT): AM_CFLAGS += -fno-math-errno

# The commit, for saved results; a tarball brings its own. Only touched when
# it is another one, so that nothing is compiled again for nothing.
CLEANFILES += commit.h commit.new
commit.h: commit-is-checked
	$(AM_V_at)c=`test -e $(srcdir)/.git && git -C $(srcdir) describe \
	  --always --dirty --abbrev=12 --exclude='*' 2>/dev/null` || \
	c=`cat $(srcdir)/.commit 2>/dev/null` || c=unknown; \
	echo "#define TETRAD_COMMIT \"$$c\"" >commit.new; \
	cmp -s commit.new $@ && rm -f commit.new || mv -f commit.new $@
src/host/machine_facts.$(OBJEXT): commit.h
src/host/machine_facts.$(OBJEXT): AM_CPPFLAGS += -include commit.h
commit-is-checked:
.PHONY: commit-is-checked
