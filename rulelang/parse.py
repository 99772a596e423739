"""A text in, its syntax tree or diagnostics out.

Lark reads the grammar and works out the tables of an LALR automaton; they are kept in `grammar.json`, so
that at run time only the small automaton below runs and Lark is not even imported. After a change of
`grammar.lark` run ``python -m rulelang.parse``; until then the tables are worked out anew in each process.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import define, evolve, frozen

from rulelang import build, lex, tree
from rulelang.diagnostics import Code, Diagnostic, nearest
from rulelang.lex import DEDENT, END, INDENT, LAYOUT, NL, Tokens
from rulelang.source import Source, Span
from rulelang.words import RESERVED

MAX_DEPTH = 200  # nodes inside one another: who walks a tree may do it by recursion
MAX_PROBLEMS = lex.MAX_PROBLEMS
TABLES_FORMAT = 1


def parse(source: Source) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """The tree of a text, or None and what is wrong with it, in source order. Never raises."""
    tokens = lex.lex(source)
    parser = _Parser(tables(), tokens)
    file = parser.run()
    problems = sorted(tokens.problems + parser.problems, key=lambda problem: problem.span.start)
    if file is None or problems:
        return None, tuple(problems[:MAX_PROBLEMS])
    return evolve(file, comments=tuple(tokens.comments), empty_lines=tuple(tokens.empty_lines)), ()


# ------------------------------------------------------------------ the tables


@frozen
class _Rule:
    """One production, and what its reduction does with the values of its symbols."""

    origin: str
    size: int
    name: str  # of the reduction; empty for a rule that only groups
    plan: tuple[tuple[int, bool, int], ...]  # (symbol, splice its list, how many None before it)
    tail: int  # how many None at the end
    single: bool  # one value passes as it is
    plain: bool  # all symbols are kept as they are


@frozen
class Tables:
    """An LALR automaton: for each state what to do with a token, and where to go after a reduction."""

    actions: tuple[dict[str, int], ...]  # above 0: go there; else: minus the number of the rule to reduce
    gotos: tuple[dict[str, int], ...]
    rules: tuple[_Rule, ...]
    start: int
    end: int
    first: dict[str, frozenset[str]]  # the tokens that a form may begin with


def grammar_text() -> str:
    """The grammar, as it is shipped."""
    return (files("rulelang") / "grammar.lark").read_text(encoding="utf-8")


def grammar_key(grammar: str) -> str:
    """What tables must carry to be those of this grammar."""
    return hashlib.sha256(f"{TABLES_FORMAT}\n{grammar}".encode()).hexdigest()


@cache
def tables() -> Tables:
    """The shipped tables, or new ones if the grammar is another one than they were made from."""
    grammar = grammar_text()
    shipped = files("rulelang") / "grammar.json"
    if shipped.is_file():
        data = json.loads(shipped.read_bytes())
        if data["key"] == grammar_key(grammar):
            return _load(data)
    return _load(build_tables(grammar))


def _load(data: Any) -> Tables:
    rows = data["rows"]
    rules = []
    for origin, size, name, plan, tail, single in data["rules"]:
        steps = tuple((symbol, splice, nones) for symbol, splice, nones in plan)
        plain = tail == 0 and steps == tuple((symbol, False, 0) for symbol in range(size))
        rules.append(_Rule(origin, size, name, steps, tail, single, plain))
    return Tables(
        actions=tuple(rows[row] for row in data["actions"]),
        gotos=tuple(rows[row] for row in data["gotos"]),
        rules=tuple(rules),
        start=data["start"],
        end=data["end"],
        first={form: frozenset(tokens) for form, tokens in data["first"].items()},
    )


FORMS = ("_block_decl", "_line_decl", "_simple", "_compound", "expr", "unit", "type", "noun", "event")


def build_tables(grammar: str) -> Any:
    """The tables of a grammar as plain data, worked out by Lark (a second or two)."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=True)
    terminals = {
        terminal.name: terminal.pattern.value
        if type(terminal.pattern).__name__ == "PatternStr"
        else terminal.name
        for terminal in lark.terminals
    }
    terminals |= {"_NL": NL, "_INDENT": INDENT, "_DEDENT": DEDENT, "$END": END}
    table = lark.parser.parser._parse_table
    rules = sorted(lark.rules, key=_rule_key)
    numbers = {rule: number for number, rule in enumerate(rules)}
    states = _in_order(table, table.start_states["start"])
    rows: list[dict[str, int]] = []
    known: dict[str, int] = {}

    def row(entries: dict[str, int]) -> int:
        entries = dict(sorted(entries.items()))
        key = json.dumps(entries)
        if key not in known:
            known[key] = len(rows)
            rows.append(entries)
        return known[key]

    # States are numbered from 1 on, so that 0 and less are left for rules.
    actions, gotos = [row({})], [row({})]
    for state in states:
        action: dict[str, int] = {}
        goto: dict[str, int] = {}
        for symbol, (kind, target) in table.states[state].items():
            if kind is not Shift:
                action[terminals[symbol]] = -numbers[target]
            elif symbol in terminals:
                action[terminals[symbol]] = states[target]
            else:
                goto[symbol] = states[target]
        actions.append(row(action))
        gotos.append(row(goto))
    return {
        "key": grammar_key(grammar),
        "start": states[table.start_states["start"]],
        "end": states[table.end_states["start"]],
        "rules": [_rule_data(rule) for rule in rules],
        "first": _first_tokens(rules, terminals),
        "actions": actions,
        "gotos": gotos,
        "rows": rows,
    }


