"""Labels of edges, where nothing lies on them: no line, no head of an arrow, no frame, no box, no other label."""

import math
from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from tools.graphs.geometry import Box, Point, around
from tools.graphs.layout import Layout, Route

Label = tuple[Box, ...]  # its lines

CELL = 12.0  # side of the squares by which points are found
CLEAR = 1.5  # points between a label and anything else
FAR = 10.0  # points from a label to its line: further off nobody knows what it belongs to
STEPS = 16  # places along a line that are tried
TURNS = 12  # directions that are tried from each of them
GAPS = (2.5, 4.5, 8.0)  # how far from the line
# What a label must not lie on, and how bad that is.
ON_BOX, ON_LABEL, ON_TIP, ON_LINE, ON_FRAME = 60.0, 50.0, 30.0, 20.0, 20.0
DOUBTFUL = 6.0  # nearer to another line than to its own
STRUCK = 0.05  # a line through the head of another, as part of a label that lies badly
NEAR = 3.0  # points between lines that cannot be told from each other


@define
class Ground:
    """What is drawn, without the labels: points by the square in which they lie, each with whose it is.

    Whose: the number of an edge, with ``tip``; or -1, a frame.
    """

    layout: Layout
    nodes: list[Box] = field(factory=list)
    squares: dict[tuple[int, int], list[tuple[Point, int, bool]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.nodes = list(self.layout.nodes.values())
        for number, route in enumerate(self.layout.routes):
            self._add(route.line, number, False)
            self._add(route.tips, number, True)
        for frame in self.layout.clusters.values():
            self._add(tuple(frame.sides()), -1, False)

    def _add(self, points: tuple[Point, ...], whose: int, tip: bool) -> None:
        for point in points:
            square = int(point[0] // CELL), int(point[1] // CELL)
            self.squares.setdefault(square, []).append((point, whose, tip))

    def within(self, box: Box) -> Iterator[tuple[Point, int, bool]]:
        """What lies in a box."""
        left, bottom, right, top = box.left, box.bottom, box.right, box.top
        for x in range(int(left // CELL), int(right // CELL) + 1):
            for y in range(int(bottom // CELL), int(top // CELL) + 1):
                for one in self.squares.get((x, y), ()):
                    across, up = one[0]
                    if left < across < right and bottom < up < top:
                        yield one

    def bad(self, label: Label, others: Sequence[Label], most: float = math.inf) -> float:
        """How bad it is to have a label there, without regard to which line it belongs to; if it is worse than *most*, no
        matter how much."""
        rooms = [line.larger(CLEAR) for line in label]
        found = ON_BOX * sum(any(room.meets(node) for room in rooms) for node in self.nodes)
        if found < most:
            found += ON_LABEL * sum(
                any(room.meets(line) for room in rooms for line in other) for other in others
            )
        if found < most:
            lying = {(whose, tip) for room in rooms for _, whose, tip in self.within(room)}
            found += sum(ON_TIP if tip else ON_FRAME if whose < 0 else ON_LINE for whose, tip in lying)
        return found

    def crossed(self, number: int) -> int:
        """How many others run through a loop, or end in it."""
        route = self.layout.routes[number]
        if route.source != route.target:
            return 0
        box = around((*route.line, *route.tips)).larger(-NEAR / 2)
        return len({whose for _, whose, _ in self.within(box) if whose not in (-1, number)})

    def hidden(self, name: str) -> int:
        """How many run through a box at which they do not end: it hides them."""
        found = {whose for _, whose, _ in self.within(self.layout.nodes[name].larger(-1)) if whose >= 0}
        ends = ((self.layout.routes[whose].source, self.layout.routes[whose].target) for whose in found)
        return sum(name not in both for both in ends)

    def struck(self, number: int) -> int:
        """How many that end elsewhere run through an arrow head."""
        route = self.layout.routes[number]
        if not route.tips:
            return 0
        found = {
            whose
            for _, whose, tip in self.within(around(route.tips))
            if whose not in (-1, number) and not tip
        }
        return sum(self.layout.routes[whose].target != route.target for whose in found)

    def doubtful(self, label: Label, number: int) -> float:
        """How doubtful it is there to which line a label belongs."""
        own, others = FAR + 1, FAR + 1
        for line in label:
            for point, whose, _ in self.within(line.larger(FAR)):
                if whose == number:
                    own = min(own, line.away(point))
                elif whose >= 0:
                    others = min(others, line.away(point))
        return own / 4 + (DOUBTFUL if own > FAR else 0) + (DOUBTFUL if others < own else 0)


def placed(layout: Layout) -> tuple[Layout, float]:
    """The layout with its labels at better places, where there are such, and how much still lies badly: labels, and
    loops that others run through.

    Two rounds: what was moved first may lie better when the others have moved.
    """
    ground = Ground(layout)
    routes = list(layout.routes)
    left = 0.0
    for _ in range(2):
        left = 0.0
        for number, route in enumerate(routes):
            if not route.label or not route.line or route.lp is None:
                continue  # the renderer has lost the line, or left the label out
            others = [one.label for one in routes if one.label and one is not route]
            routes[number], bad, doubt = _better(ground, number, route, others)
            left += 1 if bad else 0.2 if doubt >= DOUBTFUL else 0
    left += sum(ground.crossed(number) + STRUCK * ground.struck(number) for number in range(len(routes)))
    left += sum(ground.hidden(name) for name in layout.nodes)
    return evolve(layout, routes=tuple(routes)), left


def _better(ground: Ground, number: int, route: Route, others: Sequence[Label]) -> tuple[Route, float, float]:
    """An edge with its label at the best place, how bad that is, and how doubtful."""
    best = route
    bad, doubt = ground.bad(route.label, others), ground.doubtful(route.label, number)
    if bad or doubt >= DOUBTFUL:
        for x, y in _places(route):
            moved = tuple(line.moved(x, y) for line in route.label)
            now = ground.bad(moved, others, bad + doubt)
            if now < bad + doubt:
                unsure = ground.doubtful(moved, number)
                if now + unsure < bad + doubt - 0.5:
                    best, bad, doubt = route.moved(x, y), now, unsure
                    if bad + doubt < 1:
                        break
    return best, bad, doubt


def _places(route: Route) -> Iterator[Point]:
    """How far to move a label so that it stands beside its line, first where that has its middle."""
    room = around(corner for line in route.label for corner in line.corners)
    wide, high = room.width / 2, room.height / 2
    x0, y0 = room.middle
    steps = sorted(range(1, STEPS), key=lambda step: abs(step - STEPS / 2))
    for gap in GAPS:
        for step in steps:
            x, y = route.line[(len(route.line) - 1) * step // STEPS]
            for turn in range(TURNS):
                across, up = math.cos(math.tau * turn / TURNS), math.sin(math.tau * turn / TURNS)
                # from the point to the middle of a box at that distance
                far = min(
                    (wide + gap) / abs(across) if abs(across) > 1e-9 else math.inf,
                    (high + gap) / abs(up) if abs(up) > 1e-9 else math.inf,
                )
                yield x + across * far - x0, y + up * far - y0
