#include "GoCardlessSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/GoCardless/payments-1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/GoCardless/payments-2.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/GoCardless/payments-3.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/GoCardless/collected.json"
};
static const unsigned char file_4[] = {
#embed "../../../../Config/samples/GoCardless/cancelled.json"
};

gocardless_file gocardless_sample(const char *name) {
    if (strcmp(name, "payments-1.json") == 0) return (gocardless_file){file_0, sizeof file_0};
    if (strcmp(name, "payments-2.json") == 0) return (gocardless_file){file_1, sizeof file_1};
    if (strcmp(name, "payments-3.json") == 0) return (gocardless_file){file_2, sizeof file_2};
    if (strcmp(name, "collected.json") == 0) return (gocardless_file){file_3, sizeof file_3};
    if (strcmp(name, "cancelled.json") == 0) return (gocardless_file){file_4, sizeof file_4};
    return (gocardless_file){NULL, 0};
}
