"""Saves and transcripts that are damaged, of something else, or hostile: one clear sentence, and soon."""

import json
import re
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter import Match, SaveError
from rulelang.load import load
from tests.engine.playing import NUMBERS, Table, few, go_on
from tools.attack.looks import everything

SECONDS = 10.0
"""By far enough on a busy machine; what takes this long has no bound."""

KUHN = Table("kuhn", 3)
BADABOOM = Table("badaboom", 4)


def played(table: Table, steps: int = 4, chance: Any = "sampled") -> Match:
    m = table.start(11, chance=chance)
    go_on(m, Random(11), steps)
    return m


def refused(read: Callable[[], Match]) -> str:
    """The sentence with which a save or transcript is refused."""
    began = time.monotonic()
    with pytest.raises(SaveError) as caught:
        read()
    assert time.monotonic() - began < SECONDS
    sentence = str(caught.value)
    assert 10 < len(sentence) < 300
    assert re.fullmatch(r"[\x20-\x7e]+", sentence), "one line that every terminal shows"
    assert sentence[0].islower()
    assert not sentence.endswith(".")
    assert not re.search(r"Error|Traceback|object at|NoneType|<class", sentence)
    return sentence


def resume(text: Any, table: Table = KUHN) -> Callable[[], Match]:
    return lambda: interpreter.resume(table.load(), text)


def replay(transcript: Any, table: Table = KUHN) -> Callable[[], Match]:
    return lambda: interpreter.replay(table.load(), transcript)


def both(m: Match) -> list[tuple[dict[str, Any], Callable[..., Callable[[], Match]]]]:
    """The save and the transcript of a match, as data, and how each is read."""
    return [(json.loads(m.save()), resume), (m.transcript(), replay)]


# ------------------------------------------------------------------ no save at all


NO_JSON = {
    "nothing": "",
    "blank": " \n\t",
    "null": "null",
    "a number": "7",
    "a text": '"save"',
    "a list": "[]",
    "an empty object": "{}",
    "prose": "once upon a time",
    "zeros": "\0" * 1000,
    "binary": bytes(range(256)).decode("latin-1"),
    "half a character": "\ud800",
    "a mark of byte order": "\ufeff{}",
    "not a number": '{"rulelang": "save", "format": NaN}',
    "no end": '{"rulelang": "save", "format": 1',
    "too deep a list": "[" * 10_000,
    "too deep a list, closed": "[" * 10_000 + "]" * 10_000,
    "too deep an object": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "too deep inside": '{"rulelang":"save","format":' + "[" * 10_000 + "]" * 10_000 + "}",
    "a long number": '{"rulelang":"save","format":' + "9" * 100_000 + "}",
    "a large exponent": '{"rulelang":"save","format":1e999999999}',
    "said twice": '{"rulelang":"save","rulelang":"save","format":1}',
    "said twice inside": '{"rulelang":"save","format":1,"parameters":{"a":1,"a":2}}',
    "many commas": "[" + "," * 100_000,
    "many texts": '{"rulelang":"save","choices":[' + '"pass",' * 200_000,
}


@pytest.mark.parametrize("text", NO_JSON.values(), ids=NO_JSON)
def test_what_is_no_save_is_refused(text: str) -> None:
    refused(resume(text))
    refused(replay(text.replace('"save"', '"transcript"')))


@pytest.mark.parametrize("value", [None, 7, b"{}", [], {}, object()], ids=lambda x: type(x).__name__)
def test_a_save_is_text(value: object) -> None:
    assert refused(resume(value)) == "a save is text"


@pytest.mark.parametrize(
    "value", [None, 7, b"{}", [], {}, {1: object()}, {"format": {1, 2}}], ids=lambda x: type(x).__name__
)
def test_a_transcript_is_text_or_data(value: object) -> None:
    refused(replay(value))


def test_a_transcript_that_holds_itself_is_refused() -> None:
    data = played(KUHN).transcript()
    data["choices"] = [data]
    refused(replay(data))
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    refused(replay(played(KUHN).transcript() | {"choices": deep}))


def test_a_save_may_not_be_endless() -> None:
    assert "larger than" in refused(resume(" " * 20_000_001))


@few(40)
@given(data=st.data())
def test_a_save_that_was_cut_off_is_refused(data: st.DataObject) -> None:
    text = played(KUHN).save()
    end = data.draw(st.integers(0, len(text) - 1))
    refused(resume(text[:end]))


