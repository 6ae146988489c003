// ui://galleria/catalog: the results of catalog_list.

run({
  tool: "catalog_list",
  shape: () => [blanks.narrowing(), blanks.cards()],
  draw(value, input, meta) {
    const list = listing({
      name: "cards", value, input, tool: "catalog_list", words: { find: "Find products" },
      offers: "onSale liked brand price", orders: "price -price -discount name brand",
      row: (product) => productCard(product, (opener, liked) => openProduct(product.sku, opener, liked)),
    });
    show(top("THE ICONIC", list.count), remarks({}, meta), list.tools, list.body);
  },
});
