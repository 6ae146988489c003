#include "CArguments.h"

#include <stddef.h>

static int count;
static char **words;

// glibc calls the functions of .init_array with main's arguments, whatever libraries did to the environment before.
__attribute__((constructor)) static void take_arguments(int argc, char **argv) {
    count = argv == NULL ? 0 : argc;
    words = argv;
}

int carguments_count(void) { return count; }

const char *carguments_word(int index) { return index < 0 || index >= count ? NULL : words[index]; }
