"""Expressions that join others: conditions, arithmetic, lists."""

from __future__ import annotations

from typing import Literal

from rulelang.frozen import frozen
from rulelang.game.values import Expr


@frozen(kw_only=True)
class IfElse(Expr):
    """`yes if test otherwise no`"""

    test: Expr
    yes: Expr
    no: Expr


@frozen(kw_only=True)
class And(Expr):
    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Or(Expr):
    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Not(Expr):
    part: Expr


@frozen(kw_only=True)
class Compare(Expr):
    """Numbers by size; false if one side is none."""

    op: Literal["=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Is(Expr):
    """Sameness of anything but numbers (`is`; `is not` is `Not` of it). A card compared with a `CardName`: by name.
    Lists: the same members in the same order."""

    left: Expr
    right: Expr


@frozen(kw_only=True)
class KindIs(Expr):
    """`out is Shield`: the card or space is of that kind (or one derived from it); none is of no kind."""

    part: Expr
    kind: str


@frozen(kw_only=True)
class MemberOf(Expr):
    """`r is Symbol`: an enum value belongs to the enum ``enum`` (one contained in its own)."""

    part: Expr
    enum: str


@frozen(kw_only=True)
class AsEnum(Expr):
    """An enum value read as one of another enum (``type``) that contains its own or is contained in it: its index
    plus ``offset``; none if that enum has no such member."""

    part: Expr
    offset: int


@frozen(kw_only=True)
class IsEmpty(Expr):
    part: Expr


@frozen(kw_only=True)
class IsIn(Expr):
    """``part`` (a single thing) is in the list ``place``."""

    part: Expr
    place: Expr


@frozen(kw_only=True)
class Arith(Expr):
    """Numbers. ``op`` ``/down`` and ``/up`` say how the division rounds. None on either side: the result is none."""

    op: Literal["+", "-", "*", "/down", "/up"]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Negative(Expr):
    part: Expr


@frozen(kw_only=True)
class Concat(Expr):
    """`A + B` of lists; a single thing counts as a list of one (of none: empty)."""

    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Without(Expr):
    """`A - B` of lists: the members of A that are not in B."""

    left: Expr
    right: Expr


@frozen(kw_only=True)
class ListOf(Expr):
    """`[a, b]`; members that are none are left out."""

    items: tuple[Expr, ...]


@frozen(kw_only=True)
class RangeList(Expr):
    """`[a to b]`"""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Element(Expr):
    """`list[n]`, counted from 1; none past the end."""

    of: Expr
    index: Expr


@frozen(kw_only=True)
class End(Expr):
    """`top of L` / `bottom of L`; with ``amount`` a list of the first n from that end."""

    end: Literal["top", "bottom"]
    amount: Expr | None = None
    of: Expr
