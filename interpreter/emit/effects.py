"""Effects: targets, then `before` rules, then once more whether it can be done, then the body (meaning 14); `can do`."""

from collections.abc import Callable, Sequence

from interpreter import slots as k
from interpreter.emit.base import Bind, Code, Gen, Name, NotYet, Routine
from interpreter.emit.choose import choose
from interpreter.emit.expr import atom, cond, expr, face, store_address, value
from interpreter.emit.facts import Listener
from interpreter.emit.loops import fill
from interpreter.emit.selectors import candidates
from interpreter.emit.steps import answer, born, fail, finish, mark_of, note, plain_call, push
from interpreter.emit.stmts import happened, stmts
from interpreter.emit.sure import sure_test
from interpreter.emit.values import safe
from interpreter.walk import walk
from rulelang import game as g

Fill = tuple[int, g.Effect]


def fills_of(gen: Gen, key: str) -> list[g.Effect]:
    """What may fill a slot: first what its kind says (if it says something), then the cards' own; an effect that is no
    slot fills itself."""
    effect = gen.game.effects[key]
    if effect.kind is None:
        return [effect]
    own = [e for e, _ in gen.facts.fills.get(key, ())]
    covered = sum(len(d) for _, d in gen.facts.fills.get(key, ()))
    if effect.body is not None and (not own or covered < len(gen.game.cards)):
        if all(e is not effect for e in own):
            own = [effect, *own]
    return own


def fill_numbers(gen: Gen, key: str) -> list[int]:
    """By face: which of `fills_of` the card has, or -1."""
    fills = fills_of(gen, key)
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


def entry_text(r: Routine, key: str, given: int, this: str) -> str:
    gen = r.gen
    effect = gen.game.effects[key]
    if effect.kind is None:
        return str(entry(gen, key, 0, given))
    fills = fills_of(gen, key)
    table = gen.table(f"E_{safe(key)}_{given}", lambda: [
        entry(gen, key, i, min(given, len(fills[i].params))) if i >= 0 else gen.shared.label("nothing")
        for i in fill_numbers(gen, key)])
    return f"{table}[{face(r, this)}]"


def effect_number(gen: Gen, key: str) -> int:
    return gen.shared.what(f"effect {key}")


def offsets(gen: Gen, params: tuple[g.Parameter, ...]) -> list[int]:
    out, at = [], k.HEAD
    for p in params:
        out.append(at)
        if p.how_many is not None or p.var.many or p.var.type.base == "list":
            item = p.var.type.item if p.var.type.base == "list" and p.how_many is None else p.var.type
            at += gen.lay.list_room(item)
        else:
            at += 1
    return out


def give(r: Routine, params: tuple[g.Parameter, ...], args: tuple[g.Expr, ...]) -> list[tuple[int, str | g.Expr]]:
    """The arguments worked out before the new frame is made."""
    out: list[tuple[int, str | g.Expr]] = []
    for at, p, e in zip(offsets(r.gen, params), params, args, strict=False):
        if p.how_many is not None or p.var.type.base == "list":
            out.append((at, e))
        else:
            out.append((at, atom(r, expr(r, e)) if e.type.base != "truth" else value(r, e)))
    return out


def put_args(r: Routine, given: list[tuple[int, str | g.Expr]], frame: str) -> None:
    for at, x in given:
        if isinstance(x, str):
            r.put(f"s[{frame} + {at}] = {x}")
        else:
            fill(r, x, f"{frame} + {at}")


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
    target = entry_text(r, ref.key, len(ref.args), this)
    target = atom(r, Code(target)) if effect.kind is not None else target
    push(r, effect_number(gen, ref.key), you, this, over, marked(r, len(ref.args), st is r.tested))
    put_args(r, given, "g")
    r.leave(f"return {target}")
    r.depth = depth
    r.dead = False
    if effect.kind is not None or nobody:
        r.goto(over)
    r.start(over)


def marked(r: Routine, given: int, tested: bool = False) -> str:
    """The mark of an effect's frame."""
    bits = min(given, 3) * k.GIVEN | (k.TESTED if tested else 0)
    return f"{mark_of(r)} | {bits}" if bits else mark_of(r)


def most_params(gen: Gen, key: str) -> tuple[g.Parameter, ...]:
    return max((e.params for e in fills_of(gen, key)), key=len, default=())


