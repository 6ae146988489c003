"""What every view is held to: names, roles, contrast, focus order, sizes, by the rules of WCAG 2.2 AA that a program can check."""

MOST_PIXELS = 1200  # the height of a view that nobody asked for more of

# Functions for the expressions below: the lightness of a color, and the ground that a node is on.
COLORS = """
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const channels = (color) => {
        canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
    const ground = (node) => {
        for (; node; node = node.parentElement) {
            const color = channels(getComputedStyle(node).backgroundColor);
            if (color[3] === 255) return color;
        }
        return [255, 255, 255];
    };
    const ratio = (color, ground) => {
        const [a, b] = [light(channels(color)), light(ground)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
"""

CONTRAST = """(() => {""" + COLORS + """
    const poor = [];
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const node = walk.currentNode.parentElement;
        const word = walk.currentNode.data.trim();
        if (!word || node.closest(".monogram, .unseen, .blank, [role=img], [aria-disabled=true], option") || !node.checkVisibility()) continue;
        const found = ratio(getComputedStyle(node).color, ground(node));
        if (found < 4.5) poor.push(`the text “${word}” has a contrast of ${found.toFixed(2)}`);
    }
    for (const node of document.querySelectorAll("input, select, textarea")) {
        const found = ratio(getComputedStyle(node).borderTopColor, ground(node.parentElement));
        if (found < 3) poor.push(`the edge of a field has a contrast of ${found.toFixed(2)}`);
    }
    for (const node of document.querySelectorAll(".star, .range, .drop")) {
        const { color, backgroundColor } = getComputedStyle(node);
        const found = ratio(node.matches(".drop") ? backgroundColor : color, ground(node.parentElement));
        if (found < 3) poor.push(`a drawing has a contrast of ${found.toFixed(2)}`);
    }
    return [...new Set(poor)];
})()"""

STRUCTURE = """(() => {
    const wrong = [];
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
    if (new Set(ids).size !== ids.length) wrong.push(`ids stand twice: ${ids}`);
    for (const name of ["aria-controls", "aria-labelledby", "for"]) {
        for (const node of document.querySelectorAll(`[${name}]`)) {
            if (!document.getElementById(node.getAttribute(name))) wrong.push(`${name} of ${node.outerHTML.slice(0, 90)} names nothing`);
        }
    }
    if (!document.documentElement.lang) wrong.push("the document has no language");
    if (document.getElementById("said")?.getAttribute("aria-live") !== "polite") wrong.push("nothing announces changes");
    const levels = shown("h1, h2, h3, h4").map((node) => Number(node.tagName[1]));
    if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1) wrong.push(`the headings are ${levels}`);
    levels.forEach((level, index) => { if (level > (levels[index - 1] ?? 0) + 1) wrong.push(`the headings are ${levels}`); });
    for (const list of document.querySelectorAll("ul")) {
        if ([...list.children].some((item) => item.tagName !== "LI")) wrong.push("a list has what is no item");
    }
    for (const node of document.querySelectorAll("button button, a button, button a, button input")) wrong.push(`${node.outerHTML} is in a button`);
    for (const node of document.querySelectorAll("img:not([alt])")) wrong.push("a picture has no alt");
    for (const node of document.querySelectorAll(".gallery > div:first-child img[alt='']")) wrong.push("a large picture has an empty alt");
    for (const node of document.querySelectorAll("[tabindex]")) if (node.tabIndex > 0) wrong.push("a tabindex above 0");
    for (const node of shown("button:not(p .name), input, select, textarea")) {
        // The button of a card covers it.
        const { width, height } = (node.matches(".card .name") ? node.closest(".card") : node).getBoundingClientRect();
        if (width < 24 || height < 24) wrong.push(`${node.textContent || node.tagName} is ${width} by ${height} pixels`);
    }
    for (const node of shown("[role=group]:not([aria-label])")) wrong.push(`a group has no name: ${node.outerHTML.slice(0, 60)}`);
    for (const tabs of document.querySelectorAll("[role=tablist]")) {
        const all = [...tabs.querySelectorAll("[role=tab]")];
        if (all.filter((tab) => tab.ariaSelected === "true").length !== 1) wrong.push("not one tab is selected");
        if (all.filter((tab) => tab.tabIndex === 0).length !== 1) wrong.push("not one tab can be tabbed to");
    }
    for (const node of shown("main *")) {
        const { left, right } = node.getBoundingClientRect();
        if (node.closest(".chart, .unseen")) continue;
        if (left < -1 || right > innerWidth + 1) wrong.push(`${node.outerHTML.slice(0, 60)} stands out of the page`);
    }
    return [...new Set(wrong)];
})()"""

# The element with the focus; `key` tells elements apart.
FOCUS = """(() => {""" + COLORS + """
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    const rings = [getComputedStyle(node), getComputedStyle(node, "::after")].filter((style) => style.outlineStyle !== "none" && style.outlineWidth !== "0px");
    const label = node.getAttribute("aria-label") || node.innerText?.trim() || node.textContent.trim()
        || (node.id && document.querySelector(`label[for=${node.id}]`)?.textContent) || node.closest("label")?.textContent || "";
    return { name: label, tag: node.tagName, id: node.closest("[data-id]")?.dataset.id ?? "", act: node.dataset.act ?? "",
             place: [...document.querySelectorAll("*")].indexOf(node), isSeen: node.checkVisibility(),
             ring: Boolean(rings[0]), contrast: rings[0] ? ratio(rings[0].outlineColor, ground(document.body)) : 0 };
})()"""

TABBABLE = """[...document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")]
    .filter((node) => node.checkVisibility() && node.tabIndex === 0).length"""

NAMED = {"button", "link", "textbox", "searchbox", "combobox", "spinbutton", "tab", "image", "img", "tablist", "tabpanel"}


def tree(host):
    """The accessibility tree of the view, as Chromium gives it to screen readers."""
    frames = host.browser.send("Page.getFrameTree")["frameTree"]["childFrames"]
    nodes = host.browser.send("Accessibility.getFullAXTree", frameId=frames[0]["frame"]["id"])["nodes"]
    return [node for node in nodes if not node["ignored"]]


def text_of(node, name):
    return str(node.get(name, {}).get("value", "")).strip()


def problems(host):
    """What is wrong with the view as it stands, as sentences."""
    found = host.see(CONTRAST) + host.see(STRUCTURE)
    for node in tree(host):
        role = text_of(node, "role")
        if role in NAMED and not text_of(node, "name"):
            found.append(f"a {role} has no name")
    return found


def walk(host, problem):
    """Goes through the whole view by Tab: each stop is seen, has a name and a ring, and follows the one before it."""
    count, last = host.see(TABBABLE), -1
    for _ in range(count):
        host.press("Tab")
        stop = host.see(FOCUS)
        if stop is None:
            problem(f"Tab left the view before its {count} stops")
            return
        if not stop["name"] or not stop["isSeen"]:
            problem(f"the stop {stop} is without a name, or can't be seen")
        if not stop["ring"] or stop["contrast"] < 3:
            problem(f"the focus on “{stop['name']}” can't be seen ({stop['contrast']:.2f})")
        if stop["place"] <= last:
            problem(f"“{stop['name']}” comes before what stands above it")
        last = stop["place"]
