"""Effects: targets, then `before` rules, then once more whether it can be done, then the body (meaning 14); `can do`."""

from collections.abc import Callable, Iterator

from interpreter import slots as k
from interpreter.emit.after import answer
from interpreter.emit.base import Code, Gen, Name, NotYet, Routine, list_at
from interpreter.emit.choose import choose
from interpreter.emit.expr import atom, cond, expr, none_of, value
from interpreter.emit.foreseen import MAYBE
from interpreter.emit.loops import fill
from interpreter.emit.spaces import bearer_type, of_spaces, print_of
from interpreter.emit.steps import born, fail, finish, mark_of, note, plain_call, push
from interpreter.emit.stmts import stmts
from interpreter.emit.sure import rest_test, sure_test
from interpreter.emit.telling import happened
from interpreter.emit.told import told_body
from interpreter.emit.values import safe
from interpreter.layout import MOST_GIVEN
from interpreter.rooms import depth, shape_of_var, slots
from rulelang import game as g
from rulelang.uses.facts import Listener

Fill = tuple[int, g.Effect]


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


def entry_text(r: Routine, key: str, given: int, this: str, of: g.Expr | None = None) -> str:
    gen = r.gen
    effect = gen.game.effects[key]
    if effect.kind is None:
        return str(entry(gen, key, 0, given))
    fills = fills_of(gen, key)
    table = gen.table(f"E_{safe(key)}_{given}", lambda: [
        entry(gen, key, i, min(given, len(fills[i].params))) if i >= 0 else gen.shared.label("nothing")
        for i in fill_numbers(gen, key)])
    return f"{table}[{print_of(r, effect.kind, this, of)}]"


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


Given = tuple[g.Parameter, int, str | g.Expr]
"""What is given for a parameter, and its place in the frame: a value, or a list still to be laid out."""


def give(r: Routine, params: tuple[g.Parameter, ...], args: tuple[g.Expr, ...]) -> list[Given]:
    """The arguments worked out before the new frame is made."""
    out: list[Given] = []
    for at, p, e in zip(offsets(r.gen, params), params, args, strict=False):
        if is_list(p):
            out.append((p, at, e))
        else:
            out.append((p, at, atom(r, expr(r, e)) if e.type.base != "truth" else value(r, e)))
    return out


def put_args(r: Routine, given: list[Given], frame: str) -> None:
    for p, at, x in given:
        if isinstance(x, str):
            r.put(f"s[{frame} + {at}] = {x}")
        else:
            fill(r, x, list_at(f"{frame} + {at}", room_of(r.gen, p), depth_of(p)))


def do(r: Routine, st: g.Do) -> None:
    """`p does e(...) of c`."""
    gen = r.gen
    ref = st.effect
    if ref.key not in gen.game.effects:
        raise NotYet(f"`does {ref.key}` of an action")
    effect = gen.game.effects[ref.key]
    who = expr(r, st.who) if st.who is not None else None
    you = atom(r, who) if who is not None else r.you
    this = "-1"
    depth = r.depth
    nobody = who is not None and who.null
    if nobody:
        fail(r, f"{you} < 0")
        r.put(f"if {you} >= 0:")
        r.depth += 1
    if effect.kind is not None:
        this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
    if ref.key not in gen.facts.framed:
        if this != "-1" and ref.of is not None:
            r.put(f"if {this} >= 0:")
            r.depth += 1
            print_of(r, effect.kind, this, ref.of)  # which card it is has to be known
        args = [value(r, e) for e in ref.args]
        plain_call(r, f"{plain_function(gen, ref.key)}(s, w, {r.top}, {you}, {this}{''.join(', ' + a for a in args)})")
        r.depth = depth
        return
    over = r.label()
    params = fills_of(gen, ref.key)[0].params if effect.kind is None else most_params(gen, ref.key)
    given = give(r, params, ref.args)
    if effect.kind is not None:
        if gen.search:
            r.put(f"if {this} < 0:")
            r.lines.append((r.depth + 1, f"return {k.FAIL}"))
        r.put(f"if {this} >= 0:")
        r.depth += 1
    target = entry_text(r, ref.key, len(ref.args), this, ref.of)
    target = atom(r, Code(target)) if effect.kind is not None else target
    push(r, effect_number(gen, ref.key), you, this, over, marked(r, len(ref.args), st is r.tested))
    put_args(r, given, "g")
    r.leave(f"return {target}")
    r.depth = depth
    r.dead = False
    if effect.kind is not None or nobody:
        r.goto(over)
    r.start(over)
    if rest_test(r, st) == "1":
        gen.shared.sure.add(over)


def marked(r: Routine, given: int, tested: bool = False) -> str:
    """The mark of an effect's frame."""
    bits = min(given, 3) * k.GIVEN | (k.TESTED if tested else 0)
    return f"{mark_of(r)} | {bits}" if bits else mark_of(r)


def most_params(gen: Gen, key: str) -> tuple[g.Parameter, ...]:
    return max((e.params for e in fills_of(gen, key)), key=len, default=())


