"""The log as it is told."""

from tests.tools.fake import Event
from tools.telling import told


def lines(*events: Event) -> list[str]:
    return list(told(events))  # type: ignore[arg-type]


def test_repetitions_are_one_line_and_machinery_is_none() -> None:
    assert lines(
        Event("move", "?card moves from box to big_deck"),
        Event("set", "armed is now yes"),
        Event("move", "?card moves from box to big_deck"),
        Event("move", "Duck moves"),
        Event("rule", "joy applies"),
        Event("wins", ""),
    ) == ["2 x ?card move from box to big deck", "Duck moves"]


def test_turns_are_told_when_they_pass_on() -> None:
    assert lines(
        Event("begin", "turn begins: p0", you=0),
        Event("begin", "turn begins: p0", you=0),
        Event("begin", "night begins"),
        Event("begin", "turn begins: p1", you=1),
    ) == ["turn begins: p0", "turn begins: p1"]


def test_nothing_in_it_is_a_control_code() -> None:
    assert lines(Event("move", "A\x1b[2J moves")) == ["A?[2J moves"]


def test_what_goes_the_same_way_is_one_line() -> None:
    assert lines(
        Event("draw", "A is drawn from deck to hand"),
        Event("draw", "B is drawn from deck to hand"),
        Event("draw", "B is drawn from deck to hand"),
        Event("move", "C moves from hand to box"),
        Event("gain", "p0 gains 1 coin"),
        Event("gain", "p0 gains 1 coin"),
    ) == ["A, 2 x B are drawn from deck to hand", "C moves from hand to box", "p0 gains 1 coin (2 times)"]


def test_dice_and_lists_are_one_line() -> None:
    assert lines(
        Event("roll", "red 1 shows 4"),
        Event("roll", "red 2 shows 5"),
        Event("announce", "sums_made(2)"),
        Event("item", "sums_made: 4"),
        Event("item", "sums_made: 9"),
        Event("announce", "alone(p1)"),
    ) == ["red 1 shows 4, red 2 shows 5", "sums made: 4, 9", "alone(p1)"]


def test_one_coin_is_one_coin_and_none_is_no_news() -> None:
    assert lines(
        Event("gain", "p0 gains 1 coins, has 3"),
        Event("gain", "p0 gains 0 coins, has 3"),
        Event("gain", "p0 gains 2 coins, has 5"),
        Event("gain", "p0 gains 1 task_marks[mask]"),
        Event("pay", "p0 pays 1 coins to p1"),
        Event("pay", "p0 pays 0 glass to p1"),
        Event("lose", "p0 loses 1 glass, has 10"),
        Event("announce", "noise gains 1 coins"),
    ) == [
        "p0 gains 1 coin, has 3", "p0 gains 2 coins, has 5", "p0 gains 1 task mark[mask]", "p0 pays 1 coin to p1",
        "p0 loses 1 glass, has 10", "noise gains 1 coins",
    ]  # fmt: skip