# ------------------------------------------------------------------------------------ plain effects


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
    r.put(f"k = {table}[{face(r, 'this')}]")
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
    for card in gen.game.cards:
        if any(e is effect for e in card.effects.values()) and effect is not gen.game.effects[key]:
            return f"{slot} of {card.name}"
    return f"{slot} of {key.split('.')[0]}"


# ----------------------------------------------------------------------------------- framed effects


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

        choose(r, g.Choose(span=effect.span, who=g.You(span=effect.span, type=g.PLAYER), how_many=p.how_many,
                           selector=p.selector, cites=effect.cites), on_none=nothing)
        r.goto(entry(gen, key, number, i + 1))
    r.start(entry(gen, key, number, n))
    if whole:
        r.put(f"s[f + 5] = s[f + 5] | {k.WHOLE}")
    if effect.kind is not None:
        note(r, "do", f"{{0}} does {key.split('.')[-1]} of {{1}}", (("player", r.you), ("card", r.this)), None, effect)
    elif not gen.facts.quiet(key):
        note(r, "do", f"{{0}} does {key}", (("player", r.you),), None, effect)
    for p in effect.params:
        if p.how_many is None:
            born(r, p.var.id)
    if effect.kind is not None:
        born(r, -1)
    if ("does", key) in gen.facts.instead and not gen.search:
        from interpreter.emit.events import intercept

        kept = gen.facts.before.pop(("does", key), None)
        intercept(r, "does", key, before_data(r, None, effect), over)
        if kept is not None:
            gen.facts.before[("does", key)] = kept
    before_rules(r, key, effect, whole, over)
    stmts(r, without_head(effect.body or ()))
    if not r.dead:
        done_rules(r, key, effect)
    r.goto(over)
    r.start(over)
    finish(r)
    gen.shared.sizes[r.key] = r.size
    if effect.params and gen.facts.answered_before(key):
        retarget(gen, key, number, effect)


def must_be_given(p: g.Parameter) -> bool:
    """Whether callers always say which, as nobody could choose among all there are."""
    return p.selector.source is None and p.var.type.base in ("number", "text", "list")


def before_rules(r: Routine, key: str, effect: g.Effect, whole: bool, over: int) -> None:
    """The rules that answer before; they may open windows, in which it is cancelled or taken over. Then it is tested
    whether it can be done."""
    gen = r.gen
    listeners = gen.facts.answered_before(key)
    body = gen.shared.label(f"{r.key}/body")
    if listeners and not gen.search:
        r.put(f"s[f + 5] = s[f + 5] | {k.WAITING}")
    for listener in [one for one in listeners if one.designs is None and one.lasting is None]:
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
    carried = [one for one in listeners if one.designs is not None or one.lasting is not None]
    if carried:
        after = r.label()
        base, at = r.slot(2 * 64 + 1), f"s[{r.slot()}]"
        if not gen.search:
            from interpreter.emit.events import card_rules

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
    tests = []
    for p in effect.params:
        if p.selector.where is not None and p.how_many is None:
            tests.append(cond(r, p.selector.where))
    if tests:
        r.put(f"if not ({' and '.join(tests)}):")
        with r.indent():
            nothing()
    test_head(r, effect, lambda: r.goto(over))
    sure = sure_test(gen, key, effect, single_names(r, effect), r.you) if whole else "1"
    if sure != "1":
        known = f"not ({r.you} >= 0 and {sure}) and " if sure is not None else ""
        r.put(f"if {known}not can_go_on(s, w, f, {body}):")
        with r.indent():
            nothing()
    if r.depth > depth and r.lines and r.lines[-1][0] == depth:
        r.lines.pop()  # nothing to test
    r.depth = depth
    r.goto(body)
    r.start(body)


def single_names(r: Routine, effect: g.Effect) -> dict[int, str]:
    """The parameters that are no lists, as they are called in the text."""
    return {p.var.id: bound.text for p in effect.params if isinstance(bound := r.env[p.var.id], Name)}


def test_head(r: Routine, effect: g.Effect, otherwise: Callable[[], None]) -> None:
    """The requirements and payments at the head, before anything changes."""
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
    heads = head(body)
    return tuple(st for st in body if not (isinstance(st, g.Requires) and st in heads))


