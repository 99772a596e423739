"""A text cut into tokens, with its layout: logical lines, indentation, comments."""

import re

from attrs import Factory, define

from rulelang.diagnostics import Code, Diagnostic
from rulelang.source import Source, Span, line_starts
from rulelang.tree import Comment
from rulelang.words import RESERVED

# Bounds on what is read at all; far beyond any game, small enough for bounded time, memory and recursion.
MAX_TEXT = 2_000_000
MAX_LINE = 4_000
MAX_TOKENS = 100_000  # and comments
MAX_BRACKETS = 60
MAX_INDENTS = 60
MAX_DIGITS = 15
MAX_PROBLEMS = 20

NAME, CAP, NUMBER, STRING, CITE, DOC = "NAME", "CAP", "NUMBER", "STRING", "CITE", "DOC"
NL, INDENT, DEDENT, END = "NL", "INDENT", "DEDENT", "END"
LAYOUT = frozenset({NL, INDENT, DEDENT, END})

PATTERNS = {  # as in grammar.lark; a test compares them
    NAME: r"[a-z][a-z0-9_]*",
    CAP: r"[A-Z][A-Za-z0-9]*",
    NUMBER: r"[0-9]+",
    STRING: r'"[^"\n]*"',
    CITE: r"@[A-Z]+-[0-9]+",
    DOC: r"##[^\n]*",
}
_FILLED = re.compile(r"^([ \t]*)[^\s#]", re.MULTILINE)
_NEAR = 4000  # letters in which the next line is looked for
_TOKEN = re.compile(
    "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in PATTERNS.items())
    + r"|(?P<BLANK>[ \t]+|\r(?=\n))|(?P<BREAK>\n)|(?P<COMMENT>\#[^\n]*)|(?P<MARK><=|>=|[-=<>+*/:,()\[\]])"
    + r'|(?P<OPEN>"[^\n]*)|(?P<STRANGE>.)',
    re.DOTALL | re.ASCII,
)
_TOUCHING = frozenset({NAME, CAP, NUMBER})
_PARTNER = {")": "(", "]": "["}
# Words that begin a line and cannot go on a value: below an open bracket they show that it was forgotten.
_LINE_WORDS = frozenset(
    """
    catalogue include parameter enum kind card token cards board zone counter variable dice value refill event
    winner invariant trait effect window anytime rule setup phase tally example variant given when then option
    let set move draw shuffle roll show announce open pause requires cancel skip end eliminate repeat together
    while
    """.split()
)


@define
class Tokens:
    """Parallel lists, one item a token, END the last; the kind of a reserved word is the word itself."""

    source: Source
    kinds: list[str] = Factory(list)
    texts: list[str] = Factory(list)
    starts: list[int] = Factory(list)
    lines: list[int] = Factory(list)
    columns: list[int] = Factory(list)
    depths: list[int] = Factory(list)  # of the logical line the token stands on, in indents
    rows: list[int] = Factory(list)  # which logical line, counted from 0
    comments: list[Comment] = Factory(list)
    empty_lines: list[int] = Factory(list)
    problems: list[Diagnostic] = Factory(list)
    spoilt: set[int] = Factory(set)  # logical lines with a problem: what the parser says of them is noise

    def span(self, first: int, last: int) -> Span:
        """From the start of one token to the end of another."""
        start, end, line = self.starts[first], self.starts[last] + len(self.texts[last]), self.lines[last]
        column = self.columns[last] + len(self.texts[last])
        return Span(self.source.path, start, self.lines[first], self.columns[first], end, line, column)


class _Stop(Exception):
    """Nothing more is read."""


def lex(source: Source) -> Tokens:
    """All tokens of a text; whatever is wrong is in ``problems``. Never raises."""
    return _Lexer(source).tokens


