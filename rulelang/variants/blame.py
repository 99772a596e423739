"""Mistakes that show in the base and are a variant's making."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import attrs

from rulelang import tree
from rulelang.diagnostics import Diagnostic
from rulelang.program import Program
from rulelang.source import Source, Span
from rulelang.variants.finding import key_of

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAMED = re.compile(r'`([^`]+)`|"([^"]+)"')


def blamed(
    found: Diagnostic, variants: Sequence[tree.Variant], source: Source | None, program: Program
) -> Diagnostic:
    """A finding, with the line of a variant that took away or replaced what it is about.

    The mistake shows in the base (or in another variant), which is right by itself; what is to be mended stands here.
    Of a value that a parameter cannot have, the base's line that says so is shown.

    Args:
        found: The finding.
        variants: Those that were applied, in this order.
        source: The text that the finding points into.
        program: What was checked.
    """
    if source is None:
        return found
    for variant in variants:
        for change in variant.changes:
            if isinstance(change, tree.SetParameter) and _holds(change.value.span, found.span):
                return _of_a_value(found, change, program)
    start, end = found.span.start, min(found.span.end, found.span.start + 200)
    names = {one or other for one, other in _NAMED.findall(found.message)}
    names |= set(_WORD.findall(source.text[start:end]))
    # What does not fit may stand beside what it does not fit to: what is given to an effect, the other half of a sum.
    line = source.text[source.text.rfind("\n", 0, start) + 1 :].split("\n", 1)[0][:400]
    return _by_names(found, variants, names) or _by_names(found, variants, set(_WORD.findall(line))) or found


def _holds(whole: Span, part: Span) -> bool:
    return whole.file == part.file and whole.start <= part.start and part.end <= whole.end


def _of_a_value(found: Diagnostic, change: tree.SetParameter, program: Program) -> Diagnostic:
    """The finding, with the line that says which values the parameter can have."""
    name = change.name.text
    for node in program.declarations:
        if isinstance(node, tree.Parameter) and node.name.text == name:
            also = ((node.name.span, "this parameter"), *found.also)
            hint = found.hint or f"set another value; `replace parameter {name}: ...` changes what it can be"
            return attrs.evolve(found, hint=hint, also=also)
    return found


def _by_names(found: Diagnostic, variants: Sequence[tree.Variant], names: AbstractSet[str]) -> Diagnostic | None:
    """The finding with the change that is about one of the names; None if none is."""
    for variant in reversed(variants):
        for change in variant.changes if variant.span.file != found.span.file else ():
            match change:
                case tree.Remove() if change.thing.text in names:
                    name, did = change.thing.text, "removes"
                    hint = f"`{variant.name.text}` must also replace or remove what uses `{name}`"
                case tree.Rename() if change.old.text in names:
                    name, did = change.old.text, "renames"
                    hint = f"it is called `{change.new.text}` in `{variant.name.text}`"
                case tree.Replace() if (name := key_of(change.new)[1]) and name in names:
                    did = "replaces"
                    hint = f"`{variant.name.text}` must also replace what uses `{name}`, or leave it as it can be used here"
                case _:
                    continue
            also = ((change.span, f"`{variant.name.text}` {did} `{name}` here"), *found.also)
            return attrs.evolve(found, hint=hint, also=also)
    return None
