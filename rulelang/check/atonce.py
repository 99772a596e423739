"""Loops `at once`: all choices come first."""

from collections.abc import Iterator, Sequence

from rulelang import tree
from rulelang.check.symbols import Context
from rulelang.diagnostics import Code
from rulelang.game import Var


def choices_first(c: Context, node: tree.ForEach, var: Var) -> None:
    """In a loop `at once` all choices stand at the head of the body, and are those of the loop's player."""
    head = True
    for one in node.body:
        if head and isinstance(one, tree.Choose | tree.ChooseOption):
            who = one.who
            mine = isinstance(who, tree.Ref) and who.of is None and who.name.text == var.name
            if not mine and isinstance(who, tree.Ref | tree.You | tree.Chance):
                c.report.add(
                    Code.CHOICE_NOT_FIRST,
                    who.span,
                    f"in a loop `at once` the choices are those of `{var.name}`",
                )
            if isinstance(one, tree.ChooseOption):
                for option in one.options:
                    _no_choices(c, option.body)
            continue
        head = False
        _no_choices(c, (one,))


def _no_choices(c: Context, nodes: Sequence[tree.Stmt]) -> None:
    for node in _inside(nodes):
        if isinstance(node, tree.Choose | tree.ChooseOption | tree.May | tree.Open | tree.Pause):
            c.report.add(
                Code.CHOICE_NOT_FIRST,
                node.span if not isinstance(node, tree.ChooseOption) else node.who.span,
                "in a loop `at once` the choices come first, before anything else happens",
                "what is chosen later stands in a second loop, without `at once`",
            )


def _inside(nodes: Sequence[tree.Stmt]) -> Iterator[tree.Stmt]:
    for node in nodes:
        yield node
        if isinstance(node, tree.If):
            for branch in node.branches:
                yield from _inside(branch.body)
        elif isinstance(node, tree.ForEach | tree.Repeat | tree.Together):
            yield from _inside(node.body)
        elif isinstance(node, tree.ChooseOption):
            for option in node.options:
                yield from _inside(option.body)
