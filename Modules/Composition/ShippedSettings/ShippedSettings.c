#include "ShippedSettings.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sample[] = {
#embed "../../../Config/environments/sample.yaml"
};
static const unsigned char production[] = {
#embed "../../../Config/environments/production.yaml"
};
static const unsigned char local[] = {
#embed "../../../Config/environments/local.yaml"
};

static const struct shipped_environment environments[] = {
    {"sample", sample, sizeof sample},
    {"production", production, sizeof production},
    {"local", local, sizeof local},
};
const struct shipped_environment *const shipped_environments = environments;
const size_t shipped_environment_count = sizeof environments / sizeof environments[0];
