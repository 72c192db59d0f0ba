/* idle.h - what OpenMP's threads do while they have nothing to do. */
#ifndef TETRAD_IDLE_H
#define TETRAD_IDLE_H

/* Has GNU's OpenMP threads sleep after about a quarter of a millisecond without
 * work, unless the user says how long (GOMP_SPINCOUNT, OMP_WAIT_POLICY): the
 * program is started anew with its arguments, since the library asks before
 * main(). Returns if there is nothing to do, or no way. */
void idle_threads_sleep(char **argv);

#endif
