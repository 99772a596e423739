"""The first look at all declarations: what there is, under which name, of which type; nothing inside them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulelang import tree
from rulelang.check import signatures
from rulelang.check.symbols import (
    Called,
    CardInfo,
    Context,
    EnumInfo,
    KindInfo,
    Routine,
    Thing,
)
from rulelang.check.words import did_you_mean
from rulelang.diagnostics import Code
from rulelang.game import Type
from rulelang.source import Span

MOST_MEMBERS = 500  # values of an enum that contains others
DEEPEST = 50  # kinds derived from each other, cards like each other

_THINGS = (
    tree.Parameter,
    tree.Zone,
    tree.Counter,
    tree.Variable,
    tree.Dice,
    tree.Board,
    tree.Value,
)


def collect(c: Context) -> None:
    """Fill the tables of *c* with all that the program declares."""
    declarations = c.program.declarations
    for node in declarations:
        if isinstance(node, tree.Kind):
            _kind(c, node)
        elif isinstance(node, tree.Enumeration):
            _enum(c, node)
    _lineages(c)
    _members(c)
    _spaces(c)
    for node in declarations:
        if isinstance(node, _THINGS):
            _thing(c, node)
        else:
            _other(c, node)
    for kind in c.symbols.kinds.values():
        _of_kind(c, kind)
    _cards(c)


# -------------------------------------------------------------------------------------- declared twice


def _free(
    c: Context, name: tree.Name | tree.Text, table: Mapping[str, Any], what: str, quote: str = "`"
) -> bool:
    """Whether the name is still free in the table; says so if not."""
    old = table.get(name.text)
    if old is None:
        return True
    span = old.span if not isinstance(old, Span) else old
    if isinstance(old, tree.Phase | tree.Tally | tree.Trait):
        span = old.name.span
    c.report.add(
        Code.DECLARED_TWICE,
        name.span,
        f"{what} {quote}{name.text}{quote} is declared twice",
        also=((span, "the other one"),),
    )
    return False


# ------------------------------------------------------------------------------------- kinds and enums


def _kind(c: Context, node: tree.Kind) -> None:
    name = node.name.text
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if not _free(c, node.name, tables, "the kind"):
        return
    base = node.base.value if isinstance(node.base, tree.Thing) else "card"
    parent = node.base.text if isinstance(node.base, tree.Name) else None
    c.symbols.kinds[name] = KindInfo(name, base, parent, node.name.span, node, (name,))


def _enum(c: Context, node: tree.Enumeration) -> None:
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if _free(c, node.name, tables, "the enum"):
        c.symbols.enums[node.name.text] = EnumInfo(node.name.text, node.name.span)


def _lineages(c: Context) -> None:
    kinds = c.symbols.kinds
    for info in kinds.values():
        line = [info.name]
        one = info
        while one.parent is not None:
            base = one.decl.base
            assert isinstance(base, tree.Name)
            if one.parent not in kinds:
                if one.parent in c.symbols.enums:
                    c.report.add(Code.WRONG_SORT, base.span, f"`{one.parent}` is an enum, no kind")
                else:
                    hint = did_you_mean(one.parent, [*kinds, "card", "token", "space"])
                    c.report.add(Code.UNKNOWN_NAME, base.span, f"there is no kind `{one.parent}`", hint)
                break
            if len(line) >= DEEPEST:
                c.report.add(
                    Code.NOT_FOLLOWED, info.span, f"more than {DEEPEST} kinds are derived from each other"
                )
                return
            if one.parent in line:
                if one.parent == info.name:
                    c.report.add(Code.CIRCULAR, base.span, f"`{info.name}` is derived from itself")
                break
            one = kinds[one.parent]
            line.append(one.name)
        info.lineage = tuple(line)
        info.base = one.base


def _members(c: Context) -> None:
    """The values of all enums, those of contained ones in their places."""
    nodes: dict[str, tree.Enumeration] = {}
    for node in c.program.declarations:
        if isinstance(node, tree.Enumeration):
            nodes.setdefault(node.name.text, node)
    done: dict[str, EnumInfo] = {}

    def fill(name: str, above: tuple[str, ...]) -> EnumInfo:
        info = c.symbols.enums[name]
        if name in done:
            return info
        members: list[str] = []
        parts: list[tuple[str, int, int]] = []
        for value in nodes[name].values:
            if value.text[:1].islower():
                if value.text in members:
                    c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{value.text}` twice")
                else:
                    members.append(value.text)
                continue
            if value.text == name or value.text in above:
                c.report.add(Code.CIRCULAR, value.span, f"`{name}` contains itself")
                continue
            if value.text not in c.symbols.enums:
                hint = did_you_mean(value.text, c.symbols.enums)
                c.report.add(Code.UNKNOWN_NAME, value.span, f"there is no enum `{value.text}`", hint)
                continue
            part = fill(value.text, (*above, name))
            if len(members) + len(part.members) > MOST_MEMBERS:
                c.report.add(Code.TOO_MANY, value.span, f"more than {MOST_MEMBERS} values of one enum")
                continue
            twice = [member for member in part.members if member in members]
            if twice:
                c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{twice[0]}` twice")
                continue
            parts.append((part.name, len(members), len(part.members)))
            parts += [(inner, len(members) + first, size) for inner, first, size in part.parts]
            members.extend(part.members)
        info.members, info.parts = tuple(members), tuple(parts)
        done[name] = info
        return info

    for name in c.symbols.enums:
        for member in fill(name, ()).members:
            c.symbols.members.setdefault(member, []).append(name)


def _spaces(c: Context) -> None:
    """The spaces that tables name."""
    for node in c.program.declarations:
        if not isinstance(node, tree.Board) or node.table is None:
            continue
        table = c.program.tables.get(node.table.text)
        names = None if table is None else table.column("name")
        if table is None or names is None:
            continue
        for number, row in enumerate(table.rows, 1):
            c.symbols.spaces.setdefault(row[names].text, []).append((node.name.text, node.kind.text, number))


# ------------------------------------------------------------------------------------------------ types


# -------------------------------------------------------------------------------------- what has a value


def _thing(c: Context, node: Any) -> None:
    name: tree.Name = node.name
    if not _free(c, name, c.symbols.things, f"the {signatures.WHAT[type(node)]}"):
        old, new = c.symbols.things[name.text], signatures.make_thing(c, node, name.text)
        unlike = (old.what, old.type, old.owner, old.index) != (new.what, new.type, new.owner, new.index)
        old.doubtful = old.doubtful or unlike
        return
    c.symbols.things[name.text] = signatures.make_thing(c, node, name.text)
    if name.text in c.symbols.members:
        # a bare name would mean two things wherever nothing tells which
        enum = c.symbols.enums[c.symbols.members[name.text][0]]
        c.report.add(
            Code.NAME_TAKEN,
            name.span,
            f"`{name.text}` is already a value of `{enum.name}`",
            "choose another name",
            also=((enum.span, "its values"),),
        )


# ----------------------------------------------------------------------------------------- all the others


def _other(c: Context, node: tree.Decl) -> None:
    symbols = c.symbols
    if isinstance(node, tree.Effect):
        if _free(c, node.name, symbols.routines, "the effect or action"):
            infos = signatures.param_infos(c, node.params)
            symbols.routines[node.name.text] = Routine(
                "effect", node.name.text, node.name.text, node.name.span, infos
            )
    elif isinstance(node, tree.Window):
        tables: dict[str, Any] = {**symbols.windows, **symbols.phases}
        if _free(c, node.name, tables, "the window or phase"):
            symbols.windows[node.name.text] = Called(
                node.name.text, node.name.span, signatures.param_infos(c, node.params)
            )
        for item in node.items:
            if isinstance(item, tree.Action):
                _action(c, item, None)
    elif isinstance(node, tree.Anytime):
        for action in node.actions:
            _action(c, action, None)
    elif isinstance(node, tree.EventDecl):
        if _free(c, node.name, symbols.events, "the event"):
            symbols.events[node.name.text] = Called(
                node.name.text, node.name.span, signatures.param_infos(c, node.params)
            )
    elif isinstance(node, tree.Phase):
        _phase(c, node)
    elif isinstance(node, tree.Tally):
        if _free(c, node.name, symbols.tallies, "the tally"):
            symbols.tallies[node.name.text] = node
    elif isinstance(node, tree.Trait):
        if _free(c, node.name, symbols.traits, "the trait"):
            symbols.traits[node.name.text] = node
            _card_actions(c, node.members, node.kind.text, shared=False)
    elif isinstance(node, tree.Rule):
        if _free(c, node.name, symbols.rules, "the rule"):
            symbols.rules[node.name.text] = node.name.span
    elif isinstance(node, tree.Invariant):
        if _free(c, node.name, symbols.invariants, "the invariant"):
            symbols.invariants[node.name.text] = node.name.span
    elif isinstance(node, tree.Example):
        if _free(c, node.name, symbols.examples, "the example", '"'):
            symbols.examples[node.name.text] = node.name.span
    elif isinstance(node, tree.Card):
        kind = node.kind.text if node.kind else None
        _card_actions(c, node.members, kind, shared=True)


def _action(c: Context, node: tree.Action, kind: str | None, shared: bool = False) -> None:
    if shared and node.name.text in c.symbols.routines:
        return  # cards may offer actions of one name
    if _free(c, node.name, c.symbols.routines, "the effect or action"):
        infos = signatures.param_infos(c, node.params)
        c.symbols.routines[node.name.text] = Routine(
            "action", node.name.text, node.name.text, node.name.span, infos, kind
        )


def _card_actions(c: Context, members: Sequence[tree.Member], kind: str | None, shared: bool) -> None:
    for member in members:
        # of spaces they stand in no block too
        for item in member.items if isinstance(member, tree.Lasting) else (member,):
            if isinstance(item, tree.Anytime):
                for action in item.actions:
                    _action(c, action, kind, shared)


def _phase(c: Context, node: tree.Phase) -> None:
    for phase in phases_in(node):
        tables: dict[str, Any] = {**c.symbols.windows, **c.symbols.phases}
        if _free(c, phase.name, tables, "the window or phase"):
            c.symbols.phases[phase.name.text] = phase


def phases_in(node: tree.Phase) -> Iterator[tree.Phase]:
    """The phase and those that stand in it, from outside in, from top to bottom."""
    yield node
    for stmt in node.body:
        if isinstance(stmt, tree.Phase):
            yield from phases_in(stmt)


# ---------------------------------------------------------------------------------------- what kinds have


def _of_kind(c: Context, info: KindInfo) -> None:
    owner = Type("space" if info.base == "space" else "card", names=(info.name,))
    for member in info.decl.members:
        if isinstance(member, tree.Lasting | tree.Anytime):
            _card_actions(c, (member,), info.name, shared=False)
            continue
        if not isinstance(
            member, tree.Field | tree.Counter | tree.Variable | tree.Value | tree.Zone | tree.Effect
        ):
            continue
        name = member.name
        inherited = isinstance(member, tree.Effect) and c.symbols.routine_of(info.name, name.text) is not None
        if inherited and name.text not in info.routines:
            continue  # it fills a slot of a kind above
        if not _member_free(c, info, name):
            continue
        key = f"{info.name}.{name.text}"
        if isinstance(member, tree.Effect):
            infos = signatures.param_infos(c, member.params)
            info.routines[name.text] = Routine("slot", key, name.text, name.span, infos, info.name)
            continue
        if isinstance(member, tree.Field):
            thing = Thing("field", key, name.text, name.span, signatures.type_of(c, member.type))
            thing.index = signatures.index_types(c, member.index)
        else:
            if not isinstance(member, tree.Value) and member.owner is not None:
                c.report.add(
                    Code.MEMBER_MISPLACED, member.owner.span, f"every {info.name} has its own already"
                )
            thing = signatures.make_thing(c, member, key)
        thing.owner = owner
        info.things[name.text] = thing


def _member_free(c: Context, info: KindInfo, name: tree.Name) -> bool:
    for one in info.lineage:
        other = c.symbols.kinds[one]
        old: Thing | Routine | None = other.things.get(name.text) or other.routines.get(name.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                name.span,
                f"every {one} has `{name.text}` already",
                also=((old.span, "declared here"),),
            )
            return False
    return True


# -------------------------------------------------------------------------------------------- all cards


def _cards(c: Context) -> None:
    nodes: dict[str, tree.Card] = {}
    for node in c.program.declarations:
        if isinstance(node, tree.Card):
            if _free(c, node.name, c.symbols.cards, "the card", '"'):
                nodes[node.name.text] = node
                single = node.copies is None or (
                    isinstance(node.copies, tree.NumberValue) and node.copies.value == 1
                )
                c.symbols.cards[node.name.text] = CardInfo(node.name.text, "", node.name.span, node, single)
        elif isinstance(node, tree.Cards) and node.table is not None:
            _cards_of_table(c, node)
    for node in nodes.values():
        c.symbols.cards[node.name.text].kind = _kind_of_card(c, node, nodes)


def _cards_of_table(c: Context, node: tree.Cards) -> None:
    assert node.table is not None
    table = c.program.tables.get(node.table.text)
    column = None if table is None else table.column("name")
    if table is None or column is None:
        return
    copies = table.column("copies")
    kind = c.symbols.kind(node.kind.text)
    for row in table.rows:
        cell = row[column]
        old = c.symbols.cards.get(cell.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                cell.span,
                f'the card "{cell.text}" is declared twice',
                "a column `copies` says how many there are of a card",
                also=((old.span, "the other one"),),
            )
            continue
        single = copies is None or row[copies].text in ("", "1")
        c.symbols.cards[cell.text] = CardInfo(cell.text, kind.name if kind else "", cell.span, node, single)


def _kind_of_card(c: Context, node: tree.Card, nodes: Mapping[str, tree.Card]) -> str:
    """The kind of a card, by way of those that it is like; an empty text if it has none."""
    seen = [node.name.text]
    while node.like is not None:
        other = node.like.text
        if other in seen:
            if other == seen[0]:
                c.report.add(Code.CIRCULAR, node.like.span, f'"{other}" is like itself')
            return ""
        if len(seen) > DEEPEST:
            c.report.add(Code.NOT_FOLLOWED, node.like.span, f"more than {DEEPEST} cards are like each other")
            return ""
        if other not in nodes:
            return c.symbols.cards[other].kind if other in c.symbols.cards else ""
        seen.append(other)
        node = nodes[other]
    kind = None if node.kind is None else c.symbols.kind(node.kind.text)
    return kind.name if kind is not None else ""
