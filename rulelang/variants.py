"""Variants: a program and the changes of its variants in, the changed program out.

The changes work on trees, so what comes out is a program like any other. Renaming comes last: until then both
the variant and those applied with it speak of the base's names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

import attrs
from attrs import field, frozen

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic, nearest
from rulelang.program import Program
from rulelang.rename import declared_names, rename, renamed_nodes
from rulelang.source import Source, Span
from rulelang.tables import Cell
from rulelang.walk import PARTS, rebuilt, walk

Declaration = tree.Decl | tree.Action
Key = tuple[str, str]  # the sort of a declaration, in the word that begins it, and its name

_SORTS: Mapping[type[tree.Node], str] = {
    tree.Catalogue: "catalogue",
    tree.Include: "include",
    tree.Parameter: "parameter",
    tree.Enumeration: "enum",
    tree.Kind: "kind",
    tree.Card: "card",
    tree.Cards: "cards",
    tree.Board: "board",
    tree.Zone: "zone",
    tree.Counter: "counter",
    tree.Variable: "variable",
    tree.Dice: "dice",
    tree.Value: "value",
    tree.Refill: "refill",
    tree.EventDecl: "event",
    tree.Winner: "winner",
    tree.Invariant: "invariant",
    tree.Trait: "trait",
    tree.Effect: "effect",
    tree.Window: "window",
    tree.Anytime: "anytime",
    tree.Rule: "rule",
    tree.Setup: "setup",
    tree.Phase: "phase",
    tree.Tally: "tally",
    tree.Example: "example",
    tree.Action: "action",
}
ONE_OF_TWO = "play with one of the two, or write a third that builds upon one and changes what the other does"
_OF_KINDS = {"effect", "value", "counter", "variable", "zone"}  # what a kind may declare for its things


def key_of(new: Declaration) -> Key:
    """What a declaration is known by to variants."""
    sort = _SORTS[type(new)]
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


def _key_span(new: Declaration) -> Span:
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


def _said(key: Key) -> str:
    """``phase `drawing```, ``the setup``: a key in a message."""
    sort, name = key
    if sort in ("setup", "winner", "catalogue"):
        return f"the {sort}"
    if sort == "anytime":
        return f"`anytime during {name}`" if name else "`anytime`"
    return f'{sort} "{name}"' if sort in ("card", "token", "example") else f"{sort} `{name}`"


def _spliced(
    declarations: tuple[tree.Decl, ...], spot: tree.Node, new: tuple[tree.Node, ...]
) -> tuple[tree.Decl, ...]:
    """The declarations with *new* in the place of *spot*, in whichever list that stands."""

    # `spot` is recognised as an object: nothing inside it has been rebuilt when its list is looked at.
    def changed(item: tuple[object, ...] | tree.Node) -> object:
        if isinstance(item, tuple) and any(part is spot for part in item):
            return tuple(node for part in item for node in (new if part is spot else (part,)))
        return item

    return cast(tuple[tree.Decl, ...], rebuilt(declarations, changed))


# ------------------------------------------------------------------ finding what a change is about


@frozen
class _Row:
    """A card that stands in a table."""

    path: str
    number: int
    cell: Cell
    declaration: tree.Cards


_Target = tree.Node | _Row


def _rows(program: Program) -> Iterator[_Row]:
    """All cards that are declared in tables."""
    for declaration in program.declarations:
        if isinstance(declaration, tree.Cards) and declaration.table is not None:
            path = declaration.table.text
            table = program.tables.get(path)
            column = None if table is None else table.column("name")
            if table is not None and column is not None:
                for number, row in enumerate(table.rows):
                    yield _Row(path, number, row[column], declaration)


def _candidates(program: Program, sort: str) -> Iterator[tuple[str, _Target]]:
    """All that a variant can change under this sort, with the names."""
    if sort in ("phase", "action"):
        wanted = tree.Phase if sort == "phase" else tree.Action
        for node in walk(program.declarations):
            if isinstance(node, wanted):
                yield node.name.text, node
        return
    for declaration in program.declarations:
        if _SORTS[type(declaration)] == sort:
            yield key_of(declaration)[1], declaration
    if sort == "card":
        for row in _rows(program):
            yield row.cell.text, row


def _members_of_kinds(program: Program, sort: str) -> Iterator[tuple[str, _Target]]:
    """What kinds declare for their things."""
    for kind in program.declarations:
        if isinstance(kind, tree.Kind):
            for member in kind.members:
                if _SORTS.get(type(member)) == sort and not isinstance(member, tree.Anytime):
                    yield key_of(cast(tree.Decl, member))[1], member


def _span_of(target: _Target) -> Span:
    if isinstance(target, _Row):
        return target.cell.span
    name = getattr(target, "name", None)
    return name.span if isinstance(name, tree.Name | tree.Text) else target.span


def _find(program: Program, key: Key, span: Span) -> list[_Target] | Diagnostic:
    """What the base has under *key*, one thing or several refills and rows; else why nothing can change."""
    sort, name = key
    found = [target for text, target in _candidates(program, sort) if text == name]
    if not found and sort in _OF_KINDS:
        found = [target for text, target in _members_of_kinds(program, sort) if text == name]
    if not found:
        return _lacking(program, key, span)
    several_fit = sort == "refill" or all(isinstance(target, _Row) for target in found)
    if len(found) > 1 and not several_fit:
        message = f"{_said(key)} can be any of {len(found)} things in the base"
        hint = f"change what the {sort} stands in, as a whole"
        also = tuple((_span_of(target), "one of them") for target in found[:4])
        return Diagnostic(Code.MISPLACED_CHANGE, message, span, hint, also)
    return found


def _lacking(program: Program, key: Key, span: Span) -> Diagnostic:
    sort, name = key
    if not name:
        return Diagnostic(Code.NOT_IN_BASE, f"the base has no `{sort}`", span, "use `add`")
    hint = None
    for other, text, target in _everything(program):
        if text == name:
            return Diagnostic(
                Code.NOT_IN_BASE,
                f"the base has no {_said(key)}",
                span,
                f"`{name}` is the name of {_article(other)} there",
                ((_span_of(target), f"this {other}"),),
            )
    near = nearest(name, (text for other, text, _ in _everything(program) if other == sort))
    if near is not None:
        hint = f'did you mean "{near}"?' if sort == "card" else f"did you mean `{near}`?"
    return Diagnostic(Code.NOT_IN_BASE, f"the base has no {_said(key)}", span, hint)


def _article(sort: str) -> str:
    return f"an {sort}" if sort[0] in "aeiou" else f"{sort}" if sort in ("dice", "cards") else f"a {sort}"


def _everything(program: Program) -> Iterator[tuple[str, str, _Target]]:
    for sort in dict.fromkeys(_SORTS.values()):
        for text, target in _candidates(program, sort):
            yield sort, text, target
        if sort in _OF_KINDS:
            for text, target in _members_of_kinds(program, sort):
                yield sort, text, target


# ------------------------------------------------------------------ what a change touches


@frozen
class _Touch:
    """That a change is about a thing of the base: it alters it, or only needs it where it is."""

    key: Key
    span: Span = field(eq=False)
    alters: bool = True


def _touches(change: tree.Change, program: Program) -> Iterator[_Touch]:
    match change:
        case tree.SetParameter():
            yield _Touch(("parameter", change.name.text), change.span)
        case tree.Remove():
            yield _Touch(_removed_key(change), change.span)
        case tree.Replace():
            yield _Touch(key_of(change.new), _key_span(change.new))
        case tree.Rename():
            for sort in sorted({sort for sort, text, _ in _everything(program) if text == change.old.text}):
                yield _Touch((sort, change.old.text), change.span)
            yield _Touch(("name", change.new.text), change.span)
        case tree.Add():
            key = key_of(change.new)
            yield _Touch(key, _key_span(change.new))
            if change.anchor is not None:
                sort = "window" if change.place is tree.PlaceWord.IN else "phase"
                yield _Touch((sort, change.anchor.text), change.anchor.span, False)


def _removed_key(change: tree.Remove) -> Key:
    sort = "card" if change.what is tree.Removable.TOKEN else change.what.value
    return sort, change.thing.text


def _containers(program: Program) -> Mapping[Key, set[Key]]:
    """Of every phase and action, what it stands in."""
    inside: dict[Key, set[Key]] = {}

    waiting: list[tuple[object, frozenset[Key]]] = [(program.declarations, frozenset())]
    while waiting:
        item, outer = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend((part, outer) for part in item)
        elif isinstance(item, tree.Node):
            if type(item) in _SORTS:
                key = key_of(item)  # type: ignore[arg-type]  # its type is one of those
                inside.setdefault(key, set()).update(outer)
                outer = outer | {key}
            waiting.extend((getattr(item, part), outer) for part in PARTS[type(item)])
    return inside


def _clashes(program: Program, first: tree.Variant, second: tree.Variant) -> Iterator[Diagnostic]:
    """A diagnostic for each thing that both change."""
    containers = _containers(program)
    names = (first.name.text, second.name.text)
    if first.seats is not None and second.seats is not None:
        message = f"`{names[0]}` and `{names[1]}` both change the number of players"
        also = ((first.seats.span, f"`{names[0]}` changes it here"),)
        yield Diagnostic(Code.CHANGED_TWICE, message, second.seats.span, ONE_OF_TWO, also)
    earlier = [touch for change in first.changes for touch in _touches(change, program)]
    for change in second.changes:
        for touch in _touches(change, program):
            for other in earlier:
                key = _clash(touch, other, containers)
                if key is not None:
                    message = f"`{names[0]}` and `{names[1]}` both change {_said(key)}"
                    also = ((other.span, f"`{names[0]}` changes it here"),)
                    yield Diagnostic(Code.CHANGED_TWICE, message, touch.span, ONE_OF_TWO, also)
                    break


def _clash(one: _Touch, other: _Touch, containers: Mapping[Key, set[Key]]) -> Key | None:
    """What two changes have in common, if they cannot both hold."""
    if one.key == other.key and (one.alters or other.alters):
        return one.key
    if other.alters and other.key in containers.get(one.key, ()):
        return other.key
    if one.alters and one.key in containers.get(other.key, ()):
        return one.key
    return None


# ------------------------------------------------------------------ mistakes in the base that a variant makes


_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAMED = re.compile(r'`([^`]+)`|"([^"]+)"')


def blamed(found: Diagnostic, variants: Sequence[tree.Variant], source: Source | None) -> Diagnostic:
    """A finding, with the line of a variant that took away or replaced what it is about.

    The mistake shows in the base (or in another variant), which is right by itself; what is to be mended stands here.

    Args:
        found: The finding.
        variants: Those that were applied, in this order.
        source: The text that the finding points into.
    """
    if source is None:
        return found
    start, end = found.span.start, min(found.span.end, found.span.start + 200)
    names = {one or other for one, other in _NAMED.findall(found.message)}
    names |= set(_WORD.findall(source.text[start:end]))
    for variant in reversed(variants):
        for change in variant.changes if variant.span.file != found.span.file else ():
            match change:
                case tree.Remove() if change.thing.text in names:
                    name, did = change.thing.text, "removes"
                    hint = f"`{variant.name.text}` must also replace or remove what uses `{name}`"
                case tree.Rename() if change.old.text in names:
                    name, did = change.old.text, "renames"
                    hint = f"it is called `{change.new.text}` in `{variant.name.text}`"
                case tree.Replace() if (name := key_of(change.new)[1]) and name in names:
                    did = "replaces"
                    hint = f"`{variant.name.text}` must also replace what uses `{name}`, or leave it as it can be used here"
                case _:
                    continue
            also = ((change.span, f"`{variant.name.text}` {did} `{name}` here"), *found.also)
            return attrs.evolve(found, hint=hint, also=also)
    return found


# ------------------------------------------------------------------ applying


def apply(program: Program, variant: tree.Variant) -> tuple[Program, tuple[Diagnostic, ...]]:
    """*program* with the changes of one variant; a change that cannot be made is reported and left out."""
    return apply_all(program, [[variant]])


def apply_all(
    program: Program, chains: Sequence[Sequence[tree.Variant]]
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """*program* with several variants at once.

    Args:
        chains: For each variant wanted, those that it builds upon, from the base on, and itself as the last.
            Variants that stand in more than one chain are one object.

    The order of the chains makes no difference. Examples are those of the variant; of several, none is kept,
    for each speaks of a game of its own.
    """
    diagnostics: list[Diagnostic] = []
    order = _in_order(chains)
    for position, second in enumerate(order):
        for first in order[:position]:
            diagnostics += _excluded(first, second)
            if not _related(first, second, chains):
                diagnostics += _clashes(program, first, second)
    applied: list[tuple[tree.Variant, list[tree.Rename]]] = []
    wanted = _wanted(chains)
    names = declared_names(program)
    result = attrs.evolve(
        program,
        declarations=tuple(item for item in program.declarations if not isinstance(item, tree.Example)),
        variant=" + ".join(variant.name.text for variant in wanted) or None,
        variant_docs=tuple(line for variant in wanted for line in variant.docs),
    )
    for variant in order:
        changes = variant.changes
        for other, renames in applied:
            if not _related(other, variant, chains):
                for earlier in renames:
                    changes = renamed_nodes(changes, earlier, names)
        examples = wanted == [variant]
        result, found, renames = _apply_one(result, variant, changes, examples)
        # What two variants both change is said already; that the second finds it changed goes without saying.
        said = {problem.span for problem in diagnostics if problem.code is Code.CHANGED_TWICE}
        diagnostics += [problem for problem in found if problem.span not in said]
        applied.append((variant, renames))
    return result, tuple(diagnostics)


def _wanted(chains: Sequence[Sequence[tree.Variant]]) -> list[tree.Variant]:
    """Those that no other one wanted builds upon, by name."""
    below = {id(variant) for chain in chains for variant in chain[:-1]}
    last = {id(chain[-1]): chain[-1] for chain in chains if chain and id(chain[-1]) not in below}
    return sorted(last.values(), key=lambda variant: (variant.name.text, variant.span.file))


def _in_order(chains: Sequence[Sequence[tree.Variant]]) -> list[tree.Variant]:
    """Every variant once, after those it builds upon; else by name."""
    order: dict[int, tree.Variant] = {}
    for chain in sorted(chains, key=lambda chain: [(item.name.text, item.span.file) for item in chain]):
        for variant in chain:
            order.setdefault(id(variant), variant)
    return list(order.values())


def _related(first: tree.Variant, second: tree.Variant, chains: Sequence[Sequence[tree.Variant]]) -> bool:
    """Whether one builds upon the other, and so may change again what that one changed."""
    both = {id(first), id(second)}
    return any(both <= {id(variant) for variant in chain} for chain in chains)


def _excluded(first: tree.Variant, second: tree.Variant) -> Iterator[Diagnostic]:
    for one, other in ((first, second), (second, first)):
        for name in one.excludes:
            if name.text == other.name.text:
                yield Diagnostic(
                    Code.EXCLUDED_VARIANT,
                    f"`{one.name.text}` excludes `{other.name.text}`",
                    name.span,
                    "play with one of the two",
                    ((other.name.span, f"`{other.name.text}` is this variant"),),
                )
                return


def _apply_one(
    program: Program, variant: tree.Variant, changes: Iterable[tree.Change], examples: bool
) -> tuple[Program, list[Diagnostic], list[tree.Rename]]:
    before = program
    diagnostics: list[Diagnostic] = []
    renames: list[tree.Rename] = []
    cites = list(variant.cites)
    seen: dict[Key, _Touch] = {}
    for change in changes:
        twice = _twice(change, seen)
        if twice is not None:
            diagnostics.append(twice)
            continue
        match change:
            case tree.SetParameter():
                result = _set(program, change)
            case tree.Remove():
                result = _remove(program, change)
                cites += change.cites
            case tree.Replace():
                result = _replace(program, change)
            case tree.Add():
                if isinstance(change.new, tree.Example) and not examples:
                    continue
                result = _add(program, change)
            case tree.Rename():
                renames.append(change)
                cites += change.cites
                continue
        if isinstance(result, Diagnostic):
            diagnostics.append(_explained(result, change, seen))
        else:
            program = result
    done: list[tree.Rename] = []
    for change in renames:
        result = rename(program, before, change)
        if isinstance(result, Diagnostic):
            diagnostics.append(result)
        else:
            program = result
            done.append(change)
    header = program.header
    if variant.seats is not None:
        header = attrs.evolve(header, seats=variant.seats)
    header = attrs.evolve(header, cites=(*header.cites, *cites))
    return attrs.evolve(program, header=header), diagnostics, done


def _twice(change: tree.Change, seen: dict[Key, _Touch]) -> Diagnostic | None:
    """A diagnostic if this variant has changed the same thing before; notes what it changes now."""
    match change:
        case tree.SetParameter():
            touch = _Touch(("parameter", change.name.text), change.name.span)
        case tree.Remove():
            touch = _Touch(_removed_key(change), change.thing.span)
        case tree.Replace():
            touch = _Touch(key_of(change.new), _key_span(change.new))
        case tree.Rename():
            touch = _Touch(("rename", change.old.text), change.old.span)
        case tree.Add():
            return None
    first = seen.setdefault(touch.key, touch)
    if first is touch:
        return None
    message = f"this variant changes {_said(touch.key)} twice"
    if touch.key[0] == "rename":
        message = f"this variant renames `{touch.key[1]}` twice"
    return Diagnostic(Code.CHANGED_TWICE, message, touch.span, "keep one of the two", ((first.span, "first here"),))


def _explained(found: Diagnostic, change: tree.Change, seen: Mapping[Key, _Touch]) -> Diagnostic:
    """The finding, with the line of this variant that took away what the change needs."""
    if (
        found.code is not Code.NOT_IN_BASE
        or found.also
        or not isinstance(change, tree.Add)
        or not change.anchor
    ):
        return found
    sort = "window" if change.place is tree.PlaceWord.IN else "phase"
    touch = seen.get((sort, change.anchor.text))
    if touch is None:
        return found
    return attrs.evolve(found, hint=None, also=((touch.span, "this variant removes it here"),))


def _set(program: Program, change: tree.SetParameter) -> Program | Diagnostic:
    found = _find(program, ("parameter", change.name.text), change.name.span)
    if isinstance(found, Diagnostic):
        return found
    old = found[0]
    assert isinstance(old, tree.Parameter)
    new = attrs.evolve(
        old, value=change.value, docs=(*old.docs, *change.docs), cites=(*old.cites, *change.cites)
    )
    return attrs.evolve(program, declarations=_spliced(program.declarations, old, (new,)))


def _remove(program: Program, change: tree.Remove) -> Program | Diagnostic:
    quoted = isinstance(change.thing, tree.Text)
    if quoted != (change.what in (tree.Removable.CARD, tree.Removable.TOKEN)):
        message = f"the name of a {change.what.value} stands {'without' if quoted else 'in'} quotation marks"
        name = change.thing.text if quoted else f'"{change.thing.text}"'
        hint = f"write `remove {change.what.value} {name}`"
        return Diagnostic(Code.MISPLACED_CHANGE, message, change.thing.span, hint)
    found = _find(program, _removed_key(change), change.thing.span)
    if isinstance(found, Diagnostic):
        return found
    return _without(program, found, ())


def _without(program: Program, targets: list[_Target], new: tuple[tree.Node, ...]) -> Program:
    """The program with *new* in the place of the first target and without the others."""
    for target in targets:
        put = new
        if isinstance(target, _Row):
            # A card of a table gets a declaration of its own, behind that of the table.
            program = _without_row(program, target)
            spot: tree.Node = target.declaration
            put = (spot, *new)
        else:
            spot = target
        if put != (spot,):
            program = attrs.evolve(program, declarations=_tidy(_spliced(program.declarations, spot, put)))
        new = ()
    return program


def _without_row(program: Program, row: _Row) -> Program:
    table = program.tables[row.path]
    kept = tuple(cells for cells in table.rows if not any(cell is row.cell for cell in cells))
    return attrs.evolve(program, tables={**program.tables, row.path: attrs.evolve(table, rows=kept)})


def _tidy(declarations: tuple[tree.Decl, ...]) -> tuple[tree.Decl, ...]:
    """Without `anytime` blocks whose last action is gone."""

    def changed(item: tuple[object, ...] | tree.Node) -> object:
        if isinstance(item, tuple) and any(
            isinstance(part, tree.Anytime) and not part.actions for part in item
        ):
            return tuple(part for part in item if not (isinstance(part, tree.Anytime) and not part.actions))
        return item

    return cast(tuple[tree.Decl, ...], rebuilt(declarations, changed))


def _replace(program: Program, change: tree.Replace) -> Program | Diagnostic:
    new = change.new
    if isinstance(new, tree.Catalogue):
        return program  # whoever reads the files has read this one instead
    if isinstance(new, tree.Include | tree.Example):
        sort = _SORTS[type(new)]
        message = f"{_article(sort)} cannot be replaced"
        hint = "a variant has its own examples; use `add`" if sort == "example" else "replace what is in it"
        return Diagnostic(Code.MISPLACED_CHANGE, message, new.span, hint)
    found = _find(program, key_of(new), _key_span(new))
    return found if isinstance(found, Diagnostic) else _without(program, found, (new,))


def _add(program: Program, change: tree.Add) -> Program | Diagnostic:
    new = change.new
    if isinstance(new, tree.Catalogue):
        return program  # as in `_replace`
    if isinstance(new, tree.Action) and change.place is not tree.PlaceWord.IN:
        hint = f"write `in WINDOW add action {new.name.text} ...`"
        return Diagnostic(Code.MISPLACED_CHANGE, "an action is added in a window", new.name.span, hint)
    if change.place is not None and not isinstance(new, tree.Phase | tree.Action):
        message = f"{_article(_SORTS[type(new)])} is added without a place"
        hint = f"leave out `{change.place.value} {change.anchor.text if change.anchor else ''}`"
        return Diagnostic(Code.MISPLACED_CHANGE, message, _key_span(new), hint)
    there = _already(program, new)
    if there is not None:
        return there
    if change.place is None or change.anchor is None:
        assert not isinstance(new, tree.Action)
        return attrs.evolve(program, declarations=(*program.declarations, new))
    sort = "window" if change.place is tree.PlaceWord.IN else "phase"
    if isinstance(new, tree.Phase) and sort == "window":
        message = "a phase is added `after` or `before` another"
        return Diagnostic(Code.MISPLACED_CHANGE, message, change.anchor.span)
    found = _find(program, (sort, change.anchor.text), change.anchor.span)
    if isinstance(found, Diagnostic):
        return found
    spot = found[0]
    assert isinstance(spot, tree.Node)
    put: tuple[tree.Node, ...]
    if isinstance(spot, tree.Window):
        assert isinstance(new, tree.Action)
        for item in spot.items:
            if isinstance(item, tree.Action) and item.name.text == new.name.text:
                message = f"the window `{spot.name.text}` has an action `{new.name.text}` already"
                hint = f"take another name, or use `replace action {new.name.text}`"
                return Diagnostic(Code.ALREADY_IN_BASE, message, new.name.span, hint, ((item.name.span, "here"),))
        put = (attrs.evolve(spot, items=(*spot.items, new)),)
    else:
        put = (spot, new) if change.place is tree.PlaceWord.AFTER else (new, spot)
    return attrs.evolve(program, declarations=_spliced(program.declarations, spot, put))


def _already(program: Program, new: Declaration) -> Diagnostic | None:
    """A diagnostic if the base has something of this sort and name."""
    key = key_of(new)
    if key[0] in ("cards", "refill", "anytime", "include", "action"):
        return None  # there may be several
    for text, target in _candidates(program, key[0]):
        if text == key[1]:
            message = f"the base has {'' if not key[1] else _article_said(key[0])}{_said(key)} already"
            also = ((_span_of(target), "here"),)
            return Diagnostic(Code.ALREADY_IN_BASE, message, _key_span(new), "use `replace`", also)
    return None


def _article_said(sort: str) -> str:
    return _article(sort).removesuffix(sort)
