"""Chains of variants: what each builds upon, down to the game, and what each brings along."""

import os
import posixpath
from collections.abc import Iterator

import attrs

from rulelang import tree
from rulelang.bundled import bundled_file, find_variant
from rulelang.diagnostics import Code
from rulelang.files import Folder, Refusal, is_inside, printable, read_inside, resolve
from rulelang.reading import File, Home, Reader, start_of

MAX_CHAIN = 8  # variants of variants


def chain_of(reader: Reader, file: File) -> list[File] | None:
    """The game that *file* builds upon, the variants between, and *file* itself."""
    chain = [file]
    while isinstance(chain[0].tree.head, tree.Variant):
        base = base_of(reader, chain[0], chain[0].tree.head)
        if base is None:
            return None
        span = chain[0].tree.head.base.span
        if base.tree.head is None:
            message = f"`{base.name}` is no game and no variant: it has no `game` line"
            reader.report(Refusal(Code.WRONG_BASE, message), span)
            return None
        if any(base.real == other.real for other in chain):
            message = "this variant builds upon itself"
            reader.report(Refusal(Code.WRONG_BASE, message), span)
            return None
        if len(chain) >= MAX_CHAIN:
            message = f"more than {MAX_CHAIN} variants build upon one another"
            reader.report(Refusal(Code.TOO_LARGE, message), span)
            return None
        chain.insert(0, base)
    return chain


def base_of(reader: Reader, file: File, head: tree.Variant) -> File | None:
    """The file that a variant names as its base."""
    written, span = head.base.text, head.base.span
    known = bundled_file(written)
    if known is not None:
        return reader.top_file(*known)
    up = written.startswith("../")
    path = resolve(written.removeprefix("../"), "")
    if isinstance(path, Refusal) or "/" in path or not path.endswith(".rules"):
        message = f"a variant cannot build upon `{printable(written)}`"
        hint = "its base is a `.rules` file in its folder or the folder around that, or a bundled game"
        reader.report(Refusal(Code.WRONG_BASE, message, hint), span)
        return None
    folder = file.folder
    if up:
        label = posixpath.normpath(posixpath.join(folder.label, ".."))
        folder = Folder(os.path.join(folder.path, ".."), "" if label == "." else label)
    found = read_inside(folder, path)
    if isinstance(found, Refusal):
        reader.report(found, span)
        return None
    text, real = found
    if real not in reader.files:
        reader.files[real] = reader.parsed(text, folder, path, real, span)
    return reader.files[real]


def variant_chain(reader: Reader, wanted: str | os.PathLike[str], base: File) -> Iterator[list[File]]:
    """The variants from above the game to the one that is wanted, or nothing."""
    path = os.path.join(base.folder.path, base.name)
    found = find_variant(wanted, path, base.label)
    if isinstance(found, Refusal):
        reader.report(found, start_of(base.label))
        return
    file = reader.top_file(*found)
    if file is None:
        return
    if not isinstance(file.tree.head, tree.Variant):
        message = f"`{file.name}` is no variant: it has no `variant` line"
        reader.report(Refusal(Code.WRONG_FILE, message), start_of(file.label))
        return
    chain = chain_of(reader, file)
    if chain is None:
        return
    if chain[0].real != base.real:
        message = f"`{file.tree.head.name.text}` is a variant of `{chain[0].name}`, not of `{base.name}`"
        reader.report(Refusal(Code.WRONG_BASE, message), file.tree.head.base.span)
        return
    yield chain[1:]


# ---------------------------------------------------------------------------- what variants bring along


def expand(reader: Reader, file: File, base: File) -> None:
    """Puts a variant's includes in their place and reads its tables."""
    head = head_of(file)
    home = home_of(file, base)
    changes: list[tree.Change] = []
    for change in head.changes:
        match change:
            case tree.Add(new=tree.Include() as include, place=None):
                for item in reader.include(include, home, (file.real,)):
                    changes.append(attrs.evolve(change, new=item))
            case (
                tree.Add(new=tree.Catalogue() as catalogue) | tree.Replace(new=tree.Catalogue() as catalogue)
            ):
                reader.read_catalogue(catalogue, home, isinstance(change, tree.Replace))
                changes.append(change)
            case tree.Add(new=new) | tree.Replace(new=new) if not isinstance(new, tree.Action):
                changes.append(attrs.evolve(change, new=reader.with_table(new, home)))
            case _:
                changes.append(change)
    changed = attrs.evolve(head, changes=tuple(changes))
    reader.files[file.real] = attrs.evolve(file, tree=attrs.evolve(file.tree, head=changed))


def home_of(file: File, base: File) -> Home:
    """A variant in its game's folder reads from that; any other from its own."""
    root, real = base.folder.real, file.folder.real
    if not is_inside(real, root):
        return Home(file.folder, "", file.folder.label or ".")
    within = os.path.relpath(real, root).replace(os.sep, "/")
    return Home(base.folder, "" if within == "." else within)


def now(reader: Reader, file: File) -> File:
    """The file as it is after `expand`."""
    return reader.files[file.real] or file


def head_of(file: File) -> tree.Variant:
    """What a variant's file says, with the name of its base."""
    assert isinstance(file.tree.head, tree.Variant)
    return file.tree.head
