"""Blocks that always go on with one other block run it themselves, which spares a call."""

import ast
from collections.abc import Mapping, Sequence

from interpreter import slots as k
from interpreter.optimise.nodes import (
    FRAME,
    LOAD,
    STATE,
    STORE,
    constant,
    is_slot,
    number,
    renamed,
    returns,
    size,
    stores,
    walk,
)

DEPTH = 6
LONGEST = 1500  # nodes that a block may grow to
MANY = 100  # blocks, from which on each may grow to fewer, since it takes its time:
SHORTER = 1000


def next_block(x: ast.stmt) -> int | None:
    """The number of the block that is gone on with; None: it is not always the same."""
    if type(x) is ast.Return and x.value is not None:
        v = constant(x.value)
        return v if v is not None and v >= 0 else None
    return None


def noted(x: ast.stmt, times: int) -> list[ast.stmt]:
    """The statement; wherever it returns, it is noted that so many blocks have run as parts of another one."""
    def inside(body: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [z for y in body for z in noted(y, times)]

    match x:
        case ast.Return():
            slot = ast.Subscript(ast.Name(STATE, LOAD), number(k.JOINED), STORE)
            return [ast.AugAssign(slot, ast.Add(), number(times)), x]
        case ast.If():
            return [ast.If(x.test, inside(x.body), inside(x.orelse))]
        case ast.While():
            return [ast.While(x.test, inside(x.body), [])]
        case ast.For():
            return [ast.For(x.target, x.iter, inside(x.body), [])]
    return [x]


def sets_top(x: ast.stmt) -> bool:
    return type(x) is ast.Assign and is_slot(x.targets[0], k.FP)


def chained(number_: int, blocks: Mapping[int, ast.FunctionDef], unsteady: set[str], counted: bool,
            places: Mapping[int, int] = {}) -> ast.FunctionDef:
    """The block with those copied in that follow, as far as that is short. *unsteady*: functions that change which frame
    is on top. *counted*: it is counted what has run, as in searches. *places*: by block, where its frame lies, if it
    is always there."""
    tree = blocks[number_]
    count = [0]
    room = [(LONGEST if len(blocks) < MANY else SHORTER) - size(tree.body)]

    def body(statements: Sequence[ast.stmt], seen: frozenset[int]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for i, x in enumerate(statements):
            following = next_block(x)
            if following is not None and following in blocks and following not in seen and len(seen) <= DEPTH:
                other = blocks[following]
                cost = size(other.body)
                if cost <= room[0] and steady(other, unsteady):
                    room[0] -= cost
                    before = statements[i - 1] if i else None
                    if before is not None and sets_top(before):
                        assert type(before) is ast.Assign
                        top = number(places[following]) if following in places else renamed(before.value, {})
                        out.append(ast.Assign([ast.Name(FRAME, STORE)], top))
                    count[0] += 1
                    names: dict[str, ast.expr] = {y: ast.Name(f"{y}_c{number_}_{count[0]}", LOAD)
                                                  for y in set(stores(other.body)) if y != FRAME}
                    copied: list[ast.stmt] = [renamed(y, names) for y in other.body]
                    out += body(copied, seen | {following})
                    return out
            if type(x) is ast.If:
                out.append(ast.If(x.test, body(x.body, seen), body(x.orelse, seen)))
            elif counted and len(seen) > 1 and returns(x):
                out += noted(x, len(seen) - 1)
            else:
                out.append(x)
        return out

    if not steady(tree, unsteady):
        return tree
    return ast.FunctionDef(tree.name, tree.args, body(tree.body, frozenset({number_})) or [ast.Return(number(0))], [])


def steady(tree: ast.FunctionDef, unsteady: set[str]) -> bool:
    """Whether its frame stays on top, but where a new one is put there as the last thing before the next block."""
    def look(statements: Sequence[ast.stmt]) -> bool:
        for i, x in enumerate(statements):
            if sets_top(x) and not (i + 1 < len(statements) and type(statements[i + 1]) is ast.Return):
                return False
            if type(x) is ast.If:
                if not look(x.body) or not look(x.orelse):
                    return False
            elif type(x) in (ast.For, ast.While) and any(sets_top(y) for y in walk(x) if isinstance(y, ast.stmt)):
                return False
        return True

    if any(type(y) is ast.Call and type(y.func) is ast.Name and y.func.id in unsteady for y in walk(tree)):
        return False
    return look(tree.body)
