"""The phase graph: what it has of small rules whose order of play is known."""

import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

import rulelang
from tools.graphs import phase_graph
from tools.graphs.plain import as_json

ROOT = Path(__file__).resolve().parent.parent.parent


def graph(tmp_path: Path, text: str) -> "nx.MultiDiGraph[str]":
    path = tmp_path / "small.rules"
    path.write_text(text, "utf-8")
    return phase_graph(rulelang.load(str(path)))


def edges(graph: "nx.MultiDiGraph[str]", *kinds: str) -> list[tuple[str, str, str]]:
    return [
        (source.removeprefix("phase "), target.removeprefix("phase "), data["label"])
        for source, target, kind, data in graph.edges(keys=True, data=True)
        if kind in kinds
    ]


ORDER = """\
game Order for 2 players
counter points of each player: 0 or more = 0
variable mover: player = start_player
phase morning:
    phase dawn: start_player gains 1 point
phase day of mover, repeated until any player p where points of p > 5:
    mover gains 1 point
    phase work, for each player p clockwise from mover where points of p > 1: p gains 1 point
    phase rest:
        set mover to left of mover
phase night: end game
winner: most points
"""


def test_phases_follow_one_another_and_come_again(tmp_path: Path) -> None:
    found = graph(tmp_path, ORDER)
    assert list(found) == [
        "start", "phase morning", "phase dawn", "phase day", "phase work", "phase rest", "phase night", "end",
    ]  # fmt: skip
    assert edges(found, "next", "enters", "again") == [
        ("start", "morning", ""),
        ("morning", "dawn", ""),
        ("dawn", "day", ""),
        ("day", "work", ""),
        ("day", "rest", "if there is none"),
        ("work", "work", "the next one"),
        ("work", "rest", "after the last one"),
        ("rest", "day", "again"),
        ("rest", "night", "when any player p where points of p > 5"),
        ("night", "end", ""),
    ]
    assert edges(found, "ends") == [("night", "end", "")]
    assert found.nodes["phase work"]["parent"] == "phase day"
    assert found.nodes["phase day"]["loop"] == "repeated until any player p where points of p > 5"
    assert [line[0] for line in found.nodes["phase day"]["lines"]] == ["mover gains 1 point"]
    assert (found.nodes["phase rest"]["file"], found.nodes["phase rest"]["line"]) == ("small.rules", 9)


LEAPS = """\
game Leaps for 2 players
counter points of each player: 0 or more = 0
variable mover: player = start_player
phase round of mover, repeated:
    phase one: open asking(mover)
    phase two:
        if points of mover > 3: do finish
        mover gains 1 point
    phase three: set mover to left of mover
phase last: start_player gains 1 point
window asking(player p) asks p:
    action jump:
        you gain 1 point
        if points of you > 2: skip to three
    action leave: end round
effect finish:
    do really_finish
effect really_finish: end game
rule surprise, when points of player p becomes 5: open asking(p)
winner: most points
"""


def test_jumps_are_found_wherever_they_stand(tmp_path: Path) -> None:
    found = graph(tmp_path, LEAPS)
    assert edges(found, "opens") == [
        ("one", "window asking", ""),
        ("two", "window asking", "surprise"),
        ("last", "window asking", "surprise"),
        ("window asking", "window asking", "jump, surprise"),
    ]
    assert edges(found, "skips") == [
        ("window asking", "three", "jump, if points of you > 2"),
        ("window asking", "last", "leave"),
    ]
    assert edges(found, "ends") == [("two", "end", "finish, really_finish")]
    assert ("round", "last", "") not in edges(found, "next"), "it never ends by itself"
    assert found.edges["window asking", "phase three", "skips"]["places"] == ("small.rules:14",)


def test_players_who_are_asked_are_marked(tmp_path: Path) -> None:
    found = phase_graph(rulelang.load("bad_company"))
    asked = {
        node: [text for text, _ in data["asks"]] for node, data in found.nodes(data=True) if data["asks"]
    }
    assert asked["phase pairing_up"] == ["boss does form_pairs"], "an effect that asks"
    assert asked["window improve"] == ["asks p"]
    assert "phase move_police" not in asked


@pytest.mark.parametrize("game", ["badaboom", "bad_company"])
def test_the_order_is_that_of_the_rulebook(game: str) -> None:
    loaded = rulelang.load(game)
    found = phase_graph(loaded)
    names = [data["name"] for _, data in found.nodes(data=True) if data["kind"] == "phase"]
    assert names == list(loaded.phases)
    ways = nx.DiGraph(
        (source, target) for source, target, kind in found.edges(keys=True) if kind in ("next", "enters")
    )
    assert nx.is_directed_acyclic_graph(ways)
    assert set(nx.descendants(ways, "start")) >= {f"phase {key}" for key in loaded.phases}


def test_equal_runs_give_equal_bytes() -> None:
    code = "import rulelang; from tools.graphs import phase_graph as p; from tools.graphs.plain import as_json as j\n"
    code += "from tools.graphs.dot import dot; g = p(rulelang.load('badaboom')); print(j(g), dot(g))"
    told = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
    assert as_json(phase_graph(rulelang.load("badaboom"))).encode() in told.pop()
