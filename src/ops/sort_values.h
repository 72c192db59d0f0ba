/* sort_values.h - a template for keys of one form, alone and with either kind
 * of value; see sort_each.h. */
#define FORM_PASTE_(prefix, values, x) prefix##values##_##x
#define FORM_PASTE(prefix, values, x) FORM_PASTE_(prefix, values, x)

#define HAS_VALUE 0
#define VALUE uint32_t
#define FORM(x) FORM_PASTE(PREFIX, , x)
#include SORT_TEMPLATE
#undef HAS_VALUE
#undef FORM

#define HAS_VALUE 1
#define FORM(x) FORM_PASTE(PREFIX, _32, x)
#include SORT_TEMPLATE
#undef VALUE
#undef FORM

#define VALUE uint64_t
#define FORM(x) FORM_PASTE(PREFIX, _64, x)
#include SORT_TEMPLATE
#undef VALUE
#undef FORM
#undef HAS_VALUE
#undef FORM_PASTE
#undef FORM_PASTE_
