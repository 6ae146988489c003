// Talking with the host: JSON-RPC 2.0 over postMessage, MCP Apps 2026-01-26.

const host = (() => {
  const [waiting, handlers] = [new Map(), new Map()]; // requests sent, by id; what to do on messages, by method
  const acts = []; // what the user did, oldest first
  let lastId = 0;

  const send = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  const request = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      const timer = setTimeout(() => settle({ id, error: { message: "The host did not answer." } }), 60_000);
      waiting.set(id, { resolve, reject, timer });
      send({ id, method, params });
    });

  const settle = ({ id, error, result = {} }) => {
    const asked = waiting.get(id);
    if (!asked) return;
    waiting.delete(id);
    clearTimeout(asked.timer);
    if (error) asked.reject(new Error(error.message));
    else asked.resolve(result);
  };

  const receive = async ({ id, method, params = {} }) => {
    const handle = handlers.get(method);
    if (id === undefined) return handle?.(params);
    if (!handle) return send({ id, error: { code: -32601, message: "Method not found" } });
    try {
      send({ id, result: (await handle(params)) ?? {} });
    } catch (error) {
      send({ id, error: { code: -32603, message: String(error.message) } });
    }
  };

  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (typeof data.method === "string") receive(data);
    else settle(data);
  });

  // What a failed result says; hosts may hand on the text alone.
  const fault = ({ _meta, content = [] }) => {
    const texts = content.filter(({ type }) => type === "text").map(({ text }) => text);
    return { message: texts.join("\n") || "Something went wrong.", ..._meta?.["galleria/error"] };
  };

  // The result of a tool. Throws a fault: { message, hint, retryable }.
  const call = async (name, parameters) => {
    let result;
    try {
      result = await request("tools/call", { name, arguments: parameters });
    } catch ({ message }) {
      throw { message, hint: "The host may not let views call tools.", retryable: true };
    }
    if (result.isError) throw fault(result);
    return result;
  };

  return {
    request,
    fault,
    call,
    notify: (method, params) => send({ method, params }),
    on: (method, handle) => handlers.set(method, handle),
    ask: async (name, parameters) => (await call(name, parameters)).structuredContent,
    // Tells the model what the user did. The host keeps only the last word, so each is the whole story.
    did(sentence) {
      acts.push(sentence);
      const text = `In the view “${document.title}” the user did this:\n${acts.slice(-20).map((act) => `- ${act}`).join("\n")}`;
      request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});
    },
  };
})();
