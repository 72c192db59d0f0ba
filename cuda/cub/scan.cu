/* scan.cu - NVIDIA's ways to scan. They are compiled as one because they share
 * kernels: what Thrust's scans launch is cub::DeviceScan's, if its operator is
 * given with its type, as Thrust does. */
#include "scan_device.cuh"
#include "scan_thrust.cuh"
