"""Starting points: the text of a new game, and of a new variant of one, with remarks for whoever goes on from there."""

import os
import re
from pathlib import Path

from rulelang import Game
from rulelang.bundled import bundled_file, find_game, head_of
from rulelang.game import Setting
from tools.failures import WrongCall
from tools.wording import counted

PEOPLE = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
LISTED = 12  # names of one sort that a new variant tells its author

GAME = """\
## What {title} is about, in a sentence or two: players read this.
game {title} for 2 to 4 players

# Each line that begins with # is a remark for yourself. Change what you like and ask now and then:
#   rulelang check {path}     is everything in order?
#   rulelang test {path}      do the examples come out?
#   rulelang play {path}      try it against a bot

# A number that somebody may want to change later: its range, and what it is.
parameter hand_size: 1 to 5 = 3

## What the cards have in common: a value, printed on the face.
kind Find is card:
    back = "find"
    worth: 0 to 9

card "Pebble" is Find, 8 copies: worth = 1
card "Shell" is Find, 6 copies: worth = 2
card "Pearl" is Find, 4 copies: worth = 5

# Where cards may lie. A stack is face down, a hand is seen by its owner, a row by everyone.
zone deck: stack of Find
zone hand of each player: hand of Find
zone shelf of each player: row of Find

variable mover: player = start_player
value wealth of player p: number = sum of worth of f for each Find f in shelf of p

setup:
    move all Finds to deck
    shuffle deck
    for each player p: draw hand_size cards from deck to hand of p

# A turn: one card from the deck, one card to the shelf. It goes round until the deck is empty.
phase turn of mover, repeated until deck is empty:
    draw 1 card from deck to hand of mover
    mover chooses Find f in hand of mover
    move f to shelf of mover
    set mover to left of mover

winner: most wealth, then shared

# What must always hold; it is tested after every step of the examples and simulations.
invariant hands_keep_their_size: every player p has number of Finds in hand of p <= hand_size + 1

# An example sets up a scene, lets somebody act, and says what must come out.
example "a pearl makes a shelf worth more":
    given players Ann, Bo
    given mover is Ann
    given hand of Ann holds ["Pearl"]
    given top of deck is "Pebble"
    when turn begins
    when Ann chooses "Pearl"
    then shelf of Ann holds ["Pearl"]
    then hand of Ann holds ["Pebble"]
    then wealth of Ann = 5
"""


