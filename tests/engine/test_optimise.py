"""Optimised text does what the text did: random texts, and whole matches of the bundled games."""

import ast
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import interpreter
import rulelang
from interpreter import slots as k
from interpreter.key import events_in_use, in_use
from interpreter.match import Match
from interpreter.optimise.fold import Fold, decided
from interpreter.optimise.given import hand_over
from interpreter.optimise.known import Known
from interpreter.optimise.lists import own_list, own_lists
from interpreter.optimise.rows import in_slots
from interpreter.optimise.simplify import Simplify
from interpreter.program import program
from tests.engine.playing import go_on, played_by
from tests.engine.test_native import DEPTH, TABLES, WIDTH, numbers, plain, texts

GAMES = [pytest.param("badaboom", 4, marks=pytest.mark.long), pytest.param("bad_company", 3, marks=pytest.mark.long),
         ("tic_tac_toe", 2), ("kuhn", 2),
         ("kuhn", 3), ("goofspiel", 2), ("goofspiel", 3), ("pig", 3),
         ("connect_four", 2), ("crazy_eights", 2), ("crazy_eights", 6), ("leduc", 2)]


def simplified(text: str) -> str:
    """The text with each of its functions simplified, and those before copied in."""
    rules = Simplify(dict(TABLES), {})
    out = []
    for tree in ast.parse(text).body:
        assert isinstance(tree, ast.FunctionDef)
        out.append(rules.function(tree))
        rules.learn(out[-1])
    again = [ast.Assign([ast.Name(name + "_past", ast.Store())], ast.Name(name, ast.Load())) for name in rules.guarded]
    made = ast.unparse(ast.fix_missing_locations(ast.Module([*rules.made.values(), *out, *again], [])))
    return "".join(f"{name} = {values}\n" for values, name in rules.own_tables.items()) + "\n" + made


def one(text: str) -> str:
    """The last function of a text, simplified, without its head."""
    return simplified(text).rpartition("def ")[2].partition(":\n")[2].partition("\n\n")[0].partition("\nsettle")[0]


# to explain a failure line by line takes minutes
@settings(max_examples=50, phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink])
@given(
    text=texts(),
    cells=st.lists(numbers, min_size=WIDTH * (DEPTH + 1), max_size=WIDTH * (DEPTH + 1)),
    p=numbers,
)
def test_random_texts_do_the_same(text: str, cells: list[int], p: int) -> None:
    rows = [cells[WIDTH * i : WIDTH * (i + 1)] for i in range(DEPTH + 1)]
    states: list[Any] = []
    for code in (plain(text), plain(simplified(text))):
        mine = deepcopy(rows)
        states.append([(code["main"](mine[0], p, mine[1:]), mine) for _ in range(2)])
    assert states[0] == states[1]


def test_a_row_of_tests_is_one_condition() -> None:
    text = """
def main(s, w):
    t1 = 0
    for t2 in range(3):
        t3 = 1
        for t4 in range(2):
            if s[TA[t4 * 2] + t2] != 5:
                t3 = 0
                break
        if t3:
            t1 = 1
            break
    return 1 if t1 else 0
"""
    assert one(text).strip() == (
        "return 1 if s[3] == 5 and s[0] == 5 or (s[4] == 5 and s[1] == 5) or (s[5] == 5 and s[2] == 5) else 0")


def test_a_parameter_that_a_written_out_loop_sets_is_that_of_the_call() -> None:
    text = """
def main(s, w, c):
    for i in range(3):
        z = s[c]
        if z == 2:
            return c
        c = TB[z]
    return -1
"""
    for cells in ([0, 1, 2], [1, 1, 0], [2, 0, 1]):
        for c in range(3):
            made: list[dict[str, Any]] = [dict(TABLES), dict(TABLES)]
            for code, names in zip((text, simplified(text)), made, strict=True):
                exec(code, names)
            assert made[0]["main"](cells, [], c) == made[1]["main"](cells, [], c)


def test_what_a_slot_was_set_to_is_known_until_something_may_have_changed_it() -> None:
    text = """
def other(s, w):
    s[3] = 1
    while s[3] < 9:
        s[s[3]] += 2
    return s[3]
def main(s, w, x):
    s[2] = 7
    s[x] = s[2] + 1
    s[4] = s[2]
    s[2] = 7
    other(s, w)
    return s[2]
"""
    body = one(text)
    assert "s[x] = 8" in body
    assert body.count("s[2]") >= 3  # set; read after s[x]; set again or read after the call
    assert "return s[2]" in body


