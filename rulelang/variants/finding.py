"""What a change is about: the keys of declarations, and where they stand in a program."""

from collections.abc import Iterator
from typing import cast

from attrs import frozen

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic, nearest
from rulelang.program import Program
from rulelang.sorts import SORTS
from rulelang.source import Span
from rulelang.tables import Cell
from rulelang.walk import rebuilt, walk

Declaration = tree.Decl | tree.Action
Key = tuple[str, str]  # the sort of a declaration, in the word that begins it, and its name
SHOWN = 8  # names in an advice
_OF_KINDS = {"effect", "value", "counter", "variable", "zone"}  # what a kind may declare for its things


def key_of(new: Declaration) -> Key:
    """What a declaration is known by to variants."""
    sort = SORTS[type(new)]
    match new:
        case tree.Catalogue() | tree.Winner() | tree.Setup():
            return sort, ""
        case tree.Include():
            return sort, new.path.text
        case tree.Cards():
            return sort, new.kind.text
        case tree.Refill():
            return sort, _zone_name(new)
        case tree.Anytime():
            return sort, ", ".join(phase.text for phase in new.phases)
        case _:
            return sort, new.name.text


def _zone_name(refill: tree.Refill) -> str:
    return refill.zone.name.text if isinstance(refill.zone, tree.Ref) else ""


def span_of_key(new: Declaration) -> Span:
    """The name of a declaration, or all of it if it has none."""
    match new:
        case tree.Cards():
            return new.kind.span
        case tree.Refill():
            return new.zone.span
        case tree.Catalogue() | tree.Winner() | tree.Setup() | tree.Include() | tree.Anytime():
            return new.span
        case _:
            return new.name.span


def said_key(key: Key) -> str:
    """``phase `drawing```, ``the setup``: a key in a message."""
    sort, name = key
    if sort in ("setup", "winner", "catalogue"):
        return f"the {sort}"
    if sort == "anytime":
        return f"`anytime during {name}`" if name else "`anytime`"
    return f'{sort} "{name}"' if sort in ("card", "token", "example") else f"{sort} `{name}`"


def spliced(
    declarations: tuple[tree.Decl, ...], spot: tree.Node, new: tuple[tree.Node, ...]
) -> tuple[tree.Decl, ...]:
    """The declarations with *new* in the place of *spot*, in whichever list that stands."""

    # `spot` is recognised as an object: nothing inside it has been rebuilt when its list is looked at.
    def changed(item: tuple[object, ...] | tree.Node) -> object:
        if isinstance(item, tuple) and any(part is spot for part in item):
            return tuple(node for part in item for node in (new if part is spot else (part,)))
        return item

    return cast(tuple[tree.Decl, ...], rebuilt(declarations, changed))


@frozen
class Row:
    """A card that stands in a table."""

    path: str
    number: int
    cell: Cell
    declaration: tree.Cards


Target = tree.Node | Row


def _rows(program: Program) -> Iterator[Row]:
    """All cards that are declared in tables."""
    for declaration in program.declarations:
        if isinstance(declaration, tree.Cards) and declaration.table is not None:
            path = declaration.table.text
            table = program.tables.get(path)
            column = None if table is None else table.column("name")
            if table is not None and column is not None:
                for number, row in enumerate(table.rows):
                    yield Row(path, number, row[column], declaration)


def candidates(program: Program, sort: str) -> Iterator[tuple[str, Target]]:
    """All that a variant can change under this sort, with the names."""
    if sort in ("phase", "action"):
        wanted = tree.Phase if sort == "phase" else tree.Action
        for node in walk(program.declarations):
            if isinstance(node, wanted):
                yield node.name.text, node
        return
    for declaration in program.declarations:
        if SORTS[type(declaration)] == sort:
            yield key_of(declaration)[1], declaration
    if sort == "card":
        for row in _rows(program):
            yield row.cell.text, row


