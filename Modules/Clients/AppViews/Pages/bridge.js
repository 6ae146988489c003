// Talking with the host: JSON-RPC 2.0 over postMessage, MCP Apps 2026-01-26.

const host = (() => {
  const patience = 60_000; // milliseconds until a request counts as unanswered
  const waiting = new Map(); // requests sent, by id
  const handlers = new Map(); // what to do on the host's messages, by method
  const acts = []; // what the user did, as sentences, oldest first
  let lastId = 0;

  const send = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params = {}) => send({ method, params });

  const request = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error("The host did not answer."));
      }, patience);
      waiting.set(id, { resolve, reject, timer });
      send({ id, method, params });
    });

  const settle = (message) => {
    const asked = waiting.get(message.id);
    if (!asked) return;
    waiting.delete(message.id);
    clearTimeout(asked.timer);
    if (message.error) asked.reject(new Error(String(message.error.message || "The host refused.")));
    else asked.resolve(message.result ?? {});
  };

  const receive = async (message) => {
    const handle = handlers.get(message.method);
    if (message.id === undefined) return handle && handle(message.params ?? {});
    if (!handle) return send({ id: message.id, error: { code: -32601, message: "Method not found" } });
    try {
      send({ id: message.id, result: (await handle(message.params ?? {})) ?? {} });
    } catch (error) {
      send({ id: message.id, error: { code: -32603, message: String(error.message) } });
    }
  };

  window.addEventListener("message", (event) => {
    const message = event.data;
    if (event.source !== window.parent || !message || message.jsonrpc !== "2.0") return;
    if (typeof message.method === "string") receive(message);
    else settle(message);
  });

  // What a failed result says: its facts, or, from hosts that hand on the text alone, the text.
  const fault = (result) => {
    const facts = result._meta?.["galleria/error"] ?? {};
    const texts = (result.content ?? []).filter((block) => block.type === "text").map((block) => block.text);
    return {
      message: facts.message ?? (texts.join("\n") || "Something went wrong."),
      hint: facts.hint ?? "",
      retryable: facts.retryable === true,
    };
  };

  return {
    notify,
    request,
    fault,
    on: (method, handle) => handlers.set(method, handle),
    // Calls a tool of the server. Throws a fault: { message, hint, retryable }.
    async call(name, parameters) {
      let result;
      try {
        result = await request("tools/call", { name, arguments: parameters });
      } catch (error) {
        throw { message: error.message, hint: "The host may not let views call tools.", retryable: true };
      }
      if (result.isError) throw fault(result);
      return result;
    },
    // Tells the model what the user did here. The host keeps only the last word, so each one is the whole story.
    did(sentence) {
      acts.push(sentence);
      const text = `In the view “${document.title}” the user did this:\n${acts.slice(-20).map((act) => `- ${act}`).join("\n")}`;
      request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});
    },
    open: (url) => request("ui/open-link", { url }),
  };
})();
