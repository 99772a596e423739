"""Names of things for people and transcripts: stable ids, as one reader may know them."""

from collections.abc import Iterable, Sequence

from interpreter.constants import NO_NUMBER
from interpreter.emit.shared import Shared, Site
from interpreter.layout import Layout
from interpreter.program import Program
from rulelang import game as g


def player_id(seat: int) -> str:
    return f"p{seat}"


def space_id(lay: Layout, space: int) -> str:
    """`grid[1,3]`, or by place for a board from a table."""
    for board in lay.boards.values():
        size = board.rows * board.columns
        if board.base <= space < board.base + size * board.owners:
            at = (space - board.base) % size
            owner = "" if board.owners == 1 else f" of p{(space - board.base) // size}"
            named = lay.game.boards[board.key].spaces
            if named:
                name = named[at].get("name")
                return (name.value if isinstance(name, g.Text) else f"{board.key}[{at + 1}]") + owner
            return f"{board.key}[{at // board.columns + 1},{at % board.columns + 1}]{owner}"
    return "none"


def zone_id(lay: Layout, z: int, bearer: str | None = None) -> str:
    """`hand of p0`, `pile[9] of p1`, `box`, `hold of Sloop` (*bearer*: the name of the card whose it is, if it is known)."""
    key = lay.zone_of[z]
    if key == "box":
        return "box"
    place, decl = lay.zones[key], lay.game.zones[key]
    text = key.split(".")[-1]
    if decl.index:
        text += f"[{', '.join(index_ids(lay, decl.index, lay.zone_index[z]))}]"
    if place.owners > 1 or decl.owner is not None:
        owner = (z - place.base) // place.size
        if decl.owner == "player":
            text += f" of p{owner}"
        elif decl.owner is not None and lay.game.kinds[decl.owner].base == "space":
            text += f" of {space_id(lay, owner + lay.space_range(decl.owner)[0])}"
        else:
            text += f" of {bearer or f'a {decl.owner}'}"
    return text


def index_ids(lay: Layout, index: tuple[g.Index, ...], at: int) -> list[str]:
    """The names of the indexes of a flat place."""
    out: list[str] = []
    for i in reversed(index):
        length = lay.index_length(i)
        part = at % length
        at //= length
        out.append(lay.game.enums[i.enum].members[part] if i.enum is not None else str(part + lay.index_low(i)))
    return out[::-1]


def face_id(lay: Layout, face: int) -> str:
    return lay.design(face).name


def back_id(lay: Layout, face: int) -> str:
    back = lay.backs[lay.back_of[face]]
    return "?" + (lay.design(face).name if back.startswith("\0") else back)


class Namer:
    """Names what stands in a state, for one reader (None: all-seeing)."""

    def __init__(self, p: Program, s: Sequence[int], reader: int | None, settles: bool = False) -> None:
        self.p, self.s, self.reader = p, s, reader
        self.settles = settles  # what is named becomes the card that it is
        self.lay = p.lay
        self.shared = p.shared

    def card(self, c: int, by_back: bool = False) -> str:
        """A body, where it lies."""
        if c < 0:
            return "none"
        lay, s = self.lay, self.s
        face = s[lay.at["FACE"] + c]
        known = self.reader is None or s[lay.at["KNOW"] + c] >> self.reader & 1
        if known and (self.settles or not s[lay.at["MIXED"] + c]) and not by_back:
            return face_id(lay, face)
        return back_id(lay, face)

    def value(self, t: g.Type | str, x: int, by_back: bool = False) -> str:
        """The id of a value of the type."""
        base, names = (t, ()) if isinstance(t, str) else (t.base, t.names)
        if isinstance(t, str) and t.startswith("enum "):
            base, names = "enum", (t[5:],)
        match base:
            case "number":
                return "none" if x == NO_NUMBER else str(x)
            case "truth":
                return "none" if x < 0 else "yes" if x else "no"
            case "player":
                return "none" if x < 0 else player_id(x)
            case "card":
                return self.card(x, by_back)
            case "space":
                return "none" if x < 0 else space_id(self.lay, x)
            case "die":
                return self.die(x)
            case "enum":
                members = self.lay.game.enums[names[0]].members
                return members[x] if 0 <= x < len(members) else "none"
            case "text":
                texts = texts_of(self.shared)
                return texts[x] if 0 <= x < len(texts) else "none"
        return str(x)

    def thing(self, t: g.Type | str, x: int) -> str:
        """One of several that may be chosen: a card by its back where its face is not shown, a die with its name."""
        if t == "die":
            place = self.lay.die_place(x)
            assert place is not None
            return f"{place.key} {self.die(x)}"
        return self.value(t, x, t == "card" and hidden(self, x))

    def die(self, d: int) -> str:
        """A die by the face that it shows."""
        place = self.lay.die_place(d)
        if place is None:
            return "none"
        t = self.lay.game.dice[place.key].type
        return self.value(t.item if t.item is not None else t, self.s[self.lay.at["DIE"] + d])


