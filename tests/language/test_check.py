"""What the checker says about rules that parse: cases from files, and the games that come out."""

import re
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from rulelang import game, tree
from rulelang.check import check
from rulelang.diagnostics import Code, Diagnostic, Severity, render_all
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source
from rulelang.tables import Table, read_catalogue, read_table
from rulelang.words import RESERVED

CASES = Path(__file__).resolve().parent.parent / "cases" / "check"
MARK = re.compile(r"# (?:error|warning): ([RW][0-9]{3}(?:, [RW][0-9]{3})*)$")
PRELUDE = (CASES / "prelude.rules").read_text("utf-8")
# of rules that are only sketched: what is not used yet, and effects that only do each other
UNFINISHED = {Code.UNUSED, Code.NEVER_RAISED, Code.ONLY_FILLS, Code.CIRCLE}


@frozen
class Case:
    """Rules, and the code expected on each marked line; ``thorough``: what is unused counts too.

    Tables follow after `--- t.csv`; what is expected in them stands after `--- expected`, `t.csv:2 R205` say.
    """

    name: str
    text: str
    tables: dict[str, str]
    in_tables: tuple[str, ...]
    thorough: bool

    @property
    def expected(self) -> list[str]:
        """Place and code of each finding."""
        return [
            *self.in_tables,
            *(
                f"case.rules:{number} {code}"
                for number, line in enumerate(self.text.splitlines(), 1)
                if (match := MARK.search(line))
                for code in match[1].split(", ")
            ),
        ]


def cases(name: str) -> list[Case]:
    """The cases of a file, after their titles; where no game line begins one, the prelude comes first."""
    found = []
    for part in ("\n" + (CASES / name).read_text("utf-8")).split("\n=== ")[1:]:
        title, _, rest = part.partition("\n")
        text, *tables = ("\n" + rest).split("\n--- ")
        text = text.strip("\n") + "\n"
        if not text.startswith("game "):
            text = PRELUDE + "\n" + text
        read = {head: body for head, _, body in (table.partition("\n") for table in tables)}
        marks = tuple(read.pop("expected", "").split("\n"))
        found.append(
            Case(
                title.removesuffix(" (all)"), text, read, tuple(filter(None, marks)), title.endswith(" (all)")
            )
        )
    return found


def program(text: str, tables: dict[str, str] | None = None, **settings: object) -> Program:
    """The program that one text says."""
    source = Source("case.rules", text)
    file, problems = parse(source)
    assert file is not None, render_all(problems, source)
    assert isinstance(file.head, tree.Game)
    read: dict[str, Table] = {}
    sources = [source]
    catalogue = None
    for path, body in (tables or {}).items():
        sources.append(Source(path, body))
        table, wrong = read_table(sources[-1])
        assert table is not None, render_all(wrong, sources)
        if path == "catalogue.csv":
            catalogue = read_catalogue(table)
        else:
            read[path] = table
    return Program(
        header=file.head,
        declarations=tuple(item for item in file.items if not isinstance(item, tree.Catalogue)),
        tables=read,
        catalogue=None if catalogue is None else catalogue.statements,
        catalogue_spans={} if catalogue is None else catalogue.spans,
        sources=tuple(sources),
        settings=settings,
    )


def checked(text: str, **settings: object) -> game.Game:
    """The game; there must be no errors."""
    found, problems = check(program(text, **settings))
    assert found is not None, render_all(problems, Source("case.rules", text))
    return found


def findings(text: str, **settings: object) -> tuple[Diagnostic, ...]:
    return check(program(text, **settings))[1]


ALL = [case for path in sorted(CASES.glob("*.txt")) for case in cases(path.name)]


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_every_marked_line_and_no_other_is_reported(case: Case) -> None:
    made, found = check(program(case.text, case.tables))
    relevant = [one for one in found if case.thorough or one.code not in UNFINISHED]
    texts = [Source("case.rules", case.text), *(Source(path, body) for path, body in case.tables.items())]
    shown = render_all(relevant, texts)
    here = [
        f"{span.file}:{span.line} {one.code.id}"
        for one in relevant
        for span in (one.span, *(span for span, label in one.also if label.startswith("here too")))
    ]
    assert sorted(here) == sorted(case.expected), shown
    failed = any(one.severity is Severity.ERROR for one in found)
    assert (made is None) == failed


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_findings_are_short_and_speak_of_a_place(case: Case) -> None:
    for one in check(program(case.text, case.tables))[1]:
        assert not one.message.endswith("."), one.message
        assert one.hint is None or not one.hint.endswith("."), one.hint
        assert one.message.count("`") % 2 == 0
        assert one.span.start <= one.span.end
        assert "\n" not in one.message


