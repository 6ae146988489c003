// Products of the catalogue kept in memory, and questions over them: the same work and the same facts as galleria's catalog_list.
//
// The upstream's pages are checked as UTF-8, parsed and decoded once. Each question looks at every row, orders those that match, and
// writes the first of them as Markdown and as structured content. Amounts are ten-thousandths of a unit, which doubles hold exactly.
import { readFileSync } from "node:fs";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const references = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”",
  hellip: "…",
};
const genderWords = ["female", "male", "kids"];
const last = Number.MAX_SAFE_INTEGER;
const tiesNamed = 3;

function prose(text) {
  if (typeof text !== "string") return "";
  if (!text.includes("&")) return text.trim();
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(\w+));/g, (all, decimal, hex, name) =>
    decimal ? String.fromCodePoint(+decimal) : hex ? String.fromCodePoint(parseInt(hex, 16)) : references[name] ?? all).trim();
}

function markdown(text) {
  const escaped = text.replace(/[\\`*_~[\]<|]/g, "\\$&");
  return /^[#>=\-+]/.test(escaped) ? "\\" + escaped : escaped;
}

// LEB128.
function leb(number) {
  const bytes = [];
  for (; number > 0x7f; number >>= 7) bytes.push((number & 0x7f) | 0x80);
  return [...bytes, number];
}

// Where an answer goes on: the mark of catalog.list, page 0, rows, and the question as JSON with its length before it, where there is one.
function cursor(rows, question) {
  const asked = question === "{}" ? [] : [...leb(Buffer.byteLength(question)), ...Buffer.from(question)];
  return Buffer.from([asked.length ? 0x45 : 0x44, 0x00, 0xae, 0, ...leb(rows), ...asked]).toString("base64url");
}

// null where there is no price.
const amount = (value) => (value == null || !(value >= 0) ? null : Math.round(value * 10000));
const cents = (amount) => Math.floor((amount + 50) / 100);
const twoDigits = (number) => (number < 10 ? "0" : "") + number;

function shown(amount) {
  const all = cents(amount), whole = String(Math.floor(all / 100));
  return `A$${whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole}.${twoDigits(all % 100)}`;
}

function told(amount) {
  if (amount % 100 === 0) return `AUD ${Math.floor(amount / 10000)}.${twoDigits((amount / 100) % 100)}`;
  return `AUD ${Math.floor(amount / 10000)}.${String(amount % 10000).padStart(4, "0").replace(/0$/, "")}`;
}

function product(row) {
  const { brand, gender } = row._embedded ?? {};
  const one = {
    sku: row.sku, brand: prose(brand?.name), name: prose(row.name), ribbon: row.ribbon || "", price: amount(row.price),
    reduced: amount(row.final_price), discount: 0, gender: genderWords.includes(gender?.name) ? gender.name : null,
  };
  if (one.price === null || !one.reduced || one.reduced >= one.price || cents(one.reduced) >= cents(one.price)) {
    one.reduced = null;
  } else {
    const percent = Math.floor(((one.price - one.reduced) * 200 + one.price) / (2 * one.price));
    one.discount = percent < 100 ? percent : 0;
  }
  one.paid = one.reduced ?? one.price;
  // What Markdown would take for markup is known once.
  one.texts = `|\`${one.sku}\`|${markdown(one.brand)}|${markdown(one.name) || "no name"}${one.ribbon && ` [${markdown(one.ribbon)}]`}|`;
  return one;
}

// origin: `sample`, or `cache` where the files are an upstream's pages. Gives the function that answers a question; it throws for
// what is not taken.
export function catalogue(origin, paths) {
  const known = new Map();
  for (const path of paths) {
    const page = JSON.parse(utf8.decode(readFileSync(path)));
    for (const row of Array.isArray(page) ? page : page._embedded.product) {
      if (row.sku && !known.has(row.sku)) known.set(row.sku, product(row));
    }
  }
  const products = [...known.values()], loaded = Math.floor(Date.now() / 1000);
  return (asked) => answer(products, origin === "sample" ? null : Math.floor(Date.now() / 1000) - loaded, asked);
}

function line({ texts, price, reduced, discount }) {
  const full = price === null ? "—" : reduced === null ? shown(price) : `~~${shown(price)}~~`;
  return `${texts}${full}|${reduced === null ? "" : shown(reduced)}${discount ? ` -${discount}%` : ""}|\n`;
}

function object({ sku, brand, name, price, reduced, discount, ribbon }) {
  return {
    sku, brand: brand || undefined, name: name || undefined, price: price === null ? undefined : told(price),
    discountPrice: reduced === null ? undefined : told(reduced), discount: discount || undefined, liked: false,
    ribbon: ribbon || undefined,
  };
}

// The sentence on rows behind the last one that are as dear.
function ties(ordered, end, products) {
  const value = ordered[end - 1].value;
  if (value === last) return "";
  const others = [];
  for (let at = end; at < ordered.length && ordered[at].value === value; at++) others.push(products[ordered[at].place].sku);
  if (others.length === 0) return "";
  const named = others.slice(0, tiesNamed).join(", ") + (others.length > tiesNamed ? ", …" : ".");
  return `${others.length} more ${others.length === 1 ? "has" : "have"} the same price: ${named}\n\n`;
}

function ageText(age) {
  if (age === 0) return "";
  const [, unit, size] = [[60, "s", 1], [3600, "min", 60], [172800, "h", 3600], [Infinity, "days", 86400]].find(([most]) => age < most);
  return `Kept answer, ${Math.floor(age / size)} ${unit} old.\n`;
}

function answer(products, age, { gender, minPrice, maxPrice, sort, limit, ...unknown }) {
  const genders = gender == null ? null : typeof gender === "string" ? [gender] : gender, count = limit ?? 20;
  const isTaken = Object.keys(unknown).length === 0 && [undefined, null, "price", "-price"].includes(sort)
    && (genders === null || (genders.length > 0 && genders.every((word) => genderWords.includes(word))))
    && Number.isInteger(count) && count >= 1 && count <= 100;
  if (!isTaken) throw new Error("gender, minPrice, maxPrice, sort by price or -price, limit 1 to 100");
  const isBounded = minPrice != null || maxPrice != null;
  const least = amount(minPrice) ?? 0, most = amount(maxPrice) ?? last;
  const ordered = [];
  for (let place = 0; place < products.length; place++) {
    const { paid, gender } = products[place];
    if (genders !== null && !genders.includes(gender)) continue;
    if (isBounded && (paid === null || paid < least || paid > most)) continue;
    ordered.push({ value: sort == null ? 0 : paid === null ? last : sort === "price" ? paid : -paid, place });
  }
  if (sort != null) ordered.sort((one, other) => one.value - other.value || one.place - other.place);
  const rows = ordered.slice(0, count).map(({ place }) => products[place]);
  let text = "# THE ICONIC\n\n|sku|brand|name|price|reduced|\n|---|---|---|--:|--:|\n";
  for (const row of rows) text += line(row);
  text += `\nprices in AUD, showing 1–${rows.length} of ${ordered.length}`;
  const content = { items: rows.map(object), total: ordered.length };
  if (rows.length < ordered.length) {
    const given = {
      minPrice: minPrice ?? undefined, maxPrice: maxPrice ?? undefined, gender: genders ?? undefined, sort: sort ?? undefined,
      limit: limit ?? undefined,
    };
    content.nextCursor = cursor(rows.length, JSON.stringify(given));
    text += `, next: cursor=${content.nextCursor}\n\n${sort == null ? "" : ties(ordered, rows.length, products)}`;
  } else {
    text += " (end)\n\n";
  }
  text += age === null ? "Sample data." : ageText(age);
  return {
    content: [{ type: "text", text }], structuredContent: content, isError: false,
    _meta: { "galleria/origin": age === null ? { source: "sample" } : { source: "cache", age, stale: false } },
  };
}
