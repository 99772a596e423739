"""Machine code against CPython: the same text, the same results, the same rows."""

import os
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.native import (
    Dispatch,
    FastUnavailable,
    Late,
    Native,
    SubsetError,
    cache,
    compiled,
    llvm,
    load,
    translate,
)
from interpreter.native import build as build_object

ROOT = Path(__file__).resolve().parents[2]
TABLES = {"TA": (3, -7, 0, 12, 5, -1, 40, 8), "TB": (2, 0, 1)}
WIDTH, DEPTH = 8, 3
LOWEST, HIGHEST = -(2**63), 2**63 - 1

GENERATOR = """
def number(s):
    b = s[2]
    r = b * 5 & 4294967295
    r = ((r << 7 | r >> 25) & 4294967295) * 9 & 4294967295
    c = s[3] ^ s[1]
    d = s[4] ^ b
    s[2] = b ^ c
    s[1] = s[1] ^ d
    s[3] = c ^ (b << 9 & 4294967295)
    s[4] = (d << 11 | d >> 21) & 4294967295
    return r
def many(s, n):
    t = 0
    for i in range(n):
        x = number(s)
        t = (t * 31 - x % 7 + (TB[x % 3] if x > 99 and not x % 2 == 0 or i == 5 else -(x % 5))) % 1000003
    return t
"""


def machine(text: str, *public: str, dispatch: Sequence[Dispatch] = ()) -> Native:
    """*text* as machine code, without the cache; the test is skipped where llvmlite is missing."""
    pytest.importorskip("llvmlite")
    return load(build_object(text, TABLES, WIDTH, public, depth=DEPTH, dispatch=dispatch))


def plain(text: str, dispatch: Sequence[Dispatch] = ()) -> dict[str, Any]:
    """*text* run by CPython, with the functions that the translator would add."""

    def copy(to: list[int], source: list[int]) -> None:
        to[:] = source

    names: dict[str, Any] = {**TABLES, "copy": copy}
    exec(text, names)
    for d in dispatch:
        names[d.name] = plain_dispatch(d, names)
    return names


def plain_dispatch(d: Dispatch, names: Mapping[str, Any]) -> Callable[..., int]:
    blocks = [names[block] for block in d.blocks]

    def once(s: list[int], b: int, w: list[list[int]]) -> int:
        result: int = blocks[b](s, s[d.frame], w)
        return result

    def asks(s: list[int]) -> bool:
        if d.stop is None:
            return False
        error, used, given = d.stop
        return s[error] != 0 and s[used] > s[given]

    def run(s: list[int], b: int, w: list[list[int]], steps: int) -> int:
        while b >= 0 and steps > 0 and not asks(s):
            b = once(s, b, w)
            steps -= 1
        return b if b < 0 else d.spent

    return once if d.once else run


def row(*numbers: int) -> "array[int]":
    return array("q", [*numbers, *[0] * (WIDTH - len(numbers))])


def value(text: str, *arguments: int) -> int:
    """One expression over p and q, as machine code."""
    return machine(f"def v(p, q):\n    return {text}", "v").functions["v"](*arguments)


# ---------------------------------------------------------------------- the same as CPython


def test_generator_gives_the_published_numbers() -> None:
    code = machine(GENERATOR, "number", "many")
    s, same = row(0, 1, 2, 3, 4), row(0, 1, 2, 3, 4).tolist()
    python = plain(GENERATOR)
    assert [code.functions["number"](s) for _ in range(4)] == [11520, 0, 5927040, 70819200]
    assert [python["number"](same) for _ in range(4)] == [11520, 0, 5927040, 70819200]
    assert code.functions["many"](s, 20_000) == python["many"](same, 20_000)
    assert s.tolist() == same


