"""Phases: nested frames at the bottom, so that a jump knows where to go on; their beginnings, their ends, whose turn it is."""

from interpreter import slots as k
from interpreter.emit.after import after, answer
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import ListAt, Lists, Name
from interpreter.emit.expr import cond, expr, none_of
from interpreter.emit.intercept import intercept
from interpreter.emit.lasting import look_again
from interpreter.emit.loops import copy_list
from interpreter.emit.ordering import next_of
from interpreter.emit.selectors import laid_candidates
from interpreter.emit.steps import event_code, finish, g_span, note, push
from interpreter.emit.stmts import assign, everything, stmts
from interpreter.emit.telling import happened
from interpreter.phasenames import names_in, phase_names
from interpreter.walk import walk
from rulelang import game as g


def phase_entry(gen: Gen, key: str) -> int:
    return gen.shared.label(f"phase {key}/entry")


def enter_phase(r: Routine, key: str) -> None:
    """A nested phase stands here."""
    gen = r.gen
    here = gen.shared.label(f"enter {key}")
    over = gen.shared.label(f"after {key}")
    r.goto(here)
    r.start(here)
    ends = any(f == "ends" for f, _ in gen.facts.listeners)
    if ends or gen.facts.broken_off:
        # a jump may have left phases whose end is answered now
        left_behind(r)
    if key in gen.facts.jumped_to:
        other_turn(r)
    push(r, gen.shared.what(f"phase {key}"), r.you, "-1", over)
    r.leave(f"return {phase_entry(gen, key)}")
    r.start(over)
    if ends or gen.facts.broken_off:
        left_behind(r)
    other_turn(r)


def left_behind(r: Routine) -> None:
    """What waits after a jump is answered: the ends of phases, and what steps had done that it broke off."""
    if not r.gen.facts.broken_off:
        answer(r)
        return
    you, r.you = r.you, "-1"
    after(r, everything(r), bool(r.gen.facts.listeners))
    r.you = you


def emit_phases(gen: Gen) -> None:
    for phase in gen.game.phases.values():
        emit_phase(gen, phase)


def emit_phase(gen: Gen, phase: g.Phase) -> None:
    r = Routine(gen, f"phase {phase.key}", True, phase.span, phase.key, phase.cites)
    r.static = True
    r.you = "s[f + 2]"
    names_around(r, phase.key)
    slot = gen.lay.phase_slot[phase.key]
    again, over = r.label(), gen.shared.label(f"phase {phase.key}/over")
    r.start(phase_entry(gen, phase.key))
    if phase.loop == "each":
        each_time(r, phase, slot, over)
    elif phase.loop == "turns":
        taking_turns(r, phase, slot, over)
    else:
        r.goto(again)
        r.start(again)
        one_time(r, phase, slot)
        if not r.dead:
            if phase.loop == "repeated":
                if phase.until is not None:
                    r.put(f"if {cond(r, phase.until)}:")
                    with r.indent():
                        r.goto(over)
                r.goto(again)
            else:
                r.goto(over)
    r.start(over)
    r.put(f"s[{slot}] = 0")
    finish(r)
    r.sized(gen.shared.what(f"phase {phase.key}"))


def names_around(r: Routine, key: str) -> None:
    """Binds the names of the phases around this one: they have fixed slots."""
    for around in ancestors(r.gen.game, gen_parent(r.gen, key)):
        for var, many in phase_names(r.gen.game.phases[around]):
            r.bind(var, many)


def forget_names(r: Routine, phase: g.Phase) -> None:
    """A jump may pass over statements: what these would have named is none for the phases inside."""
    read = r.gen.facts.read_inside
    if not read or not any(phase.key in ancestors(r.gen.game, gen_parent(r.gen, x)) for x in r.gen.facts.jumped_to):
        return
    for var, many in ((var, many) for var, many in names_in(phase.body) if var.id in read):
        bound = r.bind(var, many)
        if isinstance(bound, Name):
            r.put(f"{bound.text} = {none_of(var.type)}")
        else:
            assert isinstance(bound, ListAt | Lists)
            r.put(f"s[{bound.base}] = 0")


