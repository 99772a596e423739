"""Statements of one line, and the heads of those with a block."""

from collections.abc import Callable, Sequence
from typing import assert_never

from rulelang import tree
from rulelang.format.breaking import Doc, Group
from rulelang.format.expressions import (
    amount_doc,
    arguments_doc,
    bound_doc,
    effect_ref_doc,
    expr_doc,
    is_one,
    items_doc,
    noun_text,
    param_doc,
    selector_doc,
    unit_doc,
)


def verb_text(who: tree.Expr, plain: str, third: str) -> str:
    return plain if isinstance(who, tree.You) else third


def optional_doc(word: str, node: tree.Expr | None, show: Callable[[tree.Expr], Doc] = unit_doc) -> Doc:
    return [] if node is None else [word, *show(node)]


def text_doc(node: tree.Text | None) -> Doc:
    return [] if node is None else [f' "{node.text}"']


def names_text(names: Sequence[tree.Name]) -> str:
    return ", ".join(name.text for name in names)


def index_doc(node: tree.Index | None) -> Doc:
    match node:
        case None:
            return []
        case tree.IndexEnum():
            return [f"[{node.enum.text}{'' if node.name is None else ' ' + node.name.text}]"]
        case tree.IndexRange():
            return [Group("[", [*bound_doc(node.low), " to ", *bound_doc(node.high)], "]")]
        case _:
            assert_never(node)


def owner_doc(node: tree.Owner | None) -> Doc:
    if node is None:
        return []
    return [f" of each {noun_text(node.noun)}{'' if node.name is None else ' ' + node.name.text}"]


def order_doc(node: tree.OrderedBy | tree.AtOnce | None) -> Doc:
    match node:
        case None:
            return []
        case tree.OrderedBy():
            return [" ordered by ", *unit_doc(node.who)]
        case tree.AtOnce():
            return [" at once"]
        case _:
            assert_never(node)


def seats_doc(node: tree.Seats) -> Doc:
    if node.low == node.high and node.teams is None:
        return [f"{node.low} {'player' if node.low == 1 else 'players'}"]
    return [f"{node.low} to {node.high} players", *optional_doc(" in teams of ", node.teams, bound_doc)]


def thing(node: tree.Name | tree.Text) -> str:
    return f'"{node.text}"' if isinstance(node, tree.Text) else node.text


def simple_doc(node: tree.Stmt) -> Doc | None:
    """A statement of one line, or None if it has a block."""
    match node:
        case tree.Let():
            return [f"let {node.name.text} be ", *expr_doc(node.value)]
        case tree.Set():
            return ["set ", *unit_doc(node.target), " to ", *expr_doc(node.value)]
        case tree.Gain() | tree.Lose():
            plain = "gain" if isinstance(node, tree.Gain) else "lose"
            end: Doc = [] if node.index is None else [Group("[", expr_doc(node.index), "]")]
            if node.dice:
                end = [" die" if is_one(node.amount) else " dice"]
            verb = verb_text(node.who, plain, plain + "s")
            return [*unit_doc(node.who), f" {verb} ", *amount_doc(node.amount), f" {node.name.text}", *end]
        case tree.Pay():
            verb = verb_text(node.who, "pay", "pays")
            to = optional_doc(" to ", node.to)
            return [*unit_doc(node.who), f" {verb} ", *amount_doc(node.amount), f" {node.name.text}", *to]
        case tree.Move():
            return ["move ", *expr_doc(node.what), " to ", *unit_doc(node.to)]
        case tree.Draw():
            word = " card" if is_one(node.amount) else " cards"
            name = "" if node.name is None else f" {node.name.text}"
            ends = [" from ", *unit_doc(node.source), " to ", *unit_doc(node.to)]
            return ["draw ", *amount_doc(node.amount), word + name, *ends]
        case tree.Shuffle():
            return ["shuffle ", *unit_doc(node.zone)]
        case tree.Roll():
            return ["roll ", *unit_doc(node.dice)]
        case tree.Show():
            return ["show ", *expr_doc(node.what), " to ", *unit_doc(node.to)]
        case tree.Announce():
            return [f"announce {node.event.text}", *arguments_doc(node.arguments)]
        case tree.Do():
            if node.who is None:
                return ["do ", *effect_ref_doc(node.effect)]
            return [
                *unit_doc(node.who),
                f" {verb_text(node.who, 'do', 'does')} ",
                *effect_ref_doc(node.effect),
            ]
        case tree.May():
            return [*unit_doc(node.who), " may do ", *effect_ref_doc(node.effect)]
        case tree.Choose():
            verb = verb_text(node.who, "choose", "chooses")
            secretly = "secretly " if node.secretly else ""
            return [
                *unit_doc(node.who),
                f" {secretly}{verb} ",
                *param_doc(tree.Param(node.how_many, node.selector, span=node.span)),
            ]
        case tree.Open():
            return [f"open {node.window.text}", *arguments_doc(node.arguments)]
        case tree.Pause():
            return ["pause for ", *unit_doc(node.who)]
        case tree.Requires():
            return ["requires ", *expr_doc(node.condition), *text_doc(node.reason)]
        case tree.Cancel():
            return ["cancel ", *effect_ref_doc(node.effect)]
        case tree.TakeOver():
            return [
                *unit_doc(node.who),
                f" {verb_text(node.who, 'take', 'takes')} over ",
                *effect_ref_doc(node.effect),
            ]
        case tree.Skip():
            return [f"skip to {node.to.text}"]
        case tree.End():
            return [f"end {node.what.text}"]
        case tree.EndGame():
            return ["end game"]
        case tree.Wins():
            if isinstance(node.who, tree.Quantified) and not node.who.bracketed:
                return ["all ", *selector_doc(node.who.selector, True), " win"]
            return [*unit_doc(node.who), f" {verb_text(node.who, 'win', 'wins')}"]
        case tree.Eliminate():
            return [
                "eliminate ",
                *unit_doc(node.who),
                "" if node.phase is None else f" from {node.phase.text}",
            ]
        case tree.CountUp():
            return [f"tally {node.tally.text}"]
        case _:
            return None


def loop_head_doc(node: tree.ForEach | tree.Repeat) -> Doc:
    if isinstance(node, tree.ForEach):
        return ["for each ", *selector_doc(node.selector), *order_doc(node.order)]
    if node.until is not None:
        return ["repeat until ", *expr_doc(node.until)]
    assert node.times is not None
    return ["repeat ", *amount_doc(node.times), " time" if is_one(node.times) else " times"]


def modifier_doc(node: tree.Modifier) -> Doc:
    target = node.target
    if isinstance(target, tree.EachRef):
        index: Doc = [Group("[", items_doc(target.index), "]")] if target.index else []
        doc: Doc = [
            target.name.text,
            *index,
            *arguments_doc(target.arguments),
            " of each ",
            *selector_doc(target.selector),
        ]
    else:
        doc = unit_doc(target)
    layer = "" if node.layer is None else f", layer {node.layer.text}"
    return [*doc, " becomes ", *expr_doc(node.value), layer]


def loop_doc(node: tree.Repeated | tree.LoopEach | tree.TakingTurns | None) -> Doc:
    match node:
        case None:
            return []
        case tree.Repeated():
            return [", repeated", *optional_doc(" until ", node.until, expr_doc)]
        case tree.TakingTurns():
            return [", taking turns", *optional_doc(" until ", node.until, expr_doc)]
        case tree.LoopEach():
            return [", for each ", *selector_doc(node.selector), *order_doc(node.order)]
        case _:
            assert_never(node)
