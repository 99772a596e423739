"""Statements about cards, dice and counters: where they go, who sees them."""

from collections.abc import Iterator, Sequence

from rulelang import game, tree
from rulelang.check import expressions, references
from rulelang.check.symbols import Context, Scope, Thing, notes
from rulelang.check.types import is_unknown, list_of, overlap
from rulelang.check.words import did_you_mean, in_words, listed, many
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, Type, Var
from rulelang.words import spellings


def zone(c: Context, node: tree.Expr, scope: Scope, *, together: bool = False) -> game.ZoneOf | None:
    """The zone that *node* names; ``together``: all players' may be meant."""
    value = expressions.expression(c, node, scope)
    if is_unknown(value.type):
        return None
    if not isinstance(value, game.ZoneOf):
        c.report.add(Code.WRONG_SORT, node.span, f"a zone is needed here, this is {in_words(value.type)}")
        return None
    if isinstance(value.of, game.Everyone) and not together:
        c.report.add(
            Code.WRONG_SORT, node.span, "one zone is needed here, these are all players'", "say whose it is"
        )
        return None
    return value


def _place(c: Context, node: tree.Expr, scope: Scope) -> tuple[game.ZoneOf | None, bool]:
    """Where something is moved to, and whether under what lies there."""
    if isinstance(node, tree.TopOf | tree.BottomOf):
        if node.how_many is not None:
            c.report.add(
                Code.MISPLACED, node.how_many.span, "cards are moved to the top or the bottom of a zone"
            )
        return zone(c, node.of, scope), isinstance(node, tree.BottomOf)
    return zone(c, node, scope), False


def move(c: Context, node: tree.Move, scope: Scope) -> game.Stmt | None:
    """`move X to Z`"""
    what = expressions.expression(c, node.what, scope, Type("card"))
    to, under = _place(c, node.to, scope)
    what = references.certain(c, what, scope)
    if is_unknown(what.type) or to is None:
        c.blind = True
        return None
    item = what.type.item if what.type.base == "list" else what.type
    if item is None or is_unknown(item):
        return game.Move(**notes(node), what=what, to=to, at_bottom=under)
    if item.base != "card":
        c.report.add(
            Code.WRONG_TYPE, node.what.span, f"only cards and tokens are moved, this is {in_words(what.type)}"
        )
        return None
    _may_lie(c, node.what, item, to)
    return game.Move(**notes(node), what=what, to=to, at_bottom=under)


def _may_lie(c: Context, node: tree.Expr, item: Type, to: game.ZoneOf) -> None:
    room = to.type.item
    if room is not None and not overlap(c.symbols, item, room):
        c.report.add(
            Code.WRONG_CARDS, node.span, f"only {many(room)} lie in `{to.key}`, these are {many(item)}"
        )


def draw(c: Context, node: tree.Draw, scope: Scope) -> game.Stmt | None:
    """`draw n cards from Z to Y`"""
    amount = expressions.number(c, node.amount, scope)
    source, under = _place(c, node.source, scope)
    to = zone(c, node.to, scope)
    kind = Type("card")
    if source is not None and source.type.item is not None:
        kind = source.type.item
        if to is not None:
            _may_lie(c, node.source, kind, to)
    var: Var | None = None
    if node.name is not None:
        var = c.var(node.name.text, kind, True)
        c.bind(scope, node.name, var, listed=True)
    if source is None or to is None:
        return None
    return game.Draw(
        **notes(node), amount=amount, source=source, end="bottom" if under else "top", to=to, var=var
    )


def shuffle(c: Context, node: tree.Shuffle, scope: Scope) -> game.Stmt | None:
    """`shuffle Z`"""
    what = zone(c, node.zone, scope)
    return None if what is None else game.Shuffle(**notes(node), zone=what)


def roll(c: Context, node: tree.Roll, scope: Scope) -> game.Stmt | None:
    """`roll D`"""
    dice = expressions.expression(c, node.dice, scope, Type("die"))
    item = dice.type.item if dice.type.base == "list" else dice.type
    if is_unknown(dice.type):
        return None
    if item is not None and item.base != "die" and not is_unknown(item):
        c.report.add(Code.WRONG_TYPE, node.dice.span, f"only dice are rolled, this is {in_words(dice.type)}")
        return None
    return game.Roll(**notes(node), dice=dice)


def show(c: Context, node: tree.Show, scope: Scope) -> game.Stmt | None:
    """`show X to WHO`"""
    what = expressions.expression(c, node.what, scope, Type("card"))
    what = references.certain(c, what, scope)
    to = audience(c, node.to, scope)
    return None if is_unknown(what.type) else game.Show(**notes(node), what=what, to=to)


def audience(c: Context, node: tree.Expr, scope: Scope, *, nobody: bool = False) -> game.Expr:
    """A player, players, `everyone`, perhaps `nobody`."""
    if isinstance(node, tree.Everyone):
        return game.Everyone(span=node.span, type=list_of(PLAYER))
    if isinstance(node, tree.Nobody) and nobody:
        return game.Nobody(span=node.span, type=list_of(PLAYER))
    value = expressions.expression(c, node, scope, PLAYER)
    one = value.type.item if value.type.base == "list" else value.type
    if one is not None and one.base != "player" and not is_unknown(one):
        c.report.add(Code.WRONG_TYPE, node.span, f"players are needed here, this is {in_words(value.type)}")
    return value


# -------------------------------------------------------------------------------------------- counters


