// What several views show, and the life of a view.

const notice = (kind, title, detail, ...actions) =>
  element(`div.notice.${kind}`, { role: kind === "failure" ? "alert" : "status" },
    element("p", {}, words("strong", title)), detail ? words("p", detail) : "",
    actions.length ? element("p.actions", {}, actions) : "");

const failure = (fault, again) =>
  notice("failure", fault.message, fault.hint,
    again && fault.retryable ? [element("button", { type: "button", onclick: again }, "Try again")] : []);

const loading = (text) => {
  main.setAttribute("aria-busy", "true");
  main.replaceChildren(
    element("p.caption", {}, text),
    element("div.waiting", { "aria-hidden": "true" }, Array.from({ length: 6 }, () => element("span"))));
};

// An amount as results have it, "KRW 23000", as people read it.
const money = (amount) => {
  if (!amount) return null;
  const [currency, number] = amount.split(" ");
  const digits = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  return { text: new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: digits }).format(Number(number)) };
};

// The price to pay; the old one is struck through.
const prices = (price, sale, rate) =>
  element("p.prices", {},
    element("span.price", {}, (sale ?? price)?.text ?? "—"),
    sale ? [" ", element("s.old-price", {}, element("span.unseen", {}, "instead of "), price.text)] : "",
    sale && rate ? [" ", element("span.discount", {}, `-${rate}%`)] : "");

const badge = (text, name = "badge") => (text ? words(`span.${name}`, text) : "");

const stars = (rating) =>
  element("p.stars", { role: "img", "aria-label": `Rated ${rating} of 5` },
    Array.from({ length: 5 }, (_, index) =>
      drawing(index < rating ? "full" : "hollow",
        "M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 17l-5.4 2.9 1.1-6.1L3.2 9.6l6.1-.8z")));

// Pictures: asked of the server when they come into sight, three at a time. Until then, and without one, a monogram.
const picture = (() => {
  const queue = [];
  let running = 0;
  const next = () => {
    while (running < 3 && queue.length) {
      running += 1;
      const wanted = queue.shift();
      // Asked for once: what has no picture keeps its monogram.
      load(wanted).catch(() => {}).finally(() => { wanted.frame.wanted = undefined; running -= 1; next(); });
    }
  };
  const load = async ({ frame, url, side }) => {
    if (!frame.isConnected) return;
    const result = await host.call("images_show", { ...(url.startsWith("galleria:") ? { route: url } : { url }), maxSide: side });
    const image = (result.content ?? []).find((block) => block.type === "image");
    if (!image || !/^image\/(png|jpeg|gif|webp)$/.test(image.mimeType) || !/^[A-Za-z0-9+/=]+$/.test(image.data)) return;
    frame.append(element("img", {
      alt: "", src: `data:${image.mimeType};base64,${image.data}`, onerror: (event) => event.target.remove(),
    }));
  };
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      queue.push(target.wanted);
      next();
    }
  }, { rootMargin: "200px" });
  return (url, name, side = 320) => {
    const letter = [...name.trim()][0] ?? "·";
    const frame = element("div.picture", { "aria-hidden": "true" }, words("span.monogram", letter));
    frame.style.setProperty("--hue", [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7));
    if (url) {
      frame.wanted = { frame, url, side };
      sight.observe(frame);
    }
    return frame;
  };
})();

// Does something slow on behalf of a button: busy until it is over, a failure beside it.
const busy = async (button, work) => {
  if (button.getAttribute("aria-busy") === "true") return;
  const place = button.closest("[data-faults]") ?? button.parentElement;
  place.querySelector(":scope > .notice.failure")?.remove();
  button.setAttribute("aria-busy", "true");
  try {
    return await work();
  } catch (fault) {
    place.append(failure({ message: String(fault.message), hint: fault.hint ?? "", retryable: false }));
  } finally {
    button.removeAttribute("aria-busy");
  }
};

// A list that grows page by page. `row` makes a list item; `next(cursor)` gives the next page's result.
const pages = ({ name, first, row, next, empty, unit }) => {
  const list = element(`ul.${name}`, { role: "list" });
  const summary = element("p.page-summary");
  const button = element("button.more", { type: "button" }, "Show more");
  const foot = element("div.foot", { "data-faults": true }, summary, button);
  let cursor;
  const add = (result) => {
    list.append(...result.items.map(row));
    cursor = result.nextCursor;
    const total = result.total ?? null;
    summary.textContent = total === null ? `Showing ${list.children.length}` : `Showing ${list.children.length} of ${total}`;
    button.hidden = !cursor;
  };
  button.addEventListener("click", () =>
    busy(button, async () => {
      const before = list.children.length;
      add((await next(cursor)).structuredContent);
      list.children[before]?.querySelector("button, a")?.focus();
      say(summary.textContent);
      host.did(`looked further: ${summary.textContent.toLowerCase()} ${unit}`);
    }));
  add(first);
  return first.items.length ? [list, foot] : [element("p.empty", {}, empty)];
};

// Where the facts come from, when they are not of now.
const origin = (meta) => {
  const age = meta?.["galleria/origin"]?.age;
  if (!(age >= 60)) return "";
  const minutes = Math.round(age / 60);
  return element("p.caption", {}, minutes < 120 ? `Kept answer, ${minutes} min old.` : `Kept answer, ${Math.round(minutes / 60)} h old.`);
};

// What the host says about itself, put together from all it said.
const context = {};
const adopt = (changes = {}) => {
  Object.assign(context, changes);
  const root = document.documentElement;
  if (context.theme === "dark" || context.theme === "light") root.dataset.theme = context.theme;
  for (const [key, value] of Object.entries(context.styles?.variables ?? {})) {
    if (/^--[a-z0-9-]+$/.test(key) && typeof value === "string") root.style.setProperty(key, value);
  }
  for (const [side, size] of Object.entries(context.safeAreaInsets ?? {})) {
    if (Number.isFinite(size)) root.style.setProperty(`--inset-${side}`, `${size}px`);
  }
};

// Runs a view. `shows(value)`: whether a result is one of this view's; `draw(value, input, result)`: shows it;
// `flush()`: saves what is not saved yet, before the host takes the view away.
const run = ({ tool, wait, shows, draw, flush }) => {
  let input = {};
  const result = (given) => {
    if (given.isError) {
      return show(failure(host.fault(given), async () => {
        loading(wait);
        try {
          result(await host.call(context.toolInfo?.tool?.name ?? tool, input));
        } catch (fault) {
          result({ isError: true, _meta: { "galleria/error": fault } });
        }
      }));
    }
    const value = given.structuredContent;
    if (value && shows(value)) draw(value, input, given);
  };
  host.on("ping", () => ({}));
  host.on("ui/resource-teardown", async () => {
    // Two seconds: a host that is closing does not wait longer.
    await Promise.race([flush?.(), new Promise((done) => setTimeout(done, 2000))]);
    return {};
  });
  host.on("ui/notifications/host-context-changed", adopt);
  host.on("ui/notifications/tool-input", (params) => { input = params.arguments ?? {}; });
  host.on("ui/notifications/tool-result", result);
  host.on("ui/notifications/tool-cancelled", ({ reason }) =>
    show(notice("info", "The call was cancelled.", typeof reason === "string" ? reason : "")));
  loading(wait);
  let told = "";
  const measure = () => {
    const size = { width: window.innerWidth, height: Math.ceil(document.body.getBoundingClientRect().height) };
    if (JSON.stringify(size) === told) return;
    told = JSON.stringify(size);
    host.notify("ui/notifications/size-changed", size);
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
