/// The words of the command line, taken as the C library hands them to the program's constructors.
///
/// Swift's `CommandLine` looks for them on the stack before `environ`. A library whose constructor calls `setenv` moves
/// `environ`, and the words are then not found: the program would run without its options, `--read-only` among them.
#pragma once

/// How many words there are, the program's own name included; 0 when the program was started with none.
int carguments_count(void);

/// The word at `index`, from 0 to below the count; NULL outside of that. It lives as long as the process.
const char *carguments_word(int index);