class Writer:
    """Writes a random text whose numbers stay small, whose indexes hit and whose loops end.

    An expression is a pair: the text, and a bound that its absolute value does not pass.
    """

    SCALARS = ("a", "b", "c", "d")
    SMALL = 2**20  # what locals hold
    SLOT = 2**26  # what slots may have grown to

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self.row = "s"
        self.counters = 0

    def below(self, n: int) -> int:
        return self.draw(st.integers(0, n - 1))

    def of(self, *choices: str) -> str:
        return choices[self.below(len(choices))]

    def tame(self, text: str, bound: int) -> tuple[str, int]:
        """The same, made small."""
        if bound <= self.SMALL and self.below(3):
            return text, bound
        how = self.of("({}) % 99991", "({}) % -1021", "({}) & 65535", "-(({}) % 257)", "({}) // 3 % 5003")
        return "(" + how.format(text) + ")", 10**5

    def index(self, depth: int, room: int) -> str:
        text, _ = self.number(depth - 1)
        return self.of(str(self.below(room)), f"({text}) % {room}", f"({text}) % {room}")

    def number(self, depth: int) -> tuple[str, int]:
        text, bound = self.leaf() if depth <= 0 else self.inner(depth)
        return (text, bound) if bound < 2**60 else self.tame(text, bound)

    def leaf(self) -> tuple[str, int]:
        match self.below(5):
            case 0:
                return str(self.draw(st.integers(-20, 20))), 20
            case 1:
                return self.of("True", "False", "(1 - 4)", "1000003", "~6"), 10**7
            case 2:
                return f"{self.row}[{self.below(WIDTH)}]", self.SLOT
            case _:
                return self.of(*self.SCALARS, "p"), self.SMALL

    def inner(self, depth: int) -> tuple[str, int]:
        (x, m), (y, n) = self.number(depth - 1), self.number(depth - 1)
        match self.below(14):
            case 0 | 1:
                return f"({x} {self.of('+', '-')} {y})", m + n
            case 2:
                return f"({x} * {y})", m * n
            case 3:
                return f"({x} {self.of('&', '|', '^')} {y})", 2 * (m + n) + 1
            case 4:
                return f"({x} {self.of('//', '%')} ({y} or 3))", max(m, n, 3)
            case 5:
                return f"({x} {self.of('//', '%')} {self.of('7', '-3', '8', '1', '-1', '-16')})", max(m, 16)
            case 6:
                return f"({x} << ({y} & 7))", m * 128
            case 7:
                return f"({x} >> ({y} & {self.of('3', '31')}))", m
            case 8:
                return f"{self.of('~', '-', '+')}{x}", m + 1
            case 9:
                return f"({x} if {self.test(depth - 1)} else {y})", max(m, n)
            case 10:
                return f"({x} {self.of('and', 'or')} {y})", max(m, n)
            case 11:
                return f"({self.test(depth - 1)})", 1
            case 12:
                table = self.of(*TABLES)
                where = self.of(
                    f"{self.row}[{self.index(depth, WIDTH)}]",
                    f"ts[{self.index(depth, WIDTH)}]",
                    f"{table}[{self.index(depth, len(TABLES[table]))}]",
                    f"w[{self.index(depth, DEPTH)}][{self.index(depth, WIDTH)}]",
                )
                return where, self.SLOT
            case _:
                if not self.helpers:
                    return x, m
                name = self.of(*self.helpers)
                return f"{name}({self.of(self.row, 'ts', 'w[1]')}, {self.tame(x, m)[0]}, w)", self.SMALL

    def test(self, depth: int) -> str:
        (x, _), (y, _), (z, _) = (self.number(depth - 1) for _ in range(3))
        compare = ("==", "!=", "<", "<=", ">", ">=")
        match self.below(5):
            case 0:
                return f"({x} {self.of(*compare)} {y} {self.of(*compare)} {z})"
            case 1:
                return f"(not {x} {self.of('and', 'or')} {y} < {z})"
            case 2:
                return f"({x} > {y} {self.of('and', 'or')} not ({z} {self.of(*compare)} 2 and {x}))"
            case _:
                return f"{x} {self.of(*compare)} {y}"

    def body(self, indent: str, depth: int, in_loop: bool) -> None:
        for _ in range(1 + self.below(4)):
            self.statement(indent, depth, in_loop)
            if in_loop and self.below(2):
                self.lines.append(f"{indent}if {self.test(1)}:")
                self.lines.append(f"{indent}    {self.of('break', 'continue')}")

    def statement(self, indent: str, depth: int, in_loop: bool) -> None:
        deeper = indent + "    "
        small = self.tame(*self.number(2))[0]
        match self.below(11 if depth else 6):
            case 0 | 1:
                self.lines.append(f"{indent}{self.of(*self.SCALARS)} = {small}")
            case 2:
                name = self.of(*self.SCALARS)
                self.lines.append(f"{indent}{name} {self.of('+=', '-=', '*=', '^=', '|=', '&=')} {small}")
                self.lines.append(f"{indent}{name} = {name} % 65537")
            case 3:
                self.lines.append(f"{indent}{self.of(self.row, 'ts')}[{self.index(2, WIDTH)}] = {small}")
            case 4:
                target = self.of(f"{self.row}[{{}}]", "ts[{}]", "w[2][{}]").format(self.index(2, WIDTH))
                self.lines.append(f"{indent}{target} {self.of('+=', '-=')} ({small}) % 1024")
            case 5:
                s = self.row
                change = self.of(f"ts = w[{self.index(1, DEPTH)}]", f"copy(ts, {s})", f"{s}[:] = ts", "pass")
                self.lines.append(indent + change)
            case 6 | 7:
                self.lines.append(f"{indent}if {self.test(2)}:")
                self.body(deeper, depth - 1, in_loop)
                if self.below(2):
                    self.lines.append(f"{indent}elif {self.test(1)}:")
                    self.body(deeper, depth - 1, in_loop)
                if self.below(2):
                    self.lines.append(f"{indent}else:")
                    self.body(deeper, depth - 1, in_loop)
            case 8 | 9:
                bound = self.of("4", "{} % 5", "1, {} % 6", "5, {} % 3, -1", "-4, 5, 3", "3, 3").format(small)
                self.lines.append(f"{indent}for {self.of(*self.SCALARS)} in range({bound}):")
                self.body(deeper, depth - 1, True)
            case _:
                self.counters += 1
                name = f"n{self.counters}"
                self.lines.append(f"{indent}{name} = 0")
                self.lines.append(f"{indent}while {name} < 4 and {self.test(1)}:")
                self.lines.append(f"{deeper}{name} += 1")
                self.body(deeper, depth - 1, True)

    def function(self, name: str, row: str, depth: int) -> None:
        self.row = row
        self.lines.append(f"def {name}({row}, p, w):")
        self.lines.append("    a = 0\n    b = 1\n    c = p\n    d = -5")
        self.lines.append("    ts = w[0]")
        self.body("    ", depth, False)
        self.lines.append(f"    return {self.tame(*self.number(2))[0]}")
        self.helpers.append(name)


