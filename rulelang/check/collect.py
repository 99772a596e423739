"""The first look at all declarations: what there is, under which name, of which type; nothing inside them."""

from collections.abc import Iterator, Sequence
from typing import Any

from rulelang import tree
from rulelang.check import cardnames, lineages, signatures
from rulelang.check.symbols import Called, Context, KindInfo, Routine, Thing
from rulelang.check.twice import free, member_free
from rulelang.diagnostics import Code
from rulelang.game import Type

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
            lineages.kind(c, node)
        elif isinstance(node, tree.Enumeration):
            lineages.enum(c, node)
    lineages.lineages(c)
    lineages.members(c)
    cardnames.spaces(c)
    for node in declarations:
        if isinstance(node, _THINGS):
            _thing(c, node)
        else:
            _other(c, node)
    for kind in c.symbols.kinds.values():
        _of_kind(c, kind)
    cardnames.cards(c)


# -------------------------------------------------------------------------------------- what has a value


def _thing(c: Context, node: Any) -> None:
    name: tree.Name = node.name
    if not free(c, name, c.symbols.things, f"the {signatures.WHAT[type(node)]}"):
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
        if free(c, node.name, symbols.routines, "the effect or action"):
            infos = signatures.param_infos(c, node.params)
            symbols.routines[node.name.text] = Routine(
                "effect", node.name.text, node.name.text, node.name.span, infos
            )
    elif isinstance(node, tree.Window):
        tables: dict[str, Any] = {**symbols.windows, **symbols.phases}
        if free(c, node.name, tables, "the window or phase"):
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
        if free(c, node.name, symbols.events, "the event"):
            symbols.events[node.name.text] = Called(
                node.name.text, node.name.span, signatures.param_infos(c, node.params)
            )
    elif isinstance(node, tree.Phase):
        _phase(c, node)
    elif isinstance(node, tree.Tally):
        if free(c, node.name, symbols.tallies, "the tally"):
            symbols.tallies[node.name.text] = node
    elif isinstance(node, tree.Trait):
        if free(c, node.name, symbols.traits, "the trait"):
            symbols.traits[node.name.text] = node
            _card_actions(c, node.members, node.kind.text, shared=False)
    elif isinstance(node, tree.Rule):
        if free(c, node.name, symbols.rules, "the rule"):
            symbols.rules[node.name.text] = node.name.span
    elif isinstance(node, tree.Invariant):
        if free(c, node.name, symbols.invariants, "the invariant"):
            symbols.invariants[node.name.text] = node.name.span
    elif isinstance(node, tree.Example):
        if free(c, node.name, symbols.examples, "the example", '"'):
            symbols.examples[node.name.text] = node.name.span
    elif isinstance(node, tree.Card):
        kind = node.kind.text if node.kind else None
        _card_actions(c, node.members, kind, shared=True)


def _action(c: Context, node: tree.Action, kind: str | None, shared: bool = False) -> None:
    if shared and node.name.text in c.symbols.routines:
        return  # cards may offer actions of one name
    if free(c, node.name, c.symbols.routines, "the effect or action"):
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
        if free(c, phase.name, tables, "the window or phase"):
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
        if not member_free(c, info, name):
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
