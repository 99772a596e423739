"""What can go wrong: a player's mistake, a bad save, a broken promise of ours or of the rules."""

from rulelang.diagnostics import brief
from rulelang.source import Span


class IllegalMove(Exception):
    """A choice that is not on offer. The match is as it was.

    ``rule``: the rule that refuses; ``reason``: its words; ``citations``: ids of the catalogue.
    """

    def __init__(self, reason: str, rule: str = "", citations: tuple[str, ...] = ()) -> None:
        reason = brief(reason)  # it may repeat what was asked for
        super().__init__(reason + (f" ({rule})" if rule else "") + "".join(f" @{c}" for c in citations))
        self.reason, self.rule, self.citations = reason, rule, citations


class SaveError(Exception):
    """A save or transcript that does not fit; says why in one sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(brief(reason))


class EngineError(Exception):
    """A bound was reached or a promise broken; names the rules in the loop. ``endless``: they went on for longer than they
    may, without asking anybody."""

    def __init__(self, reason: str, *, endless: bool = False) -> None:
        super().__init__(reason)
        self.endless = endless


class OutOfBounds(EngineError):
    """A counter was set to what it cannot be: by which ``rule``, with its ``citations``, and in which ``place``."""

    def __init__(self, reason: str, *, rule: str, citations: tuple[str, ...], place: Span) -> None:
        super().__init__(reason)
        self.rule, self.citations, self.place = rule, citations, place


class InvariantBroken(EngineError):
    """What a game says of itself does not hold any more.

    ``invariant`` its name, ``claim`` its words, ``citations`` and ``place`` its own; ``rule`` the rule that made the step
    and ``step`` what that was, as the log tells it (empty without a log); ``values`` what was read, in words.
    """

    def __init__(self, invariant: str, *, claim: str, citations: tuple[str, ...], place: Span, rule: str, step: str,
                 values: tuple[tuple[str, str], ...]) -> None:
        after = f" after {rule}" if rule else ""
        super().__init__(f"the invariant {invariant} does not hold{after}" + "".join(f" @{c}" for c in citations))
        self.invariant, self.claim, self.citations, self.place = invariant, claim, citations, place
        self.rule, self.step, self.values = rule, step, values


class FormNotRunning(Exception):
    """A form of the language that the engine does not run yet."""
