"""`p can do E` (meaning 6): what stands at the head, then a search."""

from collections.abc import Sequence

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Bind, Code, Name, list_at
from interpreter.emit.calls import entry_text
from interpreter.emit.effects import (
    depth_of,
    effect_number,
    fill_numbers,
    fills_of,
    is_list,
    most_params,
    offsets,
)
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.foreseen import MAYBE
from interpreter.emit.imagining import as_it_stands, imagine_this, tells_what_it_imagines
from interpreter.emit.loops import laid_out
from interpreter.emit.public import hidden_parts
from interpreter.emit.requirements import is_such, lies_there
from interpreter.emit.seen import kept_at
from interpreter.emit.selectors import candidates
from interpreter.emit.spaces import of_spaces
from interpreter.emit.stmts import atom_of
from interpreter.emit.stored import bounds_of, face, store_address
from interpreter.emit.sure import sure_test
from interpreter.emit.told import given_test, told_effect
from interpreter.emit.values import safe
from interpreter.walk import walk
from rulelang import game as g


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
        amount = expr(r, st.amount)
        n = atom(r, amount)
        known = f"{n} != {none_of(g.NUMBER)} and " if amount.null else ""
        low = bounds_of(r, st.source)[0] or "0"
        before = "".join(f" - ({m} if {b} == {a} else 0)" for key, b, m in paid if key == st.source.key)
        out.append(f"({a} >= 0 and {known}{kept_at(r, st.source, a)} - {n}{before} >= {low})")
        paid.append((st.source.key, a, n))
    return out


def apart_from(r: Routine, params: Sequence[g.Parameter], heads: Sequence[g.Requires | g.Pay],
               ) -> tuple[list[g.Requires | g.Pay], list[g.Requires | g.Pay]]:
    """What at the head of a body is the same whatever is chosen for its parameters, and the rest. What all can see: to look
    at it settles nothing."""
    if not params:
        return [], list(heads)
    chosen = {p.var.id for p in params}

    def same(st: g.Requires | g.Pay) -> bool:
        facts = r.gen.facts
        public = (facts.is_public(st.test) if isinstance(st, g.Requires)
                  else facts.is_public(st.source) and facts.is_public(st.amount))
        return public and not any(isinstance(x, g.Local) and x.var.id in chosen for x in walk(st))

    first = [st for st in heads if same(st)]
    if not all(same(st) for st in heads if isinstance(st, g.Pay)):
        # payments count together
        first = [st for st in first if isinstance(st, g.Requires)]
    return first, [st for st in heads if st not in first]


def can_do(r: Routine, e: g.CanDo) -> Code:
    """`p can do E` (meaning 6)."""
    gen = r.gen
    ref = e.effect
    if ref.key not in gen.game.effects:
        from interpreter.emit.actions import action_on_offer

        return action_on_offer(r, e)
    effect = gen.game.effects[ref.key]
    whole = effect.whole or any(fill.whole for fill in fills_of(gen, ref.key))
    p = atom(r, expr(r, e.who))
    this = "-1"
    if effect.kind is not None:
        this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
    args = arguments(r, ref)
    if gen.search and (whole or ref.key in gen.fitting):
        # a search inside a search, or one of effects in a circle: it may turn out either way, but for want of what it needs
        needs = [f"{p} >= 0", *([f"{this} >= 0"] if effect.kind is not None else [])]
        needs += [f"{a} != {none_of(q.var.type)}" for q, a in zip(effect.params, args, strict=False)
                  if not is_list(q) and not q.var.type.optional]
        t = atom_of(r, "0")
        r.put(f"if {' and '.join(needs)}:")
        r.lines.append((r.depth + 1, f"{t} = 1 - pick(s, w, 2, {k.CHANCE_OPTION}, 0)"))
        return Code(t)
    if gen.search:
        name = imagined_function(gen, ref.key, len(args))
        return Code(f"{name}(s, w, {p}, {this}{''.join(', ' + a for a in args)})")
    return Code(can_call(r, ref.key, p, this, args))