def _rule_key(rule: Any) -> tuple[str, list[str], str]:
    return str(rule.origin.name), [str(symbol.name) for symbol in rule.expansion], str(rule.alias)


def _in_order(table: Any, start: int) -> dict[int, int]:
    """New numbers for the states of Lark, whose own differ from run to run."""
    states = {start: 1}
    for state in (todo := [start]):
        for _, (_, target) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if isinstance(target, int) and target not in states:
                states[target] = len(states) + 1
                todo.append(target)
    return states


def _rule_data(rule: Any) -> list[Any]:
    """Which values a reduction gets: as Lark would, without words, with groups spliced and None for gaps."""
    gaps = [0] * (len(rule.expansion) + 1)
    if rule.options.empty_indices:
        marks = "".join("1" if empty else "0" for empty in rule.options.empty_indices)
        gaps = [len(ones) for ones in marks.split("0")]
    plan, nones = [], 0
    for number, symbol in enumerate(rule.expansion):
        nones += gaps[number]
        if not (symbol.is_term and symbol.filter_out):
            plan.append([number, not symbol.is_term and symbol.name.startswith("_"), nones])
            nones = 0
    origin = str(rule.origin.name)
    groups = origin.startswith("_") and not rule.alias
    name = "" if groups else str(rule.alias or origin)
    single = bool(rule.options.expand1 and not rule.alias)
    return [origin, len(rule.expansion), name, plan, nones + gaps[-1], single]


def _first_tokens(rules: Iterable[Any], terminals: dict[str, str]) -> dict[str, list[str]]:
    """For each form that messages speak of, the tokens that it may begin with."""
    rules = list(rules)
    first: dict[str, set[str]] = {str(rule.origin.name): set() for rule in rules}
    empty = {str(rule.origin.name) for rule in rules if not rule.expansion}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            found = first[str(rule.origin.name)]
            size = len(found)
            for symbol in rule.expansion:
                found |= {terminals[symbol.name]} if symbol.is_term else first[symbol.name]
                if symbol.is_term or symbol.name not in empty:
                    break
            changed = changed or len(found) > size
    return {form: sorted(first[form]) for form in FORMS}


def write_tables(path: str) -> None:
    """Work out the tables of the shipped grammar and write them to *path*."""
    data = build_tables(grammar_text())
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n")


# ------------------------------------------------------------------ the automaton


