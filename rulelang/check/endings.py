"""How a game ends and what must always hold: tallies, ranks, invariants."""

from typing import Literal

from rulelang import game, tree
from rulelang.check import declarations, events, expressions, selectors
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.types import is_unknown
from rulelang.check.words import did_you_mean
from rulelang.diagnostics import Code
from rulelang.game import PLAYER
from rulelang.words import spellings


def tally(c: Context, node: tree.Tally) -> game.Tally | None:
    """Labelled lines that count into a counter."""
    scope = Scope(place="value")
    of, _ = selectors.selector(c, node.of, scope, given=True)
    selectors.bind_chosen(c, node.of, of.var, scope, listed=False)
    if of.var.type.base != "player" and not is_unknown(of.var.type):
        c.report.add(Code.WRONG_TYPE, node.of.span, "what is counted up is that of players")
    thing = next(
        (c.symbols.things[text] for text in spellings(node.into.text) if text in c.symbols.things), None
    )
    lines = []
    for line in node.lines:
        counted = expressions.number(c, line.value, scope)
        lines.append((line.label.text, counted, tuple(cite.id for cite in line.cites)))
    if thing is None or thing.what != "counter" or thing.owner != PLAYER or thing.index:
        names = [
            one.name for one in c.symbols.things.values() if one.what == "counter" and one.owner == PLAYER
        ]
        message = f"`{node.into.text}` is no counter of each player"
        c.report.add(Code.WRONG_SORT, node.into.span, message, did_you_mean(node.into.text, names))
        return None
    thing.used += 1
    return game.Tally(**declarations.head(node, node.name.text), of=of, into=thing.key, lines=tuple(lines))


def winner(c: Context, node: tree.Winner) -> game.Winner:
    """Who wins, by which counters and values."""
    ranks = []
    for number, rank in enumerate(node.ranks):
        if rank.name is None:
            if number + 1 < len(node.ranks):
                c.report.add(Code.MISPLACED, rank.span, "`shared` comes last")
            continue
        thing = next(
            (c.symbols.things[text] for text in spellings(rank.name.text) if text in c.symbols.things), None
        )
        fits = thing is not None and thing.owner == PLAYER and not thing.index and not thing.params
        if thing is None or not fits or thing.type.base != "number":
            names = [
                one.name
                for one in c.symbols.things.values()
                if one.owner == PLAYER and one.type.base == "number"
            ]
            if thing is None:
                message = f"nothing is called `{rank.name.text}`"
                c.report.add(Code.UNKNOWN_NAME, rank.name.span, message, did_you_mean(rank.name.text, names))
            else:
                message = f"`{thing.name}` is no number that every player has"
                c.report.add(Code.WRONG_SORT, rank.name.span, message)
            continue
        thing.used += 1
        how: Literal["most", "fewest"] = "most" if rank.word is tree.RankWord.MOST else "fewest"
        ranks.append(game.Rank(how=how, key=thing.key))
    return game.Winner(**notes(node), key="winner", ranks=tuple(ranks))


def invariant(c: Context, node: tree.Invariant) -> game.Invariant | None:
    """What must always hold, or never happen."""
    scope = Scope(place="invariant")
    claim = node.claim
    test: game.Expr | None = None
    never: game.Event | None = None
    since: game.Event | None = None
    until: game.Event | None = None
    if isinstance(claim, tree.Never | tree.Always):
        if claim.span_of_time is not None:
            since = events.event(c, claim.span_of_time.start, scope.child())
            until = events.event(c, claim.span_of_time.end, scope.child())
        if isinstance(claim, tree.Never):
            inner = scope.child(you="maybe")
            never = events.event(c, claim.event, inner)
            test = None if claim.condition is None else expressions.condition(c, claim.condition, inner)
            if never is None:
                return None
        else:
            test = expressions.condition(c, claim.condition, scope)
    else:
        test = expressions.condition(c, claim, scope)
    return game.Invariant(
        **declarations.head(node, node.name.text), test=test, never=never, since=since, until=until
    )