def counter(
    c: Context, who: tree.Expr, name: tree.Name, index: tree.Expr | None, scope: Scope, *, dice: bool = False
) -> game.Stored | None:
    """The counter that `p gains 2 coins` means: that of *who*, in the singular or plural."""
    owner = (
        None
        if isinstance(who, tree.Everyone | tree.Nobody | tree.Chance)
        else expressions.expression(c, who, scope)
    )
    if owner is None:
        c.report.add(
            Code.WRONG_TYPE,
            who.span,
            "one player or thing gains and loses at a time",
            "`for each player p: p gains ...`",
        )
        return None
    thing = _counter_thing(c, owner.type, name, dice)
    if is_unknown(owner.type):
        if index is not None:
            expressions.expression(c, index, scope)
        return None
    if thing is None:
        if index is not None:
            expressions.expression(c, index, scope)
        _no_counter(c, owner.type, name, dice)
        return None
    thing.used = True
    c.written.add(thing.key)
    found: tuple[game.Expr, ...] = ()
    if len(thing.index) != (index is not None):
        span = name.span if index is None else index.span
        if index is not None:
            expressions.expression(c, index, scope)
            message = f"`{thing.name}` has no index"
        else:
            message = f"`{thing.name}` needs an index: `{name.text}[...]`"
        c.report.add(Code.WRONG_INDEX, span, message)
        return None
    if index is not None:
        found = (expressions.typed(c, index, scope, thing.index[0]),)
    return game.Stored(span=who.span.to(name.span), type=NUMBER, key=thing.key, index=found, of=owner)


def _counter_thing(c: Context, owner: Type, name: tree.Name, dice: bool) -> Thing | None:
    for text in dict.fromkeys([*spellings(name.text), f"{name.text}s", name.text.removesuffix("s")]):
        if owner.base in ("card", "space"):
            things = [c.symbols.thing_of(kind, text) for kind in owner.names]
            thing = things[0] if things and all(one is things[0] for one in things) else None
        else:
            thing = c.symbols.things.get(text)
            if (
                thing is not None
                and thing.owner != owner
                and (thing.owner is None or owner.base != thing.owner.base)
            ):
                thing = None
        if thing is not None and thing.what == ("dice" if dice else "counter"):
            return thing
    return None


def _no_counter(c: Context, owner: Type, name: tree.Name, dice: bool) -> None:
    texts = spellings(name.text)
    other = next((c.symbols.things[text] for text in texts if text in c.symbols.things), None)
    word = "dice" if dice else "counter"
    if other is not None and other.owner is None and other.what == word:
        c.report.add(
            Code.OWNER_MISSING,
            name.span,
            f"`{other.name}` belongs to the game, nobody can gain or lose it",
            f"`set {other.name} to {other.name} + 1`",
        )
        return
    if other is not None and other.what != word and not dice:
        c.report.add(
            Code.WRONG_SORT,
            name.span,
            f"`{other.name}` is a {other.what}; only counters are gained, lost and paid",
        )
        return
    names = [one.name for one in c.symbols.things.values() if one.what == word and one.owner == PLAYER]
    if owner.base in ("card", "space"):
        names = [
            one.name
            for kind in owner.names
            for ancestor in (c.symbols.kinds[kind].lineage if kind in c.symbols.kinds else ())
            for one in c.symbols.kinds[ancestor].things.values()
            if one.what == word
        ]
        owners = [kind for text in texts for kind in c.symbols.owners_of(text)]
        if owners and not names:
            c.report.add(
                Code.NOT_OF_THAT,
                name.span,
                f"{in_words(owner)} has no {word} `{name.text}`; {listed(owners)} have",
            )
            return
    called = "no counter" if not dice else "no dice"
    c.report.add(
        Code.UNKNOWN_NAME,
        name.span,
        f"{in_words(owner)} has {called} `{name.text}`",
        did_you_mean(name.text, names),
    )


# --------------------------------------------------------------------------------------------- at once


def choices_first(c: Context, node: tree.ForEach, var: Var) -> None:
    """In a loop `at once` all choices stand at the head of the body, and are those of the loop's player."""
    head = True
    for one in node.body:
        if head and isinstance(one, tree.Choose | tree.ChooseOption):
            who = one.who
            mine = isinstance(who, tree.Ref) and who.of is None and who.name.text == var.name
            if not mine and isinstance(who, tree.Ref | tree.You | tree.Chance):
                c.report.add(
                    Code.CHOICE_NOT_FIRST,
                    who.span,
                    f"in a loop `at once` the choices are those of `{var.name}`",
                )
            if isinstance(one, tree.ChooseOption):
                for option in one.options:
                    _no_choices(c, option.body)
            continue
        head = False
        _no_choices(c, (one,))


def _no_choices(c: Context, nodes: Sequence[tree.Stmt]) -> None:
    for node in _inside(nodes):
        if isinstance(node, tree.Choose | tree.ChooseOption | tree.May | tree.Open | tree.Pause):
            c.report.add(
                Code.CHOICE_NOT_FIRST,
                node.span if not isinstance(node, tree.ChooseOption) else node.who.span,
                "in a loop `at once` the choices come first, before anything else happens",
                "what is chosen later stands in a second loop, without `at once`",
            )


def _inside(nodes: Sequence[tree.Stmt]) -> Iterator[tree.Stmt]:
    for node in nodes:
        yield node
        if isinstance(node, tree.If):
            for branch in node.branches:
                yield from _inside(branch.body)
        elif isinstance(node, tree.ForEach | tree.Repeat | tree.Together):
            yield from _inside(node.body)
        elif isinstance(node, tree.ChooseOption):
            for option in node.options:
                yield from _inside(option.body)
