# local.mk - the tests. All speak TAP: C programs, cmocka's included, and
# shell scripts.
#
# To add a unit test: its program to `unit_tests`, and its source. To add a
# script: a line in `scripts`.

scripts = tests/man.sh

TESTS += $(check_PROGRAMS) $(scripts)
EXTRA_DIST += $(scripts)

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	COMPARE='$(abs_top_builddir)/compare'; export COMPARE; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	TETRAD_PLOTS='$(abs_top_srcdir)/plots'; export TETRAD_PLOTS; \
	TETRAD_CMOCKA_WHY='$(CMOCKA_WHY)'; export TETRAD_CMOCKA_WHY; \
	LC_ALL=C; export LC_ALL;
