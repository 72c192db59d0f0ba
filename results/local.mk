# local.mk - published results, a directory a machine, and the charts that the
# READMEs show of them.

EXTRA_DIST += \
	results/README.md \
	$(wildcard $(srcdir)/results/*/*.json) \
	$(wildcard $(srcdir)/results/*/*.dat) \
	$(wildcard $(srcdir)/results/*/*.svg) \
	$(wildcard $(srcdir)/results/*/*.txt)
