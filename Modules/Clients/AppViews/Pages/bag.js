// ui://galleria/bag: the results of product_detail_bag.

run({
  tool: "product_detail_bag",
  shape: () => [top(document.title), blanks.rows()],
  shows: (value) => Array.isArray(value.bag),
  draw: (value) => show(bagPage(value)),
});
