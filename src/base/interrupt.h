/* interrupt.h - HUP, INT and TERM end a run early, within two seconds.
 *
 * Whatever works in steps looks at `interrupted` between them, and saves what
 * it has. If that takes too long, the process ends without it. */
#ifndef TETRAD_INTERRUPT_H
#define TETRAD_INTERRUPT_H

#include <signal.h>
#include <stddef.h>

/* The signal that came first; 0: none has. A process that measures for another
 * is told by signals of that one's choice. */
extern volatile sig_atomic_t interrupted;

/* From now on, once. Whoever is to outlive the terminal, as by nohup(1), is
 * not hung up. */
void interrupt_catch(void);
/* How many rows are finished, and of how many: what interrupt_say() tells. */
void interrupt_count(size_t rows, size_t all);
/* "compare: interrupted, 6 of 18 rows measured" on stderr, once, if so. */
void interrupt_say(void);
/* The exit status: 128 and the signal, or `otherwise`. */
int interrupt_status(int otherwise);

#endif