@st.composite
def texts(draw: st.DrawFn) -> str:
    writer = Writer(draw)
    writer.function("h0", "us", 0)
    writer.function("h1", "s", 1)
    writer.function("main", "s", 3)
    return "\n".join(writer.lines)


numbers = st.integers(-(2**15), 2**15)


@settings(max_examples=40)
@given(
    text=texts(),
    cells=st.lists(numbers, min_size=WIDTH * (DEPTH + 1), max_size=WIDTH * (DEPTH + 1)),
    p=numbers,
)
def test_random_texts_agree(text: str, cells: list[int], p: int) -> None:
    code = machine(text, "main")
    s, w = array("q", cells[:WIDTH]), array("q", cells[WIDTH:])
    same = cells[:WIDTH]
    work = [cells[WIDTH * i : WIDTH * (i + 1)] for i in range(1, DEPTH + 1)]
    for _ in range(2):
        assert code.functions["main"](s, p, w) == plain(text)["main"](same, p, work)
        assert s.tolist() == same
        assert w.tolist() == [number for held in work for number in held]


@pytest.mark.parametrize("left", [-13, -12, -1, 0, 1, 12, 13, LOWEST, HIGHEST])
@pytest.mark.parametrize("right", [-12, -7, -4, -1, 1, 4, 7, 12, LOWEST, HIGHEST])
def test_division_rounds_down(left: int, right: int) -> None:
    text = f"""
def quotient(p, q):
    return p // q
def rest(p, q):
    return p % q
def quotient_by(p):
    return p // {right}
def rest_by(p):
    return p % {right}
def quotient_known():
    return {left} // {right}
def rest_known():
    return {left} % {right}
"""
    names = ("quotient", "rest", "quotient_by", "rest_by", "quotient_known", "rest_known")
    f = machine(text, *names).functions
    quotient = left // right if left // right <= HIGHEST else LOWEST  # the one that has no room wraps
    assert f["quotient"](left, right) == f["quotient_by"](left) == f["quotient_known"]() == quotient
    assert f["rest"](left, right) == f["rest_by"](left) == f["rest_known"]() == left % right


@pytest.mark.parametrize("left", [-5, 0, 5, LOWEST])
def test_division_by_nothing_gives_nothing(left: int) -> None:
    assert (
        value("p // q", left, 0) == value("p % q", left, 0) == value("p // 0 + p % 0 + 1 // 0", left, 0) == 0
    )


def test_shifts_beyond_a_word_leave_nothing_or_the_sign() -> None:
    text = "def up(p, q):\n    return p << q\ndef down(p, q):\n    return p >> q"
    f = machine(text, "up", "down").functions
    for q in range(63):
        assert f["up"](1, q) == 1 << q
        assert f["down"](-(2**62) - 1, q) == -(2**62) - 1 >> q
    for q in (63, 64, 65, 1000, HIGHEST):
        assert f["up"](5, q) == 0
        assert (f["down"](5, q), f["down"](-5, q)) == (0, -1)
    for q in (-1, -64, LOWEST):
        assert f["up"](5, q) == 0
        assert (f["down"](5, q), f["down"](-5, q)) == (0, -1)
    assert value("(p << 64) + (p << -1) + (p >> 64) + (5 << 70) + (5 >> 70)", 5, 0) == 0


def test_sums_wrap_at_64_bits() -> None:
    assert value("p + 1", HIGHEST, 0) == LOWEST
    assert value("-p", LOWEST, 0) == LOWEST
    assert value("p * q", 2**40, 2**40) == 0


def test_what_is_read_first_counts() -> None:
    text = """
def bump(s):
    s[0] += 10
    return s[0]
def main(s):
    s[0] += bump(s)
    s[bump(s) % 3] = bump(s)
    s[7] = 1 < bump(s) < bump(s) < 0 < bump(s)
    s[6] = bump(s) - bump(s) * 2
    return bump(s) if s[5] else (s[5] or bump(s)) + (s[5] and bump(s))
"""
    s, same = row(1, 2, 3), row(1, 2, 3).tolist()
    assert machine(text, "main").functions["main"](s) == plain(text)["main"](same)
    assert s.tolist() == same


def test_and_or_give_the_operand_that_decided() -> None:
    for p in (0, 4, -1):
        for q in (0, 7):
            assert value("(p and q) * 100 + (p or q) * 10 + (p and q or 3)", p, q) == (
                (p and q) * 100 + (p or q) * 10 + (p and q or 3)
            )


def test_a_loop_over_range_leaves_its_name_as_python_does() -> None:
    text = """
def main(s, p):
    x = 50
    for x in range(p):
        if x == 3:
            continue
        s[0] += x
        x += 100
    for y in range(10, 0, -3):
        if y < p:
            break
        s[1] += y
    return x * 1000 + y
"""
    for p in range(7):
        s, same = row(), row().tolist()
        assert machine(text, "main").functions["main"](s, p) == plain(text)["main"](same, p)
        assert s.tolist() == same