def taking_turns(r: Routine, phase: g.Phase, slot: int, over: int) -> None:
    """After each turn it is that of the next player to the left who is in the game."""
    again = r.label()
    assert phase.of is not None
    whose_turn_is_next(r, phase.of)
    r.goto(again)
    r.start(again)
    one_time(r, phase, slot, owned=True)
    if r.dead:
        return
    if phase.until is not None:
        r.put(f"if {cond(r, phase.until)}:")
        with r.indent():
            r.goto(over)
    if isinstance(phase.of, g.Stored):
        # the variable that says whose turn it is goes along
        span, player = phase.span, phase.of.type
        now = g.Var(id=-1, name="now", type=player)
        r.put(f"s[f + 2] = {expr(r, phase.of).text}")
        r.env[now.id] = Name("s[f + 2]", True)
        left = g.Prop(span=span, type=player, name="left", of=g.Local(span=span, type=player, var=now))
        you, r.you = r.you, "-1"  # nobody's act
        stmts(r, (g.Set(span=span, target=phase.of, value=left),))
        r.you = you
        whose_turn_is_next(r, phase.of)  # a rule may have changed it, or kept it from changing
    else:
        r.put("s[f + 2] = beside(s, s[f + 2], 1)")
    r.goto(again)


def whose_turn_is_next(r: Routine, of: g.Expr) -> None:
    """That player's; if he is out of the game, the next one's."""
    r.put(f"s[f + 2] = {expr(r, of).text}")
    if r.gen.facts.eliminates:
        r.put(f"if s[f + 2] >= 0 and s[{k.GONE}] >> s[f + 2] & 1:")
        r.lines.append((r.depth + 1, "s[f + 2] = beside(s, s[f + 2], 1)"))


def beginning(r: Routine, phase: g.Phase, slot: int, owned: bool, replaced: int) -> None:
    """*replaced*: where to go on if a rule has replaced it."""
    forget_names(r, phase)
    if phase.of is not None and not owned:
        owner = expr(r, phase.of).text
        r.put(f"s[f + 2] = {owner}")
    if r.gen.facts.intercepted("begins", phase.key):
        you, r.you = r.you, "-1"
        intercept(r, "begins", phase.key, [], replaced)
        r.you = you
    # only now: whose turn it is counts as it was when the phase began
    r.put(f"s[{slot}] = f")
    note(r, "begin", f"{phase.key} begins" + (": {0}" if phase.of is not None else ""),
         (("player", "s[f + 2]"),) if phase.of is not None else (), None, phase)
    if phase.of is None or not turns_watched(r.gen):
        event(r, "begins", phase.key)
        return
    happened(r, "begins", phase.key, ())
    heard = ("begins", phase.key) in r.gen.facts.listeners
    if heard:
        r.put(f"event(s, {event_code(r.gen, 'begins', phase.key)}, -1, 0, 0, 0, 0)")
    other_turn(r, heard)


TURN = frozenset({"turn", "gone"})


def turns_watched(gen: Gen) -> bool:
    """Whether rules watch something that hangs on whose turn it is, or on who is in the game."""
    return not gen.search and any(gen.facts.value_reads(key) & TURN for key in gen.facts.watched)


def other_turn(r: Routine, events: bool = False) -> None:
    """A phase has begun or is over, which is a step and nobody's act. *events*: others are answered with it."""
    if turns_watched(r.gen):
        you, r.you = r.you, "-1"
        after(r, TURN, events)
        r.you = you


def one_time(r: Routine, phase: g.Phase, slot: int, owned: bool = False) -> None:
    replaced = r.label() if r.gen.facts.intercepted("begins", phase.key) else -1
    beginning(r, phase, slot, owned, replaced)
    if any(isinstance(x, g.Requires) for x in walk(phase.body)):
        r.stop = r.label()
    stmts(r, phase.body)
    if r.stop is not None:
        r.goto(r.stop)
        r.start(r.stop)
        r.stop = None
    if not r.dead:
        note(r, "end", f"{phase.key} is over", (), None, phase)
        told = left_while_ending(r.gen, phase.key)
        if told:
            r.put(f"s[f + {k.MARK}] = s[f + {k.MARK}] | {k.ENDING}")
        event(r, "ends", phase.key)
        if told:
            r.put(f"s[f + {k.MARK}] = s[f + {k.MARK}] & ~{k.ENDING}")
        r.put(f"s[{slot}] = 0")
        come_back(r, phase.key)
        if phase.of is not None or phase.key in r.gen.lay.away:
            other_turn(r)
    if replaced >= 0:
        r.goto(replaced)
        r.start(replaced)