def plain_function(gen: Gen, key: str) -> str:
    """The function of an effect that never waits."""
    name = f"{gen.prefix}e_{safe(key)}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    effect = gen.game.effects[key]
    fills = fills_of(gen, key)
    if effect.kind is None:
        plain_body(gen, name, key, fills[0], 0)
        return name
    args = "".join(f", a{i}" for i in range(len(most_params(gen, key))))
    r = Routine(gen, name, False, effect.span, key)
    table = gen.table("F_" + safe(key), lambda: fill_numbers(gen, key))
    r.put(f"k = {table}[{print_of(r, effect.kind, 'this')}]")
    for i, e in enumerate(fills):
        plain_body(gen, f"{name}_{i}", key, e, i)
        r.put(f"if k == {i}:")
        r.lines.append((2, f"return {name}_{i}(s, w, f, you, this{args})"))
    r.put("return 0")
    gen.functions[name] = ("s, w, f, you, this" + args, r.lines)
    return name


def plain_body(gen: Gen, name: str, key: str, effect: g.Effect, number: int) -> None:
    r = Routine(gen, name, False, effect.span, rule_name(gen, key, effect), effect.cites)
    r.size = 0
    params = []
    for i in range(len(most_params(gen, key))):
        params.append(f"a{i}")
        if i < len(effect.params):
            r.env[effect.params[i].var.id] = Name(f"a{i}", True)
    test_head(r, effect, lambda: finish(r))
    stmts(r, without_head(effect.body or ()))
    finish(r)
    gen.shared.sizes[name] = r.size
    gen.functions[name] = (", ".join(["s", "w", "f", "you", "this", *params]), r.lines)


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
        from interpreter.emit.events import intercept

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


def before_rules(r: Routine, key: str, number: int, effect: g.Effect, whole: bool, over: int) -> None:
    """The rules that answer before; they may open windows, in which it is cancelled or taken over. Then it is tested
    whether it can be done."""
    gen = r.gen
    listeners = gen.facts.answered_before(key)
    body = gen.shared.label(f"{r.key}/body")
    if listeners and not gen.search:
        r.put(f"s[f + 5] = s[f + 5] | {k.WAITING}")
    for listener in [one for one in listeners if one.own]:
        after = r.label()
        if not gen.search:
            call_rule(r, listener, after, before_data(r, listener, effect))
            r.dead = True
        else:
            r.goto(after)
        r.start(after)
        if not gen.search:
            r.put(f"if s[f + 5] & {k.CANCELLED}:")
            with r.indent():
                note(r, "cancelled", f"{r.rule} is cancelled", (), None, effect)
                r.goto(over)
    carried = [one for one in listeners if not one.own]
    if carried:
        after = r.label()
        from interpreter.emit.events import card_rules, room_for

        base, at = r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]"
        if not gen.search:
            card_rules(r, "before", carried, base, at, lambda: None, before_data(r, carried[0], effect), after,
                       f"s[{k.CLOCK}]")
            r.dead = False
        else:
            r.goto(after)
        r.start(after)
        if not gen.search:
            r.put(f"if s[f + 5] & {k.CANCELLED}:")
            with r.indent():
                note(r, "cancelled", f"{r.rule} is cancelled", (), None, effect)
                r.goto(over)
    if gen.search:
        r.goto(body)
        r.start(body)
        for i, p in enumerate(effect.params):
            if p.how_many is None and p.var.type.base != "list":
                for text in fits(r, p):
                    fail(r, f"s[f + 5] >> 6 & 3 > {min(i, 2)} and not ({text})")
        test_head(r, effect, lambda: None)
        return

    def nothing(words: str = "it cannot be done as things stand") -> None:
        note(r, "nothing", f"nothing comes of {r.rule}: {words}", (), None, effect)
        r.goto(over)

    depth = r.depth
    if listeners:
        r.put(f"s[f + 5] = s[f + 5] & {~k.WAITING}")
    else:
        # who has chosen it with these targets has been offered only what can be done
        r.put(f"if s[f + 5] & {k.TESTED} == 0:")
        r.depth += 1
    for i, p in enumerate(effect.params):
        if p.how_many is None and p.var.type.base != "list":
            for text in fits(r, p):
                # who has chosen it himself has chosen one of these, if nothing could come between
                asked = bool(listeners or gen.facts.anytimes or p.selector.where is not None)
                given = "" if asked else f"s[f + 5] >> 6 & 3 > {min(i, 2)} and "
                r.put(f"if {given}not ({text}):")
                with r.indent():
                    nothing()
    test_head(r, effect, lambda: r.goto(over))
    sure = sure_test(gen, key, effect, single_names(r, effect), r.you) if whole else "1"
    if sure != "1":
        if sure is not None:
            r.put(f"if not ({r.you} >= 0 and {sure}):")
            r.depth += 1
        x = f"can_go_on(s, w, f, {body})"
        if (told := told_body(gen, key, number, effect, without_head(effect.body or ()))) is not None:
            names = single_names(r, effect)
            args = "".join(", " + names.get(p.var.id, "-1") for p in effect.params)
            x = atom(r, Code(f"{told}(s, w, {r.you}, {r.you}, {r.this or '-1'}{args})"))
            r.put(f"if {x} == {MAYBE}:")
            r.lines.append((r.depth + 1, f"{x} = can_go_on(s, w, f, {body})"))
        r.put(f"if not {x}:")
        with r.indent():
            nothing()
    if r.depth > depth and r.lines and r.lines[-1][0] == depth:
        r.lines.pop()  # nothing to test
    r.depth = depth
    r.goto(body)
    r.start(body)


