// ui://galleria/catalog: the results of catalog_list.

run({
  tool: "catalog_list",
  wait: "Loading products…",
  shows: (value) => Array.isArray(value.items),
  draw(value, input, result) {
    let place = 0;
    const open = (product, name) =>
      busy(name, async () => {
        const whole = (await host.call("product_detail_show", { skus: [product.sku] })).structuredContent.items[0];
        const list = [...main.children];
        place = window.scrollY;
        show(productPage({ ...whole, get liked() { return product.liked; }, set liked(liked) { setLiked(product, liked); } }, () => {
          show(list);
          window.scrollTo(0, place);
          name.focus({ preventScroll: true });
        }));
        main.querySelector("button.back").focus({ preventScroll: true });
        host.did(`opened “${product.name ?? product.sku}” (sku ${product.sku})`);
      });
    const hearts = new Map();
    const setLiked = (product, liked) => {
      product.liked = liked;
      hearts.get(product.sku)?.setAttribute("aria-pressed", String(liked));
    };
    const row = (product) => {
      const name = words("button.name", product.name ?? product.sku, { type: "button" });
      name.addEventListener("click", () => open(product, name));
      const like = heart(product);
      hearts.set(product.sku, like);
      return element("li.card", { "data-faults": true, "data-id": product.sku },
        picture(`galleria://product/${encodeURIComponent(product.sku)}`, product.brand ?? ""), badge(product.ribbon, "badge.corner"), like,
        words("p.caption.brand", product.brand ?? ""), name,
        prices(money(product.price), money(product.discountPrice), product.discount));
    };
    show(element("h1", {}, "THE ICONIC"), origin(result._meta),
      pages({
        name: "cards", first: value, row, unit: "products", empty: "No products.",
        next: (cursor) => host.call("catalog_list", { cursor }),
      }));
  },
});
