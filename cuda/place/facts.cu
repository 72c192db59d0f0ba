/* facts.cu - what records say of a GPU. */
#include <cub/version.cuh>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "place/backend.h"

/* FP32 lanes of a multiprocessor: CUDA C++ Programming Guide, table of
 * arithmetic throughput; 0 when unknown. */
static int fp32_lanes(int capability)
{
    switch (capability) {
    case 70:
    case 72:
    case 75:
    case 80: return 64;
    case 86:
    case 87:
    case 88:
    case 89:
    case 90:
    case 100:
    case 103:
    case 110:
    case 120:
    case 121: return 128;
    default: return 0;
    }
}

static struct fact *add(struct device_facts *facts, const char *key)
{
    struct fact *fact = &facts->more[facts->more_count++];
    fact->key = key;
    return fact;
}

/* Zero stands for unknown in every number here. */
static void add_number(struct device_facts *facts, const char *key,
                       double number)
{
    if (number > 0)
        add(facts, key)->number = number;
}

static void __attribute__((format(printf, 3, 4)))
add_text(struct device_facts *facts, const char *key, const char *format, ...)
{
    struct fact *fact = add(facts, key);
    va_list args;
    va_start(args, format);
    vsnprintf(fact->text, sizeof fact->text, format, args);
    va_end(args);
}

static void add_cuda(struct device_facts *facts, const char *key, int version)
{
    if (version > 0)
        add_text(facts, key, "%d.%d", version / 1000, version % 1000 / 10);
}

static void add_versions(const struct device *device,
                         struct device_facts *facts, int driver, int runtime)
{
    add_text(facts, "compute_capability", "%d.%d", device->capability / 10,
             device->capability % 10);
    if (device->own->driver[0])
        add_text(facts, "driver_version", "%s", device->own->driver);
    add_cuda(facts, "driver_cuda_version", driver);
    add_cuda(facts, "runtime_cuda_version", runtime);
    add_text(facts, "cub_version", "%d.%d.%d", CUB_VERSION / 100000,
             CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
}

static void add_settings(const struct device *device,
                         struct device_facts *facts, double clock_khz,
                         double memory_khz)
{
    int ecc = 0;
    add_number(facts, "sm_clock_max_mhz", clock_khz / 1e3);
    add_number(facts, "memory_clock_max_mhz", memory_khz / 1e3);
    add_number(facts, "power_limit_w", device->own->power_limit);
    if (!cudaDeviceGetAttribute(&ecc, cudaDevAttrEccEnabled, device->ordinal))
        add_text(facts, "ecc", ecc ? "on" : "off");
}

static void add_link(struct device *device, struct device_facts *facts)
{
    unsigned generation, width;
    const size_t length = strlen(facts->detail);
    cuda_nvml_link(device, &generation, &width);
    if (!generation || !width)
        return;
    add_number(facts, "pcie_generation", generation);
    add_number(facts, "pcie_width", width);
    snprintf(facts->detail + length, sizeof facts->detail - length,
             ", PCIe %u x%u", generation, width);
}

void cuda_facts(struct device *device, struct device_facts *facts)
{
    cudaDeviceProp properties;
    int driver = 0, runtime = 0;
    memset(facts, 0, sizeof *facts);
    if (cudaGetDeviceProperties(&properties, device->ordinal) == cudaSuccess)
        snprintf(facts->name, sizeof facts->name, "%.95s", properties.name);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    cudaMemGetInfo(&facts->memory_free, &facts->memory);
    const double clock_khz = cuda_attribute(device, cudaDevAttrClockRate);
    const double memory_khz =
        cuda_attribute(device, cudaDevAttrMemoryClockRate);
    const int bus_bits =
        cuda_attribute(device, cudaDevAttrGlobalMemoryBusWidth);
    facts->cores = device->sms;
    facts->cache = device->l2;
    facts->cache_one = device->l2 / 2; /* there may be two copies of a line */
    /* Both edges of the memory clock carry data. */
    facts->peak_bytes = 2e3 * memory_khz * bus_bits / 8;
    facts->peak_flops =
        2e3 * clock_khz * device->sms * fp32_lanes(device->capability);
    snprintf(facts->detail, sizeof facts->detail,
             "compute capability %d.%d, %d multiprocessors at %.0f MHz, "
             "memory at %.0f MHz, driver for CUDA %d.%d, runtime %d.%d, "
             "ECC %s",
             device->capability / 10, device->capability % 10, device->sms,
             clock_khz / 1e3, memory_khz / 1e3, driver / 1000,
             driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
             cuda_attribute(device, cudaDevAttrEccEnabled) ? "on" : "off");
    add_link(device, facts);
    add_versions(device, facts, driver, runtime);
    add_settings(device, facts, clock_khz, memory_khz);
    cudaGetLastError();
}
