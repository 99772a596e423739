"""Kinds, traits and cards: what is printed on each, what fills its slots, which rules it carries."""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, evolve, field

from rulelang import game, tree
from rulelang.check import constants, declarations, events, expressions, selectors, tablecells
from rulelang.check.symbols import Context, KindInfo, Scope, Thing, notes
from rulelang.check.types import fits, is_unknown, list_of
from rulelang.check.words import article, did_you_mean, in_words, listed, times
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, TEXT, Type
from rulelang.source import Span

Printed = game.Expr | dict[str, tuple[game.Expr, game.Expr]]  # one value, or one for each index
MOST_CARDS = 100_000  # copies of all designs together


@define
class Text:
    """What some text adds to a card: values of fields, what fills slots, rules."""

    fields: dict[str, Printed] = field(factory=dict)
    effects: dict[str, game.Effect] = field(factory=dict)
    values: dict[str, game.Value] = field(factory=dict)
    rules: tuple[game.Trigger, ...] = ()
    lastings: tuple[game.Lasting, ...] = ()
    traits: tuple[str, ...] = ()

    def over(self, base: "Text") -> "Text":
        """This text on top of another: what it says itself counts, the rest is the other's."""
        fields = dict(base.fields)
        for key, said in self.fields.items():
            below = fields.get(key)
            fields[key] = {**below, **said} if isinstance(said, dict) and isinstance(below, dict) else said
        return Text(
            fields,
            {**base.effects, **self.effects},
            {**base.values, **self.values},
            base.rules + self.rules,
            base.lastings + self.lastings,
            base.traits + self.traits,
        )


@define
class Made:
    """What came of kinds and cards."""

    kinds: dict[str, game.Kind] = field(factory=dict)
    fields: dict[str, game.Field] = field(factory=dict)
    stores: dict[str, game.Store] = field(factory=dict)
    zones: dict[str, game.Zone] = field(factory=dict)
    values: dict[str, game.Value] = field(factory=dict)
    effects: dict[str, game.Effect] = field(factory=dict)
    texts: dict[str, Text] = field(factory=dict)  # of kinds
    traits: dict[str, Text] = field(factory=dict)
    specs: dict[str, Text] = field(factory=dict)  # of cards
    cards: list[game.Card] = field(factory=list)


# ------------------------------------------------------------------------------------------- members


def _scope(c: Context, kind: str) -> Scope:
    return Scope(place="card", this=declarations.this_type(c, kind), frame=c.frame())


def members(c: Context, nodes: Sequence[tree.Member], kind: str, what: str) -> Text:
    """What the members of a card, a trait or a kind say, but for what a kind declares."""
    text = Text()
    for node in nodes:
        if isinstance(node, tree.Fill):
            _fill(c, node, kind, text, what)
        elif isinstance(node, tree.Effect):
            _slot(c, node, kind, text)
        elif isinstance(node, tree.Lasting):
            text.lastings += events.lasting(c, node, _scope(c, kind))
        elif isinstance(node, tree.Trigger):
            rule = _rule(c, node, kind)
            text.rules += () if rule is None else (rule,)
        elif isinstance(node, tree.Anytime):
            c.report.add(
                Code.NO_ZONE_SAID,
                node.span,
                "this does not say where the card must lie",
                "put it into `while this is in ZONE:`",
            )
        elif what == "kind":
            continue
        elif (
            isinstance(node, tree.Value)
            and node.value is not None
            and c.symbols.thing_of(kind, node.name.text)
        ):
            filled = tree.Fill(
                node.name, node.params, None, node.value, span=node.span, docs=node.docs, cites=node.cites
            )
            _fill(c, filled, kind, text, what)
        else:
            name = node.name
            word = _WORDS[type(node)]
            c.report.add(
                Code.MEMBER_MISPLACED,
                name.span,
                f"a {what} cannot declare {article(word)}",
                f"declare `{name.text}` in `kind {kind}`",
            )
    return text


_WORDS: dict[type, str] = {
    tree.Field: "field",
    tree.Counter: "counter",
    tree.Variable: "variable",
    tree.Value: "value",
    tree.Zone: "zone",
}


def _rule(c: Context, node: tree.Trigger, kind: str) -> game.Trigger | None:
    """A rule outside of any `while`: about this card entering a zone."""
    about = node.event
    scope = _scope(c, kind)
    enters = isinstance(about, tree.Enters) and isinstance(about.who, tree.This)
    if not enters and scope.this is not None and scope.this.base != "space":
        c.report.add(
            Code.NO_ZONE_SAID,
            about.span,
            "this does not say where the card must lie",
            "put the rule into `while this is in ZONE:`",
        )
    return events.trigger(c, node, scope)


