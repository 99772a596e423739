"""Findings about a rules file, as values, and their text for people."""

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from enum import Enum, unique

from attrs import field, frozen

from rulelang.source import Source, Span


@unique
class Severity(Enum):
    """Whether the game may run all the same."""

    ERROR = "error"
    WARNING = "warning"


@unique
class Code(Enum):
    """Stable identifiers; each has a page in the documentation.

    Families: R0 text, syntax, files and tables; R1 names and scopes; R2 types; R3 forms and meanings that
    are refused; R4 variants; W5 warnings. A new one is one line: its id (never used before, never changed)
    and a short title. R901 was used once.
    """

    def __init__(self, id: str, title: str) -> None:
        self.id = id
        self.title = title

    # R0: text and syntax
    UNEXPECTED_TEXT = ("R001", "text that fits no form of the language")
    RESERVED_WORD = ("R002", "a word of the language used as a name")
    STRANGE_CHARACTER = ("R003", "a character that no rules file has")
    OPEN_QUOTE = ("R004", "a text without its closing quotation mark")
    OPEN_BRACKET = ("R005", "a bracket without its partner")
    BAD_INDENTATION = ("R006", "indentation that fits no block")
    TAB_INDENTATION = ("R007", "a tab in the indentation")
    TOO_LARGE = ("R008", "a file, line or number beyond what is read")
    TOO_DEEP = ("R009", "forms nested beyond what is read")
    SAID_TWICE = ("R010", "one thing said twice in one declaration")

    # R0: files and tables
    UNREADABLE_FILE = ("R050", "a file that is missing or cannot be read")
    FORBIDDEN_PATH = ("R051", "a path that leads out of the game's folder")
    INCLUDED_TWICE = ("R052", "a file included twice, or by itself")
    WRONG_FILE = ("R053", "a game, a variant or a part where another of them is wanted")
    UNKNOWN_GAME = ("R054", "a game that is not there")
    BAD_TABLE = ("R060", "a table that is not in order")
    BAD_CATALOGUE = ("R061", "a catalogue that is not in order")

    # R1: names and scopes
    UNKNOWN_NAME = ("R101", "a name that nothing has")
    DECLARED_TWICE = ("R102", "two declarations of one name")
    NAME_TAKEN = ("R103", "a new name that already means something here")
    AMBIGUOUS_NAME = ("R104", "a name that may mean several things")
    NOT_OF_THAT = ("R105", "something asked of a thing that does not have it")
    OWNER_MISSING = ("R106", "a name without the `of` that it needs, or with one too many")
    NOBODY_MEANT = ("R107", "`you`, `this`, `owner` or `it` where none is meant")
    UNKNOWN_CARD = ("R108", "a text that names no card")
    CIRCULAR = ("R109", "declarations that rest on themselves")
    UNKNOWN_STATEMENT = ("R110", "a citation that is not in the catalogue")
    WRONG_SORT = ("R111", "a name of another sort than is needed here")

    # R2: types
    IS_OF_NUMBERS = ("R201", "numbers compared with `is`")
    EQUALS_OF_THINGS = ("R202", "things compared like numbers")
    NEVER_ALIKE = ("R203", "unlike things compared")
    NO_CONDITION = ("R204", "a condition that is not yes or no")
    WRONG_TYPE = ("R205", "a value of another type than is needed")
    NO_NUMBER = ("R206", "reckoning with what is no number")
    NO_LIST = ("R207", "one thing where many are needed, or many where one is")
    WRONG_ARGUMENTS = ("R208", "too many or too few things in brackets")
    WRONG_INDEX = ("R209", "an index too many or too few")
    OUT_OF_RANGE = ("R210", "a number outside its range")
    NOT_CONSTANT = ("R211", "a value that must be known before play")
    NO_PLACE = ("R212", "a choice that does not say among what")
    WRONG_CARDS = ("R213", "cards that may not lie there")

    # R3: forms and meanings that are refused
    BECOMES_REFUSED = ("R301", "`becomes` of something that is not derived, or for good")
    NO_ZONE_SAID = ("R302", "a rule of a card that does not say where the card lies")
    PHASE_MISPLACED = ("R303", "a phase where none may stand")
    CHOICE_NOT_FIRST = ("R304", "choices `at once` that do not come first")
    STAYS_IN_BOX = ("R305", "cards that never leave the box")
    SET_REFUSED = ("R306", "`set` of something that cannot be set")
    GIVEN_REFUSED = ("R307", "a `given` that cannot be made true")
    EXAMPLES_ONLY = ("R308", "a form of examples outside them")
    MEMBER_MISPLACED = ("R309", "a member that may not stand here")
    LEFT_OPEN = ("R310", "a field or slot that is left open")
    WRONG_LAYER = ("R311", "layers of a value that are not observed")
    NOT_TO_BE_DONE = ("R312", "something done that is no effect")
    NO_EVENT = ("R313", "an event that cannot happen")
    NO_ORDER = ("R314", "an order that such things do not have")
    SETTING_REFUSED = ("R315", "a value that a parameter may not have")
    TOO_MANY = ("R316", "more than a game may have")
    MISPLACED = ("R317", "a form that may not stand here")
    PLURAL = ("R318", "a plural where one is meant")
    NOT_BEFORE = ("R319", "a rule before what leaves no time for it")
    SEVERAL_NAMES = ("R320", "a change of what hangs on several things")
    NOT_FOLLOWED = ("R399", "rules that the checker cannot follow")

    # R4: variants
    NOT_IN_BASE = ("R401", "a change of something that the base lacks")
    ALREADY_IN_BASE = ("R402", "an addition of something that the base has already")
    CHANGED_TWICE = ("R403", "two changes of one thing")
    EXCLUDED_VARIANT = ("R404", "two variants that exclude each other")
    MISPLACED_CHANGE = ("R405", "a change that does not say, or cannot say, where")
    WRONG_BASE = ("R406", "a variant without a base, or of another one")
    UNKNOWN_VARIANT = ("R407", "a variant that is not there")

    # W5: warnings
    UNUSED = ("W501", "something that nothing uses")
    NEVER_RAISED = ("W502", "an event that nobody raises")
    AFTER_A_JUMP = ("W503", "a statement after a jump")
    NOT_CITED = ("W504", "a statement of the catalogue that nothing cites")
    WHERE_TRAP = ("W505", "a `where` that reaches further than it may seem")
    UNREACHABLE = ("W506", "a phase that the match never comes to")
    NO_WAY_OUT = ("W507", "a phase that nothing ends")
    NEVER_HAPPENS = ("W508", "a rule for what never happens")
    WITHOUT_END = ("W509", "rules that set each other off without end")
    MAY_BE_NONE = ("W510", "a choice that may be empty, where something is needed")
    TELLS_HIDDEN = ("W511", "a choice that tells what is hidden")
    TOO_FEW = ("W512", "more cards dealt than there are")
    NEVER_HOLDS = ("W513", "a condition that can never hold")
    CIRCLE = ("W514", "effects and rules in a circle")
    ONLY_FILLS = ("W515", "a zone that only fills")
    READS_HIDDEN = ("W516", "a public rule that reads what is hidden")
    IDLE_ALLOW = ("W517", "a warning allowed that is not there")

    @property
    def severity(self) -> Severity:
        """Codes that begin with W are warnings."""
        return Severity.WARNING if self.id.startswith("W") else Severity.ERROR


