"""The plug-in for pytest that comes with rulelang: collects `.rules` files as tests, if that is asked for, and tells a
failing play in words.

pytest imports this module in every run where rulelang is installed. So it imports nothing but pytest, which is there.
"""

from collections.abc import Generator
from pathlib import Path

import pytest

PLAYS = 10
"""Plays with which the rules of a collected file are attacked, unless it is said."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rules`, `--rules-plays` and their lines of the ini file."""
    group = parser.getgroup("rulelang", "games written in rulelang")
    group.addoption("--rules", action="store_true", default=None, dest="rules",
                    help="Collect .rules files: each example is a test, and so is an attack on the rules.")  # fmt: skip
    group.addoption("--rules-plays", type=int, metavar="N", dest="rules_plays",
                    help=f"Attack the rules of a collected file with N plays; 0: not at all. Else {PLAYS}.")  # fmt: skip
    parser.addini("rules", "Collect .rules files, as --rules does.", type="bool", default=False)
    parser.addini("rules_plays", "As --rules-plays.", default=str(PLAYS))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rules file with a game or a variant in it, if they are to be collected."""
    if file_path.suffix != ".rules" or not (
        parent.config.getoption("rules") or parent.config.getini("rules")
    ):
        return None
    from tools.plugin.items import rules_file

    return rules_file(file_path, parent)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a machine of `rules_machine` has played is told in the place of how Hypothesis came to it."""
    report = yield
    if report.failed and call.excinfo is not None and told_here():
        from tools.plugin.telling import told

        text = told(call.excinfo.value)
        if text is not None:
            report.longrepr = text
            report.sections = [one for one in report.sections if one[0] != "Hypothesis"]
    return report


def told_here() -> bool:
    """Whether a machine can have played: who makes one has imported its module."""
    import sys

    return "tools.testing.machines" in sys.modules
