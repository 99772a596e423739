"""`given` lines: the state is made so that what they say holds."""

from attrs import evolve

from interpreter.examples.stage import Stage, Wrong
from interpreter.naming import zone_id
from interpreter.view import in_zone
from rulelang import game as g


def make_true(stage: Stage, test: g.Expr) -> None:
    """Makes the condition true.

    Raises: Wrong: that cannot be done.
    """
    s, p = stage.s, stage.p
    match test:
        case g.And():
            for part in test.parts:
                make_true(stage, part)
        case g.Holds(place=g.ZoneOf() as place):
            z = p.ask(s, place, what="zone")
            hold(stage, z, [stage.body(card, True) for card in test.cards])
        case g.IsEmpty(part=g.ZoneOf() as place):
            hold(stage, p.ask(s, place, what="zone"), [])
        case g.Is(left=g.End(of=g.ZoneOf() as place) as end, right=right):
            z = p.ask(s, place, what="zone")
            cards = list(right.items) if isinstance(right, g.ListOf) else [right]
            bodies = [stage.body(card, True) for card in cards]
            for body in reversed(bodies):
                stage.move(body, z, end.end == "bottom")
        case g.IsIn(part=part, place=g.ZoneOf() as place):
            stage.move(stage.body(part, True), p.ask(s, place, what="zone"))
        case g.Is(left=g.Stored() as target, right=right) | g.Compare(op="=", left=g.Stored() as target, right=right):
            store(stage, target, stage.number(right))
        case g.Is(right=g.Stored() as target, left=left) | g.Compare(op="=", right=g.Stored() as target, left=left):
            store(stage, target, stage.number(left))
        case g.Stored():
            store(stage, test, 1)
        case g.Not(part=g.Stored() as target):
            store(stage, target, 0)
        case (g.Compare(op="=", left=g.Prop(name="face", of=g.Expr() as die), right=right)
              | g.Is(left=g.Prop(name="face", of=g.Expr() as die), right=right)):
            s[p.lay.at["DIE"] + p.ask(s, die)] = stage.number(right)
        case g.Is(left=g.DiceOf() as dice, right=g.ListOf() as faces):
            for i, face in enumerate(faces.items):
                s[p.lay.at["DIE"] + p.lay.dice[dice.key].base + i] = stage.number(face)
        case _:
            if p.ask(s, test, what="truth") <= 0:
                raise Wrong("this condition cannot be made true")


def hold(stage: Stage, z: int, bodies: list[int]) -> None:
    """These cards, and no others, lie in that zone instance; what else lay there goes where setup had put it."""
    for c in bodies:
        stage.move(c, z)
    lay, s = stage.p.lay, stage.s
    for c in in_zone(stage.p, s, z):
        if c not in bodies and c not in stage.placed or (c in stage.placed and c not in bodies):
            home = stage.home.get(s[lay.at["FACE"] + c], 0)
            if home == z:
                raise Wrong(f"there is no place for what else lies in {zone_id(lay, z)}")
            stage.move(c, home, True)


def store(stage: Stage, target: g.Stored, x: int) -> None:
    """Sets a counter or a variable."""
    if isinstance(target.of, g.CardName):
        # the copy that an earlier line has placed
        of = stage.named(target.of)
        target = evolve(target, of=g.Num(span=target.span, type=target.of.type, value=of))
    slot = stage.p.ask(stage.s, target, what="slot")
    if slot < 0:
        raise Wrong("nobody has that")
    stage.s[slot] = x