def test_a_transcript_is_no_save_and_a_save_no_transcript() -> None:
    m = played(KUHN)
    assert refused(resume(json.dumps(m.transcript()))) == "this is no save of rulelang"
    assert refused(replay(m.save())) == "this is no transcript of rulelang"


# ------------------------------------------------------------------ of something else


def test_a_save_of_something_else_is_refused_and_it_says_of_what() -> None:
    text = played(BADABOOM).save()
    assert refused(resume(text, KUHN)) == "the save is of the game 'Badaboom', not of Kuhn"
    fuse = Table("badaboom", 4, "short_fuse")
    assert "base game" in refused(resume(text, fuse))
    assert "'ShortFuse'" in refused(resume(played(fuse).save(), BADABOOM))
    other = Table("badaboom", 4, None, (("coins_to_win", 7),))
    assert "parameters" in refused(resume(text, other))
    assert "parameters" in refused(resume(played(other).save(), BADABOOM))


def test_a_save_under_other_rules_is_refused() -> None:
    data = json.loads(played(KUHN).save())
    data["digest"] = "0" * 64
    assert "rules have changed" in refused(resume(json.dumps(data)))


def test_the_digest_tells_rules_apart_and_not_their_layout(tmp_path: Any) -> None:
    text = (Table("kuhn", 2).load().sources[0]).text
    path = tmp_path / "kuhn.rules"
    path.write_text(text, encoding="utf-8")
    save = interpreter.start(load(path), 2, seed=1).save()
    path.write_text(text + "\n# a remark\n", encoding="utf-8")
    interpreter.resume(load(path), save)
    path.write_text(text.replace("you lose 1 chip", "you lose 2 chips"), encoding="utf-8")
    changed = load(path)
    assert "rules have changed" in refused(lambda: interpreter.resume(changed, save))


@pytest.mark.parametrize(
    "version", [0, 2, -1, 10**30, True, 1.0, "1", None, [1], {"format": 1}, "x" * 100_000]
)
def test_another_version_is_refused(version: object) -> None:
    m = played(KUHN)
    for data, read in both(m):
        assert "version" in refused(read(json.dumps(data | {"format": version})))


# ------------------------------------------------------------------ something in it is wrong


STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 10**6, 2**31, 2**62, 2**63, 2**64, -(2**63), 10**40, 1.0, 1.5, 1e300,
    "", "1", "p0", "pass", "x" * 10_000, [], [0], [[]], [True], [1.0], ["pass"], [None], {}, {"a": 1},
)  # fmt: skip


