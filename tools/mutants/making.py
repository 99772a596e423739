"""Changes of rules: each is one small mistake that an author could make, made on the tree of what the files say."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

from rulelang import tree as t
from rulelang.program import Program
from rulelang.source import Span
from rulelang.walk import PARTS, walk
from tools.wording import shortened

WIDTH = 60
"""Characters of a rule that are told of it."""

UNTOUCHED = (t.Example, t.Invariant, t.EventDecl, t.Enumeration, t.Text, t.Cite)
"""What is no rule, or what says whether the rules are right."""

OTHERWISE: Mapping[str, str] = {"left": "right", "right": "left"}


@frozen
class Change:
    """One change: its ``sort``, where, what was done in words; ``number`` of the declaration it is in and what stands there
    ``instead`` (nothing: the declaration is left out). ``cites``: of all that it lies in."""

    sort: str
    span: Span
    told: str
    cites: tuple[str, ...]
    number: int = field(eq=False, repr=False)
    instead: tuple[t.Decl, ...] = field(eq=False, repr=False)

    def of(self, program: Program) -> Program:
        """The program with this change."""
        declarations = program.declarations
        return evolve(
            program,
            declarations=(*declarations[: self.number], *self.instead, *declarations[self.number + 1 :]),
            elsewhere=dict,
        )


@frozen
class Edit:
    """What was done to a node, before it is known where in the program that is."""

    sort: str
    span: Span
    told: str
    cites: tuple[str, ...] = ()


Changed = tuple[Edit, "t.Node | tuple[t.Node, ...] | None"]
"""An edit, and what stands in the place of the node: a tuple takes its place among others, None leaves a part out."""


@frozen
class Scope:
    """What can be said at a place of the rules: ``texts`` of the files, ``words`` for a player, ``players``: names that rules
    give to players."""

    texts: Mapping[str, str]
    words: tuple[str, ...]
    players: frozenset[str]

    def text(self, span: Span) -> str:
        """What stands there, on one line, without citations, cut short."""
        words = self.texts.get(span.file, "")[span.start : span.end].split()
        return shortened(" ".join(word for word in words if not word.startswith("@")), WIDTH)


def changes(program: Program) -> Iterator[Change]:
    """All changes of the rules, in the order of the files; whether the checker takes them is another matter."""
    texts = {source.path: source.text for source in program.sources}
    holders = tuple(
        node.name.text
        for node in program.declarations
        if isinstance(node, t.Variable)
        and isinstance(node.type, t.PlayerType)
        and not node.owner
        and not node.index
    )
    for number, node in enumerate(program.declarations):
        if isinstance(node, UNTOUCHED):
            continue
        own = ("owner",) if isinstance(node, t.Card | t.Trait | t.Kind) else ()
        players = frozenset(
            part.name.text
            for part in walk(node)
            if isinstance(part, t.Selector) and part.name and isinstance(part.noun, t.PlayerNoun)
        )
        scope = Scope(texts, ("you", *own, *holders), players)
        for edit, new in (*left_out(node, scope), *edits(node, scope)):
            instead = new if isinstance(new, tuple) else () if new is None else (new,)
            assert all(isinstance(one, t.Noted) for one in instead)
            yield Change(edit.sort, edit.span, edit.told, edit.cites, number, instead)  # type: ignore[arg-type]


def edits(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """The changes of a node and of all in it; what stands above it in the list of its neighbours is not its own."""
    cites = tuple(cite.id for cite in node.cites) if isinstance(node, t.Noted) else ()
    for edit, new in (*of_the_node(node, scope), *of_its_parts(node, scope)):
        yield evolve(edit, cites=(*edit.cites, *cites)) if cites else edit, new


def of_its_parts(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """The node with one of its parts changed."""
    for name in PARTS[type(node)]:
        part = getattr(node, name)
        if isinstance(part, t.Node) and not isinstance(part, UNTOUCHED):
            for edit, new in edits(part, scope):
                yield edit, with_part(node, name, new)
        elif isinstance(part, tuple):
            for at, one in enumerate(part):
                if not isinstance(one, t.Node) or isinstance(one, UNTOUCHED):
                    continue
                for edit, new in (*left_out(one, scope), *edits(one, scope)):
                    inside = new if isinstance(new, tuple) else () if new is None else (new,)
                    yield edit, with_part(node, name, (*part[:at], *inside, *part[at + 1 :]))


def with_part(node: t.Node, name: str, part: object) -> t.Node:
    """The node with another part in the place of the one of that name."""
    changes: dict[str, Any] = {name: part}
    return evolve(node, **changes)


# ------------------------------------------------------------------ what is left out as a whole

LEFT_OUT: Mapping[type[t.Node], str] = {
    t.Requires: "requires dropped",
    t.Passing: "requires dropped",
    t.Rule: "rule dropped",
    t.Trigger: "rule dropped",
    t.Modifier: "modifier dropped",
    t.Lasting: "modifier dropped",
    t.Refill: "refill dropped",
    t.Fill: "printed value dropped",
    t.Action: "action dropped",
    t.Anytime: "action dropped",
    t.Option: "option dropped",
    t.Phase: "phase dropped",
    t.TallyLine: "tally line dropped",
}

STATEMENTS = (
    t.Set, t.Gain, t.Lose, t.Pay, t.Move, t.Draw, t.Shuffle, t.Roll, t.Show, t.Announce, t.Do, t.May, t.Choose, t.Open,
    t.Pause, t.Cancel, t.TakeOver, t.Skip, t.End, t.EndGame, t.Wins, t.Eliminate, t.CountUp, t.If, t.ForEach, t.Repeat,
    t.ChooseOption,
)  # fmt: skip


def left_out(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """The node gone from among its neighbours, or its contents without it."""
    cites = tuple(cite.id for cite in node.cites) if isinstance(node, t.Noted) else ()
    if isinstance(node, t.Rule):
        cites = (*cites, *(cite.id for cite in node.trigger.cites))
    sort = LEFT_OUT.get(type(node), "statement dropped" if isinstance(node, STATEMENTS) else None)
    if sort is not None:
        yield Edit(sort, node.span, f"without `{scope.text(node.span)}`", cites), ()
    if isinstance(node, t.Together):
        yield Edit("together dropped", node.span, "step by step, not `together`", cites), node.body


# ------------------------------------------------------------------ what is said otherwise


def of_the_node(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """The node itself, said otherwise."""
    yield from numbers(node)
    yield from sides(node, scope)
    yield from people(node, scope)
    yield from audiences(node, scope)
    yield from conditions(node, scope)


def numbers(node: t.Node) -> Iterator[Changed]:
    """One more and one less."""
    if isinstance(node, t.NumberValue):
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield (
                    Edit("number changed", node.span, f"{value} and not {node.value}"),
                    evolve(node, value=value),
                )


def sides(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """Left and right, one way round and the other."""
    if isinstance(node, t.Ref) and node.name.text in OTHERWISE and node.of is not None and not node.index:
        other = OTHERWISE[node.name.text]
        told = f"{other} and not {node.name.text} in `{scope.text(node.span)}`"
        yield Edit("sides swapped", node.span, told), evolve(node, name=evolve(node.name, text=other))
    if isinstance(node, t.Clock):
        told = f"the other way round than `{scope.text(node.span)}`"
        yield Edit("sides swapped", node.span, told), evolve(node, counter=not node.counter)
    if isinstance(node, t.Rank) and node.word is not t.RankWord.SHARED:
        word = t.RankWord.FEWEST if node.word is t.RankWord.MOST else t.RankWord.MOST
        yield (
            Edit("sides swapped", node.span, f"{word.value} and not {node.word.value}"),
            evolve(node, word=word),
        )


def people(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """Another player than the one who is meant."""
    word = None
    if isinstance(node, t.You):
        word = "you"
    elif isinstance(node, t.Ref) and node.of is None and not node.index:
        word = node.name.text
    if word is None or (word not in scope.words and word not in scope.players):
        return
    for other in scope.words:
        if other != word:
            new = (
                t.You(span=node.span)
                if other == "you"
                else t.Ref(t.Name(other, span=node.span), (), None, span=node.span)
            )
            yield Edit("players swapped", node.span, f"{other} and not {word}"), new


def audiences(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """More eyes than there should be."""

    def wider(told: str) -> Edit:
        return Edit("shown to more", node.span, told)

    if isinstance(node, t.Visibility) and not isinstance(node.to, t.Everyone):
        yield wider(f"{node.aspect.value} shown to everyone"), evolve(node, to=everyone(node))
    if isinstance(node, t.Show) and not isinstance(node.to, t.Everyone):
        yield wider(f"to everyone in `{scope.text(node.span)}`"), evolve(node, to=everyone(node))
    if isinstance(node, t.Choose) and node.secretly:
        yield wider("not secretly"), evolve(node, secretly=False)
    if isinstance(node, t.Counter | t.Variable | t.Dice) and node.shown is not None:
        yield wider(f"{node.name.text} shown to everyone"), evolve(node, shown=None)
    if isinstance(node, t.Zone) and node.arrangement.text != "row":
        if all(one.aspect is not t.Aspect.FACES for one in node.shown):
            seen = t.Visibility(t.Aspect.FACES, everyone(node), span=node.span)
            yield wider("faces shown to everyone"), evolve(node, shown=(*node.shown, seen))
    if isinstance(node, t.Refill) and node.shuffled:
        yield Edit("refill changed", node.span, "not shuffled"), evolve(node, shuffled=False)


def everyone(node: t.Node) -> t.Everyone:
    """The word, where the node stands."""
    return t.Everyone(span=node.span)


def conditions(node: t.Node, scope: Scope) -> Iterator[Changed]:
    """A condition turned into its opposite."""
    for name in ("condition", "where", "until"):
        test = getattr(node, name, None)
        if isinstance(test, t.Expression):
            told = f"not `{scope.text(test.span)}`"
            yield Edit("condition negated", test.span, told), with_part(node, name, negated(test))


def negated(test: Any) -> t.Node:
    """Its opposite, without a second `not`."""
    return test.of if isinstance(test, t.Not) else t.Not(test, span=test.span)
