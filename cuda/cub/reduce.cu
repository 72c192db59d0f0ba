/* reduce.cu - NVIDIA's ways to reduce. They are compiled as one because they
 * share kernels: what thrust::reduce launches is cub::DeviceReduce's, if its
 * operator is given with its type, as Thrust does. */
#include "reduce_device.cuh"
#include "reduce_thrust.cuh"
