"""The pictures of the documentation are what the commands on its page draw; UPDATE_DOCS=1 draws them anew."""

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import tools.cli
from tools.graphs import render

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "pictures.md"
PICTURES = ROOT / "docs" / "pictures"
COMMANDS = re.findall(r"^\$ rulelang (graph .* -o (\w+\.svg))$", PAGE.read_text("utf-8"), re.MULTILINE)


def without_places(svg: str) -> str:
    """A picture without the remarks that tell where things stand, and which version has drawn it."""
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r' xlink:title="[^"]*"', "", svg)


def test_the_page_shows_its_pictures() -> None:
    shown = re.findall(r"\]\(pictures/(\w+\.svg)\)", PAGE.read_text("utf-8"))
    assert sorted(shown) == sorted(name for _, name in COMMANDS)
    assert sorted(path.name for path in PICTURES.iterdir()) == sorted(shown)


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_pictures_are_drawn_by_their_commands(command: str, name: str, tmp_path: Path) -> None:
    if not render._renderer().endswith("graphviz-pure"):
        pytest.skip("another renderer draws otherwise")
    arguments = [str(tmp_path / name) if part == name else part for part in shlex.split(command)]
    result = CliRunner().invoke(tools.cli.cli, arguments)
    assert result.exit_code == 0, result.output
    drawn = (tmp_path / name).read_text("utf-8")
    if os.environ.get("UPDATE_DOCS"):
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / name).write_text(drawn, "utf-8")
    same = without_places(drawn) == without_places((PICTURES / name).read_text("utf-8"))
    assert same, "the rules or the drawing have changed: look at the new picture, `make pictures`"


@pytest.mark.parametrize("name", [name for _, name in COMMANDS])
def test_pictures_can_be_read_on_paper(name: str) -> None:
    """Each fits on A4 or A3 as it is, and its smallest letters are those of a footnote."""
    drawn = (PICTURES / name).read_text("utf-8")
    width, height = (
        float(found) for found in re.findall(r'<svg width="([\d.]+)pt" height="([\d.]+)pt"', drawn)[0]
    )
    paper = (1190, 842) if "effects" in name else (842, 595)
    assert max(width, height) <= paper[0]
    assert min(width, height) <= paper[1]
    scale = re.search(r'transform="scale\(([\d.]+)', drawn)
    sizes = {float(found) for found in re.findall(r'font-size="([\d.]+)"', drawn)} - {
        3.0
    }  # what keeps a distance
    assert min(sizes) * (float(scale[1]) if scale else 1) >= 5.8
