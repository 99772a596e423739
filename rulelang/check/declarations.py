"""Declarations other than kinds, cards, phases and examples."""

from typing import Any, Literal, cast

from rulelang import game, tree
from rulelang.check import constants, expressions, lasting, moves, selectors, signatures, statements
from rulelang.check.symbols import UNKNOWN, Context, Scope, notes
from rulelang.check.types import is_unknown, list_of
from rulelang.check.words import did_you_mean, in_words
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, Type
from rulelang.words import ZONE_ARRANGEMENTS

_Order = Literal["stack", "pile", "hand", "row"]


def head(node: Any, key: str) -> dict[str, Any]:
    """Key, place, ## lines and citations of a declaration."""
    return {**notes(node), "span": node.name.span, "key": key}


def setting(c: Context, node: tree.Parameter) -> game.Setting:
    """A parameter of the game."""
    scope = Scope(place="constant")
    kind = constants.bounded(c, node.type, scope, fixed=True)
    name = node.name.text
    default = constants.constant(c, node.value, scope, kind, f"`{name}`")
    constants.in_range(c, default, kind, f"`{name}`")
    if kind.base in ("card", "space", "die"):
        c.report.add(
            Code.WRONG_TYPE,
            node.type.span,
            f"a parameter cannot be {in_words(kind)}",
            "it is a number, yes or no, a text, a value of an enum, a player, or a list of such",
        )
    constants.settle(c, name, kind, default, node.name.span)
    return game.Setting(**head(node, name), type=kind, default=default)


def zone(c: Context, node: tree.Zone, kind: str | None = None) -> game.Zone:
    """A zone of the game, of each player, or of each thing of a kind."""
    name = node.name.text
    index = constants.indexes(c, node.index, Scope())
    arrangement = node.arrangement.text
    if arrangement not in ZONE_ARRANGEMENTS:
        hint = did_you_mean(arrangement, ZONE_ARRANGEMENTS) or "stack, pile, hand or row"
        c.report.add(Code.UNKNOWN_NAME, node.arrangement.span, f"a zone is no `{arrangement}`", hint)
        arrangement = "pile"
    owner: str | None = kind
    if node.owner is not None and kind is None:
        owner = _owner(c, node.owner)
    capacity = None if node.at_most is None else constants.size(c, node.at_most, "how many lie there at most")
    scope = Scope(place="audience")
    shown: dict[str, game.Expr] = _usual(node, arrangement, owner)
    said: set[str] = set()
    for one in node.shown:
        if one.aspect.value in said:
            c.report.add(
                Code.DECLARED_TWICE, one.span, f"it is said twice to whom the {one.aspect.value} are shown"
            )
        said.add(one.aspect.value)
        shown[one.aspect.value] = audience(c, one.to, scope)
    return game.Zone(
        **head(node, f"{kind}.{name}" if kind else name),
        owner=owner,
        index=index,
        order=cast(_Order, arrangement),
        kinds=signatures.union(c, node.holds).names,
        capacity=capacity,
        shown=tuple(shown.items()),
    )


def _usual(node: tree.Zone, arrangement: str, owner: str | None) -> dict[str, game.Expr]:
    """To whom faces, backs, top and count are shown unless it is said."""
    everyone = game.Everyone(span=node.span, type=list_of(PLAYER))
    nobody = game.Nobody(span=node.span, type=list_of(PLAYER))
    holder = game.Prop(span=node.span, type=PLAYER, name="owner")
    faces: game.Expr = nobody
    if arrangement == "row":
        faces = everyone
    elif arrangement == "hand" and owner is not None:
        faces = holder
    return {"faces": faces, "backs": everyone, "top": nobody, "count": everyone}


