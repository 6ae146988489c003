"""What is tried in each view. A scene gets a host whose view shows the result of its opening."""

import audit

# By name: the view, and the tool and arguments whose result it shows.
OPENINGS = {
    "catalog": ("catalog", "catalog_list", {}),
    "product": ("product", "product_detail_show", {"skus": ["BL204DR17KLM"]}),
    "bag": ("bag", "product_detail_bag", {}),
    "friends": ("friends", "friends_list", {"scenario": "friendsWithInvitations"}),
    "mall": ("mall", "shopping_mall_list", {}),
    "shelf": ("shelf", "book_shelf_search", {"query": "swift"}),
    "book": ("shelf", "book_shelf_show", {"isbn13s": ["9781617294136"]}),
    "forecast": ("forecast", "forecast_daily", {"places": ["서울특별시"]}),
    "goods": ("goods", "keyboards_search", {}),
    "goods product": ("goods", "keyboards_show", {"ids": ["harbour-tote"]}),
    "goods cart": ("goods", "keyboards_cart", {}),
}
# In the bag from the start.
CART = [{"id": "harbour-tote-navy", "quantity": 2}, {"id": "tide-tee-m", "quantity": 1}]
BAG = [{"sku": "BL204DR17KLM", "quantity": 2}, {"sku": "SO472JW55HXX"}, {"sku": "KE512SW50RHJ"}]


def expect(condition, what):
    if not condition:
        raise AssertionError(f"expected that {what}")


