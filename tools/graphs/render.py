"""Drawing DOT: by the renderer that comes with the package `graphviz-pure`, or by a system's `dot`."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.failures import WrongCall

LIMIT = 60.0  # seconds: the time of a layout can grow without bound
PICTURES = ("svg", "png", "pdf")
AS_PLACED = ("-Kneato", "-n2")  # everything has its place already


class TooLong(Exception):
    """A drawing was not ready in time."""


def too_long(limit: float) -> WrongCall:
    """What to say of that."""
    return WrongCall(
        f"drawing takes longer than {limit:g} seconds: draw a part of it (--around, --only), "
        "or write DOT (-o FILE.dot) and draw that elsewhere"
    )


def layout_of(text: str, limit: float = LIMIT) -> bytes:
    """Where DOT *text* puts things, in JSON.

    Raises: WrongCall if nothing here can lay it out; TooLong.
    """
    return _run([_renderer(), "-Tjson"], text, limit)


def render(text: str, form: str, limit: float = LIMIT, placed: bool = False) -> bytes:
    """A drawing of DOT *text* as `svg`, `png` or `pdf`; *placed*: it says where everything stands.

    Raises: WrongCall if nothing here can draw it; TooLong.
    """
    how = AS_PLACED if placed else ()
    if form == "pdf":
        dot = shutil.which("dot")
        if dot is not None:  # it writes text as text, with the fonts of the system
            return _run([dot, *how, "-Tpdf"], text, limit)
        return _pdf(_svg(text, limit, how))
    if form == "svg":
        return _svg(text, limit, how)
    return _run([_renderer(), *how, "-Tpng", "-Gdpi=150"], text, limit)


def _svg(text: str, limit: float, how: Sequence[str]) -> bytes:
    """As drawn, but for the name of the last font: some that read SVG know `sans-serif` in small letters only, and
    leave the text out."""
    drawn = _run([_renderer(), *how, "-Tsvg"], text, limit)
    return re.sub(
        rb'font-family="([^"]*)"', lambda found: found[0].replace(b"sans-Serif", b"sans-serif"), drawn
    )


def _renderer() -> str:
    """The program that draws: the same one, with the same fonts, on every machine, if it is there."""
    beside = Path(sys.executable).parent / (
        "graphviz-pure.exe" if sys.platform == "win32" else "graphviz-pure"
    )
    if beside.exists():
        return str(beside)
    for name in ("graphviz-pure", "dot"):
        found = shutil.which(name)
        if found is not None:
            return found
    raise WrongCall("nothing here can draw: install the package `graphviz-pure`, or Graphviz itself")


def _run(command: list[str], text: str, limit: float) -> bytes:
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise TooLong from None
    except OSError as error:
        raise WrongCall(f"{command[0]} does not run: {error}") from None
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise WrongCall(
            f"{Path(command[0]).name} could not draw it: {said[-1] if said else 'it says nothing'}"
        )
    return done.stdout


def _pdf(svg: bytes) -> bytes:
    try:
        import vl_convert
    except ImportError:
        raise WrongCall(
            "a PDF needs Graphviz (`dot`) or the extra `pdf`: pip install 'rulelang[pdf]'; SVG and PNG need neither"
        ) from None
    made: bytes = vl_convert.svg_to_pdf(svg.decode())
    if b"<text" in svg and b"/Font" not in made:
        raise WrongCall(
            "no font was found for the text of the PDF: write an SVG, or install Graphviz (`dot`)"
        )
    return made
