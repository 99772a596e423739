"""The same match with everybody one seat further: all that happens must happen to whoever sits there now.

Nothing in the rules knows the number of a seat but `start_player`, and a parameter that names a player. So where these
are turned with the seats, and chance gives the same, the log is the same with other names.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

import interpreter
from interpreter import EngineError, Match
from rulelang import Game
from rulelang.game import Setting
from tools.wording import shortened

_turned: dict[tuple[int, int, int], tuple[Game, Game]] = {}


def turned(game: Game, by: int, players: int) -> Game:
    """The game whose start player, and players that parameters name, sit so many seats further; the same one each time."""
    key = id(game), by, players
    kept = _turned.get(key)
    if kept is None or kept[0] is not game:
        if len(_turned) > 32:
            _turned.clear()
        settings = {
            name: seat_of(value, game.parameters.get(name), by, players)
            for name, value in game.settings.items()
        }
        kept = _turned[key] = (
            game,
            evolve(game, first=(game.first + by) % players, settings=settings),
        )
    return kept[1]


def seat_of(value: object, setting: Setting | None, by: int, players: int) -> object:
    """The value of a parameter, turned if it names a player."""
    if setting is None or setting.type.base != "player" or not isinstance(value, int) or value < 0:
        return value
    return (value + by) % players


class Turning:
    """Turns texts of a match by so many seats."""

    def __init__(self, m: Match, by: int) -> None:
        self.by, self.players = by, m.players
        dice = m.program.lay.dice.values()
        self.amounts = {one.key: one.amount for one in dice if one.owners == m.players and one.owners > 1}
        words = "|".join(map(re.escape, self.amounts))
        self.dice = re.compile(rf"\b({words}) (\d+)\b") if words else None

    def text(self, text: str) -> str:
        """With other names; what a list of players holds is told in the order of the seats, whatever they are."""
        named = re.sub(r"\bp(\d+)\b", lambda found: self._name(int(found[1])), text)
        if self.dice is not None:
            # those of all players are counted through
            named = self.dice.sub(lambda found: self._die(found[1], int(found[2])), named)
        return in_order(named)

    def _die(self, key: str, number: int) -> str:
        amount = self.amounts[key]
        owner, which = divmod(number - 1, amount)
        return f"{key} {(owner + self.by) % self.players * amount + which + 1}"

    def _name(self, seat: int) -> str:
        return f"p{(seat + self.by) % self.players if seat < self.players else seat}"

    def seat(self, seat: int | None) -> int | None:
        """Who sits there now."""
        return seat if seat is None or seat < 0 else (seat + self.by) % self.players


def in_order(text: str) -> str:
    """The text with the players of each list by seat."""
    return re.sub(
        r"\[(p\d+(?:, p\d+)*)\]", lambda found: f"[{', '.join(sorted(found[1].split(', ')))}]", text
    )


def can_be_turned(m: Match) -> bool:
    """Whether the match can be played again with other seats: what chance gave is known, and nothing is called like a
    player."""
    game = m.game
    names = [card.name for card in game.cards] + [x for enum in game.enums.values() for x in enum.members]
    return (
        m.chance == "explicit" and m.players > 1 and not any(re.search(r"\bp\d+\b", name) for name in names)
    )


def differences(m: Match, by: int = 1) -> Iterator[str]:
    """What is not the same when all sit so many seats further."""
    turning = Turning(m, by)
    try:
        other = interpreter.start(turned(m.game, by, m.players), m.players, chance="explicit")
        for number, choice in enumerate(m.choices(), 1):
            wanted = turning.text(str(choice))
            decision = other.decision
            options = (
                [] if decision is None else [one for one in decision.options if in_order(one.id) == wanted]
            )
            if not options:
                yield f"choice {number}, {choice}, is not on offer then; the log has parted: {parted(m, other, turning)}"
                return
            other.choose(options[0])
    except EngineError as error:
        yield f"the match cannot go on then: {shortened(str(error), 200)}"
        return
    different = parted(m, other, turning)
    if different:
        yield different
    if asked(m, turning) != asked(other, Turning(other, 0)):
        yield "somebody else is asked then, or for something else"
    if ended(m, by) != ended(other, 0):
        yield f"the result is another then: {ended(m, by)} / {ended(other, 0)}"


def parted(m: Match, other: Match, turning: Turning) -> str:
    """Where two logs part, in words; empty: they do not, as far as both go."""
    for one, another in zip(m.log, other.log, strict=False):
        mine = turning.text(one.text), one.what, one.rule, turning.seat(one.you)
        theirs = in_order(another.text), another.what, another.rule, another.you
        if mine != theirs:
            return f"{one.text or one.what} ({one.place}) is then {another.text or another.what} ({another.place})"
    return ""


def asked(m: Match, turning: Turning) -> object:
    """The question that waits, turned."""
    decision = m.decision
    if decision is None:
        return None
    return (
        turning.seat(decision.player),
        decision.prompt,
        decision.rule,
        tuple(turning.text(option.id) for option in decision.options),
    )


def ended(m: Match, by: int) -> object:
    """The result, turned."""
    result = m.result
    if result is None:
        return None
    seats = range(m.players)

    def around(numbers: tuple[int | None | Fraction, ...]) -> tuple[object, ...]:
        return tuple(numbers[(seat - by) % m.players] for seat in seats)

    ranking = [sorted((seat + by) % m.players for seat in group) for group in result.ranking]
    winners = sorted((seat + by) % m.players for seat in result.winners)
    return winners, ranking, around(result.scores), around(result.payoffs), result.reason
