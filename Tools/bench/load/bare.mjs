// A bare loop: the fastest plain server that Node makes, with nothing but JSON between the two pipes.
//
// usage: bare.mjs FILE SAMPLES    the tool book_show makes its answer of a row of SAMPLES (book.mjs); replay answers FILE, the
// `result` of somebody else, and note_show its arguments
import { readFileSync } from "node:fs";
import { decoded, load, rendered } from "./book.mjs";
import { serve } from "./lines.mjs";

const replayed = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bodies = load(process.argv[3]);

function answer({ method, params }) {
  if (method === "ping") return { result: {} };
  if (method === "tools/call" && params.name === "book_show") {
    const book = decoded(bodies.get(params.arguments.isbn13));
    return { result: { content: [{ type: "text", text: rendered(book) }], structuredContent: book, isError: false } };
  }
  if (method === "tools/call" && params.name === "replay") return { result: replayed };
  if (method === "tools/call" && params.name === "note_show") {
    const note = params.arguments;
    return { result: { content: [{ type: "text", text: note.title }], structuredContent: note } };
  }
  if (method === "initialize") {
    return { result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "bare", version: "1" } } };
  }
  return { error: { code: -32601, message: "Method not found" } };
}

serve(answer);
