// ui://galleria/goods: products and the cart of a shop that the settings name; its tools have the module's name before them.

const called = (tail) => context.toolInfo?.tool?.name?.replace(/_(search|show|cart)$/, `_${tail}`);
const goodsRoute = (id) =>
  called("") && `galleria://${called("").slice(0, -1).replace(/_(.)/g, (mark, letter) => letter.toUpperCase())}/${encodeURIComponent(id)}`;
const goodsPrices = ({ price, listPrice }) => prices(listPrice ? { price: listPrice, discountPrice: price } : { price });
const isGone = (one) => (one.available === false ? "Sold out" : "");

const goodsCard = (product, open) => {
  const { id, title = id, seller } = product;
  const gone = isGone(product);
  return element(`li.card${gone && ".sold-out"}`, { "data-id": id }, picture(goodsRoute(id), title), badge(gone, ".corner.gone"),
    words("p.caption", seller), called("show") ? button("name", words("span", title), open) : words("p", title), goodsPrices(product));
};

const goodsPage = ({ id, title = id, seller, variants = [], description, ...rest }) => {
  const told = element("p.caption");
  const row = (variant) => {
    const name = variant.options ?? variant.title ?? variant.id;
    const add = button("", ["Add to cart", unseen(`: ${name}`)], () =>
      busy(add, async () => {
        const { items } = await host.ask(called("cart"), {});
        const quantity = (items.find((line) => line.id === variant.id)?.quantity ?? 0) + 1;
        await host.ask(called("set_cart"), { items: [{ id: variant.id, quantity }] });
        refill(told, `${quantity} in the cart. `, button("name", "Show the cart", (opener) => openFrom(opener, called("cart"), {}, cartPage)));
        say(`${name}: ${quantity} in the cart`);
        host.did(`put one of “${title}, ${name}” (${variant.id}) into the shop's cart`);
      }));
    return element("li.row", { "data-id": variant.id, "data-faults": true }, element("div.grow", words("p", name), goodsPrices(variant)),
      isGone(variant) ? badge("Sold out", ".gone") : called("cart") ? add : "");
  };
  return element("article.page", gallery([goodsRoute(id)], title),
    element("div.facts", words("p.caption", seller), words("h1", title), goodsPrices(rest),
      element("ul.rows", { role: "list", "aria-label": "Variants" }, variants.map(row)), told, prose(description)));
};

// The cart as the shop has it: pieces change in place; a person pays on the shop's own page.
const cartPage = (cart) => {
  const body = element("div.bag", { "data-faults": true });
  let most = few();
  const set = (node, id, quantity, told) =>
    busy(node, async () => {
      cart = await host.ask(called("set_cart"), { items: [{ id, quantity }] });
      steady(draw);
      say(told);
      host.did(`${told} (${id})`);
    });
  const row = ({ id, title = id, quantity, price }) =>
    element("li.row", { "data-id": id }, picture(goodsRoute(id), title),
      element("div.grow", words("p", title), quantity > 1 && price ? element("p.caption", `${money(price)} each`) : ""),
      element("span.price", money(price, quantity)),
      stepper(title, quantity, (by, node) => set(node, id, quantity + by, `${title}: ${quantity + by} in the cart.`)),
      button("plain", ["Remove", unseen(` ${title}`)], (node) => set(node, id, 0, `${title} is out of the cart.`), { "data-act": "remove" }));
  const draw = () => {
    const { items, totals = [], messages = [], continueURL } = cart;
    const hidden = items.length - most;
    refill(body, top("Cart", element("span.count", items.length ? plural(items.length, "line") : "")), remarks(cart),
      messages.map(({ type, text }) => notice(type === "info" ? "info" : "warning", text)),
      items.length ? element("ul.rows", { role: "list", "data-list": "cart" }, items.slice(0, most).map(row)) : element("div.empty", element("p", "The cart is empty.")),
      hidden > 0 ? element("div.foot", button("", `Show ${hidden} more`, () => { most = items.length; draw(); })) : "",
      totals.map(({ type, text = spaced(type), amount }) => element("p.total", words("span", text), element("strong.price", money(amount)))),
      items.length && continueURL ? element("p.actions", link("Go on at the shop", continueURL)) : "");
  };
  draw();
  return body;
};

run({
  shape: () => (called("cart") === context.toolInfo?.tool?.name ? [top("Cart"), blanks.rows()] : [blanks.narrowing(), blanks.cards()]),
  draw(value, input, meta) {
    if (value.totals) return show(cartPage(value));
    const isShown = called("show") && called("show") === context.toolInfo.tool.name;
    if (isShown && value.items.length === 1) return show(remarks(value, meta), goodsPage(value.items[0]));
    const list = listing({
      name: "cards", value: { total: value.items.length, ...value }, input, tool: isShown ? undefined : called("search"),
      offers: "price", orders: "price -price title", words: { find: "Search the shop" },
      row: (product) => goodsCard(product, (opener) =>
        isShown ? openPage(opener, goodsPage(product)) : openFrom(opener, called("show"), { ids: [product.id] }, ({ items: [one] }) => goodsPage(one))),
    });
    show(top("Products", list.count), remarks({}, meta), isShown ? "" : list.tools, list.body);
  },
});
