"""Where things stand in a drawing: what the renderer says of it, and what to tell it to draw things elsewhere."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from tools.graphs.geometry import Box, Point, curved, straight

CLEAR = "#fffffe00"  # the colour of a line that is not drawn
BLANK = 0.278  # width of a blank, in sizes of the letters


@frozen
class Route:
    """An edge: from node to node, the points on its line and on its arrow heads, and the lines of its label.

    ``pos`` and ``lp`` are what the renderer says, and understands: the curve, and the middle of the label.
    """

    source: str
    target: str
    line: tuple[Point, ...]
    tips: tuple[Point, ...]
    label: tuple[Box, ...]
    pos: str
    lp: Point | None

    def moved(self, x: float, y: float) -> "Route":
        """The same edge with its label further to the right and up."""
        assert self.lp is not None
        label = tuple(box.moved(x, y) for box in self.label)
        return evolve(self, label=label, lp=(self.lp[0] + x, self.lp[1] + y))


@frozen
class Layout:
    """Nodes and clusters by the names that they have in DOT, and routes in the order in which DOT tells of the edges."""

    page: Box
    nodes: Mapping[str, Box]
    clusters: Mapping[str, Box]
    routes: tuple[Route, ...]

    def of_node(self, name: str) -> dict[str, str]:
        """Attributes that keep a node at its place."""
        x, y = self.nodes[name].middle
        return {"pos": f"{x:g},{y:g}"}

    def of_cluster(self, name: str) -> dict[str, str]:
        """Attributes that keep a cluster at its place."""
        box = self.clusters[name]
        return {"bb": f"{box.left:g},{box.bottom:g},{box.right:g},{box.top:g}"}

    def of_edge(self, number: int) -> dict[str, str]:
        """Attributes that keep an edge and its label at their places."""
        route = self.routes[number]
        found = {"pos": route.pos} if route.pos else {}
        return found | ({} if route.lp is None else {"lp": f"{route.lp[0]:g},{route.lp[1]:g}"})


def layout(text: bytes) -> Layout:
    """Read a layout, as the renderer tells it in JSON; edges have their number among the others, but
    for those that only steer it."""
    data = json.loads(text)
    nodes, names, clusters = {}, {}, {}
    for one in data.get("objects", ()):
        if "pos" in one:
            x, y = _numbers(one["pos"])
            wide, high = float(one["width"]) * 72, float(one["height"]) * 72
            nodes[one["name"]] = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            names[one["_gvid"]] = one["name"]
        elif "bb" in one:
            clusters[one["name"]] = Box(*_numbers(one["bb"]))
    edges = [one for one in data.get("edges", ()) if "number" in one]
    edges.sort(key=lambda one: int(one["number"]))
    routes = [_route(one, names[one["tail"]], names[one["head"]]) for one in edges]
    return Layout(Box(*_numbers(data["bb"])), nodes, clusters, tuple(routes))


def _numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def _route(data: Mapping[str, Any], source: str, target: str) -> Route:
    place = next((_numbers(data[key]) for key in ("lp", "xlp") if key in data), None)
    return Route(
        source,
        target,
        tuple(drawn(data.get("_draw_", ()))),
        tuple(drawn([*data.get("_hdraw_", ()), *data.get("_tdraw_", ())])),
        tuple(box for _, box in written(data.get("_ldraw_", ()))),
        data.get("pos", ""),
        None if place is None else (place[0], place[1]),
    )


def written(ops: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Box]]:
    """The lines of letters among what is drawn, and the room that each takes."""
    size = 0.0
    for op in ops:
        if op["op"] == "F":
            size = op["size"]
        elif op["op"] == "T" and op["text"].strip():
            said = op["text"]
            x, y = op["pt"]
            x -= {"l": 0, "c": op["width"] / 2, "r": op["width"]}[op["align"]]
            before, behind = (
                BLANK * size * (len(said) - len(bare)) for bare in (said.lstrip(), said.rstrip())
            )
            yield said.strip(), Box(x + before, y - 0.2 * size, x + op["width"] - behind, y + 0.73 * size)


def drawn(ops: Sequence[Mapping[str, Any]]) -> Iterator[Point]:
    """Points on the lines among what is drawn."""
    pen = ""
    for op in ops:
        match op["op"]:
            case "c":
                pen = op["color"]
            case "b" | "B" if pen != CLEAR:
                yield from curved(op["points"])
            case "p" | "P" if pen != CLEAR:
                yield from straight([*op["points"], op["points"][0]])
            case "L" if pen != CLEAR:
                yield from straight(op["points"])
            case "e" | "E" if pen != CLEAR:
                x, y, wide, high = op["rect"]
                k = 0.5523  # four curves make nearly an ellipse
                right, up = (x + wide, y), (x, y + high)
                left, down = (x - wide, y), (x, y - high)
                yield from curved([
                    right, (x + wide, y + k * high), (x + k * wide, y + high), up,
                    (x - k * wide, y + high), (x - wide, y + k * high), left,
                    (x - wide, y - k * high), (x - k * wide, y - high), down,
                    (x + k * wide, y - high), (x + wide, y - k * high), right,
                ])  # fmt: skip