def _slot(c: Context, node: tree.Effect, kind: str, text: Text) -> None:
    routine = c.symbols.routine_of(kind, node.name.text)
    if routine is None:
        info = c.symbols.kinds.get(kind)
        names = [name for one in (info.lineage if info else ()) for name in c.symbols.kinds[one].routines]
        hint = did_you_mean(node.name.text, names) or f"declare `effect {node.name.text}` in `kind {kind}`"
        c.report.add(
            Code.NOT_OF_THAT, node.name.span, f"{article(kind)} has no effect `{node.name.text}`", hint
        )
        c.report.silent += 1
        declarations.effect(c, node, kind)
        c.report.silent -= 1
        return
    declared = _slot_node(c, routine.kind or kind, node.name.text)
    if declared is node:
        return
    filled = declarations.effect(c, node, kind, routine.key, bool(declared is not None and declared.whole))
    if filled.body is None:
        c.report.add(Code.LEFT_OPEN, node.name.span, f"`{node.name.text}` says nothing about what it does")
        return
    if node.name.text in {one.rpartition(".")[2] for one in text.effects}:
        c.report.add(Code.DECLARED_TWICE, node.name.span, f"`{node.name.text}` is said twice")
    for wanted, param in zip(routine.params, filled.params, strict=False):
        given = list_of(param.var.type) if param.how_many is not None else param.var.type
        if not fits(c.symbols, wanted.type, given):
            c.report.add(
                Code.WRONG_TYPE,
                param.selector.span,
                f"`{routine.name}` gives {in_words(wanted.type)} here, this is {in_words(given)}",
            )
    if len(filled.params) < len(routine.params):
        c.report.add(
            Code.WRONG_ARGUMENTS,
            node.name.span,
            f"`{routine.name}` has {times(len(routine.params), 'thing')} in brackets, this has {len(filled.params)}",
        )
        return
    text.effects[routine.key] = filled


def _slot_node(c: Context, kind: str, name: str) -> tree.Effect | None:
    info = c.symbols.kinds.get(kind)
    nodes = info.decl.members if info else ()
    return next((node for node in nodes if isinstance(node, tree.Effect) and node.name.text == name), None)


def _fill(c: Context, node: tree.Fill, kind: str, text: Text, what: str) -> None:
    name = node.name.text
    thing = c.symbols.thing_of(kind, name)
    if name == "back" and thing is None:
        if what != "kind":
            c.report.add(
                Code.MEMBER_MISPLACED,
                node.name.span,
                "all cards of a kind have the same back",
                f"say it in `kind {kind}`",
            )
        return
    if thing is None or thing.what not in ("field", "value"):
        _no_field(c, node, kind, thing)
        return
    thing.used = thing.used or thing.what == "value"
    if thing.what == "value":
        _fill_value(c, node, kind, thing, text)
        return
    if node.params:
        c.report.add(
            Code.WRONG_ARGUMENTS, node.name.span, f"`{name}` is a field and takes nothing in brackets"
        )
    ranged = _field_type(c, thing)
    said = constants.constant(c, node.value, Scope(place="constant"), ranged, f"`{name}`")
    constants.in_range(c, said, ranged, f"`{name}`")
    if not thing.index:
        if node.index is not None:
            c.report.add(Code.WRONG_INDEX, node.index.span, f"`{name}` has no index")
        if thing.key in text.fields:
            c.report.add(Code.DECLARED_TWICE, node.name.span, f"`{name}` is said twice")
        text.fields[thing.key] = said
        return
    if node.index is None:
        c.report.add(Code.WRONG_INDEX, node.name.span, f"`{name}` needs an index: `{name}[...]`")
        return
    if isinstance(node.index, tree.Name):
        asked: tree.Expr = tree.Ref(node.index, (), None, span=node.index.span)
    else:
        asked = node.index
    index = constants.constant(c, asked, Scope(place="constant"), thing.index[0], "an index")
    put(c, text, thing.key, index, said, node.name.span)


