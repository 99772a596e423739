"""Boxes, and points on lines, in points of a page from its lower left corner."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

Point = tuple[float, float]
STEP = 2.0  # points: less than anything is high or wide


@frozen
class Box:
    """What lies between a left, a lower, a right and an upper side."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    @property
    def corners(self) -> tuple[Point, Point]:
        """The lower left and the upper right one."""
        return (self.left, self.bottom), (self.right, self.top)

    @property
    def middle(self) -> Point:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def larger(self, by: float) -> "Box":
        """With a margin around it, or without one if that is less than nothing."""
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def moved(self, x: float, y: float) -> "Box":
        """The same box elsewhere."""
        return Box(self.left + x, self.bottom + y, self.right + x, self.top + y)

    def meets(self, other: "Box") -> bool:
        """Whether they have room in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.bottom < point[1] < self.top

    def away(self, point: Point) -> float:
        """How far off a point is; nothing if it lies inside."""
        x, y = point
        return math.hypot(max(self.left - x, x - self.right, 0), max(self.bottom - y, y - self.top, 0))

    def sides(self) -> Iterator[Point]:
        """Points on its four sides."""
        corners = [
            (self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top),
            (self.left, self.bottom),
        ]  # fmt: skip
        return straight(corners)


def around(points: Iterable[Sequence[float]]) -> Box:
    """The smallest box with all of these points in it."""
    across, up = zip(*points, strict=True)
    return Box(min(across), min(up), max(across), max(up))


def straight(points: Sequence[Sequence[float]]) -> Iterator[Point]:
    """Points, no further apart than `STEP`, on the straight lines from each to the next."""
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(math.ceil(math.dist((x0, y0), (x1, y1)) / STEP), 1)
        for step in range(steps + 1):
            yield x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps


def curved(points: Sequence[Sequence[float]]) -> Iterator[Point]:
    """Points, about so far apart, on Bezier curves of which each begins where the last ends."""
    for at in range(0, len(points) - 3, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[at : at + 4]
        length = math.dist((x0, y0), (x1, y1)) + math.dist((x1, y1), (x2, y2)) + math.dist((x2, y2), (x3, y3))
        steps = max(math.ceil(length / STEP), 1)
        for step in range(steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
