"""What cannot fail need not be searched: effects all of whose steps can be carried out whatever comes.

The steps told apart here are those that `emit` turns into text without a way to fail, when the things they
speak of are there. Whether `play of t` can fail depends on the card; so what is found out of an effect is a
list of needs: that the cards given as these parameters have something in these slots that cannot fail, and that some
variables have been set. Everything else counts as able to fail.
"""

from attrs import frozen

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Name
from interpreter.emit.expr import none_of
from interpreter.emit.given import always_fits
from interpreter.emit.spaces import of_spaces
from interpreter.walk import walk
from rulelang import game as g


@frozen
class Need:
    """The card that the variable stands for fills *slot*, with so many arguments, by what cannot fail."""

    var: int
    slot: str
    given: int


@frozen
class Filled:
    """The variable of the game is set by now; it never ceases to be."""

    store: str


@frozen
class Place:
    """What is known to be there: variables that are not none, whether `you` is."""

    firm: frozenset[int]
    you: bool = True
    inside: tuple[str, ...] = ()

    def with_var(self, var: g.Var) -> "Place":
        return Place(self.firm | {var.id}, self.you, self.inside)


Needs = frozenset[Need | Filled]
NOTHING: Needs = frozenset()


def effect_needs(gen: Gen, key: str, effect: g.Effect, given: int, place: Place) -> Needs | None:
    """The needs of *effect* with so many arguments; None if it may fail. *place*: with its own parameters."""
    if effect.body is None or given < len(effect.params) or key in place.inside:
        return None
    return body_needs(gen, effect.body, Place(place.firm, place.you, (*place.inside, key)))


def body_needs(gen: Gen, body: g.Body, place: Place) -> Needs | None:
    """The needs of the statements, one after the other; None if one may fail."""
    out: Needs = NOTHING
    for st in body:
        needs = needs_of(gen, st, place)
        if needs is None:
            return None
        out |= needs
        if isinstance(st, g.Let) and is_firm(st.value, place):
            place = place.with_var(st.var)
    return out


def needs_of(gen: Gen, st: g.Stmt, place: Place) -> Needs | None:
    match st:
        case g.Set():
            return NOTHING if is_set(gen, st, place) else None
        case g.Let() | g.Show() | g.Announce() | g.Open():
            return NOTHING
        case g.Gain():
            return NOTHING if is_gained(gen, st, place) else None
        case g.Move():
            if gen.game.zones[st.to.key].capacity is not None:
                return None
            if st.what.type.base == "list":
                return NOTHING
            there = st.to.of is None or is_firm(st.to.of, place)
            return NOTHING if there and not st.to.index and is_firm(st.what, place) else None
        case g.If():
            return all_needs(
                [body_needs(gen, body, place) for body in (*(b for _, b in st.branches), st.otherwise)]
            )
        case g.ForEach(order=None):
            return body_needs(gen, st.body, place.with_var(st.selector.var))
        case g.Together():
            return body_needs(gen, st.body, place)
        case g.Do():
            return call_needs(gen, st, place)
    return None


def rest_needs(r: Routine, st: g.Stmt, place: Place) -> Needs | None:
    """The needs of all that follows *st* in its routine, with what *st* itself still has to do."""
    if not r.ahead or r.ahead[-1][0] is not st:
        return None
    parts: list[Needs | None] = []
    for inside, rest in r.ahead:
        if not isinstance(inside, (g.If, g.Together, g.ChooseOption, g.Choose, g.Do)):
            return None  # what is repeated comes again
        parts.append(body_needs(r.gen, rest, place))
    if isinstance(st, g.ChooseOption):
        if any(option.params for option in st.options):
            return None
        parts += [body_needs(r.gen, option.body, place) for option in st.options]
    return all_needs(parts)


def all_needs(parts: list[Needs | None]) -> Needs | None:
    out: Needs = NOTHING
    for part in parts:
        if part is None:
            return None
        out |= part
    return out


def is_set(gen: Gen, st: g.Set, place: Place) -> bool:
    """Whether there is surely something to set, and something, within the bounds, to set it to."""
    if not isinstance(st.target, g.Stored):
        return True
    store = gen.game.stores[st.target.key]
    there = st.target.of is None or is_firm(st.target.of, place)
    bound = store.type.low is not None or store.type.high is not None
    fits = store.type.optional or is_firm(st.value, place) or is_worked_out(gen, st.value, place)
    return there and not st.target.index and fits and not bound