def test_every_code_of_the_checker_has_a_case() -> None:
    shown = {mark.split()[1] for case in ALL for mark in case.expected}
    elsewhere = {"R315", "R316", "R399"}  # tested below
    families = ("R1", "R2", "R3", "W5")
    assert {code.id for code in Code if code.id.startswith(families)} == shown | elsewhere


def test_the_prelude_is_silent_but_for_what_is_unused() -> None:
    found = findings(PRELUDE)
    assert {one.code for one in found} <= UNFINISHED, render_all(found, Source("case.rules", PRELUDE))


# ------------------------------------------------------------------------------------ parameters, limits

SETTINGS = """game Set for 2 to 4 players
enum Mood: good, bad
parameter size: 1 to 9 = 3
parameter at_least_two: 2 or more = 2
parameter open_hands: yes or no = no
parameter mood: Mood = bad
parameter first_player: player or none = none
parameter costs: list of number = [1, 2]
parameter greeting: text = "hello"
parameter twice_as_big: number = size * 2
phase only:
    if open_hands: end game
"""


def test_parameters_have_the_values_that_the_game_says() -> None:
    assert checked(SETTINGS).settings == {
        "size": 3,
        "at_least_two": 2,
        "open_hands": False,
        "mood": 1,
        "first_player": None,
        "costs": (1, 2),
        "greeting": "hello",
        "twice_as_big": 6,
    }


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("size", 9, 9),
        ("size", "4", 4),
        ("at_least_two", 1000, 1000),
        ("open_hands", True, True),
        ("open_hands", "yes", True),
        ("mood", "good", 0),
        ("first_player", 3, 3),
        ("first_player", "none", None),
        ("costs", [5], (5,)),
        ("greeting", "x", "x"),
    ],
)
def test_parameters_take_values_from_outside(name: str, given: object, value: object) -> None:
    assert checked(SETTINGS, **{name: given}).settings[name] == value


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("size", 10, 3),
        ("size", True, 3),
        ("size", "ten", 3),
        ("size", None, 3),
        ("size", 2.5, 3),
        ("at_least_two", 1, 4),
        ("at_least_two", 10**30, 4),
        ("open_hands", 1, 5),
        ("mood", "ugly", 6),
        ("mood", 0, 6),
        ("first_player", 4, 7),
        ("first_player", "Ann", 7),
        ("costs", 3, 8),
        ("costs", [1, "x"], 8),
        ("greeting", 3, 9),
        ("sizes", 3, 1),
    ],
)
def test_parameters_refuse_other_values(name: str, given: object, line: int) -> None:
    found = [one for one in findings(SETTINGS, **{name: given}) if one.severity is Severity.ERROR]
    assert [(one.code, one.span.line) for one in found] == [(Code.SETTING_REFUSED, line)]


def test_a_value_from_outside_counts_in_all_that_rests_on_it() -> None:
    assert checked(SETTINGS, size=4).settings["twice_as_big"] == 8


@pytest.mark.parametrize(
    "line",
    [
        "counter many[1 to 5000]: number = 0",
        "dice big: 1 of 1 to 5000",
        'kind Card is card\ncard "A" is Card, 999999 copies\n'
        "zone z: pile of Card\nsetup: move all cards to z",
        "kind Card is card:\n    a: number\n    b: number\n"
        "cards Card for each number a in 1 to 90, each number b in 1 to 90",
        "kind Square is space\nboard grid of Square, 500 by 500",
        "\n".join(["enum A0: a", *(f"enum A{one}: A{one - 1}, a{one}" for one in range(1, 600))]),
    ],
)
def test_there_are_limits(line: str) -> None:
    errors = [
        one.code for one in findings(f"game G for 2 players\n{line}\n") if one.severity is Severity.ERROR
    ]
    assert Code.TOO_MANY in errors


