"""Statements: what a rule does, step by step."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists, Name
from interpreter.emit.expr import cond, expr, value
from interpreter.emit.fuel import HARD, STATEMENT, spend
from interpreter.emit.loops import bound_list, copy_list, fill
from interpreter.emit.selectors import candidates, laid_candidates
from interpreter.emit.steady import stays
from interpreter.emit.steps import born, fail, finish, note
from interpreter.emit.sure import nothing_fails
from rulelang import game as g


def stmts(r: Routine, body: g.Body, between: Callable[[], None] | None = None) -> None:
    """The statements of a body; *between* is called before each but the first."""
    certain = r.certain
    for i, st in enumerate(body):
        if r.dead:
            break
        if i and between is not None:
            between()
        used = r.used if r.used >= 0 else r.size
        r.ahead.append((st, body[i + 1 :]))
        nothing_fails(r, st, with_it=True)
        _STMT[type(st)](r, st)
        r.ahead.pop()
        if not isinstance(st, (g.Let, g.Choose, g.Draw)):
            # what the statement needed for itself is free again
            r.used = used
    r.certain = certain


def assign(r: Routine, bound: Bind, text: str) -> None:
    assert isinstance(bound, Name)
    r.put(f"{bound.text} = {text}")


def let(r: Routine, st: g.Let) -> None:
    bound = r.env.get(st.var.id) or r.bind(st.var)
    if isinstance(bound, (ListAt, Lists)):
        fill(r, st.value, bound)
    else:
        assign(r, bound, value(r, st.value))
        born(r, st.var.id)


def atom_of(r: Routine, text: str) -> str:
    t = r.tmp()
    r.put(f"{t} = {text}")
    return t


def if_(r: Routine, st: g.If) -> None:
    waits = r.framed and any(r.gen.facts.waits(body) for body in [b for _, b in st.branches] + [st.otherwise])
    join = r.label()
    depth = r.depth
    opened = 0
    lines = r.lines
    for i, (test, body) in enumerate(st.branches):
        if i:
            lines.append((r.depth, "else:"))
            r.depth += 1
            opened += 1
        r.put(f"if {cond(r, test)}:")
        branch(r, body, join if waits else None)
    if st.otherwise:
        r.put("else:")
        branch(r, st.otherwise, join if waits else None)
    r.depth = depth
    if waits:
        r.goto(join)
        r.start(join)


def branch(r: Routine, body: g.Body, join: int | None) -> None:
    lines, depth, dead = r.lines, r.depth, r.dead
    r.depth += 1
    mark = len(lines)
    stmts(r, body)
    if join is not None and not r.dead:
        r.goto(join)
    if r.lines is lines and len(lines) == mark:
        r.put("pass")
    r.lines, r.depth, r.dead = lines, depth, dead


def for_each(r: Routine, st: g.ForEach) -> None:
    from interpreter.emit.at_once import at_once

    if st.order == "at once":
        at_once(r, st)
        return
    if st.order == "ordered by":
        from interpreter.emit.ordering import ordered_by

        ordered_by(r, st)
        return
    var = st.selector.var
    waits = r.framed and r.gen.facts.waits(st.body)
    if not waits and stays(r, st.selector):
        before = r.env.get(var.id)

        def once(b: Bind) -> None:
            r.env[var.id] = b
            stmts(r, st.body)

        candidates(r, st.selector, once)
        if before is not None:
            r.env[var.id] = before
        return
    loop_list(r, laid_candidates(r, st.selector), var, st.body, waits,
              var.type.base == "player" and not st.selector.every_seat)


def loop_list(r: Routine, whole: ListAt | Lists, var: g.Var, body: g.Body, waits: bool, players: bool = False) -> None:
    """The body once for each member of a list that was fixed at the start; *players*: those gone meanwhile are passed
    over."""
    base = whole.base
    gone = players and r.gen.facts.eliminates
    head, over = r.label(), r.label()
    if not waits:
        before = r.env.get(var.id)

        def once(b: Bind) -> None:
            r.env[var.id] = b
            depth = r.depth
            if gone and isinstance(b, Name):
                r.put(f"if s[{k.GONE}] >> {b.text} & 1 == 0:")
                r.depth += 1
            stmts(r, body)
            r.depth = depth

        bound_list(r, whole, once, None, False)
        if before is not None:
            r.env[var.id] = before
        return
    i = f"s[{r.slot()}]"
    at = f"s[{r.slot()}]" if isinstance(whole, Lists) else ""
    bound = r.bind(var)
    if isinstance(whole, Lists):
        r.put(f"{at} = {base} + 1")
    with r.each_of(base, i, head, over):
        if gone:
            r.put(f"if s[{k.GONE}] >> s[{base} + {i}] & 1:")
            with r.indent():
                r.goto(head)
        if isinstance(whole, Lists):
            assert isinstance(bound, (ListAt, Lists))
            copy_list(r, at, bound)
            r.put(f"{at} = {at} + list_span(s, {at}, {whole.depth - 1})")
        else:
            assign(r, bound, f"s[{base} + {i}]")
            born(r, var.id)
        stmts(r, body)


def repeat(r: Routine, st: g.Repeat) -> None:
    waits = r.framed and r.gen.facts.waits(st.body)
    head, over = r.label(), r.label()
    if not waits:
        if st.times is not None:
            i = r.tmp()
            r.put(f"for {i} in range({expr(r, st.times).text}):")
            with r.indent():
                spend(r, STATEMENT)
                stmts(r, st.body)
            return
        assert st.until is not None
        r.put("while True:")
        with r.indent():
            spend(r, HARD)
            stmts(r, st.body)
            r.put(f"if {cond(r, st.until)}:")
            with r.indent():
                r.put("break")
        return
    count = f"s[{r.slot()}]"
    if st.times is not None:
        r.put(f"{count} = {expr(r, st.times).text}")
        r.goto(head)
        r.start(head)
        r.put(f"if {count} <= 0:")
        with r.indent():
            r.goto(over)
        r.put(f"{count} = {count} - 1")
        stmts(r, st.body)
        r.goto(head)
    else:
        assert st.until is not None
        r.goto(head)
        r.start(head)
        stmts(r, st.body)
        if not r.dead:
            r.put(f"if {cond(r, st.until)}:")
            with r.indent():
                r.goto(over)
            r.goto(head)
    r.start(over)


def together(r: Routine, st: g.Together) -> None:
    r.put(f"s[{k.TOGETHER}] += 1")
    r.together += 1
    stmts(r, st.body)
    r.together -= 1
    if r.dead:
        return
    r.put(f"s[{k.TOGETHER}] -= 1")
    after(r, everything(r), bool(r.gen.facts.listeners))


def everything(r: Routine) -> frozenset[str]:
    game = r.gen.game
    return frozenset({"store " + x for x in game.stores} | {"zone " + x for x in game.zones}
                     | {"dice " + x for x in game.dice} | {"gone", "until"})


def requires(r: Routine, st: g.Requires) -> None:
    if fail(r, f"not {cond(r, st.test)}"):
        return
    r.put(f"if not {cond(r, st.test)}:")
    with r.indent():
        reason = st.reason or "its requirement does not hold"
        note(r, "nothing", f"nothing comes of {r.rule}: {reason}", (), None, st)
        if r.together:
            # with that the blocks are over
            r.put(f"s[{k.TOGETHER}] -= {r.together}")
            after(r, everything(r), bool(r.gen.facts.listeners))
        if r.stop is None:
            finish(r)
        else:
            r.goto(r.stop)


def _late(module: str, name: str) -> Callable[[Routine, g.Stmt], None]:
    def call(r: Routine, st: g.Stmt) -> None:
        import importlib

        getattr(importlib.import_module(f"interpreter.emit.{module}"), name)(r, st)

    return call


_STMT: dict[type, Callable[..., None]] = {
    g.Let: let, g.If: if_, g.ForEach: for_each, g.Repeat: repeat, g.Together: together, g.Requires: requires,
    g.Set: _late("changes", "set_"), g.Gain: _late("changes", "gain"), g.Pay: _late("changes", "pay"),
    g.Move: _late("moving", "move"), g.Draw: _late("moving", "draw"), g.Shuffle: _late("moving", "shuffle"),
    g.Show: _late("moving", "show"), g.Roll: _late("dice", "roll"), g.Announce: _late("telling", "announce"),
    g.Skip: _late("jumps", "skip"), g.EndOf: _late("jumps", "end_of"), g.EndGame: _late("jumps", "end_game"),
    g.Wins: _late("jumps", "wins"), g.Eliminate: _late("jumps", "eliminate"),
    g.PhaseStmt: _late("jumps", "phase_statement"),
    g.Do: _late("calls", "do"), g.May: _late("may", "may"), g.Choose: _late("choose", "choose"),
    g.ChooseOption: _late("named_options", "choose_option"), g.Open: _late("windows", "open_window"),
    g.Cancel: _late("takeover", "cancel"), g.TakeOver: _late("takeover", "take_over"),
    g.Pause: _late("anytime", "pause"), g.CountUp: _late("tally", "count_up"), g.Lasting: _late("lasting", "start"),
}
