"""What sets off what: actions, effects, rules and cards, and the values, counters and zones that they use."""

import networkx as nx

from rulelang import game as g
from rulelang.uses.bodies import Thing
from rulelang.uses.links import END
from rulelang.uses.model import Model, model
from tools.graphs.building import Builder

ORDER = (
    "setup", "phase", "window", "action", "effect", "rule", "until", "event", "kind", "trait", "card", "tally", "refill",
    "value", "counter", "variable", "dice", "zone", "parameter", "end",
)  # fmt: skip


def effect_graph(game: g.Game) -> "nx.MultiDiGraph[str]":
    """All that does or is used in a game.

    Nodes, besides what all graphs have (see `tools.graphs`), are of these kinds: ``setup``, ``phase``, ``window``,
    ``action``, ``effect``, ``rule``, ``until`` (a block that lasts until an event), ``event``, ``kind``, ``trait`` and
    ``card`` (those with text of their own), ``tally``, ``refill``, ``value``, ``counter``, ``variable``, ``dice``,
    ``zone``, ``parameter``, ``end`` (of the game). Their ids are the kind and the name, but ``store NAME`` for counters
    and variables.

    Edges, by ``kind``: ``does`` (an effect, an event, a jump; a slot does what the cards in it say), ``asks`` (a window,
    an action or an effect on offer), ``triggers`` (a rule or refill that may answer), ``reads``, ``writes``,
    ``modifies`` (a value, by `becomes`; an effect, by cancelling it or taking it over), ``moves`` (cards into
    a zone). ``quiet``: its label is left out of drawings.
    """
    made = model(game)
    builder = Builder(game, "effects")
    things = [*made.bodies.things.values()]
    for thing in sorted(things, key=lambda one: ORDER.index(one.kind)):
        builder.node(
            thing.id, kind=thing.kind, name=thing.name, label=label(made, thing), span=thing.span,
            cites=thing.cites, docs=thing.docs,
        )  # fmt: skip
    if any(link.use.target == END for link in made.links):
        builder.node(END, kind="end", name=END, label="the game is over")
    for link in made.links:
        builder.edge(link.source, link.use.target, link.use.kind, link.use.span, link.use.label, quiet=True)
    return builder.done()


def label(made: Model, thing: Thing) -> str:
    """What a node is called in a drawing: `play of Trick` for `Trick.play`."""
    if thing.kind == "refill":
        return f"refill {thing.id.partition(' ')[2]}"
    if thing.kind == "until":
        return f"until ... (line {thing.span.line})"
    owner, dot, member = thing.name.partition(".")
    if dot and owner in made.game.kinds and thing.kind != "card":
        return f"{member} of {owner}"
    return thing.name
