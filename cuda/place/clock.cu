/* clock.cu - the SM clock around a sample, without the driver's help.
 *
 * A kernel of one thread counts an SM's cycles against the GPU's timer while
 * it waits: before a sample that is the blocking kernel, which waits anyway,
 * after it one that does nothing else. The timer advances in steps, of 32 ns
 * on an H200 and of about a microsecond on others, so that both ends are taken
 * at a step: what is left of the error is the time of one look at the timer,
 * far under 1 % of a wait of 20 us. Neither kernel touches GPU memory: a cold
 * L2 stays cold.
 *
 * The warm clock is the highest that CUDA_TICKS_HELD samples in a row have
 * held. One odd reading can thus not raise it, which would make every later
 * sample slow; and a first value taken too low, on a GPU that was throttled,
 * heals. The first ticks are taken before the first sample, after WARM_UP_NS
 * of work on all SMs: longer than clocks take to rise from idle. */
#include <algorithm>

#include "parts/launch.cuh"
#include "place/backend.h"

constexpr unsigned long long WATCH_NS = 20000;
constexpr unsigned long long WARM_UP_NS = 60000000;
constexpr unsigned long long WAKE_NS = 10000000;
constexpr double SLOW_SHARE = 0.90;
constexpr int THREADS = 256;

/* --- kernels ------------------------------------------------------------- */

struct instant {
    unsigned long long ns;
    long long cycles;
};

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

/* The next step of the timer. */
static __device__ struct instant next_step()
{
    const unsigned long long before = nanoseconds();
    struct instant step;
    do
        step.ns = nanoseconds();
    while (step.ns == before);
    step.cycles = clock64();
    return step;
}

static __device__ void tell(volatile struct ticks *ticks,
                            const struct instant &begin)
{
    const struct instant end = next_step();
    ticks->cycles = static_cast<unsigned long long>(end.cycles - begin.cycles);
    ticks->ns = end.ns - begin.ns;
}

/* One thread: ends when the host opens the gate, but not before WATCH_NS, or
 * gives up after `patience` nanoseconds. */
static __global__ void wait_at_gate(volatile struct gate *gate,
                                    unsigned long long patience)
{
    const struct instant begin = next_step();
    unsigned long long waited = 0;
    while (!gate->open || waited < WATCH_NS) {
        waited = nanoseconds() - begin.ns;
        if (waited > patience) {
            gate->gave_up = 1;
            break;
        }
    }
    tell(&gate->ticks[0], begin);
}

/* One thread: WATCH_NS of counting. */
static __global__ void tick(volatile struct gate *gate, int which)
{
    const struct instant begin = next_step();
    while (nanoseconds() - begin.ns < WATCH_NS)
        ;
    tell(&gate->ticks[which], begin);
}

/* Every thread spins for `ns` nanoseconds. */
static __global__ void spin(unsigned long long ns)
{
    const unsigned long long begin = nanoseconds();
    while (nanoseconds() - begin < ns)
        ;
}

/* --- gate and ticks ------------------------------------------------------ */

enum status cuda_shut_gate(struct device *device, unsigned long long patience,
                           struct reason *why)
{
    device->own->gate->open = device->own->gate->gave_up = 0;
    wait_at_gate<<<1, 1, 0, device->stream>>>(device->own->gate_device,
                                              patience);
    return cuda_fail(why, cudaGetLastError(), "wait_at_gate");
}

void cuda_open_gate(struct device *device)
{
    device->own->gate->open = 1;
}

enum status cuda_tick(struct device *device, int which, struct reason *why)
{
    tick<<<1, 1, 0, device->stream>>>(device->own->gate_device, which);
    return cuda_fail(why, cudaGetLastError(), "tick");
}

static double hertz(const volatile struct ticks *ticks)
{
    const double ns = double(ticks->ns);
    return ns > 0 ? 1e9 * double(ticks->cycles) / ns : 0;
}

/* --- the warm clock ------------------------------------------------------ */

static void remember(struct device *device, double clock)
{
    double *clocks = device->own->clocks;
    clocks[device->own->clock_count++ % CUDA_TICKS_HELD] = clock;
    if (device->own->clock_count >= CUDA_TICKS_HELD)
        device->own->warm_clock =
            std::max(device->own->warm_clock,
                     *std::min_element(clocks, clocks + CUDA_TICKS_HELD));
}

/* The lower, for the clock may have dropped in between. */
void cuda_tell_clock(struct device *device, struct timing *timing)
{
    timing->clock = std::min(hertz(&device->own->gate->ticks[0]),
                             hertz(&device->own->gate->ticks[1]));
    remember(device, timing->clock);
    device->own->slow = timing->clock < SLOW_SHARE * device->own->warm_clock;
    timing->slow = device->own->slow;
}

static enum status be_busy(struct device *device, unsigned long long ns,
                           struct reason *why)
{
    spin<<<unsigned(device->sms), THREADS, 0, device->stream>>>(ns);
    return cuda_fail(why, cudaGetLastError(), "spin");
}

static enum status warm_up(struct device *device, struct reason *why)
{
    enum status status = be_busy(device, WARM_UP_NS, why);
    for (int i = 0; i < CUDA_TICKS_HELD && !status; i++) {
        status = cuda_tick(device, 0, why);
        if (!status)
            status = cuda_wait(device, "warming up", why);
        if (!status)
            remember(device, hertz(&device->own->gate->ticks[0]));
    }
    return status;
}

/* A sample that was slow may have found a GPU that had slept while others were
 * measured: the next one shall not. */
enum status cuda_wake(struct device *device, struct reason *why)
{
    if (device->own->clock_count == 0)
        return warm_up(device, why);
    return device->own->slow ? be_busy(device, WAKE_NS, why) : STATUS_OK;
}
