"""Expressions, folded with what is known where they stand."""

import ast
import operator
from collections.abc import Callable, Mapping

from attrs import define, field

from interpreter.optimise.cards import Cards
from interpreter.optimise.known import MOST, Known, Slot, Span, of_bits
from interpreter.optimise.nodes import COMPARED, FRAME, LOAD, REVERSED, STATE, calls, constant, number, walk

ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.RShift: operator.rshift, ast.LShift: operator.lshift,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}
SLOTS = 200  # among which one may be
BETWEEN: dict[type[ast.cmpop], tuple[int | None, int | None]] = {
    ast.Eq: (0, 0), ast.Gt: (1, None), ast.GtE: (0, None), ast.Lt: (None, -1), ast.LtE: (None, 0)}
"""How far from a number those lie that compare with it so."""


@define
class Fold:
    """Folds expressions.

    ``tables``: constants by name. ``fixed``: between which numbers a slot lies at all times. ``inline``: functions that
    are one expression, with their parameters. ``alias``: locals that are set once, to a constant or to another local.
    ``special``: finds a function for some constant arguments, with the arguments that are left. ``frames``: between which slots
    frames lie; ``beyond``: see `Simplify`.
    """

    tables: Mapping[str, tuple[int, ...]]
    fixed: Mapping[int, Span]
    inline: Mapping[str, tuple[tuple[str, ...], ast.expr]]
    cards: Cards = Cards()
    alias: dict[str, ast.expr] = field(factory=dict)
    special: "Callable[[str, list[ast.expr]], tuple[str, list[ast.expr]] | None]" = lambda name, args: None  # noqa: E731
    frames: Span = (0, -1)
    beyond: int = 0

    def span(self, x: ast.expr, known: Known) -> Span | None:
        """Between which numbers the value lies."""
        match x:
            case ast.Constant(value=int() as v):
                return v, v
            case ast.Name(id=name):
                return known.spans.get(name)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                a, b = self.span(left, known), self.span(right, known)
                if a is None or b is None:
                    return None
                return (a[0] + b[0], a[1] + b[1]) if type(op) is ast.Add else (a[0] - b[1], a[1] - b[0])
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                a, b = self.span(left, known), self.span(right, known)
                if a is None or b is None:
                    return None
                ends = [x * y for x in a for y in b]
                return min(ends), max(ends)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitXor() | ast.RShift() as op, right=right):
                return of_bits(op, self.span(left, known), self.span(right, known))
            case ast.Subscript(value=ast.Name(id=name), slice=at):
                if name in self.tables and self.tables[name]:
                    return min(self.tables[name]), max(self.tables[name])
                if name == STATE:
                    place = constant(at)
                    if place is not None:
                        return both(known.spans.get(place), self.fixed.get(place))
                    return self.span_of_any(self.span(at, known))
                return None
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, otherwise = known.copy(), known.copy()
                then.narrow(test, True)
                otherwise.narrow(test, False)
                a, b = self.span(body, then), self.span(orelse, otherwise)
                return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return 0, 1
            case ast.Call(func=ast.Name(id="len")):
                return 0, MOST
        return None

    def told(self, known: Known, end: int) -> dict[int, Span]:
        """Between which numbers slots before that one lie, where more is known than at all times."""
        slots = {x for x in known.spans if type(x) is int} | {v for where, v in known.slots if where == ""}
        found = {v: self.span(self.value(ast.Subscript(ast.Name(STATE, LOAD), number(v), LOAD), known), known)
                 for v in sorted(slots) if v in self.fixed and v < end}
        return {v: span for v, span in found.items() if span is not None and span != self.fixed[v]}

    def span_of_any(self, places: Span | None) -> Span | None:
        """Between which numbers all of these slots lie at all times."""
        if places is None or not 0 <= places[1] - places[0] < SLOTS:
            return None
        spans = [self.fixed.get(v) for v in range(places[0], places[1] + 1)]
        if None in spans:
            return None
        return min(x[0] for x in spans if x), max(x[1] for x in spans if x)

    def slot(self, at: ast.expr) -> Slot | None:
        """Which slot an index of the state means, if that can be told."""
        match at:
            case ast.Constant(value=int() as v):
                return "", v
            case ast.Name(id=name) if name == FRAME:
                return FRAME, 0
            case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=int() as v)) if name == FRAME:
                return FRAME, v
        return None

    def value(self, x: ast.expr, known: Known, names: Mapping[str, ast.expr] | None = None) -> ast.expr:
        """A new expression of the same value; *names*: what stands for parameters in it."""
        kind = type(x)
        if kind is ast.Constant:
            return ast.Constant(int(x.value) if type(x.value) is bool else x.value)  # type: ignore[attr-defined]
        if kind is ast.Name:
            assert isinstance(x, ast.Name)
            if names is not None and x.id in names:
                return self.value(names[x.id], known)
            if x.id in self.alias:
                return self.value(self.alias[x.id], known)
            if x.id in known.equal:
                return self.value(ast.Name(known.equal[x.id], LOAD), known)
            span = known.spans.get(x.id)
            return number(span[0]) if span is not None and span[0] == span[1] else ast.Name(x.id, LOAD)
        if kind is ast.BinOp:
            assert isinstance(x, ast.BinOp)
            left, right = self.value(x.left, known, names), self.value(x.right, known, names)
            bits = constant(right)
            if bits and type(x.op) is ast.BitOr and bits & (bits + 1) == 0 and not calls(left):
                span = self.span(left, known)
                if span is not None and span[0] >= 0 and span[1] <= bits:
                    return number(bits)  # all of them are set
            if type(x.op) is ast.BitOr and type(left) is ast.BinOp and type(left.op) is ast.LShift:
                # what has no bits in common is added, which costs less
                shift, span = constant(left.right), self.span(right, known)
                if shift is not None and 0 < shift < 62 and span is not None and span[0] >= 0 and span[1] < 1 << shift:
                    return ast.BinOp(ast.BinOp(left.left, ast.Mult(), number(1 << shift)), ast.Add(), right)
            return self.binary(left, x.op, right)
        if kind is ast.Subscript:
            assert isinstance(x, ast.Subscript)
            return self.item(self.value(x.value, known, names), self.value(x.slice, known, names), known)
        if kind is ast.Compare:
            assert isinstance(x, ast.Compare)
            parts = [self.value(y, known, names) for y in (x.left, *x.comparators)]
            return self.compare(parts, x.ops, known)
        if kind is ast.IfExp:
            assert isinstance(x, ast.IfExp)
            test = self.truth(x.test, known, names)
            v = constant(test)
            if v is not None:
                return self.value(x.body if v else x.orelse, known, names)
            then, otherwise = known.copy(), known.copy()
            then.narrow(test, True)
            otherwise.narrow(test, False)
            yes, no = self.value(x.body, then, names), self.value(x.orelse, otherwise, names)
            if constant(yes) == 1 and constant(no) == 0 and type(test) is ast.IfExp and {
                    constant(test.body), constant(test.orelse)} == {0, 1}:
                return test
            return ast.IfExp(test, yes, no)
        if kind is ast.UnaryOp:
            assert isinstance(x, ast.UnaryOp)
            if type(x.op) is ast.Not:
                return denied(self.truth(x.operand, known, names))
            inner = self.value(x.operand, known, names)
            v = constant(inner)
            if v is not None and type(x.op) is ast.USub:
                return number(-v)
            if v is not None and type(x.op) is ast.Invert:
                return number(~v)
            return ast.UnaryOp(x.op, inner)
        if kind is ast.BoolOp:
            assert isinstance(x, ast.BoolOp)
            return self.boolean(x, known, names, False)
        if kind is ast.Call:
            assert isinstance(x, ast.Call)
            return self.called(x, [self.value(a, known, names) for a in x.args], known)
        if kind is ast.Slice:
            return ast.Slice()  # all of a row
        raise TypeError(f"{kind.__name__} in emitted text")

    def truth(self, x: ast.expr, known: Known, names: Mapping[str, ast.expr] | None = None) -> ast.expr:
        """Like `value`, where only its truth counts."""
        if type(x) is ast.BoolOp:
            return self.boolean(x, known, names, True)
        if type(x) is ast.UnaryOp and type(x.op) is ast.Not:
            return denied(self.truth(x.operand, known, names), True)
        out = self.value(x, known, names)
        if type(out) is ast.IfExp:
            a, b = constant(out.body), constant(out.orelse)
            if a is not None and b is not None:
                if bool(a) == bool(b):
                    return out if calls(out.test) else number(int(bool(a)))
                return out.test if a else denied(out.test, True)
        match out:
            case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
                return inner
            case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[ast.Constant(value=0)]):
                return left
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=0)]):
                return ast.UnaryOp(ast.Not(), left)
        span = self.span(out, known)
        if span is not None and (span[0] > 0 or span[1] < 0) and not calls(out):
            return number(1)
        return out

    def binary(self, a: ast.expr, op: ast.operator, b: ast.expr) -> ast.expr:
        x, y = constant(a), constant(b)
        kind = type(op)
        if x is not None and y is not None:
            possible = not (y == 0 and kind in (ast.FloorDiv, ast.Mod)) and not (
                kind in (ast.LShift, ast.RShift) and not 0 <= y <= 62)
            if possible and kind in ARITHMETIC and abs(out := ARITHMETIC[kind](x, y)) < MOST:
                return number(out)
        if y == 0 and kind in (ast.Add, ast.Sub, ast.BitOr) or y == 1 and kind in (ast.Mult, ast.FloorDiv):
            return a
        if kind is ast.Add:
            if x == 0:
                return b
            # numbers to the end, and together
            if y is not None and type(a) is ast.BinOp and type(a.op) is ast.Add and constant(a.right) is not None:
                return self.binary(a.left, op, number(constant(a.right) + y))  # type: ignore[operator]
            if x is not None and type(b) is ast.BinOp and type(b.op) is ast.Sub and constant(b.right) is not None:
                return self.binary(b.left, op, number(x - constant(b.right)))  # type: ignore[operator]
            if x is not None and type(b) is ast.Name:
                return ast.BinOp(b, ast.Add(), a)
        return ast.BinOp(a, op, b)

    def item(self, row: ast.expr, at: ast.expr, known: Known) -> ast.expr:
        place = constant(at)
        if type(row) is ast.Name:
            if row.id in self.tables:
                table = self.tables[row.id]
                if place is not None and 0 <= place < len(table):
                    return number(table[place])
                if table and min(table) == max(table) and not calls(at):
                    return number(table[0])
            elif row.id == STATE:
                slot = self.slot(at)
                if slot is not None:
                    if slot in known.slots:
                        return self.value(known.slots[slot], known)
                    fixed = both(known.spans.get(slot[1]), self.fixed.get(slot[1])) if slot[0] == "" else None
                    if fixed is not None and fixed[0] == fixed[1]:
                        return number(fixed[0])
                elif (known.zones and type(at) is ast.BinOp and type(at.left) is ast.Name
                      and known.zones.get(at.left.id) in self.cards.unmixed and constant(at.right) == self.cards.mixed):
                    return number(0)
                elif (known.ends and type(at) is ast.BinOp and type(at.left) is ast.Name
                      and (told := self.cards.told(at.left.id, constant(at.right), known)) is not None):
                    return number(told)
                elif known.read:
                    name = known.read.get(ast.dump(ast.Subscript(row, at, LOAD)))
                    if name is not None:
                        return self.value(ast.Name(name, LOAD), known)
        return ast.Subscript(row, at, LOAD)

    def compare(self, parts: list[ast.expr], ops: list[ast.cmpop], known: Known) -> ast.expr:
        if type(ops[0]) in (ast.In, ast.NotIn):
            return ast.Compare(parts[0], ops, parts[1:])
        match parts:
            case [ast.IfExp(test=test, body=ast.Constant() as yes, orelse=ast.Constant() as no), ast.Constant() as other]:
                # which of two numbers it is, is the question that was asked before
                a, b = (decided((x.value, x.value), COMPARED[type(ops[0])], (other.value, other.value))  # type: ignore[arg-type]
                        for x in (yes, no))
                if a == b:
                    return number(int(bool(a))) if not calls(test) else ast.Compare(parts[0], ops, parts[1:])
                return denied(denied(test)) if a else denied(test)
            case [ast.IfExp(test=test, body=body, orelse=ast.Constant() as no), ast.Constant() as other] if not calls(body):
                then = known.copy()
                then.narrow(test, True)
                a = decided(self.span(body, then), COMPARED[type(ops[0])], self.span(other, known))
                b = decided(self.span(no, known), COMPARED[type(ops[0])], self.span(other, known))
                if a is not None and b is (not a):
                    return denied(denied(test)) if a else denied(test)
        open_ends: list[int] = []
        for i, op in enumerate(ops):
            answer = decided(self.span(parts[i], known), COMPARED[type(op)], self.span(parts[i + 1], known))
            if answer is None:
                open_ends.append(i)
            elif not answer and not any(map(calls, parts)):
                return number(0)
            elif not answer:
                open_ends.append(i)
        if not open_ends and not any(map(calls, parts)):
            return number(1)
        if not open_ends or open_ends != list(range(open_ends[0], open_ends[-1] + 1)) or any(map(calls, parts)):
            return ast.Compare(parts[0], ops, parts[1:])
        first, last = open_ends[0], open_ends[-1]
        return ast.Compare(parts[first], ops[first : last + 1], parts[first + 1 : last + 2])

    def boolean(self, x: ast.BoolOp, known: Known, names: Mapping[str, ast.expr] | None, only_truth: bool) -> ast.expr:
        out: list[ast.expr] = []
        stops = type(x.op) is ast.Or  # what decides it
        known = known.copy()
        for i, part in enumerate(x.values):
            last = i == len(x.values) - 1
            if out:
                known.narrow(out[-1], not stops)
            value = self.truth(part, known, names) if only_truth else self.value(part, known, names)
            v = constant(value)
            if v is not None:
                if bool(v) == stops:
                    out.append(value)
                    break
                if only_truth or not last:
                    continue
            for one in value.values if type(value) is ast.BoolOp and type(value.op) is type(x.op) else [value]:
                if not (only_truth and out and ast.dump(out[-1]) == ast.dump(one) and not calls(one)):
                    if out and (implies(*(out[-1], one) if stops else (one, out[-1]))
                                or not stops and self.takes_in(one, out[-1], known)):
                        out.pop()
                    elif out and implies(*(one, out[-1]) if stops else (out[-1], one)):
                        continue
                    out.append(one)
        if not out:
            return number(int(not stops))
        if only_truth and len(out) > 1 and constant(out[-1]) is not None and not any(map(calls, out)):
            return number(int(stops))
        return out[0] if len(out) == 1 else ast.BoolOp(x.op, out)

    def takes_in(self, one: ast.expr, other: ast.expr, known: Known) -> bool:
        """Whether *one* says that something equals what never is what *other* says that it is not."""
        match one, other:
            case (ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]),
                  ast.Compare(left=ast.Name(id=name), ops=[ast.NotEq()], comparators=[ast.Constant() as no])):
                for a, b in ((left, right), (right, left)):
                    if type(a) is ast.Name and a.id == name:
                        return decided(self.span(b, known), "=", self.span(no, known)) is False
        return False

    def called(self, x: ast.Call, args: list[ast.expr], known: Known) -> ast.expr:
        assert isinstance(x.func, ast.Name)
        made = self.inline.get(x.func.id)
        if made is not None:
            params, body = made
            reads = [y.id for y in walk(body) if type(y) is ast.Name]
            if all(type(a) in (ast.Name, ast.Constant) or not calls(a) and reads.count(p) <= 1
                   for p, a in zip(params, args, strict=True)):
                return self.value(body, known, dict(zip(params, args, strict=True)))
        name, args = self.special(x.func.id, args) or (x.func.id, args)
        return ast.Call(ast.Name(name, LOAD), args, [])


