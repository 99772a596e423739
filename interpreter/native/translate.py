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

from interpreter.native.dispatch import write_dispatch
from interpreter.native.llvm import PREFIX, llvm_ir
from interpreter.native.subset import (
    NUMBER,
    ROW,
    ROWS,
    Dispatch,
    Reading,
    SubsetError,
    called,
    is_docstring,
    read,
)
from interpreter.native.values import PART, Values


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
        write_dispatch(d, symbols)
    return module


class _Body(Values):
    """Writes one function: a slot on the stack for each name, which LLVM then turns into registers."""

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
