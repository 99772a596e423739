"""One canonical layout for rules files: the tree printed again, with its comments and empty lines."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from attrs import define, frozen

from rulelang import tree
from rulelang.diagnostics import RulesError
from rulelang.parse import parse
from rulelang.source import Source

INDENT = 4
WIDTH = 110
NOTE_COLUMN = 67  # where citations and comments at the end of a line begin, counted from 0

# ------------------------------------------------------------------ text that can be broken


@frozen
class _Break:
    """A blank; inside brackets it may become a new line, those of the lowest level first."""

    level: int
    filling: bool = False  # new lines only where they must be, not at all blanks of this level


@frozen
class _Group:
    """Something in brackets: the only place where a line may go on below."""

    start: str
    body: "_Doc"
    closing: str


_Doc = list["str | _Break | _Group"]


def _flat(doc: _Doc) -> str:
    return "".join(
        part
        if isinstance(part, str)
        else " "
        if isinstance(part, _Break)
        else part.start + _flat(part.body) + part.closing
        for part in doc
    )


def _layout(doc: _Doc, indent: int) -> list[str]:
    """The lines of one statement; all but the first are indented further."""
    text = " " * indent + _flat(doc)
    if len(text) <= WIDTH:
        return [text]
    return _broken(doc, indent, indent + INDENT)


def _broken(doc: _Doc, indent: int, inner: int) -> list[str]:
    """The widest bracket goes on below; where there is none the line stays long."""
    groups = [place for place, part in enumerate(doc) if isinstance(part, _Group)]
    if not groups:
        return [" " * indent + _flat(doc)]
    place = max(groups, key=lambda place: len(_flat([doc[place]])))
    group = doc[place]
    assert isinstance(group, _Group)
    before, after = _flat(doc[:place]), _flat(doc[place + 1 :])
    if len(_flat(group.body)) < INDENT:
        return [" " * indent + _flat(doc)]
    body = _body(group.body, inner, len(group.closing) + len(after))
    body[-1] += group.closing + after
    return [" " * indent + before + group.start, *body]


def _body(doc: _Doc, indent: int, reserve: int) -> list[str]:
    """What stands in brackets, on as few lines as fit."""
    if indent + len(_flat(doc)) + reserve <= WIDTH:
        return [" " * indent + _flat(doc)]
    levels = [part.level for part in doc if isinstance(part, _Break)]
    if not levels:
        return _broken(doc, indent, indent + INDENT)
    lines: list[str] = []
    pieces: list[_Doc] = [[]]
    for part in doc:
        if isinstance(part, _Break) and part.level == min(levels):
            pieces.append([])
        else:
            pieces[-1].append(part)
    filling = all(part.filling for part in doc if isinstance(part, _Break) and part.level == min(levels))
    for number, piece in enumerate(pieces):
        room = reserve if number == len(pieces) - 1 else 0
        if filling and lines and len(lines[-1]) + 1 + len(_flat(piece)) + room <= WIDTH:
            lines[-1] += " " + _flat(piece)
        else:
            lines += _body(piece, indent, room)
    return lines


# ------------------------------------------------------------------ expressions

_CHOICE, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _FACTOR, _UNIT = range(9)


@frozen
class _Printed:
    """An expression as text: how tightly it binds, and whether a `where` or `has` may reach on."""

    doc: _Doc
    level: int
    open: bool = False


def _is_ref(node: tree.Expr) -> bool:
    """Whether the grammar's `ref` stands for it, without brackets."""
    return isinstance(node, tree.Ref | tree.Call | tree.TopOf | tree.BottomOf) and not node.bracketed


def _is_first_thing(node: tree.Expr) -> bool:
    """``first Card c in z``, which needs no brackets after `of`."""
    return (
        isinstance(node, tree.Quantified)
        and not node.bracketed
        and node.quantifier is tree.Quantifier.FIRST
        and node.selector.name is not None
        and node.selector.clock is None
        and node.selector.where is None
    )


def _is_bound(node: tree.Expr) -> bool:
    if node.bracketed:
        return False
    if isinstance(node, tree.Negative):
        return isinstance(node.of, tree.NumberValue) and not node.of.bracketed
    return isinstance(node, tree.NumberValue) or _is_ref(node)


def _is_span(node: tree.Range) -> bool:
    """Whether it can be written without brackets after `in`."""
    plain = isinstance(node.low, tree.NumberValue) and not node.low.bracketed
    return plain and _is_bound(node.high) and not node.bracketed


def _in_brackets(printed: _Printed) -> _Doc:
    return [_Group("(", printed.doc, ")")]


def _expr(node: tree.Expr, level: int = _CHOICE, open: bool = True, depth: int = 0) -> _Doc:
    """*node* where at least *level* is wanted and an open end is or is not welcome."""
    return _place(node, level, open, depth).doc


def _place(node: tree.Expr, level: int, open: bool, depth: int) -> _Printed:
    if node.bracketed:
        return _Printed(_in_brackets(_bare(node, 0)), _UNIT)
    printed = _bare(node, depth)
    if printed.level < level or (printed.open and not open):
        return _Printed(_in_brackets(_bare(node, 0)), _UNIT)
    return printed


def _unit(node: tree.Expr) -> _Doc:
    return _expr(node, _UNIT, False)


def _bound(node: tree.Expr) -> _Doc:
    return _expr(node) if _is_bound(node) else _in_brackets(_bare(node, 0))


def _amount(node: tree.Expr) -> _Doc:
    if _is_ref(node) or (isinstance(node, tree.NumberValue) and not node.bracketed):
        return _expr(node)
    return _in_brackets(_bare(node, 0))


