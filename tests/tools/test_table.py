"""The table as it is drawn for one seat."""

import io
from typing import Any

import pytest
from rich.console import Console

from tools.play.table import card_text, cell_text, contents, draw, notes
from tools.wording import counted, seat_name, shortened


def zone(name: str, cards: list[Any] | None, **more: Any) -> dict[str, Any]:
    count = None if cards is None else len(cards)
    return {"name": name, "owner": None, "index": [], "order": "pile", "count": count, "cards": cards} | more


def card(name: str | None, **more: Any) -> dict[str, Any]:
    return {"name": name, "back": "blue", "kind": "Card", "stores": {}, "zones": []} | more


def view(**parts: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {
        "game": "Harbour", "variant": None, "players": 2, "seat": 1, "phases": ["turn", "night_watch"],
        "turn": 0, "over": False, "zones": [], "stores": [], "dice": [], "boards": [], "values": [],
        "question": None, "log": [], "result": None,
    }  # fmt: skip
    return empty | parts


def drawn(what: dict[str, Any]) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(draw(what))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_whole_table() -> None:
    assert (
        drawn(
            view(
                variant="Fog",
                zones=[
                    zone("deck", None, count=12, order="stack"),
                    zone("hand", [card("Anchor"), card("Anchor"), card(None)], owner=1),
                    zone("hand", [card(None), card(None)], owner=0),
                    zone("dock", [], index=["red"]),
                ],
                values=[
                    {"name": "high_tide", "owner": None, "value": "yes"},
                    {"name": "storm", "owner": None, "value": "no"},
                ],
                stores=[
                    {"name": "coins", "owner": 1, "index": [], "value": 3},
                    {"name": "coins", "owner": 0, "index": [], "value": 0},
                    {"name": "tide", "owner": None, "index": [], "value": "p1"},
                    {"name": "secret", "owner": 0, "index": [], "value": None},
                ],
                dice=[{"name": "weather_die", "owner": None, "faces": [3, None]}],
            )
        )
        == """\
Harbour | Fog | turn > night watch | turn of p0
deck         12 cards
dock [red]   empty
weather die  3 ?
game         tide you (p1)
values       high tide
you (p1) -----------------------------------------------------------------------
hand      2 x Anchor, ?blue
counters  coins 3
p0 -----------------------------------------------------------------------------
hand      2 x ?blue
counters  coins 0"""
    )


def test_grid_and_list_of_spaces() -> None:
    spaces = [
        {"id": f"sea[{row},{column}]", "stores": {"mark": None}} for row in (1, 2) for column in (1, 2, 3)
    ]
    spaces[4]["stores"] = {"mark": "p0", "depth": 0}
    grid = {"name": "sea", "owner": None, "rows": 2, "columns": 3, "spaces": spaces}
    text = drawn(view(boards=[grid]))
    assert [line.split() for line in text.splitlines()[-3:]] == [
        ["1", "2", "3"],
        ["1", ".", ".", "."],
        ["2", ".", "p0", "."],
    ]
    road = {"name": "road", "owner": None, "rows": None, "columns": None, "spaces": spaces}
    assert "sea[2,2]  mark p0" in drawn(view(boards=[road]))


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (zone("z", None), "hidden"),
        (zone("z", None, count=1), "1 card"),
        (zone("z", []), "empty"),
        (zone("z", [card("A"), card("B"), card("A")]), "2 x A, B"),
        (zone("z", [card("A"), card("B"), card("A")], order="row"), "A, B, A"),
        (
            zone(
                "z",
                [
                    card("A"),
                    card(None),
                    card("B"),
                    card(None, back="red"),
                    card(None),
                    card(None, back="red"),
                ],
                order="stack",
            ),
            "A, ?blue, B, then 2 x ?red, ?blue",
        ),
        (zone("z", [card(None), card(None)], order="stack"), "2 x ?blue"),
        (zone("z", [card(None, back=None)]), "?face down"),
        (zone("z", [None]), "?"),
    ],
)
def test_contents(made: dict[str, Any], text: str) -> None:
    assert contents(made) == text


def test_what_is_noted_and_lies_on_a_card() -> None:
    noted = card(
        "Ship", stores={"damage": 2, "sunk": False, "flag": True}, zones=[zone("hold", [card("Rum")])]
    )
    assert card_text(noted) == "Ship (damage 2, flag; hold: Rum)"
    assert notes({"a": 0, "b": None}) == ""


def test_nothing_from_a_rules_file_reaches_the_terminal_raw() -> None:
    """Neither control codes nor rich's markup are obeyed."""
    text = drawn(view(game="G\x1b[2J", zones=[zone("z", [card("[red]evil[/red]\x1b[31m\nname")])]))
    assert "\x1b" not in text
    assert "[red]evil[/red]?[31m?name" in text


def test_wide_tables_stay_in_80_columns() -> None:
    many = zone("hand", [card(f"A rather long name {number}") for number in range(30)], owner=1)
    assert max(len(line) for line in drawn(view(zones=[many])).splitlines()) <= 80


def test_small_words() -> None:
    assert counted(1, "error") == "1 error"
    assert counted(0, "error") == "0 errors"
    assert shortened("a  b\nc", 5) == "a b c"
    assert shortened("a b c d", 5) == "a ..."
    assert [seat_name(None), seat_name(-1), seat_name(1), seat_name(1, 1)] == [
        "chance",
        "chance",
        "p1",
        "you (p1)",
    ]
    assert cell_text({"mark": "a very long value indeed"}, None).endswith("..")
    assert cell_text({}, None) == "."
