"""The functions that tell what comes of a search, where that is known without making it; and what is left of options where
what they belong to must be carried out completely."""

from collections.abc import Callable, Sequence

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Name
from interpreter.emit.course import Course
from interpreter.emit.expr import none_of
from interpreter.emit.foreseen import MAYBE, Foresight, Then
from interpreter.emit.given import fit_test, is_for_one
from interpreter.emit.sure import Place, rest_test
from interpreter.emit.values import safe
from interpreter.walk import walk
from rulelang import game as g


def given_test(gen: Gen, given: Sequence[g.Parameter], names: Sequence[str], eye: str) -> str | None:
    """A condition that what is given, if it is anything, is surely what these parameters are for; None: that has to be tested
    otherwise."""
    tests: list[str] = []
    for p, name in zip(given, names, strict=True):
        test = fit_test(gen, p, name, eye)
        if test is None:
            return None
        if test != "1":
            tests.append(f"{name} >= 0 and {test}")
    return " and ".join(tests) or "1"


def told_effect(gen: Gen, key: str, effect: g.Effect, given: int) -> str | None:
    """`told_E(s, w, eye, you, args)`: whether the effect, with these targets, can be carried out; None: nothing can be told."""
    from interpreter.emit.cando import head

    chosen = effect.params[:given]
    if given == len(effect.params) and not head(effect.body or ()):
        return told_body(gen, key, 0, effect, effect.body or ())

    def follow(sight: Foresight, place: Place, then: Then) -> None:
        sight.targets(effect.params[given:], effect.body or (), Course(), place, then)

    return function(gen, f"told_{safe(key)}_{given}", effect, chosen, follow)


def told_body(gen: Gen, key: str, number: int, effect: g.Effect, body: g.Body) -> str | None:
    """The same of the *body* of what fills an effect, whose targets have been tested: `told(s, w, eye, you, this, args)`."""
    return function(gen, f"told_{safe(key)}_{number}_body", effect, effect.params,
                    lambda sight, place, then: sight.body(body, Course(), place, then))


def function(gen: Gen, name: str, effect: g.Effect, params: Sequence[g.Parameter],
             follow: Callable[[Foresight, Place, Then], None]) -> str | None:
    if name in gen.functions:
        return name
    r = Routine(gen, name, False, effect.span, name, effect.cites, orderless=1, idle=True)
    names = [f"a{i}" for i in range(len(params))]
    single = [(p, a) for p, a in zip(params, names, strict=True) if is_for_one(p)]
    r.env = {p.var.id: Name(a, True) for p, a in single}
    missing = ["you < 0", *(f"{a} == {none_of(p.var.type)}" for p, a in single)]
    r.put(f"if {' or '.join(missing)}:")
    r.lines.append((2, f"return {MAYBE}"))
    sight = Foresight(r, "eye")
    follow(sight, Place(frozenset(p.var.id for p, _ in single)), lambda course, place: r.put("return 1"))
    return sight.end(name, ["s", "w", "eye", "you", "this", *names])


def effect_of(r: Routine) -> str:
    """The key of the effect whose routine it is."""
    return r.key.removeprefix("effect ").partition("#")[0]


def told_rest(r: Routine, st: g.Choose | g.ChooseOption) -> str | None:
    """`told(s, w, f, x, eye)`: whether all that follows the question in its routine can be carried out once x has been chosen:
    what stands for the name, or the number of the option."""
    if effect_of(r) not in r.gen.facts.searched or not r.ahead or r.ahead[-1][0] is not st or not r.you.startswith("s["):
        return None
    if not all(isinstance(inside, (g.If, g.Together, g.ChooseOption, g.Choose, g.Do)) for inside, _ in r.ahead):
        return None  # what is repeated comes again
    rest = tuple(x for _, body in reversed(r.ahead) for x in body)
    name = f"told_{safe(r.key.replace('#', '_').replace('/', '_'))}_{r.cuts}"
    inner = Routine(r.gen, name, False, st.span, name, st.cites, orderless=1, idle=True)
    inner.you, inner.this = r.you, r.this
    inner.env = {var: bound for var, bound in r.env.items() if isinstance(bound, Name) and bound.text.startswith("s[")}
    spoken = {x.var.id: x.type for x in walk((st, rest)) if isinstance(x, g.Local) and x.var.id in inner.env}
    firm = frozenset(var for var, t in spoken.items() if t.base in ("card", "player", "space"))
    there = [f"{bound.text} < 0" for var, bound in inner.env.items() if var in firm and isinstance(bound, Name)]
    sight = Foresight(inner, "eye")
    inner.put(f"if {' or '.join([f'{r.you} < 0', *there])}:")
    inner.lines.append((2, f"return {MAYBE}"))

    def done(course: Course, place: Place) -> None:
        inner.put("return 1")

    if isinstance(st, g.Choose):
        inner.env[st.selector.var.id] = Name("x")
        sight.body(rest, Course(), Place(firm | {st.selector.var.id}), done)
    else:
        for i, option in enumerate(st.options):
            inner.put(f"if x == {i}:")
            with inner.indent():
                sight.body((*option.body, *rest), Course(), Place(firm), done)
    return sight.end(name, ["s", "w", "f", "x", "eye"])


def only_possible(r: Routine, st: g.Choose | g.ChooseOption | g.May | g.ForEach, got: int) -> None:
    """Thins out the options where what they belong to must be carried out completely; if nothing that follows can fail,
    all stay."""
    sure = rest_test(r, st) if isinstance(st, (g.Choose, g.ChooseOption)) else None
    known = "" if sure is None else f" and not ({sure} and surely_above(s, f))"
    r.put(f"if n > 1 and s[f + 5] & {k.WHOLE}{known}:")
    with r.indent():
        if sure != "1" and isinstance(st, (g.Choose, g.ChooseOption)) and (told := told_rest(r, st)) is not None:
            all_, i = r.tmp(), r.tmp()
            at = f"{i} * {r.gen.wide}" + (" + 1" if isinstance(st, g.Choose) else "")
            r.put(f"{all_} = surely_above(s, f)")
            r.put(f"for {i} in range(n):")
            with r.indent():
                r.put(f"if {all_}:")
                r.lines.append((r.depth + 1, f"{all_} = 1 if {told}(s, w, f, o[{at}], s[{k.QP}]) == 1 else 0"))
            r.put(f"if not {all_}:")
            r.depth += 1
        r.put(f"n = only_possible(s, w, f, {got})")
