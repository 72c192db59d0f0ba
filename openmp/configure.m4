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

dnl OpenBLAS, by its header and with a link: the program opens the library when
dnl it first needs it. Of several builds the one whose threads are OpenMP's is
dnl wanted, which Debian has in a directory of its own and Fedora calls
dnl openblaso.
AC_ARG_WITH([openblas],
  [AS_HELP_STRING([--with-openblas@<:@=DIR@:>@],
    [use openblas, from prefix DIR (default: if found)])],
  [want_openblas=$withval], [want_openblas=check])
have_openblas=no openblas_why= openblas_file= openblas_include=
tetrad_multiarch=`$CC -print-multiarch 2>/dev/null`

# tetrad_find_openblas LIBDIR INCLUDEDIR...: a library, and a header beside it
tetrad_find_openblas ()
{
  test -z "$openblas_file" || return 0
  tetrad_libdir=$[1]
  shift
  for tetrad_name in openblaso openblas; do
    test -f "$tetrad_libdir/lib$tetrad_name.so" || continue
    for tetrad_dir
    do
      test -f "$tetrad_dir/openblas_config.h" || continue
      openblas_file=$tetrad_libdir/lib$tetrad_name.so
      AS_CASE([$tetrad_dir],
        [/usr/include|/usr/include/"$tetrad_multiarch"], [],
        [openblas_include="-isystem $tetrad_dir"])
      return 0
    done
  done
}

# tetrad_find_openblas_under ROOT
tetrad_find_openblas_under ()
{
  set x "$[1]" "$[1]/include/$tetrad_multiarch"
  tetrad_find_openblas "$[2]/lib/$tetrad_multiarch/openblas-openmp" \
    "$[3]/openblas-openmp"
  for tetrad_lib in lib64 "lib/$tetrad_multiarch" lib; do
    tetrad_find_openblas "$[2]/$tetrad_lib" "$[3]" "$[2]/include/openblas" \
      "$[2]/include"
  done
  for tetrad_kind in pthread serial; do
    tetrad_find_openblas "$[2]/lib/$tetrad_multiarch/openblas-$tetrad_kind" \
      "$[3]/openblas-$tetrad_kind"
  done
}

AS_CASE([$want_openblas:$have_openmp],
  [no:*], [openblas_why="--without-openblas"],
  [*:no], [openblas_why="no OpenMP"],
  [yes:*|check:*],
    [AC_PATH_PROG([PKG_CONFIG], [pkg-config])
     tetrad_pc=`test -z "$PKG_CONFIG" ||
       "$PKG_CONFIG" --variable=libdir openblas 2>/dev/null`
     AS_CASE([$tetrad_pc],
       [""|*/openblas-*], [],
       [tetrad_find_openblas "$tetrad_pc" \
          "`"$PKG_CONFIG" --variable=includedir openblas`"])
     tetrad_find_openblas_under /usr
     tetrad_find_openblas_under /usr/local
     AS_IF([test -z "$openblas_file"],
       [openblas_file=libopenblas.so.0])],
  [tetrad_root=`cd "$want_openblas" 2>/dev/null && pwd`
   AS_IF([test -n "$tetrad_root"],
     [tetrad_find_openblas_under "$tetrad_root"
      tetrad_find_openblas_under "$tetrad_root/usr"])
   AS_IF([test -z "$openblas_file"],
     [openblas_why="no openblas_config.h and libopenblas.so under $want_openblas"])])
AS_IF([test -z "$openblas_why"],
  [AC_MSG_CHECKING([for openblas])
   tetrad_save_CPPFLAGS=$CPPFLAGS
   tetrad_save_LIBS=$LIBS
   CPPFLAGS="$openblas_include $CPPFLAGS"
   AS_CASE([$openblas_file],
     [/*], [LIBS="$openblas_file $LIBS"],
     [LIBS="-lopenblas $LIBS"])
   AC_LINK_IFELSE([AC_LANG_PROGRAM(
       [[#include <openblas_config.h>
         #include <cblas.h>]],
       [[openblas_set_num_threads(1);
         cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 0, 0, 0, 1,
                     0, 1, 0, 1, 0, 0, 1);
         return openblas_get_parallel() == OPENBLAS_OPENMP;]])],
     [have_openblas=yes
      tetrad_pc=`printf '#include <openblas_config.h>\ntetrad %s\n' \
        OPENBLAS_VERSION | $CC $CPPFLAGS -E - 2>/dev/null |
        sed '/^#/d' | tr '\n' ' ' | sed 's/.*tetrad *" *//; s/ *".*//'`
      openblas_why="$tetrad_pc, $openblas_file"],
     [openblas_why="a program with cblas.h does not compile and link (package libopenblas-openmp-dev, or --with-openblas=DIR)"])
   CPPFLAGS=$tetrad_save_CPPFLAGS
   LIBS=$tetrad_save_LIBS
   AC_MSG_RESULT([$have_openblas])])
TETRAD_DEMANDED([openblas])
OPENBLAS_CPPFLAGS=
AS_IF([test $have_openblas = yes],
  [OPENBLAS_CPPFLAGS=$openblas_include
   AC_DEFINE([HAVE_OPENBLAS], [1],
     [Define to 1 if OpenBLAS can be called, where its library is.])
   AC_DEFINE_UNQUOTED([TETRAD_OPENBLAS_FILE], ["$openblas_file"],
     [The OpenBLAS that is opened at run time.])])
AC_SUBST([OPENBLAS_CPPFLAGS])
