"""Testing a game with Hypothesis: machines that play it, and strategies for games, matches, views and choices.

Needs the extra ``testing``; the plug-in for pytest (`tools.plugin`) does not import this package.
"""

try:
    import hypothesis as _hypothesis
except ImportError as _missing:
    raise ImportError(
        "tools.testing needs Hypothesis, which comes with the extra `testing`: pip install 'rulelang[testing]'"
    ) from _missing

from tools.testing.machines import Broken, RulesMachine, rules_machine
from tools.testing.strategies import choices, games, matches, views

__all__ = ["Broken", "RulesMachine", "choices", "games", "matches", "rules_machine", "views"]

del _hypothesis