def arguments(r: Routine, ref: g.EffectRef) -> list[str]:
    """What is given to an effect; of a list, where it is laid out."""
    out: list[str] = []
    for e in ref.args:
        if e.type.base != "list":
            out.append(atom(r, expr(r, e)))
            continue
        out.append(atom_of(r, laid_out(r, e).base))
    return out


def can_call(r: Routine, key: str, p: str, this: str, args: list[str], eye: str | None = None) -> str:
    """*eye*: who judges it, if not the player himself."""
    if key in r.gen.fitting:
        # effects in a circle: it may be, if there is somebody to do it, and something to do it with
        there = [p] if r.gen.game.effects[key].kind is None else [p, this]
        return "(" + " and ".join(f"{x} >= 0" for x in there) + ")"
    name = can_function(r.gen, key, len(args))
    return f"{name}(s, w, {eye or p}, {p}, {this}{''.join(', ' + a for a in args)})"


def can_function(gen: Gen, key: str, given: int) -> str:
    """`can_E(s, w, you, this, args)`: 1 if it can be done."""
    name = f"can_{safe(key)}_{given}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    gen.fitting.add(key)
    effect = gen.game.effects[key]
    params = [f"a{i}" for i in range(given)]
    fills = fills_of(gen, key)
    if effect.kind is not None and len(fills) > 1 and not of_spaces(gen, effect.kind):
        imagine_this(gen, name, effect, params)
        name += "_known"
    r = Routine(gen, name, False, effect.span, key, effect.cites, orderless=1, idle=True)
    filled(r, key, fills, given)
    whole = [i for i, e in enumerate(fills) if e.whole or effect.whole]
    for i, e in enumerate(fills):
        if i in whole or e.body is None:
            continue
        if len(fills) > 1:
            r.put(f"if k == {i}:")
            r.depth += 1
        if hidden_head(gen, e, given):
            imagined_fit(r, e, f"{safe(key)}_{i}_{given}", given, params)
        else:
            targets_fit(r, e, given)
        r.depth = 1
    if whole:
        # a search in a copy, with a frame of its own on top
        gen.shared.searched.add(key)
        if effect.kind is None:
            names = {p.var.id: a for p, a in zip(effect.params, params, strict=False) if not is_list(p)}
            if (fit := given_test(gen, effect.params[:given], params, "eye")) is not None:
                depth, mark = r.depth, len(r.lines)
                if fit != "1":
                    r.put(f"if {fit}:")
                    r.depth += 1
                sure = sure_test(gen, key, fills[0], names, "eye")
                if sure is not None:
                    r.put(f"if {sure}:")
                    r.lines.append((r.depth + 1, "return 1"))
                if (told := told_effect(gen, key, fills[0], given)) is not None:
                    r.put(f"r = {told}(s, w, eye, you, this{''.join(', ' + a for a in params)})")
                    r.put(f"if r != {MAYBE}:")
                    r.lines.append((r.depth + 1, "return r"))
                if r.depth > depth and len(r.lines) == mark + 1:
                    r.lines.pop()  # there is nothing to tell
                r.depth = depth
        r.put("g = @TOP:s@")
        r.put("for again in range(2):")
        r.depth += 1
        r.put(f"ts = w[{k.W_FIRST + 3} - 3 * again]")
        r.put("copy(ts, s, g + @SEARCHED@)")
        r.put(f"ts[{gen.at('SENTINEL')}] = {k.DONE}")
        r.put(f"ts[{gen.at('SENTINEL') + 1}] = s[{k.FP}]")
        r.put(f"ts[{k.MODE}] = {k.SEARCH}")
        # who judges: the player, or (the number past the last seat) all together: only what everybody knows counts
        r.put(f"ts[{k.EYE}] = eye")
        r.put(f"if eye == {gen.lay.players}:")
        r.lines.append((r.depth + 1, "common_knowledge(ts)"))
        r.put(f"ts[{k.FP}] = g")
        r.put(f"ts[g + 1] = {gen.at('SENTINEL')}")
        r.put("ts[g + 2] = you")
        r.put(f"ts[g + 3] = {effect_number(gen, key)}")
        r.put("ts[g + 4] = this")
        r.put(f"ts[g + 5] = {k.WHOLE | min(given, 3) * k.GIVEN}")
        most = most_params(gen, key)
        for at, a, p in zip(offsets(gen, most), params, most, strict=False):
            if is_list(p):
                r.put(f"for j in range(list_span(s, {a}, {depth_of(p)})):")
                r.lines.append((r.depth + 1, f"ts[g + {at} + j] = s[{a} + j]"))
            else:
                r.put(f"ts[g + {at}] = {a}")
        r.put(f"r = search(w, {entry_text(r, key, given, 'this')}, 500, again)")
        r.put(f"ts = w[{k.W_FIRST}]")
        r.put(f"s[{k.FUEL}] = ts[{k.FUEL}]")
        r.put("if r >= 0:")
        r.lines.append((r.depth + 1, "return r"))
        r.depth -= 1
        r.put("return 1")
    else:
        r.put("return 0")
    gen.fitting.discard(key)
    gen.define(name, ", ".join(["s", "w", "eye", "you", "this", *params]), r)
    return name.removesuffix("_known")