def _members_of_kinds(program: Program, sort: str) -> Iterator[tuple[str, Target]]:
    """What kinds declare for their things."""
    for kind in program.declarations:
        if isinstance(kind, tree.Kind):
            for member in kind.members:
                if SORTS.get(type(member)) == sort and not isinstance(member, tree.Anytime):
                    yield key_of(cast(tree.Decl, member))[1], member


def span_of_target(target: Target) -> Span:
    if isinstance(target, Row):
        return target.cell.span
    name = getattr(target, "name", None)
    return name.span if isinstance(name, tree.Name | tree.Text) else target.span


def find_target(program: Program, key: Key, span: Span, verb: str) -> list[Target] | Diagnostic:
    """What the base has under *key*, one thing or several refills and rows; else why nothing can change.

    *verb*: the word by which the change begins, for the advice.
    """
    sort, name = key
    found = [target for text, target in candidates(program, sort) if text == name]
    if not found and sort in _OF_KINDS:
        found = [target for text, target in _members_of_kinds(program, sort) if text == name]
    if not found:
        return _lacking(program, key, span, verb)
    several_fit = sort == "refill" or all(isinstance(target, Row) for target in found)
    if len(found) > 1 and not several_fit:
        message = f"{said_key(key)} can be any of {len(found)} things in the base"
        hint = f"change what the {sort} stands in, as a whole"
        also = tuple((span_of_target(target), "one of them") for target in found[:4])
        return Diagnostic(Code.MISPLACED_CHANGE, message, span, hint, also)
    return found


def _lacking(program: Program, key: Key, span: Span, verb: str) -> Diagnostic:
    sort, name = key
    if not name:
        return Diagnostic(Code.NOT_IN_BASE, f"the base has no `{sort}`", span, f"say `add {sort} ...`")
    message = f"the base has no {said_key(key)}"
    for other, text, target in everything(program):
        if text == name:
            also = ((span_of_target(target), f"this {other}"),)
            hint = f"`{name}` is {article_of(other)} there; {_instead(program, sort, other, name, verb)}"
            return Diagnostic(Code.NOT_IN_BASE, message, span, hint, also)
    names = dict.fromkeys(text for other, text, _ in everything(program) if other == sort)
    near = nearest(name, names)
    if near is not None:
        hint = f'did you mean "{near}"?' if sort in ("card", "token") else f"did you mean `{near}`?"
    else:
        hint = _those(sort, list(names))
    return Diagnostic(Code.NOT_IN_BASE, message, span, hint)


def _instead(program: Program, sort: str, other: str, name: str, verb: str) -> str:
    """What to write if the base has the name for another sort of thing."""
    if verb in ("remove", "replace"):
        return f"say `{verb} {other} {written(other, name)}{' ...' if verb == 'replace' else ''}`"
    if verb == "set":
        return f"say `replace {other} {name} ...`"
    return _those(sort, list(dict.fromkeys(text for text, _ in candidates(program, sort))))


def _those(sort: str, names: list[str]) -> str:
    """What the base has of a sort: a few by name."""
    several = sort if sort in ("dice", "cards") else f"{sort}s"
    if not names:
        return f"there are no {several} in it"
    quote = '"' if sort in ("card", "token") else "`"
    shown = ", ".join(f"{quote}{name}{quote}" for name in names[:SHOWN])
    return f"the {several if len(names) > 1 else f'only {sort}'} there: {shown}{', ...' if len(names) > SHOWN else ''}"


def written(sort: str, name: str) -> str:
    """A name as it stands in the rules: those of cards and tokens in quotes."""
    return f'"{name}"' if sort in ("card", "token") else name


def article_of(sort: str) -> str:
    return f"an {sort}" if sort[0] in "aeiou" else f"{sort}" if sort in ("dice", "cards") else f"a {sort}"


def everything(program: Program) -> Iterator[tuple[str, str, Target]]:
    for sort in dict.fromkeys(SORTS.values()):
        for text, target in candidates(program, sort):
            yield sort, text, target
        if sort in _OF_KINDS:
            for text, target in _members_of_kinds(program, sort):
                yield sort, text, target
