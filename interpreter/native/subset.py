"""What the engine's text may be: reading it, and what kind of value each name holds.

The subset is whole-number Python. A *row* is a flat list of integers of one width, `w` the rows to work on, a
*table* a tuple of constants. Kinds are written as letters: ``n`` number, ``r`` row, ``w`` all rows. It has

- functions with plain parameters, calling each other, never in a circle, and a docstring in front of each;
- ``name = ...``, ``row[i] = ...`` and their augmented forms, ``to[:] = row`` or ``copy(to, row)`` for whole
  rows, ``copy(to, row, n)`` for the first n numbers (all, if there are not so many);
- ``while``, ``for name in range(...)`` with one to three numbers and a constant step, ``if``, ``elif``,
  ``else``, ``break``, ``continue``, ``return``, ``pass``;
- whole numbers of 64 bits, ``True`` and ``False``, ``+ - * // % & | ^ << >> ~``, comparisons, also chained,
  ``and``, ``or``, ``not``, ``a if t else b``, ``row[i]``, ``w[i]``, ``w[i][j]``, ``TABLE[i]``.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import frozen

NUMBER, ROW, WORK = "n", "r", "w"
KIND_WORDS = {NUMBER: "a number", ROW: "a row", WORK: "the table of rows"}
ROWS = frozenset({"s", "ts", "us"})  # names that hold rows wherever they stand
WORK_NAME = "w"
COPY = "copy"  # copies a whole row, or what begins it, unless the text defines it
RESERVED = {"range", COPY}
LOWEST, HIGHEST = -(2**63), 2**63 - 1


class SubsetError(ValueError):
    """The text holds something that has no translation.

    Attributes:
        line: Where, counted from 1.
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@frozen
class Dispatch:
    """A function made by the translator: runs blocks by number, where a block is ``def block(s, f, w)``.

    In Python's words, with the default ``once=False``::

        def name(s, b, w, steps):
            while b >= 0 and steps > 0:
                b = blocks[b](s, s[frame], w)
                steps -= 1
            return b if b < 0 else spent

    With ``stop=(error, used, given)`` the loop also ends, as if the steps were used up, where
    ``s[error] != 0 and s[used] > s[given]``. With ``once=True`` it is ``def name(s, b, w): return blocks[b](s, s[frame], w)``.
    The text may call it.
    """

    name: str
    blocks: tuple[str, ...]  # names of functions of the text; the number of a block is its place here
    frame: int  # the slot that holds the frame of the running block
    spent: int = -99  # returned when the steps are used up
    lost: int = -98  # returned for a number that no block has (in Python an error)
    once: bool = False
    stop: tuple[int, int, int] | None = None  # slots

    @property
    def kinds(self) -> str:
        return ROW + NUMBER + WORK + ("" if self.once else NUMBER)


@frozen
class Function:
    """One ``def`` of the text."""

    tree: ast.FunctionDef
    kinds: str  # of the parameters, in order
    gives: bool  # whether it returns a number; one that does not may only stand alone in its line
    names: Mapping[str, str]  # every parameter and local -> its kind


@frozen
class Reading:
    """The whole text, understood as far as its signatures."""

    functions: Mapping[str, Function]
    dispatch: Mapping[str, Dispatch]
    tables: Mapping[str, tuple[int, ...]]

    def kinds(self, name: str) -> str:
        """Kinds of the parameters of a function of the text or of a dispatcher."""
        return self.dispatch[name].kinds if name in self.dispatch else self.functions[name].kinds


def read(
    text: str, tables: Mapping[str, Sequence[int]], rows: Collection[str], dispatch: Sequence[Dispatch]
) -> Reading:
    """Take the text apart into functions and say what every name in them holds.

    Args:
        tables: Name -> constants; an empty table counts as one zero.
        rows: Parameters and locals of these names are rows.

    Raises:
        SubsetError: Anything but plain functions; a name that holds two kinds; functions that call each other
            in a circle (machine code has no limit that would stop them).
        ValueError: A dispatcher names a block that is missing or has other parameters than (row, number, w).
    """
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise SubsetError(f"not Python: {error.msg}", error.lineno or 1) from error
    except (RecursionError, MemoryError) as error:
        raise SubsetError("nested too deeply", 1) from error
    taken = set(tables) | {d.name for d in dispatch}
    functions: dict[str, Function] = {}
    for place, part in enumerate(module.body):
        if is_docstring(part, place):
            continue
        if not isinstance(part, ast.FunctionDef):
            raise SubsetError(f"{called(part)} stands outside a function", part.lineno)
        if part.name in functions or part.name in taken or part.name in ("range", WORK_NAME):
            raise SubsetError(f"the name `{part.name}` is taken already", part.lineno)
        functions[part.name] = _function(part, frozenset(rows))
    reading = Reading(functions, {d.name: d for d in dispatch}, {n: _table(n, v) for n, v in tables.items()})
    for name, function in functions.items():
        for local in function.names:
            if local in taken or local in functions or local in RESERVED:
                line = function.tree.lineno
                raise SubsetError(f"`{name}` uses the name `{local}`, which is taken already", line)
    for d in dispatch:
        for block in d.blocks:
            if block not in functions or functions[block].kinds != ROW + NUMBER + WORK:
                raise ValueError(f"dispatcher `{d.name}`: `{block}` is no function of row, number, `w`")
    _refuse_circles(reading)
    return reading


