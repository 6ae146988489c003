#include "DepotSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/Depot/1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/Depot/2.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/Depot/parcel.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/Depot/errors-1.json"
};
static const unsigned char file_4[] = {
#embed "../../../../Config/samples/Depot/errors-2.json"
};
static const unsigned char file_5[] = {
#embed "../../../../Config/samples/Depot/moved.json"
};
static const unsigned char file_6[] = {
#embed "../../../../Config/samples/Depot/none.json"
};

depot_file depot_sample(const char *name) {
    if (strcmp(name, "1.json") == 0) return (depot_file){file_0, sizeof file_0};
    if (strcmp(name, "2.json") == 0) return (depot_file){file_1, sizeof file_1};
    if (strcmp(name, "parcel.json") == 0) return (depot_file){file_2, sizeof file_2};
    if (strcmp(name, "errors-1.json") == 0) return (depot_file){file_3, sizeof file_3};
    if (strcmp(name, "errors-2.json") == 0) return (depot_file){file_4, sizeof file_4};
    if (strcmp(name, "moved.json") == 0) return (depot_file){file_5, sizeof file_5};
    if (strcmp(name, "none.json") == 0) return (depot_file){file_6, sizeof file_6};
    return (depot_file){NULL, 0};
}
