"""What is known of a game before it is played: which rules answer what, what fills slots, what is read and changed."""

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.uses.walk import walk

CHANGES = ("changes", "rises", "falls", "becomes")


@frozen
class Listener:
    """A rule that answers an event. ``designs``: the cards that carry it (None: the game itself); ``zones``: where they
    must lie (empty: it is about `this` entering or leaving). ``spaces``: the kinds of spaces that carry it."""

    key: str
    rule: g.Trigger
    designs: tuple[int, ...] | None = None
    zones: tuple[str, ...] = ()
    test: g.Expr | None = None
    lasting: int | None = None  # the `until` block that it stands in
    spaces: tuple[str, ...] = ()

    @property
    def own(self) -> bool:
        """Whether it is the game's own, and no card's, space's or `until` block's."""
        return self.designs is None and self.lasting is None and not self.spaces


@frozen
class Lasting:
    """An `until` block: ``captured`` are the variables of its surroundings that it speaks of."""

    number: int
    block: g.Lasting
    captured: tuple[g.Var, ...]


@frozen
class Modifier:
    """A modifier of cards, of the kinds of ``spaces``, or of an `until` block: ``number`` from 1 within its value."""

    number: int
    modifier: g.Modifier
    designs: tuple[int, ...]
    zones: tuple[str, ...]
    test: g.Expr | None
    lasting: int | None = None
    spaces: tuple[str, ...] = ()


@frozen
class AnyAction:
    """An action at any time; ``designs``: the cards that carry it (None: the game itself); ``spaces``: the kinds of
    spaces that do; ``lasting``: the `until` block that it stands in."""

    action: g.Action
    during: tuple[str, ...]
    designs: tuple[int, ...] | None = None
    zones: tuple[str, ...] = ()
    test: g.Expr | None = None
    spaces: tuple[str, ...] = ()
    lasting: int | None = None

    @property
    def own(self) -> bool:
        """Whether it is the game's own, and no card's, space's or `until` block's."""
        return self.designs is None and self.lasting is None and not self.spaces


ORDERLESS = ("count", "any", "no", "every", "sum", "product", "highest", "lowest")
"""Quantifiers for which the order of what they look at makes no difference."""


def in_turn_order(node: object) -> bool:
    """Whether an expression goes through players from the one whose turn it is, so that it comes to something else in
    another turn."""
    parts = list(walk(node))
    counted = [x.selector for x in parts if isinstance(x, g.Quantified) and x.how in ORDERLESS]
    alike = {id(x) for selector in counted for x in (selector, selector.source)}
    for x in parts:
        match x:
            case g.Selector() if x.source is None and x.var.type.base == "player" and x.clock is None and id(x) not in alike:
                return True
            case g.ZoneOf(of=g.Everyone()) | g.DiceOf(of=g.Everyone()) if id(x) not in alike:
                return True
            case g.Stored(of=g.Everyone()) | g.Derived(of=g.Everyone()):
                return True
    return False


