// Questions over kept rows in a bare loop: the fastest plain server that Node makes.
//
// usage: question_bare.mjs ORIGIN FILE…    ORIGIN: sample, or cache where the files are an upstream's pages (products.mjs)
import { serve } from "./lines.mjs";
import { catalogue } from "./products.mjs";

const ask = catalogue(process.argv[2], process.argv.slice(3));

serve(({ method, params }) => {
  if (method === "tools/call" && params.name === "catalog_list") {
    try {
      return { result: ask(params.arguments) };
    } catch (reason) {
      return { error: { code: -32602, message: `Invalid params: ${reason.message}` } };
    }
  }
  if (method === "ping") return { result: {} };
  if (method === "initialize") {
    return { result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "question", version: "1" } } };
  }
  return { error: { code: -32601, message: "Method not found" } };
});