def strange_saves(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The save with one thing in it replaced, in all ways; and without it."""
    for key, value in data.items():
        for other in STRANGE:
            if json.dumps(other) != json.dumps(value):
                yield key, json.dumps(data | {key: other})
        yield key, json.dumps({name: x for name, x in data.items() if name != key})
    yield "something new", json.dumps(data | {"more": 1})


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_save_with_one_part_replaced_is_refused(chance: str) -> None:
    m = played(KUHN, chance=chance)
    for key, text in strange_saves(json.loads(m.save())):
        if key == "log" and json.loads(text).get("log") is False:
            # no damage: so it is saved if no log is kept
            assert interpreter.resume(KUHN.load(), text).save() == text_without_log(m)
        else:
            refused(resume(text))


def text_without_log(m: Match) -> str:
    again = KUHN.start(m.seed, chance=m.chance, log=False)
    for choice in m.choices():
        again.choose(str(choice))
    return again.save()


def test_a_transcript_with_one_part_replaced_is_refused_or_another_match() -> None:
    """Another seed, number of players or list of choices may be those of another match."""
    m = played(KUHN)
    for key, text in strange_saves(m.transcript()):
        try:
            other = interpreter.replay(KUHN.load(), text)
        except SaveError:
            refused(replay(text))
        else:
            assert key in ("seed", "players", "choices", "something new")
            assert type(json.loads(text).get("seed")) is int
            assert type(json.loads(text).get("players")) is int
            assert everything(other) == everything(interpreter.replay(KUHN.load(), other.transcript()))


@pytest.mark.parametrize("players", [0, 1, 6, -4, 10**9, True, 4.0, "4", None, [4]])
def test_an_impossible_number_of_players_is_refused(players: object) -> None:
    m = played(BADABOOM)
    for data, read in both(m):
        text = json.dumps(data | {"players": players})
        assert "number of players" in refused(read(text, BADABOOM))


def test_a_choice_that_was_not_on_offer_is_named() -> None:
    m = played(KUHN, 3)
    for data, read in both(m):
        for wrong in ("raise", "", "pass ", "x" * 100_000, "\n", "\u202e", "\ud800", "{0}", "%s"):
            choices = [*data["choices"][:1], wrong, *data["choices"][2:]]
            assert refused(read(json.dumps(data | {"choices": choices}))).startswith("choice 2 of the ")
        many = [*data["choices"], *["pass"] * 100_000]
        assert "over" in refused(read(json.dumps(data | {"choices": many})))


@pytest.mark.parametrize("table", [KUHN, BADABOOM], ids=str)
@few(25)
@given(data=st.data(), by=st.sampled_from([1, -1, 2, 255, 2**31, 2**61]))
def test_a_state_that_was_tampered_with_is_refused(table: Table, data: st.DataObject, by: int) -> None:
    saved = json.loads(played(table, 6).save())
    i = data.draw(st.integers(0, len(saved["state"]) - 1))
    saved["state"][i] += by
    refused(resume(json.dumps(saved), table))


@few(10)
@given(dice=NUMBERS)
def test_a_state_of_another_length_or_order_is_refused(dice: int) -> None:
    text = played(BADABOOM, 6).save()
    for change in (lambda s: s[:-1], lambda s: [*s, 1], lambda s: s[::-1], lambda s: [], lambda s: s * 50):
        saved = json.loads(text)
        saved["state"] = change(saved["state"])
        refused(resume(json.dumps(saved), BADABOOM))
    saved = json.loads(text)
    Random(dice).shuffle(saved["state"])
    refused(resume(json.dumps(saved), BADABOOM))


def test_choices_that_were_tampered_with_do_not_fit_the_state() -> None:
    m = played(BADABOOM, 40)
    data = json.loads(m.save())
    changed = data | {"choices": data["choices"][:-1]}
    assert "does not follow" in refused(resume(json.dumps(changed), BADABOOM))
    changed = data | {"seed": 12}
    refused(resume(json.dumps(changed), BADABOOM))


@pytest.mark.parametrize("choice", ["éet", "\x1b[2J", "x" * 1000])
def test_a_choice_that_nobody_can_make_is_told_in_plain_letters(choice: str) -> None:
    damaged = json.loads(played(KUHN).save())
    damaged["choices"][1] = choice
    sentence = refused(resume(json.dumps(damaged)))
    assert sentence.startswith("choice 2 of the save could not be made: ")
    assert ascii(choice)[:5] in sentence


@few(60)
@given(data=st.data())
def test_any_byte_may_be_wrong(data: st.DataObject) -> None:
    """A save is refused or means the same, whatever happened to one of its characters."""
    m = played(KUHN)
    text = m.save()
    i = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(
        st.sampled_from(["", "0", "1", "-", '"', "{", "}", "[", "]", ",", ":", " ", "e", "p", "\0", "é"])
    )
    damaged = text[:i] + other + text[i + 1 :]
    try:
        again = interpreter.resume(KUHN.load(), damaged)
    except SaveError:
        refused(resume(damaged))
    else:
        assert json.loads(damaged) == json.loads(text)
        assert everything(again) == everything(m)


# ------------------------------------------------------------------ bad calls


@pytest.mark.parametrize("players", [-1, 0, 1, 4, 10**9, True, None, "3", 3.0])
def test_no_match_begins_with_a_wrong_number_of_players(players: Any) -> None:
    with pytest.raises(ValueError, match="Kuhn is for 2 to 3 players"):
        interpreter.start(KUHN.load(), players)


def test_no_match_begins_with_an_unknown_sort_of_chance() -> None:
    with pytest.raises(ValueError, match='"sampled" or "explicit"'):
        interpreter.start(KUHN.load(), 2, chance="none")  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_there_is_nothing_to_see_for_a_seat_that_is_not_there(seat: int) -> None:
    m = played(KUHN)
    for ask in (m.view, m.information_state, m.log_for, lambda seat: m.sample_world(seat, Random(1))):
        with pytest.raises(ValueError, match=f"no seat {seat}"):
            ask(seat)