@define
class Facts:
    """Tables of a game; see `gathering.collect`."""

    game: g.Game
    listeners: dict[tuple[str, str], list[Listener]] = field(factory=dict)  # (family, key) -> `when` rules
    before: dict[tuple[str, str], list[Listener]] = field(factory=dict)
    instead: dict[tuple[str, str], list[Listener]] = field(factory=dict)
    lastings: "list[Lasting]" = field(factory=list)  # `until` blocks that statements start
    modifiers: dict[str, list[Modifier]] = field(factory=dict)  # by value
    # slot -> (effect, designs); of spaces without designs: each kind has one
    fills: dict[str, list[tuple[g.Effect, tuple[int, ...]]]] = field(factory=dict)
    value_fills: dict[str, list[tuple[g.Value, tuple[int, ...]]]] = field(factory=dict)
    anytimes: list[AnyAction] = field(factory=list)
    asks_for_faces: dict[str, bool] = field(factory=dict)  # by value, see `orderless`
    _secret_names: "frozenset[int] | None" = None
    _reads: dict[str, frozenset[str]] = field(factory=dict)

    # -------------------------------------------------------------------------------------- reading

    @property
    def secret_names(self) -> frozenset[int]:
        """Names for what somebody, or chance, has chosen secretly."""
        if self._secret_names is None:
            self._secret_names = frozenset(
                x.selector.var.id for x in walk(self.game) if isinstance(x, g.Choose) and x.secretly)
        return self._secret_names

    def reads(self, node: object) -> frozenset[str]:
        """Keys of all that an expression may read: `store K`, `zone K`, `dice K`, `gone`, `turn`."""
        found: set[str] = set()
        if in_turn_order(node):
            found.add("turn")
        for x in walk(node):
            match x:
                case g.Stored():
                    found.add("store " + x.key)
                case g.ZoneOf():
                    found.add("zone " + x.key)
                case g.DiceOf():
                    found.add("dice " + x.key)
                case g.Prop(name="face"):
                    found |= {"dice " + d for d in self.game.dice}
                case g.Prop(name="owner") | g.Prop(name="holder_zone"):
                    found |= {"zone " + z for z in self.game.zones}
                case g.Derived():
                    found |= self.value_reads(x.key)
                case g.Selector() if x.source is None and x.var.type.base == "player":
                    found.add("gone")
        return frozenset(found)

    def value_reads(self, key: str) -> frozenset[str]:
        if key not in self._reads:
            self._reads[key] = frozenset()
            found: set[str] = set()
            value = self.game.values.get(key)
            if value is not None:
                found |= self.reads(value.expr)
            for filled, _ in self.value_fills.get(key, ()):
                found |= self.reads(filled.expr)
            for m in self.modifiers.get(key, ()):
                found |= self.reads(m.modifier.value) | self.reads(m.modifier.target.args) | self.reads(m.test)
                found |= self.reads(m.modifier.target.of)
                found |= {"zone " + z for z in m.zones}
            self._reads[key] = frozenset(found)
        return self._reads[key]

    def place_shown(self, key: str) -> bool:
        """Whether everyone sees what stands under a key of `reads`; of a zone, how many cards lie there and their backs."""
        sort, _, name = key.partition(" ")
        match sort:
            case "store":
                return self.game.stores[name].shown is None
            case "dice":
                return self.game.dice[name].shown is None
            case "zone":
                shown = self.game.zones[name].shown
                return all(isinstance(who, g.Everyone) for aspect, who in shown if aspect in ("count", "backs"))
        return True

    def back_tells(self, kind: str) -> bool:
        """Whether the back of a card tells whether it is of that kind."""
        kinds = self.game.kinds
        backs = {kinds[c.kind].back for c in self.game.cards if kind in kinds[c.kind].lineage}
        return all(kind in kinds[c.kind].lineage for c in self.game.cards if kinds[c.kind].back in backs)

    # -------------------------------------------------------------------------------------- changing

    def zones_for(self, t: g.Type) -> Iterator[str]:
        """Zones in which a card of the type may lie."""
        base = t.item if t.base == "list" and t.item is not None else t
        kinds = self.game.kinds
        for zone in self.game.zones.values():
            if not zone.kinds or not base.names or "card" in zone.kinds:
                yield zone.key
                continue
            for a in base.names:
                lineage = kinds[a].lineage if a in kinds else (a,)
                if any(z in lineage or (z in kinds and a in kinds[z].lineage) for z in zone.kinds):
                    yield zone.key
                    break

    def touches(self, st: g.Stmt) -> frozenset[str]:
        """What one simple statement may change."""
        match st:
            case g.Set():
                return frozenset({"store " + st.target.key} if isinstance(st.target, g.Stored) else ())
            case g.Gain():
                return frozenset({"store " + st.target.key})
            case g.Pay():
                keys = {"store " + st.source.key}
                if st.to is not None:
                    keys.add("store " + st.to.key)
                return frozenset(keys)
            case g.Move():
                zones = {"zone " + st.to.key} | {"zone " + z for z in self.zones_for(st.what.type)}
                return frozenset(zones | self.resets(st.what.type))
            case g.Draw():
                return frozenset({"zone " + st.source.key, "zone " + st.to.key} | self.resets(st.source.type))
            case g.Shuffle():
                return frozenset({"zone " + st.zone.key})
            case g.Roll():
                return frozenset("dice " + d for d in self.game.dice)
            case g.Choose() if st.who is None and st.selector.source is not None:
                return frozenset()
            case g.Eliminate():
                return frozenset({"gone"})
        return frozenset()

    def resets(self, t: g.Type) -> set[str]:
        """Counters and variables that cards of the type lose when they leave their place."""
        return {"store " + s.key for s in self.game.stores.values()
                if s.owner is not None and s.owner != "player" and self.game.kinds[s.owner].base != "space"}

    def refills_after(self, touched: frozenset[str]) -> list[int]:
        """Refills that may be due after a step; one may make another due."""
        found: list[int] = []
        zones = {key for key in touched if key.startswith("zone ")}
        while True:
            more = [i for i, refill in enumerate(self.game.refills)
                    if i not in found and refill.time != "needed"
                    and zones & {"zone " + refill.target.key, "zone " + refill.source.key}]
            if not more:
                return sorted(found)
            found += more
            for i in more:
                zones |= {"zone " + self.game.refills[i].target.key, "zone " + self.game.refills[i].source.key}

    def with_refills(self, touched: frozenset[str]) -> frozenset[str]:
        """What a step may change, the refills after it included."""
        more = {"zone " + key for i in self.refills_after(touched)
                for key in (self.game.refills[i].target.key, self.game.refills[i].source.key)}
        return touched | more


def family(event: g.Event) -> str:
    return "changes" if event.what in CHANGES else event.what


def places(test: g.Expr | None) -> tuple[str, ...]:
    """The zones in which `this` must lie for a condition to hold."""
    match test:
        case g.IsIn(part=g.This(), place=g.ZoneOf() as zone):
            return (zone.key,)
        case g.IsIn(part=g.This(), place=g.Concat() as several):
            return tuple(x.key for x in several.parts if isinstance(x, g.ZoneOf))
        case g.And():
            for part in test.parts:
                found = places(part)
                if found:
                    return found
        case g.Or():
            all_ = [places(part) for part in test.parts]
            if all(all_):
                return tuple(dict.fromkeys(z for found in all_ for z in found))
    return ()
