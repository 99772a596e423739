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
    ) == ["?card moves from box to big deck (2 times)", "Duck moves"]


def test_turns_are_told_when_they_pass_on() -> None:
    assert lines(
        Event("begin", "turn begins: p0", you=0),
        Event("begin", "turn begins: p0", you=0),
        Event("begin", "night begins"),
        Event("begin", "turn begins: p1", you=1),
    ) == ["turn begins: p0", "turn begins: p1"]


def test_nothing_in_it_is_a_control_code() -> None:
    assert lines(Event("move", "A\x1b[2J moves")) == ["A?[2J moves"]
