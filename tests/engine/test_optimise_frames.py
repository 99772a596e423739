"""Frames that always lie at the same place: their slots have numbers."""

import ast
from random import Random

import pytest

import interpreter
from interpreter.cpython import Quick
from interpreter.optimise.frames import frame_places
from interpreter.optimise.simplify import Simplify
from interpreter.program import program
from rulelang.load import load
from tests.engine.test_optimise_slots import tree_of, unparsed

BLOCKS = """
def b0(s, f, w):
    g = f + 6
    if g > 900:
        s[21] = 4
        return -5
    s[f] = 1
    s[g + 1] = f
    s[1] = g
    return 2

def b1(s, f, w):
    return -4

def b2(s, f, w):
    s[60] = f
    if s[50]:
        s[f] = 3
        return -1
    return T[s[51]]

def b3(s, f, w):
    t1 = s[60]
    if t1:
        s[1] = t1
        return 2
    g = s[f + 1]
    s[1] = g
    return s[g]

def b4(s, f, w):
    t1 = 70
    s[60] = 0
    s[1] = t1
    return 1
"""


def places(text: str, helper: str = "def h(s):\n    return 0") -> dict[int, int]:
    trees = {x.name: x for x in ast.parse(text).body if isinstance(x, ast.FunctionDef)}
    other = ast.parse(helper).body[0]
    assert isinstance(other, ast.FunctionDef)
    return frame_places({int(name[1:]): tree for name, tree in trees.items()}, {other.name: other}, 0, 70, {"T": (-1, 4)})


TABLE = BLOCKS.replace("    return T[s[51]]", "    t2 = T[s[51]]\n    return t2")


def test_where_frames_lie_is_told_from_the_ways_to_their_blocks() -> None:
    assert places(TABLE) == {0: 70, 1: 70, 2: 76, 3: 76, 4: 76}
    assert places(BLOCKS) == {}  # somewhere it is not understood


@pytest.mark.parametrize(("change", "sure"), [
    (("s[60] = 0", "s[60] = s[61]"), {0: 70, 1: 70}),  # a slot that a jump goes by
    (("s[60] = 0", "s[60] += 1"), {0: 70, 1: 70}),
    (("t1 = 70", "t1 = 82"), {0: 70, 2: 76, 3: 76, 4: 76}),  # two places
    (("    s[60] = 0", "    s[1] = 82\n    if s[50]:\n        return 3"), {0: 70, 1: 70, 2: 76, 4: 76}),
    (("    s[60] = f", "    s[60] = f\n    h(s)"), {0: 70, 1: 70, 2: 76, 3: 76, 4: 76}),
])
def test_a_frame_that_may_lie_elsewhere_has_no_place(change: tuple[str, str], sure: dict[int, int]) -> None:
    assert change[0] in TABLE
    found = places(TABLE.replace(*change))
    assert found == sure


def test_a_function_may_change_which_frame_is_on_top() -> None:
    text = TABLE.replace("    s[60] = f", "    s[60] = f\n    h(s)")
    assert places(text, "def h(s):\n    s[1] = 5\n    return 0") == {0: 70, 1: 70, 2: 76, 3: 76}


PUT_BACK = """
def b1(s, f, w):
    s[f + 6] = 1
    s[f + 7] = s[50]
    if s[51]:
        f = s[52]
        s[f + 6] = 2
        return s[76] + s[f + 7]
    f = s[52]
    s[77] = 4
    return s[f + 6] + s[f + 7]
"""


@pytest.mark.parametrize("top", [70, 71, 69, 84])
@pytest.mark.parametrize("way", [0, 1])
def test_a_slot_of_a_frame_may_be_one_with_a_number(top: int, way: int) -> None:
    rules = Simplify({}, {}, 70, lists=200, beyond=70)
    made = unparsed(rules.function(tree_of(PUT_BACK), answer={}, frame=70))
    assert "s[76] = 1" in made and "s[77]" in made
    ends = []
    for text in (PUT_BACK, made):
        names: dict[str, object] = {}
        exec(text, names)
        s = list(range(300, 500))
        s[50:53] = 7, way, top
        ends.append((names["b1"](s, 70, []), s))  # type: ignore[operator]
    assert ends[0] == ends[1]


GAMES = [("goofspiel", 3), ("crazy_eights", 2), ("leduc", 2), ("kuhn", 2), ("pig", 2), ("connect_four", 2), ("bad_company", 2),
         ("badaboom", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_frames_lie_where_they_are_said_to(name: str, players: int) -> None:
    game = load(name)
    p = program(game, players)
    made = p.compiled(False)
    text = made.text
    functions = {x.name: x for x in ast.parse(text.apart()).body if isinstance(x, ast.FunctionDef)}
    blocks = {i: functions.pop(f"b{i}") for i in text.blocks}
    told = frame_places(blocks, functions, text.start, p.lay.frames, text.tables)
    seen = set[int]()

    def watched(number: int, block: Quick) -> Quick:
        def run(s: list[int], f: int, w: list[list[int]]) -> int | list[int]:
            assert told.get(number, f) == f
            seen.add(number)
            return block(s, f, w)
        return run

    before = made.quick[:]
    made.quick[:] = [watched(i, block) for i, block in enumerate(made.blocks)]
    p.beginnings, p.remembers = None, False
    random = Random(3)
    for seed in range(3):
        m = interpreter.start(game, players, seed=seed, log=False)
        for _ in range(60):
            if not m.count:
                break
            m.choose_index(random.randrange(m.count))
    made.quick[:] = before
    assert len(seen & told.keys()) > len(seen) // 4
