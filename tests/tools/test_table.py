"""The table as it is drawn for one seat."""

import io
from typing import Any

import pytest
from rich.console import Console

import interpreter
import rulelang
from tools.play.printed import Printed
from tools.play.table import card_line, card_text, cell_text, contents, details, draw, notes, parts_of
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


def drawn(what: dict[str, Any], *more: Any) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(draw(what, *more))
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
empty        dock
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
    assert "road  ·  ·  ·  ·  sea[2,2] (mark p0)  ·" in drawn(view(boards=[road]))


def company(players: int = 3, seed: int = 5) -> tuple[interpreter.Match, Printed]:
    match = interpreter.start(rulelang.load("bad_company"), players, seed=seed)
    return match, Printed(match.game)


def plain_lines(text: str) -> str:
    return " ".join(text.split())


def test_a_track_shows_who_stands_where_and_what_is_printed_there() -> None:
    match, printed = company()
    text = plain_lines(drawn(match.view(0), printed))
    assert "behind 3 [police] · · 0 [you (p0), p1, p2] 1 (money) · · 4 (shortcut 6, loot card)" in text
    assert "21 (two points) 22 (red) 23 (red) 24 (red)" in text
    assert "| car " not in text  # what stands on the board is not told a second time


def test_cards_show_what_is_printed_and_how_much_room_is_left() -> None:
    match, printed = company()
    for choice in match.decision.options[:1]:  # type: ignore[union-attr]
        match.choose(choice)
    text = drawn(match.view(2), printed)
    assert "diamond 3: flashlight 0/2, lock 0/1; mission symbols 1, points 1, money" in plain_lines(text)
    assert "Cheezy: left half, 3 coin, 4 lock, 5 steering wheel, 6 hand, 7 mask" in text
    assert max(len(line) for line in text.splitlines()) <= 80
    of_others = drawn(match.view(0), printed)
    assert "active      diamond 3, art 3" in of_others


def test_room_left_on_a_card() -> None:
    _, printed = company()
    assert printed.card("diamond 1", {"marks[mask]": "1"}) == "mask 1/2, hand 0/1; glove and die"
    assert printed.card("no such card", {}) == printed.card(None, {}) == ""
    assert card_line(card("diamond 1", stores={"marks[mask]": "1", "note": "2"}), printed) == (
        "diamond 1 (note 2)",
        "mask 1/2, hand 0/1; glove and die",
    )


def test_only_what_changed_is_drawn_again() -> None:
    match, printed = company()
    before = parts_of(match.view(0), printed)
    assert drawn(match.view(0), printed, before) == "BadCompany"
    match.choose_index(0)
    text = drawn(match.view(0), printed, before)
    assert "p2 ---" in text
    assert "gang board" not in text


def test_what_has_gone_is_told() -> None:
    full = view(zones=[zone("hand", [card("A")], owner=1)])
    assert "hand  empty" in drawn(view(zones=[zone("hand", [], owner=1)]), None, parts_of(full))


def test_what_becomes_empty_is_told_once() -> None:
    full = view(zones=[zone("dock", [card("A")]), zone("pier", [])])
    bare = view(zones=[zone("dock", []), zone("pier", [])])
    assert drawn(bare, None, parts_of(full)).splitlines()[1:] == ["dock  empty"]
    assert drawn(full, None, parts_of(bare)).splitlines()[1:] == ["dock  A"]


def test_heaps_that_lie_face_down_are_told_by_names() -> None:
    """What is printed on cards helps where people look at them: not in the Garbage, though they saw what went there."""
    printed = Printed(rulelang.load("badaboom"))
    cards = [card("Duck"), card("Duck"), card("My Idea")]
    text = drawn(view(zones=[zone("garbage", cards), zone("bomb", cards[2:])]), printed)
    assert "garbage  2 x Duck, My Idea" in text
    assert "bomb     My Idea: interrupt; Take control" in text


def test_indexes_are_told_together() -> None:
    stores = [
        {"name": "marks", "owner": 1, "index": ["red"], "value": "2"},
        {"name": "marks", "owner": 1, "index": ["blue"], "value": "0"},
        {"name": "coins", "owner": 1, "index": [], "value": "0"},
    ]
    piles = [zone("pile", [card("A")], owner=1, index=["3"]), zone("pile", [], owner=1, index=["4"])]
    text = drawn(view(stores=stores, zones=piles, values=[{"name": "rent", "owner": 1, "value": "0"}]))
    assert "pile      3: A" in text
    assert "counters  marks: red 2 | coins 0" in text
    assert "rent" not in text


def test_tokens_tell_what_is_derived_of_them() -> None:
    match, printed = company()
    assert details(match.view(0), printed)["first pair"] == "slot 1; member 2"


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
    assert cell_text({"stores": {"mark": "a very long value indeed"}}, None).endswith("..")
    assert cell_text({"stores": {}}, None) == "."
    pawn = {"name": "pawn", "back": "pawn", "kind": "Pawn", "stores": {}, "zones": []}
    standing = {"name": "standing", "owner": None, "order": "row", "count": 1, "cards": [pawn], "index": []}
    assert cell_text({"stores": {"worn": "2"}, "zones": [standing]}, None) == "2 pawn"
