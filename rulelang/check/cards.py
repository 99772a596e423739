"""Traits and cards: everything that one design has, from wherever it comes."""

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from rulelang import game, tree
from rulelang.check import constants, decks, tablecells, texts
from rulelang.check.symbols import Context, notes
from rulelang.check.types import is_unknown
from rulelang.check.words import article, did_you_mean, listed
from rulelang.diagnostics import Code
from rulelang.game import NUMBER
from rulelang.source import Span

MOST_CARDS = 20_000  # copies of all designs together
MOST_VALUES = 50_000  # of fields with an index, on all designs together


def traits(c: Context, made: texts.Made) -> None:
    """What each trait adds."""
    for node in c.symbols.traits.values():
        kind = c.symbols.kind(node.kind.text)
        if kind is None:
            hint = did_you_mean(node.kind.text, c.symbols.kinds)
            c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
            continue
        text = texts.members(c, node.members, kind.name, "trait")
        made.traits[node.name.text] = _of_trait(text, node.name.text, tuple(cite.id for cite in node.cites))


def trait_heads(c: Context) -> dict[str, game.Trait]:
    """Where each trait stands, and whose it is."""
    return {
        name: game.Trait(**{**notes(node), "span": node.name.span}, key=name, kind=node.kind.text)
        for name, node in c.symbols.traits.items()
    }


def _of_trait(text: texts.Text, name: str, cites: tuple[str, ...]) -> texts.Text:
    """A trait's rules and actions are known by its name, and rest on its citations too."""

    def rule(one: game.Trigger) -> game.Trigger:
        return evolve(one, name=one.name or name, cites=(*one.cites, *cites))

    lastings = tuple(
        evolve(
            block,
            rules=tuple(rule(one) for one in block.rules),
            modifiers=tuple(evolve(one, cites=(*one.cites, *cites)) for one in block.modifiers),
            actions=tuple(evolve(one, cites=(*one.cites, *cites)) for one in block.actions),
        )
        for block in text.lastings
    )
    effects = {key: evolve(one, cites=(*one.cites, *cites)) for key, one in text.effects.items()}
    return evolve(text, rules=tuple(rule(one) for one in text.rules), lastings=lastings, effects=effects)


def with_traits(c: Context, names: Iterable[tuple[str, Span]], kind: str, made: texts.Made) -> texts.Text:
    """What the traits of a card add together."""
    text = texts.Text()
    for name, span in names:
        node = c.symbols.traits.get(name)
        if node is None:
            c.report.add(
                Code.UNKNOWN_NAME, span, f"there is no trait `{name}`", did_you_mean(name, c.symbols.traits)
            )
            continue
        c.symbols.used_traits.add(name)
        info = c.symbols.kinds.get(kind)
        wanted = c.symbols.kind(node.kind.text)
        if wanted is None:
            continue
        if info is not None and wanted.name not in info.lineage:
            c.report.add(
                Code.WRONG_SORT, span, f"`{name}` is a trait of {wanted.name}s, this is {article(kind)}"
            )
            continue
        if name in text.traits:
            c.report.add(Code.DECLARED_TWICE, span, f"the trait `{name}` is named twice")
            continue
        added = made.traits.get(name, texts.Text())
        text = evolve(added, traits=(name,)).over(text)
    return text


def cards(c: Context, made: texts.Made) -> None:
    """All cards and tokens, in the order declared."""
    nodes = {node.name.text: node for node in c.program.declarations if isinstance(node, tree.Card)}
    for node in c.program.declarations:
        if isinstance(node, tree.Card):
            info = c.symbols.cards.get(node.name.text)
            if info is not None and info.decl is node:
                spec = _spec(c, node, nodes, made, ())
                _add(c, made, node, info.kind, spec, _copies(c, node), node.name.span)
        elif isinstance(node, tree.Cards):
            if node.table is not None:
                tablecells.deck(c, node, made)
            else:
                decks.cards_for_each(c, node, made)
    _count(c, made)


def _count(c: Context, made: texts.Made) -> None:
    total = 0
    for card in made.cards:
        number = constants.known(c, card.copies)
        total += number if isinstance(number, int) else 1
        if total > MOST_CARDS:
            c.report.add(Code.TOO_MANY, card.span, f"more than {MOST_CARDS} cards")
            return


def _copies(c: Context, node: tree.Card) -> game.Expr:
    if node.copies is None:
        return game.Num(span=node.name.span, type=NUMBER, value=1)
    return constants.size(c, node.copies, "how many copies there are", 0)


