"""The number of options so far, counted in slots of their row: then nothing is multiplied where an option is written."""

import ast
import re
from collections import Counter

from interpreter import slots as k
from interpreter.optimise.nodes import LOAD, is_slot, number, stem, walk

COUNT = re.compile(r"n(_c\d+_\d+)*")
"""The names of the local that counts options, in emitted text and in blocks copied into others."""


def is_row(name: str) -> bool:
    """Whether a local is the row that is counted by one of these."""
    return name[0] == "o" and COUNT.fullmatch("n" + name[1:]) is not None


def in_slots(tree: ast.FunctionDef, wide: int) -> None:
    """Changes the function. *wide*: slots of an option. What uses a count in another way stays as it is."""
    names = {x.id for x in walk(tree) if type(x) is ast.Name and COUNT.fullmatch(x.id)}
    if not names:
        return
    reads = Counter(x.id for x in walk(tree) if type(x) is ast.Name)
    places: dict[str, list[ast.AST]] = {name: [] for name in names}
    for x in walk(tree):
        name = counted(x, wide)
        if name in places:
            places[name].append(x)
    for name, found in places.items():
        if len(found) != reads[name]:
            continue
        for x in found:
            match x:
                case ast.Assign(targets=[ast.Name()], value=ast.Constant(value=int() as v)):
                    x.value = number(v * wide)
                case ast.Assign(value=ast.IfExp(body=ast.Constant(value=int() as v), orelse=ast.Constant(value=int() as u)) as e):
                    e.body, e.orelse = number(v * wide), number(u * wide)
                case ast.Assign():  # into the slot of the question
                    x.value = ast.BinOp(ast.Name(name, LOAD), ast.FloorDiv(), number(wide))
                case ast.AugAssign(value=ast.Constant(value=int() as v)):
                    x.value = number(v * wide)
                case ast.Compare(comparators=[ast.Constant(value=int() as v)]):
                    x.comparators = [number(v * wide)]
                case ast.Subscript(slice=ast.BinOp(op=ast.Mult())):
                    x.slice = ast.Name(name, LOAD)
                case ast.Subscript(slice=ast.BinOp() as at):
                    at.left = ast.Name(name, LOAD)


def counted(x: ast.AST, wide: int) -> str | None:
    """The name whose count stands in it, if it stands there as it always does."""
    match x:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() | ast.IfExp(body=ast.Constant(), orelse=ast.Constant())):
            return name
        case ast.Assign(targets=[target], value=ast.Name(id=name)) if is_slot(target, k.QN):
            return name
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant()):
            return name
        case ast.Compare(left=ast.Name(id=name), ops=[_], comparators=[ast.Constant()]):
            return name
        case ast.Subscript(slice=at):
            match stem(at):
                case ast.BinOp(left=ast.Name(id=name), op=ast.Mult(), right=ast.Constant(value=v)) if v == wide:
                    return name
    return None

