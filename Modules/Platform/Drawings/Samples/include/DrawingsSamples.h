// The drawings of Config/samples/Drawings, embedded in the binary.
#pragma once

#include <stddef.h>

// Lines of text as README.md there describes them. UTF-8, not NUL-terminated.
extern const unsigned char *const drawings_sample_wardrobe;
extern const size_t drawings_sample_wardrobe_size;
extern const unsigned char *const drawings_sample_household;
extern const size_t drawings_sample_household_size;
extern const unsigned char *const drawings_sample_covers;
extern const size_t drawings_sample_covers_size;
extern const unsigned char *const drawings_sample_skies;
extern const size_t drawings_sample_skies_size;
extern const unsigned char *const drawings_sample_letters;
extern const size_t drawings_sample_letters_size;
