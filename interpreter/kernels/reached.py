"""Which kernels a text runs: the others are left out of it, which spares a small game most of the time of compiling."""

import re
from collections.abc import Collection, Mapping
from functools import cache

CALLED = frozenset({"below", "move", "pick", "reknow", "settle"})
"""Kernels that Python calls."""


@cache
def functions_of(text: str) -> Mapping[str, str]:
    """The functions of *text* by name, each as it stands there, `def` and what follows it."""
    parts = re.split(r"^def (\w+)", text, flags=re.MULTILINE)
    return {name: f"def {name}{rest}" for name, rest in zip(parts[1::2], parts[2::2], strict=True)}


@cache
def _called_in(text: str) -> Mapping[str, frozenset[str]]:
    """Of each function of *text*: which others of it it calls."""
    functions = functions_of(text)
    return {name: frozenset(re.findall(r"\b(\w+)\(", body)) & functions.keys() - {name} for name, body in functions.items()}


def reached(kernels: str, by: str, called: Collection[str] = CALLED, without: Collection[str] = ()) -> list[str]:
    """The names of those functions of the text *kernels* that are *called* from elsewhere, or called in the text *by*, and
    all that these call, in the order of *kernels*; *without* those that are there already."""
    calls = _called_in(kernels)
    names = calls.keys() - set(without)
    found: set[str] = set()
    more = {name for name in names if name in called or f"{name}(" in by}
    while more:
        found |= more
        more = {other for name in more for other in calls[name]} & names - found
    return [name for name in functions_of(kernels) if name in found]
