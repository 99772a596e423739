"""Emitted text for CPython, made faster: the same functions with what is known put in.

    text --parse--> trees --simplify--> trees --chain--> trees, compiled

CPython does what the text says, one small step after the other, where a compiler of machine code sees by itself that a
loop over three places is three tests. So what runs often is looked through once: constants and what a table holds are
put in, short loops are written out, small functions are copied in where they are called, blocks that follow one another
become one. It takes a second for a large game, which only pays where many matches are played.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from interpreter import slots as k
from interpreter.optimise.answers import asked_in, bounds
from interpreter.optimise.budget import is_guard, without_guard
from interpreter.optimise.cards import Cards
from interpreter.optimise.chain import chained
from interpreter.optimise.failing import without_doubt
from interpreter.optimise.frames import frame_places
from interpreter.optimise.given import hand_over, uses_row
from interpreter.optimise.known import Span
from interpreter.optimise.lengths import asked_once
from interpreter.optimise.lists import numbers, own_list, own_lists
from interpreter.optimise.nodes import is_slot, renamed, walk
from interpreter.optimise.offers import Offers
from interpreter.optimise.overwritten import without_overwritten
from interpreter.optimise.rows import in_slots
from interpreter.optimise.simplify import PAST, Simplify
from interpreter.optimise.trying import copies_of
from interpreter.optimise.walking import in_place

SEARCHING = "S_"
"""How the names begin of what only searches run."""


def optimised(text: ast.Module, tables: Mapping[str, Sequence[int]], blocks: Sequence[int], fixed: Mapping[int, Span],
              kernels: Collection[str], left: Collection[str], frames: int, wide: int,
              listing: Collection[int] | None, lists: int, cards: Cards, searching: bool = False,
              copied: int | None = None, start: int | None = None, beyond: int = 0) -> ast.Module:
    """The blocks of play (or of searches), and the functions that they use, as a module that can be compiled.

    Args:
        text: as emitted; it is not altered.
        tables: its constants.
        blocks: the numbers of the blocks.
        fixed: slot -> between which numbers it lies whenever one of the blocks runs.
        kernels: functions that end by themselves soon.
        left: functions that stay as they are.
        frames: the first slot of the frames.
        wide: slots of an option.
        listing: questions of which the row of options has to tell more than the options; None: all.
        lists: the first slot of lists of functions without a frame.
        cards: where the state keeps them.
        searching: the blocks are those of searches.
        start: the block with which a match begins; None: that is not told.
        beyond: a number from here on in an address means a slot of a frame, or one above them; 0: that is not told.
        copied: what is tried out is as long as has to be copied, and so many numbers more; None: as long as the state.
    """
    functions = {x.name: x for x in text.body if isinstance(x, ast.FunctionDef) and x.name not in left
                 and (searching or not x.name.startswith(SEARCHING))}
    rules = Simplify({name: tuple(values) for name, values in tables.items()}, fixed, frames, cards,
                     wide, lists=lists, beyond=beyond)
    if copied is not None:
        # it makes a state longer, and changes nothing else
        rules.quiet.add("grown")
        rules.calm.add("grown")
    prefix = f"{SEARCHING}b" if searching else "b"
    roots = [name for i in blocks if (name := f"{prefix}{i}") in functions]
    places: dict[int, int] = {}
    if start is not None and beyond:
        places = frame_places({int(name.removeprefix(prefix)): functions[name] for name in roots},
                              {name: x for name, x in functions.items() if name not in roots}, start, frames, tables)
    made: dict[str, ast.FunctionDef] = {}
    unsteady: set[str] = set()
    sayers: dict[int, set[str]] = {}
    for name, tree in functions.items():
        for v in numbers(tree):
            if v >= lists:
                sayers.setdefault(v, set()).add(name)
    keepers = set().union(*sayers.values())
    bounded = set(kernels)
    # what play asks of searches
    asked = [name for name in functions if name.startswith(SEARCHING) and name not in roots]
    for name in in_order(functions, roots + asked):
        tree = functions[name]
        if name not in roots and is_bounded(tree, bounded, rules):
            bounded.add(name)
            tree = ast.FunctionDef(tree.name, tree.args, without_head_guard(tree.body), [])
        out = rules.function(tree)
        if name not in roots and name in keepers:
            own = own_list(name, out, sayers, lists)
            if own is not out and is_bounded(own, bounded, rules):
                bounded |= {name, name + PAST}
                own = ast.FunctionDef(own.name, own.args, without_head_guard(own.body), [])
            out = own
        for new in [x for x in rules.made if x not in made]:
            made[new] = rules.made[new]
            if rules.origin[new] in unsteady:
                unsteady |= {new, new + PAST}
        made[name] = out
        if any(is_slot(y, k.FP) and type(y.ctx) is ast.Store for y in walk(out) if type(y) is ast.Subscript) or any(
                y in unsteady for y in called(out)):
            unsteady |= {name, name + PAST}
        if name not in roots:
            rules.learn(out)
    by_number = {int(name.removeprefix(prefix)): made[name] for name in roots}
    often: dict[int, dict[str | int, Span]] = {}
    if not searching:
        often |= {v: {} for tree in by_number.values() for v in asked_in(tree)}
        if listing is not None:
            often |= bounds(by_number, [tree for name, tree in made.items() if name not in roots], rules.put, rules.left,
                            writers(made, roots, left), wide)
    if not searching:
        rules.fixed = {**fixed, **rules.growth.bounds(fixed)}
    for i, name in zip(by_number, roots, strict=True):
        joined = chained(i, by_number, unsteady - set(roots), searching, places)
        if joined is not by_number[i] or i in often:
            made[name] = rules.function(joined, rounds=2 if i in often else 1, answer=often.get(i), frame=places.get(i))
        made.update((new, tree) for new, tree in rules.made.items() if new not in made)
    rows = writers(made, roots, left)
    made.update(own_lists(made, lists))
    for name in in_order(made, [x for x in made if x not in roots]):
        if name not in roots and is_bounded(made[name], bounded, rules):
            bounded |= {name, name + PAST}
            made[name] = ast.FunctionDef(name, made[name].args, without_head_guard(made[name].body), [])
    offers = Offers()
    failing, paying = setters(made, k.ERROR), setters(made, k.FUEL)

    def doubtful(name: str) -> bool:
        name = name if name in made else name.removesuffix(PAST)
        return name in failing or name not in made and name not in HARMLESS

    for name in roots:
        made[name].body = without_overwritten(made[name].body, frames)
        in_slots(made[name], wide)
        if not searching and listing is not None and not any(y in rows for y in called(made[name])):
            hand_over(made[name], wide, listing, name in failing, name in paying)
            offers.known(made[name])
            made[name].body = without_doubt(made[name].body, doubtful)[0]
            asked_once(made[name])
    for tree in made.values():
        in_place(tree)
    again = [past(name, made.get(name)) for name in sorted(rules.guarded)]
    tables_too = [ast.Assign([ast.Name(name, ast.Store())], ast.Tuple([ast.Constant(x) for x in values], ast.Load()))
                  for values, name in rules.own_tables.items()]
    lists_too = [ast.Assign([ast.Name(name, ast.Store())], ast.List([ast.Constant(x) for x in values], ast.Load()))
                 for values, name in offers.made.items()]
    if copied is not None:
        for tree in made.values():
            copies_of(tree, copied)
    module = ast.Module([*tables_too, *lists_too, *made.values(), *again], [])
    return located(module)


def located(module: ast.Module) -> ast.Module:
    """Says of all that is in it that it stands in one line, as Python wants to know."""
    for x in walk(module):
        x.lineno = x.end_lineno = 1  # type: ignore[attr-defined]
        x.col_offset = x.end_col_offset = 0  # type: ignore[attr-defined]
    return module


def writers(made: Mapping[str, ast.FunctionDef], roots: Collection[str], left: Collection[str]) -> set[str]:
    """The functions that look at the row of options, or may do so by others."""
    out = {name for name, tree in made.items() if name not in roots and uses_row(tree)} | set(left) - {"common_knowledge"}
    for name in in_order(made, [x for x in made if x not in roots]):
        if any(y in out for y in called(made[name])):
            out |= {name, name + PAST}
    return out


def past(name: str, tree: ast.FunctionDef | None) -> ast.stmt:
    """The function for those who have asked already whether there is anything to do."""
    match tree:
        case ast.FunctionDef(args=args, body=[ast.If(body=[ast.Return()], orelse=[]), _, *_] as body):
            return ast.FunctionDef(name + PAST, args, [renamed(x, {}) for x in body[1:]], [])
    return ast.Assign([ast.Name(name + PAST, ast.Store())], ast.Name(name, ast.Load()))


def called(tree: ast.AST) -> Iterator[str]:
    for x in walk(tree):
        if type(x) is ast.Call and type(x.func) is ast.Name:
            yield x.func.id


HARMLESS = {"range", "len", "common_knowledge"}


def setters(functions: Mapping[str, ast.FunctionDef], slot: int) -> set[str]:
    """The functions that set this slot, or call one that does, or one that is not known."""
    calls = {name: {y if y in functions else y.removesuffix(PAST) for y in called(tree)} - HARMLESS
             for name, tree in functions.items()}
    out = {name for name, tree in functions.items()
           if any(is_slot(x, slot) and type(x.ctx) is ast.Store for x in walk(tree) if type(x) is ast.Subscript)
           or not calls[name] <= functions.keys()}
    while more := {name for name in functions if name not in out and calls[name] & out}:
        out |= more
    return out


def in_order(functions: Mapping[str, ast.FunctionDef], roots: Sequence[str]) -> list[str]:
    """The roots and all that they call, directly or not; what is called comes first."""
    out: dict[str, None] = {}
    for root in roots:
        path: list[tuple[str, Iterator[str]]] = [(root, called(functions[root]))]
        while path:
            name, rest = path[-1]
            following = next((x for x in rest if x in functions and x not in out), None)
            if following is None:
                out.setdefault(name)
                path.pop()
            else:
                path.append((following, called(functions[following])))
    return list(out)


def is_bounded(tree: ast.FunctionDef, bounded: Collection[str], rules: Simplify) -> bool:
    """Whether it needs no counting of its own: it only counts to numbers that are known."""
    for x in walk(tree):
        if type(x) is ast.While and not rules.walks(x):
            return False
        if type(x) is ast.For and not (type(x.iter) is ast.Name or type(x.iter) is ast.Call and all(
                type(y) in (ast.Constant, ast.BinOp, ast.Add, ast.Name, ast.Load, ast.Subscript)
                for a in x.iter.args for y in walk(a))):
            return False
    return all(y in bounded or y in ("range", "len") for y in called(tree))


def without_head_guard(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Without the counting with which a function begins."""
    out = list(body)
    first = next((i for i, x in enumerate(out) if not isinstance(x, ast.Expr)), 0)
    if len(out) > first + 1 and is_guard(out[first + 1]):
        return out[:first] + without_guard(out[first:])
    return out
