"""The documentation is run: Python blocks, and console blocks with what they print.

A console block holds commands, `$ rulelang ...`, each followed by what it prints; a line of three dots
stands for any lines. A command that is meant to fail says so: `$ rulelang ... # exit status 1`. Blocks called
`sh` are not run. All blocks of one page share a folder and their Python names.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Document, Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LANGUAGES = {"python", "console", "rules", "sh", "json", "text", "csv"}
FENCE = re.compile(r"^ *```(.*)$", re.MULTILINE)
STATUS = re.compile(r"\s+# exit status (\d+)$")


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def opening_fences(page: Path) -> list[str]:
    """What stands behind each fence that opens a block."""
    return FENCE.findall(page.read_text("utf-8"))[::2]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with `rulelang` on the path."""
    command = tmp_path / "bin" / "rulelang"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tools.cli "$@"\n', "utf-8")
    command.chmod(0o755)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return folder


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a console block with what it should print."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with `$ `"
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts[1:]]


def fits(printed: str, expected: str) -> bool:
    """Whether they agree line by line, trailing blanks and lines of three dots apart."""
    lines = [line.rstrip() for line in expected.rstrip().split("\n")]
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in lines)
    text = "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"
    return re.fullmatch(pattern, text) is not None


def run_console(example: Example) -> str | None:
    """Run the commands of a block; what differs, or None."""
    for line, expected in commands(example.parsed):
        status = STATUS.search(line)
        done = subprocess.run(
            ["bash", "-c", STATUS.sub("", line)], capture_output=True, text=True, timeout=120, check=False
        )
        printed = done.stdout + done.stderr
        if done.returncode != (int(status.group(1)) if status else 0):
            return f"$ {line}\nexit status {done.returncode}\n{printed}"
        if not fits(printed, expected):
            return f"$ {line}\nprints\n{printed}\nnot\n{expected}"
    return None


SYBIL = Sybil(parsers=[PythonCodeBlockParser(), CodeBlockParser("console", run_console)])


def parsed(page: Path) -> Document:
    return SYBIL.parse(page)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_fences_are_plain(page: Path) -> None:
    """Sybil passes over a fence with attributes without a word."""
    text = page.read_text("utf-8")
    assert len(FENCE.findall(text)) % 2 == 0, "a block is not closed"
    assert set(opening_fences(page)) <= LANGUAGES


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_come_out_as_told(page: Path, workplace: Path) -> None:
    examples = list(parsed(page).examples())
    fences = opening_fences(page)
    assert len(examples) == fences.count("python") + fences.count("console")
    for example in examples:
        example.evaluate()


LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize(
    ("printed", "expected", "same"),
    [
        ("a\nb\nc\n", "a\n...\n", True),
        ("a\nb\nc\n", "...\nb\n...\n", True),
        ("a\nb\n", "a\n", False),
        ("a (1)  \n", "a (1)\n", True),
        ("", "", True),
        ("b\n", "...\nc\n", False),
    ],
)
def test_fits(printed: str, expected: str, same: bool) -> None:
    assert fits(printed, expected) is same
