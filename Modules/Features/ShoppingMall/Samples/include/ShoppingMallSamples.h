// The sample data of Config/samples/ShoppingMall, embedded in the binary.
#pragma once

#include <stddef.h>

// products.json: a JSON array of goods in the shape of the upstream's rows. UTF-8, not NUL-terminated.
extern const unsigned char *const shoppingmall_sample_products;
extern const size_t shoppingmall_sample_products_size;
