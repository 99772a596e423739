"""The checker: from what the files say to a game in which every name is resolved and every type known."""

from collections.abc import Sequence

from attrs import evolve

from rulelang import game, tree
from rulelang.check import (
    answers,
    awaiting,
    boards,
    cards,
    citations,
    collect,
    constants,
    declarations,
    endings,
    examples,
    flow,
    happening,
    kinds,
    offers,
    phases,
    pieces,
    revealed,
    rules_of_use,
    silenced,
    supply,
    texts,
    warnings,
)
from rulelang.check.digest import digest
from rulelang.check.report import EnoughError, once_each
from rulelang.check.symbols import Context, Scope, first_word
from rulelang.diagnostics import Code, Diagnostic
from rulelang.program import Program

__all__ = ["check"]

MOST_LINKS = 400_000  # of what happens to the rules that may answer; no rulebook comes near
MOST_PLAYERS = 60  # the engine notes in one number who knows a card


def check(program: Program) -> tuple[game.Game | None, tuple[Diagnostic, ...]]:
    """The checked game, or None if there are errors; and all findings, in the order of the files.

    Never raises, whatever the program says.
    """
    c = Context(program)
    made: game.Game | None = None
    try:
        made = _check(c)
    except EnoughError:
        made = None
    except RecursionError:
        c.report.add(Code.NOT_FOLLOWED, program.header.span, "these rules are nested too deeply")
    if c.report.errors:
        made = None
    whole = made is not None and program.variant is None  # a variant may take away what its base allows
    kept = silenced.silenced(c.report.findings, program.sources, whole)
    return made, _in_order(program, kept)


