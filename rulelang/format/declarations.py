"""Declarations and lines of examples of one line, and the heads of cards."""

from typing import assert_never

from rulelang import tree
from rulelang.format.breaking import Break, Doc
from rulelang.format.events import event_doc, type_doc
from rulelang.format.expressions import (
    arguments_doc,
    bare_printed,
    bound_doc,
    effect_ref_doc,
    expr_doc,
    in_brackets_doc,
    is_one,
    items_doc,
    noun_text,
    params_doc,
    selector_doc,
    unit_doc,
)
from rulelang.format.statements import index_doc, names_text, optional_doc, owner_doc, verb_text


def flat_breaks_doc(doc: Doc) -> Doc:
    """Outside brackets a line cannot go on below."""
    return [" " if isinstance(part, Break) else part for part in doc]


def fill_doc(node: tree.Fill) -> Doc:
    index: Doc = []
    if isinstance(node.index, tree.Name):
        index = [f"[{node.index.text}]"]
    elif node.index is not None:
        index = [f"[{node.index.value}]"]
    return [node.name.text, *params_doc(node.params), *index, " = ", *expr_doc(node.value)]


def card_head_doc(node: tree.Card) -> Doc:
    word = "token" if node.token else "card"
    end = (
        f' like "{node.like.text}"' if node.like is not None else f" is {node.kind.text if node.kind else ''}"
    )
    doc: Doc = [f'{word} "{node.name.text}"{end}']
    if node.copies is not None:
        doc += [", ", *bound_doc(node.copies), " copy" if is_one(node.copies) else " copies"]
    if node.traits:
        doc.append(f", with {names_text(node.traits)}")
    return doc


def _claim(node: tree.Expr | tree.Never | tree.Always) -> Doc:
    if isinstance(node, tree.Never):
        doc: Doc = ["never ", *event_doc(node.event), *optional_doc(" if ", node.condition, expr_doc)]
    elif isinstance(node, tree.Always):
        doc = ["always ", *expr_doc(node.condition)]
    else:
        return expr_doc(node)
    if node.span_of_time is not None:
        doc += [" from ", *event_doc(node.span_of_time.start), " until ", *event_doc(node.span_of_time.end)]
    return doc


def line_declaration_doc(node: tree.Decl | tree.Action) -> Doc | None:
    """A declaration of one line, or None if it has a block."""
    match node:
        case tree.Catalogue():
            return [f'catalogue "{node.path.text}"']
        case tree.Include():
            return [f'include "{node.path.text}"']
        case tree.Parameter():
            return [f"parameter {node.name.text}: ", *type_doc(node.type), " = ", *expr_doc(node.value)]
        case tree.Enumeration():
            return [f"enum {node.name.text}: {names_text(node.values)}"]
        case tree.Cards():
            if node.table is not None:
                return [f'cards {node.kind.text} from "{node.table.text}"']
            each: Doc = []
            for number, selector in enumerate(node.each):
                each += [", each " if number else "each ", *selector_doc(selector)]
            return [f"cards {node.kind.text} for ", *each]
        case tree.Board():
            doc: Doc = [f"board {node.name.text} of {node.kind.text}"]
            if node.table is not None:
                return [*doc, f' from "{node.table.text}"']
            assert node.rows is not None
            assert node.columns is not None
            doc += [", ", *bound_doc(node.rows), " by ", *bound_doc(node.columns)]
            return [*doc, "" if node.of_each is None else f", of each {noun_text(node.of_each)}"]
        case tree.Zone():
            holds = " or ".join(noun_text(noun) for noun in node.holds)
            doc = [f"zone {node.name.text}", *index_doc(node.index), *owner_doc(node.owner)]
            doc.append(f": {node.arrangement.text} of {holds}")
            for visibility in node.shown:
                doc += [f", {visibility.aspect.value} shown to ", *unit_doc(visibility.to)]
            return [*doc, *optional_doc(", at most ", node.at_most, bound_doc)]
        case tree.Counter() | tree.Variable():
            word = "counter" if isinstance(node, tree.Counter) else "variable"
            doc = [
                f"{word} {node.name.text}",
                *index_doc(node.index),
                *owner_doc(node.owner),
                ": ",
                *type_doc(node.type),
            ]
            return [
                *doc,
                *optional_doc(" = ", node.value, expr_doc),
                *optional_doc(", shown to ", node.shown),
            ]
        case tree.Dice():
            count = node.count
            plain = isinstance(count, tree.Ref) and not count.index and count.of is None
            number = isinstance(count, tree.NumberValue)
            shown_count = (
                expr_doc(count)
                if (plain or number) and not count.bracketed
                else in_brackets_doc(bare_printed(count, 0))
            )
            doc = [f"dice {node.name.text}", *owner_doc(node.owner), ": ", *shown_count, " of "]
            if isinstance(node.faces, tree.Range):
                doc += [*bound_doc(node.faces.low), " to ", *bound_doc(node.faces.high)]
            else:
                faces = (face.text if isinstance(face, tree.Name) else str(face.value) for face in node.faces)
                doc.append(", ".join(faces))
            return [*doc, *optional_doc(", shown to ", node.shown)]
        case tree.Value():
            doc = [f"value {node.name.text}", *params_doc(node.params)]
            doc += [] if node.of is None else [" of ", *selector_doc(node.of)]
            doc += [": ", *type_doc(node.type), *optional_doc(" = ", node.value, expr_doc)]
            return [*doc, f", layers {names_text(node.layers)}" if node.layers else ""]
        case tree.Refill():
            each = [] if node.of_each is None else [f" of each {noun_text(node.of_each)}"]
            doc = ["refill ", *unit_doc(node.zone), *each, " from ", *unit_doc(node.source)]
            if node.up_to is not None:
                return [*doc, " to ", *bound_doc(node.up_to)]
            return [*doc, f" {node.when.value}", ", shuffled" if node.shuffled else ""]
        case tree.EventDecl():
            return [f"event {node.name.text}", *params_doc(node.params)]
        case tree.Winner():
            ranks = (
                rank.word.value + ("" if rank.name is None else f" {rank.name.text}") for rank in node.ranks
            )
            return [f"winner: {', then '.join(ranks)}"]
        case tree.Invariant():
            return [f"invariant {node.name.text}: ", *_claim(node.claim)]
        case _:
            return None


def example_line_doc(node: tree.ExampleLine) -> Doc:
    match node:
        case tree.GivenPlayers():
            return [f"given {'player' if len(node.names) == 1 else 'players'} {names_text(node.names)}"]
        case tree.Given():
            return ["given ", *expr_doc(node.condition)]
        case tree.StepDo():
            return [
                "when ",
                *unit_doc(node.who),
                f" {verb_text(node.who, 'do', 'does')} ",
                *effect_ref_doc(node.effect),
            ]
        case tree.StepChoose():
            verb = verb_text(node.who, "choose", "chooses")
            return ["when ", *unit_doc(node.who), f" {verb} ", *flat_breaks_doc(items_doc(node.what))]
        case tree.StepPass():
            return ["when ", *unit_doc(node.who), " passes"]
        case tree.StepBegin():
            return [f"when {node.phase.text} begins"]
        case tree.Then():
            return ["then ", *expr_doc(node.condition)]
        case tree.ThenAnnounced():
            return [f"then announced {node.event.text}", *arguments_doc(node.arguments)]
        case _:
            assert_never(node)
