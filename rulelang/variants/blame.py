"""Mistakes that show in the base and are a variant's making."""

import re
from collections.abc import Sequence

import attrs

from rulelang import tree
from rulelang.diagnostics import Diagnostic
from rulelang.source import Source
from rulelang.variants.finding import key_of

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAMED = re.compile(r'`([^`]+)`|"([^"]+)"')


def blamed(found: Diagnostic, variants: Sequence[tree.Variant], source: Source | None) -> Diagnostic:
    """A finding, with the line of a variant that took away or replaced what it is about.

    The mistake shows in the base (or in another variant), which is right by itself; what is to be mended stands here.

    Args:
        found: The finding.
        variants: Those that were applied, in this order.
        source: The text that the finding points into.
    """
    if source is None:
        return found
    start, end = found.span.start, min(found.span.end, found.span.start + 200)
    names = {one or other for one, other in _NAMED.findall(found.message)}
    names |= set(_WORD.findall(source.text[start:end]))
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
    return found