def _where_it_is(node: tree.Expr) -> _Doc:
    """A place, as after `in`."""
    if isinstance(node, tree.Range) and _is_span(node):
        return [*_bound(node.low), " to ", *_bound(node.high)]
    if _is_ref(node) or (isinstance(node, tree.ListOf | tree.Range) and not node.bracketed):
        return _expr(node)
    return _in_brackets(_bare(node, 0))


def _joined(docs: Iterable[_Doc], level: int = 0) -> _Doc:
    out: _Doc = []
    for number, doc in enumerate(docs):
        if number:
            out += [",", _Break(level, True)]
        out += doc
    return out


def _items(nodes: Sequence[tree.Expr]) -> _Doc:
    return _joined(_expr(node, depth=1) for node in nodes)


def _arguments(nodes: Sequence[tree.Expr]) -> _Doc:
    return [_Group("(", _items(nodes), ")")] if nodes else []


def _of(node: tree.Expr | None) -> _Doc:
    if node is None:
        return []
    return [" of ", *(_bare(node, 0).doc if _is_first_thing(node) else _unit(node))]


def _effect_ref(node: tree.EffectRef) -> _Doc:
    return [
        node.name.text,
        *_arguments(node.arguments),
        *(() if node.of is None else [" of ", *_unit(node.of)]),
    ]


def _chain(word: str, parts: Sequence[tree.Expr], level: int, depth: int) -> _Printed:
    out: _Doc = []
    is_open = False
    for number, part in enumerate(parts):
        printed = _place(part, level + 1, number == len(parts) - 1, depth + 1)
        if number:
            out += [_Break(depth), word + " "]
        out += printed.doc
        is_open = printed.open
    return _Printed(out, level, is_open)


def _binary(
    left: tree.Expr,
    word: str,
    right: tree.Expr,
    level: int,
    needs: tuple[int, int],
    depth: int,
    open: bool = True,
) -> _Printed:
    last = _place(right, needs[1], open, depth + 1)
    # A chain of one level breaks at all its signs alike.
    inner = (
        depth
        if isinstance(left, tree.Plus | tree.Minus) and level == _SUM and not left.bracketed
        else depth + 1
    )
    breaks: _Doc = [_Break(depth), word + " "] if level in (_SUM, _PRODUCT) else [f" {word} "]
    return _Printed([*_expr(left, needs[0], False, inner), *breaks, *last.doc], level, last.open)


def _bare(node: tree.Expr, depth: int) -> _Printed:
    """*node* without brackets around it."""
    match node:
        case tree.NumberValue():
            return _Printed([str(node.value)], _UNIT)
        case tree.TextValue():
            return _Printed([f'"{node.text}"'], _UNIT)
        case tree.YesNo():
            return _Printed(["yes" if node.value else "no"], _UNIT)
        case tree.Nothing():
            return _Printed(["none"], _UNIT)
        case tree.SoFar():
            return _Printed(["it"], _UNIT)
        case tree.Chance():
            return _Printed(["chance"], _UNIT)
        case tree.Everyone():
            return _Printed(["everyone"], _UNIT)
        case tree.Nobody():
            return _Printed(["nobody"], _UNIT)
        case tree.This():
            return _Printed(["this"], _UNIT)
        case tree.You():
            return _Printed(["you"], _UNIT)
        case tree.Named():
            return _Printed([node.name.text], _UNIT)
        case tree.Ref():
            index: _Doc = [_Group("[", _items(node.index), "]")] if node.index else []
            return _Printed([node.name.text, *index, *_of(node.of)], _UNIT)
        case tree.Call():
            end: _Doc = [] if node.of is None else [" of ", *_unit(node.of)]
            return _Printed([node.name.text, _Group("(", _items(node.arguments), ")"), *end], _UNIT)
        case tree.TopOf() | tree.BottomOf():
            word = "top" if isinstance(node, tree.TopOf) else "bottom"
            number: _Doc = []
            if node.how_many is not None:
                plain = isinstance(node.how_many, tree.NumberValue) and not node.how_many.bracketed
                number = [" ", *(_expr(node.how_many) if plain else _in_brackets(_bare(node.how_many, 0)))]
            return _Printed([word, *number, " of ", *_unit(node.of)], _UNIT)
        case tree.ListOf():
            return _Printed([_Group("[", _items(node.items), "]")], _UNIT)
        case tree.Range():
            body = [*_expr(node.low), " to ", *_expr(node.high)]
            return _Printed([_Group("[", body, "]")], _UNIT)
        case tree.Conditional():
            last = _place(node.otherwise, _CHOICE, True, depth)
            doc = [
                *_expr(node.value, _OR, False, depth + 1),
                _Break(depth, True),
                "if ",
                *_expr(node.condition, _OR, False, depth + 1),
                _Break(depth, True),
                "otherwise ",
                *last.doc,
            ]
            return _Printed(doc, _CHOICE, last.open)
        case tree.Or():
            return _chain("or", node.parts, _OR, depth)
        case tree.And():
            return _chain("and", node.parts, _AND, depth)
        case tree.Not():
            last = _place(node.of, _NOT, True, depth + 1)
            return _Printed(["not ", *last.doc], _NOT, last.open)
        case tree.Compare():
            return _binary(node.left, node.comparison.value, node.right, _COMPARISON, (_SUM, _SUM), depth)
        case tree.Is():
            word = "is not" if node.negated else "is"
            return _binary(node.left, word, node.right, _COMPARISON, (_SUM, _SUM), depth, not node.negated)
        case tree.IsEmpty():
            word = " is not empty" if node.negated else " is empty"
            return _Printed([*_expr(node.of, _SUM, False, depth + 1), word], _COMPARISON)
        case tree.IsIn():
            word = " is not in " if node.negated else " is in "
            return _Printed(
                [*_expr(node.left, _SUM, False, depth + 1), word, *_where_it_is(node.place)], _COMPARISON
            )
        case tree.Plus():
            return _binary(node.left, "+", node.right, _SUM, (_SUM, _PRODUCT), depth)
        case tree.Minus():
            return _binary(node.left, "-", node.right, _SUM, (_SUM, _PRODUCT), depth)
        case tree.Times():
            return _binary(node.left, "*", node.right, _PRODUCT, (_PRODUCT, _FACTOR), depth)
        case tree.Divide():
            printed = _binary(node.left, "/", node.right, _PRODUCT, (_PRODUCT, _FACTOR), depth, False)
            return _Printed([*printed.doc, " rounded up" if node.up else " rounded down"], _PRODUCT)
        case tree.Negative():
            return _Printed(["-", *_expr(node.of, _FACTOR, False, depth)], _FACTOR)
        case tree.Quantified():
            many = node.quantifier in (tree.Quantifier.COUNT, tree.Quantifier.ALL)
            return _open([node.quantifier.value, " "], node.selector, many, depth)
        case tree.Every():
            has = _place(node.has, _OR, True, depth + 1)
            return _Printed(
                ["every ", *_selector(node.selector, False, depth + 1), _Break(depth), "has ", *has.doc],
                _FACTOR,
                True,
            )
        case tree.Extreme():
            words = f"{'first' if node.first else 'all'} with {'highest' if node.highest else 'lowest'} "
            each: _Doc = [words, *_expr(node.value, _SUM, False, depth + 1), _Break(depth), "for each "]
            return _open(each, node.selector, False, depth)
        case tree.Gathered():
            each = [
                f"{node.gather.value} of ",
                *_expr(node.value, _SUM, False, depth + 1),
                _Break(depth),
                "for each ",
            ]
            return _open(each, node.selector, False, depth)
        case tree.GatheredIn():
            return _Printed([f"{node.gather.value} in ", *_where_it_is(node.place)], _FACTOR)
        case tree.Reach():
            doc = ["reach of ", *_unit(node.start), " through ", *_selector(node.through, False, depth + 1)]
            return _Printed([*doc, " to ", *_unit(node.step)], _FACTOR)
        case tree.Subsets():
            size: _Doc = [] if node.size is None else [*_expr(node.size), " of "]
            return _Printed(["subsets of ", *size, *_unit(node.of)], _FACTOR)
        case tree.Splits():
            return _Printed(["splits of ", *_unit(node.of), " into groups of ", *_unit(node.size)], _FACTOR)
        case tree.CanDo():
            return _Printed([*_unit(node.who), " can do ", *_effect_ref(node.effect)], _COMPARISON)
        case tree.CanChoose():
            return _Printed([*_unit(node.who), " can choose ", *_unit(node.what)], _COMPARISON)
        case tree.Knows():
            return _Printed([*_unit(node.who), " knows ", *_unit(node.what)], _COMPARISON)
        case tree.Holds():
            return _Printed([*_unit(node.place), " holds ", *_bare(node.things, 0).doc], _COMPARISON)
        case _:
            assert_never(node)


