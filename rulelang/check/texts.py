"""The texts of kinds, traits and cards: what is printed, what fills their slots, which rules they carry."""

from collections.abc import Sequence

from attrs import define, field

from rulelang import game, tree
from rulelang.check import constants, declarations, expressions, lasting, selectors
from rulelang.check.symbols import Context, Scope, Thing, first_word
from rulelang.check.types import fits, is_unknown, list_of
from rulelang.check.words import article, did_you_mean, in_words, things
from rulelang.diagnostics import Code
from rulelang.game import Type
from rulelang.source import Span

Printed = game.Expr | dict[str, tuple[game.Expr, game.Expr]]  # one value, or one for each index


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


def _scope(c: Context, kind: str) -> Scope:
    return Scope(place="card", this=declarations.this_type(c, kind), frame=c.frame())


def members(c: Context, nodes: Sequence[tree.Member], kind: str, what: str) -> Text:
    """What the members of a card, a trait or a kind say, but for what a kind declares."""
    text = Text()
    info = c.symbols.kinds.get(kind)
    for node in nodes:
        if isinstance(node, tree.Fill):
            _fill(c, node, kind, text, what)
        elif isinstance(node, tree.Effect):
            _slot(c, node, kind, text)
        elif isinstance(node, tree.Lasting):
            text.lastings += lasting.lasting(c, node, _scope(c, kind))
        elif isinstance(node, tree.Trigger):
            rule = _rule(c, node, kind)
            text.rules += () if rule is None else (rule,)
        elif isinstance(node, tree.Anytime) and info is not None and info.base == "space":
            text.lastings += (lasting.of_spaces(c, node, _scope(c, kind)),)
        elif isinstance(node, tree.Anytime):
            c.report.add(
                Code.NO_ZONE_SAID,
                first_word(node.span, "anytime"),
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
    """A rule outside of any `while`: about this card entering a zone, or of a space, which is always there."""
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
    return lasting.trigger(c, node, scope)


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
    declared = slot_node(c, routine.kind or kind, node.name.text)
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
            f"`{routine.name}` has {things(len(routine.params))} in brackets, this has {len(filled.params)}",
        )
        return
    text.effects[routine.key] = filled


def slot_node(c: Context, kind: str, name: str) -> tree.Effect | None:
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
            f"`{thing.name}` has {things(len(thing.params))} in brackets, this has {len(params)}",
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