@pytest.mark.parametrize(("players", "codes"), [("2 to 60", []), ("61", [Code.TOO_MANY]), ("0", [Code.OUT_OF_RANGE])])
def test_numbers_of_players(players: str, codes: list[Code]) -> None:
    assert [one.code for one in findings(f"game G for {players} players\nphase p: end game\n")] == codes


@pytest.mark.parametrize(
    "text",
    [
        "value v: player = " + "left of " * 180 + "start_player",
        "\n".join(["kind A0 is card", *(f"kind A{number} is A{number - 1}" for number in range(1, 100))]),
        "\n".join(
            ["kind K is card", 'card "0" is K', *(f'card "{one}" like "{one - 1}"' for one in range(1, 100))]
        ),
    ],
)
def test_what_goes_too_deep_is_not_followed(text: str) -> None:
    assert Code.NOT_FOLLOWED in {one.code for one in findings(f"game G for 2 players\n{text}\n")}


def test_very_many_errors_are_cut_off_and_very_many_warnings_do_no_harm() -> None:
    many = "".join(f"value v{number}: number = x{number}z{number}\n" for number in range(1000))
    assert len(findings("game G for 2 players\n" + many)) == 200
    made, found = check(program("game G for 2 players\n" + re.sub(r"x\d+z\d+", "1", many)))
    assert made is not None
    assert {one.severity for one in found} == {Severity.WARNING}


def test_what_is_missing_in_many_places_is_one_mistake() -> None:
    head = "game G for 2 players\n"
    (found,) = findings(head + "".join(f"value v{n}: number = coinz\n" for n in range(9)) + "counter coins: number = 0\n")
    assert (found.code, found.span.line, found.hint) == (Code.UNKNOWN_NAME, 2, "did you mean `coins`?")
    assert [(span.line, label) for span, label in found.also] == [
        (3, "here too"),
        (4, "here too"),
        (5, "here too, and in 5 more places"),
    ]
    again = "kind K is card\n" + 'card "A" is K\n' * 7
    (found,) = [one for one in findings(head + again) if one.code is Code.DECLARED_TWICE]
    assert (found.span.line, [(span.line, label) for span, label in found.also]) == (
        4,
        [(3, "the other one"), (5, "here too"), (6, "here too"), (7, "here too, and in 2 more places")],
    )
    two = findings(head + "value v: number = coinz\nvalue w: number = coinz\nvalue x: number = coims\n")
    assert [[found.span.line, *(span.line for span, _ in found.also)] for found in two] == [[2, 3], [4]]


def test_findings_come_in_the_order_of_the_text() -> None:
    text = PRELUDE + "value late: number = nothing_such\n" + 'card "Three" is Card: suit = rouge, rank = 3\n'
    assert [one.span.line for one in findings(text)] == sorted(one.span.line for one in findings(text))


def test_hints_name_what_is_near() -> None:
    hints = {one.hint for one in findings(PRELUDE + "value odd: number = rouns\n")}
    assert "did you mean `rounds`?" in hints


# ------------------------------------------------------------------------------------ what comes out


def test_the_digest_tells_games_apart_and_nothing_else() -> None:
    same = PRELUDE.replace("game Small", "# a comment\ngame Small").replace(
        "effect rest:", "## Sleep.\neffect rest:"
    )
    assert checked(PRELUDE).digest == checked(same).digest
    assert checked(PRELUDE).digest != checked(PRELUDE.replace("you gain 1 coin", "you gain 2 coins")).digest
    assert checked(PRELUDE).digest != checked(PRELUDE, ranks=4).digest


def test_checking_twice_gives_the_same() -> None:
    assert checked(PRELUDE) == checked(PRELUDE)


