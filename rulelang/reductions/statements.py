"""What becomes of the rules for statements."""

from typing import Any

from attrs import evolve

from rulelang import tree
from rulelang.reductions.parts import (
    Block,
    Reduction,
    brackets,
    constant,
    event_with,
    headed,
    keep,
    node,
    notes_then,
    then_cites,
)
from rulelang.source import Span


def _block(span: Span, cites: tuple[tree.Cite, ...], *body: tree.Stmt) -> Block:
    return Block(body, cites)


def _block_inline(span: Span, statement: tree.Stmt, cites: tuple[tree.Cite, ...]) -> Block:
    return Block((statement,), cites, inline=True)


def _block_loop(span: Span, loop: tree.ForEach | tree.Repeat) -> Block:
    return Block((evolve(loop, cites=()),), loop.cites, inline=True)


def _counted_index(span: Span, index: tree.Expr) -> tuple[tree.Expr | None, bool]:
    return index, False


def _counted_dice(span: Span) -> tuple[tree.Expr | None, bool]:
    return None, True


def _gain(make: type[tree.Gain] | type[tree.Lose]) -> Reduction:
    def reduce(span: Span, who: tree.Expr, amount: tree.Expr, name: tree.Name, counted: Any) -> Any:
        index, dice = counted or (None, False)
        return make(who, amount, name, index, dice, span=span)

    return reduce


def _choose(span: Span, who: tree.Expr, secretly: Any, how_many: Any, selector: tree.Selector) -> tree.Choose:
    return tree.Choose(who, bool(secretly), how_many, selector, span=span)


def _all_win(span: Span, selector: tree.Selector) -> tree.Wins:
    return tree.Wins(tree.Quantified(tree.Quantifier.ALL, selector, span=selector.span), span=span)


def _if(span: Span, condition: tree.Expr, block: Block, *others: Any) -> tree.If:
    first = tree.Branch(condition, block.body, inline=block.inline, span=span.to(block.body[-1].span))
    rest = tuple(branch for branch in others if branch is not None)
    return tree.If((first, *rest), cites=block.cites, span=span)


def _otherwise(span: Span, block: Block) -> tree.Branch:
    return tree.Branch(None, block.body, cites=block.cites, inline=block.inline, span=span)


def _repeat_until(span: Span, until: tree.Expr, block: Block) -> tree.Repeat:
    return tree.Repeat(None, until, block.body, cites=block.cites, inline=block.inline, span=span)


def _repeat_times(span: Span, times: tree.Expr, block: Block) -> tree.Repeat:
    return tree.Repeat(times, None, block.body, cites=block.cites, inline=block.inline, span=span)


def _choose_option(span: Span, who: tree.Expr, cites: Any, *options: tree.Option) -> tree.ChooseOption:
    return tree.ChooseOption(who, options, cites=cites, span=span)


def _option(span: Span, label: tree.Text, condition: Any, params: Any, block: Block) -> tree.Option:
    return tree.Option(
        label, condition, params or (), block.body, cites=block.cites, inline=block.inline, span=span
    )


def _clock(span: Span, *parts: Any) -> tree.Clock:
    return tree.Clock(len(parts) == 2, parts[-1], span=span)


def _each_ref(span: Span, name: tree.Name, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, (), (), selector, span=span)


def _each_ref_index(span: Span, name: tree.Name, index: Any, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, index, (), selector, span=span)


def _each_ref_call(span: Span, name: tree.Name, arguments: Any, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, (), arguments, selector, span=span)


def _how_many(sizing: tree.Sizing) -> Reduction:
    return lambda span, amount=None: tree.HowMany(sizing, amount, span=span)


def _effect_ref(span: Span, name: tree.Name, arguments: Any, of: tree.Expr | None) -> tree.EffectRef:
    return tree.EffectRef(name, arguments or (), of, span=span)


# Rules whose parts are the fields of a node, in order.
NODES: dict[str, type[tree.Node]] = {
    "repeated": tree.Repeated,
    "taking_turns": tree.TakingTurns,
    "loop_each": tree.LoopEach,
    "let": tree.Let,
    "set": tree.Set,
    "pay": tree.Pay,
    "move": tree.Move,
    "draw": tree.Draw,
    "shuffle": tree.Shuffle,
    "roll": tree.Roll,
    "show": tree.Show,
    "do": tree.Do,
    "may": tree.May,
    "pause": tree.Pause,
    "requires": tree.Requires,
    "cancel": tree.Cancel,
    "take_over": tree.TakeOver,
    "skip": tree.Skip,
    "end": tree.End,
    "end_game": tree.EndGame,
    "wins": tree.Wins,
    "eliminate": tree.Eliminate,
    "count_up": tree.CountUp,
    "until": tree.Until,
    "while": tree.While,
    "modifier": tree.Modifier,
    "ordered_by": tree.OrderedBy,
    "at_once": tree.AtOnce,
}

REDUCTIONS: dict[str, Reduction] = {rule: node(make) for rule, make in NODES.items()} | {
    "trigger": headed(tree.Trigger),
    "after_event": constant(tree.TriggerWord.WHEN),
    "before_event": constant(tree.TriggerWord.BEFORE),
    "instead_event": constant(tree.TriggerWord.INSTEAD),
    "phase": headed(tree.Phase),
    "block": _block,
    "block_inline": _block_inline,
    "block_loop": _block_loop,
    "stmt": notes_then,
    "stmt_line": then_cites,
    "gain": _gain(tree.Gain),
    "lose": _gain(tree.Lose),
    "counted_index": _counted_index,
    "counted_dice": _counted_dice,
    "announce": event_with(tree.Announce),
    "choose": _choose,
    "secretly": constant(True),
    "open": event_with(tree.Open),
    "all_win": _all_win,
    "if": _if,
    "otherwise_if": headed(tree.Branch),
    "otherwise": _otherwise,
    "for_each": headed(tree.ForEach),
    "repeat_times": _repeat_times,
    "repeat_until": _repeat_until,
    "together": headed(tree.Together),
    "choose_option": _choose_option,
    "option_item": notes_then,
    "option": _option,
    "lasting": headed(tree.Lasting),
    "lasting_inline": _block_inline,
    "lasting_item": notes_then,
    "modifier_line": then_cites,
    "clock": _clock,
    "clock_counter": constant(True),
    "each_ref": _each_ref,
    "each_ref_index": _each_ref_index,
    "each_ref_call": _each_ref_call,
    "exactly": _how_many(tree.Sizing.EXACTLY),
    "up_to": _how_many(tree.Sizing.UP_TO),
    "at_least": _how_many(tree.Sizing.AT_LEAST),
    "any_number": _how_many(tree.Sizing.ANY_NUMBER),
    "amount": keep,
    "how_deep": keep,
    "brackets": brackets,
    "effect_ref": _effect_ref,
}