def test_a_function_without_return_gives_zero() -> None:
    code = machine("def v(s):\n    'said'\n    pass\ndef u():\n    return", "v", "u")
    assert code.functions["v"](row()) == code.functions["u"]() == 0


def test_locals_that_were_never_assigned_are_harmless() -> None:
    text = """
def main(s, p, w):
    if p:
        x = 3
        ts = w[1]
    ts[2] = x + 4
    return x
"""
    s, w = row(), array("q", bytes(8 * WIDTH * DEPTH))
    code = machine(text, "main")
    assert code.functions["main"](s, 0, w) == 0
    assert (s[2], sum(w)) == (4, 0)
    assert code.functions["main"](s, 1, w) == 3
    assert w[WIDTH + 2] == 7


def test_a_text_may_bring_its_own_copy() -> None:
    text = """
def copy(ts, s):
    for i in range(4):
        ts[i] = s[i]
def main(s, w):
    copy(w[1], s)
"""
    s, w = row(1, 2, 3, 4, 5), array("q", bytes(8 * WIDTH * DEPTH))
    machine(text, "main").functions["main"](s, w)
    assert w[WIDTH : 2 * WIDTH].tolist() == [1, 2, 3, 4, 0, 0, 0, 0]


@pytest.mark.parametrize("first", [0, 1, 3, WIDTH - 1, WIDTH, WIDTH + 1, -1, 2**40])
def test_a_copy_may_be_of_the_first_numbers_only(first: int) -> None:
    s, w = row(*range(1, WIDTH + 1)), array("q", bytes(8 * WIDTH * DEPTH))
    machine("def main(s, n, w):\n    copy(w[1], s, n)\n    return 0", "main").functions["main"](s, first, w)
    copied = first if 0 <= first < WIDTH else WIDTH
    assert w[WIDTH : 2 * WIDTH].tolist() == s[:copied].tolist() + [0] * (WIDTH - copied)
    assert not any(w[:WIDTH])
    assert not any(w[2 * WIDTH :])


def test_other_names_may_hold_rows() -> None:
    pytest.importorskip("llvmlite")
    text = (
        "def main(left, w):\n    other = left\n    another = other\n    another[1] = 9\n    return other[1]"
    )
    code = load(build_object(text, {}, WIDTH, {"main"}, depth=DEPTH, rows={"left"}))
    s = row()
    assert code.functions["main"](s, array("q", bytes(8 * WIDTH * DEPTH))) == 9
    assert s[1] == 9


# ---------------------------------------------------------------------- nothing outside


@pytest.mark.parametrize("i", [-1, -8, 8, 9, 10**9, LOWEST, HIGHEST])
def test_an_index_outside_means_slot_0(i: int) -> None:
    text = f"""
def read(s, p):
    return s[p] * 100 + TA[p]
def write(s, p):
    s[p] = 5
    s[p] += 2
def known(s):
    s[{i}] += 3
    return TA[{i}] * 100 + s[{i}]
def work(s, p, w):
    ts = w[p]
    ts[p] = 8
    w[{i}][{i}] += 1
    copy(s, w[p])
    return w[p][1]
"""
    f = machine(text, "read", "write", "known", "work").functions
    s = row(4, 1, 2)
    assert f["read"](s, i) == 403
    f["write"](s, i)
    assert s.tolist() == row(7, 1, 2).tolist()
    assert f["known"](s) == 310
    w = array("q", range(WIDTH * DEPTH))
    assert f["work"](s, i, w) == 1
    assert w.tolist() == [9, *range(1, WIDTH * DEPTH)]
    assert s.tolist() == w[:WIDTH].tolist()


@pytest.mark.parametrize(
    "bad", ["row", [0] * WIDTH, array("q", [0] * 7), array("q", [0] * 9), array("d", [0] * 8)]
)
def test_only_rows_of_the_right_size_are_taken(bad: Any) -> None:
    code = machine("def main(s, w):\n    return s[7] + w[2][7]", "main")
    work = code.new_work()
    with pytest.raises((TypeError, ValueError), match="main takes"):
        code.functions["main"](bad, work)
    with pytest.raises((TypeError, ValueError), match="main takes"):
        code.functions["main"](code.new_row(), bad)
    with pytest.raises(TypeError, match="main takes 2 arguments"):
        code.functions["main"](code.new_row())


def test_a_table_without_members_reads_as_zero() -> None:
    pytest.importorskip("llvmlite")
    code = load(build_object("def v(p):\n    return T[p]", {"T": ()}, 1, {"v"}, depth=1))
    assert code.functions["v"](3) == 0


# ---------------------------------------------------------------------- dispatchers

BLOCKS = """
def count(s, f, w):
    s[1] += 1
    s[2] += f
    s[0] = s[1] % 3
    return 1 if s[1] % 2 else 2
def twice(s, f, w):
    s[3] += s[1] * 2
    return 0 if s[1] < 7 else -5
def search(s, f, w):
    ts = w[f]
    copy(ts, s)
    return 0 if trial(ts, 1, w) == 0 else trial(ts, 0, w)
def try_first(s, f, w):
    s[4] += 1
    return 0
def try_second(s, f, w):
    s[5] += f
    return run_trial(s, 0, w, 6)
"""
DISPATCH = (
    Dispatch("run", ("count", "twice", "search"), frame=0),
    Dispatch("trial", ("try_first", "try_second"), frame=4, once=True),
    Dispatch("run_trial", ("try_first", "try_first"), frame=0, spent=-77, lost=-66),
    Dispatch("run_asking", ("count", "twice", "search"), frame=0, stop=(3, 1, 4)),
)


