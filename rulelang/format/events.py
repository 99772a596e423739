"""Types, parameters and events as text."""

from typing import assert_never

from rulelang import tree
from rulelang.format.breaking import Doc, Group
from rulelang.format.expressions import SUM, bound_doc, expr_doc, params_doc, selector_doc


def type_doc(node: tree.TypeExpr) -> Doc:
    match node:
        case tree.NumberType():
            return ["number"]
        case tree.TextType():
            return ["text"]
        case tree.PlayerType():
            return ["player"]
        case tree.CardType():
            return ["card"]
        case tree.DieType():
            return ["die"]
        case tree.NoneType():
            return ["none"]
        case tree.YesNoType():
            return ["yes or no"]
        case tree.NamedType():
            return [node.name.text]
        case tree.ListType():
            return ["list of ", *type_doc(node.of)]
        case tree.RangeType():
            return [*bound_doc(node.low), " to ", *bound_doc(node.high)]
        case tree.AtLeastType():
            return [*bound_doc(node.low), " or more"]
        case tree.OneOfType():
            out: Doc = []
            for number, part in enumerate(node.parts):
                out += [*([" or "] if number else []), *type_doc(part)]
            return out
        case _:
            assert_never(node)


def _actor(node: tree.EventObject) -> Doc:
    match node:
        case tree.This():
            return ["this"]
        case tree.You():
            return ["you"]
        case tree.Selector():
            return selector_doc(node)
        case tree.Changed():
            return _changed(node)
        case _:
            assert_never(node)


def _changed(node: tree.Changed) -> Doc:
    out: Doc = [node.name.text]
    if node.index is not None:
        out.append(Group("[", expr_doc(node.index), "]"))
    if node.of is not None:
        out += [" of ", *_actor(node.of)]
    return out


def event_doc(node: tree.Event) -> Doc:
    match node:
        case tree.Begins():
            return [*_changed(node.what), " begins"]
        case tree.Ends():
            return [*_changed(node.what), " ends"]
        case tree.Changes():
            return [*_changed(node.what), " changes"]
        case tree.Rises() | tree.Falls():
            word = " rises" if isinstance(node, tree.Rises) else " falls"
            return [*_changed(node.what), word, *([] if node.by is None else [f" by {node.by.text}"])]
        case tree.Becomes():
            return [*_changed(node.what), " becomes ", *expr_doc(node.value, SUM, False)]
        case tree.Enters():
            return [*_actor(node.who), " enters ", *_changed(node.zone)]
        case tree.Leaves():
            return [*_actor(node.who), " leaves ", *_changed(node.zone)]
        case tree.Does():
            verb = " do " if isinstance(node.who, tree.You) else " does "
            of: Doc = [] if node.of is None else [" of ", *_actor(node.of)]
            return [*_actor(node.who), verb, node.effect.text, *params_doc(node.params), *of]
        case tree.Announced():
            return ["announced ", node.event.text, *params_doc(node.params)]
        case tree.Rolled():
            return [f"{node.dice.text} is rolled"]
        case tree.Shuffled():
            return [f"{node.zone.text} is shuffled"]
        case tree.Eliminated():
            return [*_actor(node.who), " is eliminated"]
        case _:
            assert_never(node)
