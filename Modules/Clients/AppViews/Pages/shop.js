// Products in full and the bag, for the views that show them.

// A heart that likes and takes back; `changed(product)` hears of it.
const heart = (product, changed) => {
  const name = product.name ?? product.sku;
  const node = button("heart.icon", [
    drawing("", "M12 20.5C7 16.6 3.5 13.4 3.5 9.3 3.5 6.6 5.6 4.5 8.2 4.5c1.5 0 2.9.7 3.8 1.9.9-1.2 2.3-1.9 3.8-1.9 2.6 0 4.7 2.1 4.7 4.8 0 4.1-3.5 7.3-8.5 11.2z"),
    unseen(`Like ${name}`),
  ], () =>
    busy(node, async () => {
      const { liked } = await host.ask("catalog_like", { skus: [product.sku], liked: !product.liked });
      product.liked = liked === true;
      node.mark();
      changed?.(product);
      say(`${name}: ${liked ? "liked" : "no longer liked"}`);
      host.did(`${liked ? "liked" : "took back the like of"} “${name}” (sku ${product.sku})`);
    }));
  node.mark = () => press(node, product.liked === true);
  node.mark();
  return node;
};

// A number from 1 to 99 between two buttons: `change(by, button)`.
const stepper = (label, number, change) => {
  const step = (sign, word, by, isOff) =>
    button("icon", [sign, unseen(` ${word}: ${label}`)], (node) => { if (!isOff) change(by, node); },
      { "data-act": word, "aria-disabled": isOff ? "true" : null });
  return element("div.stepper", { role: "group", "aria-label": `Quantity: ${label}` },
    step("−", "one less", -1, number < 2), element("output", number), step("+", "one more", 1, number > 98));
};

const total = (bag) => (bag.totals ?? []).map((sum) => money(sum)).join(", ") || "nothing";
const productRoute = (sku) => `galleria://product/${encodeURIComponent(sku)}`;

const openProduct = (sku, opener, liked) =>
  openFrom(opener, "product_detail_show", { skus: [sku] }, ({ items: [product] }) => productPage(product, liked));

const productPage = (product, liked) => {
  const { sku, name = sku } = product;
  const bagged = element("p.caption");
  const tell = (pieces) => refill(bagged, pieces ? [`${pieces} in the bag. `, button("name", "Show the bag", (opener) => openFrom(opener, "product_detail_bag", {}, bagPage))] : "");
  let quantity;
  const chosen = element("div", { "data-list": "chosen" });
  const choose = (number) => {
    quantity = number;
    chosen.replaceChildren(element("div", { "data-id": sku }, stepper(name, number, (by) => steady(() => {
      choose(number + by);
      say(`Quantity ${quantity}`);
    }))));
  };
  const add = button("primary", "Add to bag", () =>
    busy(add, async () => {
      const bag = await host.ask("product_detail_add_to_bag", { items: [{ sku, quantity }] });
      tell(bag.bag.find((one) => one.sku === sku)?.quantity);
      say(`${name} is in the bag. Total ${total(bag)}`);
      host.did(`put ${quantity} of “${name}” (sku ${sku}) into the bag; the bag's total is ${total(bag)}`);
      choose(1);
    }));
  choose(1);
  tell(product.inBag);
  return element("article.page",
    gallery(product.images?.length ? product.images.slice(0, 6) : [null], name),
    element("div.facts", { "data-faults": true },
      words("p.caption", product.brand), words("h1", name), badge(product.ribbon), prices(product),
      element("p.actions", product.price ? [chosen, add] : "", heart(product, liked)), bagged,
      prose(product.description), element("p.caption", "SKU ", element("code", sku))));
};

// A product of a list; `open(button, liked)` shows it in full.
const productCard = (product, open) => {
  const like = heart(product);
  return element("li.card", { "data-faults": true, "data-id": product.sku },
    picture(productRoute(product.sku), product.brand ?? ""), badge(product.ribbon, ".corner"), words("p.caption", product.brand),
    button("name", words("span", product.name ?? product.sku), (node) =>
      open(node, ({ liked }) => { product.liked = liked; like.mark(); })),
    prices(product), like);
};

// The bag: pieces change in place, what is taken out can be put back.
const bagPage = (bag) => {
  const body = element("div.bag", { "data-faults": true });
  let most = few();
  const act = (node, tool, item, told, undo) =>
    busy(node, async () => {
      bag = await host.ask(tool, { items: [item] });
      steady(draw);
      if (undo) body.firstElementChild.after(element("div.notice.info.undo", told, button("", "Undo", undo)));
      say(`${told} Total ${total(bag)}.`);
      host.did(`${told} (sku ${item.sku}); the bag's total is ${total(bag)}`);
    });
  const row = ({ sku, name = sku, quantity, price }) => {
    const put = (node, pieces) => act(node, "product_detail_add_to_bag", { sku, quantity: pieces }, `${name} is in the bag.`);
    const take = (node, item, told, undo) => act(node, "product_detail_remove_from_bag", { sku, ...item }, told, undo);
    return element("li.row", { "data-id": sku }, picture(productRoute(sku), name),
      element("div.grow", button("name", words("span", name), (opener) => openProduct(sku, opener)),
        quantity > 1 ? element("p.caption", `${money(price)} each`) : ""),
      element("span.price", money(price, quantity)),
      stepper(name, quantity, (by, node) => (by > 0 ? put(node, 1) : take(node, { quantity: 1 }, `One ${name} less.`))),
      button("plain", ["Remove", unseen(` ${name}`)], (node) =>
        take(node, {}, `${name} is out of the bag.`, (undo) => put(undo, quantity)), { "data-act": "remove" }));
  };
  const draw = () => {
    const { bag: pieces, count } = bag;
    const hidden = pieces.length - most;
    refill(body, top("Bag", element("span.count", count ? plural(count, "piece") : "")), remarks(bag),
      pieces.length
        ? [
            element("ul.rows", { role: "list", "data-list": "bag" }, pieces.slice(0, most).map(row)),
            hidden > 0 ? element("div.foot", button("", `Show ${hidden} more`, () => {
              most = pieces.length;
              draw();
              body.querySelectorAll("li")[most - hidden].querySelector("button").focus();
            })) : "",
            element("p.total", element("span", "Total"), element("strong.price", total(bag))),
          ]
        : element("div.empty", element("p", "The bag is empty."), element("p", "Open a product and press “Add to bag”.")));
  };
  draw();
  return body;
};