def test_a_function_is_asked_for_whether_it_has_anything_to_do() -> None:
    rest = "\n".join(f"    s[{i % 7}] = s[c] + {i}" for i in range(12))
    text = f"""
def settle(s, w, c):
    if s[c] == 0:
        return 0
{rest}
    return 0
def main(s, w, x):
    settle(s, w, x)
    return 0
"""
    assert one(text).split() == "if s[x]: settle_past(s, w, x) return 0".split()


@pytest.mark.parametrize("op", ["<", "<=", ">", ">=", "=", "!="])
def test_comparisons_of_bounds(op: str) -> None:
    python = {"=": "=="}.get(op, op)
    spans = [(a, b) for a in range(-2, 3) for b in range(a, 3)]
    for one_ in spans:
        for two in spans:
            answers = {eval(f"{x} {python} {y}") for x in range(one_[0], one_[1] + 1) for y in range(two[0], two[1] + 1)}
            assert decided(one_, op, two) == (answers.pop() if len(answers) == 1 else None)


@pytest.mark.parametrize("text", [
    "(a and 0) or 2", "not (not a)", "0 or a", "a or 0", "1 and a", "a and 1", "not (a or b)", "(2 if a else 0) == 2",
    "(a if a > 2 else -1) >= 0", "(a if a > 2 else -1) > 4", "(a if 9 else b) < 0 or (b if a < 0 else 4) == 4",
    "b != 9 and a == b", "b != 7 and a == b", "b != -4 and b == a", "a != -4 and b == a", "(1 if a else 0) != 0", "-3 < a < 9",
    "a < b < a", "~(2 - 3)", "7 // 0 if 0 else 3", "(a + 1) + 2", "3 + a", "not a == b"])
def test_an_expression_keeps_its_value(text: str) -> None:
    fold = Fold({}, {}, {})
    out = ast.unparse(ast.fix_missing_locations(fold.value(ast.parse(text, mode="eval").body, Known({"a": (-3, 8)}))))
    truth = ast.unparse(ast.fix_missing_locations(fold.truth(ast.parse(text, mode="eval").body, Known({"a": (-3, 8)}))))
    for a in range(-3, 9):
        for b in (-2, 0, 1, 5):
            names = {"a": a, "b": b}
            assert eval(out, names) == eval(text, names)
            assert bool(eval(truth, names)) == bool(eval(text, names))


@pytest.mark.parametrize("op", ["&", "^", ">>"])
def test_bounds_of_bits(op: str) -> None:
    fold = Fold({}, {}, {})
    for a in ((0, 5), (3, 4), (-3, 4), None):
        for b in ((0, 3), (2, 2), (0, 0), (-2, 1), None):
            known = Known({name: span for name, span in (("x", a), ("y", b)) if span is not None})
            found = fold.span(ast.parse(f"x {op} y", mode="eval").body, known)
            if found is None:
                assert a is None or b is None or a[0] < 0 or b[0] < 0
                continue
            for x in range(*(a or (-9, 9))[:1], (a or (-9, 9))[1] + 1):
                for y in range((b or (0, 9))[0], (b or (0, 9))[1] + 1):
                    assert found[0] <= eval(f"{x} {op} {y}") <= found[1]


@pytest.mark.parametrize(("text", "adds"), [("x << 3 | x >> 2", True), ("x << 2 | x >> 2", False), ("x << 3 | y", False)])
def test_bits_that_stand_apart_are_added(text: str, adds: bool) -> None:
    out = ast.unparse(Fold({}, {}, {}).value(ast.parse(text, mode="eval").body, Known({"x": (0, 31), "y": (-1, 7)})))
    assert ("+" in out) == adds
    for x in range(32):
        for y in range(-1, 8):
            assert eval(out, {"x": x, "y": y}) == eval(text, {"x": x, "y": y})


