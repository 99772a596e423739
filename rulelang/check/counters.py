"""The counter that `gains 2 coins` means, in the singular or plural."""

from rulelang import game, tree
from rulelang.check import expressions
from rulelang.check.symbols import Context, Scope, Thing
from rulelang.check.types import is_unknown
from rulelang.check.words import did_you_mean, in_words, listed
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, Type
from rulelang.words import spellings


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
    named = [c.symbols.things[text] for text in spellings(name.text) if text in c.symbols.things]
    if is_unknown(owner.type) or any(one.doubtful for one in named):
        if index is not None:
            expressions.expression(c, index, scope)
        return None
    if thing is None:
        if index is not None:
            expressions.expression(c, index, scope)
        _no_counter(c, owner.type, name, dice)
        return None
    thing.used += 1
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
    hint = did_you_mean(name.text, [*names, *(one.removesuffix("s") for one in names)])
    if hint is None and other is None and not any(c.symbols.owners_of(text) for text in texts):
        message = f"nothing is called `{name.text}`"
    else:
        message = f"{in_words(owner)} has {'no dice' if dice else 'no counter'} `{name.text}`"
    c.report.add(Code.UNKNOWN_NAME, name.span, message, hint)
