"""What lies on the table, as one seat sees it, drawn for a terminal of 80 columns."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import frozen
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rulelang.files import printable
from tools.play.printed import Printed, spoken
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
EMPTY = "empty"  # heads the row of the zones where nothing lies
LONGEST_CELL = 16
MOST_IN_FULL = 8  # cards of a zone that are told in a line each


@frozen
class Part:
    """What one player has, or the table: its title, and a line or more for each thing in it."""

    title: str
    rows: tuple[tuple[str, str], ...]
    boards: tuple[View, ...] = ()


def draw(view: View, printed: Printed | None = None, before: Sequence[Part] = ()) -> RenderableType:
    """The table: where we are in the game, what lies in the middle, and what each player has.

    With *before*, what was drawn last, only what has changed since.
    """
    pieces: list[RenderableType] = [headline(view)]
    known = {part.title: part for part in before}
    for part in parts_of(view, printed):
        old = known.get(part.title, Part("", ()))
        rows = [row for row in part.rows if row not in old.rows and (row[0] != EMPTY or not before)]
        gone = {label for label, _ in old.rows} - {label for label, _ in part.rows} - {EMPTY}
        rows += [(label, "empty") for label, _ in old.rows if label in gone]
        boards = [board for board in part.boards if board not in old.boards]
        if not rows and not boards:
            continue
        if part.title:
            pieces.append(Rule(part.title, align="left", style="dim", characters="-"))
        if rows:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(style="cyan", max_width=24)
            grid.add_column(ratio=1)
            for label, text in rows:
                grid.add_row(Text(label), Text(text))
            pieces.append(grid)
        for board in boards:
            pieces += [Text(labelled(board), style="cyan"), board_table(board, view["seat"])]
    return Group(*pieces)


def headline(view: View) -> Text:
    """Game, phase and whose turn it is, in one line."""
    said = [printable(view["game"])]
    if view["variant"]:
        said.append(printable(view["variant"]))
    said += [" > ".join(phase.replace("_", " ") for phase in view["phases"])] if view["phases"] else []
    if view["turn"] is not None:
        said.append(f"turn of {seat_name(view['turn'], view['seat'])}")
    return Text(" | ".join(said), style="bold")


def parts_of(view: View, printed: Printed | None = None) -> list[Part]:
    """The table, then each player from the one who looks."""
    seat = view["seat"]
    owners = [None, *((seat + step) % view["players"] for step in range(view["players"]))]
    return [part_of(view, owner, printed) for owner in owners]


def part_of(view: View, owner: int | None, printed: Printed | None) -> Part:
    """Zones, dice, counters and boards of one player, or of the table (None)."""
    seat = view["seat"]
    shown = printed if owner in (None, seat) else None  # of others' cards their names will do
    rows = list(zone_rows([zone for zone in view["zones"] if zone["owner"] == owner], shown))
    for dice in view["dice"]:
        if dice["owner"] == owner:
            faces = ("-" if face == "none" else "?" if face is None else str(face) for face in dice["faces"])
            rows.append((labelled(dice), " ".join(faces)))
    boards = [board for board in view["boards"] if board["owner"] == owner]
    grids = tuple(board for board in boards if is_grid(board))
    pieces = standing(view, [board for board in view["boards"] if not is_grid(board)])
    for board in boards:
        if not is_grid(board):
            rows.append((labelled(board), track(board, pieces, printed)))
    on_board = {id(entry) for entries in pieces.values() for _, entry in entries}
    for name, title in (("stores", "counters" if owner is not None else "game"), ("values", "values")):
        mine = [entry for entry in view[name] if entry["owner"] == owner and id(entry) not in on_board]
        said = list(filter(None, notes_of(mine, seat, name == "values")))
        if said:
            rows.append((title, " | ".join(said)))
    return Part("" if owner is None else seat_name(owner, seat), tuple(rows), grids)


def zone_rows(zones: Sequence[View], printed: Printed | None) -> Iterator[tuple[str, str]]:
    """A row for each zone; those of one name with an index together, and those without anything in one."""
    empty = []
    for name, same in groupby(zones, key=lambda zone: str(zone["name"])):
        family = list(same)
        full = [zone for zone in family if zone["count"] != 0]
        if full and full[0]["index"]:
            texts = (f"{', '.join(map(str, zone['index']))}: {contents(zone)}" for zone in full)
            yield spoken(name), "; ".join(texts)
        elif full:
            yield spoken(name), contents(full[0], printed)
        elif family[0]["owner"] is None:
            empty.append(spoken(name))
    if empty:
        yield EMPTY, ", ".join(empty)


def notes_of(entries: Iterable[View], seat: int | None, derived: bool) -> Iterator[str]:
    """Counters, variables and values with their names; those of one name with an index together.

    Of what has an index, and of derived values, what is 0 is not told.
    """
    for _, same in groupby(entries, key=lambda entry: str(entry["name"])):
        group = list(same)
        if group[0].get("index"):
            told = [entry for entry in group if entry["value"] not in BLANK]
            texts = (
                f"{', '.join(spoken(str(i)) for i in entry['index'])} {shown(entry['value'], seat)}"
                for entry in told
            )
            if told:
                yield f"{spoken(str(group[0]['name']))}: {', '.join(texts)}"
        elif not (derived and group[0]["value"] in BLANK):
            yield note(group[0], seat)


def standing(view: View, boards: Sequence[View]) -> dict[str, list[tuple[str, View]]]:
    """By space, what stands there: the variables that say so, with what they are called on the board."""
    spaces = {space["id"] for board in boards for space in board["spaces"]}
    found: dict[str, list[tuple[str, View]]] = {}
    of_players = {
        entry["name"] for entry in view["stores"] if entry["owner"] is not None and entry["value"] in spaces
    }
    for entry in view["stores"]:
        if not isinstance(entry["value"], str) or entry["value"] not in spaces:
            continue
        name = labelled(entry)
        if entry["owner"] is not None:
            who = seat_name(entry["owner"], view["seat"])
            name = who if len(of_players) == 1 else f"{name} of {who}"
        found.setdefault(entry["value"], []).append((name, entry))
    return found


def is_grid(board: View) -> bool:
    """Whether a board is drawn in rows and columns; another one is a row of spaces, each with its name."""
    rows, columns = board["rows"], board["columns"]
    return bool(rows and columns) and len(board["spaces"]) == rows * columns and (rows > 1 or columns <= 9)


def track(board: View, pieces: Mapping[str, list[tuple[str, View]]], printed: Printed | None) -> str:
    """The spaces in their order: what is printed there, what is noted there, what stands there."""
    said = []
    for space in board["spaces"]:
        name = printable(space["id"])
        marks = [printed.space(space["id"]) if printed is not None else "", notes(space["stores"])]
        more = "; ".join(filter(None, marks))
        here = ", ".join([*(who for who, _ in pieces.get(space["id"], ())), *lying_on(space)])
        if not more and not here:
            said.append("\u00b7")
            continue
        name = spoken(name).removeprefix(f"{labelled(board)} ")
        said.append(name + (f" ({more})" if more else "") + (f" [{here}]" if here else ""))
    return "  ".join(said)


def lying_on(space: View) -> Iterator[str]:
    """What lies in the zones of a space."""
    return (contents(zone) for zone in space.get("zones", ()) if zone["count"])


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


def contents(zone: Mapping[str, Any], printed: Printed | None = None) -> str:
    """The cards of a zone, alike ones together; their number, if that is all one may know.

    With *printed*, a line for each card if there are few and something is printed on them.
    """
    count, cards = zone["count"], zone["cards"]
    if cards is None:
        return "hidden" if count is None else counted(count, "card")
    if not cards:
        return "empty"
    if printed is not None and len(cards) <= MOST_IN_FULL and printed.lies_open(zone["name"]):
        lines = [card_line(card, printed) for card in cards]
        if any(more for _, more in lines):
            return "\n".join(f"{text}: {more}" if more else text for text, more in lines)
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


def card_line(card: Mapping[str, Any] | None, printed: Printed) -> tuple[str, str]:
    """A card, and what is printed on it."""
    if card is None or card["name"] is None:
        return card_text(card), ""
    told = printed.counters_of(card["name"])
    stores = {key: value for key, value in card["stores"].items() if key.partition("[")[0] not in told}
    more = [printed.card(card["name"], card["stores"])]
    more += [f"{spoken(key)} {shown(value, None)}" for key, value in (card.get("values") or {}).items()]
    return card_text({**card, "stores": stores}), "; ".join(filter(None, more))


def details(view: View, printed: Printed) -> dict[str, str]:
    """What is printed on the cards that are seen, by name; of cards alike that differ, nothing."""
    found: dict[str, set[str]] = {}
    for zone in view["zones"]:
        for card in zone["cards"] or ():
            if card is not None and card["name"] is not None:
                found.setdefault(card["name"], set()).add(card_line(card, printed)[1])
    return {name: more.pop() for name, more in found.items() if len(more) == 1}


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
    """A board of rows and columns."""
    spaces = board["spaces"]
    grid = Table(box=None, show_header=True, padding=(0, 1))
    grid.add_column("")
    for column in range(1, board["columns"] + 1):
        grid.add_column(str(column), justify="center")
    for row in range(board["rows"]):
        first = row * board["columns"]
        cells = [cell_text(space, me) for space in spaces[first : first + board["columns"]]]
        grid.add_row(str(row + 1), *(Text(cell) for cell in cells))
    return grid


def cell_text(space: View, me: int | None) -> str:
    """One space of a grid: its values without their names, what lies there, a dot for nothing."""
    noted = (shown(value, None) for value in space["stores"].values() if value not in BLANK)
    said = " ".join([*noted, *lying_on(space)])
    return (said if len(said) <= LONGEST_CELL else said[: LONGEST_CELL - 2] + "..") or "."