def filled(r: Routine, key: str, fills: Sequence[g.Effect], given: int) -> None:
    """Nobody can do anything, nor with nothing; k: which of the fills the card has, if there are several."""
    gen = r.gen
    if gen.game.effects[key].kind is None:
        r.put("if you < 0:")
        r.lines.append((r.depth + 1, "return 0"))
        return
    r.put("if this < 0 or you < 0:")
    r.lines.append((r.depth + 1, "return 0"))
    for i in range(given):
        ones = [e.params[i].var.type for e in fills if i < len(e.params)]
        if ones and not any(t.optional or t.base == "list" for t in ones) and not any(
                e.params[i].how_many is not None for e in fills if i < len(e.params)):
            r.put(f"if a{i} == {none_of(ones[0])}:")
            r.lines.append((r.depth + 1, "return 0"))
    if len(fills) > 1:
        table = gen.table("F_" + safe(key), lambda: fill_numbers(gen, key))
        if of_spaces(gen, gen.game.effects[key].kind):
            r.put(f"k = {table}[this]")
        else:
            r.put(f"k = {table}[{face(r, 'this')}]" if gen.search else f"k = {table}[s[{gen.at('FACE')} + this]]")


def imagined_function(gen: Gen, key: str, given: int) -> str:
    """`can do` inside a search, of what need not be carried out completely: as whoever judges the search imagines it."""
    name = f"S_can_{safe(key)}_{given}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    gen.fitting.add(key)
    effect = gen.game.effects[key]
    fills = fills_of(gen, key)
    r = Routine(gen, name, False, effect.span, key, effect.cites, orderless=1, idle=True)
    filled(r, key, fills, given)
    for i, e in enumerate(fills):
        if e.body is None:
            continue
        if len(fills) > 1:
            r.put(f"if k == {i}:")
            r.depth += 1
        targets_fit(r, e, given)
        r.depth = 1
    r.put("return 0")
    gen.fitting.discard(key)
    gen.define(name, ", ".join(["s", "w", "you", "this", *(f"a{i}" for i in range(given))]), r)
    return name


def hidden_head(gen: Gen, e: g.Effect, given: int) -> bool:
    """Whether what is hidden in its targets or requirements has to be imagined."""
    return gen.searching is not None and not any(is_list(p) for p in e.params[:given]) and hangs_on_hidden(gen, e)


def hangs_on_hidden(gen: Gen, e: g.Effect) -> bool:
    """Whether its targets or requirements hang on something that is hidden from somebody."""
    asked = [x for p in e.params for x in (p.selector.source, p.selector.where) if x is not None]
    for st in head(e.body or ()):
        asked += [st.test] if isinstance(st, g.Requires) else [st.source, st.amount]
    # what somebody can do is judged by himself
    return any(not isinstance(part, g.CanDo) for x in asked for part in hidden_parts(gen.facts, x))


