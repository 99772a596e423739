"""Effects and actions that an example has done with nothing around them, where nobody is asked."""

from interpreter import slots as k
from interpreter.broken import words
from interpreter.emit.base import Gen, NotYet
from interpreter.emit.cando import head
from interpreter.emit.effects import entry, fill_numbers, fills_of, offsets
from interpreter.emit.spaces import of_spaces
from interpreter.examples.stage import Stage, Wrong
from interpreter.fitting import unfit
from interpreter.naming import face_id
from interpreter.view import in_zone
from interpreter.why import meant
from rulelang import game as g
from rulelang.uses.facts import AnyAction
from rulelang.uses.names import left_open


def effect_alone(stage: Stage, seat: int, ref: g.EffectRef) -> None:
    """Runs an effect with nothing around it."""
    stage.idle()
    s, p, lay = stage.s, stage.p, stage.p.lay
    gen = Gen(stage.game, lay, p.facts, p.shared, False, wide=p.wide)
    effect = stage.game.effects[ref.key]
    this, fill = -1, 0
    if effect.kind is not None:
        assert ref.of is not None
        this = stage.number(ref.of)
        fill = fill_numbers(gen, ref.key)[this if of_spaces(gen, effect.kind) else s[lay.at["FACE"] + this]]
    f = lay.frames
    params = fills_of(gen, ref.key)[fill].params
    if (wrong := unfit(stage.p, stage.s[:], params, ref, seat, this)) is not None:
        raise Wrong(f"{ref.key.split('.')[-1]} cannot be done with that: {wrong}")
    g_ = f + k.HEAD + 2
    s[g_ : g_ + k.HEAD] = [k.DONE, f, seat, p.shared.what(f"effect {ref.key}"), this, 0]
    put_arguments(stage, gen, g_, params, ref, seat)
    s[k.FP] = g_
    stage.m._code = k.ASK
    stage.m._go(entry(gen, ref.key, fill, len(ref.args)))


def action_alone(stage: Stage, seat: int, ref: g.EffectRef) -> None:
    """Runs an action of a window, or of any time, with nothing around it."""
    stage.idle()
    s, p = stage.s, stage.p
    label, action, this = "", None, -1
    for window in stage.game.windows.values():
        for one in window.actions:
            if one.key == ref.key:
                label, action = f"action {window.key} {one.key}/entry", one
    for i, any_ in enumerate(p.facts.anytimes):
        if any_.action.key == ref.key:
            label, action = f"anytime {i}/entry", any_.action
            if not any_.own:
                those = bearers(stage, any_, seat)
                able = (x for x in those if objection(stage, any_.action, ref, seat, x) is None)
                this = next(able, those[0] if those else -1)
    if action is None or label not in p.shared.labels:
        raise Wrong("nobody is asked")
    refused = unfit(p, s[:], action.params, ref, seat, this) or objection(stage, action, ref, seat, this)
    if refused is not None:
        raise Wrong(f"{ref.key} is refused: {refused}")
    gen = Gen(stage.game, p.lay, p.facts, p.shared, False, wide=p.wide)
    f = p.lay.frames
    g_ = f + k.HEAD + 60  # below it, where a window's parameters would be, nothing
    s[f + k.HEAD : g_] = [-1] * (g_ - f - k.HEAD)
    s[g_ : g_ + k.HEAD] = [k.DONE, f, seat, p.shared.what(f"action {action.key}"), this, 0]
    put_arguments(stage, gen, g_, action.params, ref, seat)
    s[k.FP] = g_
    stage.m._code = k.ASK
    stage.m._go(p.shared.labels[label])


def put_arguments(stage: Stage, gen: Gen, frame: int, params: tuple[g.Parameter, ...], ref: g.EffectRef, seat: int) -> None:
    """Writes what the line gives into the frame."""
    s = stage.s
    for at, param, arg in zip(offsets(gen, params), params, ref.args, strict=False):
        if isinstance(arg, g.ListOf):
            members = [stage.number(x) for x in arg.items]
            s[frame + at : frame + at + 1 + len(members)] = [len(members), *members]
        else:
            s[frame + at] = candidate(stage, arg, param, seat) if isinstance(arg, g.CardName) else stage.number(arg)


def objection(stage: Stage, action: g.Action, ref: g.EffectRef, seat: int, this: int) -> str | None:
    """What stands against an action: the first of its requirements and payments that does not hold."""
    s, names = stage.s[:], {p.var.id: arg for p, arg in zip(action.params, ref.args, strict=False)}
    paid: dict[str, int] = {}
    for st in head(action.body):
        parts = [meant(x, names) for x in ([st.test] if isinstance(st, g.Requires) else [st.source, st.amount])]
        if any(map(left_open, parts)):
            continue  # it speaks of a thing that was left open
        try:
            if isinstance(st, g.Requires):
                if stage.p.ask(s, parts[0], None, seat, this, "truth", once=True) <= 0:
                    return st.reason or words(stage.game, st.span)
                continue
            has, costs = (stage.p.ask(s, part, None, seat, this, once=True) for part in parts)
        except NotYet:
            continue
        paid[st.source.key] = paid.get(st.source.key, 0) + costs
        if has - paid[st.source.key] < (stage.p.lay.stores[st.source.key].low or 0):
            return f"it costs {costs}"
    return None


def carried(stage: Stage, key: str) -> bool:
    """Whether cards or spaces offer that action; it is called after them then."""
    return any(one.action.key == key and one.lasting is None and not one.own for one in stage.p.facts.anytimes)


def bearers(stage: Stage, action: AnyAction, seat: int) -> list[int]:
    """The cards of that player whose action it is; or such spaces that are theirs, or everybody's; or the `until` blocks
    that run."""
    lay, s = stage.p.lay, stage.s
    if action.lasting is not None:
        first, size = lay.at["LASTINGS"], lay.lasting_size
        return [e for e in range(first, first + k.LASTING_ROOM * size, size) if s[e] == action.lasting + 1]
    designs, zones = action.designs or (), action.zones
    found = [x for x, kind in enumerate(lay.space_kind)
             if kind in action.spaces and lay.space_owner(x) in (seat, -1)
             and (action.test is None or stage.p.ask(s, action.test, None, seat, x, "truth", once=True) > 0)]
    for z, key in enumerate(lay.zone_of):
        if key in zones and lay.zone_owner[z] in (seat, -1):
            for c in in_zone(stage.p, s, z):
                if lay.designs[s[lay.at["FACE"] + c]] in designs:
                    found.append(c)
    return found


def candidate(stage: Stage, card: g.CardName, param: g.Parameter, seat: int) -> int:
    """The card of that name that the parameter may be; else any."""
    lay, s = stage.p.lay, stage.s
    source = param.selector.source
    if isinstance(source, g.ZoneOf) and not isinstance(source.of, g.Everyone):
        z = stage.p.ask(s, source, ("zone of", id(source)), you=seat, what="zone")
        for c in in_zone(stage.p, s, z) if z >= 0 else []:
            if face_id(lay, s[lay.at["FACE"] + c]) == card.name:
                return c
    return stage.named(card)