def same(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def focused(host):
    return host.see(audit.FOCUS)


def walk(host, wanted):
    """Goes on by Tab alone until the focus is on what is wanted, a name or a condition."""
    if isinstance(wanted, str):
        return walk(host, lambda stop: stop["name"] == wanted)
    for _ in range(80):
        host.press("Tab")
        stop = focused(host)
        if stop and wanted(stop):
            return stop
    raise AssertionError("Tab never came there")


def count(host, selector):
    return host.see(f"[...document.querySelectorAll({selector!r})].filter((node) => node.checkVisibility()).length")


def until_count(host, selector, number):
    host.browser.until(f"{number} of {selector}", lambda: count(host, selector) == number)


def text(host, selector):
    return host.see(f"document.querySelector({selector!r})?.textContent ?? ''")


def texts(host, selector):
    return host.see(f"[...document.querySelectorAll({selector!r})].map((node) => node.textContent)")


def ids(host, within=""):
    return host.see(f"[...document.querySelectorAll('{within} li[data-id]')].map((row) => row.dataset.id)")


def announced(host, words):
    """The live region comes to say these words."""
    host.browser.until(f"“{words}” to be announced", lambda: words in text(host, "#said"))


def hears(host, words):
    """The last word to the model comes to have these in it."""
    host.browser.until(f"the model to hear “{words}”", lambda: any(
        words in context["content"][0]["text"] for context in host.sent("ui/update-model-context")[-1:]))


def calls(host, tool):
    return [call["arguments"] for call in host.sent("tools/call") if call["name"] == tool]


def settled(host):
    host.until("!document.querySelector('[aria-busy=true]')")


# Lists

def first_view(host):
    """Eight of all, counted, from the 20 that the result has; more of them come without a call, then with one."""
    same((count(host, ".card"), text(host, ".count")), (8, "253 products"), "the first view")
    for more in (16, 24):
        walk(host, "Show more")
        host.press("Enter")
        until_count(host, ".card", more)
        same(focused(host)["id"], ids(host)[more - 8], "the focus is on the first of the new")
    same([set(call) for call in calls(host, "catalog_list")], [{"cursor", "limit"}], "calls")
    same(len(set(ids(host))), 24, "products")
    announced(host, "24 of 253")
    hears(host, "looked further: 24 of 253 products")


def find_and_sort(host):
    walk(host, "Find products")
    host.write("linen")
    host.press("Enter")
    announced(host, "products")
    settled(host)
    found = host.server.call("catalog_list", query="linen", limit=100)["structuredContent"]
    same((text(host, ".count"), ids(host)), (f"{found['total']} products", [item["sku"] for item in found["items"]][:8]), "what is found")
    same(focused(host)["tag"], "INPUT", "the focus")
    walk(host, lambda stop: stop["tag"] == "SELECT")
    host.press("ArrowDown")
    host.until("document.querySelector('select').value === 'price'")
    settled(host)
    same(calls(host, "catalog_list")[-1], {"query": "linen", "sort": "price", "limit": 24}, "the question")
    cheapest = host.server.call("catalog_list", query="linen", sort="price")["structuredContent"]["items"]
    same(ids(host), [item["sku"] for item in cheapest][:8], "the cheapest first")
    hears(host, '"sort":"price"')
    # Escape empties the field, and what it narrowed is there again.
    walk(host, "Find products")
    host.press("Escape")
    host.browser.until("all products", lambda: text(host, ".count") == "253 products")


def chips(host):
    walk(host, "On sale")
    host.press(" ")
    settled(host)
    same(host.see("document.activeElement.getAttribute('aria-pressed')"), "true", "the chip")
    on_sale = host.server.call("catalog_list", onSale=True)["structuredContent"]["total"]
    same((text(host, ".count"), count(host, ".card"), count(host, ".card .cut")), (f"{on_sale} products", 8, 8), "what is on sale")
    walk(host, "Brand")
    host.press("Enter")
    host.until("document.querySelectorAll('.panel .chip').length > 5")
    first = focused(host)["name"]
    same(first, text(host, ".panel .chip"), "the focus is in the panel")
    host.press(" ")
    settled(host)
    same(calls(host, "catalog_list")[-1], {"onSale": True, "brand": [first], "limit": 24}, "the question")
    same(set(texts(host, ".card .caption")), {first}, "brands shown")
    host.press("Escape")
    same((focused(host)["name"], count(host, ".panel")), (first, 0), "the chip that opened the panel, named by what is in force")
    walk(host, "Price")
    host.press("Enter")
    host.write("50")
    walk(host, lambda stop: stop["tag"] == "INPUT")
    host.write("100")
    host.press("Enter")
    settled(host)
    same(calls(host, "catalog_list")[-1], {"onSale": True, "brand": [first], "minPrice": 50, "maxPrice": 100, "limit": 24}, "the question")
    expect("A$50 – A$100" in texts(host, ".chip.on"), "the price in force is on its chip")
    same(audit.problems(host), [], "what is wrong with an open panel")
    walk(host, "Clear")
    host.press("Enter")
    host.browser.until("all products", lambda: text(host, ".count") == "253 products")
    same((focused(host)["tag"], count(host, ".chip.on, .chip[aria-pressed=true]")), ("INPUT", 0), "the focus, and what is in force")


def nothing_found(host):
    walk(host, "Find products")
    host.write("zzzzzz")
    until_count(host, ".empty", 1)
    announced(host, "Nothing matches. Try other words, or clear the filters.")
    same((count(host, ".card"), text(host, ".count")), (0, "0 products"), "what is shown")
    walk(host, lambda stop: stop["name"] == "Clear" and count(host, ".empty button:focus"))
    host.press("Enter")
    until_count(host, ".card", 8)


def newest_question_wins(host):
    """An answer to an older question does not take the place of a newer one."""
    host.slow.add("catalog_list")
    walk(host, "On sale")
    host.press(" ")
    host.browser.until("the first question", lambda: len(calls(host, "catalog_list")) == 1)
    walk(host, "Liked")
    host.press(" ")
    host.browser.until("the second question", lambda: len(calls(host, "catalog_list")) == 2)
    host.release(last_first=True)
    settled(host)
    same(count(host, ".card"), 0, "cards: nothing is liked")


def without_schema(host):
    """A host that does not tell the tool's schema gets the filters that the view knows; one that does, those of the schema."""
    host.mount("catalog", "catalog_list", toolInfo=None)
    host.give({}, host.server.call("catalog_list"))
    until_count(host, ".card", 8)
    same(texts(host, ".chips .chip"), ["On sale", "Liked", "Brand", "Price"], "chips")
    host.mount("catalog", "catalog_list", toolInfo={"tool": {"name": "catalog_list", "inputSchema": {"properties": {
        "limit": {"type": "integer"}, "liked": {"type": "boolean"}, "isVintage": {"type": "boolean"}}}}})
    host.give({}, host.server.call("catalog_list"))
    until_count(host, ".card", 8)
    same(texts(host, ".chips .chip"), ["Liked", "Is vintage"], "chips")


def whole_screen(host):
    """Only where the host says it can; there more is shown."""
    same(count(host, "#expand"), 0, "buttons for what the host can't do")
    host.mount("catalog", "catalog_list", width=720, availableDisplayModes=["inline", "fullscreen"], displayMode="inline")
    host.give({}, host.server.call("catalog_list"))
    until_count(host, ".card", 8)
    same(audit.problems(host), [], "what is wrong")
    walk(host, "Full screen")
    host.press("Enter")
    until_count(host, ".card", 20)
    same((host.sent("ui/request-display-mode"), focused(host)["name"]), ([{"mode": "fullscreen"}], "Leave full screen"), "the request, and the focus")
    host.press("Escape")
    host.browser.until("the way back", lambda: host.sent("ui/request-display-mode")[1:] == [{"mode": "inline"}])
    announced(host, "Full screen left")


def catalog_like(host):
    """By the keyboard; the server keeps it, and takes it back again."""
    sku = walk(host, lambda stop: stop["name"].startswith("Like "))["id"]
    for liked in (True, False):
        host.press(" ")
        host.until(f"document.activeElement.getAttribute('aria-pressed') === '{str(liked).lower()}'")
        announced(host, "liked" if liked else "no longer liked")
        kept = host.server.call("catalog_list", skus=[sku])["structuredContent"]["items"][0]
        same(kept.get("liked", False), liked, "what the server keeps")
    hears(host, "took back the like")


def catalog_open(host):
    """A product in place; Escape returns to its card, which knows of the like."""
    stop = walk(host, lambda stop: stop["id"] and not stop["name"].startswith("Like "))
    host.press("Enter")
    until_count(host, ".page", 1)
    same(focused(host)["name"], "← Back", "the focus")
    same(audit.problems(host), [], "what is wrong")
    walk(host, lambda stop: stop["name"].startswith("Like "))
    host.press(" ")
    announced(host, "liked")
    host.press("Escape")
    same((focused(host)["name"], focused(host)["id"]), (stop["name"], stop["id"]), "the focus after going back")
    same(host.see(f"document.querySelector('[data-id={stop['id']}] .heart').getAttribute('aria-pressed')"), "true", "the heart in the list")
    host.server.call("catalog_like", skus=[stop["id"]], liked=False)


def one_price_rule(host):
    """What is paid comes first and alone has the colour; the old price is struck through and quiet."""
    same(texts(host, ".card:first-child .prices > *"), ["A$97.49", "instead of A$129.99", "-25%"], "the prices")
    color = "getComputedStyle(document.querySelector('{}')).color".format
    ink, quiet = host.see(color("h1")), host.see(color(".caption"))
    same((host.see(color(".card .old-price")), host.see("getComputedStyle(document.querySelector('.card s')).textDecorationLine")), (quiet, "line-through"), "the old price")
    same(host.see("getComputedStyle([...document.querySelectorAll('.card')].find((card) => !card.querySelector('s')).querySelector('.price')).color"), ink, "a regular price")
    expect(host.see(color(".card .reduced")) not in (ink, quiet), "a reduced price has the colour")


def refusal(host):
    """A call that the host refuses is told beside the control, which can be used again."""
    host.refused.add("catalog_list")
    walk(host, "On sale")
    host.press(" ")
    until_count(host, ".notice.failure", 1)
    expect("The user said no." in text(host, ".notice"), "the notice says why")
    host.refused.clear()
    walk(host, "Try again")
    host.press("Enter")
    until_count(host, ".card .cut", 8)
    same(count(host, ".notice"), 0, "notices that are left")


def hostile_text(host):
    """Markup in a result is text."""
    evil = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    result = host.server.call("catalog_list", limit=1)
    item = result["structuredContent"]["items"][0]
    item.update(name=evil, brand=evil, ribbon=evil, imageURL=evil, route=evil)
    result["structuredContent"].update(notice=evil, missing=[evil])
    host.give({}, result)
    until_count(host, ".card", 1)
    same((text(host, ".card .name"), count(host, ".notice")), (evil, 2), "the name, and the notices")
    same((count(host, "main script"), count(host, "img[src=x]"), host.see("document.title")), (0, 0, "Catalogue"), "markup")


def broken_picture(host):
    """What does not load leaves the monogram."""
    host.pictures = {"content": [{"type": "image", "mimeType": "image/png", "data": "AAAA"}]}
    host.mount("catalog", "catalog_list")
    host.give({}, host.server.call("catalog_list"))
    until_count(host, ".card", 8)
    host.until("[...document.querySelectorAll('.picture')].every((frame) => !frame.wanted)")
    expect(len(calls(host, "images_show")) >= 4, "pictures are asked for")
    host.until("document.images.length === 0")
    same(count(host, ".card .monogram"), 8, "monograms")


def failed_result(host):
    """A failed call shows its message and hint; Try again calls the tool with the same input."""
    fault = {"code": "upstream_timeout", "message": "The shop did not answer.", "hint": "Wait a moment.", "retryable": True}
    host.give({"limit": 3}, {"isError": True, "content": [], "_meta": {"galleria/error": fault}})
    until_count(host, ".notice.failure[role=alert]", 1)
    expect("The shop did not answer." in text(host, ".notice") and "Wait a moment." in text(host, ".notice"), "all is told")
    walk(host, "Try again")
    host.press("Enter")
    until_count(host, ".card", 3)
    same(calls(host, "catalog_list"), [{"limit": 3}], "calls")


def failure_as_text(host):
    """Hosts may hand on the text of a failure alone."""
    host.give({}, {"isError": True, "content": [{"type": "text", "text": "It is closed. Come back tomorrow."}]})
    until_count(host, ".notice.failure", 1)
    expect("Come back tomorrow." in text(host, ".notice"), "the text is told")
    same(count(host, ".notice button"), 0, "buttons of a failure that stays one")


def empty_list(host):
    host.give({}, {"content": [], "structuredContent": {"items": [], "total": 0}})
    until_count(host, ".empty", 1)
    same((text(host, ".empty"), text(host, ".count")), ("There is nothing here now.", "0 products"), "the words")


# Product and bag

def add_to_bag(host):
    before = next(one["quantity"] for one in host.server.call("product_detail_bag")["structuredContent"]["bag"] if one["sku"] == "BL204DR17KLM")
    walk(host, lambda stop: "one more" in stop["name"])
    host.press("Enter")
    host.press("Enter")
    same((text(host, "output"), focused(host)["act"]), ("3", "one more"), "the quantity, and the focus")
    walk(host, "Add to bag")
    host.press("Enter")
    announced(host, "Linen Wrap Dress is in the bag. Total A$")
    bag = host.server.call("product_detail_bag")["structuredContent"]
    same(next(one["quantity"] for one in bag["bag"] if one["sku"] == "BL204DR17KLM"), before + 3, "the pieces that the server keeps")
    expect(f"{before + 3} in the bag" in text(host, ".facts"), "the page counts them")
    hears(host, "put 3 of “Linen Wrap Dress”")
    walk(host, "Show the bag")
    host.press("Enter")
    until_count(host, ".bag .row", 3)
    host.press("Escape")
    same(focused(host)["name"], "Show the bag", "the focus after going back")
    host.server.call("product_detail_remove_from_bag", items=[{"sku": "BL204DR17KLM", "quantity": 3}])


def thumbs(host):
    """Several pictures: the chosen one is the large one, and has its place in words."""
    result = host.server.call("product_detail_show", skus=["BL204DR17KLM"])
    product = result["structuredContent"]["items"][0]
    product["images"] = product["images"] * 3
    product["description"] = "Long. " * 60
    host.give({"skus": ["BL204DR17KLM"]}, result)
    until_count(host, ".thumb", 3)
    same(audit.problems(host), [], "what is wrong")
    walk(host, lambda stop: stop["name"].endswith("Picture 2"))
    host.press(" ")
    host.until("document.querySelector('.gallery img')?.alt === 'Linen Wrap Dress, picture 2 of 3'")
    same(host.see("document.activeElement.getAttribute('aria-pressed')"), "true", "the thumb")
    walk(host, "Description")
    same(count(host, ".prose"), 0, "a long description is folded")
    host.press("Enter")
    until_count(host, ".prose", 1)


def several_products(host):
    host.give({}, host.server.call("product_detail_show", skus=["BL204DR17KLM", "SO472JW55HXX", "NOPE"]))
    until_count(host, ".card", 2)
    expect("NOPE" in text(host, ".notice.warning"), "what is missing is named")
    walk(host, "Beaded Signet Ring")
    host.press("Enter")
    until_count(host, ".page", 1)
    same(len(calls(host, "product_detail_show")), 0, "calls for what is here")


def change_bag(host):
    same((count(host, ".row"), text(host, ".count")), (3, "4 pieces"), "what is in the bag")
    walk(host, lambda stop: stop["id"] == "SO472JW55HXX" and stop["act"] == "one more")
    host.press("Enter")
    host.browser.until("five pieces", lambda: text(host, ".count") == "5 pieces")
    same((focused(host)["id"], focused(host)["act"]), ("SO472JW55HXX", "one more"), "the focus, on rebuilt rows")
    walk(host, lambda stop: stop["id"] == "SO472JW55HXX" and stop["act"] == "remove")
    host.press("Enter")
    until_count(host, ".row", 2)
    announced(host, "Beaded Signet Ring is out of the bag. Total A$")
    same((focused(host)["id"], focused(host)["act"]), ("KE512SW50RHJ", "remove"), "the focus, on the row that took its place")
    same(audit.problems(host), [], "what is wrong")
    host.see("document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()")
    walk(host, "Undo")
    host.press("Enter")
    until_count(host, ".row", 3)
    bag = host.server.call("product_detail_bag")["structuredContent"]
    same({one["sku"]: one["quantity"] for one in bag["bag"]}, {"BL204DR17KLM": 2, "SO472JW55HXX": 2, "KE512SW50RHJ": 1}, "what the server keeps")
    host.server.call("product_detail_remove_from_bag", items=[{"sku": "SO472JW55HXX", "quantity": 1}])
    hears(host, "is out of the bag")


def least_of_one(host):
    """The last piece is taken out by Remove alone."""
    walk(host, lambda stop: stop["id"] == "KE512SW50RHJ" and stop["act"] == "one less")
    same(host.see("document.activeElement.ariaDisabled"), "true", "the button for less")
    host.press("Enter")
    same(host.ask_view("ping").get("result"), {}, "ping")
    same(calls(host, "product_detail_remove_from_bag"), [], "calls")


def empty_bag(host):
    host.give({}, {"content": [], "structuredContent": {"bag": [], "count": 0}})
    until_count(host, ".empty", 1)
    expect("Open a product and press “Add to bag”." in text(host, ".empty"), "the words say what to do")


def long_bag(host):
    piece = host.server.call("product_detail_bag")["structuredContent"]["bag"][0]
    host.give({}, {"content": [], "structuredContent": {
        "bag": [piece | {"sku": f"S{number}"} for number in range(20)], "count": 20, "totals": ["AUD 1.00", "KRW 2000"]}})
    until_count(host, ".row", 8)
    same(text(host, ".total .price"), "A$1.00, ₩2,000", "the sums, one a currency")
    walk(host, "Show 12 more")
    host.press("Enter")
    until_count(host, ".row", 20)
    same(focused(host)["id"], "S8", "the focus")


# Friends

def respond(host):
    before = host.server.call("friends_list", scenario="friendsWithInvitations")["structuredContent"]
    waiting = [one["fid"] for one in before["invitations"]]
    same((host.see("document.documentElement.lang"), ids(host, "section")), ("zh-Hant", waiting[:3]), "the language, and the first invitations")
    first = walk(host, lambda stop: stop["act"] == "accept")["id"]
    host.press("Enter")
    host.browser.until("the answer", lambda: ids(host, "section") == waiting[1:4])
    announced(host, "已接受")
    same((focused(host)["id"], focused(host)["act"]), (waiting[1], "accept"), "the focus")
    same(ids(host, "main > .rows")[0], first, "the new friend is at the top")
    # To decline takes two steps; Escape takes the first back.
    walk(host, lambda stop: stop["act"] == "others")
    for leave in ("Escape", "Enter"):
        host.press("Enter")
        until_count(host, "section .panel", 1)
        same(focused(host)["name"], "先不要", "the focus is on what changes nothing")
        same(audit.problems(host), [], "what is wrong with the question")
        host.press(leave)
        until_count(host, "section .panel", 0)
        same((focused(host)["id"], focused(host)["act"]), (waiting[1], "others"), "the focus")
    same(len(calls(host, "friends_respond")), 1, "answers so far")
    host.press("Enter")
    host.see("document.querySelector('section .panel:not([hidden]) [data-act=others]').focus()")
    host.press("Enter")
    host.browser.until("the answer", lambda: ids(host, "section") == waiting[2:5])
    announced(host, "已拒絕")
    same(calls(host, "friends_respond")[-1], {"answers": [{"fid": waiting[1], "action": "decline"}]}, "the answer")
    same((focused(host)["id"], focused(host)["act"]), (waiting[2], "others"), "the focus")
    after = host.server.call("friends_list", scenario="friendsWithInvitations")["structuredContent"]
    same([one["fid"] for one in after["invitations"]], waiting[2:], "invitations that the server keeps")
    hears(host, "accepted the invitation")
    hears(host, "declined the invitation")
    walk(host, lambda stop: "邀請" in stop["name"])
    host.press("Enter")
    host.browser.until("all invitations", lambda: ids(host, "section") == waiting[2:])
    same(focused(host)["id"], waiting[5], "the focus is on the first of the new")


def find_friends(host):
    same(count(host, "main > .rows .row"), 8, "friends at first")
    walk(host, "搜尋好友")
    host.write("林")
    announced(host, "位")
    settled(host)
    found = host.server.call("friends_list", scenario="friendsWithInvitations", query="林")["structuredContent"]
    same(text(host, "main > .top .count"), f"{found['total']} 位", "the count")
    expect(all("林" in name for name in texts(host, "main > .rows .title")), "only matches are shown")
    walk(host, "狀態")
    host.press("Enter")
    settled(host)
    same(texts(host, ".panel .chip"), ["好友", "邀請中"], "the words of the schema, translated")
    walk(host, "邀請中")
    host.press(" ")
    settled(host)
    same(calls(host, "friends_list")[-1], {"scenario": "friendsWithInvitations", "query": "林", "status": ["inviting"], "limit": 24}, "the question")


def no_friends(host):
    host.give({}, host.server.call("friends_list", scenario="noFriends"))
    until_count(host, ".notice.info", 1)
    expect("加好友" in text(host, ".notice"), "the invitation to add some")


# Mall

def mall_list(host):
    same((host.see("document.querySelector('.card .name span').lang"), text(host, ".card .cut")), ("ko", "-20%"), "the language, and the discount")
    walk(host, "Sold out")
    host.press(" ")
    settled(host)
    gone = host.server.call("shopping_mall_list", soldOut=True)["structuredContent"]["items"]
    same((ids(host), count(host, ".sold-out .gone")), ([str(item["id"]) for item in gone][:8], min(8, len(gone))), "what is sold out")
    walk(host, lambda stop: bool(stop["id"]))
    host.press("Enter")
    until_count(host, ".page .gone", 1)
    same(audit.problems(host), [], "what is wrong")
    host.press("Escape")
    same(focused(host)["id"], str(gone[0]["id"]), "the focus after going back")


# Shops that speak UCP

def goods_list(host):
    same((text(host, ".count"), count(host, ".card")), ("26 products", 8), "the shop")
    walk(host, "Search the shop")
    host.write("tote")
    host.press("Enter")
    until_count(host, ".card", 1)
    same(calls(host, "keyboards_search")[-1], {"query": "tote", "limit": 24}, "the question")
    same((ids(host), text(host, ".price.reduced"), text(host, ".old-price")), (["harbour-tote"], "A$89.00", "instead of A$109.00"), "what is found")
    walk(host, lambda stop: stop["id"] == "harbour-tote")
    host.press("Enter")
    until_count(host, ".page .row", 2)
    same(audit.problems(host), [], "what is wrong")
    host.press("Escape")
    same(focused(host)["id"], "harbour-tote", "the focus after going back")


def goods_product(host):
    before = cart_of(host).get("harbour-tote-sand", 0)
    walk(host, lambda stop: stop["id"] == "harbour-tote-sand" and stop["name"].startswith("Add to cart"))
    host.press("Enter")
    announced(host, f"{before + 1} in the cart")
    same(cart_of(host).get("harbour-tote-sand"), before + 1, "what the shop has")
    walk(host, "Show the cart")
    host.press("Enter")
    host.browser.until("the cart", lambda: text(host, "h1") == "Cart")
    same(audit.problems(host), [], "what is wrong")


def cart_of(host):
    items = host.server.call("keyboards_cart")["structuredContent"]["items"]
    return {item["id"]: item["quantity"] for item in items}


def goods_cart(host):
    before = cart_of(host)["tide-tee-m"]
    walk(host, lambda stop: stop["id"] == "tide-tee-m" and "one more" in stop["name"])
    host.press("Enter")
    host.browser.until("one more", lambda: cart_of(host).get("tide-tee-m") == before + 1)
    settled(host)
    walk(host, lambda stop: stop["id"] == "tide-tee-m" and stop["name"].startswith("Remove"))
    host.press("Enter")
    host.browser.until("none of it", lambda: "tide-tee-m" not in cart_of(host))
    host.server.call("keyboards_set_cart", items=CART)
    walk(host, "Go on at the shop")
    host.press("Enter")
    host.browser.until("the page", lambda: host.sent("ui/open-link"))
    same(host.sent("ui/open-link")[-1], {"url": "https://shop.example/cart"}, "where a person pays")


def without_goods_tool(host):
    """A host that tells nothing of the tool: what was answered is shown, and nothing is offered that can't be done."""
    host.mount("goods", "keyboards_search", toolInfo=None)
    host.give({}, host.server.call("keyboards_search"))
    until_count(host, ".card", 8)
    same((count(host, ".card button"), count(host, ".tools")), (0, 0), "what is offered")
    same(audit.problems(host), [], "what is wrong")


# Books

def shelf_search(host):
    same((text(host, "h1"), text(host, ".count"), count(host, ".card")), ("Books for “swift”", "28 books", 8), "the search")
    walk(host, "Search books")
    host.see("document.activeElement.select()")
    host.write("python")
    host.press("Enter")
    host.browser.until("the answer", lambda: text(host, "h1") == "Books for “python”")
    same(calls(host, "book_shelf_search")[-1], {"query": "python", "limit": 24}, "the question")
    walk(host, "Has sample")
    host.press(" ")
    settled(host)
    same(calls(host, "book_shelf_search")[-1], {"query": "python", "hasSample": True, "limit": 24}, "the question")
    walk(host, "Clear")
    host.press("Enter")
    host.browser.until("the shelf", lambda: text(host, "h1") == "New books")
    same((calls(host, "book_shelf_list")[-1], text(host, ".count")), ({"limit": 24}, "20 books"), "without words the shelf is listed")


def memo_of(host, isbn13):
    return host.server.call("book_shelf_show", isbn13s=[isbn13])["structuredContent"]["items"][0].get("memo")


def write_memo(host):
    book = walk(host, lambda stop: bool(stop["id"]))
    host.press("Enter")
    until_count(host, ".page", 1)
    walk(host, lambda stop: stop["tag"] == "TEXTAREA")
    host.write("읽을 것")
    same(text(host, ".memo .caption"), "Not saved yet.", "the state")
    walk(host, "Save memo")
    host.press("Enter")
    announced(host, "Memo saved.")
    same(memo_of(host, book["id"]), "읽을 것", "the memo kept")
    # Going back saves what is written.
    host.see("document.querySelector('textarea').focus()")
    host.write(" 내일")
    host.press("Escape")
    until_count(host, ".card", 8)
    same((memo_of(host, book["id"]), focused(host)["id"]), ("읽을 것 내일", book["id"]), "the memo kept, and the focus")
    # So does the end.
    host.press("Enter")
    until_count(host, ".page", 1)
    host.see("document.querySelector('textarea').focus()")
    host.write("!")
    same(host.ask_view("ui/resource-teardown", {"reason": "closed"}).get("result"), {}, "the answer")
    expect(memo_of(host, book["id"]).endswith("!"), "the memo is kept")
    host.server.call("book_shelf_set_memo", isbn13=book["id"], text="")


def several_books(host):
    host.give({"isbn13s": ["9781617294136", "9781839010606"]}, host.server.call("book_shelf_show", isbn13s=["9781617294136", "9781839010606"]))
    until_count(host, ".card", 2)
    same((text(host, "h1"), text(host, ".count"), count(host, "input")), ("Books", "2 books", 0), "the books that were asked for")


def open_link(host):
    walk(host, "Web page")
    host.press("Enter")
    announced(host, "Opened https://itbook.store/books/9781617294136")
    same(host.sent("ui/open-link"), [{"url": "https://itbook.store/books/9781617294136"}], "links opened")
    same(text(host, ".star"), "★★★★★", "stars")


def strange_link(host):
    result = host.server.call("book_shelf_show", isbn13s=["9781617294136"])
    result["structuredContent"]["items"][0]["url"] = "javascript:document.title='owned'"
    host.give({}, result)
    host.until("document.querySelector('.links span')")
    same(host.see("[...document.links].filter((link) => link.protocol === 'javascript:').length"), 0, "links that run")


# Forecast

def chart(host):
    result = host.server.call("forecast_daily", places=["서울특별시"])
    days = result["structuredContent"]["items"][0]["days"]
    for day, rain in zip(days, [0.4, 25.5, 0, 3]):
        day["rain"] = rain
    host.give({"places": ["서울특별시"]}, result)
    until_count(host, ".wet", len(days))
    same((count(host, "[role=tab]"), text(host, ".high"), text(host, ".low")), (len(days), f"{round(days[0]['max'])}°", f"{round(days[0]['min'])}°"), "days")
    box = "document.querySelectorAll('.{}')[{}].getBoundingClientRect()".format
    low, high = min(day["min"] for day in days), max(day["max"] for day in days)
    for index, day in enumerate(days):
        wanted = 88 * (day["max"] - day["min"]) / (high - low)
        found = host.see(f"{box('range', index)}.height")
        expect(abs(found - wanted) < 1, f"the bar of {day['date']} is {wanted} pixels high, not {found}")
        wanted, found = 27 * day.get("rain", 0) / 25.5, host.see(f"{box('drop', index)}.height")
        expect(abs(found - wanted) < 1, f"the rain of {day['date']} is {wanted} pixels high, not {found}")
    same(texts(host, ".wet")[:2], ["0.4", "25.5"], "millimetres")
    same(texts(host, "[aria-current=date] .caption"), ["Today"], "today, the first day of the samples")


def choose_day(host):
    """A day by the arrows: its facts stand below; Tab leaves the days."""
    days = host.server.call("forecast_daily", places=["서울특별시"])["structuredContent"]["items"][0]["days"]
    walk(host, lambda stop: "today:" in stop["name"])
    for key, index in (("ArrowRight", 1), ("End", len(days) - 1), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1)):
        host.press(key)
        same(host.see("[...document.querySelectorAll('[role=tab]')].indexOf(document.activeElement)"), index, f"the day after {key}")
    facts = texts(host, ".day dd")
    same(facts[:2], [f"{round(days[1]['max'])} °C", f"{round(days[1]['min'])} °C"], "the facts")
    host.press("Tab")
    same(host.see("document.activeElement.getAttribute('role')"), "tabpanel", "the stop after the days")


