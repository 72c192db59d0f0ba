/* weak_stores.c - what a thread has stored past the caches since its last
 * fence. */
#include "weak_stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VECTOR_MOST = 64 };

struct pending {
    void *to;
    size_t bytes;
    unsigned char vector[VECTOR_MOST];
};

static _Thread_local struct pending *list;
static _Thread_local size_t count, room;

void weak_store(void *to, const void *vector, size_t bytes)
{
    if (count == room) {
        room = room ? 2 * room : 1024;
        list = realloc(list, room * sizeof *list);
        if (!list) {
            puts("Bail out! no memory for stores");
            exit(EXIT_FAILURE);
        }
    }
    list[count].to = to;
    list[count].bytes = bytes;
    memcpy(list[count++].vector, vector, bytes);
}

void weak_fence(void)
{
    for (size_t i = 0; i < count; i++)
        memcpy(list[i].to, list[i].vector, list[i].bytes);
    free(list);
    list = NULL;
    count = room = 0;
}
