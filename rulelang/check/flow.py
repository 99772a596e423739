"""Phases that the match never comes to, and phases that it never leaves."""

from collections.abc import Iterator

from rulelang import game
from rulelang.check.pieces import Found
from rulelang.check.symbols import Context
from rulelang.diagnostics import Code


def look(c: Context, checked: game.Game, found: Found) -> None:
    """Warn of both."""
    flow = _Flow(checked, found)
    for key, phase in checked.phases.items():
        if phase.parent is None and phase.loop in ("repeated", "turns") and flow.endless(key):
            c.report.add(
                Code.NO_WAY_OUT,
                phase.span,
                f"the phase `{key}` never ends, and nothing ends the game",
                f"`repeated until ...`, or somewhere `end {key}`, `end game` or `p wins`",
            )
    for before, key in flow.cut_off():
        also = ((checked.phases[before].span, "the one before it, never over or always left for another"),)
        hint = f"say when: `repeated until ...`, `end {before}`; or `skip to {key}` somewhere"
        c.report.add(Code.UNREACHABLE, checked.phases[key].span, f"the match never comes to `{key}`", hint, also)


class _Flow:
    def __init__(self, checked: game.Game, found: Found) -> None:
        self.phases = checked.phases
        self.order = checked.program
        self.found = found
        self.children = {
            key: [node.key for node in phase.body if isinstance(node, game.PhaseStmt)]
            for key, phase in checked.phases.items()
        }
        self.skipped_to = {jump.phase for _, jump in found.jumps if isinstance(jump, game.Skip)}
        self.ended = {jump.key for _, jump in found.jumps if isinstance(jump, game.EndOf) and not jump.window}

    def inside(self, key: str | None, outer: str) -> bool:
        """Whether a phase is *outer* or lies in it."""
        while key is not None and key != outer:
            key = self.phases[key].parent
        return key is not None

    def endless(self, key: str) -> bool:
        """Whether a phase that goes on by itself is never left: no text that may run in it leads out."""
        until = self.phases[key].until
        if until is not None and not (isinstance(until, game.Truth) and not until.value):
            return False
        for where, jump in self.found.jumps:
            if where is not None and not self.inside(where, key):
                continue
            if not isinstance(jump, game.Skip | game.EndOf):
                return False
            if isinstance(jump, game.Skip) and not self.inside(jump.phase, key):
                return False
            if isinstance(jump, game.EndOf) and not jump.window and self.inside(key, jump.key):
                return False
        return True

    def ends(self, key: str) -> bool:
        """Whether the match may go on after this phase with the next."""
        phase = self.phases[key]
        if key in self.ended:
            return True
        if phase.loop in ("repeated", "turns") and phase.until is None:
            return False
        return self.passes(phase.body)

    def passes(self, body: game.Body) -> bool:
        """Whether the end of a text may be come to."""
        for one in body:
            if isinstance(one, game.Skip | game.EndOf | game.EndGame):
                return False
            if isinstance(one, game.PhaseStmt) and not self.ends(one.key):
                return any(self.reached(later) for later in self.after(body, one))
            if isinstance(one, game.If) and one.otherwise:
                if not any(self.passes(branch) for branch in (*(b for _, b in one.branches), one.otherwise)):
                    return False
        return True

    def after(self, body: game.Body, one: game.Stmt) -> Iterator[str]:
        for later in body[body.index(one) + 1 :]:
            if isinstance(later, game.PhaseStmt):
                yield later.key

    def reached(self, key: str) -> bool:
        """Whether something skips to the phase or into it."""
        return any(self.inside(target, key) for target in self.skipped_to)

    def cut_off(self) -> Iterator[tuple[str, str]]:
        """Pairs of a phase that never ends and the one after it, to which nothing skips."""
        for row in (list(self.order), *self.children.values()):
            for before, key in zip(row, row[1:], strict=False):
                if self.ends(before):
                    continue
                if not self.reached(key):
                    yield before, key
                    break  # what comes after it is only cut off by the way