def another_place(host):
    walk(host, "Another place")
    host.write("London,GB")
    host.press("Enter")
    host.browser.until("London", lambda: text(host, "h1") == "London")
    announced(host, "The weather of London,GB")
    walk(host, "Fahrenheit")
    host.press(" ")
    host.until("document.querySelector('.day dd').textContent.includes('°F')")
    same((calls(host, "forecast_daily"), focused(host)["name"]),
         ([{"places": ["London,GB"], "units": "metric"}, {"places": ["London,GB"], "units": "imperial"}], "Fahrenheit"), "calls, and the focus")
    hears(host, "London,GB (imperial)")


def several_places(host):
    host.give({"places": ["Seoul", "London"]}, host.server.call("forecast_daily", places=["Seoul", "London", "Nowhere At All"]))
    until_count(host, ".chips .chip", 2)
    expect("Nowhere At All" in text(host, ".notice.warning"), "what is missing is named")
    walk(host, "London")
    host.press(" ")
    same((text(host, "h1"), focused(host)["name"]), ("London", "London"), "the place shown, and the focus")
    same(audit.problems(host), [], "what is wrong")


def unknown_place(host):
    walk(host, "Another place")
    host.write("Nowhere At All")
    host.press("Enter")
    until_count(host, ".notice.failure", 1)
    expect(count(host, "[role=tab]") > 0, "the chart stays")


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


