// The sample data of Config/samples/Forecast, embedded in the binary.
#pragma once

#include <stddef.h>

// places.json: a JSON array of places, each with the names that find it and the body of the upstream's `forecast/daily`
// for 16 days in metric units. UTF-8, not NUL-terminated.
extern const unsigned char *const forecast_sample_places;
extern const size_t forecast_sample_places_size;
