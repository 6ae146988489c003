// ui://galleria/shelf: the results of book_shelf_list, book_shelf_search and book_shelf_show.

let unsaved = null; // saves the memo that is being written

const memo = (book) => {
  let kept = book.memo ?? "";
  const state = element("span.caption");
  const text = element("textarea", { id: "memo", rows: 3, maxlength: 10000, dir: "auto", placeholder: "What to remember of this book" });
  text.value = kept;
  const keep = button("", "Save memo", () => busy(keep, async () => { await save(); unsaved = null; }));
  const save = async () => {
    if (text.value === kept) return;
    kept = (await host.ask("book_shelf_set_memo", { isbn13: book.isbn13, text: text.value })).text ?? "";
    state.textContent = "Saved.";
    say("Memo saved.");
    host.did(`${kept ? "wrote a" : "cleared the"} memo on “${book.title}” (isbn13 ${book.isbn13}) ${kept.slice(0, 500)}`);
  };
  text.addEventListener("input", () => {
    unsaved = text.value === kept ? null : save;
    state.textContent = unsaved ? "Not saved yet." : "";
  });
  return element("section.memo", { "data-faults": true },
    element("h2", element("label", { for: "memo" }, "Memo")), text, element("p.actions", keep, state));
};

const stars = (rating) =>
  element("p.star", { role: "img", "aria-label": `Rated ${rating} of 5` }, [1, 2, 3, 4, 5].map((place) => (place > rating ? "☆" : "★")));

const bookPage = (book) =>
  element("article.page.cover", gallery([`galleria://book/${book.isbn13}`], book.title ?? ""),
    element("div.facts",
      words("h1", book.title ?? "no title"), words("p", book.subtitle),
      words("p.caption", [book.authors, book.publisher, book.year].filter(Boolean).join(" · ")),
      book.rating ? stars(book.rating) : "", prices(book), prose(book.description),
      element("p.links", book.url ? link("Web page", book.url) : "",
        (book.samples ?? []).map(({ chapter, url }) => (url ? link(`Sample: ${chapter}`, url) : ""))),
      facts([["Pages", book.pages], ["Language", book.language], ["ISBN-13", book.isbn13], ["ISBN-10", book.isbn10]]),
      memo(book)));

run({
  tool: "book_shelf_list",
  shape: () => [blanks.narrowing(), blanks.cards("cards.covers")],
  flush: () => unsaved?.(),
  draw(value, input, meta) {
    // Neither a list nor a search: books that were asked for by number.
    const isShown = value.source === undefined && value.query === undefined;
    if (isShown && value.items.length === 1) return show(remarks(value, meta), bookPage(value.items[0]));
    const title = element("h1");
    const entitle = (query) =>
      refill(title, query ? ["Books for “", words("span", query), "”"] : isShown ? "Books" : value.source === "saved" ? "Book shelf" : "New books");
    const query = value.query ?? value.search;
    let tool = value.query === undefined ? "book_shelf_list" : "book_shelf_search";
    // Without words the shelf is listed; its list knows no samples.
    const ask = async ({ hasSample, ...parameters }, { query }) => {
      if (!parameters.cursor) tool = query ? "book_shelf_search" : "book_shelf_list";
      const found = await host.ask(tool, tool === "book_shelf_search" ? { ...parameters, query, hasSample } : parameters);
      entitle(query);
      return found;
    };
    const open = (book, opener) =>
      openFrom(opener, "book_shelf_show", { isbn13s: [book.isbn13] }, (found) => [remarks(found), bookPage(found.items[0])], async () => {
        await unsaved?.().catch(() => {});
        unsaved = null;
      });
    const list = listing({
      name: "cards.covers", value: isShown ? { total: value.items.length, ...value } : value, input: isShown ? {} : { ...input, query },
      ask: isShown ? undefined : ask, offers: "free hasSample price", orders: "title price -price",
      words: { find: "Search books", order: "Default", count: (total) => plural(total, "book"), empty: "The shelf is empty. Search to see books." },
      row: (book) =>
        element("li.card", { "data-faults": true, "data-id": book.isbn13 }, picture(`galleria://book/${book.isbn13}`, book.title ?? ""),
          button("name", words("span", book.title ?? "no title"), (opener) => open(book, opener)),
          words("p.caption", book.subtitle), prices(book)),
    });
    entitle(query);
    show(top(title, list.count), remarks({}, meta), list.tools, list.body);
  },
});
