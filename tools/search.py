"""Players that search: they play imagined matches on from the question and do what came to most.

Both know no more than their seat: every imagined match begins in a world that the player cannot tell from the true one
(`Match.sample_world`), so luck and hidden cards are dealt anew each time. One compares the options only; the other also
remembers, for the questions that follow, which answers were good for whoever gave them, as in information set Monte Carlo
tree search (Cowling, Powley, Whitehouse 2012), and so plays against opponents who want to win.
"""

from math import log, sqrt
from random import Random

from attrs import define, field

from interpreter import CHANCE, EngineError, Match
from tools.bots import Bot, lead, uniform

ROUNDS = 96  # imagined matches for one question
WORLDS = 12  # worlds in which they begin, in turn
FAR = 24  # decisions that one of them is played on, after what is remembered
DEEP = 4  # questions that are remembered, the one that is asked included
CURIOUS = 0.7  # how much an option that was tried less often counts for that
Values = list[float]
Sign = tuple[int, int]  # what a question looks like: who is asked, and how many options there are


@define
class Node:
    """A question as it came up in imagined matches: of the options that were tried, how often, how much they came to for
    whoever was asked, and which questions came after."""

    open: list[int]  # options that were not tried yet
    tried: dict[int, int] = field(factory=dict)
    worth: dict[int, float] = field(factory=dict)
    after: "dict[tuple[int, Sign], Node]" = field(factory=dict)

    def pick(self, count: int, curious: float) -> int:
        """The option to try next (Auer, Cesa-Bianchi, Fischer 2002); those that were never tried come first."""
        while self.open:
            option = self.open.pop()
            if option < count:
                return option
        rounds = log(sum(self.tried.values()))
        return max(
            (o for o in self.tried if o < count),
            key=lambda o: (self.worth[o] / self.tried[o] + curious * sqrt(rounds / self.tried[o]), -o),
        )


def searcher(rounds: int = ROUNDS, deep: int = DEEP, far: int = FAR, curious: float = CURIOUS) -> Bot:
    """A bot that imagines *rounds* matches at each question, remembers the first *deep* questions of each, and plays *far*
    further decisions before it looks how things stand."""

    def bot(match: Match, rng: Random) -> int:
        if match.count == 1:
            return 0
        seat = match.player
        assert seat is not None
        root = node(match, rng, rounds)
        worlds: list[Match] = []
        for number in range(rounds):
            try:
                if number < WORLDS:
                    worlds.append(match.sample_world(seat, rng))
                if not worlds:
                    break
                once(worlds[number % len(worlds)].reseeded(rng), root, rng, deep, far, curious)
            except EngineError:
                # no such world within the budget, or the rules of one end in an error; the true match may be fine
                continue
        if not root.tried:
            return uniform(match, rng)
        return max(root.tried, key=lambda o: (root.tried[o], root.worth[o], -o))

    return bot


def node(match: Match, rng: Random, rounds: int) -> Node:
    """A new question. Of very many options only some are looked at, so that each is tried several times."""
    most = max(2, rounds // 4)
    return Node(rng.sample(range(match.count), min(match.count, most)))


def once(world: Match, root: Node, rng: Random, deep: int, far: int, curious: float) -> None:
    """One imagined match: down the remembered questions, a new one, then uniform choices; and what it came to."""
    path: list[tuple[Node, int, int]] = []
    at: Node | None = root
    while at is not None and world.count:
        if world.player == CHANCE:
            lucky(world, rng)
            continue
        assert world.player is not None
        option = at.pick(world.count, curious)
        path.append((at, option, world.player))
        world.choose_index(option)
        if len(path) >= deep or not world.count:
            break
        sign = world.player or 0, world.count
        following = at.after.get((option, sign))
        if following is None:
            at.after[option, sign] = node(world, rng, ROUNDS)
            break
        at = following
    for _ in range(far):
        if not world.count:
            break
        if world.player == CHANCE:
            lucky(world, rng)
        else:
            world.choose_index(int(rng.random() * world.count))
    values = worth(world)
    for visited, option, player in path:
        visited.tried[option] = visited.tried.get(option, 0) + 1
        visited.worth[option] = visited.worth.get(option, 0.0) + values[player]


def lucky(world: Match, rng: Random) -> None:
    """Chance decides, as it is likely."""
    decision = world.decision
    assert decision is not None and decision.probabilities is not None
    world.choose_index(rng.choices(range(world.count), [float(x) for x in decision.probabilities])[0])


def worth(world: Match) -> Values:
    """How well each player stands, from 0 to 1: by how many others he is ahead of, and by how much.

    While a match goes on, by what `winner` ranks; without that, or if some of it is shown to nobody, all stand alike.
    """
    if not world.program.standing_shown:
        return [0.5] * world.players
    result = world.result
    rows = [list(result.payoffs)] if result is not None else []
    if result is None and world.game.winner is not None:
        signs = [1 if rank.how == "most" else -1 for rank in world.game.winner.ranks]
        rows = [[sign * x for x in row] for sign, row in zip(signs, world.standing(), strict=True)]
    if not rows:
        return [0.5] * world.players
    keys = list(zip(*rows, strict=True))
    out = []
    for seat, key in enumerate(keys):
        ahead = sum(
            1.0 if key > other else 0.5 if key == other else 0.0 for i, other in enumerate(keys) if i != seat
        )
        by = float(lead(rows[0], seat))
        margin = 0.5 + 0.5 * by / (1 + abs(by))
        out.append(0.7 * ahead / max(1, len(keys) - 1) + 0.3 * margin)
    return out


montecarlo = searcher(deep=1)
mcts = searcher()
