// The sample data of Config/samples/Friends, embedded in the binary.
#pragma once

#include <stddef.h>

// Each is one body of the upstream: an object with the array `response`. UTF-8, not NUL-terminated.
extern const unsigned char *const friends_sample_man;
extern const size_t friends_sample_man_size;
extern const unsigned char *const friends_sample_friend1;
extern const size_t friends_sample_friend1_size;
extern const unsigned char *const friends_sample_friend2;
extern const size_t friends_sample_friend2_size;
extern const unsigned char *const friends_sample_friend3;
extern const size_t friends_sample_friend3_size;
extern const unsigned char *const friends_sample_friend4;
extern const size_t friends_sample_friend4_size;
