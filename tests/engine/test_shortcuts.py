"""What is said without a search is what the search would say."""

from random import Random

import pytest

import interpreter
from interpreter.emit import actions, sure
from rulelang.game import Game
from rulelang.load import load

GAMES = [("badaboom", None, 4), pytest.param("badaboom", "nervous_goblins", 3, marks=pytest.mark.long),
         pytest.param("badaboom", "short_fuse", 5, marks=pytest.mark.long)]


def without_shortcuts(monkeypatch: pytest.MonkeyPatch, name: str, variant: str | None) -> Game:
    """The game anew; when its text is made, nothing is sure."""
    monkeypatch.setattr(sure, "body_needs", lambda *_: None)
    monkeypatch.setattr(actions, "demanded", lambda *_: None)
    return load(name, variant=variant)


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_matches_are_the_same_as_with_searches_everywhere(
    name: str, variant: str | None, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(name, variant=variant)
    results = interpreter.playouts(game, players, range(12))
    quick = interpreter.start(game, players, seed=1, log=False)
    slow_game = without_shortcuts(monkeypatch, name, variant)
    assert interpreter.playouts(slow_game, players, range(12)) == results
    slow = interpreter.start(slow_game, players, seed=1, log=False)
    assert "sure_" in quick._compiled.text.source
    assert "sure_" not in slow._compiled.text.source
    rng = Random(1)
    while quick.count:
        assert quick.decision == slow.decision
        assert quick.dump() == slow.dump()
        i = rng.randrange(quick.count)
        quick.choose_index(i)
        slow.choose_index(i)
    assert slow.over
