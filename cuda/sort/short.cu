/* short.cu - launching what sorts few items: a warp, then blocks that merge, of
 * as many threads as there are items for. One launch, no scratch.
 *
 * H200, cold, us, beside passes a digit by one block and CUB 3.0.1: u32 32 keys
 * 3.8, 11.0, 11.3 by counting; 100 keys 4.2, 11.0, 11.3, 1000 keys 6.1, 11.1,
 * 11.7 and 2048 keys 7.7, 10.3, 12.0 by merges. Of 4096 items merges take less
 * than passes where an item is no more than its key: u64 16.9, 19.2, 72.0; f32,
 * whose zeros have a sign, 17.1, 10.8, 12.8. */
#include "sort/short.h"

#include "sort/merged.cuh"
#include "sort/tiny.cuh"

template <int Items>
struct tiny_form {
    static constexpr int THREADS = WARP, MOST = WARP * Items;

    template <class K, class V, bool Float>
    static constexpr auto KERNEL = sort_tiny<K, V, Float, Items>;
    template <class K, class V, bool Float>
    static constexpr size_t SHARED = 0;
};

template <int Threads, int Items>
struct merged_form {
    static constexpr int THREADS = Threads, MOST = Threads * Items;

    template <class K, class V, bool Float>
    static constexpr auto KERNEL = sort_merged<K, V, Float, Threads, Items>;
    template <class K, class V, bool Float>
    static constexpr size_t SHARED =
        sizeof(merge_room<K, V, Float, Threads, Items>);
};

template <class... Forms>
struct form_list {
};

template <class... More>
using forms_and =
    form_list<tiny_form<1>, merged_form<32, 4>, merged_form<128, 4>,
              merged_form<256, 4>, merged_form<512, 4>, More...>;

template <bool Marked>
using short_forms =
    std::conditional_t<Marked, forms_and<>, forms_and<merged_form<512, 8>>>;

/* use(Form{}) of the first form that holds n items; none: of no form. */
template <class Form, class... Others, class Use>
static void by_length(form_list<Form, Others...>, size_t n, Use use)
{
    if (n <= size_t(Form::MOST))
        use(Form{});
    else if constexpr (sizeof...(Others) > 0)
        by_length(form_list<Others...>{}, n, use);
}

/* use(kernel, threads, bytes of shared memory, and the kernel's arguments but
 * how many items there are). */
template <class Use>
static void by_short(const struct job *job, Use use)
{
    by_form(job, [&](auto key, auto value, auto is_float) {
        using K = decltype(key);
        using V = decltype(value);
        constexpr bool Float = decltype(is_float)::value;
        constexpr bool Marked = merge_item<K, V, Float>::MARKED;
        by_length(short_forms<Marked>{}, job->problem->size, [&](auto form) {
            using Form = decltype(form);
            use(Form::template KERNEL<K, V, Float>, Form::THREADS,
                Form::template SHARED<K, V, Float>,
                ranking<K, Float>{ K(sort_flip(job->problem)) },
                items_in<K, V>(job), items_out<K, V>(job));
        });
        return STATUS_OK;
    });
}

bool is_short(const struct job *job)
{
    bool fits = false;
    by_short(job, [&](auto kernel, int, size_t shared, auto...) {
        fits = allow_shared(kernel, shared);
    });
    return fits;
}

enum status launch_short(const struct job *job)
{
    by_short(job,
             [job](auto kernel, int threads, size_t shared, auto rank,
                   auto from, auto to) {
                 kernel<<<1, threads, shared, stream_of(job)>>>(
                     rank, from, to, unsigned(job->problem->size));
             });
    return cuda_launched(job, "sort_merged");
}
