// ui://galleria/product: the results of product_detail_show and product_detail_bag.

run({
  tool: "product_detail_show",
  wait: "Loading the product…",
  shows: (value) => Array.isArray(value.bag) || Array.isArray(value.items),
  draw(value, input, result) {
    if (value.bag) show(element("h1", {}, "Bag"), bagList(value));
    else show(origin(result._meta), value.items.map((product) => productPage(product)));
  },
});
