"""Options as a list of their own, handed over as it is: then none is written twice, and nothing is counted meanwhile.

Emitted text writes the options of a question into a work row, number by number, from which the match takes a copy. In
CPython a new list that grows by a whole option at a time costs half as much.
"""

import ast
from collections import Counter
from collections.abc import Collection, Sequence

from interpreter import slots as k
from interpreter.optimise.nodes import LOAD, STORE, constant, ends, is_slot, number, walk
from interpreter.optimise.rows import COUNT

APPENDED = 3  # numbers that are put at the end one by one, which costs half of what a tuple of them does


def hand_over(tree: ast.FunctionDef, wide: int, listing: Collection[int], fails: bool, pays: bool) -> None:
    """Changes the function, in which counts are in slots already; it returns the options. What does anything else with the row
    stays as it is.

    Args:
        wide: slots of an option.
        listing: questions of which the row has to tell more than the options.
        fails: something may go wrong in it, which the match must look at.
        pays: it uses the budget of steps, which the next run must have whole.
    """
    names = {x.id for x in walk(tree) if type(x) is ast.Name}
    rows = sorted(x for x in names if COUNT.fullmatch("n" + x[1:]) and x[0] == "o")
    for row in rows:
        one = Question(row, "n" + row[1:], wide, listing, fails, pays, {x for x in rows if x != row})
        made = one.block(tree.body)
        uses = Counter(x.id for x in walk(tree) if type(x) is ast.Name)
        if one.possible and one.used == uses[row] + uses[one.count] and one.given:
            tree.body = made


