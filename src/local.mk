# local.mk - the harness, and what each operation is.

libtetrad_a_SOURCES += \
	src/bench.c \
	src/bench.h \
	src/blame.c \
	src/blame.h \
	src/board.c \
	src/board.h \
	src/buffer.c \
	src/buffer.h \
	src/chart.c \
	src/chart_crossover.c \
	src/chart_data.c \
	src/chart_data.h \
	src/chart_ladder.c \
	src/chart_roofline.c \
	src/chart_speed.c \
	src/chart_threads.c \
	src/child.c \
	src/child.h \
	src/choices.c \
	src/choices.h \
	src/cli.c \
	src/cli.h \
	src/columns.c \
	src/columns.h \
	src/columns_view.c \
	src/comma.c \
	src/comma.h \
	src/cpus.c \
	src/cpus.h \
	src/crossover.c \
	src/crossover.h \
	src/crossover_report.c \
	src/crossover_run.c \
	src/diff.c \
	src/diff.h \
	src/diff_cells.c \
	src/diff_cells.h \
	src/diff_machines.c \
	src/diff_print.c \
	src/diff_ratio.c \
	src/diff_run.c \
	src/diff_save.c \
	src/digest.h \
	src/elem.c \
	src/elem.h \
	src/explain.c \
	src/flag_names.c \
	src/flag_read.c \
	src/flags.c \
	src/flags.h \
	src/gnuplot.c \
	src/gnuplot.h \
	src/guard.c \
	src/guard.h \
	src/help.c \
	src/host.c \
	src/host.h \
	src/host_energy.c \
	src/host_energy.h \
	src/host_flush.c \
	src/host_loops.c \
	src/host_loops.h \
	src/host_loops_tmpl.h \
	src/host_pace.c \
	src/host_roofs.c \
	src/intake.c \
	src/intake.h \
	src/json_read.c \
	src/json_read.h \
	src/json_write.c \
	src/json_write.h \
	src/judge.c \
	src/list.c \
	src/list.h \
	src/list_model.c \
	src/machine.c \
	src/machine.h \
	src/machine_facts.c \
	src/matrix.c \
	src/matrix.def \
	src/measure.c \
	src/measure.h \
	src/names.c \
	src/names.h \
	src/number.c \
	src/number.h \
	src/op.h \
	src/options.c \
	src/options.h \
	src/outline.c \
	src/outline.h \
	src/outputs.c \
	src/outputs.h \
	src/overhead.c \
	src/overheads.c \
	src/overheads.h \
	src/pacing.c \
	src/pacing.h \
	src/parallel.c \
	src/parallel.h \
	src/params.c \
	src/params.h \
	src/plan.c \
	src/plan.h \
	src/post.c \
	src/post.h \
	src/progress.c \
	src/progress.h \
	src/random.c \
	src/random.h \
	src/random_tmpl.h \
	src/record.c \
	src/record.h \
	src/record_rows.c \
	src/recorded.c \
	src/recorded.h \
	src/replay.c \
	src/replay.h \
	src/replay_run.c \
	src/report.h \
	src/report_csv.c \
	src/report_json.c \
	src/report_json_row.c \
	src/report_load.c \
	src/report_load_row.c \
	src/report_machine.c \
	src/report_row.h \
	src/report_save.c \
	src/report_table.c \
	src/report_text.c \
	src/resolve.c \
	src/resolve.h \
	src/resolve_files.c \
	src/resolve_variants.c \
	src/result.c \
	src/result.h \
	src/roofs.c \
	src/roofs.h \
	src/save.c \
	src/save.h \
	src/simd.h \
	src/sizes.c \
	src/sizes.h \
	src/stage.c \
	src/stage.h \
	src/stats.c \
	src/stats.h \
	src/status.c \
	src/status.h \
	src/suggest.c \
	src/suggest.h \
	src/summary.c \
	src/summary.h \
	src/summary_cores.c \
	src/supervisor.c \
	src/supervisor.h \
	src/system.c \
	src/system.h \
	src/text.c \
	src/text.h \
	src/trial.c \
	src/trial.h \
	src/trial_open.c \
	src/verdict.c \
	src/verdict.h \
	src/watch.c \
	src/watch.h \
	src/wire.c \
	src/wire.h \
	src/words.c \
	src/words.h \
	src/work.h \
	src/work_case.c \
	src/worker.c \
	src/worker.h

# One line an operation.
libtetrad_a_SOURCES += \
	src/ops/reduce.c \
	src/ops/reduce.h \
	src/ops/reduce_tmpl.h \
	src/ops/sgemm.c \
	src/ops/sgemm.h \
	src/ops/sgemm_oracle.c \
	src/ops/sgemm_oracle.h

# The commit, for saved results; a tarball brings its own. Only touched when
# it is another one, so that nothing is compiled again for nothing.
BUILT_SOURCES = commit.h
CLEANFILES += commit.h commit.new
commit.h: commit-is-checked
	$(AM_V_at)c=`test -e $(srcdir)/.git && git -C $(srcdir) describe \
	  --always --dirty --abbrev=12 --exclude='*' 2>/dev/null` || \
	c=`cat $(srcdir)/.commit 2>/dev/null` || c=unknown; \
	echo "#define TETRAD_COMMIT \"$$c\"" >commit.new; \
	cmp -s commit.new $@ && rm -f commit.new || mv -f commit.new $@
src/machine_facts.$(OBJEXT): AM_CPPFLAGS += -include commit.h
commit-is-checked:
.PHONY: commit-is-checked