def is_gained(gen: Gen, st: g.Gain, place: Place) -> bool:
    """Whether there is surely a counter to add to, and nothing bounds it that way."""
    store = gen.game.stores.get(st.target.key)
    if store is None or st.target.index or (st.target.of is not None and not is_firm(st.target.of, place)):
        return False
    more = isinstance(st.amount, g.Num) and st.amount.value >= 0 or (
        isinstance(st.amount, g.Quantified) and st.amount.how == "count")
    return more and (store.type.high if st.sign > 0 else store.type.low) is None


def is_worked_out(gen: Gen, e: g.Expr, place: Place) -> bool:
    """Whether a number, truth or member surely comes out."""

    def all_do(*parts: g.Expr) -> bool:
        return all(is_firm(part, place) or is_worked_out(gen, part, place) for part in parts)

    match e:
        case g.Num() | g.Truth() | g.Text() | g.Member() | g.And() | g.Or() | g.Not() | g.Compare() | g.Is() | g.IsIn():
            return True
        case g.Arith():
            return all_do(e.left, e.right) and e.op in ("+", "-", "*")
        case g.IfElse():
            return all_do(e.yes, e.no)
        case g.Quantified():
            return e.how in ("count", "any", "no", "every", "sum", "highest", "lowest", "product")
        case g.Stored():
            store = gen.game.stores.get(e.key)
            kept = store is not None and not store.type.optional and (
                store.default is not None or store.type.base == "number")
            return kept and not e.index and (e.of is None or is_firm(e.of, place))
        case g.Derived() if (value := gen.game.values.get(e.key)) is not None:
            return value.type.base == "truth" and e.of is None
    return e.type.base == "list"


def is_firm(e: g.Expr, place: Place) -> bool:
    """Whether the expression is surely not none."""
    match e:
        case g.Local():
            return e.var.id in place.firm
        case g.You():
            return place.you
        case g.This():
            return True
        case g.Prop(name="left" | "right") if e.of is not None and e.of.type.base == "player":
            return is_firm(e.of, place)
    return False


def call_needs(gen: Gen, st: g.Do, place: Place) -> Needs | None:
    ref = st.effect
    effect = gen.game.effects.get(ref.key)
    if effect is None or st.who is not None and not is_firm(st.who, place):
        return None
    if effect.kind is not None:
        if not (isinstance(ref.of, g.Local) and ref.of.var.id in place.firm and not ref.args):
            return None
        return frozenset({Need(ref.of.var.id, ref.key, 0)})
    out = all_needs([NOTHING if p.var.type.optional else something(gen, arg, place)
                     for p, arg in zip(effect.params, ref.args, strict=False)])
    if out is None or not all(always_fits(gen, p, arg.type) for p, arg in zip(effect.params, ref.args, strict=False)):
        return None
    args = dict(zip((p.var.id for p in effect.params), ref.args, strict=False))
    firm = frozenset(var for var, arg in args.items() if is_firm(arg, place))
    needs = effect_needs(
        gen, ref.key, effect, len(ref.args), Place(firm, place.you or st.who is not None, place.inside)
    )
    if needs is None:
        return None
    for need in needs:
        if isinstance(need, Filled):
            out |= {need}
            continue
        arg = args.get(need.var)
        if not isinstance(arg, g.Local):
            return None
        out |= {Need(arg.var.id, need.slot, need.given)}
    return out


def something(gen: Gen, e: g.Expr, place: Place) -> Needs | None:
    """What it needs for the expression not to be none; None: it may be."""
    if is_firm(e, place) or is_worked_out(gen, e, place):
        return NOTHING
    match e:
        case g.Stored(of=None, index=()) if e.key in gen.game.stores and not gen.game.stores[e.key].type.optional:
            return frozenset({Filled(e.key)})
        case g.Prop(name="left" | "right") if e.of is not None and e.of.type.base == "player":
            return something(gen, e.of, place)
        case g.IfElse():
            return all_needs([something(gen, e.yes, place), something(gen, e.no, place)])
        case g.Derived(of=None, args=()) if (v := gen.game.values.get(e.key)) is not None and not (
                v.expr is None or v.kind is not None or gen.facts.modifiers.get(e.key) or gen.facts.value_fills.get(e.key)):
            return something(gen, v.expr, Place(frozenset(), False))
    return None