def audience(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """To whom something is shown."""
    return moves.audience(c, node, scope, nobody=True)


def _owner(c: Context, node: tree.Owner) -> str | None:
    kind = signatures.owner_type(c, node)
    if kind is None or is_unknown(kind):
        return None
    return "player" if kind.base == "player" else (kind.names[0] if kind.names else "card")


def store(c: Context, node: tree.Counter | tree.Variable, kind: str | None = None) -> game.Store:
    """A counter or variable of the game, of each player, or of each thing of a kind."""
    name = node.name.text
    scope = Scope(place="value")
    owner: str | None = kind
    owner_var: game.Var | None = None
    if kind is not None:
        scope.this = this_type(c, kind)
    elif node.owner is not None:
        owner = _owner(c, node.owner)
        if node.owner.name is not None:
            owner_var = c.var(node.owner.name.text, signatures.owner_type(c, node.owner) or UNKNOWN)
            c.bind(scope, node.owner.name, owner_var)
    index = constants.indexes(c, node.index, scope)
    ranged = constants.bounded(c, node.type, scope)
    default: game.Expr | None = None
    what = f"`{name}`"
    if node.value is not None:
        default = expressions.typed(c, node.value, scope, ranged, what)
        constants.in_range(c, default, ranged, what)
    elif isinstance(node, tree.Counter):
        default = _lowest(node, ranged)
    shown = None if node.shown is None else audience(c, node.shown, Scope(place="audience"))
    return game.Store(
        **head(node, f"{kind}.{name}" if kind else name),
        counter=isinstance(node, tree.Counter),
        owner=owner,
        index=index,
        type=ranged,
        default=default,
        owner_var=owner_var,
        shown=shown,
    )


def _lowest(node: tree.Counter, kind: Type) -> game.Expr:
    """A counter starts at its lower bound, or at 0."""
    if kind.low is not None:
        return kind.low
    return game.Num(span=node.span, type=NUMBER, value=0)


def this_type(c: Context, kind: str) -> Type:
    """The type of `this` in the text of a kind."""
    info = c.symbols.kinds.get(kind)
    return Type("space" if info is not None and info.base == "space" else "card", names=(kind,))


def dice(c: Context, node: tree.Dice) -> game.Dice:
    """Dice of the table or of each player."""
    amount = constants.size(c, node.count, "how many dice there are")
    low = high = None
    faces: list[game.Expr] = []
    kind = c.symbols.things[node.name.text].type if node.name.text in c.symbols.things else UNKNOWN
    face = kind.item.item if kind.item is not None and kind.item.item is not None else UNKNOWN
    if isinstance(node.faces, tree.Range):
        low = constants.constant(c, node.faces.low, Scope(place="constant"), NUMBER, "this bound")
        high = constants.constant(c, node.faces.high, Scope(place="constant"), NUMBER, "this bound")
        least, most = constants.known(c, low), constants.known(c, high)
        if isinstance(least, int) and isinstance(most, int):
            if least > most:
                c.report.add(Code.OUT_OF_RANGE, node.faces.span, f"no face is from {least} to {most}")
            elif most - least >= constants.MOST_INDEXES:
                c.report.add(Code.TOO_MANY, node.faces.span, f"more than {constants.MOST_INDEXES} faces")
    else:
        for one in node.faces:
            if isinstance(one, tree.NumberValue):
                faces.append(game.Num(span=one.span, type=NUMBER, value=one.value))
            elif face.base == "enum":
                ref = tree.Ref(one, (), None, span=one.span)
                faces.append(expressions.typed(c, ref, Scope(place="constant"), face))
    return game.Dice(
        **head(node, node.name.text),
        owner=None if node.owner is None else _owner(c, node.owner),
        amount=amount,
        low=low,
        high=high,
        faces=tuple(faces),
        type=face,
        shown=None if node.shown is None else audience(c, node.shown, Scope(place="audience")),
    )


def value(c: Context, node: tree.Value, kind: str | None = None) -> game.Value:
    """A derived value; with *kind* a slot of it."""
    name = node.name.text
    scope = Scope(place="value")
    if kind is not None:
        scope.this = this_type(c, kind)
    of: game.Selector | None = None
    if node.of is not None:
        if kind is not None:
            c.report.add(
                Code.MEMBER_MISPLACED, node.of.span, f"in a kind a value is that of each {kind} already"
            )
        of, _ = selectors.selector(c, node.of, scope, given=True, one=True)
        selectors.bind_chosen(c, node.of, of.var, scope, listed=False)
    params = selectors.parameters(c, node.params, scope)
    ranged = constants.bounded(c, node.type, scope)
    expr = None
    if node.value is not None:
        expr = expressions.typed(c, node.value, scope, ranged, f"`{name}`")
        constants.in_range(c, expr, ranged, f"`{name}`")
    elif kind is None:
        c.report.add(
            Code.LEFT_OPEN,
            node.name.span,
            f"`{name}` says nothing about what it is",
            "`= ...`; only in a kind each card may say it",
        )
    layers = tuple(layer.text for layer in node.layers)
    return game.Value(
        **head(node, f"{kind}.{name}" if kind else name),
        params=params,
        of=of,
        kind=kind,
        type=ranged,
        expr=expr,
        layers=layers,
    )


def refill(c: Context, node: tree.Refill) -> game.Refill | None:
    """`refill Z from Y when empty`"""
    target = _refilled(c, node.zone, node.of_each is not None)
    source = _refilled(c, node.source, node.of_each is not None)
    if node.of_each is not None and not isinstance(node.of_each, tree.PlayerNoun | tree.SeatNoun):
        c.report.add(Code.WRONG_SORT, node.of_each.span, "only players refill zones of their own")
    times: dict[tree.RefillWhen, Literal["empty", "needed", "upto"]] = {
        tree.RefillWhen.EMPTY: "empty",
        tree.RefillWhen.NEEDED: "needed",
        tree.RefillWhen.UP_TO: "upto",
    }
    upto = None if node.up_to is None else constants.size(c, node.up_to, "how many lie there again")
    if target is None or source is None:
        return None
    return game.Refill(
        **notes(node),
        key=f"refill {target.key}",
        target=target,
        source=source,
        time=times[node.when],
        shuffled=node.shuffled,
        upto=upto,
    )


def _refilled(c: Context, node: tree.Expr, each: bool) -> game.ZoneOf | None:
    if each and isinstance(node, tree.Ref) and node.of is None:
        thing = c.symbols.things.get(node.name.text)
        if thing is not None and thing.what == "zone" and thing.owner == PLAYER:
            thing.used += 1
            return game.ZoneOf(span=node.span, type=thing.type, key=thing.key)
    return moves.zone(c, node, Scope(place="value"))


def event(c: Context, node: tree.EventDecl) -> game.EventDecl:
    """An event of one's own."""
    params = selectors.parameters(c, node.params, Scope())
    return game.EventDecl(**head(node, node.name.text), params=params)


def effect(
    c: Context, node: tree.Effect, kind: str | None = None, key: str | None = None, whole: bool = False
) -> game.Effect:
    """An effect; with *kind* a slot of it, or what fills the slot ``key``."""
    name = node.name.text
    scope = Scope(place="effect", you="yes", frame=c.frame())
    if kind is not None:
        scope.this = this_type(c, kind)
    params = selectors.parameters(c, node.params, scope)
    body = None if node.body is None else statements.body(c, node.body, scope)
    if body is None and kind is None:
        c.report.add(
            Code.LEFT_OPEN,
            node.name.span,
            f"`{name}` says nothing about what it does",
            "only in a kind each card may say it",
        )
        body = ()
    return game.Effect(
        **head(node, key or (f"{kind}.{name}" if kind else name)),
        params=params,
        kind=kind,
        whole=node.whole or whole,
        body=body,
    )


def rule(c: Context, node: tree.Rule) -> game.Trigger | None:
    """A rule of the game."""
    cites = tuple(cite.id for cite in node.cites)
    return lasting.trigger(c, node.trigger, Scope(), node.name.text, node.docs, cites)


def anytime(c: Context, node: tree.Anytime, number: int) -> game.Anytime:
    """Actions that join every question during some phases."""
    during, actions = lasting.anytime(c, node, Scope())
    return game.Anytime(**notes(node), key=f"anytime {number}", during=during, actions=actions)
