"""What is tried in each view. A scene gets a host whose view shows the result of its opening."""

# By name: the view, and the tool and arguments whose result it shows.
OPENINGS = {
    "catalog": ("catalog", "catalog_list", {"limit": 12}),
    "product": ("product", "product_detail_show", {"skus": ["BL204DR17KLM"]}),
    "friends": ("friends", "friends_list", {"scenario": "friendsWithInvitations"}),
    "mall": ("mall", "shopping_mall_list", {"limit": 12}),
    "shelf": ("shelf", "book_shelf_search", {"query": "swift"}),
    "book": ("shelf", "book_shelf_show", {"isbn13s": ["9781617294136"]}),
    "forecast": ("forecast", "forecast_daily", {"places": ["서울특별시"]}),
}


def expect(condition, what):
    if not condition:
        raise AssertionError(f"expected that {what}")


def same(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


# What every view is held to

def contrasts(host):
    """Each text against the ground it is on: WCAG 2.2, 1.4.3 (AA)."""
    poor = host.see("""(() => {
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
        const poor = [];
        const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const node = walk.currentNode.parentElement;
            if (!walk.currentNode.data.trim() || node.closest(".monogram, .unseen, [role=img]")) continue;
            const [a, b] = [light(channels(getComputedStyle(node).color)), light(ground(node))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) poor.push(`${walk.currentNode.data.trim()} ${ratio.toFixed(2)}`);
        }
        return [...new Set(poor)].slice(0, 5);
    })()""")
    same(poor, [], "texts that are too faint")


def focused(host):
    """What has the focus: its name, and whether that can be seen."""
    return host.see("""(() => {
        const node = document.activeElement;
        if (!node || node === document.body) return null;
        const label = node.getAttribute("aria-label") || node.innerText.trim() || node.textContent.trim()
            || (node.id && document.querySelector(`label[for=${node.id}]`)?.textContent) || "";
        return { name: label, tag: node.tagName, id: node.closest("[data-id]")?.dataset.id ?? "",
                 ring: getComputedStyle(node).outlineStyle !== "none" };
    })()""")


def walk(host, wanted):
    """Goes on by Tab alone until the focus is on what is wanted; each stop has a name and can be seen."""
    for _ in range(60):
        host.press("Tab")
        stop = focused(host)
        if stop is None:
            continue
        expect(stop["name"] and stop["ring"], f"{stop} has a name and a focus ring")
        if wanted(stop):
            return stop
    raise AssertionError("Tab never came there")


def click(host, selector):
    expect(host.see(f"(() => {{ const node = document.querySelector({selector!r}); node?.click(); return Boolean(node); }})()"),
           f"there is {selector}")


def count(host, selector):
    return host.see(f"document.querySelectorAll({selector!r}).length")


def text(host, selector):
    return host.see(f"document.querySelector({selector!r})?.textContent ?? ''")


def hears(host, words):
    """The last word to the model comes to have these in it."""
    host.browser.until(f"the model to hear “{words}”", lambda: any(
        words in context["content"][0]["text"] for context in host.sent("ui/update-model-context")[-1:]))


def calls(host, tool):
    return [call["arguments"] for call in host.sent("tools/call") if call["name"] == tool]


# Catalogue

def catalog_next_page(host):
    same(count(host, ".card"), 12, "cards at first")
    expect("Linen Wrap Dress" in text(host, ".card"), "the first product is there")
    expect("A$129.99" in text(host, ".card s") and text(host, ".card .price") == "A$97.49", "the old price is struck")
    click(host, ".more")
    host.until("document.querySelectorAll('.card').length === 24")
    same(host.see("new Set([...document.querySelectorAll('.card')].map((card) => card.dataset.id)).size"), 24, "products")
    expect(text(host, ".page-summary").startswith("Showing 24 of "), "the summary counts")
    hears(host, "looked further")


def catalog_like(host):
    """By the keyboard; the server keeps it, and takes it back again."""
    for liked in (True, False):
        sku = walk(host, lambda stop: stop["name"].startswith("Like "))["id"] if liked else sku
        host.press(" ")
        host.until(f"document.activeElement.getAttribute('aria-pressed') === '{str(liked).lower()}'")
        kept = host.server.call("catalog_list")["structuredContent"]["items"]
        same(next(item for item in kept if item["sku"] == sku)["liked"], liked, "what the server keeps")
    hears(host, "took back the like")


def catalog_open(host):
    stop = walk(host, lambda stop: stop["tag"] == "BUTTON" and not stop["name"].startswith("Like "))
    host.press("Enter")
    host.until("document.querySelector('.product-page')")
    same(focused(host)["name"], "← Back", "the focus")
    click(host, ".product-page .heart")
    host.until("document.querySelector('.product-page .heart').getAttribute('aria-pressed') === 'true'")
    click(host, ".back")
    same(focused(host)["name"], stop["name"], "the focus after going back")
    same(host.see(f"document.querySelector('[data-id={stop['id']}] .heart').getAttribute('aria-pressed')"), "true",
         "the heart in the list")
    host.server.call("catalog_like", skus=[stop["id"]], liked=False)


def refusal(host):
    """A call that the host refuses is told beside the button, which can be pressed again."""
    host.refused.add("catalog_list")
    click(host, ".more")
    host.until("document.querySelector('.foot .notice.failure')")
    expect("The user said no." in text(host, ".foot .notice"), "the notice says why")
    host.refused.clear()
    click(host, ".more")
    host.until("document.querySelectorAll('.card').length === 24")
    same(count(host, ".notice"), 0, "notices that are left")


def hostile_text(host):
    """Markup in a result is text."""
    evil = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    result = host.server.call("catalog_list", limit=1)
    item = result["structuredContent"]["items"][0]
    item.update(name=evil, brand=evil, ribbon=evil, imageURL=evil, route=evil)
    host.give({}, result)
    host.until("document.querySelectorAll('.card').length === 1")
    same(text(host, ".card .name"), evil, "the name")
    same((count(host, "main script"), count(host, "img[src=x]"), host.see("document.title")), (0, 0, "Catalogue"), "markup")


def failed_result(host):
    """A failed call shows its message and hint; Try again calls the tool with the same input."""
    fault = {"code": "upstream_timeout", "message": "The shop did not answer.", "hint": "Wait a moment.", "retryable": True}
    host.give({"limit": 3}, {"isError": True, "content": [], "_meta": {"galleria/error": fault}})
    host.until("document.querySelector('.notice.failure[role=alert]')")
    expect("The shop did not answer." in text(host, ".notice") and "Wait a moment." in text(host, ".notice"), "all is told")
    walk(host, lambda stop: stop["name"] == "Try again")
    host.press("Enter")
    host.until("document.querySelectorAll('.card').length === 3")
    same(calls(host, "catalog_list"), [{"limit": 3}], "calls")


def failure_as_text(host):
    """Hosts may hand on the text of a failure alone."""
    host.give({}, {"isError": True, "content": [{"type": "text", "text": "It is closed. Come back tomorrow."}]})
    host.until("document.querySelector('.notice.failure')")
    expect("Come back tomorrow." in text(host, ".notice"), "the text is told")
    same(count(host, ".notice button"), 0, "buttons of a failure that stays one")


def empty_list(host):
    host.give({}, {"content": [], "structuredContent": {"items": [], "total": 0}})
    host.until("document.querySelector('.empty')")
    same(text(host, ".empty"), "No products.", "the text")


# Product

def add_to_bag(host):
    walk(host, lambda stop: stop["name"] == "Add to bag")
    host.press("Enter")
    host.until("document.querySelector('.bag .total')")
    bag = host.server.call("product_detail_bag")["structuredContent"]
    same((bag["count"], ", ".join(f"A${float(one.split()[1]):,.2f}" for one in bag["totals"])), (1, text(host, ".total .price")), "the bag that the server keeps")
    hears(host, "into the bag")
    same(count(host, ".prose li"), 5, "points of the description")


def bag_result(host):
    host.give({}, host.server.call("product_detail_bag"))
    host.until("document.querySelector('h1').textContent === 'Bag'")
    same(count(host, ".row"), 1, "rows")


# Friends

def respond(host):
    before = host.server.call("friends_list", scenario="friendsWithInvitations")["structuredContent"]
    same(count(host, "section .person"), len(before["invitations"]), "invitations")
    same(host.see("document.documentElement.lang"), "zh-Hant", "the language")
    first = walk(host, lambda stop: stop["name"].startswith("接受"))["id"]
    host.press("Enter")
    host.until(f"document.querySelectorAll('section .person').length === {len(before['invitations']) - 1}")
    second = focused(host)["id"]
    expect(second and second != first, "the focus is on the next invitation")
    walk(host, lambda stop: stop["name"].startswith("拒絕"))
    host.press("Enter")
    host.until(f"document.querySelectorAll('section .person').length === {len(before['invitations']) - 2}")
    after = host.server.call("friends_list", scenario="friendsWithInvitations")["structuredContent"]
    same(len(after["invitations"]), len(before["invitations"]) - 2, "invitations that the server keeps")
    expect(first in [friend["fid"] for friend in host.server.call("friends_list", scenario="friendsWithInvitations", limit=100, sort="fid")["structuredContent"]["items"]], "the accepted one is a friend")
    hears(host, "accepted")
    hears(host, "declined")


def find_friends(host):
    same(count(host, "main > .rows .person"), 20, "friends at first")
    click(host, "main > .foot > .more")
    host.until("document.querySelectorAll('main > .rows .person').length === 40")
    host.see("document.querySelector('input').focus()")
    host.write("林")
    host.until("document.querySelectorAll('main > .rows .person').length < 40")
    expect(host.see("[...document.querySelectorAll('main > .rows .title')].every((name) => name.textContent.includes('林'))"),
           "only matches are shown")
    expect(count(host, "main > .rows .person") > 0, "there are matches")
    host.write("nobody")
    host.until("document.querySelectorAll('main > .rows .person').length === 0")
    same(host.see("document.querySelector('.empty').hidden"), False, "the empty text")


def no_friends(host):
    host.give({}, host.server.call("friends_list", scenario="noFriends"))
    host.until("document.querySelector('.notice.info')")
    expect("加好友" in text(host, ".notice"), "the invitation to add some")


# Mall

def mall_next_page(host):
    same(count(host, ".card"), 12, "cards at first")
    same(host.see("document.querySelector('.card .name').lang"), "ko", "the language of the names")
    expect(text(host, ".card .discount") == "-20%", "the discount is shown")
    walk(host, lambda stop: stop["name"] == "Show more")
    host.press("Enter")
    host.until("document.querySelectorAll('.card').length === 24")
    expect(calls(host, "shopping_mall_list")[0]["cursor"], "the next page is asked for by its cursor")


def sold_out(host):
    result = host.server.call("shopping_mall_list", limit=100)
    gone = [item for item in result["structuredContent"]["items"] if item.get("soldOut")]
    expect(gone, "the samples have goods that are sold out")
    host.give({"limit": 100}, result)
    host.until("document.querySelectorAll('.card').length === 100")
    same(count(host, ".sold-out"), len(gone), "sold out")
    same(text(host, ".sold-out .badge"), "Sold out", "the badge")


# Books

def shelf_search(host):
    same(count(host, ".book"), 20, "books at first")
    click(host, ".more")
    host.until("document.querySelectorAll('.book').length === 28")
    same(calls(host, "book_shelf_search")[0]["query"], "swift", "the query of the next page")
    walk(host, lambda stop: stop["tag"] == "INPUT")
    host.see("document.querySelector('input').select()")
    host.write("python")
    host.press("Enter")
    host.until("document.querySelector('h2').textContent === 'Books for “python”'")
    same(host.server.call("book_shelf_list")["structuredContent"]["source"], "new", "the shelf, which a search by tool leaves alone")
    hears(host, "python")


def memo_of(host, isbn13):
    return host.server.call("book_shelf_show", isbn13s=[isbn13])["structuredContent"]["items"][0]["memo"]


def write_memo(host):
    book = walk(host, lambda stop: stop["tag"] == "BUTTON" and stop["id"])
    host.press("Enter")
    host.until("document.querySelector('.book-page')")
    expect(count(host, ".stars .drawing") == 5, "stars are drawn")
    host.see("document.querySelector('textarea').focus()")
    host.write("읽을 것")
    click(host, ".memo button")
    host.until("document.querySelector('.memo .caption').textContent === 'Saved.'")
    same(memo_of(host, book["id"]), "읽을 것", "the memo kept")
    # What is not saved when the host takes the view away is saved first.
    host.write(" 내일")
    same(host.ask_view("ui/resource-teardown", {"reason": "closed"}).get("result"), {}, "the answer")
    same(memo_of(host, book["id"]), "읽을 것 내일", "the memo kept")
    host.server.call("book_shelf_set_memo", isbn13=book["id"], text="")


def open_link(host):
    host.give({}, host.server.call("book_shelf_show", isbn13s=["9781617294136"]))
    host.until("document.querySelector('.links a')")
    click(host, ".links a")
    host.until("document.getElementById('said').textContent.startsWith('Opened')")
    same(host.sent("ui/open-link"), [{"url": "https://itbook.store/books/9781617294136"}], "links opened")


def strange_link(host):
    result = host.server.call("book_shelf_show", isbn13s=["9781617294136"])
    result["structuredContent"]["items"][0]["url"] = "javascript:document.title='owned'"
    host.give({}, result)
    host.until("document.querySelector('.links')")
    same(host.see("[...document.links].filter((link) => link.protocol === 'javascript:').length"), 0, "links that run")


# Forecast

def chart(host):
    days = host.server.call("forecast_daily", places=["서울특별시"])["structuredContent"]["items"][0]["days"]
    same(count(host, ".range-chart li"), len(days), "days")
    same(text(host, ".low"), f"lowest {round(days[0]['min'])}°C", "the lowest")
    width = host.see("document.querySelector('.range-scale').getBoundingClientRect().width")
    low, high = min(day["min"] for day in days), max(day["max"] for day in days)
    bar = host.see("document.querySelector('.range-bar').getBoundingClientRect().width")
    wanted = width * (days[0]["max"] - days[0]["min"]) / (high - low)
    expect(abs(bar - wanted) < 1, f"the first bar is {wanted} pixels long, not {bar}")


def another_place(host):
    walk(host, lambda stop: stop["tag"] == "INPUT")
    host.write("London,GB")
    host.press("Enter")
    host.until("document.querySelector('h1').textContent.startsWith('London')")
    walk(host, lambda stop: stop["name"] == "Fahrenheit")
    host.press(" ")
    host.until("document.querySelector('.high').textContent.includes('°F')")
    same(calls(host, "forecast_daily"),
         [{"places": ["London,GB"], "units": "metric"}, {"places": ["London,GB"], "units": "imperial"}], "calls")
    hears(host, "London,GB (imperial)")


def unknown_place(host):
    host.see("document.querySelector('input').focus()")
    host.write("Nowhere At All")
    host.press("Enter")
    host.until("document.querySelector('.bar .notice.failure')")
    expect(count(host, ".range-chart li") > 0, "the chart stays")


# The protocol

def conversation(host):
    """What hosts ask of any view."""
    host.mount("catalog", "catalog_list")
    same(count(host, ".waiting"), 1, "something to wait by")
    asked = host.sent("ui/initialize")[0]
    same((asked["protocolVersion"], asked["appInfo"]["name"]), ("2026-01-26", "galleria"), "the introduction")
    same(host.ask_view("ping").get("result"), {}, "ping")
    same(host.ask_view("no/such").get("error", {}).get("code"), -32601, "an unknown request")
    same(host.ask_view("ui/resource-teardown", {"reason": "x"}).get("result"), {}, "the end")
    # Another tool's result, and a result without facts, are not this view's to show.
    host.give({}, {"content": [], "structuredContent": {"isbn13": "9781617294136"}})
    host.give({}, {"content": [{"type": "text", "text": "x"}]})
    same(host.ask_view("ping").get("result"), {}, "ping")
    same(count(host, ".waiting"), 1, "something to wait by")
    host.to_view({"method": "ui/notifications/tool-cancelled", "params": {"reason": "You stopped it."}})
    host.until("document.querySelector('.notice')?.textContent.includes('You stopped it.')")


def size_and_theme(host):
    host.mount("mall", "shopping_mall_list")
    host.give({}, host.server.call("shopping_mall_list", limit=4))
    host.until("document.querySelectorAll('.card').length === 4")
    host.browser.until("the size", lambda: host.see(
        "Math.ceil(document.body.getBoundingClientRect().height)") == host.height)
    same(host.sent("ui/notifications/size-changed")[-1]["width"], 900, "the width told")
    host.to_view({"method": "ui/notifications/host-context-changed", "params": {
        "theme": "dark", "styles": {"variables": {"--color-background-primary": "rgb(1, 2, 3)"}}}})
    host.until("getComputedStyle(document.body).backgroundColor === 'rgb(1, 2, 3)'")
    same(host.see("getComputedStyle(document.documentElement).colorScheme"), "dark", "the scheme")


def the_stage_itself(host):
    """A request of the network is seen and told: the other scenes' silence means something."""
    host.mount("catalog", "catalog_list")
    host.see("{ new Image().src = 'https://example.com/a.png'; fetch('https://example.com/').catch(() => {}); }")
    host.browser.until("the policy's word", lambda: len(host.complaints) >= 2)
    expect(all("Content Security Policy" in complaint for complaint in host.complaints), f"{host.complaints} name the policy")
    host.complaints.clear()


SCENES = {
    "catalog": [catalog_next_page, catalog_like, catalog_open, refusal, hostile_text, failed_result, failure_as_text, empty_list],
    "product": [add_to_bag, bag_result],
    "friends": [respond, find_friends, no_friends],
    "mall": [mall_next_page, sold_out],
    "shelf": [shelf_search, write_memo, open_link, strange_link],
    "forecast": [chart, another_place, unknown_place],
}
STAGE = [conversation, size_and_theme, the_stage_itself]
