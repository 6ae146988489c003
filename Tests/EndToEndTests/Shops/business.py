"""A business that speaks UCP over MCP or REST, on loopback: in three sizes, and one that misbehaves.

    business.py SIZE TRANSPORT PRODUCTS     SIZE: catalog | cart | full; TRANSPORT: mcp | rest

Prints `PORT n`; ends when its standard input ends. Beside the shop, for tests:
    GET /seen          every call so far, and what the judge found wrong with calls and answers
    POST /misbehave    {"tool": "…", "how": "…", "times": n}: the next answers of a tool are wrong
    POST /expire       forgets all carts and checkouts
    POST /profile      {"member": value}: laid over the profile from now on
"""
import json
import re
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import judge

VERSION = "2026-04-08"
LOCK = threading.Lock()


def money(amount, currency="AUD"):
    return {"amount": amount, "currency": currency}


class Shop:
    def __init__(self, size, transport, count):
        self.size, self.transport = size, transport
        self.products = [self.product(number) for number in range(1, count + 1)]
        self.carts, self.checkouts, self.keys = {}, {}, {}
        self.calls, self.violations, self.wrong, self.overlay = [], [], [], {}
        self.answered = []
        self.next = 0

    @staticmethod
    def product(number):
        kind = ["Keyboards", "Keycaps", "Switches"][number % 3]
        price = 1999 + number * 350
        variants = []
        for place, colour in enumerate(["Black", "White"] if number % 2 else ["Black"]):
            variants.append({
                "id": f"gid://shop/Variant/{number}-{place}", "sku": f"SKU-{number}-{place}", "title": colour,
                "description": {"plain": f"{colour} one"}, "price": money(price + 500 * place),
                "availability": {"available": number % 5 != 0, "status": "in_stock" if number % 5 else "out_of_stock"},
                "options": [{"name": "Colour", "label": colour}], "tags": ["keyboard", "desk", "typing"],
                "seller": {"name": "Clack & Sons", "links": [
                    {"type": "refund_policy", "url": "https://shop.example/policies/refunds"},
                    {"type": "terms_of_service", "url": "https://shop.example/policies/terms"}]},
                "media": [{"type": "image", "url": f"https://cdn.shop.example/{number}-{place}.jpg", "alt_text": colour}],
            })
        return {
            "id": f"gid://shop/Product/{number}", "handle": f"thing-{number}", "title": f"{kind[:-1]} No. {number}",
            "description": {"html": f"<p>A {kind[:-1].lower()} for long evenings. " + "Made with care. " * 12 + "</p>"},
            "url": f"https://shop.example/products/thing-{number}",
            "categories": [{"value": kind, "taxonomy": "merchant"}, {"value": str(500 + number % 3), "taxonomy": "google_product_category"}],
            "price_range": {"min": money(price), "max": money(variants[-1]["price"]["amount"])},
            "media": [{"type": "image", "url": f"https://cdn.shop.example/{number}.jpg", "alt_text": f"No. {number}", "width": 1200, "height": 1200}],
            "options": [{"name": "Colour", "values": [{"label": variant["title"]} for variant in variants]}],
            "variants": variants, "rating": {"value": 4.5, "scale_max": 5, "count": 128},
            "tags": ["mechanical", "quiet"], "metadata": {"collection": "Winter", "technology": {"plate": "brass", "foam": "poron"}},
        }

    # The profile

    def capabilities(self):
        names = ["catalog.search", "catalog.lookup"]
        if self.size != "catalog":
            names += ["cart", "checkout"]
        if self.size == "full":
            names += ["fulfillment", "discount", "order"]
        parents = {"fulfillment": "checkout", "discount": "checkout"}
        found = {}
        for name in names:
            entry = {"version": VERSION, "spec": f"https://ucp.dev/{VERSION}/specification/{name}",
                     "schema": f"https://ucp.dev/{VERSION}/schemas/shopping/{name}.json"}
            if name in parents:
                entry["extends"] = f"dev.ucp.shopping.{parents[name]}"
            found[f"dev.ucp.shopping.{name}"] = [entry]
        return found

    def profile(self, origin, version=None):
        version = version or VERSION
        path, document = {"mcp": ("/api/ucp/mcp", "mcp.openrpc.json"), "rest": ("/api/ucp", "rest.openapi.json")}[self.transport]
        service = {"version": version, "transport": self.transport, "endpoint": f"{origin}{path}",
                   "schema": f"https://ucp.dev/{version}/services/shopping/{document}"}
        ucp = {"version": version, "services": {"dev.ucp.shopping": [service]}, "capabilities": self.capabilities(),
               "payment_handlers": {}}
        if self.size == "full" and version == VERSION:
            # A version that is newer than any client of today; the one before it has a profile of its own.
            ucp["version"] = "2027-01-15"
            ucp["supported_versions"] = {VERSION: f"{origin}/ucp/{VERSION}.json"}
        ucp.update(self.overlay)
        return {"ucp": ucp}

    # The tools

    def ucp(self, name):
        found = {"version": VERSION, "status": "success", "capabilities": {f"dev.ucp.shopping.{name}": [{"version": VERSION}]}}
        if name == "checkout":
            found["payment_handlers"] = {"com.example.pay": [{"id": "pay_1", "version": VERSION, "available_instruments": [{"type": "card"}]}]}
        return found

    def refusal(self, code, text):
        return {"ucp": {"version": VERSION, "status": "error"}, "continue_url": "https://shop.example/",
                "messages": [{"type": "error", "code": code, "content": text, "severity": "unrecoverable"}]}

    def variant(self, key):
        for product in self.products:
            for variant in product["variants"]:
                if variant["id"] == key:
                    return product, variant
        return None, None

    def search_catalog(self, arguments):
        asked = arguments.get("catalog", {})
        filters = asked.get("filters", {})
        if not asked.get("query") and not filters:
            return self.refusal("invalid_input", "A search needs words or filters.")
        words = asked.get("query", "").lower().split()
        bounds = filters.get("price", {})
        found = [product for product in self.products
                 if all(word in product["title"].lower() for word in words)
                 and (not filters.get("categories") or any(c["value"] in filters["categories"] for c in product["categories"]))
                 and bounds.get("min", 0) <= product["price_range"]["min"]["amount"] <= bounds.get("max", 1 << 60)]
        paging = asked.get("pagination", {})
        start, limit = int(paging.get("cursor", "0")), paging.get("limit", 10)
        more = start + limit < len(found)
        pagination = {"has_next_page": more, "total_count": len(found)}
        if more:
            pagination["cursor"] = str(start + limit)
        return {"ucp": self.ucp("catalog.search"), "products": found[start:start + limit], "pagination": pagination, "messages": None}

    def get_product(self, arguments):
        key = arguments["catalog"]["id"]
        for product in self.products:
            if product["id"] == key or any(variant["id"] == key for variant in product["variants"]):
                return {"ucp": self.ucp("catalog.lookup"), "product": product}
        return self.refusal("not_found", "No such product.")

    def line_items(self, asked):
        lines, messages = [], []
        for number, line in enumerate(asked):
            product, variant = self.variant(line["item"]["id"])
            if variant is None:
                messages.append({"type": "error", "code": "not_found", "content": "No such variant.", "severity": "recoverable",
                                 "path": f"$.line_items[{number}]"})
                continue
            amount = variant["price"]["amount"] * line["quantity"]
            lines.append({"id": line.get("id") or f"li_{number + 1}", "quantity": line["quantity"],
                          "item": {"id": variant["id"], "title": f"{product['title']}, {variant['title']}", "price": variant["price"]["amount"]},
                          "totals": [{"type": "subtotal", "amount": amount}, {"type": "total", "amount": amount}]})
        return lines, messages

    @staticmethod
    def sum(lines, more=()):
        subtotal = sum(line["totals"][0]["amount"] for line in lines)
        return [{"type": "subtotal", "amount": subtotal}, *more,
                {"type": "total", "amount": subtotal + sum(part["amount"] for part in more)}]

    def number(self, kind):
        self.next += 1
        return f"{kind}_{self.next}"

    def cart(self, key, asked):
        lines, messages = self.line_items(asked.get("line_items", []))
        cart = {"ucp": self.ucp("cart"), "id": key, "line_items": lines, "currency": "AUD", "totals": self.sum(lines),
                "continue_url": f"https://shop.example/cart?c={key}", "expires_at": "2099-01-16T12:00:00Z",
                "messages": messages or None}
        self.carts[key] = cart
        return cart

    def create_cart(self, arguments):
        return self.cart(self.number("cart"), arguments["cart"])

    def get_cart(self, arguments):
        return self.carts.get(arguments["id"]) or self.refusal("not_found", "No such cart.")

    def update_cart(self, arguments):
        if arguments["id"] not in self.carts:
            return self.refusal("not_found", "No such cart.")
        return self.cart(arguments["id"], arguments["cart"])

    def cancel_cart(self, arguments):
        return self.carts.pop(arguments["id"], None) or self.refusal("not_found", "No such cart.")

    def checkout(self, key, asked):
        lines, messages = self.line_items(asked.get("line_items", []))
        ids = [line["id"] for line in lines]
        checkout = {"ucp": self.ucp("checkout"), "id": key, "line_items": lines, "currency": "AUD", "status": "incomplete",
                    "links": [{"type": "terms_of_service", "url": "https://shop.example/terms"}],
                    "continue_url": f"https://shop.example/checkout?c={key}", "expires_at": "2099-01-16T12:00:00Z"}
        more, delivery = [], None
        if self.size == "full":
            asked_methods = asked.get("fulfillment", {}).get("methods", [])
            method = {"id": "ship_1", "type": "shipping", "line_item_ids": ids}
            places = [dict(place, id=place.get("id", "addr_1")) for m in asked_methods for place in m.get("destinations", [])]
            if places:
                chosen = next((m.get("selected_destination_id") for m in asked_methods), None)
                method.update(destinations=places, selected_destination_id=chosen)
                if chosen:
                    delivery = next((g.get("selected_option_id") for m in asked_methods for g in m.get("groups", [])), None)
                    options = [("standard", "Standard", 995), ("express", "Express", 1995)]
                    method["groups"] = [{"id": "parcel_1", "line_item_ids": ids, "selected_option_id": delivery, "options": [
                        {"id": name, "title": title, "totals": [{"type": "total", "amount": amount}]} for name, title, amount in options]}]
                    more = [{"type": "fulfillment", "display_text": title, "amount": amount} for name, title, amount in options if name == delivery]
            checkout["fulfillment"] = {"methods": [method]}
            if not delivery:
                messages.append({"type": "error", "code": "missing_delivery", "content": "Choose a delivery.", "severity": "recoverable"})
        if asked.get("buyer"):
            checkout["buyer"] = asked["buyer"]
        else:
            messages.append({"type": "error", "code": "missing_email", "content": "An email is missing.", "severity": "recoverable"})
        checkout["totals"] = self.sum(lines, more)
        if not messages:
            checkout["status"] = "requires_escalation"
        checkout["messages"] = messages
        self.checkouts[key] = checkout
        return checkout

    def create_checkout(self, arguments):
        return self.checkout(self.number("checkout"), arguments["checkout"])

    def get_checkout(self, arguments):
        return self.checkouts.get(arguments["id"]) or self.refusal("not_found", "No such checkout.")

    def update_checkout(self, arguments):
        if arguments["id"] not in self.checkouts:
            return self.refusal("not_found", "No such checkout.")
        return self.checkout(arguments["id"], arguments["checkout"])

    # One call

    def call(self, tool, arguments):
        """The HTTP status, and the answer of UCP or the error of JSON-RPC: one of them is None."""
        with LOCK:
            self.calls.append({"tool": tool, "arguments": arguments})
            self.violations += judge.request(tool, arguments)
            how = next((wrong for wrong in self.wrong if wrong["tool"] in (tool, "*")), None)
            if how:
                how["times"] -= 1
                if how["times"] <= 0:
                    self.wrong.remove(how)
                if how["how"].startswith("before-"):
                    return self.failure(how["how"][7:])
            key = arguments.get("meta", {}).get("idempotency-key")
            if key in self.keys:
                content = self.keys[key]
            else:
                content = getattr(self, tool)(arguments)
                if key:
                    self.keys[key] = json.loads(json.dumps(content))
            if how:
                if how["how"].startswith("after-"):
                    return self.failure(how["how"][6:])
                content = spoil(json.loads(json.dumps(content)), how["how"])
            else:
                self.violations += judge.result(tool, {name: value for name, value in content.items() if value is not None})
            # What an agent would read of it: the text, once.
            self.answered.append({"tool": tool, "bytes": len(json.dumps(content, separators=(",", ":")).encode())})
            return 201 if tool.startswith("create_") else 200, content, None

    @staticmethod
    def failure(how):
        if how == "429":
            return 429, None, {"code": -32000, "message": "Rate limit exceeded", "data": {"retry_after": 60}}
        if how == "409":
            return 409, None, {"code": -32000, "message": "Idempotency key reused with different payload"}
        if how == "503":
            return 503, None, {"code": -32000, "message": "Temporarily unable"}
        if how == "401":
            return 401, None, {"code": -32000, "message": "Unauthorized"}
        if how == "profile":
            return 424, None, {"code": -32001, "message": "UCP discovery failed", "data": {
                "code": "profile_unreachable", "content": "Unable to fetch agent profile: connection timeout", "continue_url": "https://shop.example/cart"}}
        if how == "version":
            return 422, None, {"code": -32001, "message": "Protocol version not supported", "data": {
                "code": "version_unsupported", "content": "This business supports 2031-01-01.", "continue_url": "https://shop.example/cart"}}
        raise ValueError(how)


