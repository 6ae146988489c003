// A book from the upstream's body to the answer of a tool: the same work and the same facts as galleria's book_shelf_show.
//
// The body is bytes: checked as UTF-8, parsed, its texts lose their character references, and are written as Markdown and as
// structured content.
import { readFileSync } from "node:fs";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const references = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", eacute: "é" };

// isbn13 → the body that the upstream would answer; the file is an array with a row a line.
export function load(path) {
  const bodies = new Map();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const row = line.trim().replace(/,$/, "");
    if (!row.startsWith("{")) continue;
    const body = '{"error":"0",' + row.slice(1);
    bodies.set(JSON.parse(body).isbn13, Buffer.from(body));
  }
  return bodies;
}

function prose(text = "") {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(\w+));/g, (all, decimal, hex, name) =>
    decimal ? String.fromCodePoint(+decimal) : hex ? String.fromCodePoint(parseInt(hex, 16)) : references[name] ?? all);
}

const whole = (text) => (/^\d+$/.test(text) ? +text : null);

function markdown(text) {
  const escaped = text.replace(/[\\`*_~[\]<]/g, "\\$&");
  return /^[#>=\-+|]/.test(escaped) ? "\\" + escaped : escaped;
}

const collator = new Intl.Collator("en", { numeric: true });

// The structured content.
export function decoded(body) {
  const row = JSON.parse(utf8.decode(body));
  const price = row.price ?? "";
  return {
    isbn13: row.isbn13, title: prose(row.title), subtitle: prose(row.subtitle),
    price: { amount: price.replace(/^\$/, ""), currency: "USD", text: price }, imageURL: row.image ?? "", url: row.url ?? "",
    route: `galleria://book/${row.isbn13}`, authors: prose(row.authors), publisher: prose(row.publisher),
    language: prose(row.language), isbn10: row.isbn10 ?? "", pages: whole(row.pages), year: whole(row.year),
    rating: whole(row.rating), description: prose(row.desc),
    pdf: Object.entries(row.pdf ?? {}).map(([chapter, url]) => ({ chapter, url })).sort((a, b) => collator.compare(a.chapter, b.chapter)),
    memo: "", notice: null,
  };
}

// The Markdown.
export function rendered(book) {
  let text = `# ${markdown(book.title)}\n\n- title: ${markdown(book.title)}\n- subtitle: ${markdown(book.subtitle)}\n`
    + `- authors: ${markdown(book.authors)}\n- publisher: ${markdown(book.publisher)}\n- pages: ${book.pages}\n- year: ${book.year}\n`
    + `- rating: ${book.rating}/5\n- desc: ${markdown(book.description)}\n- price: ${markdown(book.price.text)}\n`
    + `- language: ${markdown(book.language)}\n- isbn13: \`${book.isbn13}\`\n- isbn10: \`${book.isbn10}\`\n- url: <${book.url}>\n`
    + `- image: <${book.imageURL}>\n\n## memo\n\nNo memo yet.\n\n## samples\n`;
  for (const sample of book.pdf) text += `\n[PDF Sample: ${markdown(sample.chapter)}](${sample.url})\n`;
  return text;
}