def test_a_card_has_all_that_its_kind_and_its_model_say() -> None:
    made = checked(
        PRELUDE
        + """kind Big is Card:
    label = "big"
trait loud of Card:
    label = "loud"
    needs[red] = 2
    while this is in table: safe of owner becomes yes
card "Three" is Big, 2 copies:
    suit = red
    rank = 3
    effect play: move this to deck
card "Four" like "Three", 1 copy, with loud: rank = 4
"""
    )
    cards = {card.name: card for card in made.cards}
    three, four = cards["Three"], cards["Four"]
    assert (three.kind, four.kind) == ("Big", "Big")
    assert [game_value(card.fields["Card.rank"]) for card in (three, four)] == [3, 4]
    assert [game_value(card.fields["Card.label"]) for card in (three, four)] == ["big", "loud"]
    assert [game_value(card.copies) for card in (three, four)] == [2, 1]
    assert four.traits == ("loud",)
    assert three.effects["Card.play"] is four.effects["Card.play"]
    assert three.effects["Card.play"] is not made.effects["Card.play"]
    assert three.effects["Card.play"].whole, "the mark of a slot holds for all that fill it"
    assert three.effects["Card.pass_on"] is made.effects["Card.pass_on"]
    assert three.values["Card.worth"] is made.values["Card.worth"]
    assert not three.lastings
    (lasting,) = four.lastings
    assert lasting.zones == ("table",)
    needs = four.fields["Card.needs"]
    assert isinstance(needs, tuple)
    assert [game_value(value) for _, value in needs] == [2, 0]


def game_value(value: object) -> object:
    assert isinstance(value, game.Num | game.Text)
    return value.value


def test_backs_come_from_the_kind_or_its_name() -> None:
    made = checked(
        'game G for 2 players\nkind Card is card\nkind Ace is Card\nkind Odd is Card:\n    back = "odd one"\n'
        "kind Odder is Odd\nkind Chip is token\nkind Square is space\n"
    )
    backs = {name: kind.back for name, kind in made.kinds.items()}
    assert backs == {
        "Card": "card",
        "Ace": "card",
        "Odd": "odd one",
        "Odder": "odd one",
        "Chip": None,
        "Square": None,
    }
    assert made.kinds["Odder"].lineage == ("Odder", "Odd", "Card")


def test_values_of_contained_enums_are_converted() -> None:
    made = checked(
        PRELUDE
        + """enum Wide: gold, Suit
variable wide: Wide = gold
effect feel(Suit s): set mood to s
effect try_it: do feel(wide)
value same: yes or no = wide is mood_suit
variable mood_suit: Suit = red
"""
    )
    (step,) = made.effects["try_it"].body or ()
    assert isinstance(step, game.Do)
    (argument,) = step.effect.args
    assert isinstance(argument, game.AsEnum)
    assert argument.offset == -1
    assert argument.type.optional
    (step,) = made.effects["feel"].body or ()
    assert isinstance(step, game.Set)
    assert isinstance(step.value, game.AsEnum)
    assert step.value.offset == 0
    same = made.values["same"].expr
    assert isinstance(same, game.Is)
    assert isinstance(same.right, game.AsEnum)
    assert same.right.offset == 1


def test_what_an_event_watches() -> None:
    made = checked(
        PRELUDE
        + """rule r_a, when coins of player p falls by n: set rounds to n
rule r_b, when hits of friend of Card c rises: set rounds to 1
rule r_c, when favour[red] of you changes: set rounds to 1
rule r_d, when Card c enters hand of mover: set rounds to 1
rule r_e, before player p does pass_on(player q) of Card c if q is mover: set rounds to 1
rule r_f, instead of turn of player p begins: set rounds to 1
"""
    )
    a, b, c, d, e, f = (rule.event for rule in made.rules)
    assert (a.what, a.key) == ("falls", "coins")
    assert a.by is not None
    assert isinstance(a.of, game.Selector)
    assert (b.key, isinstance(b.watched, game.Stored)) == ("", True)
    assert isinstance(b.of, game.Selector)
    assert (c.key, len(c.index)) == ("favour", 1)
    assert isinstance(c.of, game.Fixed)
    assert (d.key, type(d.actor), type(d.of)) == ("hand", game.Selector, game.Fixed)
    assert (e.key, len(e.params), type(e.of)) == ("Card.pass_on", 1, game.Selector)
    assert (f.what, f.key, type(f.of)) == ("begins", "turn", game.Selector)
    assert [rule.time for rule in made.rules][-2:] == ["before", "instead"]


def test_variables_have_numbers_of_their_own() -> None:
    from rulelang.check.walk import nodes

    made = checked(PRELUDE)
    names: dict[int, str] = {}
    for node in nodes(made):
        if isinstance(node, game.Var):
            assert names.setdefault(node.id, node.name) == node.name


