"""What the variants that lie with a game carry of its rulebook, read from their text alone."""

import os
from collections.abc import Collection, Iterator

from rulelang import tree
from rulelang.bundled import variants_in
from rulelang.check.citations import cites_of
from rulelang.files import Folder, Refusal, read_text
from rulelang.remembered import Trees
from rulelang.source import Source, Span

MOST = 64  # variants that are read


def carried_by_variants(
    folder: Folder, name: str, applied: Collection[str], trees: Trees
) -> dict[str, tuple[tuple[str, Span], ...]]:
    """By statement, what carries it in a variant of the game in *name* that is not among the *applied* paths.

    A variant that cannot be read carries nothing; whoever plays it will hear why.
    """
    found: dict[str, list[tuple[str, Span]]] = {}
    others = [
        variant
        for variant in variants_in(os.path.join(folder.path, name))
        if os.path.realpath(variant.path) not in applied
    ]
    for variant in others[:MOST]:
        label = folder.label_of(os.path.relpath(variant.path, folder.path).replace(os.sep, "/"))
        text = read_text(variant.path, label)
        if isinstance(text, Refusal):
            continue
        file, _ = trees.parse(Source(label, text))
        if file is not None and isinstance(file.head, tree.Variant):
            for carrier, cite in _cites(file.head):
                found.setdefault(cite.id, []).append((carrier, cite.span))
    return {id_: tuple(places) for id_, places in found.items()}


def _cites(head: tree.Variant) -> Iterator[tuple[str, tree.Cite]]:
    title = f"variant {head.name.text}"
    for cite in head.cites:
        yield title, cite
    for change in head.changes:
        if isinstance(change, tree.Replace | tree.Add):
            for carrier, cite in cites_of(change.new):
                yield f"{title}: {carrier}" if carrier else title, cite
