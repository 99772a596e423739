"""What lies on the table, as one seat sees it, drawn for a terminal of 80 columns."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rulelang.files import printable
from tools.wording import counted, seat_name

View = Mapping[str, Any]  # what Match.view gives: plain data of JSON's types

BLANK = (
    None,
    0,
    False,
    "none",
    "no",
    "0",
    "",
)  # what a counter or variable of a card or space shows as nothing
LONGEST_CELL = 16


def draw(view: View) -> RenderableType:
    """The whole table: where we are in the game, what lies in the middle, and what each player has."""
    seat = view["seat"]
    parts: list[RenderableType] = [headline(view)]
    parts += owned_by(view, None)
    for step in range(view["players"]):
        owner = (seat + step) % view["players"]
        found = owned_by(view, owner)
        if found:
            parts += [Rule(seat_name(owner, seat), align="left", style="dim", characters="-"), *found]
    return Group(*parts)


def headline(view: View) -> Text:
    """Game, phase and whose turn it is, in one line."""
    said = [printable(view["game"])]
    if view["variant"]:
        said.append(printable(view["variant"]))
    said += [" > ".join(phase.replace("_", " ") for phase in view["phases"])] if view["phases"] else []
    if view["turn"] is not None:
        said.append(f"turn of {seat_name(view['turn'], view['seat'])}")
    return Text(" | ".join(said), style="bold")


def owned_by(view: View, owner: int | None) -> list[RenderableType]:
    """Zones, counters, dice and boards of one player, or of the table (None)."""
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="cyan", max_width=24)
    rows.add_column(ratio=1)
    for zone in view["zones"]:
        if zone["owner"] == owner and not (zone["count"] == 0 and owner is not None):
            rows.add_row(Text(labelled(zone)), Text(contents(zone)))
    for dice in view["dice"]:
        if dice["owner"] == owner:
            rows.add_row(
                Text(labelled(dice)), Text(" ".join("?" if f is None else str(f) for f in dice["faces"]))
            )
    for part, title in (("stores", "counters" if owner is not None else "game"), ("values", "values")):
        said = [note(entry, view["seat"]) for entry in view[part] if entry["owner"] == owner]
        if any(said):
            rows.add_row(Text(title), Text(" | ".join(filter(None, said))))
    drawn: list[RenderableType] = [rows] if rows.row_count else []
    for board in view["boards"]:
        if board["owner"] == owner:
            drawn += [Text(labelled(board), style="cyan"), board_table(board, view["seat"])]
    return drawn


def note(entry: Mapping[str, Any], me: int | None) -> str:
    """A counter, variable or value with its name; nothing for `no` and `none`, for `yes` just the name."""
    text = shown(entry["value"], me)
    if text in ("no", "none"):
        return ""
    return labelled(entry) if text == "yes" else f"{labelled(entry)} {text}"


def labelled(entry: Mapping[str, Any]) -> str:
    """The name as people read it, with its index."""
    name = printable(str(entry["name"])).replace("_", " ")
    index = entry.get("index") or ()
    return f"{name} [{', '.join(str(part) for part in index)}]" if index else name


def shown(value: object, me: int | None) -> str:
    """A value of a counter or variable."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list):
        return "[" + ", ".join(shown(part, me) for part in value) + "]"
    text = printable(str(value)).replace("_", " ")
    return seat_name(me, me) if me is not None and text == f"p{me}" else text


def contents(zone: Mapping[str, Any]) -> str:
    """The cards of a zone, alike ones together; their number, if that is all one may know."""
    count, cards = zone["count"], zone["cards"]
    if cards is None:
        return "hidden" if count is None else counted(count, "card")
    if not cards:
        return "empty"
    texts = [card_text(card) for card in cards]
    if zone["order"] == "row":
        return grouped((text, len(list(same))) for text, same in groupby(texts))
    if zone["order"] != "stack":
        return grouped(Counter(texts).items())
    # Of a stack people know the top, perhaps some cards more; the order of the backs below is no help.
    known = max(
        (place + 1 for place, card in enumerate(cards) if card and card["name"] is not None), default=0
    )
    top = grouped((text, len(list(same))) for text, same in groupby(texts[:known]))
    below = grouped(Counter(texts[known:]).items())
    return f"{top}, then {below}" if top and below else top or below


def grouped(groups: Iterable[tuple[str, int]]) -> str:
    """`Anchor, 3 x ?blue`"""
    return ", ".join(text if number == 1 else f"{number} x {text}" for text, number in groups)


def card_text(card: Mapping[str, Any] | None) -> str:
    """A card: its name or its back, what is noted on it, and what lies on it."""
    if card is None:
        return "?"
    if card["name"] is not None:
        text = printable(card["name"])
    else:
        text = f"?{printable(card['back'] or 'face down')}"  # as the log and the options call it
    noted = notes(card.get("stores") or {})
    lying = [f"{labelled(zone)}: {contents(zone)}" for zone in card.get("zones") or () if zone["cards"]]
    more = "; ".join(([noted] if noted else []) + lying)
    return f"{text} ({more})" if more else text


def notes(stores: Mapping[str, Any]) -> str:
    """The counters and variables of a card or space that are not at nothing."""
    said = []
    for name, value in stores.items():
        if value in BLANK:
            continue
        label = printable(name).replace("_", " ")
        said.append(label if value is True or value == "yes" else f"{label} {shown(value, None)}")
    return ", ".join(said)


def board_table(board: Mapping[str, Any], me: int | None) -> RenderableType:
    """A board of rows and columns as a grid; another one as the list of its spaces that hold something."""
    spaces = board["spaces"]
    if not board["rows"] or not board["columns"] or len(spaces) != board["rows"] * board["columns"]:
        rows = Table.grid(padding=(0, 2))
        for space in spaces:
            if said := notes(space["stores"]):
                rows.add_row(Text(printable(space["id"])), Text(said))
        return rows if rows.row_count else Text("nothing on it", style="dim")
    grid = Table(box=None, show_header=True, padding=(0, 1))
    grid.add_column("")
    for column in range(1, board["columns"] + 1):
        grid.add_column(str(column), justify="center")
    for row in range(board["rows"]):
        first = row * board["columns"]
        cells = [cell_text(space["stores"], me) for space in spaces[first : first + board["columns"]]]
        grid.add_row(str(row + 1), *(Text(cell) for cell in cells))
    return grid


def cell_text(stores: Mapping[str, Any], me: int | None) -> str:
    """One space of a grid: its values without their names, a dot for nothing."""
    said = " ".join(shown(value, None) for value in stores.values() if value not in BLANK)
    return (said if len(said) <= LONGEST_CELL else said[: LONGEST_CELL - 2] + "..") or "."
