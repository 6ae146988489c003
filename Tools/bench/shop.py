"""The writes and reads that the programs here drive, as requests, and what their answers say.

A key is what a write changes: ("like", sku), ("bag", sku), ("memo", isbn13) or ("answer", fid). Each has one value: liked or
not, the pieces in the bag, the memo's text, whether the invitation was accepted ("" while it is open).
"""
FRIENDS = "friendsWithInvitations"
EMPTY = {"like": False, "bag": 0, "memo": "", "answer": ""}


def write(key, value, present):
    """The request that turns the value `present` of a key into `value`."""
    kind, name = key
    if kind == "like":
        return "catalog.like", {"skus": [name], "liked": value}
    if kind == "memo":
        return "bookShelf.setMemo", {"isbn13": name, "text": value}
    if kind == "answer":
        return "friends.respond", {"answers": [{"fid": name, "action": value}]}
    if value > present:
        return "productDetail.addToBag", {"items": [{"sku": name, "quantity": value - present}]}
    return "productDetail.removeFromBag", {"items": [{"sku": name, "quantity": present - value}]}


def written(key, result):
    """The value that the answer to a write says the key has now."""
    kind, name = key
    if kind == "like":
        return result["liked"]
    if kind == "memo":
        return result.get("text") or ""
    if kind == "answer":
        return result["items"][0]["action"]
    return pieces(result, name)


def read(key):
    """The request whose answer shows the key's value."""
    kind, name = key
    if kind == "like":
        return "productDetail.show", {"skus": [name]}
    if kind == "memo":
        return "bookShelf.show", {"isbn13s": [name]}
    if kind == "answer":
        # Those whose fids begin it or end it are among so many.
        return "friends.list", {"scenario": FRIENDS, "limit": 100, "sort": "fid" if name.startswith("0") else "-fid"}
    return "productDetail.bag", {}


def shown(key, result):
    """The key's value in the answer to `read`."""
    kind, name = key
    if kind == "like":
        return result.get("items", [result])[0].get("liked") or False
    if kind == "memo":
        return result["items"][0].get("memo") or ""
    if kind == "answer":
        # Who was declined is in neither list.
        if any(friend["fid"] == name for friend in result["invitations"]):
            return ""
        return "accept" if any(friend["fid"] == name for friend in result["items"]) else "decline"
    return pieces(result, name)


def pieces(bag, sku):
    return next((line["quantity"] for line in bag["bag"] if line["sku"] == sku), 0)


def notice(result):
    """What an answer says of state that it could not read; None when it says nothing."""
    return result.get("notice")
