/* sort_tasks.c - merge sort and quicksort, cut into tasks. */
#include "sort.h"

#include <string.h>

#include "team.h"

enum {
    TASK = 8192, /* keys: what is shorter is one task's */
    FEW = 24,    /* keys that are inserted */
    MANY = 1024, /* keys whose pivot is the median of three medians */
    DEPTH = 2    /* times log2 n: quicksort that goes deeper is merged */
};

#define SORT_TEMPLATE "openmp/sort_merge_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

#define SORT_TEMPLATE "openmp/sort_quick_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

void openmp_sort_merge(const struct sort_work *w, size_t form)
{
    static void (*const merge[])(const struct sort_work *) =
        SORT_FORMS(, merge_all);
    if (w->n <= TASK)
        merge[form](w);
    else {
#pragma omp parallel
#pragma omp single
        merge[form](w);
    }
}

void openmp_sort_quick(const struct sort_work *w, size_t form)
{
    static void (*const quick[])(const struct sort_work *) =
        SORT_FORMS(, quick_all);
    if (w->n <= TASK)
        quick[form](w);
    else {
#pragma omp parallel
#pragma omp single
        quick[form](w);
    }
}
