/* publish.h - saved results in their published form. */
#ifndef TETRAD_PUBLISH_H
#define TETRAD_PUBLISH_H

#include "options/options.h"

/* `compare publish`; its exit status: 0; 2 for files that cannot be read or
 * written, or are not of one run's stretches. It writes to standard output, or
 * where --json says, and only there. */
int publish_run(const struct options *);

#endif
