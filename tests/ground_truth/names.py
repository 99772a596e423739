"""The games of OpenSpiel 2.0.2 that ours are the same as: what they call things, and what we call them.

Their actions are numbers. A game is called as they do it: `kuhn_poker(players=3)`.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

import interpreter
from interpreter import Match
from rulelang.load import load

FOLDER = Path(__file__).parent


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


COUNTS: Mapping[str, Any] = {game["game"]: game for game in read("counts.json")["games"]}
PERFT: Mapping[str, Any] = {game["game"]: game for game in read("perft.json")["games"]}
PLAYS: Mapping[str, Any] = {
    game["game"]: game for game in (read(path.name) for path in sorted(FOLDER.glob("traces_*.json")))
}

Ids = Callable[[int, int], tuple[str, ...]]


@frozen
class Ours:
    """A game of ours that is the same as one of theirs.

    ``option``: the ids of ours that a seat's action of theirs may be called, of which one is on offer;
    ``outcome``: the same of what chance does (its seat is -1). ``forced``: whether their tree has the choices
    of one option (the last bid of goofspiel is none there); ``unit``: our payoffs for one of theirs;
    ``backwards``: they count the seats the other way round. ``kept``: what their players remember, where
    that is not all that they know.
    """

    game: str
    players: int
    parameters: Mapping[str, object]
    option: Ids
    outcome: Ids
    forced: bool = True
    unit: int = 1
    backwards: bool = False
    kept: Callable[[Match, int], object] | None = None

    def start(self, *, log: bool = True, fast: bool = False) -> Match:
        game = load(self.game, parameters=self.parameters)
        return interpreter.start(game, self.players, chance="explicit", log=log, fast=fast)

    def seat(self, player: int) -> int:
        """Our seat of their player; -1 is chance for both."""
        return -player % self.players if self.backwards and player > 0 else player

    def known(self, m: Match, seat: int) -> object:
        """What tells histories apart for a seat, in their game."""
        return m.information_state(seat) if self.kept is None else self.kept(m, seat)


# ------------------------------------------------------------------ their games


def no_chance(_: int, number: int) -> tuple[str, ...]:
    raise AssertionError(f"chance has nothing to do here, they say {number}")


def tic_tac_toe(_: Mapping[str, str]) -> Ours:
    return Ours("tic_tac_toe", 2, {}, lambda _, n: (f"grid[{n // 3 + 1},{n % 3 + 1}]",), no_chance)


def connect_four(said: Mapping[str, str]) -> Ours:
    sizes = numbers(said, rows="rows", columns="columns", x_in_row="in_a_row")
    return Ours("connect_four", 2, sizes, lambda _, n: (str(n + 1),), no_chance)


def breakthrough(said: Mapping[str, str]) -> Ours:
    """An action is a square, one of six ways to go, and whether that takes a man."""
    sizes = numbers(said, rows="rows", columns="columns")
    columns = sizes.get("columns", 8)

    def option(_: int, n: int) -> tuple[str, ...]:
        square, way = divmod(n // 2, 6)
        row, column = divmod(square, columns)
        to = row + (1 if way < 3 else -1), column + way % 3 - 1
        return (f"move: grid[{row + 1},{column + 1}], grid[{to[0] + 1},{to[1] + 1}]",)

    return Ours("breakthrough", 2, sizes, option, no_chance)


def kuhn_poker(said: Mapping[str, str]) -> Ours:
    cards = ("Jack", "Queen", "King", "Ace")
    players = int(said.get("players", "2"))
    return Ours("kuhn", players, {}, lambda _, n: (("pass", "bet")[n],), lambda _, n: (cards[n],))


def leduc_poker(_: Mapping[str, str]) -> Ours:
    words = ("fold",), ("check", "call"), ("raise",)
    cards = [f"{rank} of {suit}" for rank in ("Jack", "Queen", "King") for suit in ("hearts", "spades")]
    return Ours("leduc", 2, {}, lambda _, n: words[n], lambda _, n: (cards[n],))


def liars_dice(said: Mapping[str, str]) -> Ours:
    given = numbers(said, numdice="dice_each", dice_sides="sides")
    sides, most = given.get("sides", 6), 2 * given.get("dice_each", 1)

    def option(_: int, n: int) -> tuple[str, ...]:
        return ("liar",) if n == most * sides else (f"bid: {n // sides + 1}, {n % sides + 1}",)

    return Ours("liars_dice", 2, given, option, lambda _, n: (str(n + 1),))


def pig(said: Mapping[str, str]) -> Ours:
    given = numbers(said, winscore="winscore", horizon="horizon", diceoutcomes="sides")
    return Ours("pig", 2, given, lambda _, n: (("roll", "stop")[n],), lambda _, n: (str(n + 1),))


def goofspiel(said: Mapping[str, str]) -> Ours:
    suits = ("clubs", "diamonds")
    given: dict[str, object] = {
        **numbers(said, num_cards="num_cards"),
        "points_order": said.get("points_order", "random"),
        "hidden_bids": "imp_info" in said,
        "returns_type": said.get("returns_type", "win_loss"),
    }
    return Ours(
        "goofspiel",
        2,
        given,
        lambda seat, n: (f"{n + 1} of {suits[seat]}",),
        lambda _, n: (f"{n + 1} of hearts",),
        forced=False,
        unit=2 if given["returns_type"] == "point_difference" else 1,
    )


def crazy_eights(said: Mapping[str, str]) -> Ours:
    suits = ("clubs", "diamonds", "hearts", "spades")
    ranks = (*map(str, range(2, 11)), "Jack", "Queen", "King", "Ace")
    players = int(said.get("players", "5"))

    def card(n: int) -> str:
        return f"{ranks[n // 4]} of {suits[n % 4]}"

    def option(_: int, n: int) -> tuple[str, ...]:
        return (f"play: {card(n)}",) if n < 52 else (("draw", "pass", *suits)[n - 52],)

    def outcome(_: int, n: int) -> tuple[str, ...]:
        return (card(n) if n < 52 else f"p{-(n - 52) % players}",)

    return Ours(
        "crazy_eights",
        players,
        {"costs_by_place": True},
        option,
        outcome,
        backwards=True,
        kept=hand_and_last_card,
    )


def hand_and_last_card(m: Match, seat: int) -> object:
    """They keep what lies on the table: one's hand, the numbers of cards in the others', what is to be followed."""
    view: Any = m.view(seat)
    zones = {(zone["name"], zone["owner"]): zone for zone in view["zones"]}
    return (
        tuple(sorted(card["name"] for card in zones["hand", seat]["cards"])),
        tuple(zones["hand", other]["count"] for other in range(m.players)),
        zones["discards", None]["cards"][-1]["name"],
        [store["value"] for store in view["stores"] if store["name"] == "suit_to_follow"][0],
    )


def numbers(said: Mapping[str, str], **ours: str) -> dict[str, int]:
    """What they said of these, under our names."""
    return {ours[name]: int(value) for name, value in said.items() if name in ours}


GAMES: Mapping[str, Callable[[Mapping[str, str]], Ours]] = {
    make.__name__: make
    for make in (
        tic_tac_toe,
        connect_four,
        breakthrough,
        kuhn_poker,
        leduc_poker,
        liars_dice,
        pig,
        goofspiel,
        crazy_eights,
    )
}


def ours(theirs: str) -> Ours:
    """The game that they call `kuhn_poker(players=3)`."""
    name, _, rest = theirs.removesuffix(")").partition("(")
    return GAMES[name](dict(word.split("=") for word in rest.split(",") if word))
