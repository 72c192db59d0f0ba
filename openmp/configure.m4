dnl configure.m4 - OpenMP, for the files of this directory alone.

AC_OPENMP
want_openmp=${enable_openmp-check}
have_openmp=no
AS_CASE([$want_openmp:$ac_cv_prog_c_openmp],
  [no:*], [openmp_why="--disable-openmp"],
  [*:unsupported], [openmp_why="$CC has no OpenMP"],
  [have_openmp=yes
   openmp_why=$OPENMP_CFLAGS])
TETRAD_DEMANDED([openmp])
AS_IF([test $have_openmp = yes],
  [AC_DEFINE([HAVE_OPENMP], [1], [Define to 1 if OpenMP is here.])])
