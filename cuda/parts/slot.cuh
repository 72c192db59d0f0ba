/* slot.cuh - what one block leaves in memory for another: a value and a tag
 * in one 16-byte access, so that neither a fence nor a second access stands
 * between them. */
#ifndef TETRAD_CUDA_SLOT_CUH
#define TETRAD_CUDA_SLOT_CUH

/* Zeroed memory holds a zero tag: nothing yet. */
struct alignas(16) slot {
    unsigned long long value, tag;
};

/* A relaxed access of type b128 is a single one (PTX ISA 8.3). */
static __device__ void slot_store(slot *to, const slot &s)
{
    asm volatile("{\n\t"
                 ".reg .b128 both;\n\t"
                 "mov.b128 both, {%1, %2};\n\t"
                 "st.relaxed.gpu.global.b128 [%0], both;\n\t"
                 "}"
                 :
                 : "l"(to), "l"(s.value), "l"(s.tag)
                 : "memory");
}

static __device__ slot slot_load(const slot *from)
{
    slot s;
    asm volatile("{\n\t"
                 ".reg .b128 both;\n\t"
                 "ld.relaxed.gpu.global.b128 both, [%2];\n\t"
                 "mov.b128 {%0, %1}, both;\n\t"
                 "}"
                 : "=l"(s.value), "=l"(s.tag)
                 : "l"(from)
                 : "memory");
    return s;
}

#endif