def _in_order(program: Program, findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    position = {source.path: number for number, source in enumerate(program.sources)}
    ordered = sorted(
        findings,
        key=lambda found: (
            position.get(found.span.file, len(position)),
            found.span.start,
            found.span.end,
        ),
    )
    return tuple(once_each(ordered))


def _check(c: Context) -> game.Game | None:
    program = c.program
    collect.collect(c)
    header = program.header
    least, most = header.seats.low, header.seats.high
    parameters: dict[str, game.Setting] = {}
    for node in program.declarations:
        if isinstance(node, tree.Parameter) and node.name.text not in parameters:
            parameters[node.name.text] = declarations.setting(c, node)
    constants.no_such_parameters(c)
    teams = (
        None if header.seats.teams is None else constants.size(c, header.seats.teams, "the size of a team")
    )
    if least > most:
        c.report.add(Code.OUT_OF_RANGE, header.seats.span, f"no number of players is from {least} to {most}")
    elif least < 1:
        c.report.add(Code.OUT_OF_RANGE, header.seats.span, "nobody plays a game for 0 players")
    elif most > MOST_PLAYERS:
        c.report.add(Code.TOO_MANY, header.seats.span, f"more than {MOST_PLAYERS} players")
    made = texts.Made()
    kinds.kinds(c, made)
    cards.traits(c, made)
    cards.cards(c, made)
    rest = _Rest(c, made)
    for node in program.declarations:
        rest.add(node)
    spaces = tuple(kind for kind in made.kinds.values() if kind.base == "space")
    everything = (
        rest.setup,
        tuple(rest.effects.values()),
        tuple(made.effects.values()),
        tuple(made.cards),
        spaces,
    )
    play = (
        *everything,
        tuple(c.phases.values()),
        tuple(rest.windows.values()),
        tuple(rest.anytimes),
        rest.rules,
    )
    if not c.blind:
        effects = {**rest.effects, **made.effects}
        rules_of_use.boxed(c, made.cards, rest.setup, effects, play)
    rules_of_use.circles(c, {**rest.values, **made.values}, (*made.cards, *spaces), play)
    if not c.report.errors and not c.names_missing:
        warnings.unused(c)
        warnings.no_copies(c, made.cards)
    warnings.in_the_text(c)
    for node in program.declarations:
        if isinstance(node, tree.Example):
            rest.examples.append(examples.example(c, node))
    cited = citations.collect(c)
    elsewhere = citations.elsewhere(c, cited)
    if not c.names_missing:
        warnings.not_cited(c, {*cited, *elsewhere})
    program_phases = tuple(node.name.text for node in program.declarations if isinstance(node, tree.Phase))
    if c.report.errors:
        return None
    checked = game.Game(
        name=program.name,
        docs=header.docs,
        players=(least, most),
        teams=teams,
        parameters=parameters,
        settings=c.settings,
        enums=rest.enums,
        kinds=made.kinds,
        fields=made.fields,
        cards=tuple(made.cards),
        zones={**rest.zones, **made.zones},
        stores={**rest.stores, **made.stores},
        dice=rest.dice,
        boards=rest.boards,
        values={**rest.values, **made.values},
        refills=tuple(rest.refills),
        events=rest.events,
        effects={**rest.effects, **made.effects},
        windows=rest.windows,
        anytimes=tuple(rest.anytimes),
        rules=tuple(rest.rules),
        setup=rest.setup,
        phases={name: c.phases[name] for name in c.symbols.phases if name in c.phases},
        program=tuple(dict.fromkeys(program_phases)),
        tallies=rest.tallies,
        winner=rest.winner,
        invariants=tuple(rest.invariants),
        examples=tuple(rest.examples),
        catalogue=program.catalogue or (),
        citations=cited,
        variant_citations=elsewhere,
        sources=program.sources,
        variant=program.variant,
        trait_heads=cards.trait_heads(c),
    )
    answers.look(c, checked)
    found = pieces.found(checked)
    awaiting.look(c, found)
    flow.look(c, checked, found)
    happening.look(c, checked, found)
    offers.look(c, checked)
    supply.look(c, checked)
    if not c.report.errors:
        if found.links() < MOST_LINKS:
            revealed.look(c, checked)
    return evolve(checked, digest=digest(checked))


class _Rest:
    """Everything that is declared but kinds and cards, as it comes."""

    def __init__(self, c: Context, made: texts.Made) -> None:
        self.c, self.made = c, made
        self.enums: dict[str, game.Enum] = {}
        self.zones: dict[str, game.Zone] = {}
        self.stores: dict[str, game.Store] = {}
        self.dice: dict[str, game.Dice] = {}
        self.boards: dict[str, game.Board] = {}
        self.values: dict[str, game.Value] = {}
        self.refills: list[game.Refill] = []
        self.events: dict[str, game.EventDecl] = {}
        self.effects: dict[str, game.Effect] = {}
        self.windows: dict[str, game.Window] = {}
        self.anytimes: list[game.Anytime] = []
        self.rules: list[game.Trigger] = []
        self.setup: game.Body = ()
        self.setups: list[tree.Setup] = []
        self.tallies: dict[str, game.Tally] = {}
        self.winner: game.Winner | None = None
        self.invariants: list[game.Invariant] = []
        self.examples: list[game.Example] = []

    def add(self, node: tree.Decl) -> None:
        """Check one declaration and keep what comes of it."""
        c = self.c
        if isinstance(node, tree.Enumeration):
            info = c.symbols.enums.get(node.name.text)
            if info is not None:
                self.enums.setdefault(
                    info.name,
                    game.Enum(**declarations.head(node, info.name), members=info.members, parts=info.parts),
                )
        elif isinstance(node, tree.Zone):
            self.zones.setdefault(node.name.text, declarations.zone(c, node))
        elif isinstance(node, tree.Counter | tree.Variable):
            self.stores.setdefault(node.name.text, declarations.store(c, node))
        elif isinstance(node, tree.Dice):
            self.dice.setdefault(node.name.text, declarations.dice(c, node))
        elif isinstance(node, tree.Board):
            board = boards.board(c, node, self.made)
            if board is not None:
                self.boards.setdefault(board.key, board)
        elif isinstance(node, tree.Value):
            self.values.setdefault(node.name.text, declarations.value(c, node))
        elif isinstance(node, tree.Refill):
            refill = declarations.refill(c, node)
            if refill is not None:
                self.refills.append(refill)
        elif isinstance(node, tree.EventDecl):
            self.events.setdefault(node.name.text, declarations.event(c, node))
        elif isinstance(node, tree.Effect):
            self.effects.setdefault(node.name.text, declarations.effect(c, node))
        elif isinstance(node, tree.Window):
            self.windows.setdefault(node.name.text, phases.window(c, node))
        elif isinstance(node, tree.Anytime):
            self.anytimes.append(declarations.anytime(c, node, len(self.anytimes) + 1))
        else:
            self._more(node)

    def _more(self, node: tree.Decl) -> None:
        c = self.c
        if isinstance(node, tree.Rule):
            rule = declarations.rule(c, node)
            if rule is not None:
                self.rules.append(rule)
        elif isinstance(node, tree.Setup):
            if self.setups:
                c.report.add(
                    Code.DECLARED_TWICE,
                    first_word(node.span, "setup"),
                    "there is a `setup` already",
                    also=((first_word(self.setups[0].span, "setup"), "here"),),
                )
            self.setups.append(node)
            self.setup += phases.setup(c, node)
        elif isinstance(node, tree.Phase):
            phases.phase(c, node, Scope(place="phase"), None)
        elif isinstance(node, tree.Tally):
            tally = endings.tally(c, node)
            if tally is not None:
                self.tallies.setdefault(tally.key, tally)
        elif isinstance(node, tree.Winner):
            if self.winner is not None:
                c.report.add(
                    Code.DECLARED_TWICE,
                    node.span,
                    "there is a `winner` already",
                    also=((self.winner.span, "here"),),
                )
            self.winner = endings.winner(c, node)
        elif isinstance(node, tree.Invariant):
            invariant = endings.invariant(c, node)
            if invariant is not None:
                self.invariants.append(invariant)