@pytest.mark.parametrize("steps", [-1, 0, 1, 2, 3, 5, 8, 100])
@pytest.mark.parametrize("first", [-3, 0, 1, 2])
def test_dispatchers_run_blocks_by_number(steps: int, first: int) -> None:
    code = machine(BLOCKS, "run", "trial", "run_trial", dispatch=DISPATCH)
    python = plain(BLOCKS, DISPATCH)
    s, w = row(1, 2), code.new_work()
    same, work = s.tolist(), [[0] * WIDTH for _ in range(DEPTH)]
    result = code.functions["run"](s, first, w, steps)
    assert result == python["run"](same, first, work, steps)
    assert s.tolist() == same
    assert w.tolist() == [number for held in work for number in held]
    assert code.functions["run_trial"](s, 1, w, steps) == -77


@pytest.mark.parametrize("given", [0, 3, 7])
def test_a_dispatcher_stops_where_more_was_used_than_given(given: int) -> None:
    code = machine(BLOCKS, "run_asking", dispatch=DISPATCH)
    python = plain(BLOCKS, DISPATCH)
    s, w = row(1, 2, 0, 0, given), code.new_work()
    same, work = s.tolist(), [[0] * WIDTH for _ in range(DEPTH)]
    result = code.functions["run_asking"](s, 0, w, 100)
    assert result == python["run_asking"](same, 0, work, 100) == (-5 if given == 7 else -99)
    assert s.tolist() == same


def test_a_number_that_no_block_has_is_lost() -> None:
    f = machine(BLOCKS, "run", "trial", "run_trial", dispatch=DISPATCH).functions
    w = array("q", bytes(8 * WIDTH * DEPTH))
    assert f["run"](row(), 3, w, 9) == f["trial"](row(), 2, w) == f["trial"](row(), HIGHEST, w) == -98
    assert f["run_trial"](row(), 2, w, 9) == -66
    assert f["trial"](row(), -4, w) == -4


def test_a_dispatcher_may_have_no_block() -> None:
    code = machine("def v():\n    pass", "none", dispatch=[Dispatch("none", (), 0)])
    w = code.new_work()
    assert code.functions["none"](row(), 0, w, 5) == -98
    assert code.functions["none"](row(), -2, w, 5) == -2


