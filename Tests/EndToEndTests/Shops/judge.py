"""Judges requests and answers of UCP by its own schemas (JSON Schema 2020-12, `$ref` across files)."""
import functools
import json
import os
import re
import sys

try:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
    from referencing.jsonschema import DRAFT202012
except ImportError:  # The machine has no judge: whoever asks for one is told.
    Draft202012Validator = None

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Schemas")
# Resolved by path, whatever `$id` says: the profile's `$id` leads elsewhere than its file lies.
BASE = "file:///ucp/"


@functools.lru_cache(maxsize=None)
def _read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        schema = json.load(file)
    if isinstance(schema, dict):
        schema.pop("$id", None)
    return schema


def _resources():
    for folder, _, names in os.walk(ROOT):
        for name in names:
            if name.endswith(".json"):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                yield BASE + path, Resource.from_contents(_read(path), default_specification=DRAFT202012)


@functools.lru_cache(maxsize=None)
def _registry():
    return Registry().with_resources(_resources()).crawl()


@functools.lru_cache(maxsize=None)
def _validator(at):
    return Draft202012Validator({"$ref": BASE + at}, registry=_registry())


def errors(value, at):
    """What is wrong with a value by the schema at a path, a sentence each."""
    if Draft202012Validator is None:
        return ["jsonschema is not installed"]
    return list(_errors(json.dumps(value), at))


@functools.lru_cache(maxsize=1_000)
def _errors(text, at):
    """The same of a value's text: a cart is read as often as it is changed, and judging it takes milliseconds."""
    found = []
    for error in _validator(at).iter_errors(json.loads(text)):
        place = "/".join(str(part) for part in error.absolute_path)
        found.append(f"{at}: {place}: {error.message[:200]}")
    return tuple(found)


RESULTS = {
    "search_catalog": "schemas/shopping/catalog_search.json#/$defs/search_response",
    "lookup_catalog": "schemas/shopping/catalog_lookup.json#/$defs/lookup_response",
    "get_product": "schemas/shopping/catalog_lookup.json#/$defs/get_product_response",
    "create_cart": "schemas/shopping/cart.json", "get_cart": "schemas/shopping/cart.json",
    "update_cart": "schemas/shopping/cart.json", "cancel_cart": "schemas/shopping/cart.json",
    "create_checkout": "schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout",
    "get_checkout": "schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout",
    "update_checkout": "schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout",
    "cancel_checkout": "schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout",
}
REQUESTS = {
    "search_catalog": "schemas/shopping/catalog_search.json#/$defs/search_request",
    "lookup_catalog": "schemas/shopping/catalog_lookup.json#/$defs/lookup_request",
    "get_product": "schemas/shopping/catalog_lookup.json#/$defs/get_product_request",
}
# Members of requests about carts and checkouts, and what each may have (`ucp_request` of the schemas).
BODIES = {
    "create_cart": ("cart", "schemas/shopping/cart.json", "create"),
    "update_cart": ("cart", "schemas/shopping/cart.json", "update"),
    "create_checkout": ("checkout", "schemas/shopping/checkout.json", "create"),
    "update_checkout": ("checkout", "schemas/shopping/checkout.json", "update"),
}
UUID = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")


def profile(value):
    return errors(value, "discovery/profile_schema.json#/$defs/business_profile")


def result(tool, content):
    """An answer's structured content."""
    if content.get("ucp", {}).get("status") == "error":
        return errors(content, "schemas/shopping/types/error_response.json")
    return errors(content, RESULTS[tool])


def request(tool, arguments):
    """A call's arguments."""
    found = []
    meta = arguments.get("meta")
    if not isinstance(meta, dict) or not isinstance(meta.get("ucp-agent", {}).get("profile"), str):
        found.append(f"{tool}: meta names no profile")
    key = (meta or {}).get("idempotency-key")
    if tool.startswith(("create_", "update_", "cancel_")) and not (isinstance(key, str) and UUID.match(key)):
        found.append(f"{tool}: the change has no idempotency key")
    if tool in REQUESTS:
        found += errors(arguments.get("catalog"), REQUESTS[tool])
    if tool in BODIES:
        member, schema, operation = BODIES[tool]
        found += _body(arguments.get(member), schema, operation, tool)
    if tool.startswith(("get_c", "update_", "cancel_")) and not isinstance(arguments.get("id"), str):
        found.append(f"{tool}: no id")
    return found


def _body(body, path, operation, tool):
    if not isinstance(body, dict):
        return [f"{tool}: no body"]
    properties = _read(path)["properties"]
    found = []
    for name, schema in properties.items():
        rule = schema.get("ucp_request", "optional")
        rule = rule.get(operation, "optional") if isinstance(rule, dict) else rule
        # The id stands beside the body (cart-mcp.md, Identifier Pattern).
        if name == "id" and name in body or rule == "omit" and name in body:
            found.append(f"{tool}: {name} has no place in the request")
        if rule == "required" and name != "id" and name not in body:
            found.append(f"{tool}: {name} is missing")
        if name in body and name in ("buyer", "context"):
            found += errors(body[name], f"schemas/shopping/types/{name}.json")
    for line in body.get("line_items", []):
        if not isinstance(line.get("item", {}).get("id"), str) or set(line["item"]) - {"id"}:
            found.append(f"{tool}: a line's item has other members than its id")
        if not isinstance(line.get("quantity"), int) or line["quantity"] < 1:
            found.append(f"{tool}: a line without a quantity")
        if operation == "create" and set(line) - {"item", "quantity"}:
            found.append(f"{tool}: a new line has an id")
    for method in body.get("fulfillment", {}).get("methods", []):
        for place in method.get("destinations", []):
            found += errors(place, "schemas/shopping/types/postal_address.json")
    return found


def main():
    """Judges lines of `{tool, arguments, content}`, or `{profile}`, of standard input; prints what is wrong, a line each."""
    for line in sys.stdin:
        asked = json.loads(line)
        found = profile(asked["profile"]) if "profile" in asked else []
        if "arguments" in asked:
            found += request(asked["tool"], asked["arguments"])
        if asked.get("content") is not None:
            found += result(asked["tool"], asked["content"])
        for sentence in found:
            print(sentence)


if __name__ == "__main__":
    main()
