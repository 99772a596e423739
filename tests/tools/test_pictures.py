"""The pictures of the documentation. That they are what the commands on their page draw is seen where these are run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "pictures.md"
PICTURES = ROOT / "docs" / "pictures"
COMMANDS = re.findall(r"^\$ rulelang (graph .* -o (\w+\.svg))$", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_page_shows_its_pictures() -> None:
    shown = re.findall(r"\]\(pictures/(\w+\.svg)\)", PAGE.read_text("utf-8"))
    assert sorted(shown) == sorted(name for _, name in COMMANDS)
    assert sorted(path.name for path in PICTURES.iterdir()) == sorted(shown)


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
