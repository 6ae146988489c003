// ui://galleria/shelf: the results of book_shelf_list, book_shelf_search and book_shelf_show.

let unsaved = null; // saves the memo that is being written

const memo = (book) => {
  let kept = book.memo ?? "";
  const state = element("span.caption");
  const text = element("textarea", { id: "memo", rows: 4, maxlength: 10000, dir: "auto" });
  text.value = kept;
  const button = element("button.primary", { type: "button" }, "Save memo");
  const save = async () => {
    const wanted = text.value;
    if (wanted === kept) return;
    kept = (await host.call("book_shelf_set_memo", { isbn13: book.isbn13, text: wanted })).structuredContent.text ?? "";
    state.textContent = "Saved.";
    say("Memo saved.");
    host.did(kept ? `wrote a memo on “${book.title}” (isbn13 ${book.isbn13}): ${kept.slice(0, 500)}` : `cleared the memo on “${book.title}”`);
  };
  text.addEventListener("input", () => {
    state.textContent = text.value === kept ? "" : "Not saved yet.";
    unsaved = text.value === kept ? null : save;
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) button.click();
  });
  button.addEventListener("click", () => busy(button, async () => { await save(); unsaved = null; }));
  return element("section.memo", { "data-faults": true },
    element("h2", {}, element("label", { for: "memo" }, "Memo")), text, element("p.actions", {}, button, state));
};

const bookPage = (book, back) => [
  back ? element("p", {}, element("button.back", { type: "button", onclick: back }, "← Back")) : "",
  element("article.book-page", {},
    picture(`galleria://book/${book.isbn13}`, book.title ?? "", 480),
    element("div.facts", {},
      words("h1", book.title ?? "no title"), book.subtitle ? words("p.subtitle", book.subtitle) : "",
      words("p.caption", [book.authors, book.publisher, book.year].filter(Boolean).join(" · ")),
      book.rating ? stars(book.rating) : "", prices(money(book.price)),
      words("div.prose", book.description ?? ""),
      element("dl", {}, [["Pages", book.pages], ["Language", book.language], ["ISBN-13", book.isbn13], ["ISBN-10", book.isbn10]]
        .filter(([, fact]) => fact).map(([label, fact]) => [element("dt", {}, label), words("dd", String(fact))])),
      element("p.links", {}, link("Web page", book.url),
        (book.samples ?? []).map(({ chapter, url }) => (url ? [" ", link(`Sample: ${chapter}`, url)] : ""))),
      memo(book))),
];

run({
  tool: "book_shelf_list",
  wait: "Loading books…",
  shows: (value) => Array.isArray(value.items),
  flush: () => unsaved?.(),
  draw(value, input, result) {
    // A list says where it is from, a search what was searched; books that were asked for by number say neither.
    const isShown = value.source === undefined && value.query === undefined;
    const warning = value.notice ? notice("warning", value.notice) : "";
    if (isShown && value.items.length === 1) return show(origin(result._meta), warning, bookPage(value.items[0]));
    const body = element("div");
    const open = (book, title) =>
      busy(title, async () => {
        const whole = (await host.call("book_shelf_show", { isbn13s: [book.isbn13] })).structuredContent;
        const list = [...main.children];
        const place = window.scrollY;
        show(whole.notice ? notice("warning", whole.notice) : "", bookPage(whole.items[0], async () => {
          await unsaved?.().catch(() => {});
          unsaved = null;
          show(list);
          window.scrollTo(0, place);
          title.focus({ preventScroll: true });
        }));
        main.querySelector("button.back").focus({ preventScroll: true });
        host.did(`opened the book “${book.title}” (isbn13 ${book.isbn13})`);
      });
    const row = (book) => {
      const title = words("button.name", book.title ?? "no title", { type: "button" });
      title.addEventListener("click", () => open(book, title));
      return element("li.row.book", { "data-faults": true, "data-id": book.isbn13 },
        picture(`galleria://book/${book.isbn13}`, book.title ?? "", 160),
        element("div.grow", {}, title, book.subtitle ? words("p.caption", book.subtitle) : ""),
        element("span.price", {}, money(book.price)?.text ?? "—"));
    };
    const draw = (books) => {
      const query = books.query ?? books.search ?? "";
      body.replaceChildren();
      fill(body, [
        element("h2", {}, query ? ["Books for “", words("span", query), "”"] : isShown ? "Books" : "New books"),
        books.notice ? notice("warning", books.notice) : "",
        pages({
          name: "rows", first: books, row, unit: "books", empty: query ? "No book matches. Try another word." : "The shelf is empty.",
          next: (cursor) =>
            books.query === undefined
              ? host.call("book_shelf_list", { cursor }) : host.call("book_shelf_search", { query, cursor }),
        }),
      ]);
    };
    const search = asking({
      label: "Search books", hint: "Title, author, isbn or keyword", value: value.query ?? value.search ?? "", button: "Search",
      submit: (query) =>
        busy(search.querySelector("button"), async () => {
          const found = (await host.call("book_shelf_search", { query })).structuredContent;
          draw(found);
          say(`${found.total ?? found.items.length} books for ${query}`);
          host.did(`searched books for “${query}” and got ${found.total ?? found.items.length}`);
        }),
    });
    draw(value);
    show(element("h1", {}, "Book shelf"), origin(result._meta),
      element("div", { "data-faults": true }, search), body);
  },
});