def fits(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that what stands for the parameter is one of those that it speaks of."""
    yield from lies_there(r, p)
    yield from is_such(r, p)


def lies_there(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that it is something, in the place where the parameter looks for it."""
    from interpreter.emit.questions import contains

    sel = p.selector
    bound = r.env[sel.var.id]
    assert isinstance(bound, Name)
    if not sel.var.type.optional:
        yield f"{bound.text} != {none_of(sel.var.type)}"
    if sel.source is not None and sel.clock is None:
        yield contains(r, bound.text, sel.source)


def is_such(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that it is of the kind, and what the parameter wants."""
    from interpreter.emit.selectors import kind_test

    sel = p.selector
    bound = r.env[sel.var.id]
    assert isinstance(bound, Name)
    if sel.filter and sel.var.type.base in ("card", "space"):
        text = kind_test(r, bound.text, sel.filter, sel.var.type, g.Local(span=sel.span, type=sel.var.type, var=sel.var))
        if text != "1":
            yield text
    if sel.where is not None:
        yield cond(r, sel.where)


def single_names(r: Routine, effect: g.Effect) -> dict[int, str]:
    """The parameters that are no lists, as they are called in the text."""
    return {p.var.id: bound.text for p in effect.params if isinstance(bound := r.env[p.var.id], Name)}


def tested_again(r: Routine, action: g.Action, otherwise: Callable[[], None]) -> None:
    """Once more whether the action can be done with what was chosen."""
    for p in action.params:
        if p.how_many is None:
            for text in fits(r, p):
                r.put(f"if not ({text}):")
                with r.indent():
                    words = f"nothing comes of {r.rule}: it cannot be done as things stand"
                    note(r, "nothing", words, (), None, action)
                    otherwise()
    test_head(r, action, otherwise)


def test_head(r: Routine, effect: g.Effect | g.Action, otherwise: Callable[[], None]) -> None:
    """The requirements and payments at the head, before anything changes."""
    from interpreter.emit.cando import demands, head

    heads = head(effect.body or ())
    for st, text in zip(heads, demands(r, heads), strict=True):
        if fail(r, f"not ({text})"):
            continue
        r.put(f"if not ({text}):")
        with r.indent():
            words = "it cannot be paid" if isinstance(st, g.Pay) else st.reason or "its requirement does not hold"
            note(r, "nothing", f"nothing comes of {r.rule}: {words}", (), None, st)
            otherwise()


def without_head(body: g.Body) -> g.Body:
    """The body without the requirements that have been tested before anything changed."""
    from interpreter.emit.cando import head

    heads = head(body)
    return tuple(st for st in body if not (isinstance(st, g.Requires) and st in heads))


def before_data(r: Routine, listener: Listener | None, effect: g.Effect) -> list[str]:
    data = [r.you, r.this]
    for p in effect.params[:MOST_GIVEN]:
        bound = r.env[p.var.id]
        data.append(bound.text if isinstance(bound, Name) else "-1")
    return data


def done_rules(r: Routine, key: str, effect: g.Effect) -> None:
    from interpreter.emit.steps import event_code

    happened(r, "does", key, (r.you, r.this))
    if ("does", key) in r.gen.facts.listeners:
        if not r.gen.search:
            data = before_data(r, None, effect)
            full = [*data, "0", "0"][:4]
            r.put(f"event(s, {event_code(r.gen, 'does', key)}, {r.you}, {', '.join(full)})")
            for i, x in enumerate(data[4:8]):
                size = r.gen.lay.event_size
                r.put(f"s[@EVENTS@ + {k.EVENT_HEAD + i - size} + s[{k.EVN}] * {size}] = {x}")
        answer(r)


def call_rule(r: Routine, listener: Listener, resume: int, data: list[str], this: str = "-1",
              mark: str = "0", held: str | None = None) -> None:
    """Runs a rule in a frame of its own; *data* is what happened; *held*: where the events of the step began, if what it has
    raised so far waits for its end."""
    gen = r.gen
    you = r.you
    r.put(f"s[{k.CHAIN}] += 1")
    r.put(f"if s[{k.CHAIN}] > {k.CHAIN_BOUND}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_CHAIN}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    bits = k.BARRIER if held is None else k.BARRIER | k.HELD
    push(r, gen.shared.what(listener.key), you, this, resume, f"{mark} | {bits}" if mark != "0" else str(bits))
    if held is not None:
        r.put(f"s[g + {k.HOLDS}] = {held}")
    for i, x in enumerate(data):
        r.put(f"s[g + {k.HEAD + i}] = {x}")
    r.put(f"return {gen.shared.label(listener.key + '/entry')}")
