// ui://galleria/shelf: the results of book_shelf_shelf, book_shelf_search and book_shelf_show.

let unsaved = null; // saves the memo that is being written

const memo = (book) => {
  let kept = book.memo;
  const state = element("span.caption");
  const text = element("textarea", { id: "memo", rows: 4, maxlength: 10000, dir: "auto" });
  text.value = kept;
  const button = element("button.primary", { type: "button" }, "Save memo");
  const save = async () => {
    const wanted = text.value;
    if (wanted === kept) return;
    kept = (await host.call("book_shelf_memo", { isbn13: book.isbn13, text: wanted })).structuredContent.text;
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
    picture(book.imageURL, book.title, 480),
    element("div.facts", {},
      words("h1", book.title), book.subtitle ? words("p.subtitle", book.subtitle) : "",
      words("p.caption", [book.authors, book.publisher, book.year].filter(Boolean).join(" · ")),
      book.rating === null || book.rating === undefined ? "" : stars(book.rating), prices(book.price),
      book.notice ? notice("warning", book.notice) : "",
      words("div.prose", book.description ?? ""),
      element("dl", {}, [["Pages", book.pages], ["Language", book.language], ["ISBN-13", book.isbn13], ["ISBN-10", book.isbn10]]
        .filter(([, fact]) => fact).map(([label, fact]) => [element("dt", {}, label), words("dd", String(fact))])),
      element("p.links", {}, link("Web page", book.url),
        (book.pdf ?? []).map(({ chapter, url }) => [" ", link(`Sample: ${chapter}`, url)])),
      memo(book))),
];

run({
  tool: "book_shelf_shelf",
  wait: "Loading books…",
  shows: (value) => Array.isArray(value.items) || Boolean(value.isbn13 && value.title),
  flush: () => unsaved?.(),
  draw(value, input, result) {
    if (value.isbn13) return show(origin(result._meta), bookPage(value));
    const body = element("div");
    const open = (book, title) =>
      busy(title, async () => {
        const whole = (await host.call("book_shelf_show", { isbn13: book.isbn13 })).structuredContent;
        const list = [...main.children];
        const place = window.scrollY;
        show(bookPage(whole, async () => {
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
      const title = words("button.name", book.title, { type: "button" });
      title.addEventListener("click", () => open(book, title));
      return element("li.row.book", { "data-faults": true, "data-id": book.isbn13 }, picture(book.imageURL, book.title, 160),
        element("div.grow", {}, title, book.subtitle ? words("p.caption", book.subtitle) : ""),
        element("span.price", {}, book.price.text));
    };
    const draw = (books) => {
      const query = books.query ?? "";
      body.replaceChildren();
      fill(body, [
        element("h2", {}, query ? ["Books for “", words("span", query), "”"] : "New books"),
        books.notice ? notice("warning", books.notice) : "",
        pages({
          name: "rows", first: books, row, unit: "books", empty: query ? "No book matches. Try another word." : "The shelf is empty.",
          next: (cursor) => host.call("book_shelf_search", { query, cursor }),
        }),
      ]);
    };
    const search = asking({
      label: "Search books", hint: "Title, author, isbn or keyword", value: value.query ?? "", button: "Search",
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
