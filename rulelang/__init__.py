"""The rules language: a rulebook in ``.rules`` files in, a checked game or diagnostics out.

Nothing is imported before it is asked for, so that ``import rulelang`` costs next to nothing.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.bundled import BundledGame, BundledVariant, bundled
    from rulelang.diagnostics import Code, Diagnostic, RulesError, Severity, render, render_all
    from rulelang.format import format_text
    from rulelang.game import Game
    from rulelang.load import check_game, examine, load
    from rulelang.parse import parse
    from rulelang.source import Source, Span

_HOMES = {
    "BundledGame": "bundled",
    "BundledVariant": "bundled",
    "Code": "diagnostics",
    "Diagnostic": "diagnostics",
    "Game": "game",
    "RulesError": "diagnostics",
    "Severity": "diagnostics",
    "Source": "source",
    "Span": "source",
    "bundled": "bundled",
    "check_game": "load",
    "examine": "load",
    "format_text": "format",
    "load": "load",
    "parse": "parse",
    "render": "diagnostics",
    "render_all": "diagnostics",
}

__all__ = [
    "BundledGame",
    "BundledVariant",
    "Code",
    "Diagnostic",
    "Game",
    "RulesError",
    "Severity",
    "Source",
    "Span",
    "bundled",
    "check_game",
    "examine",
    "format_text",
    "load",
    "parse",
    "render",
    "render_all",
]


class _Package(ModuleType):
    """This package; it imports a name when it is first asked for."""

    def __getattr__(self, name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        # Importing the module `rulelang.parse` would put it where the function of this name belongs.
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_HOMES})


sys.modules[__name__].__class__ = _Package
