"""Two checked games in, what is different between them out, in their author's terms."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from attrs import evolve, frozen

from rulelang import game as g
from rulelang.source import Span
from tools.changes.describing import Described, Describer, Line

ADDED, REMOVED, CHANGED, RENAMED = "added", "removed", "changed", "renamed"
# In what order the sorts are told; what an author sets first, then what lies on the table, then what happens.
SORTS = ("game", "parameter", "enum", "kind", "card", "token", "space", "zone", "counter", "variable", "dice", "board",
         "value", "refill", "event", "phase", "setup", "effect", "window", "action", "rule", "tally", "winner",
         "invariant", "example")  # fmt: skip
# What is told of a thing that is new, by its sort.
TOLD = {
    "parameter": ("value", "range"),
    "enum": ("members",),
    "kind": ("is",),
    "card": ("kind", "copies"),
    "token": ("kind", "copies"),
    "zone": ("of", "holds", "is", "at most"),
    "counter": ("of", "range", "at first"),
    "variable": ("of", "type", "at first"),
    "dice": ("number", "faces"),
    "phase": ("of", "inside", "repeated"),
    "window": ("asks",),
    "action": ("takes", "during"),
    "effect": ("takes",),
    "rule": ("answers", "if"),
    "winner": ("ranks",),
}
UNTOLD = frozenset({"none", "nothing"})


@frozen
class Phrase:
    """Something said of a thing, before and after; None: it was not said."""

    about: str
    before: str | None
    after: str | None


@frozen
class Row:
    """A line of rules: `-` it is gone, `+` it is new, ` ` it tells where the next ones stand."""

    sign: str
    depth: int
    text: str


@frozen
class Change:
    """What became of one thing, or of several of one sort of which the same is to be said."""

    what: str  # added, removed, changed, renamed
    sort: str
    names: tuple[str, ...]
    before: Span | None
    after: Span | None
    old_name: str | None = None
    phrases: tuple[Phrase, ...] = ()
    rows: tuple[Row, ...] = ()


@frozen
class Difference:
    """All that is different between two games."""

    changes: tuple[Change, ...]
    uncited: tuple[str, ...]  # statements of the rulebook that only the first carries
    cited: tuple[str, ...]  # and those that only the second does
    order: tuple[tuple[str, str], ...]  # rules for one event that answer in the other order now
    same_play: bool  # the digests are equal

    def __bool__(self) -> bool:
        return bool(self.changes or self.uncited or self.cited or self.order)


def difference(before: g.Game, after: g.Game) -> Difference:
    """What is different in *after*."""
    renamed: dict[str, str] = {}
    old = _by_key(Describer(before).all())
    # A name that is used in what else is renamed hides the second until the first is known.
    for _ in range(4):
        new = _by_key(Describer(after, renamed).all())
        found = _renames(old, new, renamed)
        if not found:
            break
        renamed |= found
    changes = sorted(_changes(old, new, renamed), key=lambda change: SORTS.index(change.sort))
    if before.variant != after.variant:  # a variant has examples of its own
        changes = [change for change in changes if change.sort != "example"]
    return Difference(
        changes=tuple(_grouped(changes)),
        uncited=_no_longer(before, after),
        cited=_no_longer(after, before),
        order=tuple(_order(before, after)),
        same_play=before.digest == after.digest,
    )


def _no_longer(one: g.Game, other: g.Game) -> tuple[str, ...]:
    """Statements that a rule of the first carries and nothing in the second; examples do not count between variants."""
    examples = one.variant == other.variant
    carried = {
        statement
        for statement, places in one.citations.items()
        if examples or any(not what.startswith("example ") for what, _ in places)
    }
    return tuple(sorted(carried - set(other.citations)))


Key = tuple[str, str, int]


def _by_key(described: Iterable[Described]) -> dict[Key, Described]:
    """By sort and name; those that share both are numbered."""
    seen: Counter[tuple[str, str]] = Counter()
    found = {}
    for one in described:
        seen[one.sort, one.name] += 1
        found[one.sort, one.name, seen[one.sort, one.name]] = one
    return found


# ------------------------------------------------------------------ renaming


def _renames(
    old: Mapping[Key, Described], new: Mapping[Key, Described], known: Mapping[str, str]
) -> dict[str, str]:
    """New names of things that are otherwise as they were, with the old ones; one for one only."""
    gone = [one for key, one in old.items() if key not in new and one.sort != "example"]
    come = [
        one for key, one in new.items() if key not in old and one.sort != "example" and one.name not in known
    ]
    taken = {one.name for one in old.values()}
    still = {one.name for one in new.values()}
    found: dict[str, str] = {}
    for one in gone:
        if one.name in known.values() or one.name in found.values() or one.name in still:
            continue
        alike = [two for two in come if two.sort == one.sort and _alike(one, two) and two.name not in taken]
        rivals = [other for other in gone if other.sort == one.sort and alike and _alike(other, alike[0])]
        if len(alike) == 1 and len(rivals) == 1:
            found[alike[0].name] = one.name
    return found


def _alike(one: Described, other: Described) -> bool:
    return one.name != other.name and one.whole == _called(other.whole, other.name, one.name)


def _called(value: object, name: str, otherwise: str) -> object:
    """The value with another name in the place of this one, also where that stands before or behind a point."""
    if isinstance(value, tuple):
        return tuple(_called(one, name, otherwise) for one in value)
    if isinstance(value, str) and name and name in value:
        return ".".join(otherwise if part == name else part for part in value.split("."))
    return value


# ------------------------------------------------------------------ one thing after another


def _changes(
    old: Mapping[Key, Described], new: Mapping[Key, Described], renamed: Mapping[str, str]
) -> Iterator[Change]:
    matched: set[Key] = set()
    for key, after in new.items():
        sort, name, number = key
        was = key if key in old else (sort, renamed.get(name, name), number)
        before = old.get(was)
        if before is None:
            yield Change(
                ADDED,
                sort,
                (name,),
                None,
                after.span,
                None,
                _said(None, after),
                tuple(_rows((), after.lines)),
            )
            continue
        matched.add(was)
        if before.whole == after.whole and before.name == after.name:
            continue
        what = CHANGED if before.name == after.name else RENAMED
        rows = tuple(_rows(before.lines, after.lines))
        change = Change(what, sort, (name,), before.span, after.span, before.name, _said(before, after), rows)
        if what == RENAMED or change.phrases or change.rows:
            yield change
        elif sort not in ("example", "game"):
            yield evolve(change, phrases=(Phrase("said otherwise", None, None),))
    for key, before in old.items():
        if key not in matched and key not in new:
            sort, name, _ = key
            yield Change(REMOVED, sort, (name,), before.span, None, None, _said(before, None))


def _said(before: Described | None, after: Described | None) -> tuple[Phrase, ...]:
    """The phrases that differ; of what is new or gone, what is told of its sort."""
    one = before.phrases if before is not None else {}
    other = after.phrases if after is not None else {}
    found = []
    for about in dict.fromkeys([*one, *other]):
        (was, said_before), (now, said_after) = one.get(about, (None, None)), other.get(about, (None, None))
        if before is None or after is None:
            differ = after is not None and about in TOLD.get(after.sort, ()) and said_after not in UNTOLD
        else:
            differ = was != now
        if differ:
            found.append(Phrase(about, said_before, said_after))
    return tuple(found)


def _rows(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Row]:
    """The lines that went and came, with those that they stand in."""
    shown: dict[int, Line] = {}
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for sign, lines, first, last in (("-", before, start, end), ("+", after, new_start, new_end)):
            for place in range(first, last):
                above = _above(lines, place, first)
                yield from (
                    Row(" ", line.depth, line.text) for line in above if shown.get(line.depth) != line
                )
                shown.update({line.depth: line for line in above})
                yield Row(sign, lines[place].depth, lines[place].text)


def _above(lines: Sequence[Line], place: int, first: int) -> list[Line]:
    """The lines that this one stands in, so far as they have not changed with it."""
    found: list[Line] = []
    depth = lines[place].depth
    for number in range(place - 1, -1, -1):
        if lines[number].depth < depth:
            depth = lines[number].depth
            if number < first:
                found.insert(0, lines[number])
    return found


def _grouped(changes: Iterable[Change]) -> Iterator[Change]:
    """Things of one sort of which the same is to be said, together."""
    groups: dict[object, list[Change]] = {}
    for number, change in enumerate(changes):
        alone = change.what == RENAMED or not (change.phrases or change.sort == "example" or change.rows)
        same = number if alone and change.sort not in ("card", "token") else None
        groups.setdefault((change.what, change.sort, change.phrases, change.rows, same), []).append(change)
    for group in groups.values():
        names = tuple(name for change in group for name in change.names)
        yield evolve(group[0], names=names)


# ------------------------------------------------------------------ order


def _order(before: g.Game, after: g.Game) -> Iterator[tuple[str, str]]:
    """Pairs of rules for the same event whose order has turned; neighbours only."""
    places = {rule.name: number for number, rule in enumerate(before.rules) if rule.name}
    last: dict[object, str] = {}
    for rule in after.rules:
        if rule.name is None or rule.name not in places:
            continue
        event = rule.time, rule.event.what, rule.event.key
        previous = last.get(event)
        if previous is not None and places[previous] > places[rule.name]:
            yield previous, rule.name
        last[event] = rule.name
