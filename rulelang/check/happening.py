"""Rules for what never happens, and rules that set each other off without end."""

from collections.abc import Iterator

from rulelang import game
from rulelang.check.pieces import Found
from rulelang.check.rules_of_use import circles_in
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.check.words import listed
from rulelang.diagnostics import Code


def look(c: Context, checked: game.Game, found: Found) -> None:
    """Warn of both."""
    causes = _Causes(checked, found)
    for rule in found.all(game.Trigger):
        why = causes.never(rule.event)
        if why is not None:
            c.report.add(Code.NEVER_HAPPENS, rule.event.span, f"this never happens: {why}")
    for lasting in found.all(game.Lasting):
        why = None if lasting.until is None else causes.never(lasting.until)
        if lasting.until is not None and why is not None:
            message = f"this never ends, for its end never comes: {why}"
            c.report.add(Code.NEVER_HAPPENS, lasting.until.span, message)
    _loops(c, checked)


class _Causes:
    """What anything in the game brings about."""

    def __init__(self, checked: game.Game, found: Found) -> None:
        self.filled = {node.to.key for node in found.all(game.Move, game.Draw)}
        self.filled |= {refill.target.key for refill in checked.refills}
        self.shuffled = {node.zone.key for node in found.all(game.Shuffle)}
        self.shuffled |= {one.source.key for one in checked.refills if one.shuffled}
        self.shuffled |= {one.target.key for one in checked.refills if one.shuffled}
        self.set = {node.target.key for node in found.all(game.Set) if isinstance(node.target, game.Stored)}
        self.up = {node.target.key for node in found.all(game.Gain) if node.sign > 0}
        self.down = {node.target.key for node in found.all(game.Gain) if node.sign < 0}
        self.down |= {node.source.key for node in found.all(game.Pay)}
        self.up |= {node.to.key for node in found.all(game.Pay) if node.to is not None}
        self.up |= {tally.into for tally in checked.tallies.values()}
        rolls = list(found.all(game.Roll))
        self.rolled = {one.key for roll in rolls for one in nodes(roll.dice) if isinstance(one, game.DiceOf)}
        # dice that were chosen before may be any
        self.any_dice = any(isinstance(one, game.Local) for roll in rolls for one in nodes(roll.dice))
        self.stores = checked.stores  # not derived values: what they read may change
        self.eliminates = any(True for _ in found.all(game.Eliminate))

    def never(self, event: game.Event) -> str | None:
        """Why an event never comes, or None if it may."""
        name = event.key.rpartition(".")[2]
        match event.what:
            case "enters" | "leaves" if event.key and event.key not in self.filled:
                return f"nothing is ever moved to `{name}`"
            case "shuffled" if event.key not in self.shuffled:
                return f"nothing shuffles `{name}`"
            case "rolled" if event.key not in self.rolled and not self.any_dice:
                return f"nothing rolls `{name}`"
            case "eliminated" if not self.eliminates:
                return "nobody is ever eliminated"
            case "changes" | "becomes" | "rises" | "falls" if event.key in self.stores:
                return self.unmoved(event.key, event.what, name)
        return None

    def unmoved(self, key: str, what: str, name: str) -> str | None:
        if what == "rises" and not {key} & (self.set | self.up):
            return f"nothing lets `{name}` rise"
        if what == "falls" and not {key} & (self.set | self.down):
            return f"nothing lets `{name}` fall"
        if what in ("changes", "becomes") and not {key} & (self.set | self.up | self.down):
            return f"nothing changes `{name}`"
        return None


# ---------------------------------------------------------------------------------- without end


def _loops(c: Context, checked: game.Game) -> None:
    """Effects and rules that lead to one another whatever the players do and the dice show."""
    graph: dict[str, set[str]] = {}
    places = {}
    names = {}
    rules = {f"rule {number}": rule for number, rule in enumerate(checked.rules)}
    for key, rule in rules.items():
        if rule.test is None and rule.time != "instead" and _any_time(rule.event):
            graph.setdefault(f"{rule.event.what} {rule.event.key}", set()).add(key)
    for key, effect in checked.effects.items():
        if effect.kind is None and effect.body is not None:
            graph[key] = set(_led_to(checked, effect.body))
            places[key], names[key] = effect.span, key
    for key, rule in rules.items():
        if rule.time != "instead":
            graph[key] = set(_led_to(checked, rule.body))
            places[key], names[key] = rule.span, rule.name or "a rule"
    for circle in circles_in(graph):
        circle = [key for key in circle if key in places]  # without the events between
        first = min(circle, key=lambda key: (places[key].file, places[key].start))
        others = [names[key] for key in circle if key != first]
        way = f", by way of {listed(others)}" if others else ""
        c.report.add(
            Code.WITHOUT_END,
            places[first],
            f"`{names[first]}` sets itself off again and again{way}",
            "some `if` has to end this",
        )


def _led_to(checked: game.Game, body: game.Body) -> Iterator[str]:
    """The effects that are surely done, and the events that surely happen."""
    for one in _surely(body):
        if isinstance(one, game.Do):
            effect = checked.effects.get(one.effect.key)
            plain = effect is not None and effect.kind is None and len(one.effect.args) == len(effect.params)
            if plain:
                yield one.effect.key
        for what, key in _causes(checked, one):
            yield f"{what} {key}"


def _surely(body: game.Body) -> Iterator[game.Stmt]:
    """The statements that are done whatever happens, as far as the text tells."""
    for one in body:
        if isinstance(one, game.Requires | game.Pay | game.Skip | game.EndOf | game.EndGame | game.Wins):
            return
        if isinstance(one, game.Together):
            yield from _surely(one.body)
        elif isinstance(one, game.Do | game.Gain | game.Announce | game.Set):
            yield one


def _causes(checked: game.Game, one: game.Stmt) -> Iterator[tuple[str, str]]:
    """Events that the statement surely is or brings, by what happens and to what."""
    if isinstance(one, game.Announce):
        yield "announced", one.key
    elif isinstance(one, game.Do):
        yield "does", one.effect.key
    elif isinstance(one, game.Gain):
        if one.sign > 0 and _grows(checked, one.target.key, one.amount):
            yield from (("rises", one.target.key), ("changes", one.target.key))
    elif isinstance(one, game.Set) and isinstance(one.target, game.Stored):
        more = one.value
        adds = isinstance(more, game.Arith) and more.op == "+" and more.left == one.target
        if isinstance(more, game.Arith) and adds and _grows(checked, one.target.key, more.right):
            yield from (("rises", one.target.key), ("changes", one.target.key))


def _any_time(event: game.Event) -> bool:
    """Whether a rule answers to each event of this sort, whoever does it and to whatever."""
    patterns = (event.actor, event.of, *event.params)
    plain = event.watched is None and not event.index
    return plain and all(pattern is None or _anybody(pattern) for pattern in patterns)


def _anybody(pattern: game.Pattern) -> bool:
    return isinstance(pattern, game.Selector) and pattern.where is None and pattern.source is None


def _grows(checked: game.Game, key: str, amount: game.Expr) -> bool:
    """Whether adding this to the counter always makes it larger."""
    store = checked.stores.get(key)
    return (
        store is not None and store.type.high is None and isinstance(amount, game.Num) and amount.value > 0
    )
