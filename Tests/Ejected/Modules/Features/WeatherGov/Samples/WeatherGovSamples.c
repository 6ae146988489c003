#include "WeatherGovSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/WeatherGov/at-1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/WeatherGov/sky-1.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/WeatherGov/at-2.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/WeatherGov/sky-2.json"
};

weathergov_file weathergov_sample(const char *name) {
    if (strcmp(name, "at-1.json") == 0) return (weathergov_file){file_0, sizeof file_0};
    if (strcmp(name, "sky-1.json") == 0) return (weathergov_file){file_1, sizeof file_1};
    if (strcmp(name, "at-2.json") == 0) return (weathergov_file){file_2, sizeof file_2};
    if (strcmp(name, "sky-2.json") == 0) return (weathergov_file){file_3, sizeof file_3};
    return (weathergov_file){NULL, 0};
}
