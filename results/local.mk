# local.mk - published results, a directory a machine, the charts that the
# READMEs show of them, and what makes them.

EXTRA_DIST += \
	results/README.md \
	results/card.list \
	results/cpu.list \
	results/losses.py \
	results/measure.sh \
	results/runs.list \
	results/tables.py \
	$(wildcard $(srcdir)/results/*/*.json) \
	$(wildcard $(srcdir)/results/*/*.dat) \
	$(wildcard $(srcdir)/results/*/*.svg) \
	$(wildcard $(srcdir)/results/*/*.txt)
