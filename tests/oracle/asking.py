"""Choices (meanings 4, 15, 19): what is on offer, what looks alike, and what an answer comes to."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rulelang import game as g
from tests.oracle.chance import Steps
from tests.oracle.ids import told_apart
from tests.oracle.search import Search
from tests.oracle.things import Card, Env, Fails, Player, Question


@dataclass(frozen=True, eq=False)
class Pick:
    """One option of a choice: any of the ``members``, which look alike."""

    id: str
    members: tuple[Any, ...]
    among: tuple[Any, ...]  # all candidates
    by_back: bool = False


@dataclass(frozen=True, eq=False)
class ListPick:
    """One option of a choice with an amount: one of each of the parts, in this order."""

    id: str
    parts: tuple[Pick, ...]


@dataclass(frozen=True, eq=False)
class Combo:
    """One choice of several parameters."""

    ids: tuple[str, ...]
    picks: tuple[tuple[g.Var, Any], ...]


class Asking(Search):
    forced: list[tuple[int, str]]  # the choices that took themselves since the last answer

    def reader(self, who: Player | None) -> int | None:
        """Whose eyes tell options apart: the chooser's; in a search those of the one who imagines."""
        if self.imagining is not None:
            return self.imagining
        return None if who is None else who.seat

    def picks(self, selector: g.Selector, who: Player | None, env: Env) -> list[Pick]:
        """The candidates in selector order, alike ones merged to the first; to chance (``who`` None) none are
        alike."""
        found = self.candidates(selector, env)
        reader = self.reader(who)
        groups: dict[Any, list[Any]] = {}
        for n, value in enumerate(found):
            groups.setdefault(n if who is None else self.looks(value, reader), []).append(value)
        among = tuple(found)
        return [
            Pick(
                self.id_of(members[0], reader, self.by_back(members[0], reader)),
                tuple(members),
                among,
                self.by_back(members[0], reader),
            )
            for members in groups.values()
        ]

    def list_picks(
        self, selector: g.Selector, how_many: g.HowMany, who: Player | None, env: Env, enough: bool
    ) -> list[ListPick]:
        """All lists of candidates, by size, then in candidate order, alike ones once. If there are fewer
        than demanded: none if ``enough`` are needed, else (a step that fails) all there are."""
        least = 0 if how_many.least is None else self.ev(how_many.least, env) or 0
        most = None if how_many.most is None else self.ev(how_many.most, env) or 0
        groups = self.picks(selector, who, env)
        of = {value: pick for pick in groups for value in pick.members}
        candidates = list(groups[0].among) if groups else []
        most = len(candidates) if most is None else min(most, len(candidates))
        if least > len(candidates):
            if enough:
                return []
            self.fail("too few to choose from")
            least = len(candidates)
        found: dict[tuple[tuple[int, int], ...], ListPick] = {}
        number = {id(pick): n for n, pick in enumerate(groups)}
        for size in range(max(least, 0), most + 1):
            for chosen in combinations(candidates, size):
                counts: dict[int, int] = {}
                for value in chosen:
                    n = number[id(of[value])]
                    counts[n] = counts.get(n, 0) + 1
                key = tuple(sorted(counts.items()))
                if key not in found:
                    ids = ", ".join(of[value].id for value in chosen)
                    found[key] = ListPick(f"[{ids}]", tuple(of[value] for value in chosen))
        return list(found.values())

    def fail(self, why: str) -> None:
        """A step cannot be done: in a search it fails, else it is skipped or done as far as possible
        (meaning 6)."""
        if self.imagining is not None:
            raise Fails(why)

    def options_of(
        self, parameter: g.Parameter | g.Choose, who: Player | None, env: Env, enough: bool = True
    ) -> list[Any]:
        if parameter.how_many is None:
            return list(self.picks(parameter.selector, who, env))
        return list(self.list_picks(parameter.selector, parameter.how_many, who, env, enough))

    def stands_for(self, pick: Any) -> Any:
        """A value of this option, to go on asking with."""
        if isinstance(pick, ListPick):
            left = {id(part): list(part.members) for part in pick.parts}
            return tuple(left[id(part)].pop(0) for part in pick.parts)
        return pick.members[0]

    def combos(self, params: tuple[g.Parameter, ...], who: Player | None, env: Env) -> list[Combo]:
        """Every choice of the parameters, later ones reading earlier ones."""
        if not params:
            return [Combo((), ())]
        found = []
        for pick in self.options_of(params[0], who, env):
            env.vars[params[0].var.id] = self.stands_for(pick)
            for rest in self.combos(params[1:], who, env):
                found.append(Combo((pick.id, *rest.ids), ((params[0].var, pick), *rest.picks)))
        return found

    def take(self, pick: Any, who: Player | None) -> Steps[Any]:
        """The value that the answer comes to: of cards alike by their backs, chance says which."""
        if isinstance(pick, ListPick):
            values: list[Any] = []
            left = {id(part): list(part.members) for part in pick.parts}
            for part in pick.parts:
                value = yield from self.take_one(part, left[id(part)], who)
                left[id(part)].remove(value)
                values.append(value)
            return tuple(values)
        return (yield from self.take_one(pick, list(pick.members), who))

    def take_one(self, pick: Pick, members: list[Any], who: Player | None) -> Steps[Any]:
        value = members[0]
        if pick.by_back and len(members) > 1:
            value = yield from self.chance([(self.id_of(card, None), card) for card in members])
        if isinstance(value, Card):
            self.settled_by_choice(value, pick.by_back or who is None)
            self.forget_unseen_choice(value, [c for c in pick.among if isinstance(c, Card)], who)
        return value

    def settled_by_choice(self, card: Card, by_back: bool) -> None:
        """A card chosen by its face, or by chance among those with its back, is the card that it is."""
        if card in self.state.mixed and (by_back or self.unordered(self.state.place[card])):
            self.state.mixed.discard(card)
            self.state.version += 1

    def bind(self, var: g.Var, value: Any, env: Env) -> None:
        """Binds a name, and notes how often the cards meant have moved so far (meaning 8)."""
        env.vars[var.id] = value
        for card in self.as_list(value):
            if isinstance(card, Card):
                env.held[card] = self.state.moves[card]

    def ask(self, who: Player, ids: Iterable[str], what: Iterable[Any]) -> Steps[int]:
        """Puts a question; one with one option is put too."""
        return (yield Question(who.seat, told_apart(ids), None, tuple(what)))