def words_of(name: str) -> list[str]:
    """The words in a name, however it is written: `night_market`, `NightMarket`, `night market`.

    Raises: WrongCall for what cannot be the name of a game.
    """
    words = re.findall(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+", name)
    if not words or not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*", name) or len(name) > 60:
        raise WrongCall(
            f"`{name}` cannot be a name: write words of plain letters and digits, as in night_market"
        )
    return [word.lower() for word in words]


def title_of(name: str) -> str:
    """The name as it stands in the first line: `NightMarket`."""
    words_of(name)  # what it refuses has no title
    return "".join(part[0].upper() + part[1:] for part in re.split("[ _-]", name))


def file_of(name: str) -> str:
    """The name as a file has it, without its ending: `night_market`."""
    return "_".join(words_of(name))


def game_text(name: str, path: Path) -> str:
    """A small game that can be played as it is."""
    return GAME.format(title=title_of(name), path=path.as_posix())


def variant_place(name: str, game: str, wanted: Path | None) -> tuple[Path, str]:
    """Where a new variant lies, and how it calls what it is a variant of.

    Of a bundled game it lies where one stands; of any other in the folder `variants` beside the game; of a variant
    beside that.

    Raises: WrongCall for a file that the variant could not name its base from.
    """
    file = f"{file_of(name)}.rules"
    if bundled_file(game) is not None:
        return (wanted or Path()) / file, game
    found = find_game(game)
    if not isinstance(found, tuple):
        raise WrongCall(found.message + (f"; {found.hint}" if found.hint else ""))
    base = Path(found[0])
    if not base.is_file():
        raise WrongCall(f"there is no file `{base}`")
    head = head_of(str(base))
    if head is None:
        raise WrongCall(f"`{base}` is no game and no variant: it has no `game` line and no `variant` line")
    folder = wanted or (base.parent / "variants" if head.base is None else base.parent)
    if os.path.realpath(folder) == os.path.realpath(base.parent):
        return folder / file, base.name
    if os.path.realpath(folder / "..") == os.path.realpath(base.parent):
        return folder / file, f"../{base.name}"
    raise WrongCall(
        f"a variant of `{base}` lies in the folder `{base.parent}` or in a folder in there, not in `{folder}`"
    )


def variant_text(name: str, game: Game, base: str, path: Path) -> str:
    """A variant that changes nothing yet and tells what it could change."""
    of = game.name + (f" with {game.variant}" if game.variant else "")
    command = path.as_posix()
    return "\n".join([
        f"## What is different from {of}, in a sentence: players read this.",
        f'variant {title_of(name)} of "{base}":',
        f"    # It changes nothing yet. Try it: rulelang play {command}",
        f"    # What you have changed:         rulelang diff {base_shown(path, base)} {command}",
        *parameters(game),
        *changes(game),
        "",
        *example(game),
    ]) + "\n"  # fmt: skip


def base_shown(path: Path, base: str) -> str:
    """The base as the command line takes it."""
    return Path(os.path.normpath(path.parent / base)).as_posix() if base.endswith(".rules") else base


def parameters(game: Game) -> list[str]:
    """A line for each parameter of the game."""
    if not game.parameters:
        return []
    lines = ["", "    # The parameters, as they are now. Take the # away from one and give it another value."]
    for setting in list(game.parameters.values())[:LISTED]:
        lines.append(f"    # set {setting.key} to {written(game, setting, game.settings[setting.key])}")
    return lines


def written(game: Game, setting: Setting, value: object) -> str:
    """The value of a parameter as it stands in rules."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if setting.type.base == "enum" and isinstance(value, int):
        return game.enums[setting.type.names[0]].members[value]
    return f'"{value}"' if isinstance(value, str) else str(value)


def changes(game: Game) -> list[str]:
    """What else a variant can change, with names of this game."""
    phase = next(iter(game.phases), "turn")
    lines = [
        "",
        "    # Other changes, a line each; what is replaced or added is written as in the game itself.",
    ]
    cards = [card.name for card in game.cards if game.kinds[card.kind].base == "card"]
    if cards:
        lines.append(f'    # remove card "{cards[0]}"')
    lines.append(f"    # replace phase {phase}:")
    lines.append(f"    # after {phase} add phase afterwards:")
    window = next((key for key, window in game.windows.items() if window.actions), None)
    if window is not None:
        lines.append(f"    # in {window} add action ...:")
        lines.append(f"    # remove action {game.windows[window].actions[0].key}")
    lines.append(f"    # add rule noticed, when {phase} begins:")
    for what, names in (("phases", list(game.phases)), ("windows", list(game.windows)), ("cards", cards)):
        if names:
            shown = ", ".join(names[:LISTED]) + (
                f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
            )
            lines.append(f"    # Its {what}: {shown}.")
    return lines


def example(game: Game) -> list[str]:
    """An example that holds in the game as it is."""
    least = game.players[0]
    names = [PEOPLE[seat] if seat < len(PEOPLE) else f"P{seat}" for seat in range(least)]
    setting = next((one for one in game.parameters.values() if one.type.base in ("number", "truth")), None)
    lines = [
        "    # A variant has examples of its own; those of the game speak of the game as it was.",
        f'    add example "{counted(least, "player")} can begin":',
        f"        given player{'s' if least > 1 else ''} {', '.join(names)}",
        f"        then number of players = {least}",
    ]
    if setting is not None:
        value = game.settings[setting.key]
        test = (
            f"{setting.key} = {value}"
            if setting.type.base == "number"
            else f"{'' if value else 'not '}{setting.key}"
        )
        lines.append(f"        then {test}")
    return lines