def both(a: Span | None, b: Span | None) -> Span | None:
    """The numbers between these bounds and those."""
    if a is None or b is None:
        return a or b
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low <= high else a


def decided(a: Span | None, op: str, b: Span | None) -> bool | None:
    """Whether a comparison holds for all numbers between these bounds; None: that depends."""
    if a is None or b is None:
        return None
    match op:
        case "<":
            return True if a[1] < b[0] else False if a[0] >= b[1] else None
        case "<=":
            return True if a[1] <= b[0] else False if a[0] > b[1] else None
        case ">":
            return decided(b, "<", a)
        case ">=":
            return decided(b, "<=", a)
    apart = a[1] < b[0] or b[1] < a[0]
    alike = a[0] == a[1] == b[0] == b[1]
    if op == "=":
        return True if alike else False if apart else None
    return False if alike else True if apart else None


def implies(one: ast.expr, other: ast.expr) -> bool:
    """Whether the second holds wherever the first does, as both compare the same with numbers."""
    match one, other:
        case (ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=int() as v)]),
              ast.Compare(left=same_, ops=[op_], comparators=[ast.Constant(value=int() as w)])) if type(op) in BETWEEN:
            low, high = BETWEEN[type(op)]
            span = v + low if low is not None else -MOST, v + high if high is not None else MOST
            return decided(span, COMPARED[type(op_)], (w, w)) is True and not calls(left) and ast.dump(left) == ast.dump(same_)
    return False


def denied(x: ast.expr, only_truth: bool = False) -> ast.expr:
    """What is true where *x* is not; *only_truth*: it need not be a truth value itself."""
    match x:
        case ast.Constant(value=int() as v):
            return number(int(not v))
        case ast.UnaryOp(op=ast.Not(), operand=inner) if type(inner) is ast.Compare or only_truth:
            return inner
        case ast.Compare(ops=[op], left=left, comparators=[right]):
            return ast.Compare(left, [REVERSED[type(op)]()], [right])
        case ast.BoolOp(op=op, values=values):
            return ast.BoolOp(ast.And() if type(op) is ast.Or else ast.Or(), [denied(y, only_truth) for y in values])
    return ast.UnaryOp(ast.Not(), x)