def _open(words: _Doc, selector: tree.Selector, many: bool, depth: int) -> _Printed:
    return _Printed([*words, *_selector(selector, many, depth)], _FACTOR, selector.where is not None)


# ------------------------------------------------------------------ selectors, types, events


def _noun(noun: tree.Noun, many: bool = False) -> str:
    match noun:
        case tree.PlayerNoun():
            return "players" if many else "player"
        case tree.SeatNoun():
            return "seats" if many else "seat"
        case tree.CardNoun():
            return "cards" if many else "card"
        case tree.DieNoun():
            return "dice" if many else "die"
        case tree.NumberNoun():
            return "numbers" if many else "number"
        case tree.KindNoun():
            return noun.name.text
        case tree.ListNoun():
            return "list" if noun.of is None else f"list of {_noun(noun.of, True)}"
        case _:
            assert_never(noun)


def _clock(clock: tree.Clock) -> _Doc:
    return ["counterclockwise from " if clock.counter else "clockwise from ", *_unit(clock.start)]


def _selector(node: tree.Selector, many: bool = False, depth: int = 0) -> _Doc:
    out: _Doc = [_noun(node.noun, many)]
    if node.name is not None:
        out.append(f" {node.name.text}")
    if node.place is not None:
        out += [" in ", *_where_it_is(node.place)]
    if node.clock is not None:
        out += [" ", *_clock(node.clock)]
    if node.where is not None:
        out += [_Break(depth), "where ", *_expr(node.where, _OR, True, depth + 1)]
    return out


def _is_one(amount: tree.Expr | None) -> bool:
    return isinstance(amount, tree.NumberValue) and amount.value == 1


def _how_many(node: tree.HowMany | None) -> _Doc:
    if node is None:
        return []
    return [node.sizing.value, " ", *([*_amount(node.amount), " "] if node.amount is not None else [])]


def _param(node: tree.Param) -> _Doc:
    many = node.how_many is not None and not _is_one(node.how_many.amount)
    return [*_how_many(node.how_many), *_selector(node.selector, many, 1)]


def _params(params: Sequence[tree.Param]) -> _Doc:
    return [_Group("(", _joined(_param(param) for param in params), ")")] if params else []


def _type(node: tree.TypeExpr) -> _Doc:
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
            return ["list of ", *_type(node.of)]
        case tree.RangeType():
            return [*_bound(node.low), " to ", *_bound(node.high)]
        case tree.AtLeastType():
            return [*_bound(node.low), " or more"]
        case tree.OneOfType():
            out: _Doc = []
            for number, part in enumerate(node.parts):
                out += [*([" or "] if number else []), *_type(part)]
            return out
        case _:
            assert_never(node)


