"""Lists that a function keeps for itself, as lists of Python.

Emitted text keeps each list in slots of the state, above all frames: its length, then its members. What no other function
looks at can as well be a local, which grows, is walked and is searched at the speed of C.
"""

import ast
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from interpreter import slots as k
from interpreter.optimise.budget import is_guard
from interpreter.optimise.nodes import (
    LIST,
    LOAD,
    STATE,
    STORE,
    constant,
    is_slot,
    loads,
    number,
    renamed,
    uses,
    walk,
)


def own_list(name: str, tree: ast.FunctionDef, names: Mapping[int, Collection[str]], first: int) -> ast.FunctionDef:
    """The function, with the lists that no other one looks at made lists of Python. *names*: which functions say a number."""
    for base, room in sorted({room_of(x) for x in walk(tree)}):
        if base >= first and all(names.get(v, {name}) == {name} for v in range(base, base + room + 1)):
            tree = own_lists({name: tree}, base).get(name, tree)
    return tree


def own_lists(functions: Mapping[str, ast.FunctionDef], first: int) -> dict[str, ast.FunctionDef]:
    """Those of the functions that change, changed. *first*: from this slot on the state has such lists."""
    bases = {at: room for tree in functions.values() for x in walk(tree) for at, room in [room_of(x)] if at >= first}
    out: dict[str, ast.FunctionDef] = {}
    for base, room in sorted(bases.items()):
        changed: dict[str, ast.FunctionDef] = {}
        for name, tree in functions.items():
            tree = out.get(name, tree)
            if not any(base <= v <= base + room for v in numbers(tree)):
                continue
            one = Own(base, room, Counter(loads(tree.body)))
            body = one.block(tree.body)
            if not one.begun or any(base <= v <= base + room for x in body for v in numbers(x)):
                break  # it is looked at in another way
            changed[name] = ast.FunctionDef(tree.name, tree.args, body, [])
        else:
            out.update(changed)
    return out


def numbers(x: ast.AST) -> list[int]:
    return [y.value for y in walk(x) if type(y) is ast.Constant and isinstance(y.value, int)]


def room_of(x: ast.AST) -> tuple[int, int]:
    """Where the list is, and how many members there is room for, that is looked after here; (-1, 0): none is."""
    match x:
        case ast.If(test=ast.Compare(left=ast.Subscript(slice=ast.Constant(value=int() as at)) as read, ops=[ast.GtE()],
                                     comparators=[ast.Constant(value=int() as room)]), body=[full, _]) if (
                is_slot(read, at) and type(full) is ast.Assign and is_slot(full.targets[0], k.ERROR)):
            return at, room
    return -1, 0


