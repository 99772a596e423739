"""`rulelang graph`: what the rules of a game look like."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import rulelang
from rulelang import Game
from tools.failures import WrongCall
from tools.games import game_options, load, seats
from tools.numbers import Amount, Whole
from tools.wording import counted
from tools.writing import write_bytes

if TYPE_CHECKING:
    import networkx as nx

ABOUT = ("phases", "effects", "flow")
FORMS = ("svg", "png", "pdf", "dot", "mmd", "json")
# Inches between the margins of a page, upright.
PAGES = {
    "a3": (10.9, 15.7),
    "a4": (7.5, 10.9),
    "a5": (5.2, 7.5),
    "postcard": (3.7, 5.4),
    "letter": (7.7, 10.2),
}
WHOLE = {"phases": "a4", "effects": "a3", "flow": "a4"}
PART = ("postcard", "a5", "a4", "a3")  # the first on which it can be read


class Output(click.ParamType[Path]):
    """A file whose name tells its form."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path, if its ending is one of the forms."""
        path = Path(str(value))
        if path.suffix[1:].lower() not in FORMS:
            self.fail(
                f"`{path.name}` should end in {', '.join('.' + form for form in FORMS[:-1])} or .json",
                param,
                ctx,
            )
        return path


@click.command()
@click.argument("about", type=click.Choice(ABOUT))
@game_options
@click.option(
    "-o", "--output", type=Output(), help="Write this file; its ending says the form. Without it: DOT."
)
@click.option("--around", metavar="NAME", help="Only what is near to this card, counter, phase, ...")
@click.option("--depth", type=Whole(0, 100), default=1, show_default=True, help="How near: so many steps.")
@click.option(
    "--only",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Only nodes, or edges, of this kind; may be repeated.",
)
@click.option(
    "--compare", metavar="OTHER", help="What a variant of the game, or another game, has otherwise."
)
@click.option("--save", type=click.Path(path_type=Path), help="Mark where this saved match stands.")
@click.option(
    "--coverage", is_flag=True, help="Count how often each edge is taken in matches of bots; name the others."
)
@click.option(
    "-n",
    "--matches",
    type=Whole(1, 1_000_000),
    default=100,
    show_default=True,
    help="With --coverage: how many matches.",
)
@click.option(
    "--players", type=Whole(1, 60), help="With --coverage: how many play; else each number in turn."
)
@click.option(
    "--seed",
    type=Whole(0, 2**63 - 1),
    default=0,
    show_default=True,
    help="With --coverage: that of the first match; the others follow.",
)
@click.option("--fast", is_flag=True, help="With --coverage: play in machine code, with the extra `fast`.")
@click.option("--page", type=click.Choice([*PAGES, "none"]), help="The paper that a picture must fit on.")
@click.option(
    "--time-limit",
    type=Amount(min=0.1),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long drawing may take.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the graph as JSON.")
def command(
    about: str, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], output: Path | None,
    around: str | None, depth: int, kinds: tuple[str, ...], compare: str | None, save: Path | None, coverage: bool,
    matches: int, players: int | None, seed: int, fast: bool, page: str | None, time_limit: float, as_json: bool,
) -> None:  # fmt: skip
    """Draw the rules of GAME: the order of play, what sets off what, or the ways of the cards.

    A file is written in the form that its name ends in: .svg, .png or .pdf for a picture, .dot, .mmd (Mermaid) or
    .json for the graph itself.
    """
    loaded = load(game, variants, settings)
    if sum((compare is not None, save is not None, coverage)) > 1:
        raise WrongCall("--compare, --save and --coverage do not go together")
    from tools.graphs import drawing, narrowing

    graph = drawing.graph_of(loaded, about)
    if compare is not None:
        from tools.graphs.comparing import compared

        graph = compared(graph, drawing.graph_of(other(game, loaded, compare, variants, settings), about))
    if save is not None:
        graph = stood(graph, loaded, save)
    silent: list[str] = []
    if coverage:
        graph, silent = covered(graph, loaded, matches, players, seed, fast)
    if kinds:
        graph = narrowing.only(graph, kinds)
    if around is not None:
        graph = narrowing.around(graph, around, depth)
    form = (
        "json"
        if as_json or output is None and coverage
        else "dot"
        if output is None
        else output.suffix[1:].lower()
    )
    papers = (page,) if page is not None else (WHOLE[about],) if around is None else PART
    if output is None and coverage and not as_json:
        click.echo("\n".join(silent))
        return
    made = drawing.drawn(graph, form, [PAGES[paper] for paper in papers if paper in PAGES], time_limit)
    if output is None:
        click.echo(made.decode(), nl=False)
        return
    write_bytes(output, made)
    click.echo(f"{output}: {told(loaded, about, graph)}")
    if coverage:
        click.echo("\n".join(silent))


def told(game: Game, about: str, graph: "nx.MultiDiGraph[str]") -> str:
    """What was drawn."""
    name = game.name + (f", variant {game.variant}" if game.variant else "")
    return f"the {about} of {name}: {counted(graph.number_of_nodes(), 'node')}, {counted(graph.number_of_edges(), 'edge')}"


def other(
    name: str, game: Game, compare: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...]
) -> Game:
    """The game to compare with: a variant of this one (besides those it has already), or any other."""
    known = {variant.name for bundled in rulelang.bundled() for variant in bundled.variants}
    try:
        return load(name, (*variants, compare), settings)
    except (WrongCall, rulelang.RulesError) as error:
        if compare in known:
            raise
        try:
            return load(compare)
        except WrongCall:
            raise error from None


def stood(graph: "nx.MultiDiGraph[str]", game: Game, save: Path) -> "nx.MultiDiGraph[str]":
    """The graph with the place where a saved match stands."""
    import interpreter
    from tools.graphs.standing import standing
    from tools.reading import text_in

    return standing(graph, interpreter.resume(game, text_in(save, "match")))


def covered(
    graph: "nx.MultiDiGraph[str]", game: Game, matches: int, players: int | None, seed: int, fast: bool
) -> tuple["nx.MultiDiGraph[str]", list[str]]:
    """The graph with how often its edges were taken, and what to say of those that never were."""
    from tools.bots import BOTS
    from tools.graphs.coverage import counted, covered, never
    from tools.simulate import has_machine_code

    least, most = game.players
    counts = [seats(game, players)] if players is not None else list(range(least, most + 1))
    played = ((counts[number % len(counts)], seed + number) for number in range(matches))
    with click.progressbar(
        played, length=matches, label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        found = covered(graph, game, counted(game, bar, BOTS["random"], fast and has_machine_code()))
    silent = list(never(found))
    edges = found.number_of_edges()
    head = f"{matches} matches: {len(silent)} of {edges} edges were never taken" + (":" if silent else "")
    return found, [head, *(f"  {one}" for one in silent)]
