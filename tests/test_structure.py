"""How the source is laid out: who may import whom, and which words may stand where."""

import ast
import keyword
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest

from rulelang import Game, bundled, load
from rulelang.game import Text

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT: dict[str, set[str]] = {
    "rulelang": set(),
    "interpreter": {"rulelang"},
    "tools": {"rulelang", "interpreter"},
}

# Names that some bundled game uses, but that belong to the language, to tabletop games in general or to
# programming: the general packages may use them. A name that means something in one game only does not
# belong here; the general packages then have to say it in another way. By paragraph: things on a table, acts,
# time and state, programming and plain English.
GENERAL_VOCABULARY = frozenset(
    """
    bet bid board box card chip coin cup deck die discard discarded display dice field game grid hand mark
    marker market money offer pass pile piece place player point pool pot rank row score seat square stack
    suit supply table token tray trick turn

    answer answered bidding call check choose claim collect counting draw drawn drawing fold gain leave
    match move pair pay play raise reset reveal reward roll round scoring show start take trade use win
    winner

    active begin closed completed current done end final finish free full instant interrupt kept last next
    open out permanent stage temporary timing used waiting

    activate activated ahead back base behind black blue body bottom code color colour column corner
    cost count day dealer depth direction drop empty even face fate final first fit fix fixed folded
    follow formed found green head high holder index item key kind lacking left length level limit line
    list live lock low main mask member mover name neighbour next_player none number odd order other
    owner part party path power price printed rain random receiver red rest reversed right run side
    size slot solo source space step stored sum sun symbol target test text time top total type
    value white worth yellow
    """.split()
)


def python_files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imported_packages(path: Path) -> frozenset[str]:
    """The first dotted parts of all that the module imports, at the top or inside functions."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return frozenset(found)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    forbidden = (MAY_IMPORT.keys() | {"tests"}) - MAY_IMPORT[package] - {package}
    assert python_files(package)
    for path in python_files(package):
        assert not imported_packages(path) & forbidden, path


def test_only_one_module_knows_the_parser_generator() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for package in MAY_IMPORT
        for path in python_files(package)
        if "lark" in imported_packages(path)
    ]
    assert len(users) <= 1, users


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_modules_are_named_for_what_they_know(package: str) -> None:
    vague = {"utils", "util", "helpers", "misc", "common", "data", "manager"}
    for path in python_files(package):
        assert path.stem not in vague, path


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_every_module_says_what_it_is(package: str) -> None:
    for path in python_files(package):
        assert ast.get_docstring(parsed(path)), path


LINES = 400
"""A module knows one thing, and is read in one go."""


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_no_module_is_too_long(package: str) -> None:
    for path in python_files(package):
        name = path.relative_to(ROOT).as_posix()
        assert path.read_text("utf-8").count("\n") <= LINES, name


def imported_at_once(path: Path) -> set[str]:
    """The modules of our own that a module imports when it is imported itself."""
    found = set()
    for node in parsed(path).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.partition(".")[0] in MAY_IMPORT}


def test_no_module_imports_itself_through_others() -> None:
    """But for the checker: it goes round, as an expression holds calls and a call holds expressions."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): imported_at_once(path)
        for package in MAY_IMPORT
        for path in python_files(package)
    }
    needs = networkx.DiGraph()
    for name, imported in modules.items():
        # a package that imports its own modules is imported by them only in name
        needs.add_edges_from((name, one) for one in imported & modules.keys() if not f"{name}.".startswith(f"{one}."))
    assert needs.number_of_edges() > 500
    rounds = [sorted(those) for those in networkx.strongly_connected_components(needs) if len(those) > 1]
    assert [those for those in rounds if not those[0].startswith("rulelang.check.")] == []


def reserved_words() -> set[str]:
    """The words in quotes of the grammar: they belong to the language."""
    grammar = (ROOT / "rulelang" / "grammar.lark").read_text("utf-8")
    return set(re.findall(r'"([a-z_]+)"', grammar))


