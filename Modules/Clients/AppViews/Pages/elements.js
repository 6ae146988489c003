// Making elements. Text of results only ever becomes text nodes.

// The language of a text by its script, so that a browser picks the right glyphs and line breaks; "" for the page's own.
const language = (text) =>
  /\p{Script=Hangul}/u.test(text) ? "ko"
  : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? "ja"
  : /\p{Script=Han}/u.test(text) ? "zh-Hant"
  : "";

const fill = (node, children) => {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === "") continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
};

// element("p.price", { title: "…" }, "text", otherElement): a name with classes, attributes, children.
const element = (name, attributes = {}, ...children) => {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  return fill(node, children);
};

// Text of a result, with its language.
const words = (name, text, attributes = {}) =>
  element(name, { lang: language(text) || null, dir: "auto", ...attributes }, text);

// A drawing in the text's colour, of paths on a field of 24 by 24.
const drawing = (name, ...paths) => {
  const space = "http://www.w3.org/2000/svg";
  const node = document.createElementNS(space, "svg");
  node.setAttribute("viewBox", "0 0 24 24");
  node.setAttribute("class", `drawing ${name}`);
  node.setAttribute("aria-hidden", "true");
  for (const d of paths) node.appendChild(document.createElementNS(space, "path")).setAttribute("d", d);
  return node;
};

const main = document.getElementById("view");

// Replaces what the view shows.
const show = (...children) => {
  main.replaceChildren();
  fill(main, children);
  main.removeAttribute("aria-busy");
};

// Says something to those who do not see the change.
const say = (text) => {
  document.getElementById("said").textContent = text;
};

// A link that the host opens; plain text where the address is not one of the web.
const link = (text, url) => {
  if (!/^https?:\/\//i.test(url)) return words("span", text);
  return words("a", text, {
    href: url,
    rel: "noopener noreferrer",
    onclick: (event) => {
      event.preventDefault();
      host.open(url).then(() => say(`Opened ${url}`), () => say("The host did not open the link."));
    },
  });
};

// A text field with its label, and a button; Enter does the same. (No form: sandboxes without allow-forms block those.)
const asking = ({ label, value = "", button, least = 1, submit, hint = "" }) => {
  const input = element("input", { type: "search", value, "aria-label": label, placeholder: hint, maxlength: 200 });
  const go = () => {
    const text = input.value.trim();
    if ([...text].length < least) return input.focus();
    submit(text);
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) go();
  });
  return element("div.asking", { role: "search" }, input, element("button", { type: "button", onclick: go }, button));
};
