// ui://galleria/product: the results of product_detail_show. Several are cards.

run({
  tool: "product_detail_show",
  shape: () => element("div.page", blank("div.picture"), element("div.facts", lines("caption", "title", "prices", "actions"))),
  draw(value, input, meta) {
    if (value.items.length === 1) return show(remarks(value, meta), productPage(value.items[0]));
    const list = listing({
      name: "cards", value: { total: value.items.length, ...value }, input,
      row: (product) => productCard(product, (opener, liked) => openPage(opener, productPage(product, liked))),
    });
    show(top("Products", list.count), remarks({}, meta), list.body);
  },
});