DECLARATION = re.compile(
    r"""^\s*(?:(?:add|replace|after|before|in)\s+)*
    (?:game|variant|kind|zone|counter|phase|effect|window|trait|event|dice|board|parameter|action|enum|tally)
    \s+([A-Za-z_]+)""",
    re.VERBOSE | re.MULTILINE,
)
MEMBERS = re.compile(r"^\s*(?:add\s+)?enum\s+\w+\s*:([^#@\n]*)", re.MULTILINE)
CARD = re.compile(r'^\s*(?:add\s+)?card\s+"([^"]+)"', re.MULTILINE)


def names_in(text: str) -> Iterator[str]:
    """What a rules file declares: kinds, zones, counters, phases, effects, ..., enum members and cards."""
    yield from DECLARATION.findall(text)
    yield from CARD.findall(text)
    for members in MEMBERS.findall(text):
        yield from re.findall(r"\w+", members)


def names_of(game: Game) -> Iterator[str]:
    """What a checked game calls things by: also cards and spaces that stand in its tables."""
    yield game.name
    for enum in game.enums.values():
        yield from enum.members
    for keys in (
        game.enums, game.kinds, game.fields, game.zones, game.stores, game.dice, game.boards, game.values,
        game.effects, game.windows, game.events, game.phases, game.tallies, game.parameters, game.trait_heads,
    ):  # fmt: skip
        yield from (key.rpartition(".")[2] for key in keys)
    for holder in (*game.windows.values(), *game.anytimes):
        yield from (action.key for action in holder.actions)
    yield from (rule.name for rule in game.rules if rule.name is not None)
    yield from (invariant.key for invariant in game.invariants)
    for card in game.cards:
        yield card.name
        yield from card.traits
    for board in game.boards.values():
        yield from (name.value for space in board.spaces if isinstance(name := space.get("name"), Text))


@cache
def game_words() -> dict[str, str]:
    """Each name that belongs to some bundled game, singular, with the file that declares it.

    Read from the text too, not only from the checked games, so that a fault in the checker cannot hide a word.
    """
    general = reserved_words() | GENERAL_VOCABULARY | set(keyword.kwlist)
    words: dict[str, str] = {}
    found = [(Path(one.path), list(names_of(load(one.name)))) for one in bundled()]
    found += [
        (path, list(names_in(path.read_text("utf-8")))) for path in sorted((ROOT / "games").rglob("*.rules"))
    ]
    for path, names in found:
        for name in names:
            word = name.lower() if name.isidentifier() else name
            singular = word.removesuffix("s")
            if len(singular) >= 3 and not {word, singular} & general:
                words.setdefault(singular, path.relative_to(ROOT).as_posix())
    return words


def mentions(word: str) -> str:
    """A pattern for the word by itself or as a part of a name in snake case, singular or plural.

    A card's name of several words must be written like it: "once more" is plain English.
    """
    pattern = rf"(?<![A-Za-z]){re.escape(word)}s?(?![A-Za-z])"
    return pattern if " " in word else f"(?i:{pattern})"


@pytest.mark.parametrize("package", ["rulelang", "interpreter"])
def test_general_packages_know_no_game(package: str) -> None:
    words = game_words()
    assert words, "no bundled games"
    found = []
    for path in sorted((ROOT / package).rglob("*")):
        if path.suffix not in {".py", ".lark"} or "_games" in path.parts:
            continue
        text = path.read_text("utf-8")
        small = text.lower()
        near = [word for word in sorted(words) if word.lower() in small]
        pattern = re.compile("|".join(mentions(word) for word in near) or "(?!)")
        for number, line in enumerate(text.splitlines(), 1):
            for match in pattern.finditer(line):
                word = match.group().lower().removesuffix("s")
                found.append(f"{path.relative_to(ROOT)}:{number}: {match.group()} ({words.get(word, '?')})")
    assert not found, "\n".join(found)
