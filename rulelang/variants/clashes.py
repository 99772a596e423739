"""Two variants that change the same."""

from collections.abc import Iterator, Mapping

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.program import Program
from rulelang.sorts import SORTS
from rulelang.variants.finding import Key, key_of, said_key
from rulelang.variants.touching import Touch, touches
from rulelang.walk import PARTS

ONE_OF_TWO = "play with one of the two, or write a third that builds upon one and changes what the other does"


def _containers(program: Program) -> Mapping[Key, set[Key]]:
    """Of every phase and action, what it stands in."""
    inside: dict[Key, set[Key]] = {}

    waiting: list[tuple[object, frozenset[Key]]] = [(program.declarations, frozenset())]
    while waiting:
        item, outer = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend((part, outer) for part in item)
        elif isinstance(item, tree.Node):
            if type(item) in SORTS:
                key = key_of(item)  # type: ignore[arg-type]  # its type is one of those
                inside.setdefault(key, set()).update(outer)
                outer = outer | {key}
            waiting.extend((getattr(item, part), outer) for part in PARTS[type(item)])
    return inside


def clashes(program: Program, first: tree.Variant, second: tree.Variant) -> Iterator[Diagnostic]:
    """A diagnostic for each thing that both change."""
    containers = _containers(program)
    names = (first.name.text, second.name.text)
    if first.seats is not None and second.seats is not None:
        message = f"`{names[0]}` and `{names[1]}` both change the number of players"
        also = ((first.seats.span, f"`{names[0]}` changes it here"),)
        yield Diagnostic(Code.CHANGED_TWICE, message, second.seats.span, ONE_OF_TWO, also)
    earlier = [touch for change in first.changes for touch in touches(change, program)]
    for change in second.changes:
        for touch in touches(change, program):
            for other in earlier:
                key = _clash(touch, other, containers)
                if key is not None:
                    message = f"`{names[0]}` and `{names[1]}` both change {said_key(key)}"
                    also = ((other.span, f"`{names[0]}` changes it here"),)
                    yield Diagnostic(Code.CHANGED_TWICE, message, touch.span, ONE_OF_TWO, also)
                    break


def _clash(one: Touch, other: Touch, containers: Mapping[Key, set[Key]]) -> Key | None:
    """What two changes have in common, if they cannot both hold."""
    if one.key == other.key and (one.alters or other.alters):
        return one.key
    if other.alters and other.key in containers.get(one.key, ()):
        return other.key
    if one.alters and one.key in containers.get(other.key, ()):
        return one.key
    return None
