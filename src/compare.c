/* compare.c - the program: all of it is in the library, for tests to link. */
#include "commands/cli.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
