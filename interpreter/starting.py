"""How a match begins."""

from typing import Literal

from interpreter.beginnings import Beginnings, Spot, drawn_on, without_chance
from interpreter.emit.base import NotYet
from interpreter.errors import FormNotRunning
from interpreter.machine import generator, reseed
from interpreter.match import Follower, Match
from interpreter.program import Program, _programs, program
from interpreter.slots import ASK, RNG
from rulelang.game import Game


def start(game: Game, players: int, *, seed: int = 0, chance: Literal["sampled", "explicit"] = "sampled",
          log: bool = True, fast: bool = False, checks: bool = False) -> Match:
    """Begins a match of *game*: runs setup, up to the first decision.

    Args:
        players: number of seats.
        seed: any whole number; equal seeds and choices give equal matches.
        chance: "sampled" from the seed, or "explicit": a decision of CHANCE with probabilities.
        log: False: no events are kept, for simulation.
        fast: machine code (extra `fast`).
        checks: invariants are tested after every step.

    Raises: ValueError: a number of players that the game does not allow; EngineError.
    """
    if not (log or fast or checks) and chance == "sampled" and type(players) is int:
        begun = _programs.get((id(game), players))
        if begun is not None and begun[0] is game and begun[1].model is not None:
            return another(begun[1], begun[1].model, seed)
    low, high = game.players
    if type(players) is not int or not low <= players <= high:
        raise ValueError(f"{game.name} is for {low} to {high} players, not {players}" if low != high
                         else f"{game.name} is for {low} players, not {players}")
    if chance not in ("sampled", "explicit"):
        raise ValueError('chance is "sampled" or "explicit"')
    try:
        p = program(game, players)
        machine = None
        if fast:
            from interpreter.fast import fast as machine_code

            machine = machine_code(p, log, checks)
        m = Match(p, seed=seed, chance=chance, log=log, checks=checks, fast=machine)
    except NotYet as form:
        raise FormNotRunning(f"{form} cannot be played yet") from None
    plain = m._way.plain
    if plain and not p.outset_asks:
        p.model = m._bare_copy()
    m._go(m._first)
    if plain and p.outset_asks:
        p.model = m._bare_copy()
    return m


REMEMBERED = 8
"""Programs of which beginnings are kept."""


def another(p: Program, model: Match, seed: int) -> Match:
    """A match without log, with sampled chance, that begins as all of these do."""
    tree = p.beginnings
    if tree is not None:
        return following(p, model, tree, seed)
    p.played()
    if p.remembers:
        p.beginnings = remembering(p, model)
        let_go()
    m = model._bare_copy()
    m.seed = seed
    reseed(m._s, seed)
    if not p.outset_asks:
        m._finish(m._first)
    return m


def following(p: Program, model: Match, tree: Beginnings, seed: int) -> Match:
    """The same, as far as it goes the way of one before it."""
    m = Follower.__new__(Follower)
    m._way, m.seed, m._generator, m._past, m._recent = model._way, seed, None, None, []
    start = tree.start
    if p.outset_asks:
        m._spot, m._code, m.count = start, ASK, start.count
        return m
    then = start.after[0]
    if then is not None and then.chance:
        m._generator = generator(seed)
        then = drawn_on(then, m._generator, tree.below)
    if then is not None:
        m._spot, m._code, m.count = then, then.code, then.count
        return m
    m._spot, m._code, m.count, m._generator = start, ASK, 0, None
    m._stand()
    words = m._s[RNG : RNG + 4]
    m._finish(m._first)
    m._remember(start, 0, m._first, words, ())
    return m


def remembering(p: Program, model: Match) -> Beginnings:
    """A tree of beginnings in which nothing is kept yet."""
    start = Spot(0, ASK, model.count if p.outset_asks else 1, model._options, without_chance(model._s))
    return Beginnings(p, start, p.compiled(False).names["below"])


def let_go() -> None:
    """Forgets the beginnings of programs beyond the last ones."""
    found = [p for _, p in _programs.values() if p.beginnings is not None]
    for p in found[:-REMEMBERED]:
        p.beginnings = None
