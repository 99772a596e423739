"""Effects: what fills them, where their parameters lie, and their routines: targets, `before` rules, the body (meaning 14)."""

from interpreter import slots as k
from interpreter.emit.around import before_data, before_rules, done_rules
from interpreter.emit.base import Gen, Routine
from interpreter.emit.choose import choose
from interpreter.emit.intercept import intercept
from interpreter.emit.requirements import without_head
from interpreter.emit.spaces import bearer_type, of_spaces
from interpreter.emit.steps import born, finish, note
from interpreter.emit.stmts import stmts
from interpreter.rooms import depth, shape_of_var, slots
from rulelang import game as g


def fills_of(gen: Gen, key: str) -> list[g.Effect]:
    """What may fill a slot: first what its kind says (if it says something), then the cards' own; an effect that is no
    slot fills itself."""
    effect = gen.game.effects[key]
    if effect.kind is None:
        return [effect]
    own = [e for e, _ in gen.facts.fills.get(key, ())]
    if of_spaces(gen, effect.kind):
        return own or [effect]
    covered = sum(len(d) for _, d in gen.facts.fills.get(key, ()))
    if effect.body is not None and (not own or covered < len(gen.game.cards)):
        if all(e is not effect for e in own):
            own = [effect, *own]
    return own


def fill_numbers(gen: Gen, key: str) -> list[int]:
    """By face, or of spaces by space: which of `fills_of` it has, or -1."""
    fills = fills_of(gen, key)
    if of_spaces(gen, gen.game.effects[key].kind):
        said = [gen.game.kinds[kind].effects.get(key) for kind in gen.lay.space_kind]
        return [next((i for i, e in enumerate(fills) if e is have), -1) for have in said] or [-1]
    out: list[int] = []
    for c in range(gen.lay.n):
        card = gen.lay.design(c)
        have = card.effects.get(key)
        if have is None or have.body is None:
            have = gen.game.effects[key]
        number = next((i for i, e in enumerate(fills) if e is have), -1)
        if number < 0:
            number = next((i for i, e in enumerate(fills) if e == have), -1)
        out.append(number if gen.lay.is_kind(c, gen.game.effects[key].kind or "") else -1)
    return out or [-1]


def routine_key(key: str, fill: int) -> str:
    return f"effect {key}#{fill}"


def entry(gen: Gen, key: str, fill: int, given: int) -> int:
    """The block with which an effect begins when *given* of its parameters are there."""
    return gen.shared.label(f"{routine_key(key, fill)}/entry {given}")


def effect_number(gen: Gen, key: str) -> int:
    return gen.shared.what(f"effect {key}")


def is_list(p: g.Parameter) -> bool:
    """Whether what stands for the parameter is a list."""
    return depth_of(p) > 0


def depth_of(p: g.Parameter) -> int:
    """How often a list stands in a list there; 0: it is a single thing."""
    return depth(p.var.type) + (p.how_many is not None or p.var.many)


def room_of(gen: Gen, p: g.Parameter) -> int:
    """Slots for what stands for the parameter."""
    return slots(shape_of_var(gen.lay, p.var, p.how_many is not None)) if is_list(p) else 1


def offsets(gen: Gen, params: tuple[g.Parameter, ...]) -> list[int]:
    out, at = [], k.HEAD
    for p in params:
        out.append(at)
        at += room_of(gen, p)
    return out


def most_params(gen: Gen, key: str) -> tuple[g.Parameter, ...]:
    return max((e.params for e in fills_of(gen, key)), key=len, default=())


def rule_name(gen: Gen, key: str, effect: g.Effect) -> str:
    """For people: the effect's name, or `SLOT of CARD` for what fills a slot."""
    if effect.kind is None:
        return key
    slot = key.split(".")[-1]
    for one in gen.game.bearers:
        if any(e is effect for e in one.effects.values()) and effect is not gen.game.effects[key]:
            return f"{slot} of {one.key}"
    return f"{slot} of {key.split('.')[0]}"


def emit_effects(gen: Gen, some: frozenset[str] | None = None) -> None:
    """All framed effects, or *some* of them."""
    for key, effect in gen.game.effects.items():
        # in a text with checks all effects have frames, so that an example can run any of them alone
        if (key not in gen.facts.framed and not gen.checks) or (some is not None and key not in some):
            continue
        for number, e in enumerate(fills_of(gen, key)):
            if e.body is not None:
                emit_effect(gen, key, effect, number, e)


def emit_effect(gen: Gen, key: str, slot: g.Effect, number: int, effect: g.Effect) -> None:
    from interpreter.emit.takeover import retarget

    r = Routine(gen, routine_key(key, number), True, effect.span, rule_name(gen, key, effect),
                (*effect.cites, *(slot.cites if slot is not effect else ())))
    r.you, r.this = "s[f + 2]", "s[f + 4]"
    for p in effect.params:
        r.bind(p.var, many=p.how_many is not None)
    whole = effect.whole or slot.whole
    n = len(effect.params)
    over = gen.shared.label(f"{r.key}/over")
    for i, p in enumerate(effect.params):
        if must_be_given(p):
            continue
        r.start(entry(gen, key, number, i))
        if whole:
            r.put(f"s[f + 5] = s[f + 5] | {k.WHOLE}")

        def nothing() -> None:
            note(r, "nothing", f"nothing comes of {r.rule}: there is nothing to choose", (), None, effect)
            finish(r)

        st = g.Choose(span=effect.span, who=g.You(span=effect.span, type=g.PLAYER), how_many=p.how_many,
                      selector=p.selector, cites=effect.cites)
        if i == n - 1:
            r.ahead.append((st, effect.body or ()))
        choose(r, st, on_none=nothing)
        r.ahead.clear()
        r.goto(entry(gen, key, number, i + 1))
    r.start(entry(gen, key, number, n))
    if whole:
        r.put(f"s[f + 5] = s[f + 5] | {k.WHOLE}")
    if effect.kind is not None:
        its = bearer_type(gen, effect.kind), r.this
        note(r, "do", f"{{0}} does {key.split('.')[-1]} of {{1}}", (("player", r.you), its), None, effect)
    elif not gen.facts.quiet(key):
        note(r, "do", f"{{0}} does {key}", (("player", r.you),), None, effect)
    for p in effect.params:
        if p.how_many is None:
            born(r, p.var.id)
    if effect.kind is not None and not of_spaces(gen, effect.kind):
        born(r, -1)
    if ("does", key) in gen.facts.instead and not gen.search:
        with r.apart():
            intercept(r, "does", key, before_data(r, None, effect), over, instead_only=True)
    before_rules(r, key, number, effect, whole, over)
    stmts(r, without_head(effect.body or ()))
    if not r.dead:
        done_rules(r, key, effect)
    r.goto(over)
    r.start(over)
    finish(r)
    r.sized(effect_number(gen, key))
    if effect.params and gen.facts.answered_before(key):
        retarget(gen, key, number, effect)


def must_be_given(p: g.Parameter) -> bool:
    """Whether callers always say which, as nobody could choose among all there are."""
    return p.selector.source is None and p.var.type.base in ("number", "text", "list")
