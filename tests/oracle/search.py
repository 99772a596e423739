"""Completely or not at all (meaning 6): does some sequence of answers, by whomever and by chance, carry
something out?

The state is copied and what is asked about is run on the copy, answers coming from a tape; then again with
the next tape, depth first. What remains to be done of an effect that runs (its *rest*) is kept as a list of
functions, so that it too can be tried on a copy.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from tests.oracle.chance import Chance, Steps
from tests.oracle.things import Env, Fails, GameOver, Happening, Jump, OracleError, StopEffect, Unknown

BUDGET = 20_000  # statements of one search; spent, the answer is yes

C = TypeVar("C")


class Rest(Protocol):
    """What remains to be done, on the match ``run`` with the names bound in ``env``."""

    def __call__(self, run: Any, env: Env) -> Steps[None]: ...


class Copies:
    """The copy of each set of bound names, made once; phases that share their names share the copy."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[Env, Env]] = {}
        self.names: dict[int, dict[int, Any]] = {}

    def __call__(self, env: Env) -> Env:
        if id(env) not in self.made:
            names = self.names.setdefault(id(env.vars), dict(env.vars))
            self.made[id(env)] = env, Env(names, env.you, env.this, env.it, dict(env.held))
        return self.made[id(env)][1]


class Search(Chance):
    # Of the all-or-nothing effect that runs: what remains to be done after the statement that runs,
    # outermost first;
    # None where there is no such effect, or where rules and windows come between.
    whole: list[tuple[Rest, Env]] | None
    together: int  # inside so many `together` blocks
    in_setup: bool
    statements: int
    queue: list[Happening]
    budget: int | None
    gave_up: list[int]  # whose searches were broken off, in all copies of the match
    given_up_before: int = 0  # so many of them when the outermost search began

    def fork(self: C) -> tuple[C, Copies]:
        """An independent match in the same state, for a search."""
        raise NotImplementedError

    @contextmanager
    def before_rest(self, rest: Rest, env: Env) -> Iterator[None]:
        """While the block runs, ``rest`` is what comes after it."""
        whole = self.whole
        if whole is None:
            yield
            return
        whole.append((rest, env))
        try:
            yield
        finally:
            whole.pop()

    @contextmanager
    def something_between(self) -> Iterator[None]:
        """Rules and windows that come between are no part of the effect that runs."""
        whole, self.whole = self.whole, None
        try:
            yield
        finally:
            self.whole = whole

    def possible(self, seat: int, start: Callable[[Any, Copies], Steps[Any]]) -> bool:
        """Whether ``start`` on a copy can be carried out, as far as the player at ``seat`` may know."""
        if self.imagining is None:
            self.given_up_before = len(self.gave_up)
        elif len(self.gave_up) > self.given_up_before:
            return True  # what this is asked for has no end
        tape: list[int] = []
        spent = 0
        while True:
            run, copies = self.fork()
            if self.imagining is not None and self.imagining == seat:
                run.looked = set(self.looked)
            run.imagining, run.whole, run.queue, run.budget = seat, None, [], BUDGET - spent
            widths: list[int] = []
            try:
                steps = start(run, copies)
                question = next(steps)
                while True:
                    if len(widths) == len(tape):
                        tape.append(0)
                    widths.append(len(question.options))
                    question = steps.send(tape[len(widths) - 1])
            except (StopIteration, Jump, GameOver):
                return True
            except RecursionError:
                spent = BUDGET  # what goes too deep has no end either
            except Unknown:
                if self.imagining is not None:
                    raise  # what this is asked for hangs on it, too
                return True
            except (Fails, StopEffect, OracleError):
                pass
            spent = max(spent, BUDGET - run.budget + 1)
            if spent >= BUDGET:
                self.gave_up.append(seat)
                return True
            del tape[len(widths) :]
            while tape and tape[-1] + 1 >= widths[len(tape) - 1]:
                tape.pop()
            if not tape:
                return False
            tape[-1] += 1

    def still_possible(
        self, options: list[Any], who: Any, env: Env, then: Callable[[Any, Env, Any], Steps[Any]]
    ) -> list[Any]:
        """Inside an all-or-nothing effect: the options after which the rest can still be carried out, as the
        chooser may imagine it; if there is none, all."""
        rests = self.whole
        if rests is None or self.imagining is not None:
            return options

        def after(option: Any) -> Callable[[Any, Copies], Steps[None]]:
            def start(run: Any, copies: Copies) -> Steps[None]:
                yield from then(run, copies(env), option)
                for rest, its_env in reversed(rests):
                    yield from rest(run, copies(its_env))

            return start

        good = [option for option in options if self.possible(who.seat, after(option))]
        return good or options