@pytest.mark.parametrize(
    "wrong",
    [
        Dispatch("run", ("number",), 0),
        Dispatch("run", ("absent",), 0),
        Dispatch("run", (), -1),
        Dispatch("run", (), WIDTH),
        Dispatch("run", (), 0, spent=1),
        Dispatch("run", (), 0, lost=0),
    ],
)
def test_impossible_dispatchers_are_refused(wrong: Dispatch) -> None:
    with pytest.raises(ValueError, match="dispatcher `run`"):
        translate(GENERATOR, TABLES, WIDTH, (), depth=DEPTH, dispatch=[wrong])


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("x = 'text'", "`Constant` has no translation"),
        ("x = 1.5", "`Constant` has no translation"),
        ("x = None", "`Constant` has no translation"),
        ("x = p / 2", "`Div` has no translation"),
        ("x = p ** 2", "`Pow` has no translation"),
        ("x = [1, 2]", "a list has no translation"),
        ("x = {}", "a dictionary has no translation"),
        ("x = (p, 1)", "a tuple has no translation"),
        ("x, y = p, 1", "a tuple cannot be assigned"),
        ("x = y = 1", "`Assign` has no translation"),
        ("x: int = 1", "`AnnAssign` has no translation"),
        ("x = [a for a in range(3)]", "a comprehension has no translation"),
        ("x = lambda: 1", "`Lambda` has no translation"),
        ("x = s[1:3]", "a slice, but"),
        ("s[1:3] = s", "a slice, but"),
        ("s[1:3] += 2", "a slice"),
        ("s[:] = p", "a row should stand here"),
        ("x = s.length", "`Attribute` has no translation"),
        ("x = 2 ** 70 if p else 1", "`Pow` has no translation"),
        ("x = 9223372036854775808", "more than 64 bits"),
        ("x = unknown", "`unknown` is no local"),
        ("x = TA", "`TA` is no local"),
        ("TA[1] = 2", "table `TA` is constant"),
        ("x = w", "`w` has no second name"),
        ("x = s + 1", "`s` is a row, not a number"),
        ("x = w[1] + 1", "a row, not a number"),
        ("x = w[s]", "`s` is a row, not a number"),
        ("ts = 3", "`ts` is a row, here it would be a number"),
        ("w = 3", "`w` is the table of rows, here it would be a number"),
        ("w[1] = s", "cannot|number"),
        ("x = p[1]", "a row should stand here"),
        ("x = w[1][2][3]", "a row should stand here"),
        ("p = w[1]", "`p` is a number, here it would be a row"),
        ("for s in range(3):\n        pass", "`s` is a row, here it would be a number"),
        ("for x in s:\n        pass", "`for` over anything but `range`"),
        ("for x in range():\n        pass", "`for` over anything but `range`"),
        ("for x in range(0, 9, p):\n        pass", "constant step"),
        ("for x in range(0, 9, 0):\n        pass", "constant step"),
        ("for x in range(3):\n        pass\n    else:\n        pass", "a loop with `else`"),
        ("while p:\n        p -= 1\n    else:\n        pass", "a loop with `else`"),
        ("try:\n        pass\n    finally:\n        pass", "`try` has no translation"),
        ("with p:\n        pass", "`with` has no translation"),
        ("import os", "`Import` has no translation"),
        ("global p2", "`Global` has no translation"),
        ("del p", "`Delete` has no translation"),
        ("assert p", "`Assert` has no translation"),
        ("raise p", "`Raise` has no translation"),
        ("def inner():\n        pass", "`FunctionDef` has no translation"),
        ("yield p", "a line that does nothing"),
        ("p + 1", "a line that does nothing"),
        ("'said too late'", "a line that does nothing"),
        ("x = (y := p)", "`NamedExpr` has no translation"),
        ("x = p is 1", "`Is` between numbers"),
        ("x = p in s", "row"),
        ("x = other(s)", "`other` takes 2 arguments"),
        ("x = other(p, p)", "a row should stand here"),
        ("x = other(s, s)", "`s` is a row, not a number"),
        ("x = other(s, p=3)", "plain arguments"),
        ("x = other(*s)", "takes 2 arguments"),
        ("third(s)", "the table of rows"),
        ("x = third(w)", "`third` returns no number"),
        ("x = copy(s, s)", "no function `copy`"),
        ("x = absent(1)", "no function `absent`"),
        ("x = print(p)", "no function `print`"),
        ("s.append(1)", "a call of anything but a function's name"),
        ("main(s, p, w)", "calls in a circle: main -> main"),
        ("return", "returns a number elsewhere and nothing here"),
        ("TB = 3", "uses the name `TB`, which is taken"),
        ("range = 3", "uses the name `range`, which is taken"),
        ("other = 3", "uses the name `other`, which is taken"),
        ("x = = 3", "not Python"),
        ("x = " + "-" * 600 + "p", "nested too deeply"),
    ],
)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_what_has_no_translation_is_refused_with_its_line(line: str, words: str) -> None:
    pytest.importorskip("llvmlite")
    text = f"""
def other(s, p):
    return p
def third(w):
    pass
def main(s, p, w):
    p += 1
    {line}
    return 3
"""
    with pytest.raises(SubsetError, match=words) as refused:
        translate(text, TABLES, WIDTH, {"main"}, depth=DEPTH)
    wide = ("`other`", "uses the name", "nested", "circle")  # these name the function
    assert refused.value.line == 8 or any(word in str(refused.value) for word in wide)
    assert str(refused.value).startswith(f"line {refused.value.line}: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X = 3", "`Assign` stands outside a function"),
        ("def v(p=3):\n    pass", "more than plain parameters"),
        ("def v(*p):\n    pass", "more than plain parameters"),
        ("def v(p, /):\n    pass", "more than plain parameters"),
        ("@v\ndef v(p):\n    pass", "more than plain parameters"),
        ("async def v(p):\n    pass", "stands outside a function"),
        ("def v():\n    pass\ndef v():\n    pass", "the name `v` is taken"),
        ("def TA():\n    pass", "the name `TA` is taken"),
        ("def range():\n    pass", "the name `range` is taken"),
        ("def v(p):\n    ts = p\n    return 1", "`ts` is a row, here it would be a number"),
        ("def v(p):\n    ts[:] = us", "a row should stand here"),
        ("def v(p):\n    ts = ts", "`v` has a row but is given none"),
        ("def a(s):\n    b(s)\ndef b(s):\n    c(s)\ndef c(s):\n    a(s)", "circle: a -> b -> c -> a"),
    ],
)
def test_functions_that_have_no_translation(text: str, words: str) -> None:
    pytest.importorskip("llvmlite")
    with pytest.raises(SubsetError, match=words):
        translate(text, TABLES, WIDTH, (), depth=DEPTH)


def test_a_circle_through_a_dispatcher_is_refused() -> None:
    text = "def block(s, f, w):\n    return again(s, 0, w)"
    with pytest.raises(SubsetError, match="circle: again -> block -> again"):
        translate(
            text, TABLES, WIDTH, (), depth=DEPTH, dispatch=[Dispatch("again", ("block",), 0, once=True)]
        )


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"width": 0}, "rows need room"),
        ({"depth": 0}, "rows need room"),
        ({"public": {"absent"}}, "no function `absent`"),
        ({"tables": {"T": (1, 2**63)}}, "table `T`"),
        ({"tables": {"T": (1.0,)}}, "table `T`"),
    ],
)
def test_impossible_arguments(changed: dict[str, Any], words: str) -> None:
    arguments = {"text": "", "tables": {}, "width": WIDTH, "public": (), "depth": DEPTH} | changed
    with pytest.raises(ValueError, match=words):
        translate(**arguments)


# ---------------------------------------------------------------------- size and life


def test_a_long_chain_of_elif_is_not_too_deep() -> None:
    chain = "".join(f"    elif p == {i}:\n        return {i * 7 % 1000}\n" for i in range(1, 1500))
    code = machine(f"def v(p):\n    if p == 0:\n        return -1\n{chain}    return -2", "v")
    assert [code.functions["v"](p) for p in (0, 1, 777, 1499, 1500)] == [-1, 7, 439, 493, -2]


