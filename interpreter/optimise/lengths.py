"""How long a list is, asked once: CPython takes as long for that as for two other steps."""

import ast

from interpreter.optimise.nodes import LOAD, STORE, walk


def asked_once(tree: ast.FunctionDef) -> None:
    """Where a list that is not empty is asked for its length more than once, and does not change meanwhile, a local keeps it.
    The function is altered."""
    for x in walk(tree):
        if type(x) is not ast.If or type(x.test) is not ast.Name:
            continue
        name = x.test.id
        asks = Asks(name)
        inside = [z for y in x.body for z in walk(y)]
        if sum(map(asks.is_it, inside)) > 1 and not any(changes(y, name) for y in inside):
            x.body = [ast.Assign([ast.Name(asks.kept, STORE)], ast.Call(ast.Name("len", LOAD), [ast.Name(name, LOAD)], [])),
                      *(asks.visit(y) for y in x.body)]


class Asks(ast.NodeTransformer):
    """Puts the local in the place of the call."""

    def __init__(self, name: str) -> None:
        self.name, self.kept = name, f"{name}_long"

    def is_it(self, x: ast.AST) -> bool:
        match x:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
                return name == self.name
        return False

    def visit_Call(self, x: ast.Call) -> ast.AST:
        return ast.Name(self.kept, LOAD) if self.is_it(x) else self.generic_visit(x)


def changes(x: ast.AST, name: str) -> bool:
    """Whether it may make the list longer or shorter, or is another one from then on: whatever else is done with it than to
    ask, or to hand it over at the end."""
    match x:
        case ast.Name(id=other, ctx=ast.Store()):
            return other == name
        case ast.Attribute(value=ast.Name(id=other)):
            return other == name
        case ast.Delete():
            return True
        case ast.Call(func=func, args=args):
            return not (type(func) is ast.Name and func.id == "len") and any(
                type(y) is ast.Name and y.id == name for y in args)
        case ast.Subscript(value=ast.Name(id=other), slice=ast.Slice(), ctx=ast.Store()):
            return other == name
    return False
