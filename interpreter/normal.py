"""Small rewritings of a checked game, so that what follows knows fewer forms."""

from attrs import evolve

from rulelang import game as g


def normal(game: g.Game) -> g.Game:
    """Events about an expression (`place of boat of player p falls`) become events about a derived value made for it."""
    values = dict(game.values)
    names: dict[str, str] = {}

    def event(e: g.Event | None) -> g.Event | None:
        if e is None or e.key or e.watched is None:
            return e
        of = e.of if isinstance(e.of, g.Selector) else None
        text = repr((e.watched, of))
        if text not in names:
            key = f"watched {len(names) + 1}"
            names[text] = key
            values[key] = g.Value(span=e.span, key=key, of=of, type=e.watched.type, expr=e.watched)
        made = values[names[text]]
        if of is not None and made.of is not None and made.of.var.id != of.var.id:
            # another variable of the same meaning: read under its own name
            return evolve(e, key=names[text])
        return evolve(e, key=names[text])

    def trigger(t: g.Trigger) -> g.Trigger:
        found = event(t.event)
        assert found is not None
        return t if found is t.event else evolve(t, event=found)

    rules = tuple(trigger(t) for t in game.rules)
    invariants = tuple(
        i if (event(i.never), event(i.since), event(i.until)) == (i.never, i.since, i.until)
        else evolve(i, never=event(i.never), since=event(i.since), until=event(i.until)) for i in game.invariants)
    if not names:
        return game
    return evolve(game, values=values, rules=rules, invariants=invariants)