def before_data(r: Routine, listener: Listener | None, effect: g.Effect) -> list[str]:
    data = [r.you, r.this]
    for p in effect.params[:6]:
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
                at = r.gen.at("EVENTS") - k.EVENT_SIZE + 6 + i
                r.put(f"s[{at} + s[{k.EVN}] * {k.EVENT_SIZE}] = {x}")
        answer(r)


def call_rule(r: Routine, listener: Listener, resume: int, data: list[str], this: str = "-1",
              mark: str = "0") -> None:
    """Runs a rule in a frame of its own; *data* is what happened."""
    gen = r.gen
    you = r.you
    r.put(f"s[{k.CHAIN}] += 1")
    r.put(f"if s[{k.CHAIN}] > {k.CHAIN_BOUND}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_CHAIN}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    push(r, gen.shared.what(listener.key), you, this, resume, f"{mark} | {k.BARRIER}" if mark != "0" else str(k.BARRIER))
    for i, x in enumerate(data):
        r.put(f"s[g + {k.HEAD + i}] = {x}")
    r.put(f"return {gen.shared.label(listener.key + '/entry')}")


def retarget(gen: Gen, key: str, number: int, effect: g.Effect) -> None:
    """Who takes over a waiting effect chooses its targets anew (those that its caller left out), into its frame; without
    any it comes to nothing."""
    r = Routine(gen, f"retarget {key}#{number}", True, effect.span, rule_name(gen, key, effect), effect.cites)
    r.size = k.HEAD + 1
    r.you, r.this = "s[s[f + 6] + 2]", "s[s[f + 6] + 4]"
    for at, p in zip(offsets(gen, effect.params), effect.params, strict=True):
        if p.how_many is not None:
            raise NotYet("taking over an effect with a list of targets")
        r.env[p.var.id] = Name(f"s[s[f + 6] + {at}]", True)
    for i, p in enumerate(effect.params):
        r.goto(retarget_entry(gen, key, number, i))
        r.start(retarget_entry(gen, key, number, i))
        if must_be_given(p):
            continue

        def nothing() -> None:
            note(r, "nothing", f"nothing comes of {r.rule}: there is nothing to choose", (), None, effect)
            r.put(f"s[s[f + 6] + 5] = s[s[f + 6] + 5] | {k.CANCELLED}")
            finish(r)

        choose(r, g.Choose(span=effect.span, who=g.You(span=effect.span, type=g.PLAYER), selector=p.selector,
                           cites=effect.cites), on_none=nothing)
    for i in range(len(effect.params), 4):
        r.goto(retarget_entry(gen, key, number, i))
        r.start(retarget_entry(gen, key, number, i))
    finish(r)
    gen.shared.sizes[r.key] = r.size


def retarget_entry(gen: Gen, key: str, number: int, given: int) -> int:
    return gen.shared.label(f"retarget {key}#{number}/entry {given}")


# ---------------------------------------------------------------------------- cancel and take over


def waiting_frame(r: Routine, ref: g.EffectRef) -> str:
    this = atom(r, expr(r, ref.of)) if ref.of is not None else "-1"
    t = r.tmp()
    r.put(f"{t} = waiting(s, f, {effect_number(r.gen, ref.key)}, {this})")
    if r.gen.search:
        r.put(f"if {t} < 0:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    return t


def gen_kind(r: Routine, key: str) -> bool:
    """Whether the effect is one of cards."""
    return r.gen.game.effects[key].kind is not None


def cancel(r: Routine, st: g.Cancel) -> None:
    t = waiting_frame(r, st.effect)
    r.put(f"if {t} >= 0:")
    with r.indent():
        r.put(f"cancel_frame(s, f, {t})")
        if gen_kind(r, st.effect.key):
            note(r, "cancel", "{0} cancels {1}", (("player", r.you), ("card", f"s[{t} + 4]")), None, st)
        else:
            note(r, "cancel", f"{{0}} cancels {st.effect.key}", (("player", r.you),), None, st)
    if not r.gen.search and r.gen.log:
        r.put(f"if {t} < 0:")
        with r.indent():
            note(r, "nothing", f"nothing comes of {r.rule}: there is nothing to cancel", (), None, st)


def take_over(r: Routine, st: g.TakeOver) -> None:
    gen = r.gen
    who = atom(r, expr(r, st.who))
    over = r.label()
    t = waiting_frame(r, st.effect)
    key = st.effect.key
    r.put(f"if {t} >= 0 and {who} >= 0:")
    with r.indent():
        r.put(f"s[{t} + 2] = {who}")
        r.put(f"s[{t} + 5] = s[{t} + 5] | {k.TAKEN}")
        note(r, "taken_over", "{0} takes over {1}", (("player", who), ("card", f"s[{t} + 4]")), None, st)
        fills = fills_of(gen, key)
        if gen.game.effects[key].kind is not None:
            numbers = [i if i >= 0 and fills[i].params else -1 for i in fill_numbers(gen, key)]
        else:
            numbers = [0 if fills[0].params else -1]
        table = gen.table(f"R_{safe(key)}", lambda: [
            retarget_entry(gen, key, i, given) if i >= 0 else -1 for i in numbers for given in range(4)])
        b = r.tmp()
        which = f"{face(r, f's[{t} + 4]')} * 4 + " if gen.game.effects[key].kind is not None else ""
        r.put(f"{b} = {table}[{which}(s[{t} + 5] >> 6 & 3)]")
        if gen.facts.answered_before(key):
            r.put(f"if {b} >= 0:")
            with r.indent():
                push(r, gen.shared.what(f"retarget {key}"), who, "-1", over, mark_of(r))
                r.put(f"s[g + 6] = {t}")
                r.put(f"return {b}")
    r.goto(over)
    r.start(over)


# ------------------------------------------------------------------------------------------ can do


def head(body: g.Body) -> list[g.Requires | g.Pay]:
    """The requirements and payments before anything else."""
    out: list[g.Requires | g.Pay] = []
    for st in body:
        if not isinstance(st, (g.Requires, g.Pay)):
            break
        out.append(st)
    return out


def demands(r: Routine, heads: Sequence[g.Requires | g.Pay]) -> list[str]:
    """Conditions: each requirement, and that each payment can be made together with those before it."""
    out: list[str] = []
    paid: list[tuple[str, str, str]] = []  # counter, address, amount
    for st in heads:
        if isinstance(st, g.Requires):
            out.append(cond(r, st.test))
            continue
        a = atom(r, store_address(r, st.source))
        n = atom(r, expr(r, st.amount))
        low = r.gen.lay.stores[st.source.key].low
        before = "".join(f" - ({m} if {b} == {a} else 0)" for key, b, m in paid if key == st.source.key)
        out.append(f"({a} >= 0 and s[{a}] - {n}{before} >= {0 if low is None else low})")
        paid.append((st.source.key, a, n))
    return out


def can_do(r: Routine, e: g.CanDo) -> Code:
    """`p can do E` (meaning 6)."""
    gen = r.gen
    ref = e.effect
    if gen.search:
        return Code("1")
    if ref.key not in gen.game.effects:
        from interpreter.emit.windows import action_on_offer

        return action_on_offer(r, e)
    effect = gen.game.effects[ref.key]
    p = atom(r, expr(r, e.who))
    this = "-1"
    if effect.kind is not None:
        this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
    args: list[str] = []
    for x in ref.args:
        if x.type.base == "list":
            raise NotYet("`can do` with a list")
        args.append(atom(r, expr(r, x)))
    return Code(can_call(r, ref.key, p, this, args))


def can_call(r: Routine, key: str, p: str, this: str, args: list[str], eye: str | None = None) -> str:
    """*eye*: who judges it, if not the player himself."""
    name = can_function(r.gen, key, len(args))
    return f"{name}(s, w, {eye or p}, {p}, {this}{''.join(', ' + a for a in args)})"


def can_function(gen: Gen, key: str, given: int) -> str:
    """`can_E(s, w, you, this, args)`: 1 if it can be done."""
    name = f"can_{safe(key)}_{given}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    effect = gen.game.effects[key]
    params = [f"a{i}" for i in range(given)]
    r = Routine(gen, name, False, effect.span, key, effect.cites)
    fills = fills_of(gen, key)
    if effect.kind is not None:
        table = gen.table("F_" + safe(key), lambda: fill_numbers(gen, key))
        r.put("if this < 0 or you < 0:")
        r.lines.append((2, "return 0"))
        # what is printed on it is not known to whoever judges: it counts as possible
        know = gen.at("KNOW")
        r.put(f"if s[{know} + this] != {gen.lay.seats} and (eye == {gen.lay.players} or s[{know} + this] >> eye & 1 == 0):")
        r.lines.append((2, "return 1"))
        r.put(f"k = {table}[s[{gen.at('FACE')} + this]]")
    else:
        r.put("if you < 0:")
        r.lines.append((2, "return 0"))
    whole = [i for i, e in enumerate(fills) if e.whole or effect.whole]
    for i, e in enumerate(fills):
        if i in whole or e.body is None:
            continue
        if effect.kind is not None:
            r.put(f"if k == {i}:")
            r.depth += 1
        heads(r, e, given)
        r.depth = 1
    if whole:
        # a search in a copy, with a frame of its own on top
        gen.shared.searched.add(key)
        if effect.kind is None:
            names = {p.var.id: a for p, a in zip(effect.params, params, strict=False)}
            sure = sure_test(gen, key, fills[0], names, "eye")
            if sure is not None:
                r.put(f"if {sure}:")
                r.lines.append((r.depth + 1, "return 1"))
        r.put("for again in range(2):")
        r.depth += 1
        r.put(f"ts = w[{k.W_FIRST + 3} - 3 * again]")
        r.put(f"copy(ts, s, s[{k.FP}] + @MAXFRAME@)")
        r.put(f"g = s[{k.FP}] + @MAXFRAME@")
        r.put(f"ts[{gen.at('SENTINEL')}] = {k.DONE}")
        r.put(f"ts[{gen.at('SENTINEL') + 1}] = s[{k.FP}]")
        r.put(f"ts[{k.MODE}] = {k.SEARCH}")
        # who judges: the player, or (the number past the last seat) all together: only what everybody knows counts
        r.put(f"ts[{k.EYE}] = eye")
        r.put(f"if eye == {gen.lay.players}:")
        r.lines.append((r.depth + 1, "common_knowledge(ts)"))
        r.put(f"ts[{k.TOGETHER}] = 0")
        r.put(f"ts[{k.FP}] = g")
        r.put(f"ts[g + 1] = {gen.at('SENTINEL')}")
        r.put("ts[g + 2] = you")
        r.put(f"ts[g + 3] = {effect_number(gen, key)}")
        r.put("ts[g + 4] = this")
        r.put(f"ts[g + 5] = {k.WHOLE}")
        for at, a in zip(offsets(gen, most_params(gen, key)), params, strict=False):
            r.put(f"ts[g + {at}] = {a}")
        r.put(f"r = search(w, {entry_text(r, key, given, 'this')}, 500, again)")
        r.put("if r >= 0:")
        r.lines.append((r.depth + 1, "return r"))
        r.depth -= 1
        r.put("return 1")
    else:
        r.put("return 0")
    gen.functions[name] = (", ".join(["s", "w", "eye", "you", "this", *params]), r.lines)
    return name


def heads(r: Routine, e: g.Effect, given: int) -> None:
    """Whether targets can be chosen for which requirements and payments hold."""
    for i, p in enumerate(e.params[:given]):
        r.env[p.var.id] = Name(f"a{i}", True)
    lists = {p.var.id for p in e.params if p.how_many is not None}
    found = r.tmp()
    r.put(f"{found} = 0")

    def step(params: tuple[g.Parameter, ...]) -> None:
        if not params:
            # what a requirement says of a list of targets counts as possible
            told = [st for st in head(e.body or ()) if not any(
                isinstance(x, g.Local) and x.var.id in lists for x in walk(st))]
            r.put(f"if {' and '.join(demands(r, told)) or '1'}:")
            r.lines.append((r.depth + 1, f"{found} = 1"))
            return
        p = params[0]
        if p.how_many is not None:
            n = r.tmp()
            r.put(f"{n} = 0")
            candidates(r, p.selector, lambda b: r.put(f"{n} += 1"))
            least = expr(r, p.how_many.least).text if p.how_many.least is not None else "0"
            r.put(f"if {n} >= {least}:")
            r.depth += 1
            step(params[1:])
            r.depth -= 1
            return

        def use(b: Bind) -> None:
            r.env[p.var.id] = b
            step(params[1:])

        candidates(r, p.selector, use)

    step(e.params[given:])
    r.put(f"return {found}")


