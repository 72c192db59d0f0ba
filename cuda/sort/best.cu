/* best.cu - launching onesweep. One block sorts what it holds; somewhat more is
 * cut into pieces for blocks (sampled.cu). */
#include "cuda.h"
#include "problem.h"
#include "sort/alone.cuh"
#include "sort/count.cuh"
#include "sort/onesweep.cuh"
#include "sort/sampled.h"
#include "sort/short.h"

LAUNCHER(cuda_sort_onesweep);

/* --- one block ----------------------------------------------------------- */

template <class K, class V, bool Float>
static enum status launch_alone(const struct job *job)
{
    const auto kernel = sort_alone<K, V, Float>;
    const size_t shared = sizeof(alone_room<K, V>);
    const ranking<K, Float> rank = { K(sort_flip(job->problem)) };
    if (!allow_shared(kernel, shared))
        return no_room(job, "sort_alone", shared);
    kernel<<<1, ALONE_THREADS, shared, stream_of(job)>>>(
        rank, items_in<K, V>(job), items_out<K, V>(job),
        unsigned(job->problem->size));
    return cuda_launched(job, "sort_alone");
}

/* --- a launch a digit ---------------------------------------------------- */

static size_t state_bytes()
{
    return in_256s(sizeof(struct sweep_state));
}

template <class Form>
static size_t tiles_of(size_t n)
{
    return ceil_div(n, size_t(Form::TILE));
}

/* What tiles tell: in one wave 16 bits a digit of each pass. */
template <class K, class Form>
static size_t told_bytes(size_t tiles)
{
    return tiles * DIGITS *
        (Form::ONE_WAVE ? sizeof(K) * sizeof(uint16_t) : sizeof(uint64_t));
}

/* Whether each multiprocessor has one such tile at most, and room for it. */
template <class K, class V, int Items>
static bool is_wave(const struct job *job)
{
    using form = few_form<Items>;
    return tiles_of<form>(job->problem->size) <= size_t(job->device->sms) &&
        sizeof(sweep_room<K, V, form>) <= room_most(job);
}

/* Items of the multiprocessor that has most. */
template <class Form>
static double busiest(const struct job *job)
{
    return double(Form::TILE) *
        ceil_div(tiles_of<Form>(job->problem->size), size_t(job->device->sms));
}

/* Whether this GPU, and this build for it, can fetch tiles of this form ahead,
 * and has room for as many as there are to be. */
template <class K, class V, class Form>
static bool can_hold(const struct job *job)
{
    constexpr int BLOCK = 1024; /* bytes that a block takes besides */
    constexpr size_t room = sizeof(sweep_room<K, V, Form>);

    return is_hopper_code(sort_onesweep<K, V, ranking<K, false>, Form>) &&
        room <= room_most(job) &&
        Form::BLOCKS * int(room + BLOCK) <=
        cuda_attribute(job->device,
                       cudaDevAttrMaxSharedMemoryPerMultiprocessor);
}

/* Whether what such tiles have on its way, read and written, leaves a quarter
 * of L2: an H200's, not an H100's. */
template <class K, class V, class Form>
static bool fits_in_l2(const struct job *job)
{
    constexpr double PART = 0.75;
    constexpr double ITEM = sizeof(K) + width_of<V>;

    return 2 * ITEM * Form::TILE * Form::BLOCKS * job->device->sms <=
        PART * cuda_attribute(job->device, cudaDevAttrL2CacheSize);
}

/* Whether long tiles pay, where they can be: they are a tenth faster, and the
 * longer ones a fiftieth more, unless they leave more of the GPU idle. */
template <class K, class V>
static bool is_long(const struct job *job)
{
    using form = long_form<K, V>;
    return can_hold<K, V, form>(job) &&
        busiest<form>(job) <= busiest<many_form<K, V>>(job) * 1.1;
}

template <class K, class V>
static bool is_longer(const struct job *job)
{
    using form = longer_form<K, V>;
    return can_hold<K, V, form>(job) && fits_in_l2<K, V, form>(job) &&
        busiest<form>(job) <= busiest<long_form<K, V>>(job) * 1.02;
}

/* use(Form{}) of the form that the items of this job take. */
template <class K, class V, class Use>
static enum status by_sweep(const struct job *job, Use use)
{
    if (is_wave<K, V, 2>(job))
        return use(few_form<2>{});
    if (is_wave<K, V, 4>(job))
        return use(few_form<4>{});
    if (is_wave<K, V, 8>(job))
        return use(few_form<8>{});
    if (!is_long<K, V>(job))
        return use(many_form<K, V>{});
    if (!is_longer<K, V>(job))
        return use(long_form<K, V>{});
    return use(longer_form<K, V>{});
}