class _Lexer:
    def __init__(self, source: Source) -> None:
        self.tokens = Tokens(source)
        self.text = source.text
        self.path = source.path
        self.row = 0  # the logical line
        self.indents = [0]
        self.brackets: list[tuple[str, int, int, int]] = []  # character, offset, line, column
        self.tab_seen = False
        try:
            self._check_size()
            self._read()
        except _Stop:
            self.tokens = Tokens(source, problems=self.tokens.problems, spoilt={0})
            self.row = 0
            self._emit(END, "", 0, 1, 1)

    def _emit(self, kind: str, text: str, start: int, line: int, column: int) -> None:
        tokens = self.tokens
        tokens.kinds.append(kind)
        tokens.texts.append(text)
        tokens.starts.append(start)
        tokens.lines.append(line)
        tokens.columns.append(column)
        tokens.depths.append(len(self.indents) - 1)
        tokens.rows.append(self.row)

    def _problem(
        self,
        code: Code,
        message: str,
        start: int,
        length: int,
        line: int,
        column: int,
        hint: str | None = None,
    ) -> None:
        self.tokens.spoilt.add(self.row)
        if len(self.tokens.problems) < MAX_PROBLEMS:
            span = Span(self.path, start, line, column, start + length, line, column + length)
            self.tokens.problems.append(Diagnostic(code, message, span, hint))

    def _check_size(self) -> None:
        text = self.text
        if len(text) > MAX_TEXT:
            self._problem(
                Code.TOO_LARGE,
                f"a rules file may have {MAX_TEXT:,} characters, this one has more",
                0,
                1,
                1,
                1,
            )
            raise _Stop
        starts = line_starts(text)
        previous = 0
        for number, start in enumerate([*starts[1:], len(text) + 1]):
            if start - previous - 1 > MAX_LINE:
                self._problem(
                    Code.TOO_LARGE,
                    f"a line may have {MAX_LINE:,} characters, this one has more",
                    previous,
                    1,
                    number + 1,
                    1,
                )
                raise _Stop
            previous = start

    def _read(self) -> None:
        text, brackets = self.text, self.brackets
        match = _TOKEN.match
        position = 1 if text.startswith("\ufeff") else 0
        line, line_start = 1, 0
        fresh = True  # nothing but blanks so far on this line of the text
        open_row = False  # the logical line has tokens
        word_end = -1  # where the last name or number ended
        while (found := match(text, position)) is not None:
            kind, start, position = found.lastgroup or "", position, found.end()
            column = start - line_start + 1
            if kind == "BLANK":
                continue
            if kind == "BREAK":
                if open_row and not brackets:
                    self._emit(NL, "", start, line, column)
                    self.row += 1
                    open_row = False
                if (
                    fresh
                    and not brackets
                    and not (self.tokens.comments and self.tokens.comments[-1].span.line == line)
                ):
                    self.tokens.empty_lines.append(line)
                line, line_start, fresh = line + 1, position, True
                continue
            token = found.group()
            if kind == "COMMENT":
                token = token.rstrip()
                span = Span(self.path, start, line, column, start + len(token), line, column + len(token))
                self.tokens.comments.append(Comment(token, fresh, span=span))
                self._count(start, line, column)
                continue
            if kind == "STRANGE" or kind == "OPEN":
                self._strange(kind, token, start, line, column)
                if kind == "STRANGE":
                    fresh = False
                    continue
                kind = STRING
            elif kind == "MARK" or (kind == NAME and token in RESERVED):
                kind = token
            if fresh:
                if brackets and kind in _LINE_WORDS and column - 1 <= self.indents[-1]:
                    self._unclosed()
                    self._emit(NL, "", line_start - 1, line - 1, 1)
                    self.row += 1
                    open_row = False
                if not brackets:
                    self._indent(line_start, start, line, column)
                fresh = False
            if kind in _TOUCHING or token[0].isalpha():
                if word_end == start:
                    self._touching(token, start, line, column)
                word_end = position
                if kind == NUMBER and len(token) > MAX_DIGITS:
                    self._problem(
                        Code.TOO_LARGE,
                        f"a number may have {MAX_DIGITS} digits",
                        start,
                        len(token),
                        line,
                        column,
                    )
                    token = "0"
            elif kind in "([":
                brackets.append((token, start, line, column))
                if len(brackets) > MAX_BRACKETS:
                    self._problem(
                        Code.TOO_DEEP,
                        f"more than {MAX_BRACKETS} brackets inside one another",
                        start,
                        1,
                        line,
                        column,
                    )
                    raise _Stop
            elif kind in ")]":
                if not brackets or brackets[-1][0] != _PARTNER[kind]:
                    self._unmatched(token, start, line, column)
                else:
                    brackets.pop()
            elif kind == DOC:
                token = token.rstrip()
            self._emit(kind, token, start, line, column)
            open_row = True
            self._count(start, line, column)
        column = len(text) - line_start + 1
        if brackets:
            self._unclosed()
        if open_row:
            self._emit(NL, "", len(text), line, column)
            self.row += 1
        while len(self.indents) > 1:
            self.indents.pop()
            self._emit(DEDENT, "", len(text), line, column)
        self._emit(END, "", len(text), line, column)

    def _count(self, start: int, line: int, column: int) -> None:
        if len(self.tokens.kinds) + len(self.tokens.comments) > MAX_TOKENS:
            message = f"a rules file may have {MAX_TOKENS:,} words, this one has more"
            self._problem(Code.TOO_LARGE, message, start, 1, line, column)
            raise _Stop

    def _indent(self, line_start: int, start: int, line: int, column: int) -> None:
        """Blocks that begin or end at the first token of a logical line."""
        blanks = self.text[line_start:start].lstrip("\ufeff")
        width = len(blanks)
        if "\t" in blanks:
            width = len(blanks.expandtabs(4))
            if not self.tab_seen:
                self.tab_seen = True
                where = line_start + self.text[line_start:start].index("\t")
                self._problem(
                    Code.TAB_INDENTATION,
                    "the indentation has a tab",
                    where,
                    1,
                    line,
                    where - line_start + 1,
                    "indent with four blanks a level",
                )
        indents = self.indents
        around = " or ".join(map(str, indents[-3:]))
        if width > indents[-1]:
            indents.append(width)
            if len(indents) > MAX_INDENTS + 1:
                self._problem(
                    Code.TOO_DEEP,
                    f"more than {MAX_INDENTS} blocks inside one another",
                    start,
                    1,
                    line,
                    column,
                )
                raise _Stop
            self._emit(INDENT, "", start, line, column)
            return
        while width < indents[-1]:
            if width > indents[-2]:
                # Of this block or of the one around it, which may not be the file: what is nearer, as far as
                # the line below it fits.
                inside = len(indents) < 3 or 2 * width > indents[-1] + indents[-2]
                inside = inside or self._next_width(start) > width
                self._problem(
                    Code.BAD_INDENTATION,
                    "the indentation matches no line above",
                    line_start,
                    max(start - line_start, 1),
                    line,
                    1,
                    f"the blocks around it are indented by {around} blanks",
                )
                if not inside:
                    indents.pop()
                    self._emit(DEDENT, "", start, line, column)
                indents[-1] = width  # taken for a line of that block, and so are its neighbours
                return
            indents.pop()
            self._emit(DEDENT, "", start, line, column)

    def _next_width(self, start: int) -> int:
        """How far the next line that says something is indented."""
        end = self.text.find("\n", start)
        found = None if end < 0 else _FILLED.search(self.text, end + 1, end + _NEAR)
        return 0 if found is None else len(found[1].expandtabs(4))

    def _strange(self, kind: str, token: str, start: int, line: int, column: int) -> None:
        if kind == "OPEN":
            self._problem(
                Code.OPEN_QUOTE,
                'a text needs a closing `"` on the same line',
                start,
                len(token.rstrip()),
                line,
                column,
            )
            return
        hints = {
            "'": 'texts stand in double quotes: "..."',
            "\u201c": 'texts stand in straight double quotes: "..."',
            "\u201d": 'texts stand in straight double quotes: "..."',
            "!": "say `is not`, or `not` before the comparison",
            "\u2260": "say `is not`, or `not` before the comparison",
            "\u2264": "write `<=`",
            "\u2265": "write `>=`",
            "\u2013": "write `-`",
            "\u2212": "write `-`",
            "\u00d7": "write `*`",
            ";": "one statement a line",
            "{": "blocks are indented, lists stand in `[` and `]`",
            "}": "blocks are indented, lists stand in `[` and `]`",
            "@": "a citation looks like @AB-12",
            ".": "say `score of p`: with `of`, from the right",
            "_": "names begin with a small letter",
        }
        if self.row in self.tokens.spoilt:
            return  # one strange character a line is enough
        shown = f"`{token}`" if token.isprintable() and token != " " else f"character number {ord(token)}"
        hint = hints.get(token)
        if hint is None and token.isalpha():
            hint = "names are written with a to z, digits and _; a text in quotes may hold anything"
        self._problem(Code.STRANGE_CHARACTER, f"{shown} has no meaning here", start, 1, line, column, hint)

    def _touching(self, token: str, start: int, line: int, column: int) -> None:
        self._problem(
            Code.UNEXPECTED_TEXT,
            f"`{token}` needs a blank before it",
            start,
            len(token),
            line,
            column,
            "own names are `lower_case`, kinds, enums and games `Capitals`",
        )

    def _unclosed(self) -> None:
        character, start, line, column = self.brackets[-1]
        self._problem(Code.OPEN_BRACKET, f"`{character}` is never closed", start, 1, line, column)
        self.brackets.clear()

    def _unmatched(self, token: str, start: int, line: int, column: int) -> None:
        if self.brackets:
            character, _, open_line, _ = self.brackets.pop()
            message = f"`{token}` closes nothing: the last open bracket is `{character}` in line {open_line}"
        else:
            message = f"`{token}` closes nothing"
        self._problem(Code.OPEN_BRACKET, message, start, 1, line, column)
