"""Slots that are set for nobody: what is set again before anybody can read it.

A block ends where the match, or another block, goes on: there everything that was set counts.
"""

import ast
from collections.abc import Sequence

from interpreter.optimise.known import UNKEPT
from interpreter.optimise.nodes import FRAME, STATE, calls, constant, ends, renamed, stem, walk

Over = frozenset[int]
"""Slots that will be set before they are read."""

NONE: Over = frozenset()


def without_overwritten(body: Sequence[ast.stmt], frames: int) -> list[ast.stmt]:
    """The same without them. What is set again in all branches but one is set in that one only. *frames*: the first slot of
    frames."""
    return needed(body, NONE, frames)[0]


def needed(body: Sequence[ast.stmt], after: Over, frames: int) -> tuple[list[ast.stmt], Over]:
    """What is left of it, and which slots will be set from its beginning on before they are read."""
    out: list[ast.stmt] = []  # the last one first
    over = after
    branch: list[ast.stmt] = []  # that ends before these are set again:
    there: Over = NONE
    for x in reversed(body):
        match x:
            case ast.Assign(targets=[target], value=value):
                slot = set_by(target)
                if slot is not None and not calls(value):
                    if slot in over:
                        continue
                    if slot in there and type(value) is ast.Constant:
                        branch.insert(0, renamed(x, {}))
                        continue
                    over, there = over | {slot}, there - {slot}
                over, there = (unread(y, frames, value, target) for y in (over, there))
            case ast.If(test=test):
                yes, one = needed(x.body, NONE if ends(x.body) else over, frames)
                no, two = needed(x.orelse, NONE if ends(x.orelse) else over, frames)
                branch, there = (yes, unread(two - one, frames, test)) if ends(yes) and not no else ([], NONE)
                over = unread(one & two, frames, test)
                if not yes and not no and not calls(test):
                    continue
                x = ast.If(test, yes or [ast.Pass()], no)
            case ast.Pass():
                pass
            case _:
                over = there = NONE
        out.append(x)
    return out[::-1], over


def set_by(target: ast.expr) -> int | None:
    """The slot that is set, if it has a number and is kept."""
    match target:
        case ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as v)) if row == STATE and v not in UNKEPT:
            return v
    return None


def unread(slots: Over, frames: int, *expressions: ast.expr) -> Over:
    """Those of the slots that the expressions do not read."""
    for x in expressions:
        for y in walk(x):
            if type(y) is ast.Call:
                return NONE
            if type(y) is ast.Subscript and type(y.ctx) is ast.Load and type(y.value) is ast.Name and y.value.id == STATE:
                slot = constant(y.slice)
                if slot is not None:
                    slots -= {slot}
                elif not in_frame(y.slice):
                    return NONE
                else:
                    slots = frozenset(v for v in slots if v < frames)
    return slots


def in_frame(at: ast.expr) -> bool:
    """Whether it is a place in the frame, which lies beyond all slots that are none of frames."""
    first = stem(at)
    return type(first) is ast.Name and first.id == FRAME