def put(c: Context, text: Text, key: str, index: game.Expr, said: game.Expr, span: Span) -> None:
    """One value of a field with an index."""
    place = index_text(index)
    values = text.fields.setdefault(key, {})
    if not isinstance(values, dict) or is_unknown(index.type):
        return
    if place in values:
        c.report.add(Code.DECLARED_TWICE, span, f"`{key.rpartition('.')[2]}[{place}]` is said twice")
    values[place] = (index, said)


def index_text(index: game.Expr) -> str:
    """An index as a key: `mask`, `3`."""
    if isinstance(index, game.Member):
        return index.name
    return str(index.value) if isinstance(index, game.Num) else "?"


def _field_type(c: Context, thing: Thing) -> Type:
    made = c.fields.get(thing.key)
    return made.type if made is not None else thing.type


def _no_field(c: Context, node: tree.Fill, kind: str, thing: Thing | None) -> None:
    name = node.name.text
    if thing is not None:
        message = f"`{name}` is a {thing.what} of each {kind}, it is not printed on a card"
        c.report.add(Code.WRONG_SORT, node.name.span, message, f"it starts as `kind {kind}` says")
    else:
        info = c.symbols.kinds.get(kind)
        names = [
            one.name
            for above in (info.lineage if info else ())
            for one in c.symbols.kinds[above].things.values()
        ]
        if c.symbols.routine_of(kind, name):
            hint: str | None = f"`effect {name}: ...`"
        else:
            hint = did_you_mean(name, names)
        c.report.add(Code.NOT_OF_THAT, node.name.span, f"{article(kind)} has no field `{name}`", hint)
    c.report.silent += 1
    expressions.expression(c, node.value, _scope(c, kind))
    c.report.silent -= 1


def _fill_value(c: Context, node: tree.Fill, kind: str, thing: Thing, text: Text) -> None:
    scope = Scope(place="value", this=declarations.this_type(c, kind))
    params = selectors.parameters(c, node.params, scope)
    if len(params) != len(thing.params):
        shown = ", ".join(one.name for one in thing.params)
        c.report.add(
            Code.WRONG_ARGUMENTS,
            node.name.span,
            f"`{thing.name}` has {times(len(thing.params), 'thing')} in brackets, this has {len(params)}",
            f"`{thing.name}({shown})`" if shown else None,
        )
    for wanted, param in zip(thing.params, params, strict=False):
        if not fits(c.symbols, wanted.type, param.var.type):
            c.report.add(
                Code.WRONG_TYPE,
                param.selector.span,
                f"`{thing.name}` gives {in_words(wanted.type)} here, this is {in_words(param.var.type)}",
            )
    declared = c.values.get(thing.key)
    ranged = thing.type if declared is None else declared.type
    expr = expressions.typed(c, node.value, scope, ranged, f"`{thing.name}`")
    constants.in_range(c, expr, ranged, f"`{thing.name}`")
    if thing.key in text.values:
        c.report.add(Code.DECLARED_TWICE, node.name.span, f"`{thing.name}` is said twice")
    layers = () if declared is None else declared.layers
    text.values[thing.key] = game.Value(
        **declarations.head(node, thing.key), params=params, kind=kind, type=ranged, expr=expr, layers=layers
    )


# --------------------------------------------------------------------------------------------- kinds


def kinds(c: Context, made: Made) -> None:
    """All kinds: first what they declare, then what their texts say."""
    infos = sorted(c.symbols.kinds.values(), key=lambda info: len(info.lineage))
    for info in infos:
        for node in info.decl.members:
            _declared(c, node, info, made)
    for info in infos:
        text = members(c, info.decl.members, info.name, "kind")
        for node in info.decl.members:
            if isinstance(node, tree.Effect):
                routine = info.routines.get(node.name.text)
                if routine is not None and _slot_node(c, info.name, node.name.text) is node:
                    slot = declarations.effect(c, node, info.name, routine.key)
                    made.effects[routine.key] = slot
                    if slot.body is not None:
                        text.effects[routine.key] = slot
        if info.parent in made.texts:
            text = text.over(made.texts[info.parent])
        made.texts[info.name] = text
    for info in c.symbols.kinds.values():
        made.kinds[info.name] = _kind(c, info, made)


def _declared(c: Context, node: tree.Member, info: KindInfo, made: Made) -> None:
    if isinstance(node, tree.Field):
        thing = info.things.get(node.name.text)
        if thing is not None and thing.span == node.name.span:
            c.fields[thing.key] = made.fields[thing.key] = _field(c, node, info)
    elif isinstance(node, tree.Counter | tree.Variable):
        stored = declarations.store(c, node, info.name)
        made.stores.setdefault(stored.key, stored)
    elif isinstance(node, tree.Zone):
        zone = declarations.zone(c, node, info.name)
        made.zones.setdefault(zone.key, zone)
    elif isinstance(node, tree.Value):
        value = declarations.value(c, node, info.name)
        c.values.setdefault(value.key, value)
        made.values.setdefault(value.key, value)


