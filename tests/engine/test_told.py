"""What is told of a search without making it: it is what the search would find, and mostly there is no search."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import interpreter
import rulelang
from interpreter.emit.foreseen import MAYBE
from interpreter.program import program
from tests.engine.playing import played_by

RULES = """game Trial for 2 players
kind Card is card:
    rank: number
    effect help, all or nothing:
        you gains 0 coins
card "Help" is Card:
    rank = 1
    effect help: requires coins of you > 1 "poor"
card "Give" is Card:
    rank = 2
    effect help(Card c in hand of you): move c to hand of left of you
cards Card for each number r in 3 to 6
zone deck: stack of Card
zone hand of each player: hand of Card, faces shown to everyone
zone out: pile of Card
refill deck from out when empty, shuffled
counter coins of each player: 0 or more = 2
variable lead: Card or none = none
value rich of player p: yes or no = coins of p > 1
value long of player p: yes or no = number of cards in hand of p > 1
setup:
    move all Cards c where rank of c > 3 to deck
    move all Cards c where rank of c < 4 to hand of start_player
phase main:
    if start_player can do trial: start_player gains 1 coin
effect spend(Card c): move c to out
effect trial, all or nothing:
{body}
"""

# what is done, and what is told of it: the hand holds Help, Give and a third card, as the deck does three
TOLD = [
    ("requires coins of you > 1", 1),
    ("requires coins of you > 2", 0),
    ("requires rich of you\nrequires not rich of left of you", 0),
    ("requires coins of you > 2 or rich of you", 1),
    ("set lead to none\nrequires coins of you > 1", 1),
    ("set lead to none\nrequires lead is none", None),
    ("draw 3 cards from deck to hand of you", 1),
    ("draw 2 cards from deck to out\ndraw 2 cards from deck to out", None),
    ("draw 4 cards from deck to hand of you", MAYBE),
    ("you choose Card c in hand of left of you\nmove c to out", 0),
    ("you choose Card c in hand of you where rank of c > 2\nmove c to out", 1),
    ("you choose Card c in hand of you where rank of c > 3\nmove c to out", 0),
    ("you choose Card c in hand of you\nmove c to out\nrequires hand of you is not empty", 1),
    ("you choose Card c in hand of you where rank of c > 1\nyou choose Card d in hand of you where d is not c\n"
     "you choose Card e in hand of you where rank of e > 2 and e is not c and e is not d\ndo spend(c)\ndo spend(d)\ndo spend(e)\n"
     "requires hand of you is not empty", 0),
    ("you choose Card c in hand of you\nmove c to hand of left of you\nyou choose Card d in hand of left of you\nmove d to out",
     MAYBE),
    ("you choose Card c in hand of you\nmove c to out\nrequires long of you", None),
    ("you choose Card c in hand of you\nif rank of c > 2: requires coins of you > 2\notherwise: move c to out", 1),
    ("you choose Card c in hand of you\nif rank of c > 0: requires coins of you > 2\notherwise: move c to out", 0),
    ("you choose:\n    option \"a\": requires coins of you > 2\n    option \"b\" if rich of you: do spend(first Card in out)",
     MAYBE),
    ("you choose:\n    option \"a\": requires coins of you > 2\n    option \"b\" if rich of you: draw 1 card from deck to out", 1),
    ("you choose player p where not rich of p\np gains 1 coin", 0),
    ("left of you chooses player p where rich of p\nshow all cards in deck to p", 1),
    ("chance chooses Card c in hand of you where rank of c = 2\nmove c to out", 1),
    ("you choose Card c in hand of you where rank of c = 1\ndo spend(c)\nyou do help of c", 1),
    ("you choose Card c in hand of you where rank of c = 2\nyou do help of c\nrequires not rich of you", MAYBE),
    ("you pay 2 coins", 1),
    ("you pay 3 coins", 0),
    ("you lose 3 coins", 0),
    ("you lose 1 coin\nyou gain 1 coin\nyou lose 2 coins", None),
]


def started(tmp_path: Path, body: str) -> tuple[dict[str, Any], list[int], list[list[int]]]:
    path = tmp_path / "trial.rules"
    path.write_text(RULES.format(body="\n".join("    " + line for line in body.split("\n"))))
    game = rulelang.load(str(path))
    p = program(game, 2)
    match = interpreter.start(game, 2, seed=1, log=False)
    return p.compiled(False).names, list(match.state), p.w


@pytest.mark.parametrize(("body", "told"), TOLD)
def test_what_is_told_is_what_a_search_finds(body: str, told: int | None, tmp_path: Path) -> None:
    names, s, w = started(tmp_path, body)
    tell = names.get("told_trial_0") or names.get("told_trial_0_body")
    if told is None:
        assert tell is None
        return
    assert tell is not None
    assert tell(s[:], w, 0, 0, -1) == told
    if told != MAYBE:
        key = tell.__name__
        quick = names["can_trial_0"](s[:], w, 0, 0, -1)
        names[key] = lambda *_: MAYBE
        searched = names["can_trial_0"](s[:], w, 0, 0, -1)
        names[key] = tell
        assert quick == searched == told


def test_it_is_the_same_match_when_all_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulelang.load("badaboom")
    p = program(game, 4)
    made = p.compiled(False)
    told = [name for name in made.names if name.startswith("told_")]
    assert len(told) > 5
    search = made.names["search"]
    searches = [0]

    def counted(w: list[list[int]], first: int, steps: int, again: int) -> int:
        searches[0] += 1
        return int(search(w, first, steps, again))

    monkeypatch.setitem(made.names, "search", counted)

    def played() -> tuple[list[object], int]:
        rng, out, before = Random(5), [], searches[0]
        match = played_by(interpreter.start(game, 4, seed=5, log=False), made.blocks)
        for _ in range(200):
            out.append((match.player, match.count, match.state_key()))
            match.choose_index(rng.randrange(match.count))
        return out, searches[0] - before

    states, few = played()
    for name in told:
        monkeypatch.setitem(made.names, name, lambda *_: MAYBE)
    all_searched, many = played()
    assert states == all_searched
    assert 2 * few < many