def _spec(
    c: Context, node: tree.Card, nodes: dict[str, tree.Card], made: texts.Made, above: tuple[str, ...]
) -> texts.Text:
    """Everything that a card has but for what its kind says."""
    name = node.name.text
    if name in made.specs:
        return made.specs[name]
    kind = c.symbols.cards[name].kind if name in c.symbols.cards else ""
    base = texts.Text()
    if node.like is not None:
        other = node.like.text
        if other not in c.symbols.cards:
            hint = did_you_mean(other, c.symbols.cards)
            c.unknown_card(node.like.span, f'no card is called "{other}"', hint)
        elif other in nodes and other not in above:
            c.symbols.cards[other].used = True
            base = _spec(c, nodes[other], nodes, made, (*above, name))
        else:
            base = made.specs.get(other, base)
    elif node.kind is not None and c.symbols.kind(node.kind.text) is None:
        hint = did_you_mean(node.kind.text, c.symbols.kinds)
        c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
    info = c.symbols.kinds.get(kind)
    if info is None:
        made.specs[name] = base
        return base
    if node.kind is not None:
        info.used = True
        if info.base == "space":
            c.report.add(
                Code.WRONG_SORT,
                node.kind.span,
                f"`{kind}` is a kind of spaces",
                f"spaces are made by `board b of {kind} ...`",
            )
        elif node.token != (info.base == "token"):
            word = "token" if node.token else "card"
            c.report.add(
                Code.WRONG_SORT,
                node.name.span,
                f'"{name}" is a {info.base}, no {word}',
                f'`{info.base} "{name}" is {kind}`',
            )
    named = with_traits(c, [(one.text, one.span) for one in node.traits], kind, made)
    own = texts.members(c, node.members, kind, "token" if node.token else "card")
    spec = own.over(named.over(base))
    made.specs[name] = spec
    return spec


def _add(
    c: Context, made: texts.Made, node: tree.Card, kind: str, spec: texts.Text, copies: game.Expr, span: Span
) -> None:
    if kind in made.texts:
        made.cards.append(card(c, made, kind, spec, node.name.text, copies, {**notes(node), "span": span}))


def card(
    c: Context,
    made: texts.Made,
    kind: str,
    spec: texts.Text,
    name: str,
    copies: game.Expr,
    where: dict[str, Any],
) -> game.Card:
    """A card with all that its kind gives it; notes what is left open."""
    text = spec.over(made.texts[kind])
    fields: dict[str, Any] = {}
    open_: list[str] = []
    for declared in made.kinds[kind].fields:
        said = text.fields.get(declared.key)
        if declared.index:
            fields[declared.key] = _indexed(c, declared, said, where["span"], open_)
        elif isinstance(said, game.Expr):
            fields[declared.key] = said
        elif declared.default is not None:
            fields[declared.key] = declared.default
        elif declared.type.optional or is_unknown(declared.type):
            fields[declared.key] = game.Nothing(span=where["span"], type=game.NONE)
        else:
            open_.append(declared.key.rpartition(".")[2])
    values = dict(text.values)
    for above in reversed(made.kinds[kind].lineage):
        for thing in c.symbols.kinds[above].things.values():
            slot = made.values.get(thing.key)
            if slot is None or slot.key in values:
                continue
            if slot.expr is None:
                open_.append(thing.name)
            else:
                values[slot.key] = slot
        for routine in c.symbols.kinds[above].routines.values():
            if routine.key in made.effects and routine.key not in text.effects:
                open_.append(routine.name)
    if open_:
        c.report.add(Code.LEFT_OPEN, where["span"], f'"{name}" does not say its {listed(open_)}')
    return game.Card(
        **where,
        key=name,
        name=name,
        kind=kind,
        copies=copies,
        fields=fields,
        effects=dict(text.effects),
        values=values,
        rules=text.rules,
        lastings=text.lastings,
        traits=text.traits,
    )


def _indexed(
    c: Context, declared: game.Field, said: texts.Printed | None, span: Span, open_: list[str]
) -> tuple[tuple[tuple[game.Expr, ...], game.Expr], ...]:
    """A field with an index: its value for each."""
    given = said if isinstance(said, dict) else {}
    wanted = constants.index_values(c, declared.index[0], declared)
    name = declared.key.rpartition(".")[2]
    c.printed += len(wanted)
    if c.printed > MOST_VALUES:
        if c.printed - len(wanted) <= MOST_VALUES:
            c.report.add(Code.TOO_MANY, span, f"more than {MOST_VALUES} values are printed on cards")
        return ()
    found = []
    for index in wanted:
        place = texts.index_text(index)
        if place in given:
            found.append(((index,), given[place][1]))
        elif declared.default is not None:
            found.append(((index,), declared.default))
        elif declared.type.optional or is_unknown(declared.type):
            found.append(((index,), game.Nothing(span=span, type=game.NONE)))
        else:
            open_.append(f"{name}[{place}]")
    if wanted:
        places = {texts.index_text(index) for index in wanted}
        for place, (asked, _) in given.items():
            if place not in places:
                c.report.add(Code.OUT_OF_RANGE, asked.span, f"`{name}` has no `{place}`")
    return tuple(found)
