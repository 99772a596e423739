"""What to say of a text that does not parse: what was found, what would be accepted, what was perhaps meant."""

import re

from rulelang import lex
from rulelang.automaton import Stack, Tables, advance
from rulelang.diagnostics import Code, Diagnostic, nearest
from rulelang.lex import DEDENT, END, INDENT, LAYOUT, NL, Tokens
from rulelang.source import Span
from rulelang.words import RESERVED

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
_COMPARISONS = ("=", "<", "<=", ">", ">=", "is")
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
_ELSEWHERE = (
    "statements stand in `setup:`, phases, effects, actions and rules; "
    "what is to happen whenever something comes about is a rule: `rule its_name, when ...: ...`"
)
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


# Where a line of a variant may begin, and something else stands.
_OTHER_WORDS = {
    "delete": "remove",
    "drop": "remove",
    "omit": "remove",
    "without": "remove",
    "override": "replace",
    "redefine": "replace",
    "insert": "add",
    "new": "add",
    "call": "rename",
}
_SET = "a parameter gets another value by `set its_name to ...`; anything else is changed by `replace`"


class Explanation:
    """What was found, what would be accepted, and perhaps what was meant."""

    def __init__(
        self, tables: Tables, tokens: Tokens, states: list[int], saved: list[Stack], number: int
    ) -> None:
        self.tables = tables
        self.tokens = tokens
        self.states = states
        self.number = number
        self.saved = saved
        row = tables.actions[states[-1]]
        self.expected = {kind for kind in row if advance(tables, states, [kind]) is not None}

    def diagnostic(self) -> Diagnostic:
        kind = self.tokens.kinds[self.number]
        return (
            self._reserved(kind)
            or self._misspelt()
            or self._lasting(kind)
            or self._doubled_sign()
            or Diagnostic(Code.UNEXPECTED_TEXT, self._message(kind), self._span(kind), self._hint(kind))
        )

    def _reserved(self, kind: str) -> Diagnostic | None:
        """A word of the language where a name would do, and what follows fits a name."""
        if kind not in RESERVED or lex.NAME not in self.expected:
            return None
        following = self.tokens.kinds[self.number + 1]
        if advance(self.tables, self.states, [lex.NAME, following]) is None:
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
                words = [word for word in words if advance(self.tables, here, [word]) is not None]
                word = nearest(text, words) if len(text) > 2 else None
                if word is not None:
                    tail = tokens.kinds[place + 1 : max(end, place + 2)]
                    if advance(self.tables, here, [word, *tail]) is not None:
                        return Diagnostic(
                            Code.UNEXPECTED_TEXT,
                            f"`{text}` cannot stand here",
                            tokens.span(place, place),
                            f"did you mean `{word}`?",
                        )
            states = advance(self.tables, states, [tokens.kinds[place]])
        return None

    def _lasting(self, kind: str) -> Diagnostic | None:
        """`becomes` as a statement of its own, where only `set` can stand."""
        if kind != "becomes" or not {"does", "gains"} <= self.expected:
            return None
        return Diagnostic(
            Code.BECOMES_REFUSED,
            "`becomes` stands only in a `while` or an `until` block, whose end is its own end",
            self._span(kind),
            "say until when, as in `until turn ends: ...`; or `set` what is stored",
        )

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
        if "to" in self.expected and "set" in self._line()[:3] and (kind == "=" or len(self.expected) == 1):
            return "say `set a to b`"
        if kind == ":" and {"is", "like"} <= self.expected:
            return 'a card says what it is: `card "..." is KIND: ...`, or `card "..." like "..."`'
        if kind in ("game", "variant"):
            return f"the line `{kind} ...` is the first of a file"
        if kind == "if" and tokens.kinds[max(number - 1, 0)] == ":":
            return "an `if` begins a line of its own: put it below, and further in"
        line = self._line()[:-1] if kind in _COMPARISONS else []
        if "where" in line:
            return "`where` reaches as far as it can: put brackets round what is compared, `(... where ...)`"
        if any(sign in line for sign in _COMPARISONS):
            return "one thing is compared with one other: join two comparisons by `and`"
        if kind == ":" and tokens.kinds[max(number - 1, 0)] in ("choose", "chooses"):
            return "a choice among options begins a line of its own: put it below, and further in"
        if {"zone", "winner"} <= self.expected and kind in RESERVED:
            first = self.tables.first
            if kind in first["_simple"] | first["_compound"]:
                return _ELSEWHERE
        changed = self._hint_in_a_variant(kind)
        if changed is not None:
            return changed
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

    def _hint_in_a_variant(self, kind: str) -> str | None:
        """What the author of a variant may have meant by this word."""
        tokens, number = self.tokens, self.number
        text, before = tokens.texts[number], tokens.kinds[max(number - 1, 0)]
        if {"add", "replace", "remove"} <= self.expected:
            if text in _OTHER_WORDS:
                return f"say `{_OTHER_WORDS[text]} ...`"
            if text in ("change", "modify", "let", "make", "parameter"):
                return _SET
            if kind in self.tables.first["_block_decl"] | self.tables.first["_line_decl"]:
                return f"say `add {text} ...` if it is new, `replace {text} ...` if the game has it"
        if before == "remove" and kind == "parameter":
            return "a parameter stays, with another value: `set its_name to ...`"
        if before == "remove" and kind in ("winner", "setup"):
            return f"`replace {kind}: ...` puts another in its place"
        if before == "replace" and kind in ("number", "players"):
            return 'the number of players stands in the head: `variant V of "..." for 2 players:`'
        line = self._line()
        if before in ("add", "replace", "remove") and kind in (lex.NAME, lex.CAP, lex.STRING, "turn"):
            sort = {"in": "action", "after": "phase", "before": "phase"}.get(line[0])
            if sort is None and kind == lex.STRING:
                sort = "card"
            if sort is not None:
                return f"say what is meant: `{before} {sort} {text}{'' if before == 'remove' else ' ...'}`"
            return f"say what sort of thing that is: `{before} phase ...`, `{before} card \"...\"`, `{before} rule ...`"
        if (line[0] == "in" and kind in ("remove", "replace")) or (kind == "from" and line[:2] == ["remove", "action"]):
            return "an action is named without its window: `remove action ...`, `replace action ...`"
        return None

    def _line(self) -> list[str]:
        """The kinds of tokens from the beginning of the line to the mistake."""
        tokens, number = self.tokens, self.number
        begin = number
        while begin > 0 and tokens.rows[begin - 1] == tokens.rows[number]:
            begin -= 1
        return [one for one in tokens.kinds[begin : number + 1] if one not in LAYOUT] or [""]