@define
class _Stack:
    """Where the automaton is: parallel lists, one item a symbol read."""

    states: list[int]
    values: list[Any]
    firsts: list[int]  # the first token of each symbol that is no layout, or -1
    lasts: list[int]
    depths: list[int]

    def copy(self) -> "_Stack":
        return _Stack(self.states[:], self.values[:], self.firsts[:], self.lasts[:], self.depths[:])


class _TooDeep(Exception):
    """The tree would be deeper than MAX_DEPTH."""


class _Parser:
    def __init__(self, tables: Tables, tokens: Tokens) -> None:
        self.tables = tables
        self.tokens = tokens
        self.problems: list[Diagnostic] = []
        self.building = not tokens.problems  # with the first problem the tree is lost
        self.stack = _Stack([tables.start], [], [], [], [])

    def run(self) -> tree.File | None:
        tokens, kinds = self.tokens, self.tokens.kinds
        saved: list[_Stack] = []  # by depth: the stack as it was where the last line of that depth began
        number, row = 0, -1
        retried = -1  # the token that was gone on from after the last mistake
        stray: tuple[int, frozenset[str]] | None = None  # where lines of another form went on, what was expected
        while True:
            if tokens.rows[number] != row and kinds[number] not in LAYOUT:
                row, depth = tokens.rows[number], tokens.depths[number]
                if depth >= len(saved) or INDENT not in self.tables.actions[self.stack.states[-1]]:
                    del saved[depth:]
                    saved += [self.stack.copy()] * (depth + 1 - len(saved))
            try:
                if self._feed(number):
                    if kinds[number] == END:
                        return self.stack.values[-1] if self.building else None
                    number += 1
                    continue
            except _TooDeep:
                message = f"more than {MAX_DEPTH} forms inside one another"
                self.problems.append(Diagnostic(Code.TOO_DEEP, message, tokens.span(number, number)))
                return None
            self.building = False
            explained = _Explanation(self.tables, tokens, self.stack.states, saved, number)
            expected = frozenset(explained.expected)
            astray = kinds[number] in RESERVED and (number == 0 or kinds[number - 1] in LAYOUT)
            if (
                tokens.rows[number] not in tokens.spoilt
                and tokens.rows[max(number - 1, 0)] not in tokens.spoilt
                and not (astray and stray == (number, expected))
            ):
                self.problems.append(explained.diagnostic())
            if len(self.problems) >= MAX_PROBLEMS:
                return None
            going_on: int | None = None
            if INDENT in self.tables.actions[self.stack.states[-1]] and number != retried:
                going_on = self._missing_block(number, saved)
            if going_on is None:
                going_on = self._recover(number, saved)
            if going_on is None:
                return None
            retried = number = going_on
            # Lines that belong to a header which is missing are one mistake, not one each.
            stray = (number, expected) if astray else None
            row = -1

    def _feed(self, number: int) -> bool:
        """Take one token; False if it cannot stand here."""
        tables, stack = self.tables, self.stack
        kind = self.tokens.kinds[number]
        states = stack.states
        while True:
            if kind == END and states[-1] == tables.end:
                return True
            action = tables.actions[states[-1]].get(kind)
            if action is None:
                return False
            if action > 0:
                states.append(action)
                layout = kind in LAYOUT
                value = None
                if not layout and self.building:
                    value = build.token_node(
                        kind, self.tokens.texts[number], self.tokens.span(number, number)
                    )
                stack.values.append(value)
                stack.firsts.append(-1 if layout else number)
                stack.lasts.append(-1 if layout else number)
                stack.depths.append(0)
                return True
            self._reduce(tables.rules[-action], number)

    def _reduce(self, rule: _Rule, number: int) -> None:
        stack, size = self.stack, rule.size
        first = last = -1
        depth = 0
        parts: list[Any] = []
        if size:
            for first in stack.firsts[-size:]:
                if first >= 0:
                    break
            for last in stack.lasts[: -size - 1 : -1]:
                if last >= 0:
                    break
            depth = max(stack.depths[-size:])
            if self.building:
                values = stack.values[-size:]
                if rule.plain:
                    parts = values
                else:
                    for symbol, splice, nones in rule.plan:
                        if nones:
                            parts += [None] * nones
                        if not splice:
                            parts.append(values[symbol])
                        elif parts:
                            parts += values[symbol]
                        else:
                            parts = values[symbol]  # may grow: nobody else holds it
                    if rule.tail:
                        parts += [None] * rule.tail
            for column in (stack.states, stack.values, stack.firsts, stack.lasts, stack.depths):
                del column[-size:]
        elif rule.tail:
            parts = [None] * rule.tail
        value: Any = parts
        if rule.name and not (rule.single and size == 1):
            depth += 1
            if depth > MAX_DEPTH:
                raise _TooDeep
        if not self.building:
            value = None
        elif rule.single and len(parts) == 1:
            value = parts[0]
        elif rule.name:
            here = number if first < 0 else first
            span = self.tokens.span(here, max(last, here))
            try:
                value = build.REDUCTIONS[rule.name](span, *parts)
            except build.Refused as refused:
                self.problems.append(refused.diagnostic)
                self.building = False
        stack.states.append(self.tables.gotos[stack.states[-1]][rule.origin])
        stack.values.append(value)
        stack.firsts.append(first)
        stack.lasts.append(last)
        stack.depths.append(depth)

    def _missing_block(self, number: int, saved: list[_Stack]) -> int | None:
        """Forget the header above; the line itself may be right."""
        depth = self.tokens.depths[number]
        if self.tokens.kinds[number] == END or depth >= len(saved):
            return None
        self.stack = saved[depth].copy()
        del saved[depth + 1 :]
        return number

    def _recover(self, number: int, saved: list[_Stack]) -> int | None:
        """Go back to the start of the line with the mistake and on from a later line of its block, or below.

        Returns:
            The number of the token to go on from; None at the end of the text.
        """
        tokens, kinds = self.tokens, self.tokens.kinds
        while number < len(kinds) - 1 and kinds[number] in LAYOUT and kinds[number] != END:
            if number + 1 >= len(kinds):
                break
            if tokens.rows[number + 1] != tokens.rows[number]:
                break
            number += 1
        depth = min(tokens.depths[number], len(saved) - 1)
        row = tokens.rows[number]
        for start in _line_starts(tokens, number, row):
            if kinds[start] == END:
                return None
            below = tokens.depths[start]
            if below > depth or kinds[start] == "otherwise":
                continue
            while depth >= below:
                self.stack = saved[depth].copy()
                del saved[depth + 1 :]
                if all(self._feed_dedent() for _ in range(depth - below)):
                    return start
                depth -= 1
            depth = max(below, 0)
        return None

    def _feed_dedent(self) -> bool:
        """Close one block, if the automaton can."""
        states = self.stack.states
        after = _advance(self.tables, states, [DEDENT])
        if after is None:
            return False
        size = _common(states, after)
        grown = len(after) - size
        for column in (self.stack.values, self.stack.firsts, self.stack.lasts):
            del column[size - 1 :]
        del self.stack.depths[size - 1 :]
        self.stack.values += [None] * grown
        self.stack.firsts += [-1] * grown
        self.stack.lasts += [-1] * grown
        self.stack.depths += [0] * grown
        self.stack.states = after
        return True


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    size = 0
    while size < min(len(one), len(other)) and one[size] == other[size]:
        size += 1
    return size


