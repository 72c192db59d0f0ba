/* watch.c - telling a watch that may not be there. */
#include "measure/watch.h"

void watch_show(const struct watch *watch, const char *text)
{
    if (watch && watch->show)
        watch->show(watch->context, text);
}

void watch_enter(const struct watch *watch, int choice, double seconds)
{
    if (watch && watch->enter)
        watch->enter(watch->context, choice, seconds);
}

void watch_size(const struct watch *watch, size_t n)
{
    if (watch && watch->size)
        watch->size(watch->context, n);
}

void watch_lost(const struct watch *watch, int choice, const char *reason)
{
    if (watch && watch->lost)
        watch->lost(watch->context, choice, reason);
}

void watch_finished(const struct watch *watch, int choice,
                    const struct row *row)
{
    if (watch && watch->finished)
        watch->finished(watch->context, choice, row);
}
