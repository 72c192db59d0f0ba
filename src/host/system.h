/* system.h - what the operating system tells of itself: its one-line files,
 * the memory it has, and the limits of the container around this process. */
#ifndef TETRAD_SYSTEM_H
#define TETRAD_SYSTEM_H

#include <stddef.h>

/* The first line of a file, or "". */
void system_line(const char *path, char *out, size_t room);
/* The value after `key` in a file of "key: value" or "key value" lines, or
 * "". */
void system_value(const char *path, const char *key, char *out, size_t room);

size_t system_memory(void);      /* bytes this process may use at most */
size_t system_memory_free(void); /* bytes that can be had without swap */
/* The same of the system whose /proc and /sys are in `root`; "": this one. */
size_t system_memory_in(const char *root);
size_t system_memory_free_in(const char *root);

#endif
