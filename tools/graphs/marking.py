"""A game that tells of each statement that it reaches, and plays as before."""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import evolve

from rulelang import game as g

MARK = "(reached)"  # no name of a rules file has brackets

T = TypeVar("T")
B = TypeVar("B", g.Card, g.Kind)

# Told of already, or tested before anything is done; a nested phase tells itself that it begins.
UNMARKED = (g.Choose, g.ChooseOption, g.Requires, g.Pay, g.PhaseStmt)


def marked(game: g.Game) -> g.Game:
    """The game with an announcement before each statement: nobody answers it, and it says only where it stands.

    What several cards share stays shared.
    """
    known: dict[int, tuple[object, Any]] = {}

    def once(old: T, make: Callable[[T], T]) -> T:
        found = known.get(id(old))
        if found is None or found[0] is not old:
            found = known[id(old)] = (old, make(old))
        made: T = found[1]
        return made

    def body(stmts: g.Body, of_phase: bool = False) -> g.Body:
        out: list[g.Stmt] = []
        for st in stmts:
            # in a phase nothing is tested before it is done, so that all can be told of
            if not isinstance(st, g.PhaseStmt if of_phase else UNMARKED):
                out.append(g.Announce(span=st.span, key=MARK))
            out.append(once(st, inner))
        return tuple(out)

    def inner(st: g.Stmt) -> g.Stmt:
        match st:
            case g.If():
                branches = tuple((test, body(block)) for test, block in st.branches)
                return evolve(st, branches=branches, otherwise=body(st.otherwise))
            case g.ForEach() | g.Repeat() | g.Together():
                return evolve(st, body=body(st.body))
            case g.ChooseOption():
                return evolve(st, options=tuple(evolve(one, body=body(one.body)) for one in st.options))
            case g.Lasting():
                return lasting(st)
        return st

    def rule(old: g.Trigger) -> g.Trigger:
        return once(old, lambda one: evolve(one, body=body(one.body)))

    def action(old: g.Action) -> g.Action:
        return once(old, lambda one: evolve(one, body=body(one.body)))

    def lasting(old: g.Lasting) -> g.Lasting:
        rules = tuple(rule(one) for one in old.rules)
        return evolve(old, rules=rules, actions=tuple(action(one) for one in old.actions))

    def effect(old: g.Effect) -> g.Effect:
        return old if old.body is None else once(old, lambda one: evolve(one, body=body(one.body or ())))

    def text(one: B) -> B:
        return evolve(
            one,
            effects={key: effect(each) for key, each in one.effects.items()},
            rules=tuple(rule(each) for each in one.rules),
            lastings=tuple(once(each, lasting) for each in one.lastings),
        )

    windows = {
        key: evolve(one, actions=tuple(action(each) for each in one.actions))
        for key, one in game.windows.items()
    }
    anytimes = tuple(
        evolve(one, actions=tuple(action(each) for each in one.actions)) for one in game.anytimes
    )
    here = game.setup[0].span if game.setup else next(iter(game.phases.values())).span
    mark = g.EventDecl(key=MARK, span=here)
    return evolve(
        game,
        cards=tuple(text(card) for card in game.cards),
        kinds={key: text(kind) for key, kind in game.kinds.items()},
        windows=windows,
        anytimes=anytimes,
        effects={key: effect(one) for key, one in game.effects.items()},
        rules=tuple(rule(one) for one in game.rules),
        setup=body(game.setup),
        phases={key: evolve(one, body=body(one.body, True)) for key, one in game.phases.items()},
        events={**game.events, MARK: mark},
    )