def _line_starts(tokens: Tokens, number: int, row: int) -> Iterator[int]:
    """The first tokens of the logical lines after *row*, at last END."""
    for later in range(number, len(tokens.kinds)):
        kind = tokens.kinds[later]
        if kind == END or (tokens.rows[later] > row and kind not in LAYOUT):
            row = tokens.rows[later]
            yield later


def _advance(tables: Tables, states: Sequence[int], kinds: Iterable[str]) -> list[int] | None:
    """The states after some tokens, or None if one cannot stand where it does."""
    states = list(states)
    for kind in kinds:
        while not (kind == END and states[-1] == tables.end):
            action = tables.actions[states[-1]].get(kind)
            if action is None:
                return None
            if action > 0:
                states.append(action)
                break
            rule = tables.rules[-action]
            if rule.size:
                del states[-rule.size :]
            states.append(tables.gotos[states[-1]][rule.origin])
    return states


# ------------------------------------------------------------------ what to say of a mistake

_SHOWN = 6  # at most so many things that would be accepted
_PHRASES = {
    lex.NAME: "a name",
    lex.CAP: "a `Capital` name",
    lex.NUMBER: "a number",
    lex.STRING: 'a text in `"quotes"`',
    lex.CITE: "",
    lex.DOC: "",
    NL: "the end of the line",
    INDENT: "an indented block",
    DEDENT: "",
    END: "the end of the file",
}
# Tokens that show that a form may stand here, and what it is called.
_FORM_PHRASES = (
    (
        ("_block_decl", "_line_decl"),
        ("zone", "winner"),
        "a declaration (`kind`, `card`, `zone`, `counter`, `effect`, ...)",
    ),
    (("_simple", "_compound"), ("move", "together"), "a statement (`move`, `set`, `if`, `p chooses`, ...)"),
    (("_simple",), ("move", "draw"), "a statement (`move`, `set`, `p gains`, ...)"),
    (("event",), ("announced", lex.NAME), "an event"),
    (("expr",), ("not", lex.NUMBER, "("), "a value"),
    (("expr",), ("everyone", lex.NUMBER), "a value"),
    (("type",), ("text", "list"), "a type (`number`, `player`, `yes or no`, ...)"),
    (("noun",), ("player", "list"), "what is meant (`player`, `card`, `number`, a `Kind`, ...)"),
)
_OPERATORS = ("and", "or", "is", "=", "<", "<=", ">", ">=", "+", "-", "*", "/", "if", "can", "knows", "holds")


