#pragma once
#include <png.h>

// The pixel formats in use, as values: Swift does not see macros that combine others.
enum { cpng_format_rgb = PNG_FORMAT_RGB, cpng_format_rgba = PNG_FORMAT_RGBA };