def test_temporary_slots_do_not_eat_the_stack() -> None:
    text = """
def v(p):
    t = 0
    for x in range(p):
        for y in range(2):
            t += (x and y or 3) if x < y < 5 else 1
    return t
"""
    assert machine(text, "v").functions["v"](3_000_000) > 0


def test_public_names_do_not_meet_those_of_the_system() -> None:
    text = "def memcpy(s, w):\n    copy(w[1], s)\n    return write(3)\ndef write(p):\n    return p * 7"
    code = machine(text, "memcpy", "write")
    s, w = row(5, 6), code.new_work()
    assert (code.functions["memcpy"](s, w), code.functions["write"](2), w[WIDTH + 1]) == (21, 14, 6)


def test_a_function_outlives_its_module() -> None:
    raw = machine("def v(p):\n    return p * 3", "v").raw("v")
    for _ in range(3):
        machine("def v(p):\n    return p * 4", "v")
    assert raw(5) == 15


def test_raw_functions_take_addresses() -> None:
    code = machine(GENERATOR, "number")
    s = row(0, 1, 2, 3, 4)
    number, place = code.raw("number"), s.buffer_info()[0]
    assert [number(place) for _ in range(3)] == [11520, 0, 5927040]
    assert code.kinds == {"number": "r"}


