/* nvml.cu - what only NVIDIA's management library tells of a GPU.
 *
 * The library comes with the driver, its header not with every toolkit: so it
 * is opened at run time, and the few types needed are written out here (NVML
 * API Reference). Whatever fails leaves its fact empty. */
#include <dlfcn.h>

#include "backend.h"

/* nvmlReturn_t is an enum of which 0 is success, nvmlDevice_t a pointer. */
struct nvml {
    int (*init)(void);
    int (*shutdown)(void);
    int (*driver_version)(char *text, unsigned size);
    int (*by_bus)(const char *bus, void **gpu);
    int (*power_limit)(void *gpu, unsigned *milliwatts);
};

template <class Function>
static bool find(void *library, Function &function, const char *name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

static bool find_all(void *library, struct nvml *nvml)
{
    return find(library, nvml->init, "nvmlInit_v2") &&
           find(library, nvml->shutdown, "nvmlShutdown") &&
           find(library, nvml->driver_version,
                "nvmlSystemGetDriverVersion") &&
           find(library, nvml->by_bus, "nvmlDeviceGetHandleByPciBusId_v2") &&
           find(library, nvml->power_limit,
                "nvmlDeviceGetEnforcedPowerLimit");
}

/* NVML counts GPUs in an order of its own; the bus names the same one. */
static void ask(const struct nvml *nvml, struct device *device)
{
    char bus[32];
    void *gpu = nullptr;
    unsigned milliwatts = 0;
    if (nvml->driver_version(device->driver, sizeof device->driver))
        device->driver[0] = '\0';
    if (cudaDeviceGetPCIBusId(bus, sizeof bus, device->ordinal)) {
        cudaGetLastError();
        return;
    }
    if (!nvml->by_bus(bus, &gpu) && !nvml->power_limit(gpu, &milliwatts))
        device->power_limit = milliwatts * 1e-3;
}

void cuda_ask_nvml(struct device *device)
{
    struct nvml nvml;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    if (find_all(library, &nvml) && !nvml.init()) {
        ask(&nvml, device);
        nvml.shutdown();
    }
    dlclose(library);
}