def _field(c: Context, node: tree.Field, info: KindInfo) -> game.Field:
    name = node.name.text
    index = constants.indexes(c, node.index, Scope())
    ranged = constants.bounded(c, node.type, Scope(place="constant"), fixed=True)
    default: game.Expr | None = None
    if node.value is not None:
        default = constants.constant(c, node.value, Scope(place="constant"), ranged, f"`{name}`")
        constants.in_range(c, default, ranged, f"`{name}`")
    return game.Field(
        **declarations.head(node, f"{info.name}.{name}"), index=index, type=ranged, default=default
    )


def _kind(c: Context, info: KindInfo, made: Made) -> game.Kind:
    back: str | None = None
    if info.base == "card":
        above = [c.symbols.kinds[name] for name in info.lineage]
        back = next((said for one in above if (said := _back(c, one)) is not None), above[-1].name.lower())
        info.back = back
    fields = tuple(
        made.fields[thing.key]
        for name in reversed(info.lineage)
        for thing in c.symbols.kinds[name].things.values()
        if thing.key in made.fields
    )
    base: Any = info.base if info.base in ("card", "token", "space") else "card"
    return game.Kind(
        **declarations.head(info.decl, info.name),
        base=base,
        parent=info.parent if info.parent in c.symbols.kinds else None,
        lineage=info.lineage,
        back=back,
        fields=fields,
    )


def _back(c: Context, info: KindInfo) -> str | None:
    """The text on the back that the kind itself names."""
    for node in info.decl.members:
        if isinstance(node, tree.Fill) and node.name.text == "back" and "back" not in info.things:
            if info.base != "card":
                c.report.add(
                    Code.MEMBER_MISPLACED,
                    node.name.span,
                    f"only cards have backs, `{info.name}` is a {info.base}",
                )
                return None
            said = expressions.typed(c, node.value, Scope(place="constant"), TEXT, "`back`")
            return said.value if isinstance(said, game.Text) else None
    return None


# --------------------------------------------------------------------------------------- traits, cards


def traits(c: Context, made: Made) -> None:
    """What each trait adds."""
    for node in c.symbols.traits.values():
        kind = c.symbols.kind(node.kind.text)
        if kind is None:
            hint = did_you_mean(node.kind.text, c.symbols.kinds)
            c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
            continue
        made.traits[node.name.text] = members(c, node.members, kind.name, "trait")


def with_traits(c: Context, names: Iterable[tuple[str, Span]], kind: str, made: Made) -> Text:
    """What the traits of a card add together."""
    text = Text()
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
        added = made.traits.get(name, Text())
        text = evolve(added, traits=(name,)).over(text)
    return text


def cards(c: Context, made: Made) -> None:
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
                tablecells.cards(c, node, made)
            else:
                _cards_for_each(c, node, made)
    _count(c, made)


def _count(c: Context, made: Made) -> None:
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
    c: Context, node: tree.Card, nodes: dict[str, tree.Card], made: Made, above: tuple[str, ...]
) -> Text:
    """Everything that a card has but for what its kind says."""
    name = node.name.text
    if name in made.specs:
        return made.specs[name]
    kind = c.symbols.cards[name].kind if name in c.symbols.cards else ""
    base = Text()
    if node.like is not None:
        other = node.like.text
        if other not in c.symbols.cards:
            hint = did_you_mean(other, c.symbols.cards)
            c.report.add(Code.UNKNOWN_CARD, node.like.span, f'no card is called "{other}"', hint)
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
    own = members(c, node.members, kind, "token" if node.token else "card")
    spec = own.over(named.over(base))
    made.specs[name] = spec
    return spec


def _add(
    c: Context, made: Made, node: tree.Card, kind: str, spec: Text, copies: game.Expr, span: Span
) -> None:
    if kind in made.texts:
        made.cards.append(card(c, made, kind, spec, node.name.text, copies, {**notes(node), "span": span}))


