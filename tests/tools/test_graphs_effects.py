"""The effect graph and the flow graph: what they have of small rules, and what they must not have."""

from pathlib import Path

import networkx as nx

import rulelang
from rulelang.uses.bodies import bodies
from rulelang.uses.moving import movements
from tools.graphs import effect_graph, flow_graph

RULES = """\
game Toys for 2 players
parameter gift: 1 to 5 = 2
kind Toy is card:
    worth: number = 1
    effect wind(player q): move this to shelf
    value charm: number = worth of this
card "Top" is Toy, 3 copies
card "Drum" is Toy:
    effect wind(player q):
        q gains 1 coin
        move this to chest
    charm = 9
    while this is in shelf: luck of owner becomes it + 1
card "Horn" is Toy, with loud: worth = 3
trait loud of Toy:
    while this is in shelf:
        when player p does pass_on: p gains 1 coin
zone chest: stack of Toy
zone shelf: row of Toy
zone hand of each player: hand of Toy
zone attic: pile of Toy
refill chest from attic when empty, shuffled
counter coins of each player: 0 or more = 0
counter noise: 0 to 9 = 0
variable mover: player = start_player
value luck of player p: number = number of Toys in hand of p
dice lot: 1 of 1 to 6
setup:
    move all Toys to chest
    shuffle chest
    for each player p: draw gift cards from chest to hand of p
phase turn of mover, repeated until noise > 5:
    mover may do pass_on
    roll lot
    open playing(mover)
    set mover to left of mover
window playing(player p) asks p:
    action play(Toy t in hand of you):
        you do wind(left of you) of t
        if t is in shelf: move t to attic
    action rest: set noise to noise + face of lot[1]
effect pass_on:
    you choose Toy t in hand of you
    move t to hand of left of you
    if luck of you > 3: do cheer
effect cheer: set noise to 9
rule crowded, when Toy t enters attic: do cheer
rule rich, when coins of player p rises: set noise to 0
rule poor, when coins of player p falls: set noise to 1
winner: most coins
"""


def game(tmp_path: Path) -> rulelang.Game:
    (tmp_path / "toys.rules").write_text(RULES, "utf-8")
    return rulelang.load(tmp_path / "toys.rules")


def edges(graph: "nx.MultiDiGraph[str]", kind: str) -> set[tuple[str, str]]:
    return {(source, target) for source, target, data in graph.edges(data=True) if data["kind"] == kind}


def test_what_sets_off_what(tmp_path: Path) -> None:
    found = effect_graph(game(tmp_path))
    assert edges(found, "does") == {
        ("effect Toy.wind", "card Drum"),
        ("action play", "effect Toy.wind"),
        ("effect pass_on", "effect cheer"),
        ("rule crowded", "effect cheer"),
    }
    assert edges(found, "asks") == {
        ("phase turn", "effect pass_on"),
        ("phase turn", "window playing"),
        ("window playing", "action play"),
        ("window playing", "action rest"),
    }
    assert edges(found, "triggers") == {
        ("card Drum", "rule rich"),
        ("trait loud", "rule rich"),
        ("phase turn", "trait loud"),
        ("action play", "rule crowded"),
        ("action play", "refill chest"),
        ("setup", "refill chest"),
    }, (
        "nobody loses coins, and only what may take the last card of the chest or bring one to the attic refills it"
    )
    assert edges(found, "modifies") == {("card Drum", "value luck")}
    assert ("value Toy.charm", "card Drum") in edges(found, "reads")
    assert {
        ("action rest", "dice lot"),
        ("value luck", "zone hand"),
        ("effect pass_on", "value luck"),
    } <= edges(found, "reads")
    assert edges(found, "writes") == {
        ("setup", "zone chest"),
        ("phase turn", "dice lot"),
        ("phase turn", "store mover"),
        ("action rest", "store noise"),
        ("effect cheer", "store noise"),
        ("rule rich", "store noise"),
        ("rule poor", "store noise"),
        ("card Drum", "store coins"),
        ("trait loud", "store coins"),
    }
    assert found.edges["action play", "rule crowded", "triggers"]["places"] == ("toys.rules:40",)


def test_the_ways_of_the_cards(tmp_path: Path) -> None:
    flow = flow_graph(game(tmp_path))
    assert {(source, target, data["by"]) for source, target, data in flow.edges(data=True)} == {
        ("box", "zone chest", "setup"),
        ("zone chest", "zone hand", "setup"),
        ("zone hand", "zone hand", "effect pass_on"),
        ("zone hand", "zone shelf", "effect Toy.wind"),
        ("zone hand", "zone chest", "card Drum"),
        ("zone shelf", "zone attic", "action play"),
        ("zone attic", "zone chest", "refill chest"),
    }
    assert flow.nodes["zone hand"]["faces"] == "owner"
    assert flow.edges["zone hand", "zone shelf", "moves by effect Toy.wind"]["seen"] == "everyone"


SETTING_UP = """\
game Boxes for 2 players
kind Red is card
kind Blue is card
card "R" is Red, 5 copies
card "B" is Blue, 5 copies
zone left_pile: pile of Red or Blue
zone right_pile: pile of Red or Blue
zone spare: row of Red or Blue
setup:
    move all Reds to left_pile
    move all Blues to right_pile
    do swap_over
effect swap_over:
    move all Reds to right_pile
    move all Blues in right_pile to spare
effect tidy(card c, card d):
    move c to spare
    if d is in left_pile: move d to right_pile
phase only:
    start_player chooses card x in left_pile
    start_player chooses card y in spare
    do tidy(x, y)
    for each card z in spare: move z to left_pile
    end game
"""


def test_cards_come_from_where_they_may_lie(tmp_path: Path) -> None:
    (tmp_path / "boxes.rules").write_text(SETTING_UP, "utf-8")
    found = [
        (move.thing, move.sources, move.target)
        for move in movements(bodies(rulelang.load(tmp_path / "boxes.rules")))
    ]
    assert found == [
        ("setup", ("box",), "left_pile"),
        ("setup", ("box",), "right_pile"),
        ("phase only", ("spare",), "left_pile"),
        ("effect swap_over", ("left_pile",), "right_pile"),
        ("effect swap_over", ("right_pile",), "spare"),
        ("effect tidy", ("left_pile",), "spare"),
        ("effect tidy", ("left_pile",), "right_pile"),
    ]
