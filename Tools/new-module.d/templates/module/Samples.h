// The sample data of Config/samples/@NAME@, embedded in the binary.
#pragma once

#include <stddef.h>

// answer.json: one body of the upstream, as it is. UTF-8, not NUL-terminated.
extern const unsigned char *const @c_name@_sample_answer;
extern const size_t @c_name@_sample_answer_size;
