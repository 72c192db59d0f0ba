/* status.h - how a step ended, and why.
 *
 * Whoever decides that something failed writes the reason, once; callers
 * relay the status. The numbers are not exit statuses: compare.c maps them. */
#ifndef TETRAD_STATUS_H
#define TETRAD_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

enum status {
    STATUS_OK,
    STATUS_USAGE,   /* the user asked for what does not exist */
    STATUS_MISSING, /* this build or machine lacks it */
    STATUS_MEMORY,  /* does not fit */
    STATUS_DEVICE,  /* a device or library call failed */
    STATUS_IO       /* a file cannot be read or written */
};

struct reason {
    char text[320];
};

/* Writes the reason and returns `status`; `why` may be NULL. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
enum status
fail(struct reason *why, enum status status, const char *format, ...);

#ifdef __cplusplus
}
#endif
#endif