def _actor(node: tree.EventObject) -> _Doc:
    match node:
        case tree.This():
            return ["this"]
        case tree.You():
            return ["you"]
        case tree.Selector():
            return _selector(node)
        case tree.Changed():
            return _changed(node)
        case _:
            assert_never(node)


def _changed(node: tree.Changed) -> _Doc:
    out: _Doc = [node.name.text]
    if node.index is not None:
        out.append(_Group("[", _expr(node.index), "]"))
    if node.of is not None:
        out += [" of ", *_actor(node.of)]
    return out


def _event(node: tree.Event) -> _Doc:
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
            return [*_changed(node.what), " becomes ", *_expr(node.value, _SUM, False)]
        case tree.Enters():
            return [*_actor(node.who), " enters ", *_changed(node.zone)]
        case tree.Leaves():
            return [*_actor(node.who), " leaves ", *_changed(node.zone)]
        case tree.Does():
            verb = " do " if isinstance(node.who, tree.You) else " does "
            of: _Doc = [] if node.of is None else [" of ", *_actor(node.of)]
            return [*_actor(node.who), verb, node.effect.text, *_params(node.params), *of]
        case tree.Announced():
            return ["announced ", node.event.text, *_params(node.params)]
        case tree.Rolled():
            return [f"{node.dice.text} is rolled"]
        case tree.Shuffled():
            return [f"{node.zone.text} is shuffled"]
        case tree.Eliminated():
            return [*_actor(node.who), " is eliminated"]
        case _:
            assert_never(node)


# ------------------------------------------------------------------ lines


@define
class _Line:
    """One line of the layout, perhaps gone on in brackets, with the place that it had in the source."""

    first: int
    last: int
    column: int
    indent: int
    doc: _Doc
    docs: tuple[str, ...] = ()
    cites: tuple[tree.Cite, ...] = ()
    bound: bool = False  # citations cannot stand above it


def format_text(text: str) -> str:
    """The canonical layout of a text.

    Raises:
        RulesError: The text does not parse.
    """
    source = Source("the text", text)
    file, diagnostics = parse(source)
    if file is None:
        raise RulesError(diagnostics, (source,))
    return format_tree(file)


def format_tree(file: tree.File) -> str:
    """The canonical text of a tree, with the comments and empty lines that the file knows of."""
    printer = _Printer()
    printer.file(file)
    return _assembled(printer.lines, file)


def format_node(node: tree.Decl | tree.Stmt | tree.Expr | tree.Event | tree.Selector | tree.TypeExpr) -> str:
    """The text of a part of a tree, as messages and generated rulebooks show it; comments are left out."""
    if isinstance(node, tree.Expression):
        return _flat(_expr(node))
    if isinstance(node, tree.Selector):
        return _flat(_selector(node))
    if isinstance(node, tree.Event):
        return _flat(_event(node))
    if isinstance(node, tree.TypeExpr):
        return _flat(_type(node))
    printer = _Printer()
    if isinstance(node, tree.Stmt) and not isinstance(node, tree.Phase):
        printer.statement(node, 0)
    else:
        printer.declaration(node, 0)
    return "\n".join(text for line in printer.lines for text in _texts(line, None))


def _texts(line: _Line, comment: str | None) -> list[str]:
    """The lines of one `_Line`, notes included."""
    indent = line.indent * INDENT
    blanks = " " * indent
    out = [f"{blanks}## {doc}".rstrip() for doc in line.docs]
    body = _layout(line.doc, indent)
    cites = " ".join(f"@{cite.id}" for cite in line.cites)
    if cites:
        last = body[-1]
        noted = f"{last}{_gap_before_note(last)}{cites}"
        if len(noted) <= WIDTH or line.bound:
            body[-1] = noted
        else:
            row = blanks
            for cite in line.cites:
                if len(row) > indent and len(row) + len(cite.id) + 2 > WIDTH:
                    out.append(row.rstrip())
                    row = blanks
                row += f"@{cite.id} "
            out.append(row.rstrip())
    if comment is not None:
        last = body[-1]
        gap = _gap_before_note(last)
        body[-1] = f"{last}{gap if len(last) + len(gap) + len(comment) <= WIDTH else '  '}{comment}"
    return out + body


def _gap_before_note(text: str) -> str:
    return " " * (NOTE_COLUMN - len(text) if len(text) < NOTE_COLUMN else 2)


def _assembled(lines: list[_Line], file: tree.File) -> str:
    """All lines with comments between them and empty lines where there were some."""
    above: dict[int, list[tree.Comment]] = {}  # by the number of the line that follows
    beside: dict[int, tree.Comment] = {}
    number = 0  # of the first line that begins below the comment
    for comment in file.comments:
        while number < len(lines) and lines[number].first <= comment.span.line:
            number += 1
        before = number - 1
        if (
            not comment.own_line
            and before >= 0
            and comment.span.line <= lines[before].last
            and before not in beside
        ):
            beside[before] = comment
        else:
            above.setdefault(number, []).append(comment)
    out: list[str] = []
    gaps = sorted(file.empty_lines)
    seen = 0  # the last line of the source that is written
    for number in range(len(lines) + 1):
        line = lines[number] if number < len(lines) else None
        for comment in above.get(number, ()):
            if out and _gap(gaps, seen, comment.span.line):
                out.append("")
            out.append(" " * (INDENT * _comment_indent(comment, lines, number)) + comment.text)
            seen = max(seen, comment.span.line)
        if line is None:
            break
        deeper = number > 0 and line.indent > lines[number - 1].indent and number not in above
        if out and not deeper and _gap(gaps, seen, line.first):
            out.append("")
        out += _texts(line, beside[number].text if number in beside else None)
        seen = max(seen, line.first)
    return "\n".join(out) + "\n" if out else ""


