"""Nothing in a picture lies on something else: labels, lines, heads of arrows, frames."""

import networkx as nx
import pytest
from attrs import evolve

import rulelang
from tests.tools.ink import flaws, ink
from tools.graph_command import PAGES, WHOLE
from tools.graphs import drawing, narrowing
from tools.graphs.comparing import compared
from tools.graphs.dot import dot
from tools.graphs.labels import placed
from tools.graphs.layout import layout
from tools.graphs.looks import WAYS
from tools.graphs.render import _renderer, layout_of

GAMES = [game.name for game in rulelang.bundled()]
# What so many lines in one picture cannot avoid: they cross each other.
CROSSED = ("line through an arrow head", "line behind a box")


@pytest.fixture(autouse=True)
def same_renderer() -> None:
    if not _renderer().endswith("graphviz-pure"):
        pytest.skip("another renderer draws otherwise")


def found(graph: "nx.MultiDiGraph[str]") -> list[str]:
    page = PAGES[WHOLE[graph.graph["about"]]]
    return flaws(ink(drawing.picture(graph, [page], lambda: 60.0)))


@pytest.mark.parametrize("about", ["phases", "flow"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_lies_on_anything(name: str, about: str) -> None:
    assert found(drawing.graph_of(rulelang.load(name), about)) == []


@pytest.mark.parametrize("name", ["badaboom", "leduc", "pig"])
def test_many_lines_touch_no_text(name: str) -> None:
    graph = drawing.graph_of(rulelang.load(name), "effects")
    assert [one for one in found(graph) if not one.startswith(CROSSED)] == []


@pytest.mark.parametrize(
    ("about", "name", "variant"),
    [
        ("phases", "badaboom", "nervous_goblins"),
        ("phases", "bad_company", "quick_getaway"),
        pytest.param("flow", "bad_company", "closed_backs", marks=pytest.mark.long),
    ],
)
def test_nothing_lies_on_anything_in_a_comparison(about: str, name: str, variant: str) -> None:
    one, other = (
        drawing.graph_of(game, about) for game in (rulelang.load(name), rulelang.load(name, variant=variant))
    )
    assert [found for found in found(compared(one, other)) if not found.startswith(CROSSED)] == []


def test_nothing_lies_on_anything_in_a_part() -> None:
    graph = narrowing.around(drawing.graph_of(rulelang.load("leduc"), "phases"), "showdown", 1)
    assert found(graph) == []


@pytest.mark.parametrize("kind", ["edge", "tip", "cluster", "frame"])
def test_a_label_that_lies_on_something_is_seen_and_moved(kind: str) -> None:
    graph, way = drawing.graph_of(rulelang.load("bad_company"), "phases"), WAYS["phases"][0]
    laid, _ = placed(layout(layout_of(dot(graph, way=way, head="", numbered=True))))
    (number,) = (number for number, route in enumerate(laid.routes) if route.label)
    route = laid.routes[number]
    frame, box = next(iter(laid.clusters.values())), laid.nodes[route.target]
    x, y = {
        "edge": route.line[len(route.line) // 2],
        "tip": route.tips[0],
        "cluster": (frame.middle[0], frame.top),
        "frame": (box.middle[0], box.top),
    }[kind]
    middle = route.label[0].middle
    routes = list(laid.routes)
    routes[number] = route.moved(x - middle[0], y - middle[1])
    spoilt = evolve(laid, routes=tuple(routes))
    assert any(
        one.startswith(f"text on {kind}: when final") for one in flaws(ink(dot(graph, None, way, spoilt)))
    )
    mended, bad = placed(spoilt)
    assert bad == 0
    assert flaws(ink(dot(graph, None, way, mended))) == []


@pytest.mark.parametrize("name", ["crazy_eights", "badaboom", "leduc"])
def test_phases_stand_below_each_other_in_their_order(name: str) -> None:
    graph = drawing.graph_of(rulelang.load(name), "phases")
    made = ink(drawing.picture(graph, [PAGES["a4"]], lambda: 60.0))
    kinds = [data["kind"] for _, data in graph.nodes(data=True)]
    tops = [
        dict(made.nodes)[f"n{at}"].top for at, kind in enumerate(kinds) if kind not in ("window", "steps")
    ]
    assert tops == sorted(tops, reverse=True)


def test_a_part_is_put_on_paper_on_which_it_can_be_read() -> None:
    graph = drawing.graph_of(rulelang.load("badaboom"), "effects")
    pages = [PAGES[name] for name in ("postcard", "a5", "a4", "a3")]
    widths = {}
    for depth in (1, 2):
        drawn = drawing.drawn(narrowing.around(graph, "bomb", depth), "svg", pages, 60)
        widths[depth] = max(drawing.size_of(drawn))
    assert widths[1] <= 5.4
    assert widths[2] > 7.5


def test_legends_tell_of_what_is_there_only() -> None:
    pig = drawing.picture(drawing.graph_of(rulelang.load("pig"), "effects"), [], lambda: 60.0)
    assert "box with tabs: dice" in pig
    assert "drum: zone" not in pig
    assert "no cards are moved" in drawing.picture(
        drawing.graph_of(rulelang.load("pig"), "flow"), [], lambda: 60.0
    )