def called(x: ast.AST) -> str:
    """What a refusal says instead of the name of a syntax class."""
    words = {
        "Dict": "a dictionary",
        "JoinedStr": "a string",
        "List": "a list",
        "ListComp": "a comprehension",
        "Slice": "a slice",
        "Try": "`try`",
        "Tuple": "a tuple",
        "With": "`with`",
    }
    name = type(x).__name__
    return words.get(name, f"`{name}`")


def is_docstring(x: ast.stmt, place: int) -> bool:
    """Whether *x*, statement number *place* of a body, documents it."""
    match x:
        case ast.Expr(value=ast.Constant(value=str())):
            return place == 0
    return False


def _table(name: str, values: Sequence[object]) -> tuple[int, ...]:
    numbers = [int(value) for value in values if isinstance(value, int) and LOWEST <= value <= HIGHEST]
    if len(numbers) < len(values):
        raise ValueError(f"table `{name}` holds something else than whole numbers of 64 bits")
    return tuple(numbers) or (0,)


def _function(tree: ast.FunctionDef, rows: frozenset[str]) -> Function:
    given = tree.args
    more = (
        given.posonlyargs,
        given.vararg,
        given.kwonlyargs,
        given.kwarg,
        given.defaults,
        tree.decorator_list,
    )
    if any(more):
        raise SubsetError(f"`{tree.name}` has more than plain parameters", tree.lineno)
    parameters = [a.arg for a in given.args]
    names = {p: WORK if p == WORK_NAME else ROW if p in rows else NUMBER for p in parameters}
    returns: list[ast.Return] = []
    stored: list[tuple[str, ast.expr | None, int]] = []  # name, what it is bound to (None: a number), line
    for x in ast.walk(tree):
        if isinstance(x, ast.Return):
            returns.append(x)
        elif isinstance(x, ast.Assign) and len(x.targets) == 1 and isinstance(x.targets[0], ast.Name):
            stored.append((x.targets[0].id, x.value, x.lineno))
        elif isinstance(x, ast.AugAssign | ast.For) and isinstance(x.target, ast.Name):
            stored.append((x.target.id, None, x.lineno))
    gives = any(x.value for x in returns)
    for x in returns:
        if gives and x.value is None:
            raise SubsetError(f"`{tree.name}` returns a number elsewhere and nothing here", x.lineno)
    for name, _, _ in stored:
        if name not in names and name in rows:
            names[name] = ROW
    found = True
    while found:  # `a = w[0]` makes a row of `a`, and `b = a` of `b`
        found = False
        for name, value, _ in stored:
            if name not in names and value is not None and kind_of(value, names) != NUMBER:
                names[name] = kind_of(value, names)
                found = True
    for name, value, line in stored:
        kind = NUMBER if value is None else kind_of(value, names)
        if names.setdefault(name, NUMBER) != kind:
            held, new = KIND_WORDS[names[name]], KIND_WORDS[kind]
            raise SubsetError(f"`{name}` is {held}, here it would be {new}", line)
        if kind == WORK:
            raise SubsetError(f"`{WORK_NAME}` has no second name", line)
    kinds = "".join(names[p] for p in parameters)
    if ROW in names.values() and ROW not in kinds and WORK not in kinds:
        raise SubsetError(f"`{tree.name}` has a row but is given none", tree.lineno)
    return Function(tree, kinds, gives, names)


def kind_of(x: ast.expr, names: Mapping[str, str]) -> str:
    """Kind of a value, by its outside: a row is a name for one or ``w[...]``."""
    if isinstance(x, ast.Name):
        return names.get(x.id, NUMBER)
    if isinstance(x, ast.Subscript) and isinstance(x.value, ast.Name) and names.get(x.value.id) == WORK:
        return ROW
    return NUMBER


def calls_in(function: Function) -> Iterator[ast.Call]:
    for x in ast.walk(function.tree):
        if isinstance(x, ast.Call):
            yield x


def _refuse_circles(reading: Reading) -> None:
    follows: dict[str, list[str]] = {d.name: list(d.blocks) for d in reading.dispatch.values()}
    for name, function in reading.functions.items():
        targets = {x.func.id for x in calls_in(function) if isinstance(x.func, ast.Name)}
        follows[name] = sorted(t for t in targets if t in reading.functions or t in reading.dispatch)
    done: set[str] = set()
    for start in follows:
        path: list[tuple[str, Iterator[str]]] = [(start, iter(follows[start]))] if start not in done else []
        active = {start}
        while path:
            name, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                active.discard(name)
                done.add(name)
            elif following in active:
                circle = [n for n, _ in path]
                circle = [*circle[circle.index(following) :], following]
                function = reading.functions.get(following) or reading.functions[circle[1]]
                raise SubsetError("calls in a circle: " + " -> ".join(circle), function.tree.lineno)
            elif following not in done:
                active.add(following)
                path.append((following, iter(follows[following])))
