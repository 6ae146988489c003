// The life of a view: waiting, results, the host's look, pages in place, the whole screen.

const context = {}; // what the host has said of itself
const expand = document.getElementById("expand");
const isWhole = () => context.displayMode === "fullscreen";

// Rows of a first view.
const few = () => (isWhole() ? 24 : window.innerWidth < 640 ? 6 : 8);

const adopt = (changes = {}) => {
  Object.assign(context, changes);
  const root = document.documentElement;
  root.style.colorScheme = context.theme ?? "";
  for (const [key, value] of Object.entries(context.styles?.variables ?? {})) {
    if (/^--/.test(key) && typeof value === "string") root.style.setProperty(key, value);
  }
  for (const [side, size] of Object.entries(context.safeAreaInsets ?? {})) {
    if (Number.isFinite(size)) document.body.style.setProperty(`padding-${side}`, `${16 + size}px`);
  }
  expand.hidden = !context.availableDisplayModes?.includes(isWhole() ? "inline" : "fullscreen");
  root.classList.toggle("expands", !expand.hidden);
  expand.setAttribute("aria-label", isWhole() ? "Leave full screen" : "Full screen");
  expand.replaceChildren(drawing("", isWhole() ? "M10 4v6H4M14 20v-6h6" : "M14 4h6v6M10 20H4v-6"));
  main.dispatchEvent(new Event("adopted"));
};

const turn = () =>
  host.request("ui/request-display-mode", { mode: isWhole() ? "inline" : "fullscreen" }).then(({ mode }) => {
    adopt({ displayMode: mode });
    say(isWhole() ? "Full screen" : "Full screen left");
  }, () => say("The host did not change the size."));
expand.addEventListener("click", turn);
onEscape(() => { if (isWhole() && !expand.hidden) turn(); });

const top = (title, count = "") => element("header.top", title instanceof Node ? title : words("h1", title), count);

// Shows a page in place of the view; Back and Escape, after `leave()`, return to where the user was.
const openFrom = (opener, tool, parameters, page, leave) =>
  busy(opener, async () => openPage(opener, page(await host.ask(tool, parameters)), leave));
const openPage = (opener, page, leave) => {
  const [before, place] = [[...main.children], window.scrollY];
  const back = async () => {
    forget();
    await leave?.();
    show(before);
    window.scrollTo(0, place);
    opener.focus({ preventScroll: true });
  };
  const forget = onEscape(back);
  show(element("p", button("plain", "← Back", back)), page);
  host.did(`opened “${heading().textContent}” (${opener.closest("[data-id]")?.dataset.id ?? ""})`);
  window.scrollTo(0, 0);
  main.querySelector("button").focus({ preventScroll: true });
};

// What stands where the result will, so that nothing moves when it comes.
const blank = (name) => element(`${name}.blank`, "\u00a0");
const lines = (...names) => names.map((name) => element(`p.${name}`, blank("span")));
const blanks = {
  narrowing: () => [top(document.title), element("div.tools", blank("div.find")), element("div.chips", blank("p.chip"))],
  list: (name, row, ...inside) => element(`ul.${name}`, Array.from({ length: few() }, () =>
    element(`li.${row}`, blank("div.picture"), element("div.grow", lines(...inside))))),
  cards: (name = "cards") => blanks.list(name, "card", "caption", "name", "prices"),
  rows: () => blanks.list("rows", "row", "title", "caption"),
};

// Runs a view: `shape()` until there is a result, `draw(value, input, meta)` for those that it `shows(value)`, `flush()` before
// the host takes it away.
const run = ({ tool, shape, shows = ({ items }) => Array.isArray(items), draw, flush }) => {
  let input = {};
  const wait = () => {
    main.setAttribute("aria-busy", true);
    refill(main, element("div.waiting", { "aria-hidden": true }, shape()));
    say("Loading…");
  };
  const result = (given) => {
    if (given.isError) {
      return show(failure(host.fault(given), async () => {
        wait();
        result(await host.call(context.toolInfo?.tool?.name ?? tool, input)
          .catch((fault) => ({ isError: true, _meta: { "galleria/error": fault } })));
      }));
    }
    const value = given.structuredContent;
    if (!value || !shows(value)) return;
    say("");
    draw(value, input, given._meta);
  };
  host.on("ping", () => ({}));
  // A host that is closing does not wait for longer than 2 s.
  host.on("ui/resource-teardown", () => Promise.race([flush?.(), new Promise((done) => setTimeout(done, 2000))]).then(() => ({})));
  host.on("ui/notifications/host-context-changed", adopt);
  host.on("ui/notifications/tool-input", (params) => { input = params.arguments ?? {}; });
  host.on("ui/notifications/tool-result", result);
  host.on("ui/notifications/tool-cancelled", ({ reason }) =>
    show(notice("info", "The call was cancelled. Ask again to see the result.", reason)));
  wait();
  let told = "";
  const measure = () => {
    const size = { width: window.innerWidth, height: Math.ceil(document.body.getBoundingClientRect().height) };
    if (told !== (told = JSON.stringify(size))) host.notify("ui/notifications/size-changed", size);
  };
  host.request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "galleria", title: document.title, version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  }).then((answer) => adopt(answer.hostContext), () => {}).finally(() => {
    host.notify("ui/notifications/initialized");
    new ResizeObserver(measure).observe(document.body);
  });
};
