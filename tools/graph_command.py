"""`rulelang graph`: what the rules of a game look like."""

from pathlib import Path

import click

from rulelang import Game
from tools.games import game_options, load
from tools.writing import write_bytes

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
@click.option("--page", type=click.Choice([*PAGES, "none"]), help="The paper it must fit on.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long drawing may take.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the graph as JSON.")
def command(
    about: str, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], output: Path | None,
    page: str | None, time_limit: float, as_json: bool,
) -> None:  # fmt: skip
    """Draw the rules of GAME: the order of play, what sets off what, or the ways of the cards.

    A file is written in the form that its name ends in: .svg, .png or .pdf for a picture, .dot, .mmd (Mermaid) or
    .json for the graph itself.
    """
    loaded = load(game, variants, settings)
    from tools.graphs import drawing

    graph = drawing.graph_of(loaded, about)
    form = "json" if as_json else "dot" if output is None else output.suffix[1:].lower()
    made = drawing.drawn(graph, form, page_of(graph_page(about) if page is None else page), time_limit)
    if output is None:
        click.echo(made.decode(), nl=False)
        return
    write_bytes(output, made)
    click.echo(f"{output}: {told(loaded, about, graph.number_of_nodes(), graph.number_of_edges())}")


def graph_page(about: str) -> str:
    """The paper for a whole graph."""
    return "a3" if about == "effects" else "a4"


def page_of(name: str) -> tuple[float, float] | None:
    """Its size between the margins."""
    return PAGES.get(name)


def told(game: Game, about: str, nodes: int, edges: int) -> str:
    """What was drawn."""
    return (
        f"the {about} of {game.name}"
        + (f", variant {game.variant}" if game.variant else "")
        + (f": {nodes} nodes, {edges} edges")
    )
