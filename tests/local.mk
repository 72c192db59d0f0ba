# local.mk - the tests. All speak TAP: C programs, cmocka's included, and
# shell scripts. All find the tree in $top_srcdir and the program in $COMPARE.

check_LIBRARIES = libtests.a
libtests_a_SOURCES = \
	tests/bed.c \
	tests/bed.h \
	tests/opfile.c \
	tests/opfile.h \
	tests/tap.c \
	tests/tap.h
tests/%.o: AM_CPPFLAGS += -iquote $(top_srcdir)/tests
LDADD = libtests.a $(CMOCKA_LIBS) $(TETRAD_LDADD)

check_PROGRAMS += tests/crosscheck tests/mutants
tests_crosscheck_SOURCES = \
	tests/cross.c \
	tests/cross.h \
	tests/crosscheck.c
tests_mutants_SOURCES = \
	tests/mutants.c \
	tests/mutants.h \
	tests/mutants_extrema.c \
	tests/mutants_reduce.c \
	tests/mutants_reduce.h \
	tests/mutants_sgemm.c

# A unit test is a line here; its source is the .c file of its name.
unit_tests = \
	tests/unit/test_buffer \
	tests/unit/test_digest \
	tests/unit/test_elem \
	tests/unit/test_options \
	tests/unit/test_oracle \
	tests/unit/test_parallel \
	tests/unit/test_params \
	tests/unit/test_random \
	tests/unit/test_record \
	tests/unit/test_sizes \
	tests/unit/test_stage \
	tests/unit/test_stats \
	tests/unit/test_suggest \
	tests/unit/test_verdict

scripts = \
	tests/cli.sh \
	tests/figures.sh \
	tests/man.sh \
	tests/sanitize.sh \
	tests/threads.sh \
	tests/tree.sh

# Without cmocka one script stands for them and says why they are skipped.
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
else
scripts += tests/unit.sh
endif

TESTS += $(check_PROGRAMS) $(scripts)
EXTRA_DIST += $(scripts) \
	tests/unit.sh \
	tests/unit/unit.h \
	tests/data/reduce.json \
	tests/data/sgemm.json \
	tests/ops/reduce.op \
	tests/ops/sgemm.op

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
