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

// None where the upstream does not know: it says so by 0.
const whole = (text) => (/^\d+$/.test(text) ? +text || undefined : undefined);

function markdown(text) {
  const escaped = text.replace(/[\\`*_~[\]<]/g, "\\$&");
  return /^[#>=\-+|]/.test(escaped) ? "\\" + escaped : escaped;
}

const collator = new Intl.Collator("en", { numeric: true });

// The structured content. What the upstream does not know, it says as an empty text: JSON leaves out what is undefined.
export function decoded(body) {
  const row = JSON.parse(utf8.decode(body));
  const price = row.price ?? "";
  return {
    isbn13: row.isbn13, title: prose(row.title) || undefined, subtitle: prose(row.subtitle) || undefined,
    price: { amount: price.replace(/^\$/, ""), currency: "USD", text: price }, imageURL: row.image || undefined, url: row.url || undefined,
    route: `galleria://book/${row.isbn13}`, authors: prose(row.authors) || undefined, publisher: prose(row.publisher) || undefined,
    language: prose(row.language) || undefined, isbn10: row.isbn10 || undefined, pages: whole(row.pages), year: whole(row.year),
    rating: whole(row.rating), description: prose(row.desc) || undefined,
    pdf: row.pdf && Object.entries(row.pdf).map(([chapter, url]) => ({ chapter, url }))
      .sort((a, b) => collator.compare(a.chapter, b.chapter)),
  };
}

// The Markdown.
export function rendered(book) {
  const title = markdown(book.title);
  let text = `# ${title}\n\n- title: ${title}\n`;
  if (book.subtitle) text += `- subtitle: ${markdown(book.subtitle)}\n`;
  if (book.authors) text += `- authors: ${markdown(book.authors)}\n`;
  if (book.publisher) text += `- publisher: ${markdown(book.publisher)}\n`;
  if (book.pages) text += `- pages: ${book.pages}\n`;
  if (book.year) text += `- year: ${book.year}\n`;
  if (book.rating) text += `- rating: ${book.rating}/5\n`;
  if (book.description) text += `- desc: ${markdown(book.description)}\n`;
  text += `- price: ${markdown(book.price.text)}\n`;
  if (book.language) text += `- language: ${markdown(book.language)}\n`;
  text += `- isbn13: \`${book.isbn13}\`\n`;
  if (book.isbn10) text += `- isbn10: \`${book.isbn10}\`\n`;
  if (book.url) text += `- url: <${book.url}>\n`;
  if (book.imageURL) text += `- image: <${book.imageURL}>\n`;
  text += "\n## memo\n\nNo memo yet.\n";
  if (!book.pdf) return text;
  text += "\n## samples\n";
  for (const sample of book.pdf) text += `\n[PDF Sample: ${markdown(sample.chapter)}](${sample.url})\n`;
  return text;
}
