"""What to say when a name means nothing where it stands."""

from rulelang import game, tree
from rulelang.check import properties
from rulelang.check.symbols import Context, Scope
from rulelang.check.words import did_you_mean, have, in_words, listed
from rulelang.diagnostics import Code


def unknown_name(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> None:
    name = node.name.text
    owners = c.symbols.owners_of(name)
    if owners:
        what = listed(owners)
        c.report.add(
            Code.OWNER_MISSING,
            node.name.span,
            f"`{name}` is what {what} have; say of which",
            f"`{name} of x`",
        )
        return
    if name in properties.PROPERTIES:
        c.report.add(Code.OWNER_MISSING, node.name.span, f"say of what: `{name} of ...`")
        return
    if name in c.symbols.routines:
        c.report.add(
            Code.WRONG_SORT,
            node.name.span,
            f"`{name}` is something to do, it has no value",
            f"`you can do {name}` asks whether it can be done",
        )
        return
    for table, what in (
        (c.symbols.phases, "a phase"),
        (c.symbols.windows, "a window"),
        (c.symbols.events, "an event"),
    ):
        if name in table:
            c.report.add(Code.WRONG_SORT, node.name.span, f"`{name}` is {what} and has no value")
            return
    candidates = [*scope.visible(), *c.symbols.things, *c.symbols.members, "start_player"]
    for kind in c.symbols.kinds.values():
        candidates.extend(kind.things)
    c.report.add(
        Code.UNKNOWN_NAME, node.name.span, f"nothing is called `{name}`", did_you_mean(name, candidates)
    )


def not_of_that(c: Context, node: tree.Ref | tree.Call, owner: game.Expr, scope: Scope) -> None:
    name, asked = node.name.text, owner.type
    assert node.of is not None
    if isinstance(owner, game.Text):
        hint = did_you_mean(owner.value, [*c.symbols.cards, *c.symbols.spaces])
        c.unknown_card(owner.span, f'no card or space is called "{owner.value}"', hint)
        return
    owners = c.symbols.owners_of(name)
    thing = c.symbols.things.get(name)
    message = f"{in_words(asked)} has no `{name}`"
    hint = None
    if asked.base == "list":
        message = f"`{name}` is asked of one thing, this is {in_words(asked)}"
        hint = f"`sum of {name} of x for each ... x in ...`, `{name} of top of ...`"
        if name == "face":
            hint = "`face of` one of them, `sum of face of d for each die d in ...`"
        if name == "lines":
            message, hint = f"only a board has `{name}`", None
    elif thing is not None and thing.owner is None:
        c.report.add(
            Code.OWNER_MISSING,
            node.of.span,
            f"`{name}` is the {thing.what} of the whole game",
            f"leave out the `of`: `{name}`",
        )
        return
    elif owners and asked.base in ("card", "space"):
        message = f"not every {in_words(asked).split(' ', 1)[1]} has `{name}`"
        hint = f"say which kind is meant, `{owners[0]} x`: {have(owners)}"
        if any(c.symbols.thing_of(kind, name) for kind in asked.names):
            things = {id(c.symbols.thing_of(kind, name)) for kind in asked.names}
            if len(things) > 1 and all(c.symbols.thing_of(kind, name) for kind in asked.names):
                message = f"`{name}` means something else for each of {listed(asked.names)}"
                hint = "declare it once, in a kind that both are derived from"
    elif thing is not None and thing.owner is not None:
        message = f"`{name}` is that of {in_words(thing.owner)}, this is {in_words(asked)}"
    elif owners:
        hint = have(owners)
    else:
        candidates: list[str] = [other.name for other in c.symbols.things.values() if other.owner is not None]
        for one in asked.names:
            info = c.symbols.kinds.get(one)
            for ancestor in info.lineage if info else ():
                candidates.extend(c.symbols.kinds[ancestor].things)
        candidates.extend(properties.PROPERTIES)
        hint = did_you_mean(name, candidates)
        if hint is None and name not in properties.PROPERTIES and not asked.names:
            message = f"nothing is called `{name}`"
            c.report.add(Code.UNKNOWN_NAME, node.name.span, message, hint)
            return
    c.report.add(Code.NOT_OF_THAT, node.name.span, message, hint)
