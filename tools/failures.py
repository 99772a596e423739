"""What goes wrong, as people should hear of it: one message and an exit status, never a traceback.

Status 1: the rules, or the test that was asked for, failed. Status 2: the call was wrong. Status 70: a fault
of rulelang itself; with RULELANG_TRACEBACK=1 the traceback is shown.
"""

import os
import sys
from typing import IO, Any

import click

FAILED, WRONG_CALL, INTERNAL, INTERRUPTED = 1, 2, 70, 130


class Told(click.ClickException):
    """A message; what it repeats of a file cannot disturb the terminal."""

    def format_message(self) -> str:
        """Line by line as it can be printed."""
        from rulelang.files import printable

        return "\n".join(printable(line) for line in self.message.split("\n"))


class Failed(Told):
    """The rules, or the test that was asked for, failed."""

    exit_code = FAILED


class WrongCall(Told):
    """The call cannot be carried out as it was made."""

    exit_code = WRONG_CALL


class Internal(Told):
    """A fault of rulelang itself."""

    exit_code = INTERNAL


class BadRules(Failed):
    """The rules hold errors: all findings, each with its line."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the findings as they are: each says `error` itself."""
        click.echo(self.message, err=True)


def explain(error: Exception) -> click.ClickException:
    """What to tell about an exception that a command let through."""
    if isinstance(error, click.ClickException):
        return error
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename is not None else ""
        return WrongCall(f"{name}{error.strerror or error}")
    # Whoever raised one of these has imported its package already; nobody else should pay for it.
    if "rulelang" in sys.modules and (told := _explain_rules(error)) is not None:
        return told
    if "interpreter" in sys.modules and (told := _explain_match(error)) is not None:
        return told
    if os.environ.get("RULELANG_TRACEBACK"):
        raise error
    return Internal(
        f"{type(error).__name__}: {error}\n"
        "This is a fault of rulelang itself, not of your rules; please report it with what you did. "
        "RULELANG_TRACEBACK=1 in the environment shows where it happened."
    )


def _explain_rules(error: Exception) -> click.ClickException | None:
    import rulelang

    return BadRules(str(error)) if isinstance(error, rulelang.RulesError) else None


def _explain_match(error: Exception) -> click.ClickException | None:
    import interpreter

    if isinstance(error, interpreter.SaveError):
        return WrongCall(f"the save cannot be used: {error}")
    if isinstance(error, interpreter.IllegalMove):
        return Failed(f"that move is not on offer: {error}")
    if isinstance(error, interpreter.EngineError):
        return Failed(f"the match cannot go on: {error}")
    if isinstance(error, interpreter.FormNotRunning):
        return Failed(f"the engine does not run this yet: {error}")
    if "interpreter.native" in sys.modules:
        from interpreter.native.llvm import REMEDY, FastUnavailable

        if isinstance(error, FastUnavailable):
            return WrongCall(str(error) or REMEDY)
    return None
