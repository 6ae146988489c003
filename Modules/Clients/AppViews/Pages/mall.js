// ui://galleria/mall: the results of shopping_mall_list.

run({
  tool: "shopping_mall_list",
  wait: "Loading goods…",
  shows: (value) => Array.isArray(value.items),
  draw(value, input, result) {
    const row = (product) =>
      element(`li.card${product.soldOut ? ".sold-out" : ""}`, { "data-id": product.id },
        picture(`galleria://mall/${product.id}`, product.brand ?? product.name ?? ""),
        product.soldOut ? badge("Sold out", "badge.corner") : "",
        words("p.caption.brand", product.brand ?? ""),
        product.name ? words("p.name", product.name) : element("p.name.muted", {}, "no name"),
        prices(money(product.price), money(product.salePrice), product.discount));
    show(element("h1", {}, "Shopping mall"), origin(result._meta),
      pages({
        name: "cards.square", first: value, row, unit: "goods", empty: "No products.",
        next: (cursor) => host.call("shopping_mall_list", { cursor }),
      }));
  },
});
