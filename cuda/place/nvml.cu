/* nvml.cu - what only NVIDIA's management library tells of a GPU: its
 * driver's version, power limit, link to the host, and energy counter.
 *
 * The library comes with the driver, its header not with every toolkit: so it
 * is opened at run time, and the few types needed are written out here (NVML
 * API Reference). Whatever fails leaves its fact empty. */
#include <dlfcn.h>
#include <stdlib.h>

#include "place/backend.h"

/* nvmlReturn_t is an enum of which 0 is success, nvmlDevice_t a pointer. The
 * last three are not in every library. */
struct nvml {
    void *library, *gpu;
    int (*init)(void);
    int (*shutdown)(void);
    int (*driver_version)(char *text, unsigned size);
    int (*by_bus)(const char *bus, void **gpu);
    int (*power_limit)(void *gpu, unsigned *milliwatts);
    int (*energy)(void *gpu, unsigned long long *millijoules);
    int (*link_generation)(void *gpu, unsigned *generation);
    int (*link_width)(void *gpu, unsigned *width);
};

template <class Function>
static bool find(void *library, Function &function, const char *name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

static bool find_all(struct nvml *nvml)
{
    void *library = nvml->library;
    find(library, nvml->energy, "nvmlDeviceGetTotalEnergyConsumption");
    find(library, nvml->link_generation, "nvmlDeviceGetMaxPcieLinkGeneration");
    find(library, nvml->link_width, "nvmlDeviceGetMaxPcieLinkWidth");
    return find(library, nvml->init, "nvmlInit_v2") &&
        find(library, nvml->shutdown, "nvmlShutdown") &&
        find(library, nvml->driver_version, "nvmlSystemGetDriverVersion") &&
        find(library, nvml->by_bus, "nvmlDeviceGetHandleByPciBusId_v2") &&
        find(library, nvml->power_limit, "nvmlDeviceGetEnforcedPowerLimit");
}

/* NVML counts GPUs in an order of its own; the bus names the same one. */
static void ask(struct nvml *nvml, struct device *device)
{
    char bus[32];
    unsigned milliwatts = 0;
    if (nvml->driver_version(device->own->driver, sizeof device->own->driver))
        device->own->driver[0] = '\0';
    if (cudaDeviceGetPCIBusId(bus, sizeof bus, device->ordinal)) {
        cudaGetLastError();
        return;
    }
    if (nvml->by_bus(bus, &nvml->gpu))
        nvml->gpu = nullptr;
    else if (!nvml->power_limit(nvml->gpu, &milliwatts))
        device->own->power_limit = milliwatts * 1e-3;
}

void cuda_nvml_open(struct device *device)
{
    struct nvml *nvml = static_cast<struct nvml *>(calloc(1, sizeof *nvml));
    if (!nvml)
        return;
    nvml->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (nvml->library && find_all(nvml) && !nvml->init()) {
        ask(nvml, device);
        device->own->nvml = nvml;
        return;
    }
    if (nvml->library)
        dlclose(nvml->library);
    free(nvml);
}

void cuda_nvml_close(struct device *device)
{
    struct nvml *nvml = device->own->nvml;
    if (!nvml)
        return;
    nvml->shutdown();
    dlclose(nvml->library);
    free(nvml);
    device->own->nvml = nullptr;
}

void cuda_nvml_link(struct device *device, unsigned *generation,
                    unsigned *width)
{
    const struct nvml *nvml = device->own->nvml;
    *generation = *width = 0;
    if (!nvml || !nvml->gpu || !nvml->link_generation || !nvml->link_width)
        return;
    if (nvml->link_generation(nvml->gpu, generation) ||
        nvml->link_width(nvml->gpu, width))
        *generation = *width = 0;
}

/* The whole board's, since the driver was loaded. */
bool cuda_energy(struct device *device, double *joules)
{
    const struct nvml *nvml = device->own->nvml;
    unsigned long long millijoules = 0;
    if (!nvml || !nvml->gpu || !nvml->energy ||
        nvml->energy(nvml->gpu, &millijoules))
        return false;
    *joules = double(millijoules) * 1e-3;
    return true;
}
