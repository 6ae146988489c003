#include "ShoppingMallSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char products[] = {
#embed "../../../../Config/samples/ShoppingMall/products.json"
};
const unsigned char *const shoppingmall_sample_products = products;
const size_t shoppingmall_sample_products_size = sizeof products;