def _gap(gaps: list[int], after: int, before: int) -> bool:
    return any(after < gap < before for gap in gaps)


def _comment_indent(comment: tree.Comment, lines: list[_Line], number: int) -> int:
    """As the line below, or as a line above of whose block it stands at the end."""
    following = lines[number] if number < len(lines) else None
    floor = following.indent if following is not None else 0
    if following is not None and following.column == comment.span.column:
        return floor
    for line in reversed(lines[:number]):
        if line.indent < floor:
            break
        if line.column == comment.span.column:
            return line.indent
    return floor


# ------------------------------------------------------------------ statements and declarations


def _verb(who: tree.Expr, plain: str, third: str) -> str:
    return plain if isinstance(who, tree.You) else third


def _optional(word: str, node: tree.Expr | None, show: Callable[[tree.Expr], _Doc] = _unit) -> _Doc:
    return [] if node is None else [word, *show(node)]


def _text(node: tree.Text | None) -> _Doc:
    return [] if node is None else [f' "{node.text}"']


def _names(names: Sequence[tree.Name]) -> str:
    return ", ".join(name.text for name in names)


def _index(node: tree.Index | None) -> _Doc:
    match node:
        case None:
            return []
        case tree.IndexEnum():
            return [f"[{node.enum.text}{'' if node.name is None else ' ' + node.name.text}]"]
        case tree.IndexRange():
            return [_Group("[", [*_bound(node.low), " to ", *_bound(node.high)], "]")]
        case _:
            assert_never(node)


def _owner(node: tree.Owner | None) -> _Doc:
    if node is None:
        return []
    return [f" of each {_noun(node.noun)}{'' if node.name is None else ' ' + node.name.text}"]


def _order(node: tree.OrderedBy | tree.AtOnce | None) -> _Doc:
    match node:
        case None:
            return []
        case tree.OrderedBy():
            return [" ordered by ", *_unit(node.who)]
        case tree.AtOnce():
            return [" at once"]
        case _:
            assert_never(node)


def _seats(node: tree.Seats) -> _Doc:
    if node.low == node.high and node.teams is None:
        return [f"{node.low} {'player' if node.low == 1 else 'players'}"]
    return [f"{node.low} to {node.high} players", *_optional(" in teams of ", node.teams, _bound)]


def _thing(node: tree.Name | tree.Text) -> str:
    return f'"{node.text}"' if isinstance(node, tree.Text) else node.text


def _simple(node: tree.Stmt) -> _Doc | None:
    """A statement of one line, or None if it has a block."""
    match node:
        case tree.Let():
            return [f"let {node.name.text} be ", *_expr(node.value)]
        case tree.Set():
            return ["set ", *_unit(node.target), " to ", *_expr(node.value)]
        case tree.Gain() | tree.Lose():
            plain = "gain" if isinstance(node, tree.Gain) else "lose"
            end: _Doc = [] if node.index is None else [_Group("[", _expr(node.index), "]")]
            if node.dice:
                end = [" die" if _is_one(node.amount) else " dice"]
            verb = _verb(node.who, plain, plain + "s")
            return [*_unit(node.who), f" {verb} ", *_amount(node.amount), f" {node.name.text}", *end]
        case tree.Pay():
            verb = _verb(node.who, "pay", "pays")
            to = _optional(" to ", node.to)
            return [*_unit(node.who), f" {verb} ", *_amount(node.amount), f" {node.name.text}", *to]
        case tree.Move():
            return ["move ", *_expr(node.what), " to ", *_unit(node.to)]
        case tree.Draw():
            word = " card" if _is_one(node.amount) else " cards"
            name = "" if node.name is None else f" {node.name.text}"
            ends = [" from ", *_unit(node.source), " to ", *_unit(node.to)]
            return ["draw ", *_amount(node.amount), word + name, *ends]
        case tree.Shuffle():
            return ["shuffle ", *_unit(node.zone)]
        case tree.Roll():
            return ["roll ", *_unit(node.dice)]
        case tree.Show():
            return ["show ", *_expr(node.what), " to ", *_unit(node.to)]
        case tree.Announce():
            return [f"announce {node.event.text}", *_arguments(node.arguments)]
        case tree.Do():
            if node.who is None:
                return ["do ", *_effect_ref(node.effect)]
            return [*_unit(node.who), f" {_verb(node.who, 'do', 'does')} ", *_effect_ref(node.effect)]
        case tree.May():
            return [*_unit(node.who), " may do ", *_effect_ref(node.effect)]
        case tree.Choose():
            verb = _verb(node.who, "choose", "chooses")
            secretly = "secretly " if node.secretly else ""
            return [
                *_unit(node.who),
                f" {secretly}{verb} ",
                *_param(tree.Param(node.how_many, node.selector, span=node.span)),
            ]
        case tree.Open():
            return [f"open {node.window.text}", *_arguments(node.arguments)]
        case tree.Pause():
            return ["pause for ", *_unit(node.who)]
        case tree.Requires():
            return ["requires ", *_expr(node.condition), *_text(node.reason)]
        case tree.Cancel():
            return ["cancel ", *_effect_ref(node.effect)]
        case tree.TakeOver():
            return [*_unit(node.who), f" {_verb(node.who, 'take', 'takes')} over ", *_effect_ref(node.effect)]
        case tree.Skip():
            return [f"skip to {node.to.text}"]
        case tree.End():
            return [f"end {node.what.text}"]
        case tree.EndGame():
            return ["end game"]
        case tree.Wins():
            if isinstance(node.who, tree.Quantified) and not node.who.bracketed:
                return ["all ", *_selector(node.who.selector, True), " win"]
            return [*_unit(node.who), f" {_verb(node.who, 'win', 'wins')}"]
        case tree.Eliminate():
            return ["eliminate ", *_unit(node.who), "" if node.phase is None else f" from {node.phase.text}"]
        case tree.CountUp():
            return [f"tally {node.tally.text}"]
        case _:
            return None


