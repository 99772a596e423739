"""How things are called in messages: types in words, near names, lists of names."""

from collections.abc import Iterable

from rulelang.diagnostics import nearest
from rulelang.game import Type

MOST = 1000  # names compared

_PLAIN = {
    "number": "a number",
    "truth": "yes or no",
    "text": "a text",
    "player": "a player",
    "die": "a die",
    "none": "none",
}
_MANY = {
    "number": "numbers",
    "truth": "answers yes or no",
    "text": "texts",
    "player": "players",
    "die": "dice",
    "none": "things",
}


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """A hint with the nearest name, or None."""
    found = nearest(name, list(names)[:MOST])
    return None if found is None else f"did you mean `{found}`?"


def which_kind(name: str, names: Iterable[str]) -> str | None:
    """The same for a kind or enum, whose plural a name may be, as nobody can guess."""
    names = list(names)
    for ending, singular in (("ies", "y"), ("ves", "f"), ("es", ""), ("n", ""), ("ae", "a"), ("i", "us")):
        one = name.removesuffix(ending) + singular
        if name.endswith(ending) and one in names:
            return f"the plural of a name is formed by a final `s` only: `{one}s`"
    return did_you_mean(name, names)


def article(word: str) -> str:
    """*word* with `a` or `an` before it."""
    return ("an " if word[:1].lower() in "aeiou" else "a ") + word


def in_words(kind: Type) -> str:
    """A type as a reader says it: `a player`, `a list of Tricks`, `a card`."""
    if kind.base in ("card", "space"):
        return article(" or ".join(kind.names) if kind.names else kind.base)
    if kind.base == "enum":
        return article(kind.names[0])
    if kind.base == "list":
        return "a list" if kind.item is None else f"a list of {many(kind.item)}"
    return _PLAIN[kind.base]


def many(kind: Type) -> str:
    """Several things of a type: `players`, `Tricks`."""
    if kind.base in ("card", "space"):
        return " or ".join(f"{name}s" for name in kind.names) if kind.names else f"{kind.base}s"
    if kind.base == "enum":
        return f"{kind.names[0]}s"
    if kind.base == "list":
        return "lists"
    return _MANY[kind.base]


def listed(names: Iterable[str], limit: int = 6) -> str:
    """Names in backticks, the first few."""
    names = list(names)
    shown = ", ".join(f"`{name}`" for name in names[:limit])
    return shown + (", ..." if len(names) > limit else "")


def things(number: int) -> str:
    """`nothing`, `1 thing`, `2 things`."""
    return "nothing" if not number else "1 thing" if number == 1 else f"{number} things"


def have(names: Iterable[str], what: str = "it") -> str:
    """Who has it: "`Card` has it", "`Card` and `Chip` have it"."""
    names = list(names)
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} {what}"