@pytest.mark.parametrize("a", ["x < 3", "x <= 3", "x > 3", "x >= 3", "x == 3", "x != 3"])
@pytest.mark.parametrize("b", ["x < 4", "x <= 2", "x > 2", "x >= 4", "x == 4", "x != 2", "x == 3"])
@pytest.mark.parametrize("op", ["and", "or"])
def test_what_follows_from_the_other_comparison_is_left_out(a: str, b: str, op: str) -> None:
    fold = Fold({}, {}, {})
    for text in (f"{a} {op} {b}", f"{b} {op} {a}"):
        out = ast.unparse(ast.fix_missing_locations(fold.truth(ast.parse(text, mode="eval").body, Known())))
        for x in range(7):
            assert bool(eval(out, {"x": x})) == bool(eval(text, {"x": x}))
    one_, two = ({x for x in range(7) if eval(y, {"x": x})} for y in (a, b))
    if (one_ <= two or two <= one_) and "!=" not in a + b:
        assert op not in out


def played(match: Match, rng: Random, decisions: int) -> list[object]:
    """What is in use of the states, and the options, after each of so many uniform choices, and how it ended."""
    out: list[object] = []

    def state() -> list[int]:
        return [*match.state[: in_use(match.program, match.state, match.over)], *events_in_use(match.program, match.state)]

    for _ in range(decisions):
        if not match.count:
            break
        out.append((state(), match._options[:]))
        match.choose_index(rng.randrange(match.count))
    return [*out, state(), match.result]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_matches_are_the_same(name: str, players: int) -> None:
    game = rulelang.load(name)
    p = program(game, players)
    plain_blocks = p.compiled(False).blocks
    p.optimise()
    assert p.compiled(False).quick != plain_blocks
    small = p.lay.width < 3000
    for seed in range(60 if small else 3):
        quick = interpreter.start(game, players, seed=seed, log=False)
        plain_one = played_by(interpreter.start(game, players, seed=seed, log=False), plain_blocks)
        assert played(quick, Random(seed), 1000) == played(plain_one, Random(seed), 1000)


def test_what_is_imagined_is_not_left_to_chance(tmp_path: Path) -> None:
    """Of the faces that the card may have, one will do; the generator of the match has no say in that."""
    (tmp_path / "gamble.rules").write_text("""game Gamble for 1 to 2 players
kind Card is card:
    rank: number
cards Card for each number r in 1 to 6
zone deck: stack of Card
setup: move all Cards to deck
phase main: start_player may do gamble
effect gamble:
    requires rank of top of deck = 3
    shuffle deck
""")
    game = rulelang.load(str(tmp_path / "gamble.rules"))
    program(game, 2).optimise()
    for seed in range(20):
        assert interpreter.start(game, 2, seed=seed, log=False).count == 2  # to pass, to gamble


@pytest.mark.long
def test_searches_count_the_same_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that run as parts of others count too, so that every text gives a search up at the same point."""
    game = rulelang.load("badaboom")
    p = program(game, 4)
    p.optimise()
    made = p.compiled(False)
    by_name = next(b.__globals__ for b in made.quick if b.__name__ == "b0")
    ways = made.names["search"], by_name["search"]
    found: set[tuple[int, int, int]] = set()  # from which block, how many at most, the answer
    seen: set[int] = set()

    def search(w: list[list[int]], first: int, steps: int, again: int) -> int:
        if not again and first not in seen:
            seen.add(first)
            for most in range(1, 9):
                rows = [w[i][:] if i in (k.W_FIRST, k.W_FIRST + 3) else [0] * p.lay.width for i in range(len(w))]
                answers = [way([row[:] for row in rows], first, most, 0) for way in ways]
                assert answers[0] == answers[1], (first, most)
                found.add((first, most, answers[0]))
        return ways[0](w, first, steps, again)

    monkeypatch.setitem(made.names, "search", search)
    assert go_on(played_by(interpreter.start(game, 4, seed=1, log=False), made.blocks), Random(1), 150) == 150
    spent = {(first, most) for first, most, answer in found if answer == 1}
    given = {(first, most) for first, most, answer in found if answer == 0}
    assert any((first, most - 1) in spent for first, most in given)  # one block less is too few


def test_a_program_is_optimised_after_many_matches() -> None:
    game = rulelang.load("pig", parameters={"winscore": 17})
    p = program(game, 2)
    interpreter.start(game, 2, log=False)
    made = p.compiled(False)
    assert made.quick == made.blocks
    for seed in range(60):
        interpreter.start(game, 2, seed=seed, log=False)
    assert made.quick != made.blocks
    assert [r.winners for r in interpreter.playouts(game, 2, range(9))] == [
        r.winners for r in interpreter.playouts(rulelang.load("pig", parameters={"winscore": 17}), 2, range(9))]


def test_options_are_counted_in_slots() -> None:
    text = """
