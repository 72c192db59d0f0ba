dnl configure.m4 - what the harness and the CPU code use.

TETRAD_LIBRARY([jansson], [jansson.h], [jansson], [libjansson-dev],
  [[#include <jansson.h>]], [[json_decref(json_object());]])
TETRAD_REQUIRED([jansson])

TETRAD_LIBRARY([random123], [Random123/philox.h], [], [librandom123-dev],
  [[#include <Random123/philox.h>]],
  [[philox4x32_ctr_t c = {{0}};
    philox4x32_key_t k = {{0}};
    return (int)philox4x32(c, k).v[0];]])
TETRAD_REQUIRED([random123])

TETRAD_LIBRARY([hwloc], [hwloc.h], [hwloc], [libhwloc-dev],
  [[#include <hwloc.h>
    #if HWLOC_API_VERSION < 0x20000
    #error hwloc 2 or later is needed
    #endif]],
  [[hwloc_topology_t t; return hwloc_topology_init(&t);]])
AS_IF([test "x$have_hwloc" = xyes],
  [AC_DEFINE([HAVE_HWLOC], [1], [Define to 1 if hwloc is here.])])

# gnuplot draws the charts; without it their data files are still written.
AC_ARG_WITH([gnuplot],
  [AS_HELP_STRING([--with-gnuplot@<:@=PROG@:>@],
    [draw charts with gnuplot 5 (default: if found)])],
  [want_gnuplot=$withval], [want_gnuplot=check])
have_gnuplot=no
AS_CASE([$want_gnuplot],
  [no], [gnuplot_why="--without-gnuplot"],
  [AS_CASE([$want_gnuplot], [yes|check], [tetrad_name=gnuplot],
     [tetrad_name=$want_gnuplot])
   AC_PATH_PROG([GNUPLOT], [$tetrad_name])
   AS_CASE([`test -n "$GNUPLOT" && "$GNUPLOT" --version 2>/dev/null`],
     [gnuplot\ @<:@5-9@:>@*],
       [have_gnuplot=yes
        gnuplot_why=$GNUPLOT],
     [gnuplot_why="no gnuplot 5 or later (package gnuplot-nox, or --with-gnuplot=PROG)"])])
TETRAD_DEMANDED([gnuplot])
AS_IF([test "x$have_gnuplot" = xyes],
  [AC_DEFINE([HAVE_GNUPLOT], [1], [Define to 1 if gnuplot is here.])
   AC_DEFINE_UNQUOTED([GNUPLOT], ["$GNUPLOT"], [The gnuplot that draws.])])

# Functions compiled once per x86-64 level and picked at load time. The
# resolvers run before a sanitizer's run-time is up, so never with one.
AC_MSG_CHECKING([for target_clones of the x86-64 levels])
have_clones=no
AC_LANG_CONFTEST([AC_LANG_PROGRAM(
  [[__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3",
                                 "default")))
    int twice(int x) { return 2 * x; }]],
  [[return twice(0);]])])
AS_CASE([" $CC $CFLAGS "],
  [*\ -fsanitize*], [clones_why="built with a sanitizer"],
  [AS_IF([test "x$cross_compiling" = xyes],
    [AC_LINK_IFELSE([], [have_clones=yes])],
    [AC_RUN_IFELSE([], [have_clones=yes])])
   clones_why="CPU code for each x86-64 level, picked at load time"
   test $have_clones = yes || clones_why="not with this compiler or system"])
AC_MSG_RESULT([$have_clones])
AS_IF([test $have_clones = yes],
  [AC_DEFINE([HAVE_TARGET_CLONES], [1],
    [Define to 1 if target_clones of the x86-64 levels work.])])
