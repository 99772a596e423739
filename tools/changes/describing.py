"""A declaration as its author speaks of it: what can be said of it in a phrase each, and its lines."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from rulelang import game as g
from rulelang.check.words import in_words
from rulelang.source import Span
from tools.changes.normal import LINES, Normal
from tools.texts import Texts
from tools.wording import counted

_WHO = {"Everyone": "everyone", "Nobody": "nobody"}
_DEEPEST = 60  # lines inside lines: a rules file may nest as deep as it likes


@frozen
class Line:
    """One line of rules; *normal* are equal when they mean the same."""

    depth: int
    normal: object
    text: str = field(eq=False)


@frozen
class Described:
    """A declaration: *phrases* by what they are about, each with the value that is compared and its words."""

    sort: str
    name: str
    span: Span
    whole: object  # all of it, equal when it means the same
    phrases: Mapping[str, tuple[object, str]]
    lines: tuple[Line, ...] = ()
    cites: frozenset[str] = frozenset()


class Describer:
    """Describes the declarations of one game; *renamed*: see `Normal`."""

    def __init__(self, game: g.Game, renamed: Mapping[str, str] | None = None) -> None:
        self.game = game
        self._texts = Texts(game)
        self._renamed = renamed or {}

    def all(self) -> Iterator[Described]:
        """All declarations in the order in which people go through rules; those of one sort stand together."""
        game = self.game
        yield self._made("game", game.name, self._start(), (game.players, game.teams), {
            "players": (game.players, "{} to {}".format(*game.players)),
            "teams": self._expr(game.teams),
        })  # fmt: skip
        for setting in game.parameters.values():
            yield self._parameter(setting)
        for enum in game.enums.values():
            yield self._made("enum", enum.key, enum.span, enum, {"members": self._words(enum.members)})
        for kind in game.kinds.values():
            yield self._kind(kind)
        for card in game.cards:
            yield self._card(card)
        for zone in game.zones.values():
            yield self._zone(zone)
        for store in game.stores.values():
            yield self._store(store)
        for dice in game.dice.values():
            yield self._dice(dice)
        for board in game.boards.values():
            yield self._board(board)
        for value in game.values.values():
            yield self._value(value)
        for number, refill in enumerate(game.refills, 1):
            key = self._texts.of(refill.target.span) or str(number)
            yield self._lined("refill", key, refill, {}, [self._line(0, refill, self._texts.of(refill.span))])
        for event in game.events.values():
            yield self._lined("event", event.key, event, self._parameters(event.params), ())
        for effect in game.effects.values():
            phrases = self._parameters(effect.params)
            phrases["all or nothing"] = effect.whole, "yes" if effect.whole else "no"
            yield self._lined("effect", effect.key, effect, phrases, self._body(effect.body or (), 0))
        for window in game.windows.values():
            phrases = self._parameters(window.params)
            phrases["asks"] = self._phrase((window.who, window.clock, window.by), window.who or window.by)
            phrases["starts over"] = window.restart, "yes" if window.restart else "no"
            lines = (*self._body(window.actions, 0), *self._body(window.passing, 0))
            yield self._lined("window", window.key, window, phrases, lines)
        for anytime in game.anytimes:
            for action in anytime.actions:
                during = self._words(anytime.during)
                yield self._lined("action", action.key, action, {**self._parameters(action.params), "during": during},
                                  self._body(action.body, 0))  # fmt: skip
        for rule in game.rules:
            yield self._rule(rule)
        yield self._lined(
            "setup", "", g.Decl(key="", span=self._start()), {}, self._body(game.setup, 0), game.setup
        )
        for phase in game.phases.values():
            yield self._phase(phase)
        for tally in game.tallies.values():
            yield self._tally(tally)
        if game.winner is not None:
            ranks = ", then ".join(f"{rank.how} {rank.key}" for rank in game.winner.ranks)
            normal = self._normal().whole(game.winner)
            yield Described("winner", "", game.winner.span, normal, {"ranks": (normal, ranks)})
        for invariant in game.invariants:
            yield self._invariant(invariant)
        for example in game.examples:
            yield self._lined("example", example.key, example, {}, ())

    # ------------------------------------------------------------------ things

    def _parameter(self, setting: g.Setting) -> Described:
        value = self.game.settings[setting.key]
        said = self.setting_said(setting, value)
        return self._made("parameter", setting.key, setting.span, (setting, value), {
            "value": (value, said),
            "range": self._type(setting.type),
        })  # fmt: skip

    def setting_said(self, setting: g.Setting, value: object) -> str:
        """The value of a parameter in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if setting.type.base == "enum" and isinstance(value, int):
            return self.game.enums[setting.type.names[0]].members[value]
        return "none" if value is None else str(value)

    def _kind(self, kind: g.Kind) -> Described:
        fields = {
            f"field {one.key.rpartition('.')[2]}": self._type(one.type, one.default) for one in kind.fields
        }
        for key, value in kind.printed.items():
            fields |= self._field(key.rpartition(".")[2], value)
        return self._lined("kind", kind.key, kind, {
            "is": (kind.parent or kind.base, kind.parent or kind.base),
            "back": (kind.back, kind.back or "none"),
            **fields,
        }, self._text(kind))  # fmt: skip

    def _card(self, card: g.Card) -> Described:
        phrases = {"copies": self._expr(card.copies), "kind": (card.kind, card.kind)}
        for key, value in card.fields.items():
            phrases |= self._field(key.rpartition(".")[2], value)
        traits = self._words(card.traits)
        sort = self.game.kinds[card.kind].base
        return self._lined(sort, card.name, card, {**phrases, "traits": traits}, self._text(card))

    def _text(self, one: g.Card | g.Kind) -> list[Line]:
        """What a card, or a kind of spaces, says in its slots, rules and blocks."""
        lines: list[Line] = []
        for slot, effect in one.effects.items():
            lines += self._block(f"effect {slot.rpartition('.')[2]}:", effect.params, effect.body or ())
        for slot, filled in one.values.items():
            lines.append(
                self._line(0, filled, f"value {slot.rpartition('.')[2]} = {self._words_of(filled.expr)}")
            )
        lines += self._body((*one.rules, *one.lastings), 0)
        return lines

    def _field(self, name: str, value: Any) -> dict[str, tuple[object, str]]:
        if not isinstance(value, tuple):
            return {name: self._expr(value)}
        return {f"{name}[{', '.join(map(self._words_of, index))}]": self._expr(one) for index, one in value}

    def _zone(self, zone: g.Zone) -> Described:
        phrases = {
            "holds": self._words(zone.kinds),
            "is": (zone.order, zone.order),
            "of": (zone.owner, zone.owner or "the table"),
            "at most": self._expr(zone.capacity),
            "index": self._phrase(zone.index, None, counted(len(zone.index), "index")),
        }
        for aspect, who in zone.shown:
            # To whom it is shown is no longer a phrase of the author where the kind of the zone says it.
            phrases[f"{aspect} shown to"] = self._normal().whole(who), self._who(who)
        return self._made("zone", zone.key, zone.span, zone, phrases)

    def _who(self, who: g.Expr) -> str:
        if isinstance(who, g.Prop) and who.of is None:
            return who.name
        return _WHO.get(type(who).__name__) or self._texts.of(who.span)

    def _store(self, store: g.Store) -> Described:
        phrases = {
            "range" if store.counter else "type": self._type(store.type),
            "at first": self._expr(store.default),
            "of": (store.owner, store.owner or "the table"),
            "index": self._phrase(store.index, None, counted(len(store.index), "index")),
            "shown to": (
                self._normal().whole(store.shown),
                "everyone" if store.shown is None else self._who(store.shown),
            ),
        }
        return self._made("counter" if store.counter else "variable", store.key, store.span, store, phrases)

    def _dice(self, dice: g.Dice) -> Described:
        faces = ", ".join(map(self._words_of, dice.faces))
        if not dice.faces:
            faces = f"{self._words_of(dice.low)} to {self._words_of(dice.high)}"
        return self._made("dice", dice.key, dice.span, dice, {
            "number": self._expr(dice.amount),
            "faces": (self._normal().whole((dice.faces, dice.low, dice.high)), faces),
            "shown to": (self._normal().whole(dice.shown), "everyone" if dice.shown is None else self._who(dice.shown)),
        })  # fmt: skip

    def _board(self, board: g.Board) -> Described:
        phrases = {"rows": self._expr(board.rows), "columns": self._expr(board.columns)}
        for number, space in enumerate(board.spaces, 1):
            named = space.get("name")
            name = named.value if isinstance(named, g.Text) else str(number)
            phrases[f'space "{name}"'] = self._normal().whole(space), self._space(space)
        return self._made("board", board.key, board.span, board, phrases)

    def _space(self, space: Mapping[str, g.Expr]) -> str:
        told = (
            f"{key.rpartition('.')[2]} {self._words_of(one)}" for key, one in space.items() if key != "name"
        )
        return ", ".join(one for one in told if not one.endswith(" "))

    # ------------------------------------------------------------------ rules

    def _value(self, value: g.Value) -> Described:
        lines = [] if value.expr is None else [self._line(0, value.expr, self._words_of(value.expr))]
        phrases = {**self._parameters(value.params), "layers": self._words(value.layers)}
        return self._lined("value", value.key, value, phrases, lines)

    def _rule(self, rule: g.Trigger) -> Described:
        phrases = {
            "answers": (self._normal(True).whole((rule.time, rule.event)), self._event(rule)),
            "if": self._expr(rule.test),
        }
        return self._lined("rule", rule.name or "", rule, phrases, self._body(rule.body, 0))

    def _event(self, rule: g.Trigger) -> str:
        time = "instead of" if rule.time == "instead" else rule.time
        return f"{time} {self._texts.of(rule.event.span)}"

    def _phase(self, phase: g.Phase) -> Described:
        loop = (
            ""
            if phase.loop is None
            else {"turns": "taking turns", "each": "for each"}.get(phase.loop, phase.loop)
        )
        if phase.until is not None:
            loop += f" until {self._words_of(phase.until)}"
        if phase.selector is not None:
            loop += f" {self._texts.of(phase.selector.span)}"
        repeated = self._normal(True).whole((phase.loop, phase.until, phase.selector, phase.order, phase.by))
        phrases = {
            "of": self._expr(phase.of),
            "inside": (self._renamed.get(phase.parent or "", phase.parent), phase.parent or "the game"),
            "repeated": (repeated, loop or "once"),
        }
        return self._lined("phase", phase.key, phase, phrases, self._body(phase.body, 0))

    def _tally(self, tally: g.Tally) -> Described:
        lines = [
            self._line(0, (label, expr), f'"{label}": {self._words_of(expr)}')
            for label, expr, _ in tally.lines
        ]
        return self._lined("tally", tally.key, tally, {"into": (tally.into, tally.into)}, lines)

    def _invariant(self, invariant: g.Invariant) -> Described:
        said = self._texts.of((invariant.test or invariant.never or invariant).span)
        return self._lined("invariant", invariant.key, invariant, {}, [self._line(0, invariant, said)])

    # ------------------------------------------------------------------ lines

    def _body(self, body: Any, depth: int) -> list[Line]:
        found: list[Line] = []
        for one in body:
            found += self._lines(one, depth)
        return found

    def _lines(self, node: Any, depth: int) -> list[Line]:
        if depth > _DEEPEST:
            return [Line(depth, self._normal(True).whole(node), "...")]
        if isinstance(node, g.If):
            found = []
            for number, (test, body) in enumerate(node.branches):
                word = "otherwise if" if number else "if"
                found.append(
                    Line(depth, (word, self._normal(True).whole(test)), f"{word} {self._words_of(test)}:")
                )
                found += self._body(body, depth + 1)
            if node.otherwise:
                found += [Line(depth, "otherwise", "otherwise:"), *self._body(node.otherwise, depth + 1)]
            return found
        if isinstance(node, g.Action):
            return self._block(f"action {node.key}:", node.params, node.body, depth)
        if isinstance(node, g.PhaseStmt):
            key = self._renamed.get(node.key, node.key)
            return [Line(depth, ("phase", key), f"phase {node.key}")]
        inner = _inside(node)
        text = self._texts.head(node, inner) + (":" if inner else "")
        return [Line(depth, self._normal(True).head(node), text), *self._body(inner, depth + 1)]

    def _block(self, head: str, params: tuple[g.Parameter, ...], body: Any, depth: int = 0) -> list[Line]:
        if params:
            head = f"{head[:-1]}({', '.join(self._texts.of(one.selector.span) for one in params)}):"
        return [
            Line(depth, (head[: head.find("(")], self._normal(True).whole(params)), head),
            *self._body(body, depth + 1),
        ]

    def _line(self, depth: int, node: object, text: str) -> Line:
        return Line(depth, self._normal(True).whole(node), text)

    # ------------------------------------------------------------------ phrases

    def _normal(self, by_name: bool = False) -> Normal:
        return Normal(self._renamed, by_name)

    def _made(
        self, sort: str, name: str, span: Span, whole: object, phrases: Mapping[str, tuple[object, str]]
    ) -> Described:
        return Described(sort, name, span, self._normal().whole(whole), phrases)

    def _lined(
        self,
        sort: str,
        name: str,
        node: Any,
        phrases: Mapping[str, tuple[object, str]],
        lines: Any,
        whole: object = None,
    ) -> Described:
        normal = self._normal().whole(node if whole is None else whole)
        return Described(sort, name, node.span, normal, phrases, tuple(lines))

    def _parameters(self, params: tuple[g.Parameter, ...]) -> dict[str, tuple[object, str]]:
        said = ", ".join(self._texts.of(one.selector.span) for one in params)
        return {"takes": (self._normal(True).whole(params), said or "nothing")}

    def _phrase(self, value: object, shown: g.Expr | None, said: str = "") -> tuple[object, str]:
        return self._normal(True).whole(value), said or self._words_of(shown)

    def _expr(self, value: g.Expr | None) -> tuple[object, str]:
        return self._normal(True).whole(value), self._words_of(value)

    def _words(self, names: tuple[str, ...]) -> tuple[object, str]:
        return tuple(self._renamed.get(one, one) for one in names), ", ".join(names) or "none"

    def _words_of(self, value: g.Expr | None) -> str:
        """The author's words; a constant that no text stands for is told as it is."""
        if value is None or isinstance(value, g.Nothing):
            return "none"
        if isinstance(value, g.Num):
            return str(value.value)
        if isinstance(value, g.Truth):
            return "yes" if value.value else "no"
        return self._texts.of(value.span).replace("( ", "(")

    def _type(self, kind: g.Type, default: g.Expr | None = None) -> tuple[object, str]:
        said = in_words(kind)
        if kind.low is not None:
            said = f"{self._words_of(kind.low)} " + (
                "or more" if kind.high is None else f"to {self._words_of(kind.high)}"
            )
        if default is not None:
            said += f" = {self._words_of(default)}"
        return self._normal(True).whole((kind, kind.low, kind.high, default)), said

    def _start(self) -> Span:
        label = self.game.sources[0].path if self.game.sources else ""
        return Span(label, 0, 1, 1, 0, 1, 1)


def _inside(node: Any) -> list[Any]:
    """What stands on further lines of a statement, in the order of the text."""
    found: list[Any] = []
    for name in ("body", "options", "modifiers", "rules", "actions"):
        found += [one for one in getattr(node, name, ()) if isinstance(one, LINES)]
    return sorted(found, key=lambda one: one.span.start)
