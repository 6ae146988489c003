// The sample data of Config/samples/Catalog, embedded in the binary.
#pragma once

#include <stddef.h>

// products.json: a JSON array of products in the shape of the upstream's `catalog/products/{sku}`. UTF-8, not
// NUL-terminated.
extern const unsigned char *const products_sample_products;
extern const size_t products_sample_products_size;
