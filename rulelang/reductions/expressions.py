"""What becomes of the rules for expressions, events, selectors and types."""

from typing import Any

from attrs import evolve

from rulelang import tree
from rulelang.reductions.parts import Reduction, as_tuple, chain, constant, gathered, keep, negated, node
from rulelang.source import Span


def _does(span: Span, who: tree.EventActor, effect: tree.Name, params: Any, of: Any) -> tree.Does:
    return tree.Does(who, effect, params or (), of, span=span)


def _announced(span: Span, event: tree.Name, params: Any) -> tree.Announced:
    return tree.Announced(event, params or (), span=span)


def _selector(span: Span, noun: tree.Noun, name: Any, place: Any, clock: Any) -> tree.Selector:
    return tree.Selector(noun, name, place, clock, None, span=span)


def _selector_where(span: Span, selector: tree.Selector, where: tree.Expr) -> tree.Selector:
    return evolve(selector, where=where, span=span)


def _list_noun(span: Span, of: tree.Noun | None) -> tree.ListNoun:
    return tree.ListNoun(of, span=span)


def _ref(span: Span, name: tree.Name, index: Any, of: tree.Expr | None) -> tree.Ref:
    return tree.Ref(name, index or (), of, span=span)


def _first_thing(span: Span, noun: tree.Noun, name: tree.Name, place: tree.Expr | None) -> tree.Quantified:
    selector = tree.Selector(noun, name, place, None, None, span=noun.span.to(span))
    return tree.Quantified(tree.Quantifier.FIRST, selector, span=span)


def _text_value(span: Span, text: tree.Text) -> tree.TextValue:
    return tree.TextValue(text.text, span=span)


def _list(span: Span, items: tuple[tree.Expr, ...] | None) -> tree.ListOf:
    return tree.ListOf(items or (), span=span)


def _arguments(span: Span, items: tuple[tree.Expr, ...] | None) -> tuple[tree.Expr, ...]:
    return items or ()


def _extreme(span: Span, head: tuple[bool, bool, tree.Expr], selector: tree.Selector) -> tree.Extreme:
    return tree.Extreme(*head, selector, span=span)


def _extreme_head(first: bool, highest: bool) -> Reduction:
    return lambda span, value: (first, highest, value)


def _one_of(span: Span, *parts: tree.TypeExpr) -> tree.OneOfType:
    return tree.OneOfType(parts, span=span)


def _compare(span: Span, left: tree.Expr, comparison: tree.Comparison, right: tree.Expr) -> tree.Compare:
    return tree.Compare(comparison, left, right, span=span)


def _divide(up: bool) -> Reduction:
    return lambda span, left, right: tree.Divide(left, right, up, span=span)


# Rules whose parts are the fields of a node, in order.
NODES: dict[str, type[tree.Node]] = {
    "begins": tree.Begins,
    "ends": tree.Ends,
    "changes": tree.Changes,
    "rises": tree.Rises,
    "falls": tree.Falls,
    "becomes": tree.Becomes,
    "enters": tree.Enters,
    "leaves": tree.Leaves,
    "eliminated": tree.Eliminated,
    "rolled": tree.Rolled,
    "is_shuffled": tree.Shuffled,
    "changed": tree.Changed,
    "param": tree.Param,
    "player_noun": tree.PlayerNoun,
    "seat_noun": tree.SeatNoun,
    "card_noun": tree.CardNoun,
    "die_noun": tree.DieNoun,
    "number_noun": tree.NumberNoun,
    "kind_noun": tree.KindNoun,
    "union_kind": tree.KindNoun,
    "union_card": tree.CardNoun,
    "span": tree.Range,
    "choice": tree.Conditional,
    "not": tree.Not,
    "plus": tree.Plus,
    "minus": tree.Minus,
    "times": tree.Times,
    "can_do": tree.CanDo,
    "can_choose": tree.CanChoose,
    "knows": tree.Knows,
    "holds": tree.Holds,
    "negative": tree.Negative,
    "quantified": tree.Quantified,
    "gathered": tree.Gathered,
    "gathered_in": tree.GatheredIn,
    "every": tree.Every,
    "reach": tree.Reach,
    "subsets_size": tree.Subsets,
    "splits": tree.Splits,
    "call": tree.Call,
    "top_of": tree.TopOf,
    "bottom_of": tree.BottomOf,
    "named": tree.Named,
    "nothing": tree.Nothing,
    "so_far": tree.SoFar,
    "chance": tree.Chance,
    "everyone": tree.Everyone,
    "nobody": tree.Nobody,
    "this": tree.This,
    "you": tree.You,
    "t_number": tree.NumberType,
    "t_text": tree.TextType,
    "t_player": tree.PlayerType,
    "t_card": tree.CardType,
    "t_die": tree.DieType,
    "t_named": tree.NamedType,
    "t_none": tree.NoneType,
    "t_yes_no": tree.YesNoType,
    "t_list": tree.ListType,
    "t_range": tree.RangeType,
    "t_at_least": tree.AtLeastType,
}

REDUCTIONS: dict[str, Reduction] = {rule: node(make) for rule, make in NODES.items()} | {
    "does": _does,
    "announced": _announced,
    "params": keep,
    "param_list": as_tuple,
    "selector": keep,
    "selector_c": _selector,
    "selector_o": _selector_where,
    "list_noun": _list_noun,
    "or": chain(tree.Or),
    "and": chain(tree.And),
    "compare": _compare,
    "eq": constant(tree.Comparison.EQUAL),
    "lt": constant(tree.Comparison.LESS),
    "le": constant(tree.Comparison.AT_MOST),
    "gt": constant(tree.Comparison.MORE),
    "ge": constant(tree.Comparison.AT_LEAST),
    "is": negated(tree.Is, False),
    "is_not": negated(tree.Is, True),
    "is_empty": negated(tree.IsEmpty, False),
    "is_not_empty": negated(tree.IsEmpty, True),
    "is_in": negated(tree.IsIn, False),
    "is_not_in": negated(tree.IsIn, True),
    "divide_down": _divide(False),
    "divide_up": _divide(True),
    "extreme": _extreme,
    "all_highest": _extreme_head(False, True),
    "all_lowest": _extreme_head(False, False),
    "first_highest": _extreme_head(True, True),
    "first_lowest": _extreme_head(True, False),
    "count": constant(tree.Quantifier.COUNT),
    "any": constant(tree.Quantifier.ANY),
    "none_of": constant(tree.Quantifier.NONE),
    "all_of": constant(tree.Quantifier.ALL),
    "first_of": constant(tree.Quantifier.FIRST),
    "total": constant(tree.Gather.SUM),
    "product_of": constant(tree.Gather.PRODUCT),
    "highest": constant(tree.Gather.HIGHEST),
    "lowest": constant(tree.Gather.LOWEST),
    "collect": constant(tree.Gather.LIST),
    "different": constant(tree.Gather.DIFFERENT),
    "subsets": gathered(tree.Subsets, None),
    "ref": _ref,
    "first_thing": _first_thing,
    "number_value": keep,
    "text_value": _text_value,
    "yes": lambda span: tree.YesNo(True, span=span),
    "no": lambda span: tree.YesNo(False, span=span),
    "list": _list,
    "arguments": _arguments,
    "exprs": as_tuple,
    "names": as_tuple,
    "caps": as_tuple,
    "one_of": _one_of,
    "union": as_tuple,
}