/* Scratch: the state, what tiles tell, spare items. */
template <class K, class V, class Form>
static struct sweep<K, V> sweep_of(const struct job *job) {
    const size_t n = job->problem->size, tiles = tiles_of<Form>(n);
    const size_t told = told_bytes<K, Form>(tiles);
    char *scratch = static_cast<char *>(job->scratch);
    return { { items_in<K, V>(job), items_out<K, V>(job),
               items_spare<K, V>(job, state_bytes() + told) },
             n,
             tiles,
             reinterpret_cast<struct sweep_state *>(scratch),
             reinterpret_cast<uint64_t *>(scratch + state_bytes()),
             told / sizeof(uint64_t),
             unsigned(Form::BLOCKS * job->device->sms) };
}

/* Shared memory beyond what a kernel has unasked. */
template <class Kernel>
static enum status lend_room(const struct job *job, Kernel kernel,
                             size_t shared, const char *what)
{
    share_room(kernel);
    return allow_shared(kernel, shared) ? STATUS_OK
                                        : no_room(job, what, shared);
}

template <class K, class V, bool Float, bool Many>
static enum status launch_count(const struct job *job,
                                const ranking<K, Float> &rank,
                                const struct sweep<K, V> &w)
{
    const auto kernel = sort_count<K, V, Float, Many>;
    const size_t shared = COUNT_WORDS<K, Many> * sizeof(unsigned);
    const size_t blocks = min(size_t(job->device->sms),
                              ceil_div(w.n, size_t(COUNT_TILE<K, Many>)));
    const enum status status =
        lend_room(job, kernel, shared, "shared memory of sort_count");
    return status
        ? status
        : launch_overlapped_with(job, "sort_count", kernel, unsigned(blocks),
                                 COUNT_THREADS, shared, rank, w);
}

template <class K, class V, bool Float, class Form>
static enum status launch_sweeps(const struct job *job)
{
    const struct sweep<K, V> w = sweep_of<K, V, Form>(job);
    const ranking<K, Float> rank = { K(sort_flip(job->problem)) };
    const auto kernel = sort_onesweep<K, V, ranking<K, Float>, Form>;
    const size_t shared = sizeof(sweep_room<K, V, Form>);
    enum status status =
        lend_room(job, kernel, shared, "shared memory of sort_onesweep");
    if (!status)
        status = clear_first(job, offsetof(struct sweep_state, plan));
    if (!status)
        status = !Form::ONE_WAVE &&
                COUNT_WORDS<K, true> * sizeof(unsigned) <= room_most(job)
            ? launch_count<K, V, Float, true>(job, rank, w)
            : launch_count<K, V, Float, false>(job, rank, w);
    for (unsigned pass = 0; pass < sizeof(K) && !status; pass++)
        status = launch_overlapped_with(job, "sort_onesweep", kernel,
                                        unsigned(w.tiles), Form::THREADS,
                                        shared, rank, w, pass);
    return status;
}

/* Where they can be cut, keys of 8 bytes with values are done sooner in pieces:
 * H200, 4096 of 8 + 8 bytes, 23.4 us alone, 19.1 in pieces. */
template <class K, class V>
static bool is_alone(const struct job *job)
{
    constexpr bool IN_PIECES = sizeof(K) == 8 && carries<V>;
    if (job->problem->size > size_t(ALONE_TILE) ||
        sizeof(alone_room<K, V>) > room_most(job))
        return false;
    return !IN_PIECES || !is_sampled(job);
}

enum status cuda_sort_onesweep(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    if (is_short(job))
        return launch_short(job);
    return by_form(job, [job](auto key, auto value, auto is_float) {
        using K = decltype(key);
        using V = decltype(value);
        constexpr bool Float = decltype(is_float)::value;
        if (is_alone<K, V>(job))
            return launch_alone<K, V, Float>(job);
        if (is_sampled(job))
            return launch_sampled(job);
        return by_sweep<K, V>(job, [job](auto form) {
            return launch_sweeps<K, V, Float, decltype(form)>(job);
        });
    });
}

size_t cuda_sort_onesweep_scratch(const struct job *job)
{
    size_t bytes = 0;
    if (is_short(job))
        return 0;
    by_form(job, [&](auto key, auto value, auto) {
        using K = decltype(key);
        using V = decltype(value);
        if (is_alone<K, V>(job))
            return STATUS_OK;
        if (is_sampled(job)) {
            bytes = sampled_scratch(job);
            return STATUS_OK;
        }
        return by_sweep<K, V>(job, [&](auto form) {
            using Form = decltype(form);
            bytes = state_bytes() + spare_bytes(job->problem) +
                told_bytes<K, Form>(tiles_of<Form>(job->problem->size));
            return STATUS_OK;
        });
    });
    return bytes;
}