def b1(s, f, w):
    n = 0
    o = w[0]
    if s[50] == 1:
        o[n * 3] = 4
        o[n * 3 + 1] = 5
        n += 1
    o[n * 3] = 6
    n += 1
    s[3] = n
    if n > 1:
        return 1
    return 2
"""
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    in_slots(tree, 3)
    changed = ast.unparse(ast.fix_missing_locations(ast.Module([tree], [])))
    assert "* 3" not in changed
    for x in (0, 1):
        seen = []
        for code in (text, changed):
            names: dict[str, Any] = {}
            exec(code, names)
            s, w = [0] * 60, [[0] * 9]
            s[50] = x
            seen.append((names["b1"](s, 0, w), s, w))
        assert seen[0] == seen[1]
    other = ast.parse(text.replace("s[3] = n", "s[5] = n")).body[0]
    assert isinstance(other, ast.FunctionDef)
    before = ast.unparse(other)
    in_slots(other, 3)
    assert ast.unparse(other) == before


ASKING = """
def b1(s, f, w):
    o = w[s[13]]
    n = 0
    if s[50] == 1:
        o[0] = 4
        o[1] = 5
        n = 2
    for t in range(s[51]):
        if n >= 8:
            s[21] = 5
            n = 0
        o[n] = 6
        o[n + 1] = t
        n += 2
    if n > 0:
        s[3] = n // 2
        s[4] = 7
        if n > 2:
            return -1
        s[27] = o[1]
    return 3
"""


def asked(text: str, first: int, more: int) -> tuple[int, list[int], list[int]]:
    names: dict[str, Any] = {}
    exec(text, names)
    s = [0] * 60
    s[50], s[51] = first, more
    w = [[0] * 20 for _ in range(k.ROWS)]
    code = names["b1"](s, 30, w)
    if isinstance(code, list):
        return -1, s, code
    return code, s, w[0][: 2 * s[3]] if code == -1 else []


def handed_over(text: str, listing: frozenset[int] = frozenset(), fails: bool = False, pays: bool = False) -> str:
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    for x in ast.walk(tree):
        if isinstance(x, ast.Return) and isinstance(x.value, ast.UnaryOp):
            x.value = ast.Constant(-1)  # as folding leaves it
    hand_over(tree, 2, listing, fails, pays)
    return ast.unparse(ast.fix_missing_locations(ast.Module([tree], [])))


def test_options_are_handed_over_as_a_list() -> None:
    changed = handed_over(ASKING)
    assert "o[n" not in changed and "return o" in changed
    for first in (0, 1):
        for more in range(6):
            assert asked(changed, first, more) == asked(ASKING, first, more)


def test_with_the_options_nothing_has_gone_wrong_and_the_budget_is_whole() -> None:
    text = ASKING.replace("s[4] = 7", "s[4] = 7\n        s[26] -= 5\n        s[21] = s[52]")
    changed = handed_over(text, fails=True, pays=True)
    names: dict[str, Any] = {}
    exec(changed, names)
    for error in (0, k.E_FUEL):
        s = [0] * 60
        s[50], s[51], s[52] = 1, 3, error
        code = names["b1"](s, 30, [])
        assert (code == k.STUCK) if error else (len(code) == 2 * s[k.QN] and s[k.FUEL] == k.FUEL_BOUND)


@pytest.mark.parametrize(("old", "new"), [
    ("s[4] = 7", "s[4] = 8"), ("s[4] = 7", "s[4] = t"), ("w[s[13]]", "w[s[f + 1]]"), ("o[n + 1] = t", "o[n + 1] = n"),
    ("o[n + 1] = t", "s[9] = t"), ("s[27] = o[1]", "s[27] = o[n]"), ("n += 2", "n += 2 if t else repeated(s, w, 0, n)")])
def test_what_else_is_done_with_the_row_of_options_leaves_it_as_it_is(old: str, new: str) -> None:
    text = ASKING.replace(old, new)
    assert handed_over(text, frozenset({8})) == ast.unparse(ast.parse(text))


def test_options_of_the_question_before_are_not_handed_over() -> None:
    """One question may come after another one that had no answer but one, or none at all."""
    text = """
