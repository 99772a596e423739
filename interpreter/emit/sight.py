"""What can be read from the state as it is, although statements that are followed in thought have changed something since."""

from attrs import define, field

from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Name
from interpreter.emit.course import UNTOLD, Course, Told, both
from interpreter.emit.expr import atom, cond
from interpreter.emit.places import zone_code
from interpreter.emit.sure import Place, is_firm
from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses.public import hidden_parts


@define
class Sight:
    """Reads what everybody sees. ``eye``: who judges, as in the text."""

    r: Routine
    eye: str
    unknown: list[str] = field(factory=list)  # what could not be told
    among: int = 0  # inside so many choices
    known: frozenset[int] = frozenset()  # names of cards that everybody knows

    def untold(self, what: str) -> None:
        """Here the answer is not known; other candidates may lead to one."""
        self.unknown.append(what)

    def card(self, e: g.Expr | None) -> str | None:
        """How the text calls a card that is named."""
        match e:
            case None | g.This():
                return self.r.this
            case g.Local() if isinstance(bound := self.r.env.get(e.var.id), Name):
                return bound.text
        return None

    def is_there(self, e: g.Expr, place: Place) -> bool:
        """Whether it is surely somebody or something, by a name that the text has."""
        return self.names_known(e) and is_firm(e, place)

    def names_known(self, e: object) -> bool:
        """Whether what the expression speaks of by name is known in the text."""
        inside = {x.var.id for x in walk(e) if isinstance(x, g.Selector)}
        return all(isinstance(self.r.env.get(x.var.id), Name) or x.var.id in inside
                   for x in walk(e) if isinstance(x, g.Local))

    def is_told(self, e: g.Expr, course: Course) -> bool:
        """Whether the expression comes to the same before and after, and everybody sees what it reads."""
        if any(isinstance(x, (g.CanDo, g.CanChoose, g.Knows, g.ChanceActor)) for x in walk(e)):
            return False
        facts = self.r.gen.facts
        return self.names_known(e) and not facts.reads(e) & course.touched and not hidden_parts(facts, e, self.known)

    def truth(self, e: g.Expr, course: Course) -> Told:
        """What is known of a condition."""
        match e:
            case g.Not():
                return self.truth(e.part, course).inverse
            case g.And() | g.Or():
                return both([self.truth(part, course) for part in e.parts], "and" if isinstance(e, g.And) else "or")
        if self.is_told(e, course):
            text = cond(self.r, e)
            return Told(text, f"not ({text})")
        match e:
            case g.IsEmpty() if isinstance(e.part, g.ZoneOf) and self.is_one_zone(e.part):
                left = self.left_in(e.part, course)
                if e.part.key in course.lost:
                    return UNTOLD
                if e.part.key in course.grown or any(refill.target.key == e.part.key for refill in self.r.gen.game.refills):
                    return Told("0", f"{left} > 0", False)
                return Told(f"{left} == 0", f"{left} > 0")
            case g.Derived():
                return self.derived(e, course)
        return UNTOLD

    def derived(self, e: g.Derived, course: Course) -> Told:
        """A value that nothing modifies is what its expression is."""
        r, facts = self.r, self.r.gen.facts
        v = facts.game.values.get(e.key)
        if v is None or v.expr is None or v.kind is not None or e.args or facts.modifiers.get(e.key) or (
                facts.value_fills.get(e.key)):
            return UNTOLD
        names: dict[int, Bind] = {}
        if v.of is not None:
            if not isinstance(e.of, g.Local) or not isinstance(bound := r.env.get(e.of.var.id), Name) or v.of.var.many:
                return UNTOLD
            names[v.of.var.id] = bound
        outer = r.env
        r.env = names
        told = self.truth(v.expr, course)
        r.env = outer
        return told

    def is_one_zone(self, e: g.ZoneOf) -> bool:
        """Whether it is one zone, surely, of which all see how many cards there are."""
        return (not e.index and not isinstance(e.of, g.Everyone) and self.names_known(e)
                and not hidden_parts(self.r.gen.facts, e) and (isinstance(e.of, g.You) or not zone_code(self.r, e).null))

    def left_in(self, e: g.ZoneOf, course: Course) -> str:
        """How many cards are left in a zone of those that lie there."""
        gen = self.r.gen
        z = atom(self.r, zone_code(self.r, e))
        gone = "".join(f" - (1 if s[{gen.at('ZON')} + {card}] == {z} else 0)" for card in course.gone)
        return f"s[{gen.at('LEN')} + {z}]{gone}"
