"""Statements that leave: skip, end, the end of the game, elimination; and how phases are left and begun by a jump."""

from contextlib import nullcontext

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.audiences import bits_of
from interpreter.emit.base import Gen, Routine
from interpreter.emit.depth import UNWOUND
from interpreter.emit.expr import atom, expr
from interpreter.emit.ordering import next_of
from interpreter.emit.phases import (
    Things,
    ancestors,
    beginning,
    come_back,
    enter_phase,
    gen_parent,
    left_while_ending,
    names_around,
)
from interpreter.emit.setup import setup_over
from interpreter.emit.steps import event_code, fail, g_span, note
from interpreter.emit.stmts import atom_of
from interpreter.emit.telling import answered, happened, raised
from interpreter.emit.windows import end_window
from rulelang import game as g


def skip(r: Routine, st: g.Skip) -> None:

    note(r, "skip", f"play goes on with {st.phase}", (), None, st)
    jump_to(r, st.phase)


def end_of(r: Routine, st: g.EndOf) -> None:
    if st.window:
        end_window(r, st)
    else:
        end_phase(r, st)


def end_game(r: Routine, st: g.EndGame) -> None:
    note(r, "over", "the game ends", (), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('end game')}")
    over(r)


def over(r: Routine) -> None:
    """The match is over; where it is asked whether something can be done, it can: nothing is left that could fail."""
    r.leave(f"return {k.DONE if r.gen.search else k.OVER}")


def wins(r: Routine, st: g.Wins) -> None:
    depth = r.depth
    if st.who.type.base == "player":
        who = expr(r, st.who)
        p = atom(r, who)
        if who.null:
            # nobody is meant: nothing comes of it
            fail(r, f"{p} < 0")
            r.put(f"if {p} >= 0:")
            r.depth += 1
        bits = f"1 << {p}"
    else:
        bits = bits_of(r, st.who)
    r.put(f"s[{k.WINNERS}] = {bits}")
    if isinstance(st.who, g.Nobody):
        note(r, "wins", "nobody wins", (), None, st)
    else:
        note(r, "wins", "{0} wins", (("set player", f"s[{k.WINNERS}]"),), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('wins')}")
    over(r)
    if r.depth > depth:
        r.depth, r.dead = depth, False


def eliminate(r: Routine, st: g.Eliminate) -> None:
    who = atom(r, expr(r, st.who))
    who = atom_of(r, f"{who} if {who} >= 0 and s[{k.GONE}] >> {who} & 1 == 0 else -1")
    over = r.label()
    if r.gen.facts.intercepted("eliminated", ""):
        r.put(f"if {who} < 0:")
        with r.indent():
            r.goto(over)
    with answered(r, st, "eliminated", "", (who,)) as (p,):
        r.put(f"if {p} >= 0:")
        with r.indent():
            r.put(f"s[{k.GONE}] = s[{k.GONE}] | 1 << {p}")
            if st.until is not None:
                away = f"s[{r.gen.lay.away[st.until]}]"
                r.put(f"{away} = {away} | 1 << {p}")
            note(r, "eliminated", "{0} is out of the game", (("player", p),), None, st)
            raised(r, st, "eliminated", "", (p,))
    if r.gen.facts.intercepted("eliminated", ""):
        r.goto(over)
        r.start(over)
    after(r, frozenset({"gone"}), r.gen.facts.raises(st))


def phase_statement(r: Routine, st: g.PhaseStmt) -> None:
    enter_phase(r, st.key)


def leave_phases(r: Routine, stay: list[str]) -> None:
    """Leaves every active phase but *stay*, innermost first, raising the end of each."""
    gen = r.gen
    depth = {key: len(ancestors(gen.game, key)) for key in gen.game.phases}
    for key in sorted(gen.game.phases, key=lambda x: (-depth[x], x)):
        if key in stay:
            continue
        slot = gen.lay.phase_slot[key]
        r.put(f"if s[{slot}]:")
        with r.indent():
            ending = left_while_ending(gen, key)
            if ending:
                r.put(f"if s[s[{slot}] + {k.MARK}] & {k.ENDING} == 0:")
            with r.indent() if ending else nullcontext():
                happened(r, "ends", key, ())
                if ("ends", key) in gen.facts.listeners:
                    r.put(f"event(s, {event_code(gen, 'ends', key)}, -1, 0, 0, 0, 0)")
            r.put(f"s[{slot}] = 0")
            come_back(r, key)


def jump_to(r: Routine, key: str) -> None:
    """`skip to X`: leaves all inside the nearest phase that contains X, and begins X."""
    land(r, gen_parent(r.gen, key), r.gen.shared.label(f"enter {key}"), key)


