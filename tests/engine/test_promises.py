"""The seven promises of the engine, tried with random plays of every bundled game."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter import CHANCE, IllegalMove, Match
from rulelang.load import load
from tests.engine.playing import (
    NUMBERS,
    OWN,
    TABLES,
    Plan,
    Table,
    few,
    fingerprints,
    go_on,
    names_a_rule,
    names_of,
    news,
    plans,
    settled_otherwise,
    shown,
    where_seen,
    with_two_faces_swapped,
)
from tools.attack.looks import as_seen, everything, question
from tools.attack.wholeness import miscounted, misplaced, out_of_bounds

ROOT = Path(__file__).resolve().parent.parent.parent
FEW = few(5)

every_game = pytest.mark.parametrize("table", OWN, ids=str)
every_table = pytest.mark.parametrize("table", TABLES, ids=str)

NONSENSE = (
    "",
    "pass",
    "pass ",
    "PASS",
    "nothing",
    "p0",
    "p9",
    "-1",
    "0",
    "#2",
    "pass #2",
    "none",
    "[]",
    "play(",
    "?",
    "\x00",
    "{0}",
    "%s",
    "é" * 50,
    "a" * 5000,
)


# ------------------------------------------------------------------ 1: nothing but the choices counts


@pytest.mark.timeout(120)
def test_another_process_with_another_hash_seed_writes_the_same_bytes() -> None:
    """And another history: here matches of another sort have been played before."""
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    run = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.playing"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    here = fingerprints(quiet_first=True)
    out, _ = run.communicate()
    assert run.returncode == 0
    assert len(here) > 10
    assert here == json.loads(out)


@every_table
@few(3)
@given(plan=plans())
def test_the_same_choices_make_the_same_match(table: Table, plan: Plan) -> None:
    m = plan.reach(table)
    assert everything(plan.reach(table)) == everything(m)
    quiet = plan.reach(table, log=False)
    assert quiet.log == ()
    assert quiet.dump() == m.dump()
    assert question(quiet) == question(m)
    assert quiet.transcript() == m.transcript()
    again = interpreter.replay(table.load(), m.transcript())
    assert everything(again) == everything(m)


@every_table
@FEW
@given(seed=NUMBERS, other=NUMBERS, taste=NUMBERS)
def test_with_explicit_chance_the_seed_decides_nothing(
    table: Table, seed: int, other: int, taste: int
) -> None:
    a = Plan(seed, taste, 120, "explicit").reach(table)
    b = Plan(other, taste, 120, "explicit").reach(table)
    assert a.transcript()["choices"] == b.transcript()["choices"]
    assert a.log == b.log
    assert a.dump() == b.dump()


# ------------------------------------------------------------------ 2: copies

# Saves are tried in test_save.py.


@every_table
@FEW
@given(plan=plans(), other=NUMBERS)
def test_neither_of_two_copies_touches_the_other(table: Table, plan: Plan, other: int) -> None:
    m = plan.reach(table)
    before = everything(m)
    copied = m.copy()
    assert everything(copied) == before
    go_on(copied, Random(other), 60)
    assert everything(m) == before
    middle = everything(copied)
    go_on(m, Random(plan.taste), 60)
    assert everything(copied) == middle
    control = plan.reach(table)
    go_on(control, Random(plan.taste), 60)
    assert everything(m) == everything(control)


# ------------------------------------------------------------------ 3: what is offered, and nothing else


@every_table
@FEW
@given(plan=plans())
def test_every_option_offered_can_be_taken(table: Table, plan: Plan) -> None:
    m = plan.reach(table)
    if m.decision is None:
        return
    ids = [option.id for option in m.decision.options]
    assert len(set(ids)) == len(ids) == m.count > 0
    assert [option.index for option in m.decision.options] == list(range(m.count))
    before = m.save()
    for option in m.decision.options:
        by_option, by_id, by_number = m.copy(), m.copy(), m.copy()
        by_option.choose(option)
        by_id.choose(option.id)
        by_number.choose_index(option.index)
        assert by_option.save() == by_id.save() == by_number.save() != before
        assert by_option.log == by_id.log == by_number.log
        check_whole(by_option)
    assert m.save() == before


@every_table
@FEW
@given(plan=plans(), data=st.data())
def test_nothing_else_can_be_taken_and_the_refusal_names_the_rule(
    table: Table, plan: Plan, data: st.DataObject
) -> None:
    m = table.start(plan.seed, chance=plan.chance)
    rng = Random(plan.taste)
    seen = {*NONSENSE, *(card.name for card in m.game.cards), *m.game.effects, *m.game.phases}
    for _ in range(plan.steps):
        if m.decision is None:
            break
        seen.update(option.id for option in m.decision.options)
        m.choose_index(rng.randrange(m.count))
    decision = m.decision
    offered = {option.id for option in decision.options} if decision else set()
    wrong = data.draw(st.lists(st.sampled_from(sorted(seen - offered)), min_size=1, max_size=8))
    before, asked = everything(m), m.save()
    for text in wrong:
        with pytest.raises(IllegalMove) as refused:
            m.choose(text)
        error = refused.value
        assert error.reason
        assert error.reason in str(error)
        if decision is not None and decision.player != CHANCE:
            assert names_a_rule(error.rule, names_of(m.game))
            assert error.rule in str(error)
            assert all(f"@{cited}" in str(error) for cited in error.citations)
    for thing in (None, 0, b"pass", ["pass"]):
        with pytest.raises(IllegalMove):
            m.choose(thing)  # type: ignore[arg-type]
    for number in (-1, m.count, m.count + 1, 10**9):
        with pytest.raises(IllegalMove):
            m.choose_index(number)
    assert m.save() == asked
    assert everything(m) == before


# ------------------------------------------------------------------ 4: hidden means hidden


def asked_of(m: Match) -> list[str]:
    """Texts that a curious player may try."""
    cards = [card.name for card in m.game.cards]
    actions = [action.key for window in m.game.windows.values() for action in window.actions]
    return [
        "",
        "pass",
        "nonsense",
        *cards,
        *m.game.effects,
        *actions,
        *(f"{action}({card})" for action in actions for card in cards),
    ]


@every_table
@FEW
@given(plan=plans(100), dice=NUMBERS)
def test_a_sampled_world_looks_the_same(table: Table, plan: Plan, dice: int) -> None:
    m = plan.reach(table)
    rng = Random(dice)
    texts = rng.sample(asked_of(m), 2)
    before = everything(m)
    seat = rng.randrange(m.players)
    world = m.sample_world(seat, rng)
    assert as_seen(world, seat, texts) == as_seen(m, seat, texts)
    check_whole(world)
    go_on(world, rng, 40)
    check_whole(world)
    assert everything(m) == before


class Different(AssertionError):
    """Somebody saw what he must not see."""


@every_table
@FEW
@given(plan=plans(100, chance="sampled"), dice=NUMBERS)
def test_nobody_sees_an_order_that_is_not_settled(table: Table, plan: Plan, dice: int) -> None:
    m = plan.reach(table)
    rng = Random(dice)
    other = settled_otherwise(m, rng)
    if other is None:
        return
    texts = [rng.choice(asked_of(m)) for _ in range(2)]
    seat = rng.randrange(m.players)
    assert as_seen(other, seat, texts) == as_seen(m, seat, texts)
    assert other.dump() == m.dump()


def test_in_an_imagined_world_chance_says_what_may_be_there() -> None:
    table = Table("kuhn", 2)
    m = table.start(chance="explicit")
    m.choose("Jack")
    worlds = [m.sample_world(1, Random(number)) for number in range(30)]
    assert {str(world.dump()["zones"]) for world in worlds} > {str(m.dump()["zones"])}
    for world in worlds:
        (mine,) = world.dump()["zones"]["hand of p0"]  # type: ignore[index]
        assert world.decision is not None
        assert {mine, *(option.id for option in world.decision.options)} == {"Jack", "Queen", "King"}
        for option in world.decision.options:
            after = world.copy()
            after.choose(option)
            assert after.dump()["zones"]["hand of p1"] == [option.id]  # type: ignore[index]
    # who has seen the card imagines no other
    for number in range(10):
        assert m.sample_world(0, Random(number)).dump()["zones"] == m.dump()["zones"]


def test_an_imagined_world_has_no_save() -> None:
    world = Table("kuhn", 2).start().sample_world(0, Random(1))
    for ask in (world.save, world.transcript, world.copy().save):
        with pytest.raises(ValueError, match="imagined"):
            ask()


@every_game
@few(5)
@given(plan=plans(100, chance="sampled"), dice=NUMBERS)
def test_two_worlds_that_differ_in_what_is_hidden_stay_alike(table: Table, plan: Plan, dice: int) -> None:
    m = plan.reach(table)
    rng = Random(dice)
    texts = [rng.choice(asked_of(m)) for _ in range(3)]
    for _ in range(100):
        if m.player is None:
            return
        if rng.random() < 0.3:
            made = with_two_faces_swapped(m, m.player, rng)
            if made is not None:
                assert as_seen(m, m.player, texts) == as_seen(made[0], m.player, texts)
                stay_alike(m.copy(), *made, m.player, rng, texts)
                return
        m.choose_index(rng.randrange(m.count))


def stay_alike(
    one: Match, other: Match, faces: tuple[int, int], seat: int, rng: Random, texts: list[str]
) -> None:
    """Plays two worlds alike until *seat* may see which is which."""
    names = {one.program.lay.design(face).name for face in faces}
    salt = rng.random()
    for step in range(40):
        since = len(one.records()), len(other.records())
        before = where_seen(one, seat, faces) + where_seen(other, seat, faces)
        here, there = one.decision, other.decision
        assert here is not None
        assert there is not None
        if one.player == seat:
            i = rng.randrange(one.count)
            one.choose_index(i)
            other.choose_index(i)
        else:
            # others take what is on offer in both and shows nothing of the two cards
            both = {option.id for option in here.options} & {option.id for option in there.options}
            both = {x for x in both if not any(name in x for name in names)}
            if not both:
                return
            taken = min(both, key=lambda x: Random(f"{salt} {step} {x}").random())
            one.choose(taken)
            other.choose(taken)
        told = news(one, seat, since[0]), news(other, seat, since[1])
        shorter = min((told[0], one), (told[1], other), key=lambda pair: len(pair[0]))
        n = len(shorter[0])
        # a choice of one option has taken itself in one of them, and somebody else is asked in the other
        parted = one.player != other.player or (len(told[0]) != len(told[1]) and shorter[1].player != seat)
        if parted:
            told = told[0][:n], told[1][:n]
        if told[0] != told[1]:
            assert may_differ(one, other, seat, faces, names, before, told), (
                names,
                [pair for pair in zip(*told, strict=False) if pair[0] != pair[1]][:1],
            )
            return
        if not parted:
            seen = shown(one, seat), shown(other, seat)
            if seen[0] != seen[1]:
                assert may_differ(one, other, seat, faces, names, before, ((), ())), (
                    names,
                    [(x, y) for x, y in zip(seen[0].items(), seen[1].items(), strict=True) if x != y],
                )
                return
            if one.player == seat:
                for text in texts:
                    assert str(one.refusal(text)) == str(other.refusal(text)), names
        if parted or one.over:
            return


def may_differ(
    one: Match,
    other: Match,
    seat: int,
    faces: tuple[int, int],
    names: set[str],
    before: list[tuple[bool, int]],
    told: tuple[tuple[interpreter.LogEvent, ...], ...],
) -> bool:
    """Whether *seat* has come to know one of the cards; or whether one was moved, so that it may count for
    something: then, if it was moved unseen, nothing that differs may name it."""
    now = where_seen(one, seat, faces) + where_seen(other, seat, faces)
    if any(known for known, _ in now):
        return True
    return now != before and not any(
        name in x.text for x, y in zip(*told, strict=False) if x != y for name in names
    )


# ------------------------------------------------------------------ 5: cards


def check_whole(m: Match) -> None:
    """Each card lies in one place, and all that the state says of where it lies agrees; numbers are within their bounds."""
    assert [*misplaced(m), *miscounted(m), *out_of_bounds(m)] == []


@every_table
@FEW
@given(plan=plans(20))
def test_cards_are_conserved_and_lie_in_one_place(table: Table, plan: Plan) -> None:
    m = plan.reach(table)
    rng = Random(plan.taste)
    for _ in range(150):
        check_whole(m)
        if m.over:
            break
        m.choose_index(rng.randrange(m.count))


# ------------------------------------------------------------------ 6: every match ends


LONGEST = 5000
"""Decisions within which every random play of a bundled game is over."""


@every_table
@few(4)
@given(plan=plans(0))
def test_every_match_ends(table: Table, plan: Plan) -> None:
    # what a game says of itself is tested after every step
    m = interpreter.start(
        table.load(), table.players, seed=plan.seed, chance=plan.chance, log=False, checks=True
    )
    assert go_on(m, Random(plan.taste), LONGEST) < LONGEST
    result = m.result
    assert result is not None
    assert m.over
    assert m.decision is None
    assert m.player is None
    assert m.count == 0
    assert result.reason
    assert not result.reason.startswith("stopped")
    assert sorted(seat for group in result.ranking for seat in group) == list(range(m.players))
    assert len(result.payoffs) == len(result.scores) == m.players
    json.dumps(result.as_json())
    check_whole(m)
    with pytest.raises(IllegalMove, match="over"):
        m.choose("pass")
    with pytest.raises(IllegalMove, match="over"):
        m.choose_index(0)


ENDLESS = """
game Endless for 2 players
counter score of each player: 0 or more = 0
phase going_on, repeated:
    phase wavering of start_player:
        start_player may do hesitate
