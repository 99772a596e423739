"""The engine's text to an LLVM module: every value is a signed number of 64 bits.

Where Python would grow a number or raise, machine code goes on:

- Sums, differences and products beyond 64 bits wrap; the engine's text stays far below.
- `//` and `%` round down as Python's; by zero both give 0.
- `a << n` is 0 and `a >> n` is the sign alone (0 or -1) unless 0 <= n < 63. Python agrees for every `>>` with
  n >= 0. The engine emits no others.
- An index outside its row or table means slot 0, a row outside `w` means row 0. So does a negative one, which
  Python counts from the end. Constant indexes are looked at here and cost nothing.
- A local that was never assigned is 0, a row never assigned is the first row parameter (or the first row of
  `w`).
- A function that ends without `return` gives 0, where Python gives `None`.

No text, therefore, can read or write outside its rows, divide by nothing, or recurse. It can loop for ever:
only dispatchers count steps.
"""

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from interpreter.native.llvm import PREFIX, llvm_ir
from interpreter.native.subset import (
    COPY,
    HIGHEST,
    KIND_WORDS,
    LOWEST,
    NUMBER,
    ROW,
    ROWS,
    WORK,
    Dispatch,
    Function,
    Reading,
    SubsetError,
    called,
    is_docstring,
    kind_of,
    read,
)

COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
SIMPLE = {"Add": "add", "Sub": "sub", "Mult": "mul", "BitAnd": "and_", "BitOr": "or_", "BitXor": "xor"}
LONGEST_SHIFT = 62
PART = "a slice, but for the copy of a whole row `to[:] = row`"


def translate(
    text: str,
    tables: Mapping[str, Sequence[int]],
    width: int,
    public: Collection[str],
    *,
    depth: int,
    rows: Collection[str] = ROWS,
    dispatch: Sequence[Dispatch] = (),
) -> Any:
    """The `llvmlite.ir.Module` of *text*.

    Args:
        text: Plain functions in the subset described at the top of `subset.py`.
        tables: Name -> constants that the text may index.
        width: Numbers in a row, at least 1.
        public: Functions and dispatchers that Python will call; their symbols are `PREFIX` + name.
        depth: Rows in `w`, at least 1.
        rows: Parameters and locals of these names are rows; so is what is assigned from ``w[...]`` or a row.
        dispatch: Dispatchers to add, in this order.

    Raises:
        FastUnavailable: llvmlite is missing.
        SubsetError: The first line found that has no translation.
        ValueError: *width*, *depth*, *public*, a table or a dispatcher is impossible.
    """
    return translate_reading(read(text, tables, rows, dispatch), width, depth, public)


def translate_reading(reading: Reading, width: int, depth: int, public: Collection[str]) -> Any:
    """`translate` for a text that was read before."""
    if width < 1 or depth < 1:
        raise ValueError(f"rows need room: width {width}, depth {depth}")
    for name in public:
        if name not in reading.functions and name not in reading.dispatch:
            raise ValueError(f"no function `{name}` to make public")
    for d in reading.dispatch.values():
        if not 0 <= d.frame < width or d.spent >= 0 or d.lost >= 0:
            raise ValueError(f"dispatcher `{d.name}`: its frame slot is in no row, or a code is not negative")
    ir = llvm_ir()
    module = ir.Module("rules")
    number = ir.IntType(64)
    pointer = ir.PointerType(number)
    constants = {}
    for name, values in reading.tables.items():
        kind = ir.ArrayType(number, len(values))
        table = constants[name] = ir.GlobalVariable(module, kind, "t_" + name)
        table.initializer = ir.Constant(kind, list(values))
        table.global_constant, table.linkage = True, "internal"
    # LLVM does not see that it is always the same number
    alike = {name: values[0] for name, values in reading.tables.items() if len(set(values)) == 1}
    symbols = {}
    blocks = {block for d in reading.dispatch.values() for block in d.blocks}
    for name in [*reading.functions, *reading.dispatch]:
        arguments = [number if k == NUMBER else pointer for k in reading.kinds(name)]
        symbol = symbols[name] = ir.Function(module, ir.FunctionType(number, arguments), PREFIX + name)
        symbol.attributes.add("nounwind")
        if name not in public:
            symbol.linkage = "internal"
        if name in blocks:
            # Else every block grows into its dispatcher, and LLVM's time grows faster than a function.
            symbol.attributes.add("noinline")
    for name in reading.functions:
        _Body(reading, name, symbols, constants, alike, width, depth).write()
    for d in reading.dispatch.values():
        _write_dispatch(d, symbols)
    return module


