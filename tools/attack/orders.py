"""Rules that answer one event at once, in other orders: only a convention settles who comes first, so each must do."""

from attrs import evolve

import interpreter
from rulelang import Game

NAME = "every order of rules that answer at once gives a legal state"

ORDERS = 3
"""Orders that are tried: the other way round, and two others."""

_ordered: dict[tuple[int, int], tuple[Game, Game]] = {}


def ordered(game: Game, order: int) -> Game:
    """The game whose rules answer in another order (see `Game.order`); the same one each time."""
    if not order:
        return game
    key = id(game), order
    kept = _ordered.get(key)
    if kept is None or kept[0] is not game:
        if len(_ordered) > 32:
            _ordered.clear()
        kept = _ordered[key] = game, evolve(game, order=order)
    return kept[1]


def left_open(game: Game, players: int) -> bool:
    """Whether two rules, or two cards or spaces with the same rule, may answer one event."""
    program = interpreter.start(game, players, log=False).program
    lay, facts = program.lay, program.facts
    for table in (facts.listeners, facts.before, facts.instead):
        for listeners in table.values():
            bearers = 0
            for one in listeners:
                if one.designs is not None:
                    # about one card alone, only that card's rule answers
                    bearers += sum(lay.designs.count(design) for design in one.designs) if one.zones else 1
                else:
                    bearers += 1 if one.own else 2
            if bearers > 1:
                return True
    return False
