#include "ProductsSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char products[] = {
#embed "../../../../Config/samples/Catalog/products.json"
};
const unsigned char *const products_sample_products = products;
const size_t products_sample_products_size = sizeof products;
