// A list to find in, sort and narrow by the parameters that its operation offers, a few rows at a time.

const batch = 24; // rows asked for at once

const spaced = (name) => name[0].toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

// The words of a list; `labels` are of filters, their values and orders unlike their names.
const english = {
  find: "Find", sort: "Sort by", order: "Featured", more: "Show more", clear: "Clear", from: "From", to: "To", apply: "Apply", labels: {},
  none: "Nothing matches. Try other words, or clear the filters.", empty: "There is nothing here now.",
  of: (shown, total) => `${shown} of ${total}`, count: (total) => plural(total, "product"),
};

// `offers` and `orders`: filters and values of `sort`, in the order to show. `tool` or `ask(parameters, question)` gives
// further rows; else all are here. Gives the nodes `count`, `tools`, `body`, and `add(item)` at the top.
const listing = ({ name, row, value, input, tool, ask = tool && ((parameters) => host.ask(tool, parameters)), offers = "", orders = "", words: own }) => {
  const text = { ...english, ...own };
  let { cursor, limit, fields, countBy, ...question } = input; // the question is what is in force
  let rows, total, shown, newest = 0;
  const list = element(`ul.${name}`, { role: "list", "data-list": "rows" });
  const [count, summary, remark, nothing] = ["span.count", "span.caption", "div", "div.empty"].map((name) => element(name));
  const more = button("more", text.more, () => busy(more, async () => {
    if (cursor && rows.length < shown + few()) {
      const next = await ask({ cursor, limit: batch }, question);
      rows.push(...next.items);
      cursor = next.nextCursor;
    }
    const before = list.children.length;
    paint(few());
    const first = list.children[before] ?? heading();
    (first.querySelector("button") ?? Object.assign(first, { tabIndex: -1 })).focus();
    say(summary.textContent || count.textContent);
    host.did(`looked further: ${shown} of ${count.textContent}`);
  }));
  const foot = element("div.foot", { "data-faults": true }, summary, more);

  const paint = (further) => {
    shown = Math.min(shown + further, rows.length);
    list.append(...rows.slice(list.children.length, shown).map(row));
    count.textContent = total === undefined ? "" : text.count(total);
    foot.hidden = shown >= rows.length && !cursor;
    summary.textContent = foot.hidden ? "" : text.of(shown, total ?? "…");
    nothing.hidden = rows.length > 0;
  };
  const take = (page) => {
    ({ items: rows, nextCursor: cursor, total } = page);
    shown = 0;
    list.replaceChildren();
    refill(remark, remarks(page));
    refill(nothing, element("p", isNarrowed() ? text.none : text.empty), isNarrowed() ? button("", text.clear, clear) : "");
    paint(few());
  };
  const isNarrowed = () => narrowing.some((key) => question[key] !== undefined);
  const set = (changes) => {
    question = { ...question, ...changes };
    for (const key in changes) if (changes[key] === undefined || changes[key] === "") delete question[key];
    return narrow();
  };
  // Asks what is in force; the newest question wins.
  const narrow = async () => {
    const turn = (newest += 1);
    mark();
    tools.querySelector(":scope > .notice")?.remove();
    list.setAttribute("aria-busy", true);
    try {
      const page = await ask({ ...question, limit: batch }, question);
      if (turn !== newest) return;
      take(page);
      say(rows.length ? count.textContent : nothing.firstChild.textContent);
      host.did(`asked the list for ${JSON.stringify(question)}: ${count.textContent}`);
    } catch (fault) {
      if (turn === newest) tools.append(failure(fault, narrow));
    } finally {
      if (turn === newest) list.removeAttribute("aria-busy");
    }
  };
  const clear = () => {
    const field = tools.querySelector("input");
    field.value = "";
    field.focus();
    for (const close of panels) close();
    return set(Object.fromEntries(narrowing.map((key) => [key])));
  };

  // What the schema of the list offers; without one, what the view knows.
  const properties = context.toolInfo?.tool?.inputSchema?.properties;
  const schema = properties?.limit && properties;
  const offered = offers.split(" ").filter((key) => key && (!schema || schema[key === "price" ? "maxPrice" : key]));
  for (const key in schema ?? {}) if (schema[key].type === "boolean" && !offered.includes(key)) offered.push(key);
  const narrowing = ["query", "minPrice", "maxPrice", "minDiscount", ...offered];
  const tools = element("div", { "data-faults": true });
  const marks = [], panels = [];
  const mark = () => marks.forEach((update) => update());
  const label = (key) => text.labels[key] ?? spaced(key);
  const toggle = (name, isOn, act) => {
    const node = button("chip", words("span", name), act);
    marks.push(() => press(node, isOn()));
    return node;
  };
  // A chip that opens a panel, filled at its first opening; `sum()` is what it has put in force.
  const folded = (key, fills, sum) => {
    const opener = button("chip.opens", "", () => {});
    const panel = element("div.panel", { role: "group", "aria-label": label(key), "data-faults": true });
    const close = discloses(opener, panel, async () => {
      for (const other of panels) if (other !== close) other();
      if (!panel.firstChild) await busy(panel, () => fills(panel));
      mark();
      if (!panel.hidden) panel.querySelector("input, button")?.focus();
    });
    panels.push(close);
    marks.push(() => {
      opener.textContent = sum() || label(key);
      opener.classList.toggle("on", !!sum());
    });
    return [opener, panel];
  };
  const chosen = (key) => [question[key] ?? []].flat();
  // Words to choose from: those of the schema, else those that the rows have.
  const choice = (key) =>
    folded(key, async (panel) => {
      let found = schema?.[key].items.enum;
      if (!found) {
        const seen = new Set(chosen(key));
        let parameters = { fields: [key], limit: 100 };
        for (let pages = 0; pages < 3 && parameters; pages += 1) {
          const page = await ask(parameters, {});
          for (const item of page.items) if (item[key]) seen.add(item[key]);
          parameters = page.nextCursor && { cursor: page.nextCursor, limit: 100 };
        }
        found = [...seen].sort((one, other) => one.localeCompare(other));
      }
      panel.append(...found.map((word) => toggle(text.labels[word] ?? word, () => chosen(key).includes(word), () => {
        const others = chosen(key).filter((other) => other !== word);
        const all = others.length < chosen(key).length ? others : [...others, word];
        set({ [key]: all.length ? all : undefined });
      })));
    }, () => {
      const [first, ...others] = chosen(key);
      return others.length ? `${label(key)}: ${others.length + 1}` : text.labels[first] ?? first;
    });
  const range = (key) => {
    const currency = value.items[0]?.price?.split(" ")[0];
    const amount = (number) => (currency ? money(`${currency} ${number}`).replace(/\.00$/, "") : number);
    return folded(key, (panel) => {
      const fields = ["minPrice", "maxPrice"].map((bound, index) => {
        const node = element("input", { type: "number", min: 0, step: "any" });
        marks.push(() => { node.value = question[bound] ?? ""; });
        node.addEventListener("keydown", (event) => { if (event.key === "Enter") apply(); });
        panel.append(element("label", index ? text.to : text.from, node));
        return node;
      });
      const apply = () => {
        const [minPrice, maxPrice] = fields.map(({ value }) => value && Math.max(0, Number(value)));
        set({ minPrice, maxPrice });
      };
      fill(panel, element("span.caption", currency ?? ""), button("", text.apply, apply));
    }, () => {
      const { minPrice: least, maxPrice: most } = question;
      if (least === undefined) return most === undefined ? "" : `≤ ${amount(most)}`;
      return most === undefined ? `≥ ${amount(least)}` : `${amount(least)} – ${amount(most)}`;
    });
  };
  const sorter = () => {
    const { sort = "" } = question;
    const known = orders.split(" ").filter((order) => !schema || schema.sort?.enum?.includes(order));
    const name = (order) => text.labels[order] ?? spaced(order.replace("-", "")) + (order[0] === "-" ? ": high to low" : order === "price" ? ": low to high" : "");
    const select = element("select", { "aria-label": text.sort }, [...new Set(["", ...known, sort])].map((order) =>
      element("option", { value: order, selected: order === sort }, order ? name(order) : text.order)));
    select.addEventListener("change", () => set({ sort: select.value }));
    return select;
  };

  if (ask) {
    const chips = offered.map((key) => {
      if (key === "price") return range(key);
      if (key === "brand" || schema?.[key].type === "array") return choice(key);
      return [toggle(label(key), () => question[key] === true, () => set({ [key]: question[key] ? undefined : true }))];
    });
    const clearer = button("plain", text.clear, clear);
    marks.push(() => { clearer.hidden = !isNarrowed(); });
    fill(tools, element("div.tools", finder(text.find, question.query, true, (query) => set({ query })), sorter()),
      element("div.chips", chips.map(([opener]) => opener), clearer), chips.map(([, panel]) => panel));
    mark();
  }
  take(value);
  main.addEventListener("adopted", () => { if (isWhole() && list.isConnected) paint(Math.max(0, few() - shown)); });
  if ((fields || countBy) && ask) narrow();
  return {
    count, tools, body: [remark, nothing, list, foot],
    add(item) {
      rows.unshift(item);
      total += 1;
      list.prepend(row(item));
      paint(1);
    },
  };
};
