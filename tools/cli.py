"""The command `rulelang`: imports the subcommand that is asked for, and turns trouble into exit codes."""

import difflib
import importlib
import sys

import click

from tools.failures import INTERRUPTED, explain

# name -> (module with a click command called `command`, what --help says of it). Modules are imported on
# use only: `rulelang check` must not pay for the charts of another command.
COMMANDS = {
    "list": ("tools.list_games", "Show the bundled games and their variants."),
    "check": ("tools.check", "Check the rules of a game and say what is wrong where."),
    "play": ("tools.play.command", "Play a game at the terminal, against bots or with friends."),
    "simulate": ("tools.simulate", "Let bots play many matches and report how they went."),
    "test": ("tools.test_command", "Run the examples of a game, then attack its rules."),
    "graph": ("tools.graph_command", "Draw the phases, the effects or the ways of the cards of a game."),
    "diff": ("tools.diff_command", "Say what is different between two games or variants."),
    "compare": (
        "tools.compare_command",
        "Let bots play two games or variants and measure what is different.",
    ),
    "trace": ("tools.trace", "Show which rule carries which sentence of the rulebook."),
    "replay": ("tools.replay", "Play a recorded match again, step by step."),
    "new": ("tools.new_command", "Write a commented starting point for a game or a variant."),
    "format": ("tools.format_command", "Lay out rules files in the common style."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called; exceptions leave it as messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            near = difflib.get_close_matches(cmd_name, COMMANDS, n=1)
            ctx.fail(f"No such command '{cmd_name}'." + (f" Did you mean '{near[0]}'?" if near else ""))
        found = importlib.import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list under --help, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; whatever it raises becomes a message and an exit status."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except KeyboardInterrupt:
            click.echo("\ninterrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except Exception as error:
            raise explain(error) from error


def show_version(ctx: click.Context) -> None:
    """The version that is installed; a checkout can be run without being installed."""
    from importlib import metadata

    try:
        version = metadata.version("rulelang")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    click.echo(f"rulelang {version}")
    ctx.exit()


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="GAME is the name of a bundled game, or the path of a .rules file or of a game's folder. "
    "Exit status: 0 fine, 1 the rules or the test failed, 2 the call was wrong.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, help="Show the version and exit.",
              callback=lambda ctx, param, value: show_version(ctx) if value else None)  # fmt: skip
def cli() -> None:
    """Tabletop rulebooks as programs: check them, play them, test them, measure them."""


def main() -> None:
    """Entry point of the script `rulelang`."""
    # Card names are any text: a terminal that cannot show a letter must not end the program, and neither must
    # somebody who types one that cannot be read.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    cli(prog_name="rulelang")


if __name__ == "__main__":
    main()
