"""Phases that the match never comes to, and phases that it never leaves."""

from collections.abc import Iterator

from rulelang import game
from rulelang.check.pieces import Found
from rulelang.check.symbols import Context
from rulelang.diagnostics import Code


def look(c: Context, checked: game.Game, found: Found) -> None:
    """Warn of both."""
    flow = _Flow(checked, found)
    endless = [
        key for key, phase in checked.phases.items() if phase.loop in ("repeated", "turns") and flow.endless(key)
    ]
    around = {above for key in endless for above in flow.around(key)}
    for key in endless:
        phase = checked.phases[key]
        if key not in around:  # else it is the phase inside that is to be mended
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
        self.skipped_to: set[str] = set()  # with the phases around those that are named
        for _, jump in found.jumps:
            target: str | None = jump.phase if isinstance(jump, game.Skip) else None
            while target is not None and target not in self.skipped_to:
                self.skipped_to.add(target)
                target = self.phases[target].parent
        # Jumps by each phase in whose text they stand, or none; of those that end all one is enough.
        self.own: dict[str | None, list[game.Stmt]] = {}
        self.left = False
        for where, jump in found.jumps:
            if where is None:
                self.own.setdefault(None, []).append(jump)
                self.left = self.left or not isinstance(jump, game.Skip | game.EndOf)
            while where is not None:
                self.own.setdefault(where, []).append(jump)
                where = self.phases[where].parent
        self.ended = {jump.key for _, jump in found.jumps if isinstance(jump, game.EndOf) and not jump.window}

    def around(self, key: str) -> Iterator[str]:
        """The phases in which a phase lies."""
        above = self.phases[key].parent
        while above is not None:
            yield above
            above = self.phases[above].parent

    def inside(self, key: str | None, outer: str) -> bool:
        """Whether a phase is *outer* or lies in it."""
        while key is not None and key != outer:
            key = self.phases[key].parent
        return key is not None

    def endless(self, key: str) -> bool:
        """Whether a phase that goes on by itself is never left: no text that may run in it leads out."""
        if self.left:
            return False
        until = self.phases[key].until
        if until is not None and not (isinstance(until, game.Truth) and not until.value):
            return False
        return not any(self.leads_out(jump, key) for jump in self.own.get(key, ())) and not any(
            self.leads_out(jump, key) for jump in self.own.get(None, ())
        )

    def leads_out(self, jump: game.Stmt, key: str) -> bool:
        if isinstance(jump, game.Skip):
            return not self.inside(jump.phase, key)
        if isinstance(jump, game.EndOf):
            return not jump.window and self.inside(key, jump.key)
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
        for number, one in enumerate(body):
            if isinstance(one, game.Skip | game.EndOf | game.EndGame):
                return False
            if isinstance(one, game.PhaseStmt) and not self.ends(one.key):
                later = [other.key for other in body[number + 1 :] if isinstance(other, game.PhaseStmt)]
                return any(self.reached(key) for key in later)
            if isinstance(one, game.If) and one.otherwise:
                if not any(self.passes(branch) for branch in (*(b for _, b in one.branches), one.otherwise)):
                    return False
        return True

    def reached(self, key: str) -> bool:
        """Whether something skips to the phase or into it."""
        return key in self.skipped_to

    def cut_off(self) -> Iterator[tuple[str, str]]:
        """Pairs of a phase that never ends and the one after it, to which nothing skips."""
        for row in (list(self.order), *self.children.values()):
            for before, key in zip(row, row[1:], strict=False):
                if self.ends(before):
                    continue
                if not self.reached(key):
                    yield before, key
                    break  # what comes after it is only cut off by the way