def test_citations_tell_what_carries_them() -> None:
    text = """game G for 2 players  @AB-001
## An effect.
@AB-002                            @AB-003
effect nap:  @AB-004
    if rounds > 3:  @AB-005
        set rounds to 1  @AB-006
counter rounds: 0 or more = 0  @AB-001
phase outer:  @AB-007
    phase inner:  @AB-008
        do nap  @AB-009
window asking asks start_player:
    action act:  @AB-010
        you do nap
"""
    cited = {id_: [carrier for carrier, _ in places] for id_, places in checked(text).citations.items()}
    assert cited["AB-001"] == ["game", "counter rounds"]
    for number in range(2, 7):
        assert cited[f"AB-00{number}"] == ["effect nap"]
    assert cited["AB-007"] == ["phase outer"]
    assert cited["AB-008"] == cited["AB-009"] == ["phase inner"]
    assert cited["AB-010"] == ["action act"]


CLASSICS = sorted((Path(__file__).resolve().parents[2] / "games" / "classics").glob("*.rules"))


@pytest.mark.parametrize("path", CLASSICS, ids=lambda path: path.stem)
def test_small_games_come_out(path: Path) -> None:
    from rulelang.load import check_game

    made, found = check_game(path)
    assert made is not None, render_all(found)
    assert not found


# ------------------------------------------------------------------------------------ broken in any way


def test_a_table_that_cannot_be_read_is_not_complained_about_again() -> None:
    text = (
        PRELUDE
        + """cards Card from "missing.csv"
kind Stop is space
board road of Stop from "road.csv"
variable here: Stop = "start"
example "cards of the table":
    given players Ann, Bo
    given hand of Ann holds ["Three"]
    then here is "end"
"""
    )
    assert not [one for one in findings(text) if one.severity is Severity.ERROR]


WORD = re.compile(r'(\b[A-Za-z_0-9]+\b|"[^"\n]*")')


def exchanged(text: str, seed: int) -> str:
    """The text with some names and numbers exchanged for others of it."""
    chance = Random(seed)
    parts = WORD.split(text)
    places = [place for place in range(1, len(parts), 2) if parts[place] not in RESERVED]
    for _ in range(chance.choice((1, 1, 2, 5))):
        one = chance.choice(places)
        like = [place for place in places if sort_of(parts[place]) == sort_of(parts[one])]
        parts[one] = parts[chance.choice(like)]
    return "".join(parts)


def sort_of(word: str) -> tuple[bool, bool, bool]:
    return word[0] == '"', word[0].isupper(), word[0].isdigit()


@pytest.mark.parametrize("seed", range(20))
def test_exchanged_names_never_stop_the_checker(seed: int) -> None:
    texts = [case.text for case in ALL if not case.tables]
    for number in range(8):
        text = exchanged(texts[(seed * 8 + number) % len(texts)], seed * 8 + number)
        source = Source("case.rules", text)
        file, _ = parse(source)
        if file is None or not isinstance(file.head, tree.Game):
            continue
        made, found = check(Program(header=file.head, declarations=file.items, sources=(source,)))
        assert (made is None) == any(one.severity is Severity.ERROR for one in found)
        assert Code.NOT_FOLLOWED not in {one.code for one in found}
        render_all(found, source)


def test_who_waits_for_the_last_player_is_told_how_to_count_them() -> None:
    """`number of players` does not change as players go."""
    rules = PRELUDE + "phase round, repeated until number of players = 1: set rounds to rounds + 1\n"
    found = next(one for one in findings(rules) if one.code is Code.NEVER_HOLDS)
    assert found.hint is not None
    assert "number of players p where" in found.hint


@pytest.mark.parametrize(
    ("singular", "plural", "said"),
    [("Dish", "Dishes", "`Dishs`"), ("City", "Cities", "`Citys`"), ("Wolf", "Wolves", "`Wolfs`")],
)
def test_other_plurals_are_told_how_plurals_are_formed(singular: str, plural: str, said: str) -> None:
    text = f"game G for 2 players\nkind {singular} is card\nzone yard: pile of {singular}\nsetup: move all {plural} to yard\n"
    found = next(one for one in findings(text) if one.code is Code.UNKNOWN_NAME)
    assert found.hint is not None
    assert said in found.hint