class Question:
    """The rewriting of what uses one row, by its local *row*, whose options are counted by the local *count*. *others*: such
    locals of other questions."""

    def __init__(self, row: str, count: str, wide: int, listing: Collection[int], fails: bool, pays: bool,
                 others: Collection[str]) -> None:
        self.row, self.count, self.wide, self.listing, self.others = row, count, wide, listing, others
        self.fails, self.pays = fails, pays
        self.possible = True  # nothing was found that stands in the way
        self.used = 0  # how often the locals stand in what was understood
        self.given = 0  # where the options are handed over
        self.open = False  # whether the options are in the making, where the walk has come to
        self.unsure = False  # they may be, or not

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        i = 0
        while i < len(body):
            x = body[i]
            group = self.option(body, i)
            if group:
                values: list[ast.expr] = [y.value for y in body[i : i + self.wide] if isinstance(y, ast.Assign)]
                self.add(out, values)
                i += group
                continue
            i += 1
            match x:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == self.row:
                    self.possible &= is_row(value)
                    self.used += 1
                    self.open, self.unsure = True, False
                    out.append(ast.Assign([ast.Name(self.row, STORE)], ast.List([], LOAD)))
                case ast.Assign(targets=[ast.Name(id=name)]) if name in self.others:
                    self.open = self.unsure = False  # another question begins
                    self.used += self.reads(x)
                    out.append(x)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=0)) if name == self.count:
                    self.used += 1
                    if not (out and is_empty_list(out[-1], self.row)):
                        out.append(ast.Assign([ast.Name(self.row, STORE)], ast.List([], LOAD)))
                case ast.Assign(targets=[target], value=value) if is_slot(target, k.QSITE):
                    site = constant(value)
                    self.possible &= not self.open or site is not None and site not in self.listing
                    out.append(x)
                case ast.Assign(targets=[target], value=ast.BinOp(left=ast.Name(id=name), op=ast.FloorDiv())) if (
                        name == self.count and is_slot(target, k.QN)):
                    self.used += 1
                    out.append(ast.Assign([target], ast.BinOp(self.length(), ast.FloorDiv(), number(self.wide))))
                case ast.If():
                    out.append(self.branches(x))
                case ast.For() | ast.While():
                    was = self.open
                    inner = self.block(x.body)
                    self.possible &= was == self.open
                    out.append(ast.For(x.target, x.iter, inner, []) if type(x) is ast.For
                               else ast.While(x.test, inner, []))  # type: ignore[union-attr]
                case ast.Return(value=ast.expr() as value) if self.open and constant(value) == k.ASK:
                    self.given += 1
                    self.possible &= not self.unsure
                    if self.pays:
                        out.append(ast.Assign([slot(k.FUEL, STORE)], number(k.FUEL_BOUND)))
                    options: ast.expr = ast.Name(self.row, LOAD)
                    if self.fails:
                        options = ast.IfExp(slot(k.ERROR, LOAD), number(k.STUCK), options)
                    out.append(ast.Return(options))
                case _:
                    self.used += self.reads(x)
                    out.append(x)
        return out

    def branches(self, x: ast.If) -> ast.If:
        test: ast.expr = x.test
        match test:
            case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[ast.Constant(value=int() as v)]) if name == self.count:
                self.used += 1
                test = (ast.Name(self.row, LOAD) if type(op) is ast.Gt and v == 0
                        else ast.Compare(self.length(), [op], [number(v)]))
            case _:
                self.used += self.reads(test)
        was, unsure = self.open, self.unsure
        yes = self.block(x.body)
        after = None if ends(yes) else (self.open, self.unsure)
        self.open, self.unsure = was, unsure
        no = self.block(x.orelse)
        if ends(no):
            self.open, self.unsure = after or (False, False)
        elif after is not None:
            self.unsure |= after[1] or after[0] != self.open
            self.open |= after[0]
        return ast.If(test, yes, no)

    def add(self, out: list[ast.stmt], values: list[ast.expr]) -> None:
        """Another option, with these numbers."""
        if out and all(type(v) is ast.Constant for v in values):
            match out[-1]:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=elts)) if name == self.row:
                    out[-1] = ast.Assign([ast.Name(self.row, STORE)], ast.List([*elts, *values], LOAD))
                    return
        if len(values) <= APPENDED and any(type(v) is not ast.Constant for v in values):
            out += [appended(self.row, v) for v in values]
        else:
            out.append(ast.AugAssign(ast.Name(self.row, STORE), ast.Add(), ast.Tuple(values, LOAD)))

    def option(self, body: Sequence[ast.stmt], i: int) -> int:
        """How many statements from number *i* on write one option and count it; 0: they do something else."""
        group = body[i : i + self.wide]
        if len(group) < self.wide:
            return 0
        first: int | None = None  # where the option begins, if that is known; else the count says it
        for j, x in enumerate(group):
            match x:
                case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=row), slice=at)], value=value) if (
                        row == self.row and not self.reads(value)):
                    known = constant(at)
                    if j == 0:
                        first = known
                    if known is not None and first is not None and known == first + j:
                        continue
                    if first is None and self.counted(at) == j:
                        continue
            return 0
        self.used += self.wide if first is not None else 2 * self.wide
        after = body[i + self.wide] if i + self.wide < len(body) else None
        match after:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=self.wide)) if (
                    name == self.count and first is None):
                self.used += 1
                return self.wide + 1
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() as v)) if (
                    name == self.count and first is not None and v == first + self.wide):
                self.used += 1
                return self.wide + 1
        # options at known places need no count where all of them are known
        self.possible &= first is not None
        return self.wide

    def counted(self, at: ast.expr) -> int | None:
        """How far behind the count a place is."""
        match at:
            case ast.Name(id=name) if name == self.count:
                return 0
            case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=int() as j)) if name == self.count:
                return j
        return None

    def reads(self, x: ast.AST) -> int:
        """How often an option is read in it; anything else that uses the row stands in the way."""
        found = sum(1 for y in walk(x) if type(y) is ast.Name and y.id in (self.row, self.count))
        right = sum(1 for y in walk(x) if type(y) is ast.Subscript and type(y.value) is ast.Name and y.value.id == self.row
                    and type(y.ctx) is ast.Load and constant(y.slice) is not None)
        self.possible &= found == right
        return found

    def length(self) -> ast.expr:
        return ast.Call(ast.Name("len", LOAD), [ast.Name(self.row, LOAD)], [])


def slot(i: int, context: ast.expr_context) -> ast.Subscript:
    return ast.Subscript(ast.Name("s", LOAD), number(i), context)


def appended(row: str, value: ast.expr) -> ast.Expr:
    """Puts one number at the end of a list."""
    return ast.Expr(ast.Call(ast.Attribute(ast.Name(row, LOAD), "append", LOAD), [value], []))


def is_row(x: ast.expr) -> bool:
    """Whether it is the row that takes the options of a question in play."""
    return (type(x) is ast.Subscript and type(x.value) is ast.Name and x.value.id == "w"
            and (constant(x.slice) == k.W_OPTIONS or is_slot(x.slice, k.OPTROW)))


def is_empty_list(x: ast.stmt, name: str) -> bool:
    return (type(x) is ast.Assign and type(x.targets[0]) is ast.Name and x.targets[0].id == name
            and type(x.value) is ast.List and not x.value.elts)


def uses_row(tree: ast.FunctionDef) -> bool:
    """Whether a function that is called looks at the row of options itself."""
    return any(is_row(x) for x in walk(tree) if isinstance(x, ast.Subscript))