def _write_dispatch(d: Dispatch, symbols: Mapping[str, Any]) -> None:
    ir = llvm_ir()
    function = symbols[d.name]
    number = ir.IntType(64)
    s, first, w = function.args[:3]
    entry, head, inside, join, lost, end = (function.append_basic_block() for _ in range(6))
    b = ir.IRBuilder(entry)
    b.branch(head)
    b.position_at_end(head)
    block, left = b.phi(number), b.phi(number)
    steps = number(1) if d.once else function.args[3]
    block.add_incoming(first, entry)
    left.add_incoming(steps, entry)
    goes_on = b.icmp_signed(">=", block, number(0))
    b.cbranch(b.and_(goes_on, b.icmp_signed(">", left, number(0))), inside, end)
    b.position_at_end(inside)
    if d.stop is not None:
        wrong, goes = function.append_basic_block(), function.append_basic_block()
        error, used, given = d.stop
        b.cbranch(b.icmp_signed("!=", b.load(b.gep(s, [number(error)])), number(0)), wrong, goes)
        b.position_at_end(wrong)
        past = b.icmp_signed(">", *(b.load(b.gep(s, [number(slot)])) for slot in (used, given)))
        b.cbranch(past, end, goes)
        b.position_at_end(goes)
    frame = b.load(b.gep(s, [number(d.frame)]))
    switch = b.switch(block, lost)
    results = []
    for i, name in enumerate(d.blocks):
        case = function.append_basic_block()
        switch.add_case(number(i), case)
        b.position_at_end(case)
        results.append((b.call(symbols[name], [s, frame, w]), case))
        b.branch(join)
    b.position_at_end(join)
    # Without blocks nothing arrives here, and LLVM 15 refuses a `phi` of nothing.
    following = b.phi(number) if results else number(d.lost)
    for result, case in results:
        following.add_incoming(result, case)
    block.add_incoming(following, join)
    left.add_incoming(b.sub(left, number(1)), join)
    b.branch(head)
    b.position_at_end(lost)
    b.ret(number(d.lost))
    b.position_at_end(end)
    if d.once:
        b.ret(block)
    else:
        b.ret(b.select(b.icmp_signed("<", block, number(0)), block, number(d.spent)))