LONGEST = 400  # letters of a message: what it quotes may be of any length


def brief(text: str) -> str:
    """*text*, without its middle if it is very long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[5 - LONGEST // 2 :]}"


def _brief(text: str | None) -> str | None:
    return None if text is None else brief(text)


@frozen
class Diagnostic:
    """One finding, addressed to the author of the rules file."""

    code: Code
    message: str = field(converter=brief)  # what is wrong: one clause, names in backticks, no full stop
    span: Span  # the smallest text the author would edit
    hint: str | None = field(default=None, converter=_brief)  # what to try; only when we are fairly sure
    also: tuple[tuple[Span, str], ...] = ()  # other places that explain it, and what is there

    @property
    def severity(self) -> Severity:
        """Of its code."""
        return self.code.severity


class RulesError(Exception):
    """The rules have errors; ``diagnostics`` holds all findings, ``str`` shows them."""

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Iterable[Source] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = tuple(sources)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return render_all(self.diagnostics, self.sources)

    def __reduce__(self) -> tuple[type["RulesError"], tuple[tuple[Diagnostic, ...], tuple[Source, ...]]]:
        return RulesError, (self.diagnostics, self.sources)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that *name* was most likely meant to be, or None; of equals the first by alphabet."""
    if len(name) > 80:
        return None
    others = sorted(set(candidates) - {name})
    folded = {other.lower(): other for other in reversed(others)}
    if name.lower() in folded:
        return folded[name.lower()]
    found = difflib.get_close_matches(name, [other for other in others if len(other) <= 80], n=1, cutoff=0.7)
    return found[0] if found else None


