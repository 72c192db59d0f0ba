/* interrupt.c - signals that end a run, and the time that it has to end. */
#include "base/interrupt.h"

#include <string.h>
#include <sys/time.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

/* Of the two seconds, what the system needs to take memory back is left. */
enum { DEADLINE = 1700000 /* us */, SAYING = 80 };

static volatile sig_atomic_t rows, all;
static volatile sig_atomic_t said;

/* --- what a handler may do ------------------------------------------------ */

static char *add_text(char *end, const char *text)
{
    while (*text)
        *end++ = *text++;
    return end;
}

static char *add_number(char *end, unsigned number)
{
    char digits[16];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *end++ = digits[--count];
    return end;
}

void interrupt_say(void)
{
    char text[SAYING], *end = text;
    if (!interrupted || said)
        return;
    said = 1;
    end = add_text(end, "compare: interrupted, ");
    end = add_number(end, (unsigned)rows);
    if (all) {
        end = add_text(end, " of ");
        end = add_number(end, (unsigned)all);
    }
    end = add_text(end, " rows measured\n");
    (void)!write(STDERR_FILENO, text, (size_t)(end - text));
}

/* Rows that were finished are on disk. */
static void give_up(int signal_number)
{
    (void)signal_number;
    interrupt_say();
    _exit(128 + interrupted);
}

static void interrupt(int signal_number)
{
    const struct itimerval deadline = { .it_value.tv_sec = DEADLINE / 1000000,
                                        .it_value.tv_usec =
                                            DEADLINE % 1000000 };
    if (interrupted)
        return;
    interrupted = signal_number;
    setitimer(ITIMER_REAL, &deadline, NULL);
}

/* --- the rest ------------------------------------------------------------- */

void interrupt_catch(void)
{
    struct sigaction action = { 0 }, before;
    action.sa_handler = give_up;
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = interrupt;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

void interrupt_count(size_t finished, size_t of)
{
    rows = (sig_atomic_t)finished;
    all = (sig_atomic_t)of;
}

int interrupt_status(int otherwise)
{
    return interrupted ? 128 + interrupted : otherwise;
}
