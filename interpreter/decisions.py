"""A question and its options, as they are shown to whoever must decide."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

CHANCE = -1
"""The player of a decision that chance makes."""


@frozen
class Option:
    """One thing that may be chosen. ``id`` is stable text; ``label`` is for people; ``help`` what the rules say of it;
    ``probability`` only in decisions of chance."""

    id: str
    label: str
    index: int
    help: str = ""
    citations: tuple[str, ...] = ()
    probability: Fraction | None = None


@frozen
class Several:
    """Options that each name several of the same ``things``: ``word`` is what all of them begin with (an action, or
    nothing); ``chosen`` maps the number of an option to the places of the things that it names, counted from 0. Of things
    that look alike the first are named."""

    word: str
    things: tuple[str, ...]
    chosen: Mapping[int, tuple[int, ...]]


@frozen
class Range:
    """Options that differ in their last number only, and follow one another: ``count`` of them from number ``first`` on. For
    whoever shows them, one line and one answer."""

    first: int
    count: int


@frozen
class Decision:
    """``player`` (a seat, or CHANCE) must choose one of ``options``; ``prompt`` is for people; ``several`` tells which
    options are choices of several things, ``ranges`` which differ only in a number, for whoever shows them."""

    player: int
    prompt: str
    options: tuple[Option, ...]
    rule: str
    citations: tuple[str, ...] = ()
    several: tuple[Several, ...] = ()
    ranges: tuple[Range, ...] = ()

    @property
    def probabilities(self) -> tuple[Fraction, ...] | None:
        """Of each option, for chance; else None."""
        if self.player != CHANCE:
            return None
        return tuple(o.probability or Fraction(0) for o in self.options)