def nothing_moves(host):
    """What stands there while a view waits has the places of what comes; with less motion asked for, it is still."""
    top = "Math.round(document.querySelector('{}').getBoundingClientRect().top)".format
    for opening, mark in (("catalog", ".cards .picture"), ("mall", ".cards .picture"), ("shelf", ".cards .picture"), ("bag", ".rows"),
                          ("product", ".picture"), ("forecast", ".chart")):
        view, tool, arguments = OPENINGS[opening]
        host.mount(view, tool, width=720)
        before = host.see(top(mark))
        same(host.see("document.getAnimations().length"), 0, "what moves")
        host.give(arguments, host.server.call(tool, **arguments))
        host.until("!document.querySelector('main[aria-busy]')")
        expect(abs(host.see(top(mark)) - before) <= 2, f"{mark} of {opening} stays at {before}, and is not at {host.see(top(mark))}")


def size_and_theme(host):
    host.mount("mall", "shopping_mall_list")
    host.give({}, host.server.call("shopping_mall_list", limit=4))
    until_count(host, ".card", 4)
    host.browser.until("the size", lambda: host.see(
        "Math.ceil(document.body.getBoundingClientRect().height)") == host.height)
    same(host.sent("ui/notifications/size-changed")[-1]["width"], 900, "the width told")
    host.to_view({"method": "ui/notifications/host-context-changed", "params": {
        "theme": "dark", "styles": {"variables": {"--color-background-primary": "rgb(1, 2, 3)"}}}})
    host.until("getComputedStyle(document.body).backgroundColor === 'rgb(1, 2, 3)'")
    same(host.see("getComputedStyle(document.documentElement).colorScheme"), "dark", "the scheme")