def card(
    c: Context, made: Made, kind: str, spec: Text, name: str, copies: game.Expr, where: dict[str, Any]
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
    c: Context, declared: game.Field, said: Printed | None, span: Span, open_: list[str]
) -> tuple[tuple[tuple[game.Expr, ...], game.Expr], ...]:
    """A field with an index: its value for each."""
    given = said if isinstance(said, dict) else {}
    wanted = constants.index_values(c, declared.index[0], declared)
    name = declared.key.rpartition(".")[2]
    found = []
    for index in wanted:
        place = index_text(index)
        if place in given:
            found.append(((index,), given[place][1]))
        elif declared.default is not None:
            found.append(((index,), declared.default))
        elif declared.type.optional or is_unknown(declared.type):
            found.append(((index,), game.Nothing(span=span, type=game.NONE)))
        else:
            open_.append(f"{name}[{place}]")
    if wanted:
        places = {index_text(index) for index in wanted}
        for place, (asked, _) in given.items():
            if place not in places:
                c.report.add(Code.OUT_OF_RANGE, asked.span, f"`{name}` has no `{place}`")
    return tuple(found)


def _cards_for_each(c: Context, node: tree.Cards, made: Made) -> None:
    """A deck without a table: a card for each suit and rank."""
    kind = c.symbols.kind(node.kind.text)
    if kind is None:
        hint = did_you_mean(node.kind.text, c.symbols.kinds)
        c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
        return
    kind.used = True
    axes: list[tuple[Thing, list[game.Expr]]] = []
    for one in node.each:
        chosen, _ = selectors.selector(c, one, Scope(place="constant"))
        values = _axis(c, one, chosen)
        thing = _axis_field(c, one, chosen.var.type, kind, [axis[0] for axis in axes])
        if thing is None or not values:
            return
        axes.append((thing, values))
    rows: list[tuple[game.Expr, ...]] = [()]
    for _, values in axes:
        if len(rows) * len(values) > constants.MOST_INDEXES * 5:
            c.report.add(Code.TOO_MANY, node.span, f"more than {constants.MOST_INDEXES * 5} cards")
            return
        rows = [(*row, value) for row in rows for value in values]
    for row in rows:
        name = " ".join(index_text(value) for value in row)
        spec = Text(fields={thing.key: value for (thing, _), value in zip(axes, row, strict=True)})
        if name in c.symbols.cards:
            c.report.add(Code.DECLARED_TWICE, node.span, f'the card "{name}" is declared twice')
            return
        c.name_card(name, kind.name, node)
        if kind.name in made.texts:
            copies = game.Num(span=node.span, type=NUMBER, value=1)
            made.cards.append(card(c, made, kind.name, spec, name, copies, notes(node)))


def _axis(c: Context, node: tree.Selector, chosen: game.Selector) -> list[game.Expr]:
    """The values of one selector of `cards K for each ...`."""
    kind = chosen.var.type
    if node.where is not None or node.clock is not None:
        c.report.add(
            Code.MISPLACED, node.span, "cards are made for all of an enum or of a range, without a condition"
        )
        return []
    if chosen.source is None and kind.base == "enum":
        return constants.index_values(c, game.Index(enum=kind.names[0]), chosen)
    if isinstance(chosen.source, game.RangeList):
        return constants.index_values(c, game.Index(low=chosen.source.low, high=chosen.source.high), chosen)
    if isinstance(chosen.source, game.ListOf) and all(
        constants.is_constant(one) for one in chosen.source.items
    ):
        return list(chosen.source.items)
    if not is_unknown(kind):
        c.report.add(
            Code.NOT_CONSTANT,
            node.span,
            "which cards there are must be known before play",
            "an enum, or `number n in 1 to 13`",
        )
    return []


def _axis_field(
    c: Context, node: tree.Selector, kind: Type, info: KindInfo, taken: list[Thing]
) -> Thing | None:
    """The field that one selector of `cards K for each ...` gives: the one of its name, else the next of its type."""
    fields = [
        thing
        for name in reversed(info.lineage)
        for thing in c.symbols.kinds[name].things.values()
        if thing.what == "field" and not thing.index and not any(thing is one for one in taken)
    ]
    named = [thing for thing in fields if node.name is not None and thing.name == node.name.text]
    fitting = [thing for thing in named or fields if fits(c.symbols, kind, thing.type)]
    if fitting:
        return fitting[0]
    if not is_unknown(kind):
        c.report.add(
            Code.NOT_OF_THAT, node.span, f"{article(info.name)} has no field left that is {in_words(kind)}"
        )
    return None