def test_threads_run_at_once_on_their_own_rows() -> None:
    code = machine(GENERATOR, "many")
    results: list[int] = []

    def work() -> None:
        results.append(code.functions["many"](row(0, 1, 2, 3, 4), 200_000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [code.functions["many"](row(0, 1, 2, 3, 4), 200_000)] * 4


@pytest.mark.parametrize("kept", [b"", b"other\n{}\ncode", b"rulelang machine code 1\n{}\n"])
def test_bytes_of_something_else_are_not_loaded(kept: bytes) -> None:
    pytest.importorskip("llvmlite")
    with pytest.raises(ValueError, match="machine code"):
        load(kept)


# ---------------------------------------------------------------------- kept objects

KEY = "k" * 64
posix = pytest.mark.skipif(os.name != "posix", reason="files have owners and modes on POSIX only")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A cache folder that holds one file."""
    folder = tmp_path / "inner" / "rulelang"
    assert cache.keep(folder, KEY, b"contents\nof two lines")
    return folder


def test_what_was_kept_is_found(place: Path) -> None:
    assert cache.fetch(place, KEY) == b"contents\nof two lines"
    assert cache.fetch(place, "o" * 64) is None
    assert cache.keep(place, KEY, b"")
    assert cache.fetch(place, KEY) == b""
    assert [p.name for p in place.iterdir()] == [KEY + ".object"]


@posix
def test_only_the_user_may_look(place: Path) -> None:
    assert place.stat().st_mode & 0o777 == 0o700
    assert (place / (KEY + ".object")).stat().st_mode & 0o777 == 0o600


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def lengthen(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def flip(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[-3] ^= 1
    path.write_bytes(held)


def open_to_group(path: Path) -> None:
    path.chmod(0o640)


def make_runnable(path: Path) -> None:
    path.chmod(0o700)


def link_elsewhere(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def second_name(path: Path) -> None:
    os.link(path, path.with_name("second"))


def become_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def become_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def open_folder(path: Path) -> None:
    path.parent.chmod(0o750)


def link_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.symlink_to(path.parent.with_name("elsewhere"))


def other_key(path: Path) -> None:
    assert cache.keep(path.parent, "o" * 64, b"of another key")
    path.with_name("o" * 64 + ".object").replace(path)


DAMAGE = [
    truncate,
    empty,
    lengthen,
    flip,
    open_to_group,
    make_runnable,
    link_elsewhere,
    second_name,
    become_folder,
    become_pipe,
    open_folder,
    link_folder,
    other_key,
]


@posix
@pytest.mark.parametrize("damage", DAMAGE)
def test_whatever_is_doubtful_is_not_read(place: Path, damage: Callable[[Path], None]) -> None:
    damage(place / (KEY + ".object"))
    assert cache.fetch(place, KEY) is None


@posix
def test_files_of_others_are_not_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert cache.fetch(place, KEY) is None
    assert not cache.keep(place, KEY, b"new")


@posix
def test_a_folder_once_open_to_others_is_closed_and_emptied(place: Path) -> None:
    place.chmod(0o777)
    assert cache.keep(place, "o" * 64, b"new")
    assert place.stat().st_mode & 0o777 == 0o700
    assert (cache.fetch(place, KEY), cache.fetch(place, "o" * 64)) == (None, b"new")


def test_without_room_nothing_is_kept_and_nothing_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert not cache.keep(tmp_path / "file" / "rulelang", KEY, b"new")
    assert not cache.keep(tmp_path / "file", KEY, b"new")
    assert cache.fetch(tmp_path / "file", KEY) is None


def test_a_failed_write_leaves_nothing_behind(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    assert not cache.keep(place, "o" * 64, b"new")
    assert [p.name for p in place.iterdir()] == [KEY + ".object"]


def test_the_oldest_go_first(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 3)
    (place / ".begun-left-behind").write_bytes(b"half")
    (place / "a note").write_text("not ours")
    os.utime(place / ".begun-left-behind", (1, 1))
    for age, name in enumerate("abcd"):
        assert cache.keep(place, name * 64, b"new")
        os.utime(place / (name * 64 + ".object"), (10 + age, 10 + age))
        os.utime(place / (KEY + ".object"))
    assert sorted(p.name[:6] for p in place.iterdir()) == ["a note", "cccccc", "dddddd", "kkkkkk"]


def test_keys_tell_parts_apart() -> None:
    parts = [["a", "b"], ["ab"], ["ab", ""], ["b", "a"], [b"a"], []]
    assert len({cache.key(p) for p in parts}) == len(parts)


@posix
def test_the_folder_is_where_the_system_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "rulelang"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert cache.folder() in {
            tmp_path / "home" / ".cache" / "rulelang",
            tmp_path / "home/Library/Caches/rulelang",
        }
    monkeypatch.setenv("HOME", "relative")
    assert cache.folder() is None


class Counter:
    """Counts how often something is built."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = sys.modules["interpreter.native.build"]
        self.count = 0
        true_build = module.build

        def counted(*arguments: Any, **more: Any) -> bytes:
            self.count += 1
            result: bytes = true_build(*arguments, **more)
            return result

        monkeypatch.setattr(module, "build", counted)


def test_what_is_the_same_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    built = Counter(monkeypatch)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    same: dict[str, Any] = {
        "text": GENERATOR,
        "tables": TABLES,
        "width": WIDTH,
        "public": ("number",),
        "depth": 1,
    }
    for _ in range(2):
        code = compiled(**same)
        assert code.functions["number"](row(0, 1, 2, 3, 4)) == 11520
        assert (code.width, code.depth) == (WIDTH, 1)
    assert built.count == 1
    others: list[dict[str, Any]] = [
        {"text": GENERATOR + "\n"},
        {"tables": {**TABLES, "TB": (2, 0, 2)}},
        {"width": WIDTH + 1},
        {"depth": 2},
        {"public": ("many",)},
        {"rows": ("s",)},
        {"dispatch": [Dispatch("run", (), 0)]},
        {"dispatch": [Dispatch("run", (), 1)]},
        {"level": 2},
    ]
    for done, other in enumerate(others, 2):
        compiled(**same | other)
        assert built.count == done, other
    written = []

    def late(*from_: str, by: str = "emit/text.py") -> Late:
        return Late(lambda: str(written.append(from_) or GENERATOR), from_, (by,))

    for done, text in enumerate(
        (late("a", "b"), late("ab"), late("a", "c"), late("a", "b", by="emit/fuel.py")), len(others) + 2
    ):
        for _ in range(2):
            code = compiled(**same | {"text": text})
            assert code.functions["number"](row(0, 1, 2, 3, 4)) == 11520
        assert built.count == done
    assert len(written) == 4  # only what is built is written
    monkeypatch.setattr(llvm, "processor", lambda: ("", "", ""))
    compiled(**same, folder=None)
    assert built.count == len(others) + len(written) + 2


@posix
@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_objects_are_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    pytest.importorskip("llvmlite")
    built = Counter(monkeypatch)
    folder = tmp_path / "rulelang"
    for done in (1, 2):
        code = compiled("def v(p):\n    return p * 3", {}, 1, {"v"}, depth=1, folder=folder)
        assert code.functions["v"](5) == 15
        assert built.count == done
        if done == 1:
            damage(next(folder.glob("*.object")))


def test_a_whole_file_that_does_not_load_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llvmlite")
    built = Counter(monkeypatch)
    compiled("def v(p):\n    return p * 3", {}, 1, {"v"}, depth=1, folder=tmp_path / "c")
    [kept] = (tmp_path / "c").glob("*.object")
    assert cache.keep(tmp_path / "c", kept.stem, b"rulelang machine code 0\n{}\nold")
    assert (
        compiled("def v(p):\n    return p * 3", {}, 1, {"v"}, depth=1, folder=tmp_path / "c").functions["v"](
            1
        )
        == 3
    )
    assert built.count == 2


# ---------------------------------------------------------------------- without llvmlite


def test_without_llvmlite_one_sentence_says_what_to_install() -> None:
    script = """
import sys
sys.modules["llvmlite"] = None
from interpreter import native
for use in (
    lambda: native.build("", {}, 1, (), depth=1),
    lambda: native.compiled("", {}, 1, (), depth=1),
    lambda: native.load(b""),
    lambda: native.translate("", {}, 1, (), depth=1),
):
    try:
        use()
    except native.FastUnavailable as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    sentence = "Machine code needs llvmlite, which `pip install 'rulelang[fast]'` brings."
    assert done.stdout.splitlines() == [sentence] * 4


def test_importing_the_package_does_not_import_llvmlite() -> None:
    script = "import sys, interpreter.native; print('llvmlite' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_a_processor_that_llvm_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    binding = pytest.importorskip("llvmlite.binding")

    def fail() -> None:
        raise RuntimeError("no asm printer")

    monkeypatch.setattr(binding, "initialize_native_asmprinter", fail)
    with pytest.raises(FastUnavailable, match="rulelang\\[fast\\]"):
        build_object("", {}, 1, (), depth=1)