def spoil(content, how):
    """One wrong shape laid over a right answer."""
    products = content.get("products") or [content.get("product") or {}]
    first = products[0] if products else {}
    if how == "text-amount":
        first["price_range"]["min"]["amount"] = "1999"
    elif how == "fraction-amount":
        first["price_range"]["min"]["amount"] = 19.99
    elif how == "negative-amount":
        first["price_range"]["min"]["amount"] = -1
    elif how == "other-currency":
        first["price_range"]["min"]["currency"] = "USD"
    elif how == "no-currency":
        first["price_range"]["min"]["currency"] = "dollars"
    elif how == "no-variants":
        del first["variants"]
    elif how == "no-title":
        del first["title"]
    elif how == "no-products":
        content["products"] = {"a": 1}
    elif how == "same-cursor":
        content["pagination"] = {"has_next_page": True}
    elif how == "no-ucp":
        del content["ucp"]
    elif how == "cart-currency":
        content["currency"] = "USD"
    elif how == "cart-text-price":
        content["line_items"][0]["item"]["price"] = "19.99"
    elif how == "cart-no-totals":
        del content["totals"]
    elif how == "cart-no-quantity":
        content["line_items"][0]["quantity"] = 0
    else:
        raise ValueError(how)
    return content


# Methods and addresses of REST below the endpoint, with their tools and the body's name in MCP (rest.openapi.json).
ROUTES = [
    ("POST", r"/catalog/search", "search_catalog", "catalog"), ("POST", r"/catalog/product", "get_product", "catalog"),
    ("POST", r"/carts", "create_cart", "cart"), ("GET", r"/carts/([^/]+)", "get_cart", None),
    ("PUT", r"/carts/([^/]+)", "update_cart", "cart"), ("POST", r"/carts/([^/]+)/cancel", "cancel_cart", None),
    ("POST", r"/checkout-sessions", "create_checkout", "checkout"),
    ("GET", r"/checkout-sessions/([^/]+)", "get_checkout", None),
    ("PUT", r"/checkout-sessions/([^/]+)", "update_checkout", "checkout"),
]


