"""What a change touches: the keys that it names, and those in which they stand."""

from collections.abc import Iterator

from attrs import field, frozen

from rulelang import tree
from rulelang.program import Program
from rulelang.source import Span
from rulelang.variants.finding import Key, everything, key_of, span_of_key


@frozen
class Touch:
    """That a change is about a thing of the base: it alters it, or only needs it where it is."""

    key: Key
    span: Span = field(eq=False)
    alters: bool = True


def touches(change: tree.Change, program: Program) -> Iterator[Touch]:
    match change:
        case tree.SetParameter():
            yield Touch(("parameter", change.name.text), change.span)
        case tree.Remove():
            yield Touch(removed_key(change), change.span)
        case tree.Replace():
            yield Touch(key_of(change.new), span_of_key(change.new))
        case tree.Rename():
            for sort in sorted({sort for sort, text, _ in everything(program) if text == change.old.text}):
                yield Touch((sort, change.old.text), change.span)
            yield Touch(("name", change.new.text), change.span)
        case tree.Add():
            key = key_of(change.new)
            yield Touch(key, span_of_key(change.new))
            if change.anchor is not None:
                sort = "window" if change.place is tree.PlaceWord.IN else "phase"
                yield Touch((sort, change.anchor.text), change.anchor.span, False)


def removed_key(change: tree.Remove) -> Key:
    sort = "card" if change.what is tree.Removable.TOKEN else change.what.value
    return sort, change.thing.text
