/* post.h - a worker at the far end of a socket. */
#ifndef TETRAD_POST_H
#define TETRAD_POST_H

#include "process/board.h"
#include "process/task.h"

/* Runs a worker on the task, whose tell, watch and context are set here:
 * messages go to the socket, what runs is on the board, and a lost device ends
 * the process. */
void post_work(const struct task *, struct board *, int socket);
void post_stop(int signal); /* the handler that ends the measuring soon */

#endif
