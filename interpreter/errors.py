"""What can go wrong: a player's mistake, a bad save, a broken promise of ours or of the rules."""

from rulelang.diagnostics import brief


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
    """A bound was reached or a promise broken; names the rules in the loop."""


class FormNotRunning(Exception):
    """A form of the language that the engine does not run yet."""
