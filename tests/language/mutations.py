"""Bundled games with something spoilt in them, and what must hold of each all the same.

A mutant is a number: equal numbers and equal games give equal mutants. ``python -m tests.language.mutations 5 17``
judges two of them again and shows what was changed; `--range 1000 2000` judges many and goes on after a failure.
"""

import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from random import Random

from attrs import Factory, define, frozen

import interpreter
import rulelang
from rulelang import Diagnostic, Game, Source
from rulelang.source import Span, span_at
from tools.format_command import formatted

GAMES = Path(__file__).resolve().parent.parent.parent / "games"
SLOWEST = 4.0  # seconds of the processor for a check: of half a second, and what a worker with much in memory tidies up
SLOWEST_PLAY = 30.0  # seconds for everything; machine code of hostile rules takes a while to write
DECISIONS = 30

WORD = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|@[A-Z0-9-]+|[^\sA-Za-z0-9_]')
NUMBER = re.compile(r"(?<![\w-])[0-9]+(?!\w)")
NUMBERS = (
    "0", "1", "2", "3", "7", "-1", "10", "64", "99", "100", "255", "1000", "4096", "65536", "999999",
    "2147483648", "9223372036854775807", "9223372036854775808", "1" + "0" * 18, "1" + "0" * 40, "9" * 400,
)  # fmt: skip
ODD = ("\0", "\t", "\r", "\x1b", "\x7f", "\x85", "\ufeff", "\u2028", "\u202e", "\u00e9", "\U0001f0a1", "\u0301", '"',
       "@", "#", "##", "(", ")", "[", "]", ":", ",", "\\", "{0}", "%s", "'", "`", ";", "=", "--", "..")  # fmt: skip


