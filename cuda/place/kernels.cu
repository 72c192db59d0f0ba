/* kernels.cu - which kernels a run would launch, by the names they have in the
 * library they are from.
 *
 * The run is captured into a graph, which is then read rather than launched. A
 * kernel of another library's is none to this program's run-time, so it is the
 * driver that is asked: a function's name since CUDA 12.3. The driver's library
 * is there with every GPU, its header is not with every toolkit, so the few
 * types needed are written out here (CUDA Driver API). */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>

#include "place/backend.h"

constexpr size_t MOST_NODES = 64; /* of a run */
constexpr size_t NAME_MOST = 160; /* bytes of a name, beyond which it is cut */

/* CUDA_KERNEL_NODE_PARAMS_v2, of which a function or else a kernel is known. */
struct node {
    void *function;
    unsigned grid[3], block[3], shared;
    void **parameters, **extra;
    void *kernel, *context;
};

/* CUresult is an enum of which 0 is success. */
struct driver {
    void *library;
    int (*node)(cudaGraphNode_t, struct node *);
    int (*function_name)(const char **name, void *function);
    int (*kernel_name)(const char **name, void *kernel);
};

template <class Function>
static bool find(void *library, Function &function, const char *name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

static enum status driver_open(struct driver *d, struct reason *why)
{
    d->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!d->library)
        return fail(why, STATUS_MISSING, "the driver's library is not found");
    if (find(d->library, d->node, "cuGraphKernelNodeGetParams_v2") &&
        find(d->library, d->function_name, "cuFuncGetName") &&
        find(d->library, d->kernel_name, "cuKernelGetName"))
        return STATUS_OK;
    return fail(why, STATUS_MISSING,
                "the driver is older than CUDA 12.3 and names no kernels");
}

/* --- names ---------------------------------------------------------------- */

/* Without what it is given: "f<(int)1>(g<2>)" becomes "f<(int)1>". */
static void cut_parameters(char *name)
{
    size_t at = strlen(name);
    int open = 0;
    if (at == 0 || name[at - 1] != ')')
        return;
    do {
        at--;
        open += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
    } while (open > 0 && at > 0);
    if (at > 0)
        name[at] = '\0';
}

/* Behind its result, which C++ keeps in the names of templates: what comes
 * after the last space that is in no brackets. */
static const char *after_result(const char *name)
{
    const char *begin = name;
    int open = 0;
    for (; *name; name++) {
        open += strchr("<(", *name) ? 1 : strchr(">)", *name) ? -1 : 0;
        if (*name == ' ' && open == 0)
            begin = name + 1;
    }
    return begin;
}

static void add_name(char *names, size_t room, const char *name)
{
    int failed = 1;
    char *whole = abi::__cxa_demangle(name, nullptr, nullptr, &failed);
    const size_t used = strlen(names);
    if (whole && !failed) {
        cut_parameters(whole);
        name = after_result(whole);
    }
    snprintf(names + used, room - used, "%s%.*s%s", used ? ", " : "",
             int(NAME_MOST), name, strlen(name) > NAME_MOST ? "..." : "");
    free(whole);
}

static enum status name_node(const struct driver *d, cudaGraphNode_t graphed,
                             char *names, size_t room, struct reason *why)
{
    struct node node = {};
    const char *name = nullptr;
    int error = d->node(graphed, &node);
    if (!error)
        error = node.function ? d->function_name(&name, node.function)
                              : d->kernel_name(&name, node.kernel);
    if (error || !name)
        return fail(why, STATUS_DEVICE,
                    "the driver cannot tell a kernel: error %d", error);
    add_name(names, room, name);
    return STATUS_OK;
}

/* --- a run ---------------------------------------------------------------- */

static enum status name_nodes(const struct driver *d, cudaGraph_t graph,
                              char *names, size_t room, struct reason *why)
{
    cudaGraphNode_t nodes[MOST_NODES];
    size_t count = MOST_NODES;
    cudaError_t e = cudaGraphGetNodes(graph, nodes, &count);
    enum status status = STATUS_OK;
    names[0] = '\0';
    for (size_t i = 0; i < count && !e && !status; i++) {
        cudaGraphNodeType type;
        e = cudaGraphNodeGetType(nodes[i], &type);
        if (!e && type == cudaGraphNodeTypeKernel)
            status = name_node(d, nodes[i], names, room, why);
    }
    if (!e && !status && !names[0])
        status = fail(why, STATUS_MISSING, "a run launches no kernel");
    return status ? status : cuda_fail(why, e, "reading a captured run");
}

static enum status capture(const struct job *job, cudaGraph_t *graph,
                           struct reason *why)
{
    const cudaStream_t stream = job->device->stream;
    struct job run = *job;
    run.why = why;
    cudaError_t e =
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    if (e)
        return cuda_fail(why, e, "capturing a run");
    const enum status status = run.variant->run(&run);
    e = cudaStreamEndCapture(stream, graph);
    if (!status)
        return cuda_fail(why, e, "capturing a run");
    cudaGetLastError(); /* that the capture is no good follows from it */
    return status;
}

enum status cuda_kernels(struct device *device, const struct job *job,
                         char *names, size_t room, struct reason *why)
{
    cudaGraph_t graph = nullptr;
    struct driver driver = {};
    enum status status = cuda_wait(device, "before a run is captured", why);
    if (!status)
        status = driver_open(&driver, why);
    if (!status)
        status = capture(job, &graph, why);
    if (!status)
        status = name_nodes(&driver, graph, names, room, why);
    if (graph)
        cudaGraphDestroy(graph);
    if (driver.library)
        dlclose(driver.library);
    return status;
}