def texts_of(shared: Shared) -> list[str]:
    return [key[1] for key in shared.source_numbers if isinstance(key, tuple) and key[0] == "text"]


def option_parts(namer: Namer, site: Site, option: Sequence[int], backs: bool,
                 kept: Sequence[list[int]]) -> tuple[str, list[str]]:
    """The word of an option (action, text, empty for a plain choice) and the ids of what it names."""
    text, types, _, _ = site.forms[option[0]]
    parts: list[str] = []
    # which of the lists of all forms comes next
    number = sum(is_listed(t) for _, before, _, _ in site.forms[: option[0]] for t in before) if kept else 0
    for t, x in zip(types, option[1:], strict=False):
        if isinstance(t, g.Type) and t.base == "none":
            continue  # an `until` block
        if isinstance(t, str) and is_listed(t):
            end = kept[number % len(kept)] if kept else []
            number += 1
            if t.startswith("subset "):
                # how many candidates there are, then these
                members = end[1 : 1 + end[0]] if end else []
                item: g.Type | str = t[7:]
                chosen = [c for i, c in enumerate(members) if x >> i & 1]
                parts.append("[" + ", ".join(namer.value(item, c, backs and item == "card" and hidden(namer, c))
                                             for c in chosen) + "]")
            else:
                parts.append(listed(namer, t, end, x))
        else:
            card = not isinstance(t, str) and t.base == "card"
            parts.append(namer.value(t, x, card and hidden(namer, x)))
    return text, parts


def is_listed(t: g.Type | str) -> bool:
    """Whether a part of an option is a list."""
    return isinstance(t, str) and t.startswith(("list ", "lists ", "subset "))


def listed(namer: Namer, tag: str, kept: list[int], number: int) -> str:
    """The list (or list of lists) with that number, out of those kept: see the emitter's `keep_members`."""
    sort, item = tag.split(" ", 1)
    at = 0
    while at < len(kept) and kept[at] > 0:
        n = kept[at + 1]
        if kept[at] == number + 1:
            return list_text(namer, item, kept, at + 2, 1 if sort == "list" else 2)[0]
        at += n + 2
    return str(number + 1)


def list_text(namer: Namer, item: g.Type | str, row: Sequence[int], at: int, depth: int) -> tuple[str, int]:
    """A list of things (*depth* 1) or of lists, laid out in a row; and where it ends."""
    n = row[at]
    if depth < 2:
        return bracketed(namer.value(item, x) for x in row[at + 1 : at + 1 + n]), at + 1 + n
    texts = []
    at += 1
    for _ in range(n):
        text, at = list_text(namer, item, row, at, depth - 1)
        texts.append(text)
    return bracketed(texts), at


def kept_text(namer: Namer, t: g.Type, at: int) -> str:
    """What a counter or variable of the type keeps in a slot of the state."""
    if t.base != "list":
        return namer.value(t, namer.s[at])
    depth, item = 0, t
    while item.base == "list" and item.item is not None:
        depth, item = depth + 1, item.item
    return list_text(namer, item, namer.s, at, depth)[0]


def bracketed(texts: Iterable[str]) -> str:
    return "[" + ", ".join(texts) + "]"


def hidden(namer: Namer, c: int) -> bool:
    """Whether the reader is not shown the faces where the card lies: then it is chosen by its back."""
    if namer.reader is None or c < 0:
        return False
    z = namer.s[namer.lay.at["ZON"] + c]
    place = namer.lay.zones.get(namer.lay.zone_of[z])
    if place is not None and (place.order in ("row", "stack") or place.capacity == 1):
        return False  # what is known of a place goes with it
    audience = namer.p.audience(namer.s, z)
    return not audience >> namer.reader & 1


def option_id(site: Site, text: str, parts: list[str], form: int) -> str:
    match site.kind:
        case "choose" | "subset" if form < 1:
            return parts[0]
        case "options" if site.own < 0 or form < site.own:
            return f"{text}: {', '.join(parts)}" if parts else text
    return f"{text}({', '.join(parts)})" if parts else text


def distinct(ids: list[str]) -> list[str]:
    """Equal ids are told apart by a number."""
    seen: dict[str, int] = {}
    out = []
    for x in ids:
        seen[x] = seen.get(x, 0) + 1
        out.append(x if seen[x] == 1 else f"{x} #{seen[x]}")
    return out
