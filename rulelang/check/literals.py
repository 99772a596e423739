"""What is written out: the values of enums, cards, spaces of tables and texts."""

from rulelang import game, tree
from rulelang.check.symbols import Context, Scope, unknown
from rulelang.check.types import contains, within
from rulelang.check.words import did_you_mean, listed
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, TEXT, Type

# --------------------------------------------------------------------------------- members of enums


def member_of(c: Context, node: tree.Ref | tree.Call, wanted: Type) -> game.Expr | None:
    info = c.symbols.enums.get(wanted.names[0])
    name = node.name.text
    if info is None or name not in info.members:
        return None
    kind = Type("enum", names=(info.name,))
    return game.Member(span=node.span, type=kind, enum=info.name, name=name, index=info.members.index(name))


def member(c: Context, name: tree.Name, wanted: Type | None) -> game.Expr:
    """The value of an enum that a bare name means."""
    enums = c.symbols.members[name.text]
    chosen = enums[0] if len(enums) == 1 else None
    if chosen is None:
        chosen = next(
            (one for one in enums if all(one == other or contains(c.symbols, other, one) for other in enums)),
            None,
        )
    if wanted is not None and wanted.base == "enum":
        goal = wanted.names[0]
        related = any(contains(c.symbols, other, goal) for other in enums)
        if goal in c.symbols.enums and (related or chosen is None):
            c.report.add(
                Code.NEVER_ALIKE,
                name.span,
                f"`{name.text}` is no {goal}",
                f"the values of {goal} are {listed(c.symbols.enums[goal].members)}",
            )
            return unknown(name.span)
    if chosen is None:
        c.report.add(
            Code.AMBIGUOUS_NAME,
            name.span,
            f"`{name.text}` may be a value of {listed(enums)}; nothing tells which",
            "give the values of one of them other names",
        )
        return unknown(name.span)
    info = c.symbols.enums[chosen]
    index = info.members.index(name.text)
    return game.Member(
        span=name.span, type=Type("enum", names=(chosen,)), enum=chosen, name=name.text, index=index
    )


# ---------------------------------------------------------------------------------------------- texts


def quoted(c: Context, node: tree.TextValue, scope: Scope, wanted: Type | None) -> game.Expr:
    """A card, a space of a table, or just a text."""
    text = node.text
    if wanted is not None and wanted.base == "text":
        return game.Text(span=node.span, type=TEXT, value=text)
    card = c.symbols.cards.get(text)
    spaces = c.symbols.spaces.get(text, [])
    if wanted is not None and wanted.base == "space" and wanted.names:
        spaces = [one for one in spaces if within(c.symbols, Type("space", names=(one[1],)), wanted)]
    if card is not None and not (wanted is not None and wanted.base == "space"):
        card.used = True
        if not card.kind:
            return unknown(node.span)
        return game.CardName(span=node.span, type=Type("card", names=(card.kind,)), name=text)
    if spaces:
        board, kind, number = spaces[0]
        place = game.Num(span=node.span, type=NUMBER, value=number)
        return game.BoardOf(span=node.span, type=Type("space", names=(kind,)), key=board, index=(place,))
    if wanted is not None and wanted.base in ("card", "space"):
        names = c.symbols.cards if wanted.base == "card" else c.symbols.spaces
        hint = did_you_mean(text, names)
        c.unknown_card(node.span, f'no {wanted.base} is called "{text}"', hint)
        return unknown(node.span)
    return game.Text(span=node.span, type=TEXT, value=text)