def rest_call(method, path, headers, body):
    """The tool and the arguments that a request of REST stands for; None for none."""
    for verb, pattern, tool, member in ROUTES:
        match = re.fullmatch("/api/ucp" + pattern, path)
        if verb != method or not match:
            continue
        agent = re.fullmatch(r'profile="([^"]+)"', headers.get("UCP-Agent", ""))
        arguments = {"meta": {"ucp-agent": {"profile": agent and agent[1]}}}
        if headers.get("Idempotency-Key"):
            arguments["meta"]["idempotency-key"] = headers["Idempotency-Key"]
        if not judge.UUID.match(headers.get("Request-Id", "")):
            arguments["meta"]["ucp-agent"] = {}
        if match.groups():
            arguments["id"] = urllib.parse.unquote(match[1])
        if member:
            arguments[member] = body
        return tool, arguments
    return None


def handler(shop):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def answer(self, status, value, fields=()):
            body = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            for name, text in fields:
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        @property
        def origin(self):
            return f"http://127.0.0.1:{self.server.server_port}"

        def rest(self, body):
            """Answers a request of REST; False where there is none."""
            found = shop.transport == "rest" and rest_call(self.command, self.path, self.headers, body)
            if not found:
                return False
            status, content, error = shop.call(*found)
            if error:
                data = error.get("data", {})
                wait = [("Retry-After", str(data["retry_after"]))] if "retry_after" in data else []
                # Bodies of failures are optional.
                self.answer(status, b"" if wait else data or {"message": error["message"]}, wait)
            else:
                self.answer(status, content)
            return True

        def do_PUT(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            self.rest(body) or self.answer(404, {"error": "nothing here"})

        def do_GET(self):
            if self.rest(None):
                return None
            if self.path == "/.well-known/ucp":
                shop.calls.append({"tool": "profile"})
                if shop.overlay.get("redirect"):
                    return self.answer(302, {}, [("Location", shop.overlay["redirect"])])
                if shop.overlay.get("huge"):
                    return self.answer(200, b'{"ucp": {"version": "' + b"x" * (64 << 20) + b'"}}')
                found = shop.profile(self.origin)
                if not shop.overlay:
                    shop.violations += judge.profile(found)
                return self.answer(200, found, [("Cache-Control", "max-age=1")])
            if self.path == f"/ucp/{VERSION}.json":
                size, shop.size = shop.size, "full"
                found = shop.profile(self.origin)
                found["ucp"]["version"] = VERSION
                found["ucp"].pop("supported_versions", None)
                shop.size = size
                return self.answer(200, found)
            if self.path == "/seen":
                return self.answer(200, {"calls": shop.calls, "violations": shop.violations, "carts": shop.carts, "answered": shop.answered})
            self.answer(404, {"error": "nothing here"})

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            if self.path == "/misbehave":
                shop.wrong.append(dict(body, times=body.get("times", 1)))
                return self.answer(200, {})
            if self.path == "/expire":
                shop.carts.clear()
                shop.checkouts.clear()
                return self.answer(200, {})
            if self.path == "/profile":
                shop.overlay = body
                return self.answer(200, {})
            if self.rest(body):
                return None
            if shop.transport != "mcp" or self.path != "/api/ucp/mcp" or body.get("method") != "tools/call":
                return self.answer(404, {"error": "nothing here"})
            status, content, error = shop.call(body["params"]["name"], body["params"]["arguments"])
            result = {"error": error} if error else {
                "result": {"structuredContent": content, "content": [{"type": "text", "text": json.dumps(content)}]}}
            self.answer(200 if content else status, {"jsonrpc": "2.0", "id": body.get("id"), **result})

    return Handler


def main():
    size, transport, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(Shop(size, transport, count)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("PORT", server.server_port, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