class TooSlow(BaseException):
    """Not an `Exception`, so that nothing on the way takes it for its own."""


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """Raises: TooSlow, when the processor has worked longer."""

    def ring(*_: object) -> None:
        raise TooSlow(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ------------------------------------------------------------------ the originals


@frozen
class Original:
    """A folder of rules and tables, and which of its files are games or variants of them."""

    folder: Path
    tops: tuple[str, ...]
    files: dict[str, str]


@cache
def originals(*folders: Path) -> tuple[Original, ...]:
    """The games in these folders."""
    found = []
    for folder in folders or tuple(sorted(path for path in GAMES.iterdir() if path.is_dir())):
        files = {
            str(path.relative_to(folder)): path.read_text("utf-8")
            for path in sorted(folder.rglob("*"))
            if path.suffix in (".rules", ".csv")
        }
        tops = tuple(name for name, text in files.items() if re.search(r"^(?:game|variant) ", text, re.MULTILINE))
        found.append(Original(folder, tops, files))
    return tuple(found)


# ------------------------------------------------------------------ what is spoilt


def sites(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """The places where it stands, not in comments."""
    return [match for match in pattern.finditer(text) if "#" not in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]]


def spliced(text: str, at: re.Match[str], new: str) -> str:
    return text[: at.start()] + new + text[at.end() :]


def some_byte(text: str, rng: Random, other: str) -> str:
    """One letter lost, added or changed."""
    at = rng.randrange(len(text) + 1)
    new = rng.choice([chr(rng.randrange(32, 127)), rng.choice(ODD), rng.choice(" \n:,_"), ""])
    return text[:at] + new + text[at + rng.randrange(2) :]


def some_number(text: str, rng: Random, other: str) -> str:
    """Another number."""
    found = sites(text, NUMBER)
    if not found:
        return text
    at = rng.choice(found)
    near = str(max(0, int(at[0][:9]) + rng.choice([-1, 1, 2])))
    return spliced(text, at, near if rng.random() < 0.5 else rng.choice(NUMBERS))


def some_token(text: str, rng: Random, other: str) -> str:
    """One word in the place of any other, of this text or another one."""
    here, there = sites(text, WORD), sites(other if rng.random() < 0.5 else text, WORD)
    return spliced(text, rng.choice(here), rng.choice(there)[0]) if here and there else text


def some_name(text: str, rng: Random, other: str) -> str:
    """A word in the place of one of the same look: this often gives rules that still mean something."""
    here = sites(text, WORD)
    if not here:
        return text
    at = rng.choice(here)
    alike = [m[0] for m in sites(text, WORD) if look(m[0]) == look(at[0])]
    return spliced(text, at, rng.choice(alike))


def look(word: str) -> str:
    if word[0] == '"':
        return '"'
    return "A" if word[0].isupper() else "a" if word[0].isalpha() else "0" if word[0].isdigit() else word


def two_tokens(text: str, rng: Random, other: str) -> str:
    """Two words that stand side by side change places."""
    here = sites(text, WORD)
    if len(here) < 2:
        return text
    i = rng.randrange(len(here) - 1)
    a, b = here[i], here[i + 1]
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def no_token(text: str, rng: Random, other: str) -> str:
    """A word is lost, or said twice."""
    here = sites(text, WORD)
    if not here:
        return text
    at = rng.choice(here)
    return spliced(text, at, rng.choice(["", f"{at[0]} {at[0]}"]))


def lines_of(change: Callable[[list[str], int, Random, list[str]], None]) -> Callable[[str, Random, str], str]:
    def changed(text: str, rng: Random, other: str) -> str:
        lines = text.split("\n")
        filled = [i for i, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")]
        if not filled:
            return text
        change(lines, rng.choice(filled), rng, other.split("\n"))
        return "\n".join(lines)

    return changed


def block(lines: Sequence[str], start: int) -> int:
    """Where the lines that are further in end."""
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > depth(lines[start])):
        end += 1
    return end


def depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def delete_line(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    del lines[i : block(lines, i) if rng.random() < 0.5 else i + 1]


def double_line(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    end = block(lines, i) if rng.random() < 0.5 else i + 1
    lines[end:end] = lines[i:end] * (1 if rng.random() < 0.9 else 60)


def swap_lines(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    j = rng.choice([(i + 1) % len(lines), rng.randrange(len(lines))])
    lines[i], lines[j] = lines[j], lines[i]


def move_block(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    part = lines[i : block(lines, i)]
    del lines[i : i + len(part)]
    at = rng.randrange(len(lines) + 1)
    shift = depth(lines[at]) - depth(part[0]) if at < len(lines) and rng.random() < 0.7 else 0
    lines[at:at] = [shifted(line, shift) for line in part]


def shifted(line: str, by: int) -> str:
    return " " * (depth(line) + by) + line.lstrip(" ")


def indent(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    by = rng.choice([-8, -4, -3, -1, 1, 2, 4, 8, 40])
    for n in range(i, block(lines, i) if rng.random() < 0.5 else i + 1):
        lines[n] = ("\t" + lines[n]) if rng.random() < 0.03 else shifted(lines[n], by)


def foreign(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    """Lines of another file, mostly brought to the depth of this place."""
    j = rng.randrange(len(other))
    part = other[j : block(other, j)]
    shift = depth(lines[i]) - depth(part[0]) if rng.random() < 0.8 else 0
    lines[i : i + rng.randrange(2)] = [shifted(line, shift) for line in part[:30]]


def join_lines(lines: list[str], i: int, rng: Random, other: list[str]) -> None:
    if i + 1 < len(lines):
        lines[i : i + 2] = [lines[i] + rng.choice(["", " "]) + lines[i + 1].lstrip()]


def cut_off(text: str, rng: Random, other: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


def deep(text: str, rng: Random, other: str) -> str:
    """A value in very many brackets, or very many words in a row."""
    here = sites(text, NUMBER)
    if not here:
        return text
    at, n = rng.choice(here), rng.choice([5, 60, 190, 300, 3000])
    new = rng.choice(["(" * n + at[0] + ")" * n, at[0] + " + 1" * n, "-" * n + at[0], "not " * n + at[0], "[" * n])
    return spliced(text, at, new)


RULES: tuple[tuple[Callable[[str, Random, str], str], int], ...] = (
    (some_byte, 3), (some_number, 4), (some_token, 3), (some_name, 8), (two_tokens, 2), (no_token, 3),
    (lines_of(delete_line), 3), (lines_of(double_line), 2), (lines_of(swap_lines), 2), (lines_of(move_block), 2),
    (lines_of(indent), 2), (lines_of(foreign), 3), (lines_of(join_lines), 1), (cut_off, 1), (deep, 1),
)  # fmt: skip


def cells_of(change: Callable[[list[list[str]], int, int, Random], None]) -> Callable[[str, Random, str], str]:
    def changed(text: str, rng: Random, other: str) -> str:
        rows = [line.split(",") for line in text.split("\n")]
        i = rng.randrange(len(rows))
        change(rows, i, rng.randrange(len(rows[i])), rng)
        return "\n".join(",".join(row) for row in rows)

    return changed


def another_cell(rows: list[list[str]], i: int, j: int, rng: Random) -> None:
    rows[i][j] = rng.choice(["", " ", *NUMBERS, *ODD, '"a', '"a,b"', "yes", "none", "x" * 5000, rng.choice(rng.choice(rows))])


def swap_cells(rows: list[list[str]], i: int, j: int, rng: Random) -> None:
    k = rng.randrange(len(rows))
    m = rng.choice([min(j, len(rows[k]) - 1), rng.randrange(len(rows[k]))])
    rows[i][j], rows[k][m] = rows[k][m], rows[i][j]


def lose_cell(rows: list[list[str]], i: int, j: int, rng: Random) -> None:
    for row in rows if rng.random() < 0.3 else [rows[i]]:
        del row[j : j + 1]


def double_row(rows: list[list[str]], i: int, j: int, rng: Random) -> None:
    rows[i:i] = [rows[i][:] for _ in range(rng.choice([1, 1, 1, 300]))]


TABLES: tuple[tuple[Callable[[str, Random, str], str], int], ...] = (
    (cells_of(another_cell), 6), (cells_of(swap_cells), 3), (cells_of(lose_cell), 2), (cells_of(double_row), 2),
    (some_byte, 2), (lines_of(delete_line), 1), (cut_off, 1), (some_number, 3),
)  # fmt: skip


@frozen
class Mutant:
    """A game with some files changed."""

    original: Original
    top: str  # the file that is asked for
    changed: dict[str, str]


def mutant(number: int, among: Sequence[Original]) -> Mutant:
    """The mutant with this number."""
    rng = Random(number)
    (original,) = rng.choices(among, [1 / sum(map(len, other.files.values())) ** 0.5 for other in among])
    top = rng.choice(original.tops)
    every = [text for other in among for name, text in other.files.items() if name.endswith(".rules")]
    changed: dict[str, str] = {}
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        # not a game that is not asked for; parts and tables are most of a large game
        names = [name for name in original.files if name == top or name not in original.tops]
        if len(original.tops) > 1 and rng.random() < 0.5:
            names = [top]
        name = rng.choice(names)
        ways = TABLES if name.endswith(".csv") else RULES
        (way,) = rng.choices([way for way, _ in ways], [weight for _, weight in ways])
        changed[name] = way(changed.get(name, original.files[name]), rng, rng.choice(every))
    return Mutant(original, top, changed)


# What slips from the pen of somebody who writes rules: a word, a letter, a line.
SLIPS = (some_byte, some_number, some_token, some_name, two_tokens, no_token, lines_of(delete_line), lines_of(indent))
SLIPS_IN_TABLES = (cells_of(another_cell), cells_of(swap_cells), some_byte, some_number)


def slip(number: int, among: Sequence[Original]) -> Mutant:
    """The small mistake with this number: one thing in one file."""
    rng = Random(number)
    (original,) = rng.choices(among, [1 / sum(map(len, other.files.values())) ** 0.5 for other in among])
    top = rng.choice(original.tops)
    name = rng.choice([name for name in original.files if name == top or name not in original.tops])
    way = rng.choice(SLIPS_IN_TABLES if name.endswith(".csv") else SLIPS)
    text = original.files[name]
    return Mutant(original, top, {name: way(text, rng, text)})


# ------------------------------------------------------------------ what must hold


@define
class Tally:
    """What came of many mutants."""

    mutants: int = 0
    in_order: int = 0
    decisions: int = 0
    refused: Counter[str] = Factory(Counter)
    slowest: list[tuple[float, str, int]] = Factory(list)

    def took(self, seconds: float, what: str, number: int) -> None:
        self.slowest = sorted([*self.slowest, (round(seconds, 2), what, number)], reverse=True)[:8]


def judge(number: int, one: Mutant, place: Path, tally: Tally) -> None:
    """Check, show and play a mutant in the folder *place*, which holds its original before and after.

    Raises: AssertionError; whatever the check or the engine raises and should not.
    """
    for name, text in one.changed.items():
        (place / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        tally.mutants += 1
        started = time.process_time()
        with no_longer_than(SLOWEST_PLAY):
            examined = rulelang.examine(place / one.top)
        seconds = time.process_time() - started
        tally.took(seconds, "check", number)
        assert seconds < SLOWEST, f"checking took {seconds:.1f} s"
        check_findings(examined.diagnostics, examined.sources)
        started = time.process_time()
        with no_longer_than(SLOWEST_PLAY):
            check_layout(one, number)
            if examined.game is not None:
                tally.in_order += 1
                for players in sorted({*examined.game.players}):
                    play(examined.game, players, Random(number), tally)
        tally.took(time.process_time() - started, "play", number)
    finally:
        for name in one.changed:
            (place / name).write_text(one.original.files[name], "utf-8")


def errors_of(one: Mutant, place: Path) -> tuple[Diagnostic, ...]:
    """The errors of a mutant in the folder *place*, which holds its original before and after."""
    for name, text in one.changed.items():
        (place / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        found = rulelang.examine(place / one.top).diagnostics
    finally:
        for name in one.changed:
            (place / name).write_text(one.original.files[name], "utf-8")
    return tuple(each for each in found if each.severity is rulelang.Severity.ERROR)


def check_findings(diagnostics: Sequence[Diagnostic], sources: Sequence[Source]) -> None:
    """Every place is one, and every finding can be shown."""
    texts = {source.path: source for source in sources}
    for found in diagnostics:
        for span in (found.span, *(span for span, _ in found.also)):
            check_span(span, texts.get(span.file))
        assert found.message
        assert "\n" not in found.message, found.message
        assert len(found.message) < 500, found.message
        shown = rulelang.render(found, sources)
        assert shown.startswith(f"{found.severity.value}[{found.code.id}]: ")
        assert all(line.isprintable() or "\u3000" in line for line in shown.split("\n")), shown
        shown.encode("utf-8")
    assert len(diagnostics) < 1000


def check_span(span: Span, source: Source | None) -> None:
    if source is not None:
        assert 0 <= span.start <= span.end <= len(source.text)
        assert span_at(source, span.start, span.end) == span


def check_layout(one: Mutant, number: int) -> None:
    """What parses can be laid out, and says the same after it."""
    if number % 4 == 0:
        for name, text in one.changed.items():
            if name.endswith(".rules") and rulelang.parse(Source(name, text))[0] is not None:
                formatted(name, text)


def play(game: Game, players: int, rng: Random, tally: Tally) -> None:
    """Some decisions at random: either the engine plays, or it says in its own words why it does not."""
    try:
        match = interpreter.start(game, players=players, seed=rng.randrange(1 << 32), chance=rng.choice(["sampled", "explicit"]))
        for turn in range(DECISIONS):
            decision = match.decision
            if decision is None:
                break
            assert len({option.id for option in decision.options}) == match.count > 0
            if turn in (0, DECISIONS // 2):
                match.view(rng.randrange(players))
                match.why_not("nonsense", rng.randrange(players))
            match.choose_index(rng.randrange(match.count))
            tally.decisions += 1
        assert (match.result is None) == (match.decision is not None)
        for seat in range(players):
            match.log_for(seat)
            match.view(seat)
        again = interpreter.resume(game, match.save())
        assert again.dump() == match.dump()
    except interpreter.EngineError as error:  # a form that does not run yet is the checker's to tell
        assert str(error)
        tally.refused[f"{type(error).__name__}: {str(error).partition(':')[0]}"] += 1


@contextmanager
def folders(among: Sequence[Original]) -> Iterator[dict[Path, Path]]:
    """Copies of the originals, for mutants to lie in; texts that do not change are parsed once."""
    texts, tables = import_module("rulelang.remembered"), import_module("rulelang.reading")
    parse, read_table = texts.parse, tables.read_table
    texts.parse, tables.read_table = lru_cache(200)(parse), lru_cache(200)(read_table)  # type: ignore[attr-defined]
    try:
        with tempfile.TemporaryDirectory() as place:
            copies = {}
            for original in among:
                copies[original.folder] = Path(place) / original.folder.name
                shutil.copytree(original.folder, copies[original.folder])
            yield copies
    finally:
        texts.parse, tables.read_table = parse, read_table  # type: ignore[attr-defined]


def main(arguments: Sequence[str]) -> int:
    """Judge the mutants that are named; how many failed."""
    more = [Path(word) for word in arguments if "/" in word]
    words = [word for word in arguments if "/" not in word]
    many = words[:1] == ["--range"]
    numbers = range(int(words[1]), int(words[2])) if many else [int(word) for word in words]
    among = originals() + (originals(*more) if more else ())
    tally, failed = Tally(), 0
    with folders(among) as places:
        for number in numbers:
            one = mutant(number, among)
            if not many:
                print(one.original.folder, one.top, *changes(one), sep="\n")
            try:
                judge(number, one, places[one.original.folder], tally)
            except (Exception, TooSlow) as error:
                failed += 1
                where = traceback.extract_tb(error.__traceback__)[-1]
                print(f"FAILED {number}: {type(error).__name__}: {str(error)[:200]} @ {where.filename}:{where.lineno}", flush=True)
                if not many:
                    traceback.print_exc()
            if many and (number + 1) % 500 == 0:
                print(number + 1, tally, flush=True)
    print(tally, failed)
    return failed


def changes(one: Mutant) -> Iterator[str]:
    """What differs."""
    import difflib

    for name, text in one.changed.items():
        old = one.original.files[name].split("\n")
        yield from (line[:300] for line in difflib.unified_diff(old, text.split("\n"), name, name, lineterm="", n=1))


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
