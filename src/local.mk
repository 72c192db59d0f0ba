# local.mk - the harness, and what each operation is.

libtetrad_a_SOURCES += \
	src/bench.c \
	src/bench.h \
	src/buffer.c \
	src/buffer.h \
	src/chart.c \
	src/chart_data.c \
	src/chart_data.h \
	src/chart_ladder.c \
	src/chart_roofline.c \
	src/chart_speed.c \
	src/columns.c \
	src/columns.h \
	src/comma.c \
	src/comma.h \
	src/digest.h \
	src/elem.c \
	src/elem.h \
	src/explain.c \
	src/flag_read.c \
	src/flags.c \
	src/flags.h \
	src/gnuplot.c \
	src/gnuplot.h \
	src/help.c \
	src/host.c \
	src/host.h \
	src/host_roofs.c \
	src/json_read.c \
	src/json_read.h \
	src/list.c \
	src/list.h \
	src/list_model.c \
	src/machine.c \
	src/machine.h \
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
	src/outputs.c \
	src/outputs.h \
	src/parallel.c \
	src/parallel.h \
	src/params.c \
	src/params.h \
	src/plan.c \
	src/plan.h \
	src/random.c \
	src/random.h \
	src/random_tmpl.h \
	src/record.c \
	src/record.h \
	src/report.h \
	src/report_json.c \
	src/report_load.c \
	src/report_save.c \
	src/report_table.c \
	src/report_text.c \
	src/resolve.c \
	src/resolve.h \
	src/resolve_variants.c \
	src/result.c \
	src/result.h \
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
	src/system.c \
	src/system.h \
	src/text.c \
	src/text.h \
	src/trial.c \
	src/trial.h \
	src/verdict.c \
	src/verdict.h

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
src/machine.$(OBJEXT): AM_CPPFLAGS += -include commit.h
commit-is-checked:
.PHONY: commit-is-checked
