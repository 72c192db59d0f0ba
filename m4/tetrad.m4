# tetrad.m4 - macros that every component's configure.m4 shares.
#
# A feature FOO leaves have_FOO (yes or no) and FOO_why (one line: what was
# found, or why not) for the closing table.

# TETRAD_DEMANDED(FOO)
# Fails when the user asked for FOO (--with-FOO, --with-FOO=X, --enable-FOO;
# the answer is in want_FOO) and it is not here.
AC_DEFUN([TETRAD_DEMANDED],
[AS_CASE([$have_$1:$want_$1],
  [yes:*|no:check|no:no], [],
  [AC_MSG_FAILURE([$1 was asked for, but: $$1_why], [1])])])

# TETRAD_FIND_PREFIX(FOO, DIR, HEADER, LIBRARY)
# Looks for HEADER and LIBRARY (may be empty) under DIR, an installation
# prefix or the root of an unpacked package, and sets FOO_CPPFLAGS, FOO_LIBS
# and FOO_why (empty when all is there).
AC_DEFUN([TETRAD_FIND_PREFIX],
[$1_CPPFLAGS= $1_LIBS= $1_why="no $3 under $2"
tetrad_dir=`cd "$2" 2>/dev/null && pwd`
tetrad_multiarch=`$CC -print-multiarch 2>/dev/null`
for tetrad_root in "$tetrad_dir" "$tetrad_dir/usr" "$tetrad_dir/usr/local"; do
  AS_IF([test -n "$tetrad_dir" && test -f "$tetrad_root/include/$3"],
    [$1_CPPFLAGS="-isystem $tetrad_root/include"
     $1_why=
     break])
done
m4_ifval([$4],
[AS_IF([test -n "$$1_CPPFLAGS"],
  [$1_why="no lib$4 under $2 (unpack its run-time package there too)"
   for tetrad_lib in lib64 "lib/$tetrad_multiarch" lib; do
     tetrad_lib=$tetrad_root/$tetrad_lib
     AS_IF([test -f "$tetrad_lib/lib$4.so"],
         [$1_LIBS="-L$tetrad_lib -Wl,-rpath,$tetrad_lib -l$4"
          $1_why=
          break],
       [test -f "$tetrad_lib/lib$4.a"],
         [$1_LIBS="$tetrad_lib/lib$4.a"
          $1_why=
          break])
   done])])])

# TETRAD_LIBRARY(FOO, HEADER, LIBRARY, PACKAGE, INCLUDES, BODY)
# --with-FOO[=DIR]; LIBRARY is empty for a library of headers; PACKAGE is what
# Debian calls it, for the message. Substitutes
# FOO_CPPFLAGS, FOO_LIBS and FOO_WHY.
AC_DEFUN([TETRAD_LIBRARY],
[AC_ARG_WITH([$1],
  [AS_HELP_STRING([--with-$1@<:@=DIR@:>@],
    [use $1, from prefix DIR (default: if found)])],
  [want_$1=$withval], [want_$1=check])
have_$1=no
AC_MSG_CHECKING([for $1])
AS_CASE([$want_$1],
  [no], [$1_why="--without-$1"],
  [yes|check],
    [$1_CPPFLAGS= $1_why=
     $1_LIBS=m4_ifval([$3], ["-l$3"])],
  [TETRAD_FIND_PREFIX([$1], [$want_$1], [$2], [$3])])
AS_IF([test -z "$$1_why"],
  [tetrad_save_CPPFLAGS=$CPPFLAGS
   tetrad_save_LIBS=$LIBS
   CPPFLAGS="$$1_CPPFLAGS $CPPFLAGS"
   LIBS="$$1_LIBS $LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([$5], [$6])],
     [have_$1=yes
      $1_why=m4_ifval([$3], ["$$1_LIBS"], ["${$1_CPPFLAGS:-headers alone}"])],
     [$1_why="a program with $2 does not compile and link (package $4, or --with-$1=DIR)"])
   CPPFLAGS=$tetrad_save_CPPFLAGS
   LIBS=$tetrad_save_LIBS])
AC_MSG_RESULT([$have_$1])
TETRAD_DEMANDED([$1])
AS_IF([test "x$have_$1" = xno], [$1_CPPFLAGS= $1_LIBS=])
AC_SUBST(m4_toupper([$1])[_CPPFLAGS], [$$1_CPPFLAGS])
AC_SUBST(m4_toupper([$1])[_LIBS], [$$1_LIBS])
AC_SUBST(m4_toupper([$1])[_WHY], [$$1_why])])

# TETRAD_REQUIRED(FOO)
AC_DEFUN([TETRAD_REQUIRED],
[AS_IF([test "x$have_$1" != xyes],
  [AC_MSG_ERROR([$1 is required: $$1_why])])])

# TETRAD_WARNINGS
# WARN_CFLAGS: the warnings all our C is held to, where the compiler has them.
AC_DEFUN([TETRAD_WARNINGS],
[WARN_CFLAGS="-Wall -Wextra -Wconversion"
tetrad_save_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $WARN_CFLAGS"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM], [], [WARN_CFLAGS=])
CFLAGS=$tetrad_save_CFLAGS
AS_IF([test "x$enable_werror" = xyes], [WARN_CFLAGS="$WARN_CFLAGS -Werror"])
AC_SUBST([WARN_CFLAGS])])

# TETRAD_DEFINE_TEXT(MACRO, TEXT, WHAT)
# Defines MACRO as a C string.
AC_DEFUN([TETRAD_DEFINE_TEXT],
[tetrad_text=`AS_ECHO(["$2"]) | sed 's/[[\\\\"]]/\\\\&/g; s/^ *//; s/ *$//'`
AC_DEFINE_UNQUOTED([$1], ["$tetrad_text"], [The $3, for saved results.])])

# TETRAD_REPORT(FOO, ...)
# The closing table, a line a feature.
AC_DEFUN([TETRAD_REPORT],
[m4_foreach([tetrad_feature], [$@],
  [printf '  %-10s %-4s %s\n' "tetrad_feature" \
    "$have_[]tetrad_feature" "$tetrad_feature[]_why"
])])
