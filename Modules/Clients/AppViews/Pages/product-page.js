// One product in full, for the views that show one.

// A heart that likes and takes back. `changed(liked)` hears of it.
const heart = (product, changed = () => {}) => {
  const button = element("button.heart", { type: "button", "aria-pressed": String(product.liked ?? false) },
    drawing("", "M12 20.5C7 16.6 3.5 13.4 3.5 9.3 3.5 6.6 5.6 4.5 8.2 4.5c1.5 0 2.9.7 3.8 1.9.9-1.2 2.3-1.9 3.8-1.9 2.6 0 4.7 2.1 4.7 4.8 0 4.1-3.5 7.3-8.5 11.2z"),
    element("span.unseen", {}, `Like ${product.name ?? product.sku}`));
  button.addEventListener("click", () =>
    busy(button, async () => {
      const result = await host.call("catalog_like", { skus: [product.sku], liked: !product.liked });
      product.liked = result.structuredContent.liked;
      button.setAttribute("aria-pressed", String(product.liked));
      changed(product.liked);
      say(`${product.name ?? product.sku}: ${product.liked ? "liked" : "no longer liked"}`);
      host.did(`${product.liked ? "liked" : "took back the like of"} “${product.name ?? product.sku}” (sku ${product.sku})`);
    }));
  return button;
};

// What is in the bag, with its total.
const bagList = (bag) =>
  bag.bag.length === 0
    ? element("p.empty", {}, "The bag is empty.")
    : [
        element("ul.rows", { role: "list" }, bag.bag.map((piece) =>
          element("li.row", {}, words("span.title", piece.name ?? piece.sku), element("span.muted", {}, `× ${piece.quantity}`),
            element("span.price", {}, money(piece.price).text)))),
        element("p.total", {}, element("span", {}, `Total of ${bag.count}`), element("strong.price", {}, total(bag))),
      ];

// A sum for each currency.
const total = (bag) => (bag.totals ?? []).map((sum) => money(sum).text).join(", ");

const productPage = (product, back) => {
  const bag = element("section.bag", { "aria-label": "Bag" });
  const add = element("button.primary", { type: "button" }, "Add to bag");
  add.addEventListener("click", () =>
    busy(add, async () => {
      const result = await host.call("product_detail_add_to_bag", { items: [{ sku: product.sku }] });
      bag.replaceChildren();
      fill(bag, [element("h2", {}, "Bag"), bagList(result.structuredContent)]);
      const sum = total(result.structuredContent);
      say(`${product.name ?? product.sku} is in the bag. Total ${sum}`);
      host.did(`put one “${product.name ?? product.sku}” (sku ${product.sku}) into the bag; the bag's total is ${sum}`);
    }));
  return [
    back ? element("p", {}, element("button.back", { type: "button", onclick: back }, "← Back")) : "",
    element("article.product-page", {},
      element("div.pictures", {},
        (product.images?.slice(0, 6) ?? [null]).map((url) => picture(url, product.brand ?? "", 640))),
      element("div.facts", { "data-faults": true },
        words("p.caption.brand", product.brand ?? ""), words("h1", product.name ?? product.sku), badge(product.ribbon),
        prices(money(product.price), money(product.discountPrice)),
        element("p.actions", {}, product.price ? add : "", heart(product)),
        prose(product.description ?? ""),
        element("p.caption", {}, "SKU ", element("code", {}, product.sku)), bag)),
  ];
};

// Prose by its lines: those that begin with a dash are a list.
const prose = (text) => {
  const box = element("div.prose");
  for (const line of text.split("\n").map((line) => line.trim()).filter(Boolean)) {
    const point = line.match(/^[-•*]\s+(.*)$/);
    if (!point) box.append(words("p", line));
    else {
      const list = box.lastElementChild?.tagName === "UL" ? box.lastElementChild : box.appendChild(element("ul"));
      list.append(words("li", point[1]));
    }
  }
  return box;
};
