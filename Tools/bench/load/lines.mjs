// The loop of a bare server: what came with one read is answered by one write, with nothing but JSON between the two pipes.
import { readSync, writeSync } from "node:fs";

// answer(message) gives the members behind the id: `result` or `error`.
export function serve(answer) {
  const input = Buffer.allocUnsafe(1 << 16);
  let rest = "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let count; (count = readSync(0, input)) > 0; ) {
    const lines = (rest + decoder.decode(input.subarray(0, count), { stream: true })).split("\n");
    rest = lines.pop();
    let answers = "";
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.id !== undefined) answers += JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer(message) }) + "\n";
    }
    let output = Buffer.from(answers);
    while (output.length > 0) output = output.subarray(writeSync(1, output));
  }
}