# ------------------------------------------------------------------------------------------ the text


def need_tests(gen: Gen, needs: Needs, names: dict[int, str], eye: str) -> list[str] | None:
    """Conditions that what is needed is so; None: some of it is needed of what has no name in the text."""
    out = filled_tests(gen, needs)
    for need in sorted((need for need in needs if isinstance(need, Need)), key=lambda need: (need.var, need.slot)):
        if need.var not in names:
            return None
        out.append(f"{sure_function(gen, need.slot)}(s, {names[need.var]}, {eye})")
    return out


def filled_tests(gen: Gen, needs: Needs) -> list[str]:
    keys = sorted(need.store for need in needs if isinstance(need, Filled))
    return [f"s[{gen.lay.stores[key].base}] != {none_of(gen.game.stores[key].type)}" for key in keys]


def sure_test(gen: Gen, key: str, effect: g.Effect, names: dict[int, str], eye: str) -> str | None:
    """A condition under which the effect, its parameters bound to *names*, can surely be carried out as *eye*
    may imagine it; None if nothing is sure."""
    single = [p for p in effect.params if p.how_many is None and p.var.type.base != "list"]
    if any(p.var.id not in names for p in single):
        return None
    needs = effect_needs(gen, key, effect, len(effect.params), Place(frozenset(p.var.id for p in single)))
    if needs is None:
        return None
    tests = need_tests(gen, needs, names, eye)
    if tests is None:
        return None
    return " and ".join([*(f"{names[p.var.id]} >= 0" for p in single), *tests]) or "1"


def nothing_fails(r: Routine, st: g.Stmt, with_it: bool = False, if_: str = "") -> None:
    """In a search: if nothing that follows *st* (*with_it*: nor it) can fail, here and in what called this, the search has
    found that it can be carried out, and need not do so. *if_*: asked only under this condition."""
    sure = certain_test(r, st, with_it)
    if sure is not None:
        r.put(f"if {if_ and if_ + ' and '}{sure}surely_done(s, f):")
        r.lines.append((r.depth + 1, f"return {k.DONE}"))
        r.certain = with_it and not sure


def any_will_do(r: Routine, st: g.Choose) -> str:
    """In a search: what tells whether nothing can fail once something has been chosen: then it is enough that there is
    something; empty: that is not known."""
    sure = certain_test(r, st, False)
    if sure is None:
        return ""
    t = r.tmp()
    r.put(f"{t} = 1 if {sure}surely_done(s, f) else 0")
    return t


def certain_test(r: Routine, st: g.Stmt, with_it: bool) -> str | None:
    """The condition for that, if it is not always so, with `and` behind it; None: it is not known, or not worth asking."""
    if not r.gen.search or not r.framed or r.static or r.certain:
        return None
    if not r.ahead or r.ahead[-1][0] is not st:
        return None
    bodies: list[g.Body] = [(st, *r.ahead[-1][1]) if with_it else r.ahead[-1][1], *(body for _, body in r.ahead[:-1])]
    if isinstance(st, g.ChooseOption) and not with_it:
        if any(option.params for option in st.options):
            return None
        bodies += [option.body for option in st.options]
    if not all(isinstance(inside, (g.If, g.Together, g.ChooseOption, g.Choose, g.Do)) for inside, _ in r.ahead[:-1]):
        return None  # what is repeated comes again
    rest = [x for body in bodies for x in body]
    if with_it and not any(isinstance(x, (g.Move, g.Do, g.ForEach)) for x in walk(rest)):
        return None  # that is done as soon as asked
    chosen = {st.selector.var.id} if isinstance(st, g.Choose) and st.how_many is None else set()
    if all_needs([body_needs(r.gen, body, Place(frozenset(chosen), you=False)) for body in bodies]) == NOTHING:
        return ""
    names = named(r, rest, chosen)
    needs = all_needs([body_needs(r.gen, body, Place(frozenset(chosen | names.keys()))) for body in bodies])
    tests = None if needs is None else need_tests(r.gen, needs, names, f"s[{k.EYE}]")
    if tests is None:
        return None
    return "".join(part + " and " for part in (*(f"{text} >= 0" for text in (r.you, *names.values())), *tests))