def _loop_head(node: tree.ForEach | tree.Repeat) -> _Doc:
    if isinstance(node, tree.ForEach):
        return ["for each ", *_selector(node.selector), *_order(node.order)]
    if node.until is not None:
        return ["repeat until ", *_expr(node.until)]
    assert node.times is not None
    return ["repeat ", *_amount(node.times), " time" if _is_one(node.times) else " times"]


def _modifier(node: tree.Modifier) -> _Doc:
    target = node.target
    if isinstance(target, tree.EachRef):
        index: _Doc = [_Group("[", _items(target.index), "]")] if target.index else []
        doc: _Doc = [
            target.name.text,
            *index,
            *_arguments(target.arguments),
            " of each ",
            *_selector(target.selector),
        ]
    else:
        doc = _unit(target)
    layer = "" if node.layer is None else f", layer {node.layer.text}"
    return [*doc, " becomes ", *_expr(node.value), layer]


def _loop(node: tree.Repeated | tree.LoopEach | tree.TakingTurns | None) -> _Doc:
    match node:
        case None:
            return []
        case tree.Repeated():
            return [", repeated", *_optional(" until ", node.until, _expr)]
        case tree.TakingTurns():
            return [", taking turns", *_optional(" until ", node.until, _expr)]
        case tree.LoopEach():
            return [", for each ", *_selector(node.selector), *_order(node.order)]
        case _:
            assert_never(node)


