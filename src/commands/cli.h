/* cli.h - the program behind main(). */
#ifndef TETRAD_CLI_H
#define TETRAD_CLI_H

/* Parses the command line, does what it says, and returns the exit status: 0
 * all rows measured and right; 1 a row wrong or failed; 2 usage, or a file
 * that cannot be read or written; 3 an asked-for backend or device is missing;
 * 128 and a signal: ended by it, with what was finished saved. */
int cli_main(int argc, char **argv);

#endif
