"""What is wrong with a picture for whoever reads it on paper, measured on what the renderer draws: every line of letters,
every edge, arrow head and frame."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from attrs import frozen

from tools.graphs import render
from tools.graphs.geometry import Box, Point, around
from tools.graphs.layout import drawn, written

TOUCH = 0.4  # points that may be lacking: half the thickness of a line
NOWHERE = Box(0, 0, 0, 0)
FAR = 14.0  # points from a label to its line


@frozen
class Text:
    """A line of letters; ``sort``: of the head of the picture, of a node, of an edge."""

    says: str
    box: Box
    of: str
    sort: str


@frozen
class Line:
    """Something drawn with a pen; ``sort``: an edge, the tip of one, a frame, a cluster."""

    points: tuple[Point, ...]
    of: str
    sort: str
    room: Box

    def enters(self, box: Box) -> bool:
        """Whether it is drawn in that place, too."""
        return self.room.meets(box) and any(box.holds(point) for point in self.points)


@frozen
class Ink:
    """All that is drawn, and by edge the nodes at its ends."""

    page: Box
    texts: tuple[Text, ...]
    lines: tuple[Line, ...]
    nodes: tuple[tuple[str, Box], ...]
    ends: dict[str, tuple[str, str]]


def ink(dot: str) -> Ink:
    """What the renderer makes of a text in DOT in which everything has its place."""
    data = json.loads(render._run([render._renderer(), *render.AS_PLACED, "-Tjson"], dot, 60))
    texts, lines, nodes, ends = [*_texts(data, "", "head")], [], [], {}
    names = {}
    for one in data.get("objects", ()):
        name = one["name"]
        if "pos" not in one:
            lines.append(_line(name, "cluster", one["_draw_"]))
            continue
        names[one["_gvid"]] = name
        texts += _texts(one, name, "node")
        frame = _line(name, "frame", one.get("_draw_", ()), one.get("_ldraw_", ()))
        lines.append(frame)
        nodes.append((name, frame.room.larger(-TOUCH)))
    for number, one in enumerate(data.get("edges", ())):
        tail, head = names[one["tail"]], names[one["head"]]
        name = f"{tail} -> {head} ({number})"
        ends[name] = tail, head
        texts += _texts(one, name, "edge")
        lines.append(_line(name, "edge", one["_draw_"]))
        lines.append(_line(name, "tip", one.get("_hdraw_", ()), one.get("_tdraw_", ())))
    page = Box(*(float(part) for part in data["bb"].split(",")))
    return Ink(page, tuple(texts), tuple(lines), tuple(nodes), ends)


def _texts(data: dict[str, Any], of: str, sort: str) -> Iterator[Text]:
    for said, box in written([*data.get("_ldraw_", ()), *data.get("_xldraw_", ())]):
        yield Text(said, box, of, sort)


def _line(of: str, sort: str, *ops: Sequence[dict[str, Any]]) -> Line:
    points = tuple(drawn([op for each in ops for op in each]))
    return Line(points, of, sort, around(points).larger(TOUCH) if points else NOWHERE)


def flaws(made: Ink) -> list[str]:
    """What a reader would stumble over."""
    return [*_of_texts(made), *_of_nodes(made), *_of_lines(made)]


def _of_texts(made: Ink) -> Iterator[str]:
    for one, other in combinations(made.texts, 2):
        if one.box.larger(-TOUCH).meets(other.box.larger(-TOUCH)) and (one.of, one.sort) != (
            other.of,
            "node",
        ):
            yield f"text on text: {one.says} / {other.says}"
    for text in made.texts:
        box = text.box.larger(-TOUCH)
        for name, node in made.nodes:
            if text.sort != "node" and box.meets(node):
                yield f"text on a box: {text.says} / {name}"
        for line in made.lines:
            # the lines of edges lie below the boxes
            hidden = text.sort == "node" and line.sort in ("edge", "tip")
            if not hidden and line.enters(box):
                yield f"text on {line.sort}: {text.says} / {line.of}"
        if text.box.left < made.page.left - 1 or made.page.right + 1 < text.box.right:
            yield f"text beyond the page: {text.says}"


def _of_nodes(made: Ink) -> Iterator[str]:
    for (name, one), (other_name, other) in combinations(made.nodes, 2):
        if one.larger(-TOUCH).meets(other.larger(-TOUCH)):
            yield f"box on box: {name} / {other_name}"


def _of_lines(made: Ink) -> Iterator[str]:
    for tip in made.lines:
        for line in made.lines if tip.sort == "tip" and tip.points else ():
            elsewhere = line.sort == "edge" and made.ends[line.of][1] != made.ends[tip.of][1]
            if elsewhere and line.enters(tip.room.larger(-1 - TOUCH)):
                yield f"line through an arrow head: {line.of} / {tip.of}"
    for line in made.lines:
        if line.sort != "edge":
            continue
        for name, node in made.nodes:
            if name not in made.ends[line.of] and line.enters(node.larger(-1)):
                yield f"line behind a box: {line.of} / {name}"
        labels = [text.box for text in made.texts if text.of == line.of]
        points = [point for one in made.lines if one.of == line.of for point in one.points]
        if labels and min(label.away(point) for label in labels for point in points) > FAR:
            yield f"label far from its line: {line.of}"
