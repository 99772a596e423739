"""`when` lines: phases begin, players choose and do, chance answers."""

from collections.abc import Iterator, Sequence

from interpreter import slots as k
from interpreter.decisions import Decision
from interpreter.emit.phases import ancestors
from interpreter.examples.alone import action_alone, carried, effect_alone
from interpreter.examples.stage import Stage, Wrong, called
from rulelang import game as g


def bring_about(stage: Stage, line: g.When) -> None:
    """Does what the line says.

    Raises: Wrong: it cannot be done here.
    """
    if line.what == "chooses" and (line.who is None or isinstance(line.who, g.ChanceActor)):
        for answer in line.answers:
            answer_of_chance(stage, answer)
        return
    stage.resolve_chance()
    match line.what:
        case "begins":
            assert line.phase is not None
            begin(stage, line.phase)
        case "passes":
            assert line.who is not None
            if isinstance(line.who, g.Everyone):
                all_pass(stage)
            elif stage.m.player == stage.p.ask(stage.s, line.who) and stage.has("pass"):
                stage.m.choose("pass")
        case "chooses":
            assert line.who is not None
            choose(stage, stage.p.ask(stage.s, line.who), line)
        case "does":
            assert line.who is not None and line.effect is not None
            does(stage, stage.p.ask(stage.s, line.who), line.effect)


def answer_of_chance(stage: Stage, answer: g.Expr) -> None:
    """Chance, which is asked now, gives this."""
    text = stage.text(answer)
    if stage.m.player != -1:
        raise Wrong("chance is not asked here")
    if not stage.has(text):
        assert stage.m.decision is not None
        raise Wrong("chance can only give " + ", ".join(o.id for o in stage.m.decision.options))
    stage.m.choose(text)


def begin(stage: Stage, key: str) -> None:
    """Starts a phase as if those around it had begun."""
    stage.idle()
    s, p, lay = stage.s, stage.p, stage.p.lay
    shared = p.shared
    f = lay.frames
    you = -1
    for phase in reversed(ancestors(stage.game, key)):
        s[f] = shared.labels[f"after {phase}"]
        decl = stage.game.phases[phase]
        g_ = f + shared.sizes["program" if f == lay.frames else f"phase {decl.parent or ''}"]
        if decl.of is not None:
            you = p.ask(s, decl.of, you=you)
        s[g_ : g_ + k.HEAD] = [k.DONE, f, you, shared.what(f"phase {phase}"), -1, 0]
        s[k.FP] = g_
        if phase == key:
            break
        s[lay.phase_slot[phase]] = g_
        f = g_
    stage.m._code = k.ASK
    stage.m._go(shared.labels[f"phase {key}/entry"])


def all_pass(stage: Stage) -> None:
    """Until the innermost open window is over."""
    window = innermost_window(stage)
    if window is None:
        # no window: whoever may pass does
        while stage.has("pass") and innermost_window(stage) is None:
            stage.m.choose("pass")
            stage.resolve_chance()
        return
    for _ in range(1000):
        if is_open(stage, window) and stage.has("pass"):
            stage.m.choose("pass")
            stage.resolve_chance()
        else:
            return


def running(stage: Stage) -> Iterator[tuple[int, int]]:
    """What runs, the innermost first: the frame of each, and which rule it is of (below 0: a window)."""
    s = stage.s
    f = 0 if stage.m.over else s[k.FP]
    while f > 0:
        yield f, s[f + k.WHAT]
        f = s[f + k.CALLER]


def innermost_window(stage: Stage) -> tuple[int, int] | None:
    """The innermost window: its frame and its number."""
    return next((one for one in running(stage) if one[1] < 0), None)


def is_open(stage: Stage, window: tuple[int, int]) -> bool:
    return window in running(stage)


def choose(stage: Stage, seat: int, line: g.When) -> None:
    """That player, who is asked now, answers so; or a choice that took itself is named."""
    texts = [stage.text(a) for a in line.answers]
    wanted = [", ".join(texts), "[" + ", ".join(texts) + "]", *("?" + t for t in texts)]
    decision = stage.m.decision
    if decision is not None and decision.player == seat:
        for option in decision.options:
            plain = option.id.split(" #")[0]
            if option.id in wanted or plain in wanted:
                stage.m.choose(option)
                return
    # a choice that took itself may be named
    said = [f"p{seat} chooses {x}" for x in wanted] + [f"p{seat} chooses: {x}" for x in wanted]
    log = stage.m.log
    for i in range(stage.seen, len(log)):
        if log[i].text in said:
            stage.seen = i + 1
            return
    if decision is None:
        raise Wrong("nobody is asked")
    raise something_else(decision)


def does(stage: Stage, seat: int, ref: g.EffectRef) -> None:
    """That player takes the option to do so; if nobody is asked, it is done with nothing around it."""
    name = ref.key.split(".")[-1]
    args = [stage.text(a) for a in ref.args]
    wanted = called(name, args)
    decision = stage.m.decision
    if decision is not None and decision.player == seat:
        for option in decision.options:
            plain = option.id.split(" #")[0]
            if plain == wanted or option.id == wanted or (carried(stage, ref.key) and of_bearer(plain, name, args)):
                stage.m.choose(option)
                return
    if decision is not None:
        # what is not on offer cannot be done while somebody is asked
        raise something_else(decision)
    if ref.key in stage.game.effects:
        effect_alone(stage, seat, ref)
    else:
        action_alone(stage, seat, ref)


def something_else(decision: Decision) -> Wrong:
    """What is asked, and offered, instead."""
    return Wrong(f"p{decision.player} is asked ({decision.prompt}): " + ", ".join(o.id for o in decision.options))


def of_bearer(option: str, name: str, args: Sequence[str]) -> bool:
    """Whether that is the option to do *name* of some card or space, with these things."""
    tail = "".join(f", {arg}" for arg in args) + ")"
    return option.startswith(name + "(") and option.endswith(tail)
