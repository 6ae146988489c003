// ui://galleria/mall: the results of shopping_mall_list.

run({
  tool: "shopping_mall_list",
  shape: () => [blanks.narrowing(), blanks.cards("cards.square")],
  draw(value, input, meta) {
    const row = ({ id, name = "no name", brand = "", soldOut, ...rest }) => {
      const gone = soldOut ? "Sold out" : "";
      const open = (opener) =>
        openPage(opener, element("article.page.square", gallery([`galleria://mall/${id}`], name),
          element("div.facts", words("p.caption", brand), words("h1", name), badge(gone, ".gone"), prices(rest))));
      return element(`li.card${gone && ".sold-out"}`, { "data-id": id }, picture(`galleria://mall/${id}`, brand || name),
        badge(gone, ".corner.gone"), words("p.caption", brand), button("name", words("span", name), open), prices(rest));
    };
    const list = listing({
      name: "cards.square", row, value, input, tool: "shopping_mall_list", words: { find: "Find goods" },
      offers: "onSale soldOut brand price", orders: "price -price -discount name",
    });
    show(top("Shopping mall", list.count), remarks({}, meta), list.tools, list.body);
  },
});
