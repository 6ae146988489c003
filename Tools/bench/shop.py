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
        return "catalog.like", {"sku": name, "liked": value}
    if kind == "memo":
        return "bookShelf.memo", {"isbn13": name, "text": value}
    if kind == "answer":
        return "friends.respond", {"fid": name, "action": value}
    if value > present:
        return "productDetail.addToBag", {"sku": name, "quantity": value - present}
    return "productDetail.removeFromBag", {"sku": name, "quantity": present - value}


def written(key, result):
    """The value that the answer to a write says the key has now."""
    kind, name = key
    if kind == "like":
        return result["liked"]
    if kind == "memo":
        return result["text"]
    if kind == "answer":
        return result["action"]
    return pieces(result, name)


def read(key):
    """The request whose answer shows the key's value."""
    kind, name = key
    if kind == "like":
        return "productDetail.show", {"sku": name}
    if kind == "memo":
        return "bookShelf.show", {"isbn13": name}
    if kind == "answer":
        return "friends.list", {"scenario": FRIENDS}
    return "productDetail.bag", {}


def shown(key, result):
    """The key's value in the answer to `read`."""
    kind, name = key
    if kind == "like":
        return result.get("liked") or False
    if kind == "memo":
        return result.get("memo") or ""
    if kind == "answer":
        # Who was declined is in neither list.
        if any(friend["fid"] == name for friend in result["invitations"]):
            return ""
        return "accept" if any(friend["fid"] == name for friend in result["friends"]) else "decline"
    return pieces(result, name)


def pieces(bag, sku):
    return next((line["quantity"] for line in bag["bag"] if line["sku"] == sku), 0)


def notice(result):
    """What an answer says of state that it could not read; None when it says nothing."""
    return result.get("notice")