def imagined_fit(r: Routine, e: g.Effect, name: str, given: int, params: Sequence[str]) -> None:
    """As `targets_fit`, as whoever judges may imagine it: in a copy, where a face that he does not know is any that it may
    be, one after the other."""
    gen = r.gen
    search = gen.searching
    assert search is not None
    function = f"S_fit_{name}"
    if function not in search.functions:
        inner = Routine(search, function, False, e.span, e.key, e.cites, orderless=1, idle=True)
        search.functions[function] = ("", [])  # it is being written
        search.fitting.add(e.key)
        targets_fit(inner, e, given)
        search.fitting.discard(e.key)
        search.define(function, ", ".join(["s", "w", "you", "this", *params]), inner)
    n = r.tmp()
    call = f"{function}({{0}}, w, you, this{''.join(', ' + a for a in params)})"
    if tells_what_it_imagines(search, function):
        as_it_stands(r, call.format("s"), n)
    r.put(f"t = w[{k.W_FIRST + 5}]")  # the tape of what is imagined
    r.put(f"{n} = 0")
    r.put("for again in range(500):")
    with r.indent():
        r.put(f"ts = w[{k.W_FIRST + 3}]")
        r.put(f"copy(ts, s, s[{k.FP}] + @MAXFRAME@)")
        for slot, x in ((k.MODE, k.SEARCH), (k.EYE, "eye"), (k.EXN, 0), (k.TAPEN, n), (k.OPTROW, k.W_FIRST + 4),
                        (k.ERROR, 0)):
            r.put(f"ts[{slot}] = {x}")
        r.put(f"if eye == {gen.lay.players}:")
        r.lines.append((r.depth + 1, "common_knowledge(ts)"))
        r.put(f"r = {call.format('ts')}")
        r.put(f"s[{k.FUEL}] = ts[{k.FUEL}]")
        r.put(f"if r or ts[{k.ERROR}]:")
        r.lines.append((r.depth + 1, "return 1"))
        r.put(f"{n} = ts[{k.EXN}]")
        r.put(f"while {n} > 0 and t[{n} + {n} - 2] + 1 >= t[{n} + {n} - 1]:")
        r.lines.append((r.depth + 1, f"{n} -= 1"))
        r.put(f"if {n} == 0:")
        r.lines.append((r.depth + 1, "return 0"))
        r.put(f"t[{n} + {n} - 2] += 1")
    # so much to imagine that it may well be
    r.put("return 1")


def targets_fit(r: Routine, e: g.Effect, given: int) -> None:
    """Whether targets can be chosen for which requirements and payments hold."""
    for i, p in enumerate(e.params[:given]):
        r.env[p.var.id] = list_at(f"a{i}", 0, depth_of(p)) if is_list(p) else Name(f"a{i}", True)
    know, seats, all_ = r.gen.at("KNOW"), r.gen.lay.players, r.gen.lay.seats
    for i, p in enumerate(e.params[:given]):
        if is_list(p):
            continue
        depth = r.depth
        for text in lies_there(r, p):
            r.put(f"if not ({text}):")
            r.lines.append((r.depth + 1, "return 0"))
        unread = evolve(p, selector=evolve(p.selector, filter=()))
        # what somebody can do is judged by himself
        if p.selector.where is not None and all(
                isinstance(part, g.CanDo) for part in hidden_parts(r.gen.facts, p.selector.where)):
            for text in is_such(r, unread):
                r.put(f"if not ({text}):")
                r.lines.append((r.depth + 1, "return 0"))
            p = evolve(p, selector=evolve(p.selector, where=None))
        if p.var.type.base == "card" and not r.gen.search:
            # what is printed on it counts only for who knows it; else it counts as possible
            r.put(f"if a{i} < 0 or (s[{know} + a{i}] == {all_} if eye == {seats} else s[{know} + a{i}] >> eye & 1):")
            r.depth += 1
            r.put("pass")
        for text in is_such(r, p):
            r.put(f"if not ({text}):")
            r.lines.append((r.depth + 1, "return 0"))
        r.depth = depth
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