_DOUBLED = {
    "==": "numbers compare with one `=`, everything else with `is`",
    ":=": "say `set a to b`",
    "=>": "say `>=`",
    "=<": "say `<=`",
    "<>": "say `is not`, or `not` before the comparison",
    "+=": "say `set a to a + b`, or `p gains ...`",
    "-=": "say `set a to a - b`, or `p loses ...`",
    "**": "there are no powers",
    "//": "say `/` and at the end `rounded down`",
}


_EXAMPLE = 'lines with `given`, `when` and `then` stand below `example "...":`'
_CHANGES = "changes of a game stand below `variant ... of ...:`"
_HOMES = {  # of words that begin the lines of some blocks only
    "given": _EXAMPLE,
    "then": _EXAMPLE,
    "option": "options stand below `p chooses:`",
    "action": "actions stand below `window ...:` or `anytime:`",
    "passing": "`passing requires` stands below `window ...:`",
    "add": _CHANGES,
    "replace": _CHANGES,
    "remove": _CHANGES,
    "rename": _CHANGES,
    "otherwise": "`otherwise` stands below the block of its `if`",
}


class _Explanation:
    """What was found, what would be accepted, and perhaps what was meant."""

    def __init__(
        self, tables: Tables, tokens: Tokens, states: list[int], saved: list[_Stack], number: int
    ) -> None:
        self.tables = tables
        self.tokens = tokens
        self.states = states
        self.number = number
        self.saved = saved
        row = tables.actions[states[-1]]
        self.expected = {kind for kind in row if _advance(tables, states, [kind]) is not None}

    def diagnostic(self) -> Diagnostic:
        kind = self.tokens.kinds[self.number]
        return (
            self._reserved(kind)
            or self._misspelt()
            or self._doubled_sign()
            or Diagnostic(Code.UNEXPECTED_TEXT, self._message(kind), self._span(kind), self._hint(kind))
        )

    def _reserved(self, kind: str) -> Diagnostic | None:
        """A word of the language where a name would do, and what follows fits a name."""
        if kind not in RESERVED or lex.NAME not in self.expected:
            return None
        following = self.tokens.kinds[self.number + 1]
        if _advance(self.tables, self.states, [lex.NAME, following]) is None:
            return None
        return Diagnostic(
            Code.RESERVED_WORD,
            f"`{kind}` is a word of the language and can be no name",
            self._span(kind),
            f"take another name, such as `the_{kind}`",
        )

    def _misspelt(self) -> Diagnostic | None:
        """A name on this line, not after the mistake, that as a word of the language would make it fit."""
        tokens, number = self.tokens, self.number
        row = tokens.rows[number]
        begin = number
        while begin > 0 and tokens.rows[begin - 1] == row and number - begin < 40:
            begin -= 1
        while begin < number and tokens.kinds[begin] in LAYOUT:
            begin += 1
        depth = tokens.depths[begin]
        if tokens.rows[begin] != row or depth >= len(self.saved) or number - begin >= 40:
            return None
        end = number + 1 if tokens.kinds[number] in LAYOUT else number + 2
        states: list[int] | None = self.saved[depth].states
        for place in range(begin, number + 1):
            text = tokens.texts[place]
            if states is None:
                return None
            if tokens.kinds[place] in (lex.NAME, lex.CAP) or (place == number and text in RESERVED):
                here = states
                words = [word for word in self.tables.actions[here[-1]] if word in RESERVED]
                words = [word for word in words if _advance(self.tables, here, [word]) is not None]
                word = nearest(text, words) if len(text) > 2 else None
                if word is not None:
                    tail = tokens.kinds[place + 1 : max(end, place + 2)]
                    if _advance(self.tables, here, [word, *tail]) is not None:
                        return Diagnostic(
                            Code.UNEXPECTED_TEXT,
                            f"`{text}` cannot stand here",
                            tokens.span(place, place),
                            f"did you mean `{word}`?",
                        )
            states = _advance(self.tables, states, [tokens.kinds[place]])
        return None

    def _doubled_sign(self) -> Diagnostic | None:
        tokens, number = self.tokens, self.number
        pair, first = "", number
        for first in (number - 1, number):
            if (
                first >= 0
                and tokens.starts[first] + 1 == tokens.starts[min(first + 1, len(tokens.starts) - 1)]
            ):
                pair = tokens.kinds[first] + tokens.kinds[first + 1]
                if pair in _DOUBLED:
                    break
        if pair not in _DOUBLED:
            return None
        return Diagnostic(
            Code.UNEXPECTED_TEXT, f"`{pair}` has no meaning", tokens.span(first, first + 1), _DOUBLED[pair]
        )

    def _line_begins_with(self, word: str) -> bool:
        tokens, number = self.tokens, self.number
        while number > 0 and tokens.rows[number - 1] == tokens.rows[number]:
            number -= 1
        return word in tokens.kinds[number : number + 3]

    def _span(self, kind: str) -> Span:
        """The token; for the end of a line the last thing on it."""
        tokens, number = self.tokens, self.number
        if self.expected == {INDENT} and number > 1:
            return tokens.span(number - 2, number - 2)
        if kind not in LAYOUT:
            return tokens.span(number, number)
        if kind == INDENT:
            return tokens.span(number + 1, number + 1)
        before = number - 1
        while before > 0 and tokens.kinds[before] in LAYOUT:
            before -= 1
        if before < 0 or tokens.kinds[before] in LAYOUT:
            return tokens.span(number, number)
        whole = tokens.span(before, before)
        return Span(
            whole.file,
            whole.end,
            whole.end_line,
            whole.end_column,
            whole.end,
            whole.end_line,
            whole.end_column,
        )

    def _found(self, kind: str) -> str:
        if kind == INDENT:
            return "this line is indented, but nothing above it opens a block"
        tokens, number = self.tokens, self.number
        if kind in (DEDENT, END) or (kind == NL and not tokens.texts[number]):
            return (
                "the block ends here"
                if kind == DEDENT
                else "the file ends here"
                if kind == END
                else "the line ends here"
            )
        text = tokens.texts[number]
        if kind == lex.DOC:
            return "a `##` line cannot stand here"
        shown = text if len(text) <= 40 else text[:37] + "..."
        return f"`{shown}` cannot stand here"

    def _message(self, kind: str) -> str:
        found = self._found(kind)
        phrases = self._accepted()
        if kind == INDENT or not phrases:
            return found
        if self.expected == {INDENT}:
            return "below a `:` at the end of a line belongs an indented block"
        if len(phrases) > _SHOWN:
            phrases = [*phrases[:_SHOWN], "..."]
        last = phrases.pop()
        if last == "...":
            return f"{found}; expected {', '.join(phrases)}, ..."
        return f"{found}; expected {', '.join(phrases)} or {last}" if phrases else f"{found}; expected {last}"

    def _accepted(self) -> list[str]:
        """What would be accepted, in words, the likeliest first."""
        rest = set(self.expected)
        forms = []
        for names, marks, phrase in _FORM_PHRASES:
            if rest.issuperset(marks):
                forms.append(phrase)
                for name in names:
                    rest -= self.tables.first[name]
        operators = [sign for sign in _OPERATORS if sign in rest]
        signs = [f"`{sign}`" for sign in (":", ",", ")", "]", "(", "[") if sign in rest]
        rest -= {":", ",", ")", "]", "(", "["}
        rest -= set(operators)
        words = [f"`{word}`" for word in sorted(rest) if word in RESERVED or word in "=<>"]
        kinds = [_PHRASES[kind] for kind in (lex.NAME, lex.CAP, lex.NUMBER, lex.STRING) if kind in rest]
        ends = [_PHRASES[kind] for kind in (NL, INDENT, END) if kind in rest]
        if forms and {"zone", "winner"} <= self.expected:
            ends = []
        if len(operators) > 2:
            joined = ["more of the value (" + ", ".join(f"`{sign}`" for sign in operators[:3]) + ", ...)"]
        else:
            joined = [f"`{sign}`" for sign in operators]
        return [*forms, *kinds, *signs[:3], *words, *ends, *joined]

    def _hint(self, kind: str) -> str | None:
        tokens, number = self.tokens, self.number
        if kind == lex.DOC:
            return "a remark at the end of a line begins with one #; `##` lines stand above what they tell of"
        if kind == NL and ":" in self.expected and INDENT not in self.expected:
            following = tokens.kinds[number + 1] if number + 1 < len(tokens.kinds) else END
            if following == INDENT:
                return "a line with a block below it ends in `:`"
        if kind == INDENT and tokens.kinds[max(number - 2, 0)] != ":":
            return "the line above it would have to end in `:`"
        if kind == ":" and "=" in self.expected:
            return "did you mean `=`?"
        if kind == "=" and "to" in self.expected and self._line_begins_with("set"):
            return "say `set a to b`"
        if kind in ("game", "variant"):
            return f"the line `{kind} ...` is the first of a file"
        if kind == "if" and tokens.kinds[max(number - 1, 0)] == ":":
            return "an `if` begins a line of its own: put it below, and further in"
        if kind in _HOMES and tokens.kinds[max(number - 1, 0)] in LAYOUT:
            return _HOMES[kind]
        if kind == lex.CAP and lex.NAME in self.expected:
            return "own names are written in `lower_case`"
        if kind == lex.NAME and lex.CAP in self.expected:
            return "kinds, enums, games and players are written with a capital letter"
        if kind == lex.CITE:
            return "citations stand at the end of a line, or on a line of their own above it"
        text = tokens.texts[number]
        if re.fullmatch(r"[a-z_]+", text):
            word = nearest(text, [other for other in self.expected if other in RESERVED])
            if word is not None:
                return f"did you mean `{word}`?"
        return None


if __name__ == "__main__":
    write_tables(str(files("rulelang") / "grammar.json"))
