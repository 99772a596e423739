"""What need not be done: lists laid out before something is done with their members, frames looked through that hold
nothing."""

from random import Random

import pytest

import interpreter
from interpreter.emit import moving, stmts
from interpreter.emit.facts import gather
from interpreter.emit.whereabouts import chosen_from, known_zones, secret_zones
from interpreter.program import program
from rulelang.load import load

GAMES = [("goofspiel", 3), ("crazy_eights", 3), ("leduc", 2), ("bad_company", 2)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_matches_are_the_same_as_with_lists_everywhere(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = interpreter.start(load(name), players, seed=3, log=False)
    lines = walked._compiled.text.source.count("\n")
    monkeypatch.setattr(stmts, "stays", lambda *_: False)
    monkeypatch.setattr(moving, "leave_alone", lambda *_: False)
    laid_out = interpreter.start(load(name), players, seed=3, log=False)
    assert laid_out._compiled.text.source.count("\n") > lines
    rng = Random(1)
    for _ in range(120):
        if not walked.count:
            break
        assert walked.decision == laid_out.decision
        assert walked.dump() == laid_out.dump()
        i = rng.randrange(walked.count)
        walked.choose_index(i)
        laid_out.choose_index(i)
    assert walked.result == laid_out.result


@pytest.mark.parametrize("parameters", [{}, {"hidden_bids": True}])
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_loses_track_of_what_nobody_knew(
    parameters: dict[str, object], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = interpreter.start(load("goofspiel", parameters=parameters), players, seed=3)
    assert "unseen(" not in quick._compiled.text.source.partition("def b0(")[2]
    monkeypatch.setattr(moving, "secret_zones", lambda _: frozenset())
    asked = interpreter.start(load("goofspiel", parameters=parameters), players, seed=3)
    assert "unseen(" in asked._compiled.text.source.partition("def b0(")[2]
    rng = Random(1)
    while quick.count:
        assert quick.dump() == asked.dump()
        assert [quick.view(seat) for seat in range(players)] == [asked.view(seat) for seat in range(players)]
        i = rng.randrange(quick.count)
        quick.choose_index(i)
        asked.choose_index(i)
    assert not asked.count and quick.log == asked.log


@pytest.mark.parametrize(("name", "secret"), [("goofspiel", {"box", "hand"}), ("crazy_eights", set()), ("leduc", {"deck"})])
def test_zones_of_which_nobody_else_knows_a_card(name: str, secret: set[str]) -> None:
    facts = gather(load(name))
    assert secret_zones(facts) >= secret and not secret_zones(facts) & known_zones(facts)
    if name == "crazy_eights":
        assert {"deck", "hand"} <= known_zones(facts)  # what lay in the row was seen by all
    assert bool(chosen_from(facts)) == (name == "goofspiel")


def test_a_phase_that_ends_itself_is_not_looked_for() -> None:
    p = program(load("crazy_eights"), 2)
    text = p.compiled(False).text
    blocks = text.source.partition("def b0(")[2]
    assert "find_frame(" not in blocks and "unwind(" not in blocks  # no rule waits for anything
    # two frames of phases lie below the last one at most, however often turns follow each other
    assert text.stack is not None and text.stack <= 3 * p.lay.frame_most
    rules = program(load("badaboom"), 3).compiled(False).text.source
    assert "unwind(s, f, t" in rules or "unwind(s, f, w" in rules


def test_when_cards_came_is_kept_where_a_rule_can_ask_for_it() -> None:
    for name, players in GAMES:
        lay = program(load(name), players).lay
        assert lay.dated == lay.carries == (name == "bad_company")
        assert (lay.at["FACE"] - lay.at["STAMP"] > 0) == lay.dated
        assert (lay.at["APV"] - lay.at["ANX"] > 0) == lay.carries


def test_bodies_at_once_are_done_in_one_block_where_nothing_in_them_waits() -> None:
    source = interpreter.start(load("goofspiel"), 3, log=False)._compiled.text.source
    assert source.count("in range(1, 3 + 1):") == 1
