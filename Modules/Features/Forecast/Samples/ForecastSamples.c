#include "ForecastSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char places[] = {
#embed "../../../../Config/samples/Forecast/places.json"
};
const unsigned char *const forecast_sample_places = places;
const size_t forecast_sample_places_size = sizeof places;
