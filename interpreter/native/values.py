"""Expressions of the subset: rows, slots, numbers, and where a condition goes on."""

import ast
from collections.abc import Mapping
from typing import Any

from interpreter.native.arithmetic import Numbers
from interpreter.native.subset import (
    COPY,
    HIGHEST,
    KIND_WORDS,
    LOWEST,
    NUMBER,
    ROW,
    WORK,
    Reading,
    called,
    kind_of,
)

PART = "a slice, but for the copy of a whole row `to[:] = row`"


class Values(Numbers):
    """What the expressions of one function come to: each name has a slot on the stack."""

    def __init__(
        self,
        reading: Reading,
        name: str,
        symbols: Mapping[str, Any],
        constants: Mapping[str, Any],
        alike: Mapping[str, int],
        width: int,
        depth: int,
    ) -> None:
        super().__init__(reading.functions[name], symbols[name])
        self.pointer = self.ir.PointerType(self.int64)
        self.reading, self.symbols, self.constants, self.alike = reading, symbols, constants, alike
        self.width, self.depth = width, depth
        self.loops: list[tuple[Any, Any]] = []  # where `continue` and `break` go
        self.entry = self.function.append_basic_block()  # slots only; it ends in a jump to the first line
        self.slots = self.ir.IRBuilder(self.entry)
        self.start = self.function.append_basic_block()
        self.b = self.ir.IRBuilder(self.start)
        self.places: dict[str, Any] = {}

    # ------------------------------------------------------------------ places

    def place(self, x: ast.expr) -> Any:
        """Where a number is stored: a name or a slot."""
        match x:
            case ast.Name(id=name) if self.source.names.get(name) == NUMBER:
                return self.places[name]
            case ast.Subscript(value=ast.Name(id=name)) if name in self.constants:
                raise self.refuse(f"table `{name}` is constant", x)
            case ast.Subscript():
                return self.slot(x)
            case _:
                raise self.refuse(f"{called(x)} cannot be assigned", x)

    def slot(self, x: ast.Subscript) -> Any:
        """Address of one number of a row or a table."""
        table = self.constants.get(x.value.id) if isinstance(x.value, ast.Name) else None
        if table is not None:
            return self.b.gep(table, [self.int64(0), self.index(x.slice, table.value_type.count)])
        row = self.row(x.value)
        return self.b.gep(row, [self.index(x.slice, self.width)])

    def index(self, x: ast.expr, room: int) -> Any:
        i = self.number(x)
        now = self.known(i)
        if now is not None:
            return i if 0 <= now < room else self.int64(0)
        return self.b.select(self.b.icmp_unsigned("<", i, self.int64(room)), i, self.int64(0))

    def row(self, x: ast.expr) -> Any:
        """Address of a row's first number."""
        if kind_of(x, self.source.names) != ROW:
            raise self.refuse("a row should stand here", x)
        if isinstance(x, ast.Subscript):
            w = self.b.load(self.places[x.value.id])  # type: ignore[attr-defined]  # kind_of saw the name
            i = self.index(x.slice, self.depth)
            return self.b.gep(w, [self.b.mul(i, self.int64(self.width))])
        return self.b.load(self.places[x.id])  # type: ignore[attr-defined]

    def copy(self, to: ast.expr, source: ast.expr, first: ast.expr | None = None) -> None:
        new = self.row(source)
        size = self.int64(self.width * 8)
        if first is not None:
            n = self.number(first)
            fits = self.b.icmp_unsigned("<", n, self.int64(self.width))
            size = self.b.select(fits, self.b.mul(n, self.int64(8)), size)
        copy = self.function.module.declare_intrinsic("llvm.memcpy", [self.pointer, self.pointer, self.int64])
        self.b.call(copy, [self.row(to), new, size, self.bit(0)])

    # ------------------------------------------------------------------ values

    def number(self, x: ast.expr) -> Any:
        """A value as 64 bits."""
        return self.widen(self.value(x))

    def value(self, x: ast.expr) -> Any:
        """A number of 64 bits, or one bit where Python has a truth."""
        match x:
            case ast.Constant(value=int() as number):
                if not LOWEST <= number <= HIGHEST:
                    raise self.refuse(f"{number} has more than 64 bits", x)
                return self.int64(int(number))
            case ast.Name(id=name) if self.source.names.get(name) == NUMBER:
                return self.b.load(self.places[name])
            case ast.Name(id=name) if name in self.source.names:
                raise self.refuse(f"`{name}` is {KIND_WORDS[self.source.names[name]]}, not a number", x)
            case ast.Name(id=name):
                raise self.refuse(f"`{name}` is no local and no parameter here", x)
            case ast.Subscript(slice=ast.Slice()):
                raise self.refuse(PART, x)
            case ast.Subscript() if kind_of(x, self.source.names) == ROW:
                raise self.refuse("a row, not a number", x)
            case ast.Subscript(value=ast.Name(id=name)) if name in self.alike:
                self.number(x.slice)  # for what it does
                return self.int64(self.alike[name])
            case ast.Subscript():
                return self.b.load(self.slot(x))
            case ast.Call():
                return self.call(x, alone=False)
            case ast.BinOp():
                left = self.number(x.left)
                return self.binary(x.op, left, self.number(x.right), x)
            case ast.UnaryOp(op=ast.Not()):
                return self.b.not_(self.truth(self.value(x.operand)))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)) if number == -LOWEST:
                return self.int64(LOWEST)
            case ast.UnaryOp():
                return self.unary(x.op, self.number(x.operand))
            case ast.Compare(ops=[op], comparators=[right]):
                return self.compare(op, self.number(x.left), self.number(right), x)
            case ast.Compare():
                return self.by_branches(x)
            case ast.BoolOp():
                return self.last_asked(x)
            case ast.IfExp():
                return self.either(x)
            case _:
                raise self.refuse(f"{called(x)} has no translation", x)

    def call(self, x: ast.Call, alone: bool) -> Any:
        match x:
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                pass
            case _:
                raise self.refuse("a call of anything but a function's name with plain arguments", x)
        reading = self.reading
        if name == COPY and name not in reading.functions and alone and len(x.args) in (2, 3):
            return self.copy(*x.args)
        if name not in reading.functions and name not in reading.dispatch:
            raise self.refuse(f"no function `{name}`", x)
        if not alone and name in reading.functions and not reading.functions[name].gives:
            raise self.refuse(f"`{name}` returns no number", x)
        kinds = reading.kinds(name)
        if len(kinds) != len(x.args):
            raise self.refuse(f"`{name}` takes {len(kinds)} arguments, here are {len(x.args)}", x)
        values = []
        for kind, argument in zip(kinds, x.args, strict=True):
            if kind == NUMBER:
                values.append(self.number(argument))
            elif kind == ROW:
                values.append(self.row(argument))
            elif kind_of(argument, self.source.names) == WORK:
                values.append(self.b.load(self.places[argument.id]))  # type: ignore[attr-defined]
            else:
                raise self.refuse(f"`{name}` takes {KIND_WORDS[WORK]} here", argument)
        return self.b.call(self.symbols[name], values)

    def branch(self, x: ast.expr, yes: Any, no: Any) -> None:
        """Ends the block: to *yes* if *x* is true, else to *no*."""
        match x:
            case ast.BoolOp(op=op, values=[*before, last]):
                for part in before:
                    [more] = self.blocks(1)
                    if isinstance(op, ast.And):
                        self.branch(part, more, no)
                    else:
                        self.branch(part, yes, more)
                    self.b.position_at_end(more)
                self.branch(last, yes, no)
            case ast.UnaryOp(op=ast.Not()):
                self.branch(x.operand, no, yes)
            case ast.Compare(ops=[*_, _, _]):
                left = self.number(x.left)
                for sign, part in zip(x.ops[:-1], x.comparators, strict=False):
                    right = self.number(part)
                    [more] = self.blocks(1)
                    self.b.cbranch(self.compare(sign, left, right, x), more, no)
                    self.b.position_at_end(more)
                    left = right
                self.b.cbranch(self.compare(x.ops[-1], left, self.number(x.comparators[-1]), x), yes, no)
            case ast.Constant(value=int() as number):
                self.b.branch(yes if number else no)
            case _:
                self.b.cbranch(self.truth(self.value(x)), yes, no)

    def by_branches(self, x: ast.expr) -> Any:
        """One bit of what `branch` decides."""
        yes, no, end = self.blocks(3)
        self.branch(x, yes, no)
        for block in (yes, no):
            self.b.position_at_end(block)
            self.b.branch(end)
        self.b.position_at_end(end)
        result = self.b.phi(self.bit)
        result.add_incoming(self.bit(1), yes)
        result.add_incoming(self.bit(0), no)
        return result

    def last_asked(self, x: ast.BoolOp) -> Any:
        """`a and b` as a value: Python's, the operand that decided."""
        [end] = self.blocks(1)
        incoming = []
        for i, part in enumerate(x.values):
            v = self.value(part)
            number = self.widen(v)
            if i + 1 == len(x.values):
                incoming.append((number, self.b.block))
                self.b.branch(end)
            else:
                [more] = self.blocks(1)
                truth = self.truth(v)
                incoming.append((number, self.b.block))
                self.b.cbranch(truth, *((more, end) if isinstance(x.op, ast.And) else (end, more)))
                self.b.position_at_end(more)
        return self.meet(end, incoming)

    def either(self, x: ast.IfExp) -> Any:
        yes, no, end = self.blocks(3)
        self.branch(x.test, yes, no)
        incoming = []
        for block, part in ((yes, x.body), (no, x.orelse)):
            self.b.position_at_end(block)
            incoming.append((self.number(part), self.b.block))
            self.b.branch(end)
        return self.meet(end, incoming)