# ------------------------------------------------------------------ their text

LINE_WIDTH = 100  # longer source lines are shortened around the underlined part
Sources = Source | Iterable[Source] | Mapping[str, Source]


def render_all(diagnostics: Iterable[Diagnostic], sources: Sources = ()) -> str:
    """All findings, with an empty line between two; no line feed at the end."""
    texts = _by_path(sources)
    return "\n\n".join(render(diagnostic, texts) for diagnostic in diagnostics)


def render(diagnostic: Diagnostic, sources: Sources = ()) -> str:
    """The text of one finding: code and message, place, source line underlined, hint.

    Args:
        sources: The texts that spans may point into; where one is missing, the source line is left out.
    """
    texts = _by_path(sources)
    lines = [f"{diagnostic.severity.value}[{diagnostic.code.id}]: {_visible(diagnostic.message)}"]
    gutter = len(str(max([diagnostic.span.line, *(span.line for span, _ in diagnostic.also)])))
    lines += _excerpt(diagnostic.span, "", texts, gutter, "-->")
    for span, label in diagnostic.also:
        lines += _excerpt(span, _visible(label), texts, gutter, ":::")
    if diagnostic.hint is not None:
        lines.append(f"{' ' * gutter} = hint: {_visible(diagnostic.hint)}")
    return "\n".join(lines)


def _by_path(sources: Sources) -> Mapping[str, Source]:
    if isinstance(sources, Source):
        return {sources.path: sources}
    if isinstance(sources, Mapping):
        return sources
    return {source.path: source for source in sources}


def _excerpt(span: Span, label: str, sources: Mapping[str, Source], gutter: int, arrow: str) -> list[str]:
    """``--> file:line:column``, the line, and what is meant underlined."""
    blank = " " * gutter
    where = [f"{blank}{arrow} {_visible(span.file)}:{span.line}:{span.column}"]
    source = sources.get(span.file)
    line = None if source is None else _line(source.text, span)
    if line is None:
        return [*where, f"{blank} = {label}"] if label else where
    start = span.column - 1
    end = max(span.end_column - 1 if span.end_line == span.line else len(line), start + 1)
    left, middle, right = _shortened(line, start, end)
    mark = " " * _width(left) + "^" * max(_width(middle), 1) + (f" {label}" if label else "")
    return [
        *where,
        f"{blank} |",
        f"{span.line:>{gutter}} | {left}{middle}{right}".rstrip(),
        f"{blank} | {mark}",
    ]


def _line(text: str, span: Span) -> str | None:
    """The source line a span starts on, or None if the text is another one."""
    start = span.start - (span.column - 1)
    if start < 0 or span.start > len(text):
        return None
    end = text.find("\n", start)
    return text[start : len(text) if end < 0 else end].rstrip("\r")


def _shortened(line: str, start: int, end: int) -> tuple[str, str, str]:
    """The line in three parts, before, underlined and after, cut where it is very long."""
    left, middle, right = line[:start], line[start:end], line[end:]
    if len(line) > LINE_WIDTH:
        if len(middle) > LINE_WIDTH // 2:
            middle, right = middle[: LINE_WIDTH // 2], " ..."
        room = LINE_WIDTH - len(middle)
        keep = max(room // 2, room - len(right))
        if len(left) > keep:
            left = "... " + left[len(left) - keep + 4 :]
        if len(right) > room - len(left) > 0:
            right = right[: max(room - len(left) - 4, 0)] + " ..."
    return _visible(left), _visible(middle), _visible(right)


def _visible(text: str) -> str:
    """Tabs as one blank; other characters that would spoil the layout or the terminal as a question mark."""
    if text.isprintable():
        return text
    return "".join(
        " " if letter == "\t" else letter if letter.isprintable() or letter == "\u3000" else "\ufffd"
        for letter in text
    )


def _width(text: str) -> int:
    """How many columns a terminal gives the text."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