def the_stage_itself(host):
    """A request of the network is seen and told, and so is what the audit is for: the other scenes' silence means something."""
    host.mount("catalog", "catalog_list")
    host.see("{ new Image().src = 'https://example.com/a.png'; fetch('https://example.com/').catch(() => {}); }")
    host.browser.until("the policy's word", lambda: len(host.complaints) >= 2)
    expect(all("Content Security Policy" in complaint for complaint in host.complaints), f"{host.complaints} name the policy")
    host.complaints.clear()
    host.give({}, host.server.call("catalog_list"))
    until_count(host, ".card", 8)
    host.see("""document.querySelector("main").insertAdjacentHTML("beforeend",
        "<h4 id=view style='color: #999'>pale</h4><button></button><input style='border-color: #eee'><img src='data:,'>")""")
    found = " ".join(audit.problems(host))
    for part in ("pale", "ids stand twice", "the headings are", "a button has no name", "a textbox has no name", "no alt", "the edge of a field"):
        expect(part in found, f"the audit finds “{part}” in: {found}")
    host.see("""document.head.appendChild(document.createElement("style")).textContent = "*, *::after { outline: none !important }" """)
    found = []
    audit.walk(host, found.append)
    expect(len(found) > 10 and all("can't be seen" in one or "without a name" in one for one in found), f"the audit finds no ring: {found}")


SCENES = {
    "catalog": [first_view, find_and_sort, chips, nothing_found, newest_question_wins, without_schema, whole_screen, catalog_like, catalog_open,
                one_price_rule, refusal, hostile_text, broken_picture, failed_result, failure_as_text, empty_list],
    "product": [add_to_bag, thumbs, several_products],
    "bag": [change_bag, least_of_one, empty_bag, long_bag],
    "friends": [respond, find_friends, no_friends],
    "mall": [mall_list],
    "goods": [goods_list, without_goods_tool],
    "goods product": [goods_product],
    "goods cart": [goods_cart],
    "shelf": [shelf_search, write_memo, several_books],
    "book": [open_link, strange_link],
    "forecast": [chart, choose_day, another_place, several_places, unknown_place],
}
STAGE = [conversation, nothing_moves, size_and_theme, the_stage_itself]