effect hesitate: start_player gains 1 score
winner: most score
"""


def test_a_match_without_end_is_stopped_and_the_bound_names_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS.lstrip(), encoding="utf-8")
    m = interpreter.start(load(path), 2, log=False)
    assert go_on(m, Random(1), 30_000) == 20_000
    result = m.result
    assert result is not None
    assert result.reason.startswith("stopped: 20000 decisions without an end: ")
    assert "wavering" in result.reason
    assert "going_on" in result.reason
    assert result.winners == ()
    assert result.ranking == ((0,), (1,))


# ------------------------------------------------------------------ 7: rules and citations


@every_table
@FEW
@given(plan=plans())
def test_whatever_is_offered_or_logged_names_its_rule(table: Table, plan: Plan) -> None:
    m = table.start(plan.seed, chance=plan.chance)
    rng = Random(plan.taste)
    known = names_of(m.game)
    for _ in range(plan.steps):
        d = m.decision
        if d is None:
            break
        assert names_a_rule(d.rule, known)
        assert d.prompt
        for option in d.options:
            assert option.id
            assert option.label
        m.choose_index(rng.randrange(m.count))
    files = {str(source.path).rsplit("/", 1)[-1]: source.text.count("\n") + 1 for source in m.game.sources}
    cited = set(m.game.citations)
    for number, event in enumerate(m.log):
        assert event.index == number
        assert event.what
        assert event.text
        assert names_a_rule(event.rule, known), event
        assert event.you is None or 0 <= event.you < m.players
        assert set(event.citations) <= cited
        file, line = re.fullmatch(r"(.+):(\d+)", event.place).groups()  # type: ignore[union-attr]
        assert 1 <= int(line) <= files[file]
    json.dumps([event.as_json() for event in m.log])


# ------------------------------------------------------------------ undo


@every_table
@few(10)
@given(plan=plans(), option=st.integers(0, 1000))
def test_undo_gives_the_state_before_or_says_why_not(table: Table, plan: Plan, option: int) -> None:
    m = plan.reach(table)
    if m.over or m.player == CHANCE:
        return
    player = m.player
    before, text, events = everything(m), m.save(), len(m.log)
    assert m.decision is not None
    by_back = "?" in m.decision.options[option % m.count].id  # which of the cards with that back it is, chance says
    m.choose_index(option % m.count)
    after, later = everything(m), m.save()
    new = m.log[events:]
    free = m.player == player and not spoke(new) and not by_back and not revealed(before, after)
    try:
        m.undo()
    except IllegalMove as error:
        assert not free, error
        assert everything(m) == after
        assert m.save() == later
    else:
        assert m.save() == text
        assert everything(m) == before
        # a card that all know may be drawn and laid back; what a draw teaches otherwise is seen below
        assert not spoke(tuple(event for event in new if event.what != "draw"))
        assert not revealed(before, after)
        assert after["question"] is None or m.player == player
        # and the undone match goes on like one in which nothing was taken back
        control = plan.reach(table)
        go_on(m, Random(option), 20)
        go_on(control, Random(option), 20)
        assert everything(m) == everything(control)


def spoke(events: tuple[interpreter.LogEvent, ...]) -> bool:
    """Whether chance had a say in them."""
    return any(event.what in ("chance", "roll", "draw", "shuffle", "refill") for event in events)


def revealed(before: dict[str, object], after: dict[str, object]) -> bool:
    """Whether anybody knows the face of a card that he did not know."""
    return knowledge(before) != knowledge(after)


def knowledge(of: dict[str, object]) -> list[tuple[str, list[int]]]:
    dump = of["dump"]
    assert isinstance(dump, dict)
    return sorted(
        (card, seats)
        for zone, cards in dump["zones"].items()
        if not zone.startswith("mixed ")
        for card, seats in zip(cards, dump["knows"][zone], strict=True)
    )


@every_table
@FEW
@given(plan=plans())
def test_all_own_choices_in_a_row_can_be_taken_back(table: Table, plan: Plan) -> None:
    m = plan.reach(table)
    saved = []
    rng = Random(plan.taste)
    for _ in range(6):
        if m.over:
            break
        saved.append((m.player, m.save()))
        m.choose_index(rng.randrange(m.count))
    while saved:
        now = m.save()
        try:
            m.undo()
        except IllegalMove:
            assert m.save() == now
            break
        assert (m.player, m.save()) == saved.pop()


def test_undo_is_refused_for_each_of_its_reasons() -> None:
    ttt = Table("tic_tac_toe", 2).start()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        ttt.undo()
    ttt.choose_index(0)
    with pytest.raises(IllegalMove, match="another player"):
        ttt.undo()
    pig = Table("pig", 2).start(seed=3)
    pig.choose("roll")
    with pytest.raises(IllegalMove, match="chance|another player"):
        pig.undo()
    pig = Table("pig", 2).start(seed=3, chance="explicit")
    pig.choose("roll")
    with pytest.raises(IllegalMove, match="chance"):
        pig.undo()
    pig.choose("5")
    with pytest.raises(IllegalMove, match="chance"):
        pig.undo()
    pig = Table("pig", 2).start(log=False)
    pig.choose("roll")
    with pytest.raises(IllegalMove, match="without a log"):
        pig.undo()
    kuhn = Table("kuhn", 2).start()
    kuhn.choose("bet")
    kuhn.choose("bet")
    assert kuhn.over
    with pytest.raises(IllegalMove, match="revealed"):
        kuhn.undo()
