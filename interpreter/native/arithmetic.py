"""Operators on numbers of 64 bits, as Python has them: see `translate` for where they differ."""

import ast
from collections.abc import Sequence
from typing import Any

from interpreter.native.llvm import llvm_ir
from interpreter.native.subset import HIGHEST, LOWEST, Function, SubsetError, called

COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
SIMPLE = {"Add": "add", "Sub": "sub", "Mult": "mul", "BitAnd": "and_", "BitOr": "or_", "BitXor": "xor"}
LONGEST_SHIFT = 62


class Numbers:
    """What is written into one function: numbers, and where it goes on with them. ``b`` stands where instructions are put."""

    b: Any

    def __init__(self, source: Function, function: Any) -> None:
        self.ir = llvm_ir()
        self.int64, self.bit = self.ir.IntType(64), self.ir.IntType(1)
        self.source, self.function = source, function

    def blocks(self, count: int) -> list[Any]:
        return [self.function.append_basic_block() for _ in range(count)]

    def then(self, target: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(target)

    def known(self, value: Any) -> int | None:
        """The number, if it is one now."""
        return value.constant if isinstance(value, self.ir.Constant) and value.type == self.int64 else None

    def refuse(self, what: str, x: ast.AST) -> SubsetError:
        return SubsetError(what, getattr(x, "lineno", self.source.tree.lineno))

    def widen(self, v: Any) -> Any:
        return self.b.zext(v, self.int64) if v.type == self.bit else v

    def truth(self, v: Any) -> Any:
        return v if v.type == self.bit else self.b.icmp_signed("!=", v, self.int64(0))

    def meet(self, end: Any, incoming: Sequence[tuple[Any, Any]]) -> Any:
        self.b.position_at_end(end)
        result = self.b.phi(self.int64)
        for value, block in incoming:
            result.add_incoming(value, block)
        return result

    # ------------------------------------------------------------------ operators

    def compare(self, op: ast.cmpop, left: Any, right: Any, x: ast.AST) -> Any:
        sign = COMPARE.get(type(op).__name__)
        if sign is None:
            raise self.refuse(f"{called(op)} between numbers", x)
        return self.b.icmp_signed(sign, left, right)

    def unary(self, op: ast.unaryop, v: Any) -> Any:
        now = self.known(v)
        if isinstance(op, ast.UAdd):
            return v
        if isinstance(op, ast.Invert):
            return self.b.not_(v) if now is None else self.int64(~now)
        return self.b.sub(self.int64(0), v) if now is None or now == LOWEST else self.int64(-now)

    def binary(self, op: ast.operator, left: Any, right: Any, x: ast.AST) -> Any:
        name = type(op).__name__
        folded = fold(name, self.known(left), self.known(right))
        if folded is not None:
            return self.int64(folded)
        if name in SIMPLE:
            return getattr(self.b, SIMPLE[name])(left, right)
        match name:
            case "FloorDiv" | "Mod":
                return self.divide(name == "Mod", left, right)
            case "LShift" | "RShift":
                return self.shift(name == "LShift", left, right)
            case _:
                raise self.refuse(f"{called(op)} has no translation", x)

    def divide(self, rest: bool, left: Any, right: Any) -> Any:
        """Rounded down, 0 when the divisor is."""
        b, zero, now = self.b, self.int64(0), self.known(right)
        if now == 0:
            return zero
        if now is not None and now > 0 and now & (now - 1) == 0:
            if rest:
                return b.and_(left, self.int64(now - 1))
            return b.ashr(left, self.int64(now.bit_length() - 1))
        if now == -1:
            return zero if rest else b.sub(zero, left)
        nothing = None
        safe = right
        if now is None:
            nothing = b.icmp_signed("==", right, zero)
            most = b.and_(
                b.icmp_signed("==", right, self.int64(-1)), b.icmp_signed("==", left, self.int64(LOWEST))
            )  # its quotient has no room in 64 bits, and the processor would stop the program
            safe = b.select(b.or_(nothing, most), self.int64(1), right)
        remainder = b.srem(left, safe)
        wrong = b.and_(b.icmp_signed("!=", remainder, zero), b.icmp_signed("<", b.xor(remainder, safe), zero))
        if rest:
            result = b.add(remainder, b.select(wrong, safe, zero))
        else:
            result = b.sub(b.sdiv(left, safe), b.zext(wrong, self.int64))
        return result if nothing is None else b.select(nothing, zero, result)

    def shift(self, up: bool, left: Any, right: Any) -> Any:
        b, now, longest = self.b, self.known(right), self.int64(LONGEST_SHIFT)
        if now is None:
            fits = b.icmp_unsigned("<=", right, longest)
            safe = b.select(fits, right, self.int64(0 if up else 63))
            return b.select(fits, b.shl(left, safe), self.int64(0)) if up else b.ashr(left, safe)
        if 0 <= now <= LONGEST_SHIFT:
            return b.shl(left, right) if up else b.ashr(left, right)
        return self.int64(0) if up else b.ashr(left, self.int64(63))


def fold(name: str, left: int | None, right: int | None) -> int | None:
    """The result of two constants, if it is Python's and has room in 64 bits."""
    if left is None or right is None:
        return None
    match name:
        case "Add":
            result = left + right
        case "Sub":
            result = left - right
        case "Mult":
            result = left * right
        case "BitAnd":
            result = left & right
        case "BitOr":
            result = left | right
        case "BitXor":
            result = left ^ right
        case "FloorDiv" if right:
            result = left // right
        case "Mod" if right:
            result = left % right
        case "LShift" if 0 <= right <= LONGEST_SHIFT:
            result = left << right
        case "RShift" if right >= 0:
            result = left >> right
        case _:
            return None
    return result if LOWEST <= result <= HIGHEST else None