def b1(s, f, w):
    if s[50] >= 0:
        o = w[s[13]]
        n = 0
        for t in range(s[50]):
            o[n] = 6
            o[n + 1] = t
            n += 2
        if n > 0:
            s[3] = n // 2
            s[4] = 7
            if n > 2:
                return -1
            s[27] = o[1]
    o_c1_1 = w[s[13]]
    n_c1_1 = 0
    for t2 in range(s[51]):
        o_c1_1[n_c1_1] = 5
        o_c1_1[n_c1_1 + 1] = t2
        n_c1_1 += 2
    if n_c1_1 > 0:
        s[3] = n_c1_1 // 2
        s[4] = 7
        return -1
    return 3
"""
    changed = handed_over(text)
    assert "return o\n" in changed and "return o_c1_1" in changed
    for first in (-1, 0, 1, 2):
        for more in range(3):
            assert asked(changed, first, more) == asked(text, first, more)
    maybe = text[: text.index("    o_c1_1")] + "    return -1\n"
    assert handed_over(maybe) == ast.unparse(ast.parse(maybe))


def test_a_value_of_few_numbers_is_looked_up() -> None:
    text = """
def main(s, w, a):
    for t in range(0, 24):
        if s[t] == a:
            x = t * 3 - 1 if t > 2 else 7 - t
            y = (x + 1) * 2 if x < 9 else x
            s[y] = s[t] + 1
    return 0
"""
    made = simplified(text)
    assert made.startswith("TABLE_0 = (") and " if " not in made.partition("def")[2].replace("if s[", "")
    assert "= a + 1" in made  # what was found to be the same is not read again
    for a in range(4):
        states = []
        for code in (text, made):
            names: dict[str, Any] = {}
            exec(code, names)
            states.append([x % 4 for x in range(90)])
            names["main"](states[-1], [], a)
        assert states[0] == states[1]


REACHED = """
def v_reached(s, w, x):
    n = 0
    s[101] = x
    s[100] = 1
    t = 0
    while t < s[100]:
        s[26] -= 4
        if s[26] < 0:
            s[21] = 2
            break
        t += 1
        a = s[t + 100]
        b = s[a + 40]
        if b != 99:
            found = 0
            for i in range(s[100]):
                if s[i + 101] == b:
                    found = 1
            if not found:
                if s[100] >= 5:
                    s[21] = 8
                    s[100] -= 1
                s[100] += 1
                s[100 + s[100]] = b
    for i in range(s[100]):
        if s[i + 101] > 2:
            n += 1
    return n
"""


def test_a_list_that_nobody_else_looks_at_is_a_local() -> None:
    tree = ast.parse(REACHED).body[0]
    assert isinstance(tree, ast.FunctionDef)
    made = own_lists({"v_reached": tree}, 90)
    changed = ast.unparse(ast.fix_missing_locations(made["v_reached"]))
    assert "s[100" not in changed and "while" not in changed and "b not in list_100" in changed
    for seed in range(40):
        rng = Random(seed)
        cells = [rng.choice([*range(9), 99]) for _ in range(120)]
        cells[26] = 1000
        answers = []
        for code in (REACHED, changed):
            names: dict[str, Any] = {}
            exec(code, names)
            s = cells[:]
            answers.append((names["v_reached"](s, [], rng.randrange(1) + seed % 9), s[21], s[:26]))
        assert answers[0] == answers[1], seed


@pytest.mark.parametrize(("old", "new"), [("return n", "return n + total(s, 100)"), ("s[t + 100]", "s[t + 102]"),
                                          ("s[100] = 1", "s[100] = 2"), ("return n", "s[103] = 1; return n")])
def test_a_list_that_is_looked_at_in_another_way_stays_in_the_state(old: str, new: str) -> None:
    tree = ast.parse(REACHED.replace(old, new)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert not own_lists({"v_reached": tree}, 90)


@pytest.mark.parametrize(("between", "times"), [("x = s[a + 5]", 1), ("s[a + 5] = 1", 2), ("x = v_other(s, w, a)", 2)])
def test_what_is_settled_is_not_settled_again(between: str, times: int) -> None:
    text = f"""
def main(s, w, a):
    if s[a + 20]:
        settle_past(s, w, a)
    x = 1
    {between}
    if s[a + 20]:
        settle_past(s, w, a)
    return x + s[a + 6]
"""
    assert one(text).count("settle_past") == times


def test_one_truth_after_the_other_is_one_condition() -> None:
    text = """
