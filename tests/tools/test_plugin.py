"""The plug-in for pytest: rules files that are collected, and plays that are told in the place of tracebacks."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tests.tools.leaky import EXAMPLES, LEAKY, SOUND

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent.parent
# whether or not this checkout is installed with its entry point
USED = ("-p", "no:rulelang", "-p", "tools.plugin", "-p", "no:xdist", "-p", "no:cacheprovider")


@pytest.fixture
def inner(pytester: pytest.Pytester) -> pytest.Pytester:
    """Runs of pytest inside of this one."""
    pytester.makeini("[pytest]\n")
    return pytester


def run(inner: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return inner.runpytest_inprocess(*USED, *arguments)


def test_rules_files_are_left_alone_unless_they_are_asked_for(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", leaky=LEAKY)
    inner.makepyfile("def test_nothing(): pass")
    run(inner).assert_outcomes(passed=1)
    inner.makeini("[pytest]\nrules = true\nrules_plays = 4\n")
    run(inner).assert_outcomes(passed=1, failed=1)


def test_examples_and_an_attack_are_items(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", sound=SOUND + EXAMPLES)
    result = run(inner, "--rules", "--rules-plays", "2", "-v", "-rf")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines([
        "sound.rules::a throw is worth its pips PASSED*",
        "sound.rules::one more than there are FAILED*",
        "sound.rules::no promise is broken PASSED*",
        "*_ example one more than there are _*",
        "FAILED  one more than there are  (*sound.rules:24)",
        "    expected  then points of Ann = 4  (*sound.rules:29)",
        "    found     3",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*repr_failure*")
    run(inner, "--rules", "--rules-plays", "0", "-k", "pips or promise").assert_outcomes(
        passed=1, deselected=1
    )


def test_a_broken_promise_is_told_as_a_play(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", leaky=LEAKY)
    result = run(inner, "--rules")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*_ no promise is broken _*",
        "BROKEN  invariant modest  (*leaky.rules:16)",
        "    says      every player p has points of p <= 12",
        "    play      2 players, 6 choices",
        "        1  p0: choose  ->  throw",
        "        2  chance: chance decides  ->  *",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*.py:*")


def test_variants_and_parts_and_broken_rules(inner: pytest.Pytester) -> None:
    inner.makefile(
        ".rules",
        sound=SOUND.replace("dice", 'include "part.rules"\ndice', 1),
        part="counter spare: 0 or more = 0\n",
        careful='variant Careful of "sound.rules":\n    add invariant low: every player p has points of p <= 4\n',
        wrong="game Wrong for 2 players\nphase only: do nothin\n",
    )
    result = run(inner, "--rules", "--rules-plays", "6", "--continue-on-collection-errors")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["error[[]R101[]]: *nothin*", "BROKEN  invariant low  (*careful.rules:2)"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_number_of_plays_that_is_none(inner: pytest.Pytester) -> None:
    inner.makeini("[pytest]\nrules = true\nrules_plays = many\n")
    inner.makefile(".rules", sound=SOUND)
    result = run(inner)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*rules_plays is a number of plays*not `many`"])


MACHINE = """
    from hypothesis import settings
    from hypothesis.stateful import invariant, rule, precondition
    from tools.testing import rules_machine

    @settings(max_examples=60, stateful_step_count=8, database=None, derandomize=True)
    class Leaky(rules_machine("{file}", players=2)):
        {body}

    TestLeaky = Leaky.TestCase
"""


def test_a_machine_tells_the_play_that_breaks_the_rules(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", leaky=LEAKY.replace("<= 12", "<= 0"))
    inner.makepyfile(MACHINE.format(file="leaky.rules", body="pass"))
    result = run(inner)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*_ TestLeaky.runTest _*",
        "BROKEN  invariant modest  (leaky.rules:16)",
        "    by        throw: p0 gains 1 points, has 1 *",
        "    play      2 players, 2 choices",
        "        1  p0: choose  ->  throw",
        "        2  chance: chance decides  ->  1",
    ])  # fmt: skip
    for inside in (
        "*Falsifying*",
        "*Failing test case*",
        "*stateful.py*",
        "*state = *",
        "*picks*",
        "* Hypothesis *",
    ):
        result.stdout.no_fnmatch_line(inside)


def test_an_invariant_of_a_test_is_told_with_the_play(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", sound=SOUND)
    body = """@invariant()
        def nobody_gets_far(self):
            theirs = [one for one in self.match.view(1)["stores"] if one["owner"] == 1]
            assert theirs[0]["value"] == "0", "p1 has points"
    """
    inner.makepyfile(MACHINE.format(file="sound.rules", body=body))
    result = run(inner)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "BROKEN  nobody_gets_far  (*test_an_invariant_of_a_test_is_told_with_the_play.py:*)",
        '    says      assert theirs[[]0[]][[]"value"[]] == "0", "p1 has points"',
        "    found     AssertionError: p1 has points",
        "    play      2 players, 3 choices",
        "        1  p0: choose  ->  stop",
        "*",
        "        2  p1: choose  ->  throw",
        "        3  chance: chance decides  ->  1",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*stateful.py*")


def test_a_strategy_tells_the_play_that_breaks_the_rules(inner: pytest.Pytester) -> None:
    inner.makefile(".rules", leaky=LEAKY.replace("<= 12", "<= 1"))
    inner.makepyfile("""
        from hypothesis import given, settings
        from tools.testing import matches

        @settings(max_examples=20, database=None, derandomize=True)
        @given(matches("leaky.rules", players=2))
        def test_it(match): pass
    """)
    result = run(inner)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*InvariantBroken: the invariant modest does not hold*", "*players, seed*"])
    for inside in ("*choose_index*", "*_hold_up*", "*return match*"):
        result.stdout.no_fnmatch_line(inside)


def test_other_failures_are_shown_as_ever(inner: pytest.Pytester) -> None:
    inner.makepyfile("""
        import tools.testing
        def test_plain(): assert 1 == 2
    """)
    result = run(inner)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*assert 1 == 2"])


def test_it_is_named_where_pytest_looks_for_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (plugin,) = project["entry-points"]["pytest11"].values()
    assert hasattr(import_module(plugin), "pytest_collect_file")
    assert any(one.startswith("hypothesis") for one in project["optional-dependencies"]["testing"])


def test_it_needs_no_hypothesis(tmp_path: Path) -> None:
    """A run of pytest where Hypothesis cannot be imported."""
    (tmp_path / "sound.rules").write_text(SOUND, "utf-8")
    (tmp_path / "test_it.py").write_text(
        "import sys, pytest\n"
        "sys.modules['hypothesis'] = None\n"
        "def test_what_is_missing():\n"
        "    with pytest.raises(ImportError, match=r\"pip install 'rulelang\\[testing\\]'\"):\n"
        "        import tools.testing\n",
        "utf-8",
    )
    blocked = (
        "-p",
        "no:hypothesispytest",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:timeout",
        "-q",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *USED[:4], *blocked, "--rootdir", str(tmp_path), "-c", "/dev/null",
         str(tmp_path / "test_it.py"), str(tmp_path), "--rules", "--rules-plays", "1"],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


def test_it_imports_nothing_of_the_games() -> None:
    code = "import sys, pytest; before = {*sys.modules}; import tools.plugin; print(sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['tools', 'tools.plugin']"
