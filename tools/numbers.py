"""Numbers on the command line, and what is said of those that an option cannot take."""

import math
from typing import Any

import click


class Whole(click.IntRange):
    """A whole number between two bounds."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"`{value}` is no whole number", param, ctx)
        if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
            self.fail(f"{number} is not {bounds(self.min, self.max)}", param, ctx)
        return number

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """How the help calls it."""
        return "N"


class Amount(click.FloatRange):
    """A number, perhaps with a fraction, between two bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        try:
            number = float(value)
        except ValueError:
            self.fail(f"`{value}` is no number", param, ctx)
        low, high = self.min, self.max
        if not math.isfinite(number) or (
            low is not None and (number < low or (self.min_open and number == low))
        ):
            self.fail(f"{value} is not {'more than 0' if self.min_open else bounds(low, high)}", param, ctx)
        if high is not None and number > high:
            self.fail(f"{value} is not {bounds(low, high)}", param, ctx)
        return number

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """How the help calls it."""
        return "N"


def bounds(low: float | None, high: float | None) -> str:
    """`0 to 100`, `1 or more`."""
    return f"{low:,} or more" if high is None else f"{low:,} to {high:,}"
