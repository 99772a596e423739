"""A tree becomes lines: blocks, what stands in them, and how far in."""

from collections.abc import Sequence
from typing import Any, assert_never

from rulelang import tree
from rulelang.format.breaking import INDENT, WIDTH, Doc, flat
from rulelang.format.declarations import (
    card_head_doc,
    example_line_doc,
    fill_doc,
    flat_breaks_doc,
    line_declaration_doc,
)
from rulelang.format.events import event_doc, type_doc
from rulelang.format.expressions import (
    clock_doc,
    expr_doc,
    joined_doc,
    param_doc,
    params_doc,
    selector_doc,
    unit_doc,
)
from rulelang.format.lines import Line
from rulelang.format.statements import (
    index_doc,
    loop_doc,
    loop_head_doc,
    modifier_doc,
    names_text,
    optional_doc,
    order_doc,
    seats_doc,
    simple_doc,
    text_doc,
    thing,
    verb_text,
)


class Printer:
    def __init__(self) -> None:
        self.lines: list[Line] = []

    def line(
        self, node: tree.Node, indent: int, doc: Doc, last: int | None = None, notes: tree.Node | None = None
    ) -> None:
        """One line of *node*; *last*: the last line it takes in the source."""
        noted = node if notes is None else notes
        docs = noted.docs if isinstance(noted, tree.Noted) else ()
        cites = noted.cites if isinstance(noted, tree.Noted) else ()
        end = node.span.end_line if last is None else max(last, node.span.line)
        self.lines.append(Line(node.span.line, end, node.span.column, indent, doc, docs, cites))

    def file(self, file: tree.File) -> None:
        match file.head:
            case None:
                pass
            case tree.Game():
                self.line(file.head, 0, [f"game {file.head.name.text} for ", *seats_doc(file.head.seats)])
            case tree.Variant():
                self.variant(file.head)
            case _:
                assert_never(file.head)
        for item in file.items:
            self.declaration(item, 0)

    def variant(self, node: tree.Variant) -> None:
        doc: Doc = [f'variant {node.name.text} of "{node.base.text}"']
        if node.seats is not None:
            doc += [" for ", *seats_doc(node.seats)]
        if node.excludes:
            doc.append(f", excludes {names_text(node.excludes)}")
        self.header(node, 0, doc, node.changes)
        for change in node.changes:
            match change:
                case tree.SetParameter():
                    self.line(change, 1, [f"set {change.name.text} to ", *expr_doc(change.value)])
                case tree.Remove():
                    self.line(change, 1, [f"remove {change.what.value} {thing(change.thing)}"])
                case tree.Rename():
                    self.line(change, 1, [f"rename {thing(change.old)} to {thing(change.new)}"])
                case tree.Replace():
                    self.declaration(change.new, 1, "replace ", change)
                case tree.Add():
                    place = ""
                    if change.place is not None and change.anchor is not None:
                        place = f"{change.place.value} {change.anchor.text} "
                    self.declaration(change.new, 1, f"{place}add ", change)
                case _:
                    assert_never(change)

    def header(
        self,
        node: tree.Node,
        indent: int,
        doc: Doc,
        children: Sequence[tree.Node],
        notes: tree.Node | None = None,
        bound: bool = False,
    ) -> None:
        """The line above an indented block."""
        self.line(node, indent, [*doc, ":"], children[0].span.line - 1 if children else None, notes)
        self.lines[-1].bound = bound

    def block(
        self,
        node: tree.Node,
        indent: int,
        doc: Doc,
        body: Sequence[tree.Stmt],
        inline: bool,
        notes: tree.Node | None = None,
        bound: bool = False,
    ) -> None:
        """A header and its statements, on one line if they were and it fits."""
        inner = body[0]
        if inline and len(body) == 1 and not inner.docs and not inner.cites:
            simple = simple_doc(inner)
            if simple is not None and self.fits(indent, [*doc, ": ", *simple]):
                self.line(node, indent, [*doc, ": ", *simple], notes=notes)
                self.lines[-1].bound = bound
                return
            if isinstance(inner, tree.ForEach | tree.Repeat):
                head = [*doc, ": ", *loop_head_doc(inner)]
                if self.fits(indent, head):
                    self.block(node, indent, head, inner.body, inner.inline, notes, bound)
                    return
        self.header(node, indent, doc, body, notes, bound)
        for statement in body:
            self.statement(statement, indent + 1)

    def fits(self, indent: int, doc: Doc) -> bool:
        return indent * INDENT + len(flat(doc)) <= WIDTH

    def statement(self, node: tree.Stmt, indent: int) -> None:
        simple = simple_doc(node)
        if simple is not None:
            self.line(node, indent, simple)
            return
        match node:
            case tree.If():
                for number, branch in enumerate(node.branches):
                    word = "otherwise" if number else ""
                    if branch.condition is not None:
                        word = f"{word} if ".lstrip()
                    condition = [] if branch.condition is None else expr_doc(branch.condition)
                    notes = node if number == 0 else branch
                    self.block(
                        branch, indent, [word, *condition], branch.body, branch.inline, notes, number > 0
                    )
            case tree.ForEach() | tree.Repeat():
                self.block(node, indent, loop_head_doc(node), node.body, node.inline)
            case tree.Together():
                self.block(node, indent, ["together"], node.body, node.inline)
            case tree.Lasting():
                self.lasting(node, indent)
            case tree.ChooseOption():
                verb = verb_text(node.who, "choose", "chooses")
                self.header(node, indent, [*unit_doc(node.who), f" {verb}"], node.options)
                for option in node.options:
                    doc: Doc = [
                        f'option "{option.label.text}"',
                        *optional_doc(" if ", option.condition, expr_doc),
                    ]
                    if option.params:
                        doc += [
                            " with ",
                            *flat_breaks_doc(joined_doc(param_doc(param) for param in option.params)),
                        ]
                    self.block(option, indent + 1, doc, option.body, option.inline)
            case tree.Phase():
                self.phase(node, indent, "")
            case _:
                raise AssertionError(node)

    def lasting(self, node: tree.Lasting, indent: int) -> None:
        span_of_time = node.span_of_time
        doc: Doc = (
            ["until ", *event_doc(span_of_time.event)]
            if isinstance(span_of_time, tree.Until)
            else ["while ", *expr_doc(span_of_time.condition)]
        )
        first = node.items[0]
        if node.inline and isinstance(first, tree.Modifier) and not first.docs and not first.cites:
            whole = [*doc, ": ", *modifier_doc(first)]
            if self.fits(indent, whole):
                self.line(node, indent, whole)
                return
        self.header(node, indent, doc, node.items)
        for item in node.items:
            match item:
                case tree.Modifier():
                    self.line(item, indent + 1, modifier_doc(item))
                case tree.Trigger():
                    self.trigger(item, indent + 1)
                case tree.Anytime():
                    self.anytime(item, indent + 1)
                case _:
                    assert_never(item)

    def trigger(
        self,
        node: tree.Trigger,
        indent: int,
        words: str = "",
        place: tree.Node | None = None,
        notes: Any = None,
    ) -> None:
        doc: Doc = [
            f"{words}{node.word.value} ",
            *event_doc(node.event),
            *optional_doc(" if ", node.condition, expr_doc),
        ]
        self.block(node if place is None else place, indent, doc, node.body, node.inline, notes)

    def anytime(
        self, node: tree.Anytime, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        during = f" during {names_text(node.phases)}" if node.phases else ""
        self.header(place or node, indent, [f"{prefix}anytime{during}"], node.actions, node)
        for action in node.actions:
            self.action(action, indent + 1)

    def action(
        self, node: tree.Action, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        doc: Doc = [f"{prefix}action {node.name.text}", *params_doc(node.params)]
        self.block(place or node, indent, doc, node.body, node.inline, node)

    def phase(self, node: tree.Phase, indent: int, prefix: str, place: tree.Node | None = None) -> None:
        doc: Doc = [f"{prefix}phase {node.name.text}", *optional_doc(" of ", node.of), *loop_doc(node.loop)]
        self.block(place or node, indent, doc, node.body, node.inline, node)

    def members(
        self, node: tree.Kind | tree.Card | tree.Trait, indent: int, doc: Doc, place: tree.Node | None
    ) -> None:
        members = node.members
        where = node if place is None else place
        if not members:
            self.line(where, indent, doc, notes=node)
            return
        if node.inline and all(isinstance(member, tree.Fill) and not member.docs for member in members):
            fills = [
                fill_doc(member) for member in members if isinstance(member, tree.Fill) and not member.cites
            ]
            whole = [*doc, ": ", *flat_breaks_doc(joined_doc(fills))]
            if len(fills) == len(members) and self.fits(indent, whole):
                self.line(where, indent, whole, notes=node)
                return
        self.header(where, indent, doc, members, node)
        for member in members:
            match member:
                case tree.Lasting():
                    self.lasting(member, indent + 1)
                case tree.Trigger():
                    self.trigger(member, indent + 1)
                case tree.Field():
                    text: Doc = [member.name.text, *index_doc(member.index), ": ", *type_doc(member.type)]
                    self.line(member, indent + 1, [*text, *optional_doc(" = ", member.value, expr_doc)])
                case tree.Fill():
                    self.line(member, indent + 1, fill_doc(member))
                case _:
                    self.declaration(member, indent + 1)

    def declaration(
        self, node: tree.Decl | tree.Action, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        """A declaration; *prefix*, *place*: the words of the variant before it, and where they begin."""
        where = node if place is None else place
        line = line_declaration_doc(node)
        if line is not None:
            self.line(where, indent, [prefix, *line], notes=node)
            return
        match node:
            case tree.Kind():
                base = node.base.text if isinstance(node.base, tree.Name) else node.base.value
                self.members(node, indent, [f"{prefix}kind {node.name.text} is {base}"], place)
            case tree.Trait():
                self.members(node, indent, [f"{prefix}trait {node.name.text} of {node.kind.text}"], place)
            case tree.Card():
                self.members(node, indent, [prefix, *card_head_doc(node)], place)
            case tree.Effect():
                doc: Doc = [f"{prefix}effect {node.name.text}", *params_doc(node.params)]
                doc += [", all or nothing"] if node.whole else []
                if node.body is None:
                    self.line(where, indent, doc, notes=node)
                else:
                    self.block(where, indent, doc, node.body, node.inline, node)
            case tree.Window():
                self.window(node, indent, prefix, where)
            case tree.Anytime():
                self.anytime(node, indent, prefix, place)
            case tree.Action():
                self.action(node, indent, prefix, place)
            case tree.Rule():
                self.trigger(node.trigger, indent, f"{prefix}rule {node.name.text}, ", where, node)
            case tree.Setup():
                self.block(where, indent, [f"{prefix}setup"], node.body, node.inline, node)
            case tree.Phase():
                self.phase(node, indent, prefix, place)
            case tree.Tally():
                head = [
                    f"{prefix}tally {node.name.text} of ",
                    *selector_doc(node.of),
                    f" into {node.into.text}",
                ]
                self.header(where, indent, head, node.lines, node)
                for tally_line in node.lines:
                    self.line(
                        tally_line, indent + 1, [f'"{tally_line.label.text}": ', *expr_doc(tally_line.value)]
                    )
            case tree.Example():
                self.header(where, indent, [f'{prefix}example "{node.name.text}"'], node.lines, node)
                for example_line in node.lines:
                    self.line(example_line, indent + 1, example_line_doc(example_line))
            case _:
                raise AssertionError(node)

    def window(self, node: tree.Window, indent: int, prefix: str, where: tree.Node) -> None:
        doc: Doc = [f"{prefix}window {node.name.text}", *params_doc(node.params), " asks "]
        if isinstance(node.asks, tree.PlayersAsked):
            order = node.asks.order
            doc += [
                "players",
                *([" ", *clock_doc(order)] if isinstance(order, tree.Clock) else order_doc(order)),
            ]
        else:
            doc += unit_doc(node.asks)
        if node.restart:
            doc.append(", starting over after each action")
        self.header(where, indent, doc, node.items, node)
        for item in node.items:
            if isinstance(item, tree.Action):
                self.action(item, indent + 1)
            else:
                self.line(
                    item, indent + 1, ["passing requires ", *expr_doc(item.condition), *text_doc(item.reason)]
                )
