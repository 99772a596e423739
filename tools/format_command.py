"""`rulelang format`: rules files laid out in the common style."""

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

import rulelang
from rulelang import Source
from rulelang.files import Refusal, read_text
from tools.failures import FAILED, Failed
from tools.wording import counted
from tools.writing import write_whole


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True,
                type=click.Path(exists=True, path_type=Path))  # fmt: skip
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool, diff: bool) -> None:
    """Lay out rules files in the common style, in place.

    PATH is a .rules file, or a folder of them. A file with a mistake in it is left as it is; comments and
    everything that is said stay, only the layout changes.
    """
    changed, refused, total = 0, 0, 0
    for path in rules_files(paths):
        total += 1
        try:
            old = read(path)
            new = formatted(str(path), old)
        except Failed as error:
            click.echo(f"{error.message}\n{path}: left as it is\n", err=True)
            refused += 1
            continue
        if new == old:
            continue
        changed += 1
        if diff:
            lines = difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), str(path), f"{path} (formatted)"
            )
            click.echo("".join(lines), nl=False)
        elif check:
            click.echo(f"{path}: would change")
        else:
            write_whole(path, new)
            click.echo(f"{path}: formatted")
    would = "would change" if check or diff else "changed"
    click.echo(f"{counted(total, 'file')}, {changed} {would}, {refused} refused")
    if refused or (changed and (check or diff)):
        ctx.exit(FAILED)


def rules_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, each once."""
    seen = set()
    for path in paths:
        for file in sorted(path.rglob("*.rules")) if path.is_dir() else [path]:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def read(path: Path) -> str:
    """The text of the file, without a byte order mark, its lines ending in line feeds.

    Raises: Failed for one that cannot be read as text.
    """
    text = read_text(str(path), str(path))
    if isinstance(text, Refusal):
        raise Failed(text.message)
    return text


def formatted(label: str, text: str) -> str:
    """The text in the common style.

    Raises: Failed for a text with a mistake, or if the new text would not say the same.
    """
    source = Source(label, text)
    tree, diagnostics = rulelang.parse(source)
    if tree is None:
        raise Failed(rulelang.render_all(diagnostics, source))
    new = rulelang.format_text(text)
    again, _ = rulelang.parse(Source(label, new))
    if again != tree or sorted(c.text for c in again.comments) != sorted(c.text for c in tree.comments):
        raise Failed("the formatter would change what the file says: a fault of rulelang, please report it")
    return new
