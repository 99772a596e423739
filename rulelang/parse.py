"""A text in, its syntax tree or diagnostics out.

The automaton of `automaton.py` reads the tokens; what it reduces becomes nodes (`reductions`). After a mistake, which
`mistakes.py` puts into words, it goes on with a later line, so that independent mistakes are all told.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from rulelang import lex, reductions, tree
from rulelang.automaton import Rule, Stack, Tables, advance, tables
from rulelang.diagnostics import Code, Diagnostic
from rulelang.lex import DEDENT, END, INDENT, LAYOUT, Tokens
from rulelang.mistakes import Explanation
from rulelang.source import Source
from rulelang.words import RESERVED

MAX_DEPTH = 200  # nodes inside one another: who walks a tree may do it by recursion
MAX_PROBLEMS = lex.MAX_PROBLEMS


def parse(source: Source) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """The tree of a text, or None and what is wrong with it, in source order. Never raises."""
    tokens = lex.lex(source)
    parser = _Parser(tables(), tokens)
    file = parser.run()
    problems = sorted(tokens.problems + parser.problems, key=lambda problem: problem.span.start)
    if file is None or problems:
        return None, tuple(problems[:MAX_PROBLEMS])
    return evolve(file, comments=tuple(tokens.comments), empty_lines=tuple(tokens.empty_lines)), ()


class _TooDeep(Exception):
    """The tree would be deeper than MAX_DEPTH."""


class _Parser:
    def __init__(self, tables: Tables, tokens: Tokens) -> None:
        self.tables = tables
        self.tokens = tokens
        self.problems: list[Diagnostic] = []
        self.building = not tokens.problems  # with the first problem the tree is lost
        self.stack = Stack([tables.start], [], [], [], [])

    def run(self) -> tree.File | None:
        tokens, kinds = self.tokens, self.tokens.kinds
        saved: list[Stack] = []  # by depth: the stack as it was where the last line of that depth began
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
            explained = Explanation(self.tables, tokens, self.stack.states, saved, number)
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
                if kind in reductions.WRITTEN and self.building:
                    value = reductions.token_node(
                        kind, self.tokens.texts[number], self.tokens.span(number, number)
                    )
                stack.values.append(value)
                stack.firsts.append(-1 if layout else number)
                stack.lasts.append(-1 if layout else number)
                stack.depths.append(0)
                return True
            rule = tables.rules[-action]
            if rule.passes:
                states[-1] = tables.gotos[states[-2]][rule.origin]
            else:
                self._reduce(rule, number)

    def _reduce(self, rule: Rule, number: int) -> None:
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
                value = reductions.REDUCTIONS[rule.name](span, *parts)
            except reductions.Refused as refused:
                self.problems.append(refused.diagnostic)
                self.building = False
        stack.states.append(self.tables.gotos[stack.states[-1]][rule.origin])
        stack.values.append(value)
        stack.firsts.append(first)
        stack.lasts.append(last)
        stack.depths.append(depth)

    def _missing_block(self, number: int, saved: list[Stack]) -> int | None:
        """Forget the header above; the line itself may be right."""
        depth = self.tokens.depths[number]
        if self.tokens.kinds[number] == END or depth >= len(saved):
            return None
        self.stack = saved[depth].copy()
        del saved[depth + 1 :]
        return number

    def _recover(self, number: int, saved: list[Stack]) -> int | None:
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
        after = advance(self.tables, states, [DEDENT])
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
