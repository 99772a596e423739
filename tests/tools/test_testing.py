"""Machines and strategies for Hypothesis: what they hold, and that they reach what there is."""

from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

import interpreter
from interpreter import Match, Option
from rulelang import load
from tests.tools.leaky import LEAKY, SOUND
from tools.attack.plays import made_again
from tools.testing import Broken, RulesMachine, choices, games, matches, rules_machine, views
from tools.testing.kinds import kinds, named, on_offer

QUICK = settings(max_examples=5, stateful_step_count=30, database=None, derandomize=True, deadline=None)
FEW = settings(max_examples=10, deadline=None)


def rules_of(machine: type[RulesMachine]) -> set[str]:
    return {rule.function.__name__ for rule in machine.setup_state().rules}


def test_there_is_a_rule_for_each_action_and_each_answer() -> None:
    machine = rules_machine("badaboom", players=4)
    assert issubclass(machine, RuleBasedStateMachine)
    assert machine.__name__ == "BadaboomMachine"
    rules = rules_of(machine)
    game = machine.game
    assert {action.key for window in game.windows.values() for action in window.actions} <= rules
    assert {"tinker", "reveal_missions", "pass_", "tinker_choose_out", "tinker_keep_it"} <= rules
    assert "play_of_light_fingers_choose_victim" in rules


@pytest.mark.parametrize("name", ["leduc", "crazy_eights"])
def test_every_option_has_a_kind(name: str) -> None:
    game = load(name)
    match = interpreter.start(game, game.players[0], seed=3)
    names = kinds(match.program.shared.sites)
    met = set()
    for step in range(30):
        if match.over:
            break
        offer = on_offer(match, names)
        assert sorted(index for some in offer.values() for index in some) == [*range(match.count)]
        met.update(offer)
        match.choose_index(step * 7 % match.count)
    assert len(met) > 2


def test_names_are_those_of_python() -> None:
    assert [named(text) for text in ("pass", "play of Duck choose p", "3 up", "?!")] == [
        "pass_", "play_of_duck_choose_p", "choose_3_up", "choose_",
    ]  # fmt: skip


def test_a_sound_machine_passes(tmp_path: Path) -> None:
    (tmp_path / "sound.rules").write_text(SOUND, "utf-8")
    run_state_machine_as_test(rules_machine(tmp_path / "sound.rules"), settings=QUICK)
    run_state_machine_as_test(rules_machine(load("kuhn"), players=3), settings=QUICK)


def test_a_broken_promise_holds_its_play(tmp_path: Path) -> None:
    (tmp_path / "leaky.rules").write_text(LEAKY, "utf-8")
    machine = rules_machine(tmp_path / "leaky.rules", players=3)
    with pytest.raises(Broken) as caught:
        run_state_machine_as_test(machine, settings=settings(QUICK, max_examples=40, phases=[Phase.generate]))
    found = caught.value.found
    assert (found.breach.promise, found.play.players) == ("invariant modest", 3)
    assert made_again(machine.game, found.play, "invariant modest") == found
    assert f"play      3 players, {len(found.play.choices)} choices" in str(caught.value)


def test_a_number_of_players_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="2 to 3 players"):
        rules_machine("kuhn", players=9)


def test_games_with_variants_and_parameters() -> None:
    strategy = games("pig", "goofspiel", parameters=True)
    assert len(repr(strategy)) < 1000
    assert find(strategy, lambda game: game.settings.get("winscore") == 1).name == "Pig"
    hidden = find(strategy, lambda game: game.settings.get("hidden_bids") is True)
    assert hidden.settings["num_cards"] == load("goofspiel").settings["num_cards"]
    own = load("kuhn")
    assert find(games(own), lambda game: True) is own


def test_variants_lie_with_their_game(tmp_path: Path) -> None:
    (tmp_path / "sound.rules").write_text(SOUND, "utf-8")
    (tmp_path / "variants").mkdir()
    variant = 'variant Short of "../sound.rules":\n    add invariant low: rounds < 900\n'
    (tmp_path / "variants" / "short.rules").write_text(variant, "utf-8")
    strategy = games(tmp_path / "sound.rules", variants=True)
    assert find(strategy, lambda game: game.variant is not None).variant == "Short"


@FEW
@given(match=matches("kuhn", players=3), data=st.data())
def test_matches_are_reached_by_their_choices(match: Match, data: st.DataObject) -> None:
    again = interpreter.replay(match.game, match.transcript())
    assert again.dump() == match.dump()
    view = data.draw(views(match))
    assert view == match.view(view["seat"])  # type: ignore[arg-type]


@FEW
@given(pair=choices("tic_tac_toe", steps=20))
def test_choices_can_be_taken(pair: tuple[Match, Option]) -> None:
    match, option = pair
    before = len(match.choices())
    match.choose(option)
    assert len(match.choices()) == before + 1


def test_matches_stand_everywhere_between_beginning_and_end() -> None:
    strategy = matches("tic_tac_toe", chance="sampled", steps=12)
    assert find(strategy, lambda match: len(match.choices()) == 4).player == 0
    over = find(strategy, lambda match: match.over)
    assert over.result is not None
    with pytest.raises(ValueError, match="the match is over"):
        choices(over)


def test_views_are_those_of_a_seat() -> None:
    assert find(views("kuhn", players=3), lambda view: view["seat"] == 2)["game"] == "Kuhn"


@FEW
@given(match=matches(games("kuhn", "pig"), players=3, steps=1))
def test_a_strategy_of_games_leads_to_matches(match: Match) -> None:
    assert match.game in (load("kuhn"), load("pig"))
    assert repr(match).startswith(f"<{match.game.name}, 3 players, {len(match.choices())} choice")