def end_phase(r: Routine, st: g.EndOf) -> None:
    """`end X`: X and all inside it are left, also its being repeated; what follows X goes on. If X does not run, nothing
    comes of it."""
    gen = r.gen
    if r.static and st.key in ancestors(gen.game, r.key.removeprefix("phase ")) and not gen.search:
        # it runs, as this is said in it
        note(r, "end", f"{st.key} is ended", (), None, st)
        land(r, gen_parent(gen, st.key), gen.shared.label(f"after {st.key}"), None)
        return
    r.put(f"if find_frame(s, f, {gen.shared.what(f'phase {st.key}')}) >= 0:")
    with r.indent():
        note(r, "end", f"{st.key} is ended", (), None, st)
        land(r, gen_parent(gen, st.key), gen.shared.label(f"after {st.key}"), None)
    if not fail(r, "1"):
        note(r, "nothing", f"{st.key} does not run and cannot be ended", (), None, st)


def land(r: Routine, parent: str | None, label: int, target: str | None) -> None:
    """Leaves what is inside the phase *parent* (None: the whole match) and goes on there. *target*: the phase to begin;
    then the phases around it begin too, if they do not run."""
    gen = r.gen
    if gen.search:
        # the step was done; what follows the jump is not looked at
        r.leave(f"return {k.DONE}")
        return
    t = r.tmp()
    r.put(f"{t} = s[{gen.lay.phase_slot[parent]}]" if parent is not None else f"{t} = {gen.lay.frames}")
    depth = r.depth
    r.put(f"if {t}:")
    with r.indent():
        # where nothing answers anything, the frames that are left hold nothing that must be put back
        answered = gen.facts.listeners or gen.facts.before or gen.facts.instead or gen.facts.lastings
        r.put(f"unwind(s, f, {t})" if answered else UNWOUND)
        leave_phases(r, ancestors(gen.game, parent))
        r.put(f"s[{k.FP}] = {t}")
        if parent is None and target is not None:
            # out of the setup: it is over
            r.put(f"if s[{k.LIVE}] == 0:")
            r.lines.append((r.depth + 1, f"return {gen.shared.label(f'ready for {label}')}"))
        r.put(f"return {label}")
    if parent is not None and target is not None:
        # the phases around it do not run: they begin, without their earlier statements
        r.dead = False
        land(r, gen_parent(gen, parent), gen.shared.label(f"enter {parent} into {target}"), target)
        return
    r.depth = depth
    if target is not None or parent is None:
        r.leave(f"return {k.STUCK}")


def into_blocks(gen: Gen) -> None:
    """Blocks with which phases begin for the sake of one inside them; and with which the first begins after a setup that
    was left."""
    for target in sorted(gen.facts.jumped_to):
        *_, outermost = ancestors(gen.game, target)
        enter = gen.shared.label(f"enter {outermost}" if outermost == target else f"enter {outermost} into {target}")
        program = Routine(gen, f"ready for {enter}", True, g_span(gen), "setup", static=True, you="-1")
        program.start(gen.shared.label(f"ready for {enter}"))
        setup_over(program)
        program.goto(enter)
        around = ancestors(gen.game, gen_parent(gen, target))
        inner = target
        for phase in around:
            key = gen_parent(gen, phase)
            owner = Routine(gen, f"into {phase} {target}", True, gen.game.phases[phase].span, phase)
            owner.static = True
            owner.you = "s[f + 2]" if key is not None else "-1"
            outer = f"phase {key}" if key is not None else "program"
            owner.start(gen.shared.label(f"enter {phase} into {target}"))
            size = f"f + @SIZE:{outer}@"
            owner.put(f"s[f] = {gen.shared.label(f'after {phase}')}")
            owner.put(f"g = {size}")
            owner.put("s[g + 1] = f")
            owner.put(f"s[g + 2] = {owner.you}")
            owner.put(f"s[g + 3] = {gen.shared.what(f'phase {phase}')}")
            owner.put("s[g + 4] = -1")
            owner.put("s[g + 5] = 0")
            owner.put(f"s[{k.FP}] = g")
            begin = gen.shared.label(f"phase {phase}/begin for {target}")
            owner.put(f"return {begin}")
            decl = gen.game.phases[phase]
            r = Routine(gen, f"begin {phase} {target}", True, decl.span, phase, decl.cites)
            r.static, r.you = True, "s[f + 2]"
            names_around(r, phase)
            r.start(begin)
            if decl.selector is not None:
                first_of(r, decl, gen.shared.label(f"phase {phase}/over"))
            r.used = r.size = max(r.size, 60)
            beginning(r, decl, gen.lay.phase_slot[phase], False, gen.shared.label(f"phase {phase}/over"))
            r.goto(gen.shared.label(f"enter {inner}" if inner == target else f"enter {inner} into {target}"))
            inner = phase


def first_of(r: Routine, phase: g.Phase, over: int) -> None:
    """A phase for each begins further in: for the first one."""
    assert phase.selector is not None
    of = Things(r, phase.selector)
    if phase.by is not None:
        next_of(r, of.whole, of.bound, phase.selector, phase.by, r.label(), over, phase)
        return
    r.put(f"if s[{of.base}] == 0:")
    with r.indent():
        r.goto(over)
    of.following()