class _Printer:
    def __init__(self) -> None:
        self.lines: list[_Line] = []

    def line(
        self, node: tree.Node, indent: int, doc: _Doc, last: int | None = None, notes: tree.Node | None = None
    ) -> None:
        """One line of *node*; *last*: the last line it takes in the source."""
        noted = node if notes is None else notes
        docs = noted.docs if isinstance(noted, tree.Noted) else ()
        cites = noted.cites if isinstance(noted, tree.Noted) else ()
        end = node.span.end_line if last is None else max(last, node.span.line)
        self.lines.append(_Line(node.span.line, end, node.span.column, indent, doc, docs, cites))

    def file(self, file: tree.File) -> None:
        match file.head:
            case None:
                pass
            case tree.Game():
                self.line(file.head, 0, [f"game {file.head.name.text} for ", *_seats(file.head.seats)])
            case tree.Variant():
                self.variant(file.head)
            case _:
                assert_never(file.head)
        for item in file.items:
            self.declaration(item, 0)

    def variant(self, node: tree.Variant) -> None:
        doc: _Doc = [f'variant {node.name.text} of "{node.base.text}"']
        if node.seats is not None:
            doc += [" for ", *_seats(node.seats)]
        if node.excludes:
            doc.append(f", excludes {_names(node.excludes)}")
        self.header(node, 0, doc, node.changes)
        for change in node.changes:
            match change:
                case tree.SetParameter():
                    self.line(change, 1, [f"set {change.name.text} to ", *_expr(change.value)])
                case tree.Remove():
                    self.line(change, 1, [f"remove {change.what.value} {_thing(change.thing)}"])
                case tree.Rename():
                    self.line(change, 1, [f"rename {_thing(change.old)} to {_thing(change.new)}"])
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
        doc: _Doc,
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
        doc: _Doc,
        body: Sequence[tree.Stmt],
        inline: bool,
        notes: tree.Node | None = None,
        bound: bool = False,
    ) -> None:
        """A header and its statements, on one line if they were and it fits."""
        inner = body[0]
        if inline and len(body) == 1 and not inner.docs and not inner.cites:
            simple = _simple(inner)
            if simple is not None and self.fits(indent, [*doc, ": ", *simple]):
                self.line(node, indent, [*doc, ": ", *simple], notes=notes)
                self.lines[-1].bound = bound
                return
            if isinstance(inner, tree.ForEach | tree.Repeat):
                head = [*doc, ": ", *_loop_head(inner)]
                if self.fits(indent, head):
                    self.block(node, indent, head, inner.body, inner.inline, notes, bound)
                    return
        self.header(node, indent, doc, body, notes, bound)
        for statement in body:
            self.statement(statement, indent + 1)

    def fits(self, indent: int, doc: _Doc) -> bool:
        return indent * INDENT + len(_flat(doc)) <= WIDTH

    def statement(self, node: tree.Stmt, indent: int) -> None:
        simple = _simple(node)
        if simple is not None:
            self.line(node, indent, simple)
            return
        match node:
            case tree.If():
                for number, branch in enumerate(node.branches):
                    word = "otherwise" if number else ""
                    if branch.condition is not None:
                        word = f"{word} if ".lstrip()
                    condition = [] if branch.condition is None else _expr(branch.condition)
                    notes = node if number == 0 else branch
                    self.block(
                        branch, indent, [word, *condition], branch.body, branch.inline, notes, number > 0
                    )
            case tree.ForEach() | tree.Repeat():
                self.block(node, indent, _loop_head(node), node.body, node.inline)
            case tree.Together():
                self.block(node, indent, ["together"], node.body, node.inline)
            case tree.Lasting():
                self.lasting(node, indent)
            case tree.ChooseOption():
                verb = _verb(node.who, "choose", "chooses")
                self.header(node, indent, [*_unit(node.who), f" {verb}"], node.options)
                for option in node.options:
                    doc: _Doc = [f'option "{option.label.text}"', *_optional(" if ", option.condition, _expr)]
                    if option.params:
                        doc += [" with ", *_flat_breaks(_joined(_param(param) for param in option.params))]
                    self.block(option, indent + 1, doc, option.body, option.inline)
            case tree.Phase():
                self.phase(node, indent, "")
            case _:
                raise AssertionError(node)

    def lasting(self, node: tree.Lasting, indent: int) -> None:
        span_of_time = node.span_of_time
        doc: _Doc = (
            ["until ", *_event(span_of_time.event)]
            if isinstance(span_of_time, tree.Until)
            else ["while ", *_expr(span_of_time.condition)]
        )
        first = node.items[0]
        if node.inline and isinstance(first, tree.Modifier) and not first.docs and not first.cites:
            whole = [*doc, ": ", *_modifier(first)]
            if self.fits(indent, whole):
                self.line(node, indent, whole)
                return
        self.header(node, indent, doc, node.items)
        for item in node.items:
            match item:
                case tree.Modifier():
                    self.line(item, indent + 1, _modifier(item))
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
        doc: _Doc = [
            f"{words}{node.word.value} ",
            *_event(node.event),
            *_optional(" if ", node.condition, _expr),
        ]
        self.block(node if place is None else place, indent, doc, node.body, node.inline, notes)

    def anytime(
        self, node: tree.Anytime, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        during = f" during {_names(node.phases)}" if node.phases else ""
        self.header(place or node, indent, [f"{prefix}anytime{during}"], node.actions, node)
        for action in node.actions:
            self.action(action, indent + 1)

    def action(
        self, node: tree.Action, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        doc: _Doc = [f"{prefix}action {node.name.text}", *_params(node.params)]
        self.block(place or node, indent, doc, node.body, node.inline, node)

    def phase(self, node: tree.Phase, indent: int, prefix: str, place: tree.Node | None = None) -> None:
        doc: _Doc = [f"{prefix}phase {node.name.text}", *_optional(" of ", node.of), *_loop(node.loop)]
        self.block(place or node, indent, doc, node.body, node.inline, node)

    def members(
        self, node: tree.Kind | tree.Card | tree.Trait, indent: int, doc: _Doc, place: tree.Node | None
    ) -> None:
        members = node.members
        where = node if place is None else place
        if not members:
            self.line(where, indent, doc, notes=node)
            return
        if node.inline and all(isinstance(member, tree.Fill) and not member.docs for member in members):
            fills = [
                _fill(member) for member in members if isinstance(member, tree.Fill) and not member.cites
            ]
            whole = [*doc, ": ", *_flat_breaks(_joined(fills))]
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
                    text: _Doc = [member.name.text, *_index(member.index), ": ", *_type(member.type)]
                    self.line(member, indent + 1, [*text, *_optional(" = ", member.value, _expr)])
                case tree.Fill():
                    self.line(member, indent + 1, _fill(member))
                case _:
                    self.declaration(member, indent + 1)

    def declaration(
        self, node: tree.Decl | tree.Action, indent: int, prefix: str = "", place: tree.Node | None = None
    ) -> None:
        """A declaration; *prefix*, *place*: the words of the variant before it, and where they begin."""
        where = node if place is None else place
        line = _line_declaration(node)
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
                self.members(node, indent, [prefix, *_card_head(node)], place)
            case tree.Effect():
                doc: _Doc = [f"{prefix}effect {node.name.text}", *_params(node.params)]
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
                head = [f"{prefix}tally {node.name.text} of ", *_selector(node.of), f" into {node.into.text}"]
                self.header(where, indent, head, node.lines, node)
                for tally_line in node.lines:
                    self.line(
                        tally_line, indent + 1, [f'"{tally_line.label.text}": ', *_expr(tally_line.value)]
                    )
            case tree.Example():
                self.header(where, indent, [f'{prefix}example "{node.name.text}"'], node.lines, node)
                for example_line in node.lines:
                    self.line(example_line, indent + 1, _example_line(example_line))
            case _:
                raise AssertionError(node)

    def window(self, node: tree.Window, indent: int, prefix: str, where: tree.Node) -> None:
        doc: _Doc = [f"{prefix}window {node.name.text}", *_params(node.params), " asks "]
        if isinstance(node.asks, tree.PlayersAsked):
            order = node.asks.order
            doc += ["players", *([" ", *_clock(order)] if isinstance(order, tree.Clock) else _order(order))]
        else:
            doc += _unit(node.asks)
        if node.restart:
            doc.append(", starting over after each action")
        self.header(where, indent, doc, node.items, node)
        for item in node.items:
            if isinstance(item, tree.Action):
                self.action(item, indent + 1)
            else:
                self.line(
                    item, indent + 1, ["passing requires ", *_expr(item.condition), *_text(item.reason)]
                )


def _flat_breaks(doc: _Doc) -> _Doc:
    """Outside brackets a line cannot go on below."""
    return [" " if isinstance(part, _Break) else part for part in doc]


def _fill(node: tree.Fill) -> _Doc:
    index: _Doc = []
    if isinstance(node.index, tree.Name):
        index = [f"[{node.index.text}]"]
    elif node.index is not None:
        index = [f"[{node.index.value}]"]
    return [node.name.text, *_params(node.params), *index, " = ", *_expr(node.value)]


def _card_head(node: tree.Card) -> _Doc:
    word = "token" if node.token else "card"
    end = (
        f' like "{node.like.text}"' if node.like is not None else f" is {node.kind.text if node.kind else ''}"
    )
    doc: _Doc = [f'{word} "{node.name.text}"{end}']
    if node.copies is not None:
        doc += [", ", *_bound(node.copies), " copy" if _is_one(node.copies) else " copies"]
    if node.traits:
        doc.append(f", with {_names(node.traits)}")
    return doc


def _claim(node: tree.Expr | tree.Never | tree.Always) -> _Doc:
    if isinstance(node, tree.Never):
        doc: _Doc = ["never ", *_event(node.event), *_optional(" if ", node.condition, _expr)]
    elif isinstance(node, tree.Always):
        doc = ["always ", *_expr(node.condition)]
    else:
        return _expr(node)
    if node.span_of_time is not None:
        doc += [" from ", *_event(node.span_of_time.start), " until ", *_event(node.span_of_time.end)]
    return doc


def _line_declaration(node: tree.Decl | tree.Action) -> _Doc | None:
    """A declaration of one line, or None if it has a block."""
    match node:
        case tree.Catalogue():
            return [f'catalogue "{node.path.text}"']
        case tree.Include():
            return [f'include "{node.path.text}"']
        case tree.Parameter():
            return [f"parameter {node.name.text}: ", *_type(node.type), " = ", *_expr(node.value)]
        case tree.Enumeration():
            return [f"enum {node.name.text}: {_names(node.values)}"]
        case tree.Cards():
            if node.table is not None:
                return [f'cards {node.kind.text} from "{node.table.text}"']
            each: _Doc = []
            for number, selector in enumerate(node.each):
                each += [", each " if number else "each ", *_selector(selector)]
            return [f"cards {node.kind.text} for ", *each]
        case tree.Board():
            doc: _Doc = [f"board {node.name.text} of {node.kind.text}"]
            if node.table is not None:
                return [*doc, f' from "{node.table.text}"']
            assert node.rows is not None
            assert node.columns is not None
            doc += [", ", *_bound(node.rows), " by ", *_bound(node.columns)]
            return [*doc, "" if node.of_each is None else f", of each {_noun(node.of_each)}"]
        case tree.Zone():
            holds = " or ".join(_noun(noun) for noun in node.holds)
            doc = [f"zone {node.name.text}", *_index(node.index), *_owner(node.owner)]
            doc.append(f": {node.arrangement.text} of {holds}")
            for visibility in node.shown:
                doc += [f", {visibility.aspect.value} shown to ", *_unit(visibility.to)]
            return [*doc, *_optional(", at most ", node.at_most, _bound)]
        case tree.Counter() | tree.Variable():
            word = "counter" if isinstance(node, tree.Counter) else "variable"
            doc = [
                f"{word} {node.name.text}",
                *_index(node.index),
                *_owner(node.owner),
                ": ",
                *_type(node.type),
            ]
            return [*doc, *_optional(" = ", node.value, _expr), *_optional(", shown to ", node.shown)]
        case tree.Dice():
            count = node.count
            bare = isinstance(count, tree.Ref) and not count.index and count.of is None
            number = isinstance(count, tree.NumberValue)
            shown_count = (
                _expr(count) if (bare or number) and not count.bracketed else _in_brackets(_bare(count, 0))
            )
            doc = [f"dice {node.name.text}", *_owner(node.owner), ": ", *shown_count, " of "]
            if isinstance(node.faces, tree.Range):
                doc += [*_bound(node.faces.low), " to ", *_bound(node.faces.high)]
            else:
                faces = (face.text if isinstance(face, tree.Name) else str(face.value) for face in node.faces)
                doc.append(", ".join(faces))
            return [*doc, *_optional(", shown to ", node.shown)]
        case tree.Value():
            doc = [f"value {node.name.text}", *_params(node.params)]
            doc += [] if node.of is None else [" of ", *_selector(node.of)]
            doc += [": ", *_type(node.type), *_optional(" = ", node.value, _expr)]
            return [*doc, f", layers {_names(node.layers)}" if node.layers else ""]
        case tree.Refill():
            each = [] if node.of_each is None else [f" of each {_noun(node.of_each)}"]
            doc = ["refill ", *_unit(node.zone), *each, " from ", *_unit(node.source)]
            if node.up_to is not None:
                return [*doc, " to ", *_bound(node.up_to)]
            return [*doc, f" {node.when.value}", ", shuffled" if node.shuffled else ""]
        case tree.EventDecl():
            return [f"event {node.name.text}", *_params(node.params)]
        case tree.Winner():
            ranks = (
                rank.word.value + ("" if rank.name is None else f" {rank.name.text}") for rank in node.ranks
            )
            return [f"winner: {', then '.join(ranks)}"]
        case tree.Invariant():
            return [f"invariant {node.name.text}: ", *_claim(node.claim)]
        case _:
            return None


def _example_line(node: tree.ExampleLine) -> _Doc:
    match node:
        case tree.GivenPlayers():
            return [f"given {'player' if len(node.names) == 1 else 'players'} {_names(node.names)}"]
        case tree.Given():
            return ["given ", *_expr(node.condition)]
        case tree.StepDo():
            return [
                "when ",
                *_unit(node.who),
                f" {_verb(node.who, 'do', 'does')} ",
                *_effect_ref(node.effect),
            ]
        case tree.StepChoose():
            verb = _verb(node.who, "choose", "chooses")
            return ["when ", *_unit(node.who), f" {verb} ", *_flat_breaks(_items(node.what))]
        case tree.StepPass():
            return ["when ", *_unit(node.who), " passes"]
        case tree.StepBegin():
            return [f"when {node.phase.text} begins"]
        case tree.Then():
            return ["then ", *_expr(node.condition)]
        case tree.ThenAnnounced():
            return [f"then announced {node.event.text}", *_arguments(node.arguments)]
        case _:
            assert_never(node)
