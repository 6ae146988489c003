// What several views show.

const notice = (kind, title, detail, again) =>
  element(`div.notice.${kind}`, { role: kind === "failure" ? "alert" : "status" },
    words("strong", title), detail ? words("p", detail) : "", again ? element("p.actions", button("", "Try again", again)) : "");

const failure = ({ message, hint, retryable }, again) => notice("failure", message, hint, retryable && again);

// What an answer says beside its rows.
const remarks = ({ notice: trouble, missing, read }, meta) => {
  const minutes = Math.round((meta?.["galleria/origin"]?.age ?? 0) / 60);
  return [
    minutes ? element("p.caption", `Kept answer, ${minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`} old.`) : "",
    trouble ? notice("warning", trouble) : "",
    missing?.length ? notice("warning", `Not found: ${missing.join(", ")}`) : "",
    read ? element("p.caption", `Looked through ${read.rows} of ${read.of}.`) : "",
  ];
};

const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

// An amount as results have it, "KRW 23000", as people read it.
const money = (amount, pieces = 1) => {
  if (!amount) return "—";
  const [currency, number] = amount.split(" ");
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(Number(number) * pieces);
};

// The reduced price has the colour, the old one is quiet and struck through, the discount is a small badge.
const prices = ({ price, discountPrice, salePrice, discount }) => {
  const reduced = discountPrice ?? salePrice;
  if (!price || !reduced) return element("p.prices", element("span.price", money(price)));
  const [was, is] = [price, reduced].map((amount) => Number(amount.split(" ")[1]));
  const rate = discount ?? Math.round((1 - is / was) * 100);
  return element("p.prices", element("span.price.reduced", money(reduced)),
    element("s.old-price", unseen("instead of "), money(price)), rate ? element("span.cut", `-${rate}%`) : "");
};

const badge = (text, name = "") => (text ? words(`span.badge${name}`, text) : "");

const facts = (pairs) =>
  element("dl", pairs.filter(([, fact]) => fact).map(([label, fact]) => [element("dt", label), words("dd", fact)]));

// Pictures: asked of the server when they come into sight, three at a time, in the size shown. Until then, and without
// one, a monogram. `alt` is empty where the name stands beside it.
const picture = (() => {
  const queue = [], known = new Map();
  let running = 0;
  const next = () => {
    while (running < 3 && queue.length) {
      const frame = queue.shift();
      // Taken away: it waits until it is shown again.
      if (!frame.isConnected) { sight.observe(frame); continue; }
      running += 1;
      load(frame).catch(() => {}).finally(() => { frame.wanted = undefined; running -= 1; next(); });
    }
  };
  const load = async (frame) => {
    const { url, alt } = frame.wanted;
    const side = Math.max(frame.clientWidth, frame.clientHeight) * Math.min(window.devicePixelRatio, 2);
    const maxSide = Math.ceil(side / 160) * 160;
    const key = `${maxSide} ${url}`;
    if (!known.has(key)) {
      const { content } = await host.call("images_show", { [url.startsWith("galleria:") ? "route" : "url"]: url, maxSide });
      const { mimeType, data } = content.find((block) => block.type === "image");
      if (!/^image\/(png|jpeg|gif|webp)$/.test(mimeType)) return;
      if (known.size > 99) known.clear();
      known.set(key, `data:${mimeType};base64,${data}`);
    }
    const image = element("img", { alt, src: known.get(key), decoding: "async" });
    image.addEventListener("error", () => image.remove());
    frame.append(image);
  };
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      queue.push(target);
      next();
    }
  }, { rootMargin: "200px" });
  return (url, name, alt = "") => {
    const monogram = words("span.monogram", [...name.trim()][0] ?? "·");
    monogram.setAttribute("aria-hidden", true);
    const frame = element("div.picture", monogram);
    frame.style.setProperty("--hue", [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7));
    if (url) {
      frame.wanted = { url, alt };
      sight.observe(frame);
    }
    return frame;
  };
})();

// One large picture, several small ones under it.
const gallery = (urls, name) => {
  const large = element("div");
  const thumbs = element("div.thumbs", { role: "group", "aria-label": "Pictures" });
  const turnTo = (index) => {
    large.replaceChildren(picture(urls[index], name, urls.length > 1 ? `${name}, picture ${index + 1} of ${urls.length}` : name));
    [...thumbs.children].forEach((thumb, place) => press(thumb, place === index));
  };
  if (urls.length > 1) {
    thumbs.append(...urls.map((url, index) => button("thumb", [picture(url, name), unseen(`Picture ${index + 1}`)], () => turnTo(index))));
  }
  turnTo(0);
  return element("div.gallery", large, thumbs);
};

// Does `work` for a control: busy until it is over, a failure beside it.
const busy = async (control, work) => {
  if (control.getAttribute("aria-busy") === "true") return;
  const place = control.closest("[data-faults]") ?? control.parentElement;
  place.querySelector(":scope > .notice.failure")?.remove();
  control.setAttribute("aria-busy", true);
  try {
    return await work();
  } catch ({ message, hint }) {
    place.append(failure({ message, hint }));
  } finally {
    control.removeAttribute("aria-busy");
  }
};

// Prose by its lines, those that begin with a dash as a list; long prose is folded.
const prose = (text = "") => {
  const box = element("div.prose");
  for (const line of text.split("\n").map((line) => line.trim()).filter(Boolean)) {
    const point = line.match(/^[-•*]\s+(.*)$/);
    if (!point) box.append(words("p", line));
    else (box.lastElementChild?.tagName === "UL" ? box.lastElementChild : box.appendChild(element("ul"))).append(words("li", point[1]));
  }
  return text.length < 240 ? box : element("details", element("summary", "Description"), box);
};