class Own:
    """The rewriting of a function for the list at *base*, which has room for so many members."""

    def __init__(self, base: int, room: int, read: Counter[str]) -> None:
        self.base, self.room, self.read = base, room, read
        self.name = f"{LIST}{base}"
        self.begun = False  # it is set before anything is done with it
        self.depth = 0

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        rest = list(body)
        while rest:
            taken = self.beginning(rest, out) or self.longer(rest, out)
            if taken:
                del rest[:taken]
                continue
            x = rest.pop(0)
            self.depth += 1
            match x:
                case ast.If(test=test, body=yes, orelse=no):
                    out.append(ast.If(self.asked(self.expr(test), out), self.block(yes), self.block(no)))
                case ast.While(test=test, body=inner):
                    out += self.walked(ast.While(self.expr(test), self.block(inner), []), out, rest)
                case ast.For(target=target, iter=iterated, body=inner):
                    out += self.counted(ast.For(target, self.expr(iterated), self.block(inner), []), out)
                case ast.Assign(targets=[target], value=value):
                    out.append(ast.Assign([self.expr(target)], self.expr(value)))
                case ast.AugAssign(target=target, value=value):
                    out.append(ast.AugAssign(self.expr(target), x.op, self.expr(value)))  # type: ignore[arg-type]
                case ast.Return(value=ast.expr() as value):
                    out.append(ast.Return(self.expr(value)))
                case ast.Expr(value=value):
                    out.append(ast.Expr(self.expr(value)))
                case _:
                    out.append(x)
            self.depth -= 1
        return out

    def asked(self, test: ast.expr, out: list[ast.stmt]) -> ast.expr:
        """The condition, with what was just looked for in the list put in."""
        match test, out:
            case (ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)),
                  [*_, ast.Assign(targets=[ast.Name(id=there)],
                                  value=ast.IfExp(test=ast.Compare(left=wanted, ops=[ast.In()], comparators=others)))]) if (
                      name == there and self.read[name] == 1):
                out.pop()
                return ast.Compare(wanted, [ast.NotIn()], others)
        return test

    def row(self) -> ast.Name:
        return ast.Name(self.name, LOAD)

    def length(self) -> ast.expr:
        return ast.Call(ast.Name("len", LOAD), [self.row()], [])

    def beginning(self, rest: Sequence[ast.stmt], out: list[ast.stmt]) -> int:
        """How many statements set the whole list: members at known places, then the length."""
        members: list[ast.expr] = []
        for i, x in enumerate(rest):
            match x:
                case ast.Assign(targets=[target], value=ast.Constant(value=int() as n)) if is_slot(target, self.base):
                    if n != len(members):
                        return 0
                    self.begun |= self.depth == 0
                    out.append(ast.Assign([ast.Name(self.name, STORE)], ast.List([self.expr(y) for y in members], LOAD)))
                    return i + 1
                case ast.Assign(targets=[target], value=value) if is_slot(target, self.base + 1 + i):
                    members.append(value)
                case _:
                    return 0
        return 0

    def longer(self, rest: Sequence[ast.stmt], out: list[ast.stmt]) -> int:
        """How many statements put one more member at the end."""
        match rest:
            case [ast.If() as full, ast.AugAssign(target=length, op=ast.Add(), value=ast.Constant(value=1)),
                  ast.Assign(targets=[ast.Subscript() as last], value=value), *_] if (
                      room_of(full) == (self.base, self.room) and is_slot(length, self.base)
                      and ast.dump(last.slice) == self.last_place()):
                assert type(full) is ast.If
                out += [ast.If(ast.Compare(self.length(), [ast.GtE()], [number(self.room)]),
                               [full.body[0], ast.Delete([ast.Subscript(self.row(), number(-1), ast.Del())])], []),
                        ast.Expr(ast.Call(ast.Attribute(self.row(), "append", LOAD), [self.expr(value)], []))]
                return 3
        return 0

    def last_place(self) -> str:
        return ast.dump(ast.BinOp(number(self.base), ast.Add(), ast.Subscript(ast.Name(STATE, LOAD), number(self.base), LOAD)))

    def expr(self, x: ast.expr) -> ast.expr:
        """The expression with the list's slots read off the list."""
        match x:
            case ast.Subscript(value=ast.Name(id="s"), slice=at, ctx=ast.Load()):
                place = constant(at)
                if place == self.base:
                    return self.length()
                if place is not None and self.base < place <= self.base + self.room:
                    return x  # it would have to be there
                match at:
                    case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int() as v)) if v - self.base in (0, 1):
                        left = self.expr(left)
                        return ast.Subscript(self.row(), left if v > self.base else ast.BinOp(left, ast.Sub(), number(1)), LOAD)
                return ast.Subscript(x.value, self.expr(at), LOAD)
            case ast.Subscript(value=value, slice=at, ctx=ctx):
                return ast.Subscript(value, self.expr(at), ctx)
            case ast.BinOp(left=left, op=op, right=right):
                return ast.BinOp(self.expr(left), op, self.expr(right))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [self.expr(y) for y in values])
            case ast.UnaryOp(op=op, operand=operand):
                return ast.UnaryOp(op, self.expr(operand))
            case ast.Compare(left=left, ops=ops, comparators=others):
                return ast.Compare(self.expr(left), ops, [self.expr(y) for y in others])
            case ast.IfExp(test=test, body=yes, orelse=no):
                return ast.IfExp(self.expr(test), self.expr(yes), self.expr(no))
            case ast.Call(func=func, args=args):
                return ast.Call(func, [self.expr(y) for y in args], [])
        return x

    # --------------------------------------------------------------------------------------- loops

    def walked(self, x: ast.While, out: list[ast.stmt], rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A loop that takes the members one after the other, those too that come meanwhile."""
        body = list(x.body)
        if len(body) > 2 and is_cost(body[0]) and is_guard(body[1]):
            del body[:2]  # the list has an end
        match x.test, body:
            case (ast.Compare(left=ast.Name(id=at), ops=[ast.Lt()], comparators=[length]),
                  [ast.AugAssign(target=ast.Name(id=one), op=ast.Add(), value=ast.Constant(value=1)),
                   ast.Assign(targets=[ast.Name() as target],
                              value=ast.Subscript(value=ast.Name(id=row),
                                                  slice=ast.BinOp(left=ast.Name(id=two), op=ast.Sub(),
                                                                  right=ast.Constant(value=1)))), *inner]) if (
                      at == one == two and row == self.name and ast.dump(length) == ast.dump(self.length())
                      and not any(uses(y, at) for y in (*inner, *rest)) and sets_to(out, at)):
                out.pop()
                return [ast.For(target, self.row(), inner or [ast.Pass()], [])]
        return [x]

    def counted(self, x: ast.For, out: list[ast.stmt]) -> list[ast.stmt]:
        """A loop over the places of the list."""
        assert type(x.iter) is ast.Call and type(x.target) is ast.Name
        if len(x.iter.args) != 1 or ast.dump(x.iter.args[0]) != ast.dump(self.length()):
            return [x]
        at, member = x.target.id, ast.dump(ast.Subscript(self.row(), ast.Name(x.target.id, LOAD), LOAD))
        match x.body:
            case [ast.If(test=ast.Compare(left=read, ops=[ast.Eq()], comparators=[ast.Name() as wanted]), orelse=[],
                         body=[ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant(value=1)), *_] as then)] if (
                    ast.dump(read) == member and (len(then) == 1 or type(then[1]) is ast.Break)):
                while out and is_cost(out[-1]):
                    out.pop()
                if sets_to(out, found):
                    out.pop()
                    inside = ast.Compare(ast.Name(wanted.id, LOAD), [ast.In()], [self.row()])
                    return [ast.Assign([ast.Name(found, STORE)], ast.IfExp(inside, number(1), number(0)))]
        if any(type(y) is ast.Attribute or type(y) is ast.Name and y.id == self.name and type(y.ctx) is ast.Store
               for z in x.body for y in ast.walk(z)):
            return [x]
        places = sum(uses(y, at) for y in x.body)
        members = sum(ast.dump(y) == member for z in x.body for y in walk(z) if type(y) is ast.Subscript)
        if not places or places != members:
            return [x]
        return [ast.For(x.target, self.row(), [Members(member, at).visit(renamed(y, {})) for y in x.body], [])]


class Members(ast.NodeTransformer):
    """Reads what the loop goes over where the list was read at its place."""

    def __init__(self, member: str, name: str) -> None:
        self.member, self.name = member, name

    def visit_Subscript(self, x: ast.Subscript) -> ast.AST:
        return ast.Name(self.name, LOAD) if ast.dump(x) == self.member else self.generic_visit(x)


def sets_to(out: Sequence[ast.stmt], name: str) -> bool:
    """Whether the last statement sets that local to 0."""
    match out:
        case [*_, ast.Assign(targets=[ast.Name(id=there)], value=ast.Constant(value=0))]:
            return there == name
    return False


def is_cost(x: ast.stmt) -> bool:
    return type(x) is ast.AugAssign and is_slot(x.target, k.FUEL) and type(x.op) is ast.Sub
