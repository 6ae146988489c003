"""Templates: `@word@` is replaced, and the lines between `@if word@`, `@else@` and `@end@` are there or not."""

import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


def filled(name, words, flags):
    """A template's text. A word or a flag that is not given is a mistake of this program, and raises."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        lines = file.read().split("\n")
    kept, keeps = [], [True]
    for line in lines:
        condition = re.fullmatch(r"@if (\w+)@", line)
        if condition:
            keeps.append(keeps[-1] and flags[condition[1]])
        elif line == "@else@":
            keeps[-1] = keeps[-2] and not keeps[-1]
        elif line == "@end@":
            keeps.pop()
        elif keeps[-1]:
            kept.append(line)
    text = re.sub(r"@(\w+)@", lambda found: words[found[1]], "\n".join(kept))
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"