def named(r: Routine, rest: list[g.Stmt], chosen: set[int]) -> dict[int, str]:
    """The cards that statements speak of by names that have been bound before, as they are called in the text."""
    bound = {x.var.id for x in walk(rest) if isinstance(x, g.Let)} | {
        x.var.id for x in walk(rest) if isinstance(x, g.Selector)
    }
    return {
        x.var.id: here.text
        for x in walk(rest)
        if isinstance(x, g.Local)
        and x.var.id not in bound | chosen
        and x.type.base == "card"
        and isinstance(here := r.env.get(x.var.id), Name)
        and here.text.startswith("s[")
    }


def rest_test(r: Routine, st: g.Choose | g.ChooseOption | g.Do) -> str | None:
    """A condition under which nothing that follows *st* in its routine can fail, as whoever is asked may
    imagine it; None if nothing is sure. After an effect has been done only what needs no condition is sure."""
    chosen = {st.selector.var.id} if isinstance(st, g.Choose) and st.how_many is None else set()
    bare = rest_needs(r, st, Place(frozenset(chosen), you=False))
    if bare == NOTHING or isinstance(st, g.Do):
        return "1" if bare == NOTHING else None
    # other names, and `you`, may stand for nothing: that is asked
    names = named(r, [x for _, body in r.ahead for x in body], chosen)
    needs = rest_needs(r, st, Place(frozenset(chosen | names.keys())))
    tests = None if needs is None else need_tests(r.gen, needs, names, f"s[{k.QP}]")
    if tests is None:
        return None
    return " and ".join([*(f"{text} >= 0" for text in (r.you, *names.values())), *tests])


def sure_function(gen: Gen, slot: str) -> str:
    """`sure_SLOT(s, c, eye)`: 1 if, as far as *eye* can tell, what fills the slot of card c may be something
    that cannot fail: what is printed on it, or on some card that it may be."""
    from interpreter.emit.effects import fill_numbers, fills_of
    from interpreter.emit.values import safe

    name = f"{gen.prefix}sure_{safe(slot)}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    fills = fills_of(gen, slot)
    needs = [effect_needs(gen, slot, e, 0, Place(frozenset())) for e in fills]
    good = {i for i, some in enumerate(needs) if some is not None and all(isinstance(need, Filled) for need in some)}
    unset = filled_tests(gen, all_needs([needs[i] for i in good]) or NOTHING)
    early = [(1, f"if not ({' and '.join(unset)}):"), (2, "return 0")] if unset else []
    by_face = [int(i in good) for i in fill_numbers(gen, slot)]
    table = gen.table(f"SURE_{safe(slot)}", lambda: by_face)
    faces = [x for x, is_good in enumerate(by_face) if is_good]
    which = gen.table(f"SURE_ONES_{safe(slot)}", lambda: faces or [0])
    if of_spaces(gen, gen.game.effects[slot].kind):
        gen.functions[name] = ("s, c, eye", [*early, (1, f"return {table}[c]")])
        return name
    know, face, body = gen.at("KNOW"), gen.at("FACE"), gen.at("BODY")
    everybody, all_ = gen.lay.players, gen.lay.seats
    # in a search what all together know has a bit of its own
    knows = "{0} >> eye & 1" if gen.search else f"{{0}} == {all_} or (eye < {everybody} and {{0}} >> eye & 1)"
    unknown = "k >> eye & 1 == 0" if gen.search else f"k != {all_} and (eye == {everybody} or k >> eye & 1 == 0)"
    gen.functions[name] = (
        "s, c, eye",
        [
            *early,
            (1, f"if {knows.format(f's[{know} + c]')}:"),
            (2, f"return {table}[s[{face} + c]]"),
            (1, f"b = BACK[s[{face} + c]]"),
            (1, f"for i in range({len(faces)}):"),
            (2, f"x = {which}[i]"),
            (2, "if BACK[x] == b:"),
            (3, f"k = s[{know} + s[{body} + x]]"),
            (3, f"if {unknown}:"),
            (4, "return 1"),
            (1, "return 0"),
        ],
    )
    return name