def main(s, w, a):
    t = 1 if s[a] == 8 else 0
    if not t:
        t = 1 if s[a + 1] == 9 or s[a + 2] else 0
    u = 1 if t else 0
    return u
"""
    assert one(text) == "    return 1 if s[a] == 8 or s[a + 1] == 9 or s[a + 2] else 0"
    assert one(text.replace("not t", "t")) == "    return 1 if s[a] == 8 and (s[a + 1] == 9 or s[a + 2]) else 0"


def both_do(text: str, made: str, name: str, cells: list[int], *args: int) -> None:
    """Asserts that the function does the same in both texts."""
    states = []
    for code in (text, made):
        names: dict[str, Any] = {"__builtins__": {"range": range, "len": len}}
        exec(code, names)
        s = cells[:]
        states.append((names[name](s, [], *args), s))
    assert states[0] == states[1]


TRYING = """
def tried(s, w, n):
    if n < 1:
        return 0
    while True:
        a = s[5]
        s[5] = (a * 5 + 3) % 17
        if a % n == 0 or a < n:
            return a
    return 0
def main(s, w, x):
    if s[50]:
        y = tried(s, w, 4)
    else:
        y = tried(s, w, x)
    return y * 2
"""


def test_what_is_tried_several_times_is_copied_in_once() -> None:
    made = simplified(TRYING)
    main = made[made.index("def main") :]
    assert main.count("s[5] = ") == 2 and main.count("_past(") == 2
    for first in range(17):
        for x in (-1, 0, 1, 3, 11, 40):
            cells = [0] * 60
            cells[5], cells[50] = first, x % 2
            both_do(TRYING, made, "main", cells, x)


@pytest.mark.parametrize(("old", "new"), [("a = s[5]", "a = a + s[5]"), ("        return 0", "        return s[7]"),
                                          ("    while", "    s[7] = 1\n    while")])
def test_what_goes_on_from_the_time_before_is_called(old: str, new: str) -> None:
    text = TRYING.replace(old, new, 1)
    if "a +" in new:
        text = text.replace("    if n < 1", "    a = 1\n    if n < 1")
    made = simplified(text)
    assert "tried_past(" not in made
    both_do(text, made, "main", [3] * 60, 5)


def test_members_that_are_counted_for_certain_are_not_looked_at() -> None:
    text = REACHED.replace("> 2", "!= 99").replace("s[a + 40]", "TA[a]")
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    own = own_list("v_reached", tree, {}, 90)
    asking = ast.parse("""
def main(s, w, x):
    y = v_reached(s, w, x) if 0 <= x < 9 else 0
    return y
""").body[0]
    assert isinstance(asking, ast.FunctionDef)
    table = (3, 5, 99, 7, 1, 2, 99, 8, 4)
    rules = Simplify({"TA": table}, {}, 110)
    rules.learn(rules.function(own))
    made = ast.unparse(ast.fix_missing_locations(rules.function(asking)))
    assert "v_reached" not in made
    assert made.count(" for ") == 1 and "len(" in made.rpartition(" for ")[2].rpartition("append")[2]
    for seed in range(40):
        rng = Random(seed)
        cells = [rng.choice([*range(9), 99]) for _ in range(120)]
        cells[26] = 1000
        answers = []
        for code in (text + "\ndef main(s, w, x):\n    return v_reached(s, w, x) if 0 <= x < 9 else 0", made):
            names: dict[str, Any] = {"TA": table}
            exec(code, names)
            s = cells[:]
            answers.append((names["main"](s, [], seed % 11), s[21], s[:26]))
        assert answers[0] == answers[1], seed


def test_a_list_of_which_another_function_knows_stays_in_the_state() -> None:
    tree = ast.parse(REACHED).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert own_list("v_reached", tree, {103: {"v_reached", "v_other"}}, 90) is tree
    assert own_list("v_reached", tree, {103: {"v_reached"}}, 90) is not tree


def test_locals_set_for_nobody_are_left_out() -> None:
    text = """
def main(s, w, x):
    a = s[x]
    b = 4
    if x > 3:
        a = 7
        b = 5
    else:
        b = a
        a = 9
    for t in range(s[2]):
        c = t + a
        a = t
        d = t
        if c > 4:
            d = 1
            break
        b = t
    return b