class _Body:
    """Writes one function: a slot on the stack for each name, which LLVM then turns into registers."""

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
        self.ir = llvm_ir()
        self.int64, self.bit = self.ir.IntType(64), self.ir.IntType(1)
        self.pointer = self.ir.PointerType(self.int64)
        self.reading, self.symbols, self.constants, self.alike = reading, symbols, constants, alike
        self.width, self.depth = width, depth
        self.source: Function = reading.functions[name]
        self.function = symbols[name]
        self.loops: list[tuple[Any, Any]] = []  # where `continue` and `break` go
        self.entry = self.function.append_basic_block()  # slots only; it ends in a jump to the first line
        self.slots = self.ir.IRBuilder(self.entry)
        start = self.function.append_basic_block()
        self.b = self.ir.IRBuilder(start)
        self.start = start
        self.places: dict[str, Any] = {}

    def write(self) -> None:
        names, kinds = self.source.names, self.source.kinds
        given = dict(zip((a.arg for a in self.source.tree.args.args), self.function.args, strict=True))
        lent = next((v for k, v in zip(kinds, self.function.args, strict=True) if k != NUMBER), None)
        for name, kind in names.items():
            place = self.places[name] = self.slots.alloca(self.int64 if kind == NUMBER else self.pointer)
            self.slots.store(given.get(name, self.int64(0) if kind == NUMBER else lent), place)
        try:
            self.body(self.source.tree.body, outermost=True)
        except RecursionError as error:
            line = self.source.tree.lineno
            raise SubsetError(f"`{self.source.tree.name}` is nested too deeply", line) from error
        if not self.b.block.is_terminated:
            self.b.ret(self.int64(0))
        self.slots.branch(self.start)

    # ------------------------------------------------------------------ help

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

    # ------------------------------------------------------------------ statements

    def body(self, statements: Sequence[ast.stmt], outermost: bool = False) -> None:
        for place, x in enumerate(statements):
            if self.b.block.is_terminated:
                return
            if not (outermost and is_docstring(x, place)):
                self.statement(x)

    def statement(self, x: ast.stmt) -> None:
        match x:
            case ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self.call(call, alone=True)
            case ast.Return(value=None):
                self.b.ret(self.int64(0))
            case ast.Return(value=ast.expr() as value):
                self.b.ret(self.number(value))
            case ast.Break() | ast.Continue():
                again, end = self.loops[-1]
                self.b.branch(end if isinstance(x, ast.Break) else again)
            case ast.Assign(targets=[target]):
                self.assign(target, x.value)
            case ast.AugAssign():
                place = self.place(x.target)
                before = self.b.load(place)  # before the right side, which may write there
                self.b.store(self.binary(x.op, before, self.number(x.value), x), place)
            case ast.If():
                self.choose(x)
            case ast.While(orelse=[]):
                self.loop(lambda inside, end: self.branch(x.test, inside, end), x.body)
            case ast.For(orelse=[]):
                self.count(x)
            case ast.While() | ast.For():
                raise self.refuse("a loop with `else`", x)
            case ast.Expr():
                raise self.refuse("a line that does nothing", x)
            case _:
                raise self.refuse(f"{called(x)} has no translation", x)

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        match target:
            case ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=None)):
                self.copy(target.value, value)
            case ast.Subscript(slice=ast.Slice()):
                raise self.refuse(PART, target)
            case ast.Name(id=name) if self.source.names.get(name) == ROW:
                self.b.store(self.row(value), self.places[name])
            case ast.Name() | ast.Subscript():
                new = self.number(value)
                self.b.store(new, self.place(target))
            case _:
                raise self.refuse(f"{called(target)} cannot be assigned", target)

    def copy(self, to: ast.expr, source: ast.expr, first: ast.expr | None = None) -> None:
        new = self.row(source)
        size = self.int64(self.width * 8)
        if first is not None:
            n = self.number(first)
            fits = self.b.icmp_unsigned("<", n, self.int64(self.width))
            size = self.b.select(fits, self.b.mul(n, self.int64(8)), size)
        copy = self.function.module.declare_intrinsic("llvm.memcpy", [self.pointer, self.pointer, self.int64])
        self.b.call(copy, [self.row(to), new, size, self.bit(0)])

    def choose(self, x: ast.If) -> None:
        [end] = self.blocks(1)
        while True:  # a chain of `elif` is as deep as it is long
            yes, no = self.blocks(2)
            self.branch(x.test, yes, no)
            self.b.position_at_end(yes)
            self.body(x.body)
            self.then(end)
            self.b.position_at_end(no)
            match x.orelse:
                case [ast.If() as x]:
                    continue
                case other:
                    self.body(other)
                    self.then(end)
                    break
        self.b.position_at_end(end)

    def count(self, x: ast.For) -> None:
        """`for name in range(...)`: bounds are read once, and the body may write to the name."""
        match x:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=[_, *_] as given, keywords=[]),
            ) if len(given) <= 3:
                bounds = [self.number(a) for a in given]
            case _:
                raise self.refuse("`for` over anything but `range`", x)
        low = bounds[0] if len(bounds) > 1 else self.int64(0)
        high = bounds[1] if len(bounds) > 1 else bounds[0]
        step = self.known(bounds[2]) if len(bounds) > 2 else 1
        if not step:
            raise self.refuse("`range` needs a constant step, not 0", x)
        counter = self.slots.alloca(self.int64)
        self.b.store(low, counter)

        def test(inside: Any, end: Any) -> None:
            now = self.b.load(counter)
            self.b.cbranch(self.b.icmp_signed("<" if step > 0 else ">", now, high), inside, end)

        def step_on() -> None:
            now = self.b.load(counter)
            self.b.store(now, self.places[name])
            self.b.store(self.b.add(now, self.int64(step)), counter)

        self.loop(test, x.body, step_on)

    def loop(
        self,
        test: Callable[[Any, Any], None],
        body: Sequence[ast.stmt],
        first: Callable[[], None] = lambda: None,
    ) -> None:
        """*test* ends the block it writes by going to one of its two arguments; *first* opens the body."""
        head, inside, end = self.blocks(3)
        self.b.branch(head)
        self.b.position_at_end(head)
        test(inside, end)
        self.b.position_at_end(inside)
        first()
        self.loops.append((head, end))
        self.body(body)
        self.loops.pop()
        self.then(head)
        self.b.position_at_end(end)

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

    # ------------------------------------------------------------------ values

    def number(self, x: ast.expr) -> Any:
        """A value as 64 bits."""
        return self.widen(self.value(x))

    def widen(self, v: Any) -> Any:
        return self.b.zext(v, self.int64) if v.type == self.bit else v

    def truth(self, v: Any) -> Any:
        return v if v.type == self.bit else self.b.icmp_signed("!=", v, self.int64(0))

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
