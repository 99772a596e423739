"""What every game promises without a word of its author: each promise as a function that tries a match and says how it
is broken. The match itself is left as it is."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random

import interpreter
from interpreter import CHANCE, EngineError, IllegalMove, Match, Option, slots
from interpreter.worlds import exchanged
from tools.attack.looks import as_seen, differing, everything, question
from tools.attack.seats import can_be_turned, differences
from tools.attack.secrets import betrayed
from tools.attack.wholeness import miscounted, misplaced, out_of_bounds
from tools.wording import shortened

ENDS = "the match can go on to its end"
CHAINS = "no chain of rules goes on without end"
BOUNDS = "counters stay within their bounds"

TRIED = 6
"""Options that are taken at one question, and choices with which a match is gone on with."""

WAYS: tuple[Callable[[Match, Option], None], ...] = (
    lambda m, option: m.choose(option),
    lambda m, option: m.choose(option.id),
    lambda m, option: m.choose_index(option.index),
)
"""In which an option may be taken."""

Promise = Callable[[Match, Random], Iterator[str]]


def go_on(m: Match, rng: Random, steps: int) -> bool:
    """Uniform choices by all, at most *steps*. False: the rules themselves do something wrong there, which breaks another
    promise."""
    try:
        for _ in range(steps):
            if m.over:
                break
            m.choose_index(rng.randrange(m.count))
    except EngineError:
        return False
    return True


def cards(m: Match, rng: Random) -> Iterator[str]:
    """Cards are conserved."""
    yield from misplaced(m)


def bounds(m: Match, rng: Random) -> Iterator[str]:
    """Counters stay within their bounds."""
    yield from out_of_bounds(m)


def telling(m: Match, rng: Random) -> Iterator[str]:
    """What is told of the cards is what there is."""
    yield from miscounted(m)


def options(m: Match, rng: Random) -> Iterator[str]:
    """Whatever is offered can be taken, by itself, by its id and by its number."""
    decision = m.decision
    if decision is None:
        return
    ids = [option.id for option in decision.options]
    if not ids:
        yield "nothing is on offer"
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"two options are called {name}"
    if len(ids) != m.count:
        yield f"{len(ids)} options are shown, and there are {m.count}"
        return
    before = m.save()
    for option in rng.sample(decision.options, min(len(ids), TRIED)):
        taken = []
        for way in WAYS:
            after = m.copy()
            try:
                way(after, option)
            except IllegalMove as refused:
                yield f"{option.id} is on offer, and is refused: {refused}"
                return
            except EngineError:
                continue  # the rules break another promise there: whoever plays it will hear of it
            taken.append(after.save())
        if len(set(taken)) > 1:
            yield f"{option.id}, its id and its number are not the same choice"
        if before in taken:
            yield f"{option.id} changes nothing, not even the record of choices"
    if m.save() != before:
        yield "a choice in a copy changes the match"


def copies(m: Match, rng: Random) -> Iterator[str]:
    """A copy is the same, and goes its own way."""
    before = everything(m)
    other = m.copy()
    for name in differing(before, everything(other)):
        yield f"the {name} of a copy is another"
    go_on(other, rng, TRIED)
    for name in differing(before, everything(m)):
        yield f"the {name} changes with what is done in a copy"


def saves(m: Match, rng: Random) -> Iterator[str]:
    """A match goes on from its save as it would have gone on."""
    try:
        other = interpreter.resume(m.game, m.save())
    except interpreter.SaveError as refused:
        yield f"the save cannot be resumed: {refused}"
        return
    for name in differing(everything(m), everything(other)):
        yield f"the {name} after a resume is another"
    one, salt = m.copy(), rng.random()
    if not go_on(one, Random(salt), TRIED):
        return  # the one that is resumed does not test the invariants
    go_on(other, Random(salt), TRIED)
    for name in differing(everything(one), everything(other)):
        yield f"the {name} some choices after a resume is another"


def replays(m: Match, rng: Random) -> Iterator[str]:
    """The same choices make the same match."""
    try:
        other = interpreter.replay(m.game, m.transcript())
    except interpreter.SaveError as refused:
        yield f"the transcript cannot be replayed: {refused}"
        return
    for name in differing(everything(m), everything(other)):
        yield f"the {name} of a replay is another"


def undoing(m: Match, rng: Random) -> Iterator[str]:
    """A choice that is taken back leaves no trace."""
    if m.over or m.player == CHANCE:
        return
    before, other = everything(m), m.copy()
    try:
        other.choose_index(rng.randrange(m.count))
        learned = what_was_learned(other) != what_was_learned(m)
        other.undo()
    except (IllegalMove, EngineError):
        return
    if learned:
        yield "a choice can be taken back after chance has spoken or a card was seen"
    for name in differing(before, everything(other)):
        yield f"the {name} is another after a choice was taken back"


def what_was_learned(m: Match) -> list[int]:
    """The numbers that say what chance has done, and who knows which faces."""
    at, n = m.program.lay.at, m.program.lay.n
    s = m.state
    return [*s[slots.RNG : slots.RNG + 4], *s[at["KNOW"] : at["KNOW"] + n], *s[at["FACE"] : at["FACE"] + n]]


def noticing(m: Match, rng: Random) -> Iterator[str]:
    """What must always hold is tested: where somebody is asked it holds, when it is worked out anew."""
    state, program = m.copy().state, m.program
    if state[slots.TOGETHER] or not any(state[slot] for slot in program.lay.phase_slot.values()):
        return  # it is tested when all is done, and not while the table is set
    for invariant in program.game.invariants:
        plain = invariant.never is None and invariant.since is None
        if plain and invariant.test is not None and program.ask(state, invariant.test, what="truth") <= 0:
            yield f"the invariant {invariant.key} does not hold"


def hiding(m: Match, rng: Random) -> Iterator[str]:
    """Worlds that a player cannot tell apart look the same to him."""
    seat = rng.randrange(m.players)
    try:
        world = exchanged(m, seat, rng)
    except EngineError:
        return  # none could be imagined within the engine's bounds
    names = [card.name for card in m.game.cards]
    asked = [*m.game.effects, *names, "pass"]
    texts = rng.sample(asked, min(2, len(asked)))
    one, other = as_seen(m, seat, texts), as_seen(world, seat, texts)
    for name in differing(one, other):
        yield f"p{seat} can tell two worlds apart by the {name}: {first_difference(one[name], other[name])}"
    if m.player == seat and question(m) == question(world) and m.count != world.count:
        yield f"p{seat} is asked with another number of options"
    yield from betrayed(m, rng)


def turning(m: Match, rng: Random) -> Iterator[str]:
    """When all sit one place further, the same happens to whoever sits there."""
    if can_be_turned(m):
        yield from differences(m)


def first_difference(one: object, other: object) -> str:
    """Where two texts of values part, in a few words."""
    a, b = repr(one), repr(other)
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    at = max(at - 20, 0)
    return f"{shortened(a[at : at + 60], 60)} / {shortened(b[at : at + 60], 60)}"


EACH_STEP: Mapping[str, Promise] = {
    "cards are conserved": cards,
    BOUNDS: bounds,
}
"""Cheap enough to be tried after every choice."""

NOW_AND_THEN: Mapping[str, Promise] = {
    "what is offered can be taken": options,
    "what is told of the cards is what there is": telling,
    "a copy is the same and goes its own way": copies,
    "a save goes on as the match does": saves,
    "a choice taken back leaves no trace": undoing,
    "no invariant is broken unnoticed": noticing,
    "what is hidden cannot be told": hiding,
}

ANYWHERE: Mapping[str, Promise] = {
    name: NOW_AND_THEN[name]
    for name in ("what is told of the cards is what there is", "what is offered can be taken")
}
"""Those that can be tried of a match that began with a scene: it cannot be saved or played again from its choices."""

AT_THE_END: Mapping[str, Promise] = {
    "the same choices make the same match": replays,
    "turning the seats turns all that happens": turning,
}

ALL: Mapping[str, Promise] = {**EACH_STEP, **NOW_AND_THEN, **AT_THE_END}


def tried(m: Match, name: str) -> str | None:
    """How the match breaks that promise, or None. What is tried hangs on the match alone."""
    salt = "" if name in EACH_STEP else f"{name} {len(m.choices())}"
    return next(islice(ALL[name](m, Random(salt)), 1), None)
