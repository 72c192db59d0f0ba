dnl configure.m4 - the CUDA Toolkit, found by compiling and linking a kernel.
dnl
dnl The link is the C compiler's, with the static CUDA run-time; libraries
dnl that need a driver or may be absent are opened at run time, by a run path
dnl to the toolkit's. Without a toolkit the C files here still compile and say
dnl why there is no GPU code. The test kernel has what needs a recent toolkit
dnl (PTX ISA 8.3, CUB's ArgMin with two outputs, cuda::minimum), so that an
dnl older one is told here rather than by make.

AC_ARG_VAR([NVCC], [CUDA compiler])
AC_ARG_VAR([NVCCFLAGS], [CUDA compiler flags])
AC_ARG_WITH([cuda],
  [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@],
    [GPU code, with the CUDA Toolkit in DIR (default: if found)])],
  [want_cuda=$withval], [want_cuda=check])
AC_ARG_WITH([cuda-arch],
  [AS_HELP_STRING([--with-cuda-arch=LIST],
    [GPU architectures, as 80-virtual,90: NN-real is machine code,
     NN-virtual is PTX, NN is both (default: what this machine has, else
     80-virtual,90)])],
  [cuda_arch=$withval], [cuda_arch=])
AC_ARG_WITH([cccl],
  [AS_HELP_STRING([--with-cccl=DIR],
    [CUB and Thrust from DIR, rather than the toolkit's])],
  [], [with_cccl=no])

: ${NVCCFLAGS="-O3"}
have_cuda=no
cuda_why=
CUDA_ARCH_FLAGS= CUDA_LIBS= CCCL_CPPFLAGS=
AS_CASE([$want_cuda],
  [no], [cuda_why="--without-cuda"],
  [yes|check],
    [tetrad_path=$PATH:${CUDA_HOME-/usr/local/cuda}/bin:/usr/local/cuda/bin],
  [tetrad_path=$want_cuda/bin:$want_cuda/usr/bin
   AS_UNSET([NVCC])])
AS_IF([test -z "$cuda_why"],
  [AC_PATH_PROG([NVCC], [nvcc], [], [$tetrad_path])
   AS_IF([test -z "$NVCC"], [cuda_why="no nvcc (--with-cuda=DIR)"])])

# The architectures: what the user says, what the machine has, or a default
# that runs on every GPU since Ampere: the PTX of 80 on those before Hopper,
# that of 90 on those after it, with the copies in bulk that they have, too.
AS_IF([test -z "$cuda_why" && test -z "$cuda_arch"],
  [cuda_arch=`nvidia-smi --query-gpu=compute_cap --format=csv,noheader \
     2>/dev/null | sed -n 's/^\(@<:@0-9@:>@*\)\.\(@<:@0-9@:>@\)$/\1\2/p' |
     sort -un | tr '\n' ,`
   AS_IF([test -z "$cuda_arch"],
     [AS_IF(["$NVCC" --list-gpu-code 2>/dev/null | grep -w sm_90 >/dev/null],
       [cuda_arch=80-virtual,90], [cuda_arch=80])])])
cuda_arch=`AS_ECHO(["$cuda_arch"]) | tr ';, ' ',,,' | sed 's/,,*/,/g; s/,$//'`
for tetrad_arch in `AS_ECHO(["$cuda_arch"]) | tr , ' '`; do
  AS_CASE([$tetrad_arch],
    [@<:@1-9@:>@@<:@0-9@:>@*-real],
      [tetrad_code=sm_NN],
    [@<:@1-9@:>@@<:@0-9@:>@*-virtual],
      [tetrad_code=compute_NN],
    [*@<:@!0-9af@:>@*|@<:@!1-9@:>@*|?],
      [AC_MSG_ERROR([--with-cuda-arch: '$tetrad_arch' is not NN, NN-real or NN-virtual, as in 80-virtual,90])],
    [tetrad_code=@<:@compute_NN,sm_NN@:>@])
  tetrad_number=${tetrad_arch%%-*}
  tetrad_code=`AS_ECHO(["$tetrad_code"]) | sed "s/NN/$tetrad_number/g"`
  AS_VAR_APPEND([CUDA_ARCH_FLAGS],
    [" -gencode arch=compute_$tetrad_number,code=$tetrad_code"])
done

# CUB and Thrust of a CCCL checkout, or of a prefix.
AS_CASE([$with_cccl],
  [no], [],
  [yes], [AC_MSG_ERROR([--with-cccl needs a directory: --with-cccl=DIR])],
  [tetrad_dir=`cd "$with_cccl" 2>/dev/null && pwd`
   AS_IF([test -n "$tetrad_dir" && test -f "$tetrad_dir/cub/cub/cub.cuh"],
     [CCCL_CPPFLAGS="-I$tetrad_dir/cub -I$tetrad_dir/thrust -I$tetrad_dir/libcudacxx/include"],
     [for tetrad_root in include/cccl include usr/include; do
        AS_IF([test -f "$tetrad_dir/$tetrad_root/cub/cub.cuh"],
          [CCCL_CPPFLAGS="-I$tetrad_dir/$tetrad_root"
           break])
      done])
   AS_IF([test -z "$CCCL_CPPFLAGS"],
     [AC_MSG_ERROR([--with-cccl: no cub/cub.cuh under '$with_cccl'])])])

# tetrad_say_failure: the first error of the compilers or the linker; those
# that follow only count it.
tetrad_say_failure ()
{
  grep -i 'error\|undefined\|cannot' conftest.log | head -n 1 | cut -c 1-160
}

AS_IF([test -z "$cuda_why"],
  [AC_MSG_CHECKING([whether $NVCC compiles a kernel that $CC links])
   tetrad_toolkit=`AS_DIRNAME(["$NVCC"])`
   tetrad_real=`readlink -f "$NVCC" 2>/dev/null || AS_ECHO(["$NVCC"])`
   tetrad_real=`AS_DIRNAME(["$tetrad_real"])`
   for tetrad_dir in "$tetrad_toolkit/.." "$tetrad_real/.."; do
     for tetrad_lib in lib64 lib targets/`uname -m`-linux/lib; do
       AS_IF([test -z "$CUDA_LIBS" &&
              test -f "$tetrad_dir/$tetrad_lib/libcudart_static.a"],
         [tetrad_lib=`cd "$tetrad_dir/$tetrad_lib" && pwd`
          CUDA_LIBS="-L$tetrad_lib -Wl,-rpath,$tetrad_lib"])
     done
   done
   AS_VAR_APPEND([CUDA_LIBS],
     [" -lcudadevrt -lcudart_static -lpthread -ldl -lrt -lstdc++"])
   mkdir conftest.dir
   cat >conftest.dir/kernel.cu <<_ACEOF
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <cstdint>
#include <utility>
/* Only named, for its code would take long to compile. */
using result = decltype(cub::DeviceReduce::ArgMin(
    static_cast<void *>(nullptr), std::declval<size_t &>(),
    static_cast<float *>(nullptr), static_cast<float *>(nullptr),
    static_cast<std::int64_t *>(nullptr), std::int64_t{},
    cudaStream_t{}));
__global__ void kernel(unsigned long long *p)
{
    const auto least = cuda::minimum<>{}(p@<:@2@:>@, p@<:@3@:>@);
    asm volatile("{\n\t"
                 ".reg .b128 both;\n\t"
                 "mov.b128 both, {%1, %1};\n\t"
                 "st.relaxed.gpu.global.b128 @<:@%0@:>@, both;\n\t"
                 "}" : : "l"(p), "l"(least) : "memory");
}
extern "C" int launch(void)
{
    kernel<<<1, 1>>>(nullptr);
    return result(cudaGetLastError()) != cudaSuccess;
}
_ACEOF
   cat >conftest.dir/main.c <<_ACEOF
int launch(void);
int main(void) { return launch(); }
_ACEOF
   cat >conftest.dir/version.cu <<_ACEOF
#include <cub/version.cuh>
tetrad CUDART_VERSION CUB_VERSION
_ACEOF
   AS_IF([{ "$NVCC" $NVCCFLAGS $CUDA_ARCH_FLAGS $CCCL_CPPFLAGS -std=c++17 \
              -c conftest.dir/kernel.cu -o conftest.dir/kernel.o &&
            $CC $CFLAGS $LDFLAGS conftest.dir/main.c conftest.dir/kernel.o \
              $CUDA_LIBS $LIBS -o conftest.dir/main
          } >conftest.log 2>&1],
     [have_cuda=yes
      set x `"$NVCC" $CCCL_CPPFLAGS -std=c++17 -E conftest.dir/version.cu \
        2>/dev/null | sed '/^#/d' | tr '\n' ' ' | sed 's/.*tetrad//'`
      cuda_why="$NVCC (CUDA $(($[2] / 1000)).$(($[2] % 1000 / 10)), CUB $(($[3] / 100000)).$(($[3] / 100 % 1000)).$(($[3] % 100))) for $cuda_arch"],
     [cuda_why="$NVCC: a kernel does not compile and link: `tetrad_say_failure`"])
   cat conftest.log >&AS_MESSAGE_LOG_FD
   rm -rf conftest.dir conftest.log
   AC_MSG_RESULT([$have_cuda])])

# cuSPARSE, by its header: the library is opened at run time.
have_cusparse=no
AS_IF([test $have_cuda = yes],
  [AC_MSG_CHECKING([whether $NVCC has cusparse.h])
   cat >conftest.cu <<_ACEOF
#include <cusparse.h>
const cusparseSpMVAlg_t ways@<:@@:>@ = { CUSPARSE_SPMV_CSR_ALG1,
                                   CUSPARSE_SPMV_CSR_ALG2 };
decltype(&cusparseSpMV_preprocess) prepare;
decltype(&cusparseCreateConstCsr) create;
_ACEOF
   AS_IF(["$NVCC" -std=c++17 -c conftest.cu -o conftest.o >conftest.log 2>&1],
     [have_cusparse=yes])
   cat conftest.log >&AS_MESSAGE_LOG_FD
   rm -f conftest.cu conftest.o conftest.log
   AC_MSG_RESULT([$have_cusparse])])

TETRAD_DEMANDED([cuda])
AS_IF([test $have_cusparse = yes],
  [AC_DEFINE([HAVE_CUSPARSE], [1],
     [Define to 1 if the CUDA Toolkit has the header of cuSPARSE.])])
AS_IF([test $have_cuda = yes],
  [AC_DEFINE([HAVE_CUDA], [1], [Define to 1 if GPU code is compiled.])],
  [NVCC= CUDA_LIBS= CUDA_ARCH_FLAGS= NVCCFLAGS=])
AC_SUBST([CUDA_ARCH_FLAGS])
AC_SUBST([CUDA_LIBS])
AC_SUBST([CCCL_CPPFLAGS])
AM_CONDITIONAL([HAVE_CUDA], [test $have_cuda = yes])
AM_CONDITIONAL([HAVE_CUSPARSE], [test $have_cusparse = yes])
AS_CASE([$have_cuda:$with_cccl:$want_cuda],
  [no:no:*|yes:*], [],
  [AC_MSG_ERROR([--with-cccl was asked for, but there is no CUDA: $cuda_why])])

dnl TETRAD_CUDA_HEADER(FOO, HEADER)
dnl One of NVIDIA's libraries that the toolkit may lack, in the toolkit or in
dnl prefix DIR. Only its header is needed here: the program opens the library
dnl when it first needs it, also by a run path to DIR's.
AC_DEFUN([TETRAD_CUDA_HEADER],
[AC_ARG_WITH([$1],
  [AS_HELP_STRING([--with-$1@<:@=DIR@:>@],
    [use $1, from prefix DIR (default: if CUDA has it)])],
  [want_$1=$withval], [want_$1=check])
have_$1=no $1_why= tetrad_flags= tetrad_dir=
AS_CASE([$want_$1],
  [no], [$1_why="--without-$1"],
  [yes|check], [],
  [tetrad_dir=`cd "$want_$1" 2>/dev/null && pwd`
   tetrad_flags=" -isystem $tetrad_dir/include"
   AS_IF([test ! -f "$tetrad_dir/include/$2"],
     [$1_why="no include/$2 under $want_$1"])])
AS_IF([test -z "$$1_why" && test $have_cuda = no], [$1_why="no CUDA"])
AS_IF([test -z "$$1_why"],
  [AC_MSG_CHECKING([for $1])
   mkdir conftest.dir
   AS_ECHO(["#include <$2>"]) >conftest.dir/header.cu
   AS_IF(["$NVCC" $NVCCFLAGS $CUDA_ARCH_FLAGS $tetrad_flags -std=c++17 \
            -c conftest.dir/header.cu -o conftest.dir/header.o \
            >conftest.log 2>&1],
     [have_$1=yes
      $1_why="<$2> ${tetrad_dir:-of CUDA}"
      NVLIB_CPPFLAGS=$NVLIB_CPPFLAGS$tetrad_flags
      for tetrad_lib in "$tetrad_dir/lib64" "$tetrad_dir/lib"; do
        AS_IF([test -n "$tetrad_dir" && test -d "$tetrad_lib"],
          [CUDA_LIBS="-Wl,-rpath,$tetrad_lib $CUDA_LIBS"])
      done],
     [$1_why="no $2 (--with-$1=DIR)"])
   cat conftest.log >&AS_MESSAGE_LOG_FD
   rm -rf conftest.dir conftest.log
   AC_MSG_RESULT([$have_$1])])
TETRAD_DEMANDED([$1])
AS_IF([test $have_$1 = yes],
  [AC_DEFINE([HAVE_]m4_toupper([$1]), [1],
    [Define to 1 if $1 can be called, where its library is.])])])
NVLIB_CPPFLAGS=
TETRAD_CUDA_HEADER([cudnn], [cudnn.h])
TETRAD_CUDA_HEADER([npp], [npp.h])
AC_SUBST([NVLIB_CPPFLAGS])
