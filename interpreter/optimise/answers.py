"""What an answer can be: it is one of the options that were put on offer, of which each number lies between bounds."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from interpreter import slots as k
from interpreter.optimise.known import Known, Span
from interpreter.optimise.nodes import FRAME, STATE, constant, is_slot, walk
from interpreter.optimise.rows import COUNT, is_row

Put = tuple[int | None, Span | None]
"""A number that is written into an option: which of them it is, and between which numbers it lies."""

Ending = tuple[int | None, Mapping[int, Span]]
"""Where a block ends: with which block it is gone on (None: it is not told), and between which numbers slots lie there."""


def asked_in(tree: ast.FunctionDef) -> set[int]:
    """The blocks that go on when somebody has answered what is asked in this one."""
    return {v for body in bodies(tree) for _, v in asking(body)}


def bounds(blocks: Mapping[int, ast.FunctionDef], others: Iterable[ast.FunctionDef], put: Mapping[str, Sequence[Put]],
           left: Mapping[str, Sequence[Ending]], rows: Collection[str], wide: int) -> dict[int, dict[str | int, Span]]:
    """By block that goes on with an answer, between which numbers lies what the slots of the answer hold when it begins, and
    what other slots hold that nobody sets between a question and its answer; of those of which it can be told.

    Args:
        blocks: those of play, by number.
        others: the functions that are called.
        put: by name of a block, what it writes into options.
        left: by name of a block, what is known where it ends.
        rows: functions that may write options, too.
        wide: numbers of an option.
    """
    from_: dict[int, list[ast.FunctionDef]] = {}
    unsure = {v for tree in others for x in walk(tree) for v in led_to(x)}
    for tree in blocks.values():
        for body in bodies(tree):
            asks = dict(asking(body))
            for i, x in enumerate(body):
                for v in led_to(x):
                    if asks.get(i) == v or type(x) is ast.Return and constant_of(x) == v and taken(body[:i], wide):
                        from_.setdefault(v, []).append(tree)
                    else:
                        unsure.add(v)
    out: dict[int, dict[str | int, Span]] = {}
    for number, trees in from_.items():
        if number in unsure:
            continue
        out[number] = kept([one for tree in trees for one in left.get(tree.name, ()) if one[0] in (number, None)])
        if not all(alone(tree, rows) for tree in trees):
            continue
        found = [one for tree in trees for one in put.get(tree.name, ())]
        if any(i is None for i, _ in found):
            continue
        for i in range(wide):
            spans = [span for j, span in found if i == j]
            if spans and None not in spans:
                out[number][k.ANS + i] = min(x[0] for x in spans if x), max(x[1] for x in spans if x)
    return out


def kept(endings: Sequence[Ending]) -> dict[str | int, Span]:
    """What is known in all of these places."""
    first, *others = [one[1] for one in endings] or [{}]
    return {slot: (min(low, *(x[slot][0] for x in others)), max(high, *(x[slot][1] for x in others))) if others else (low, high)
            for slot, (low, high) in first.items() if all(slot in x for x in others)}


def bodies(tree: ast.FunctionDef) -> Iterator[Sequence[ast.stmt]]:
    """All rows of statements in it."""
    yield tree.body
    for x in walk(tree):
        if type(x) in (ast.If, ast.For, ast.While):
            yield x.body  # type: ignore[attr-defined]
            yield x.orelse  # type: ignore[attr-defined]


def asking(body: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    """Where the block is noted that goes on with the answer, and its number, if that is what a row of statements ends with."""
    match body:
        case [*_, ast.Assign(value=ast.Constant(value=int() as v)) as note, ast.Return(value=ast.Constant(value=k.ASK))] if (
                v in led_to(note)):
            yield len(body) - 2, v


def led_to(x: ast.AST) -> Iterator[int]:
    """The blocks to which this statement by itself may lead."""
    match x:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=row), slice=ast.Name())], value=value) if row == STATE:
            pass
        case ast.Return(value=ast.expr() as value):
            pass
        case _:
            return
    for y in walk(value):
        if isinstance(y, ast.Constant) and isinstance(y.value, int) and y.value >= 0:
            yield y.value


def constant_of(x: ast.Return) -> int | None:
    return None if x.value is None else constant(x.value)


def taken(body: Sequence[ast.stmt], wide: int) -> bool:
    """Whether the answer is one of the options, taken because there is no other."""
    places = [k.ANS + i for i in range(wide)]
    values: dict[str, ast.expr] = {}
    for x in body:
        match x:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = value
            case ast.Assign(targets=[target], value=value):
                if type(value) is ast.Name:
                    value = values.get(value.id, value)
                if type(value) is ast.Subscript and type(value.value) is ast.Name and is_row(value.value.id):
                    places = [v for v in places if not is_slot(target, v)]
    return not places


def alone(tree: ast.FunctionDef, rows: Collection[str]) -> bool:
    """Whether all options of the questions in it are written in it."""
    begun = 0
    for x in walk(tree):
        match x:
            case ast.Call(func=ast.Name(id=name)) if name in rows:
                return False
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if COUNT.fullmatch(name):
                if not all(type(y) is ast.Constant for y in ([value.body, value.orelse] if type(value) is ast.IfExp else [value])):
                    return False
            case ast.Assign(targets=[ast.Name(id=name)]) if is_row(name):
                begun += 1
    return begun > 0


def place_in(at: ast.expr, wide: int) -> int | None:
    """Which number of an option has this place in the row; None: that cannot be told."""
    v = constant(at)
    if v is not None:
        return v % wide
    rest = 0
    if type(at) is ast.BinOp and type(at.op) is ast.Add and constant(at.right) is not None:
        rest, at = constant(at.right) or 0, at.left
    match at:
        case ast.BinOp(left=ast.Name(), op=ast.Mult(), right=ast.Constant(value=times)) if times == wide:
            return rest % wide
        case ast.Name() if wide == 1:
            return 0
    return None


def goes_on(value: ast.expr | None, known: Known) -> int | None:
    """The block that is gone on with where a block returns that; None: it is not told."""
    code = None if value is None else constant(value)
    if code == k.ASK:
        note = known.slots.get((FRAME, k.RES))
        return None if note is None else constant(note)
    return code