def left_while_ending(gen: Gen, key: str) -> bool:
    """Whether rules answer the end of the phase and some jump: they may leave it, which has ended already."""
    return not gen.search and ("ends", key) in gen.facts.listeners and any(
        isinstance(x, g.Skip | g.EndOf) for x in walk(gen.game))


def come_back(r: Routine, key: str) -> None:
    """Who was eliminated from a phase is in the game again when it is over."""
    if key in r.gen.lay.away:
        away = f"s[{r.gen.lay.away[key]}]"
        r.put(f"s[{k.GONE}] = s[{k.GONE}] & ~{away}")
        r.put(f"{away} = 0")


def event(r: Routine, what: str, key: str) -> None:
    gen = r.gen
    happened(r, what, key, ())
    if (what, key) in gen.facts.listeners and not gen.search:
        # nobody does it
        r.put(f"event(s, {event_code(gen, what, key)}, -1, 0, 0, 0, 0)")
    if look_again(r, what, key, "-1") or (what, key) in gen.facts.listeners:
        answer(r)


def each_time(r: Routine, phase: g.Phase, slot: int, over: int) -> None:
    """Once for each of those that there are at the start, in their order or as somebody says each time."""
    assert phase.selector is not None
    of = Things(r, phase.selector)
    passed = (phase.selector.var.type.base == "player" and not phase.selector.every_seat
              and r.gen.facts.eliminates)
    if phase.by is not None:
        ask = r.label()
        next_of(r, of.whole, of.bound, phase.selector, phase.by, ask, over, phase)
        if passed:
            assert isinstance(of.bound, Name)
            r.put(f"if s[{k.GONE}] >> {of.bound.text} & 1:")
            with r.indent():
                r.goto(ask)
        one_time(r, phase, slot)
        r.goto(ask)
        return
    head = r.label()
    r.goto(head)
    r.start(head)
    r.put(f"if {of.count} >= s[{of.base}]:")
    with r.indent():
        r.goto(over)
    if passed:
        r.put(f"if s[{k.GONE}] >> s[{of.base} + {of.count} + 1] & 1:")
        with r.indent():
            r.put(f"{of.count} = {of.count} + 1")
            r.goto(head)
    of.following()
    one_time(r, phase, slot)
    r.goto(head)


class Things:
    """The list that a phase goes through, how far it has come, and the name. They come first in its frame."""

    def __init__(self, r: Routine, selector: g.Selector) -> None:
        assert r.size == k.HEAD
        self.r = r
        self.whole = laid_candidates(r, selector)
        self.base = self.whole.base
        self.count, self.at = f"s[{r.slot()}]", f"s[{r.slot()}]"
        self.bound = r.bind(selector.var)
        r.put(f"{self.count} = 0")
        if isinstance(self.whole, Lists):
            r.put(f"{self.at} = {self.base} + 1")

    def following(self) -> None:
        """The name stands for the next one."""
        r, bound = self.r, self.bound
        r.put(f"{self.count} = {self.count} + 1")
        if isinstance(self.whole, Lists):
            assert isinstance(bound, ListAt | Lists)
            copy_list(r, self.at, bound)
            r.put(f"{self.at} = {self.at} + list_span(s, {self.at}, {self.whole.depth - 1})")
        else:
            assign(r, bound, f"s[{self.base} + {self.count}]")


# -------------------------------------------------------------------------------- phases in phases


def ancestors(game: g.Game, key: str | None) -> list[str]:
    """The phase, then those around it."""
    out: list[str] = []
    while key is not None and key in game.phases:
        out.append(key)
        key = game.phases[key].parent
    return out


def gen_parent(gen: Gen, key: str) -> str | None:
    return gen.game.phases[key].parent


def turn_function(gen: Gen) -> None:
    """`turn(s)`: whose turn it is: the innermost phase of somebody; else the start player."""
    r = Routine(gen, "turn", False, g_span(gen), "turn")
    depth = {key: len(ancestors(gen.game, key)) for key in gen.game.phases}
    for key in sorted(gen.game.phases, key=lambda x: (-depth[x], x)):
        if gen.game.phases[key].of is not None:
            slot = gen.lay.phase_slot[key]
            r.put(f"if s[{slot}]:")
            r.lines.append((2, f"return s[s[{slot}] + 2]"))
    r.put(f"return {gen.game.first}")
    gen.functions["turn"] = ("s", r.lines)