"""
    made = one(text)
    assert "d = " not in made and made.count("a = ") == 4 and "b = 4" not in made
    for x in range(8):
        both_do(text, f"def main(s, w, x):\n{made}", "main", [5, 2, 6, 1, 0, 3, 4, 2], x)


def test_what_is_known_of_a_slot() -> None:
    text = """
def main(s, w, x):
    if s[50] >= 0:
        if x >= 0:
            s[x + 52] = 3
        if s[50] < 0 or s[50] > 7:
            s[51] = 1
        s[x] = 1
        if s[50] < 0:
            s[51] = 2
    if s[50] >= 3:
        other(s, w)
    if s[50] == 7:
        s[51] = 3
        if s[50]:
            s[51] = 5
"""
    rules = Simplify({}, {50: (-1, 7)}, 60)
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    made = ast.unparse(ast.fix_missing_locations(rules.function(tree)))
    assert "s[51] = 1" not in made  # nothing has changed it
    assert "s[51] = 2" in made  # x might be 50
    assert "if s[50]:" not in made  # it is 7


def test_what_a_loop_reads_again_and_again_is_read_once() -> None:
    text = """
def main(s, w, x):
    n = 0
    if 0 <= x < 5:
        for t in range(s[40]):
            if s[t + 10] == s[x + 50]:
                n += 1
            s[21] = t
    return n
"""
    made = one_of(text, {}, 60)
    assert made.index("s[x + 50]") < made.index(" for ")
    for x in (-1, 0, 4, 5):
        both_do(text, f"def main(s, w, x):\n{made}", "main", [v % 3 for v in range(60)], x)
    assert one_of(text.replace("s[21] = t", "s[52] = t"), {}, 60).index("s[x + 50]") > made.index(" for ")
    assert one_of(text.replace("0 <= x < 5", "x < 5"), {}, 60).index("s[x + 50]") > made.index(" for ")


def one_of(text: str, fixed: dict[int, tuple[int, int]], frames: int) -> str:
    """The only function of a text, simplified, without its head."""
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    made = ast.unparse(ast.fix_missing_locations(Simplify({}, fixed, frames).function(tree)))
    return made.partition(":\n")[2]


def test_what_a_condition_asks_first_is_asked_before_it() -> None:
    text = """
def v_even(s, w, x):
    t = s[x + 20]
    if t > 7:
        t -= s[x + 21]
        if t > 9:
            t = 9
    return t % 2
def main(s, w, a):
    n = 0
    for i in range(20):
        if s[i] != 3 and v_even(s, w, i) and s[i] < 8:
            n += 1
        if not v_even(s, w, i) or s[i] == 4:
            n += 5
        else:
            n += 7
        if s[i] == 5 or v_even(s, w, i):
            n += 11
    return n
"""
    made = simplified(text)
    assert made.partition("def main")[2].count("v_even(") == 1  # which is asked at times alone
    for seed in range(20):
        cells = [Random(seed).randrange(12) for _ in range(60)]
        answers = []
        for code in (text, made):
            names: dict[str, Any] = {}
            exec(code, names)
            answers.append(names["main"](cells[:], [], 0))
        assert answers[0] == answers[1], seed


def test_all_bits_that_there_may_be_are_all_that_are_set() -> None:
    text = """
def main(s, w, a):
    s[0] = TB[a] | 3
    s[1] = TB[a] | 1
    s[2] = TA[a] | 63
    s[3] = s[a] | 3
    return 0
"""
    assert one(text).split("\n")[:4] == ["    s[0] = 3", "    s[1] = TB[a] | 1", "    s[2] = TA[a] | 63", "    s[3] = s[a] | 3"]


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_what_went_wrong_is_noticed_wherever_the_options_come_from(blocks: int) -> None:
    game = rulelang.load("pig")
    m = interpreter.start(game, 2, seed=1, log=False)
    assert m.count == 2
    number = len(m._way.quick)
    left = blocks

    def block(s: list[int], f: int, w: list[list[int]]) -> int | list[int]:
        nonlocal left
        left -= 1
        s[k.ERROR] = k.E_FUEL
        if left:
            return number - 1
        return k.STUCK if blocks == 1 else [0, 0, 1, 0]  # a block that fails by itself says so

    played_by(m, [block] * number)
    with pytest.raises(interpreter.EngineError, match="a loop does not end"):
        m.choose_index(0)
    assert not m.count and not left
