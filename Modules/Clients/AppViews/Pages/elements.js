// Making elements. Text of results only ever becomes text nodes.

// The language of a text by its script, for glyphs and line breaks; none for the page's own.
const language = (text) =>
  /\p{sc=Hang}/u.test(text) ? "ko" : /[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? "ja" : /\p{sc=Han}/u.test(text) ? "zh-Hant" : null;

const fill = (node, ...children) => {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === "") continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
};
const refill = (node, ...children) => {
  node.replaceChildren();
  return fill(node, children);
};

// element("p.price", { title: "…" }, "text", otherElement): classes; attributes, if any; children.
const element = (name, ...children) => {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  if (children[0]?.constructor === Object) {
    for (const [key, value] of Object.entries(children.shift())) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
    }
  }
  return fill(node, children);
};

const words = (name, text = "") => element(name, { lang: language(text), dir: "auto" }, text);

const press = (node, isOn) => node.setAttribute("aria-pressed", isOn);

const unseen = (text) => element("span.unseen", text);

// A button of a style: `act` gets the button.
const button = (style, label, act, attributes) => {
  const node = element(`button.${style}`, { type: "button", ...attributes }, label);
  node.addEventListener("click", () => act(node));
  return node;
};

// A drawing in the text's colour, of paths on a field of 24 by 24.
const drawing = (name, ...paths) => {
  const space = "http://www.w3.org/2000/svg";
  const node = document.createElementNS(space, "svg");
  const attributes = { viewBox: "0 0 24 24", class: `drawing ${name}`, "aria-hidden": true };
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  for (const d of paths) node.appendChild(document.createElementNS(space, "path")).setAttribute("d", d);
  return node;
};

const main = document.getElementById("view");

const show = (...children) => {
  refill(main, children);
  main.removeAttribute("aria-busy");
};

// Says what has changed to those who do not see it.
const say = (text) => { document.getElementById("said").textContent = text; };

// The heading of what is shown, able to take the focus.
const heading = () => Object.assign(main.querySelector("h1") ?? main, { tabIndex: -1 });

// Rebuilds rows and keeps the focus on the same `data-act` of the same `data-id`, or of the row that took its place.
const steady = (work) => {
  const { activeElement } = document;
  const row = activeElement?.closest("[data-list] > [data-id]");
  if (!row) return work();
  const { children, dataset } = row.parentElement;
  const place = [...children].indexOf(row);
  work();
  const rows = [...main.querySelectorAll(`[data-list="${dataset.list}"] > [data-id]`)];
  const next = rows.find((one) => one.dataset.id === row.dataset.id) ?? rows[Math.min(place, rows.length - 1)];
  (next?.querySelector(`[data-act="${activeElement.dataset.act}"]:not([hidden] *)`) ?? next?.querySelector("button") ?? heading()).focus();
};

// What Escape takes back, the newest last. Gives what forgets it.
const escapes = [];
const onEscape = (leave) => {
  escapes.push(leave);
  return () => { if (escapes.includes(leave)) escapes.splice(escapes.indexOf(leave), 1); };
};
window.addEventListener("keydown", ({ key, isComposing, target }) => {
  // A search field with text clears itself.
  if (key === "Escape" && !isComposing && !(target.type === "search" && target.value)) escapes.at(-1)?.();
});

// A panel that its button opens; Escape closes it and gives the focus back. Gives what closes it.
let lastPanel = 0;
const discloses = (opener, panel, opened) => {
  panel.id = `panel-${(lastPanel += 1)}`;
  opener.setAttribute("aria-controls", panel.id);
  let forget = () => {};
  const turn = (isOpen) => {
    forget();
    if (!isOpen && panel.contains(document.activeElement)) opener.focus();
    panel.hidden = !isOpen;
    opener.setAttribute("aria-expanded", isOpen);
    if (isOpen) {
      forget = onEscape(() => turn(false));
      opened();
    }
  };
  turn(false);
  opener.addEventListener("click", () => turn(panel.hidden));
  return () => turn(false);
};

// A link that the host opens; text where the address is not of the web.
const link = (text, url) => {
  if (!/^https?:\/\//i.test(url)) return words("span", text);
  const node = element("a", { href: url, rel: "noopener noreferrer" }, text);
  node.addEventListener("click", (event) => {
    event.preventDefault();
    host.request("ui/open-link", { url }).then(() => say(`Opened ${url}`), () => say("The host did not open the link."));
  });
  return node;
};

// A field for words to look for: `go(text)` at Enter and, where live, after a pause.
const finder = (label, value, isLive, go) => {
  const input = element("input", { type: "search", value, "aria-label": label, placeholder: label, maxlength: 200 });
  let pause, last = input.value.trim();
  const send = () => {
    clearTimeout(pause);
    if (input.value.trim() !== last) go((last = input.value.trim()));
  };
  const later = ({ isComposing }) => {
    clearTimeout(pause);
    if (!isComposing) pause = setTimeout(send, 250);
  };
  if (isLive) for (const kind of ["input", "compositionend"]) input.addEventListener(kind, later);
  input.addEventListener("keydown", ({ key, isComposing }) => { if (key === "Enter" && !isComposing) send(); });
  return element("div.find", { role: "search" }, drawing("", "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20"), input);
};
