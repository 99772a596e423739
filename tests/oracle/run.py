"""Statements and phases: a match is one generator of questions (meanings 1, 11, 16, 18, 20)."""

import contextlib
import copy
from typing import Any

from rulelang import game as g
from tests.oracle.chance import Steps
from tests.oracle.search import Copies
from tests.oracle.things import (
    ANSWER,
    SECRET,
    Env,
    Fails,
    GameOver,
    Happening,
    InPhase,
    Jump,
    Lasts,
    OracleError,
    Player,
    StopEffect,
)
from tests.oracle.windows import Windows

WITHOUT_QUESTION = 100_000  # statements between two questions


class Run(Windows):
    def __init__(self, game: g.Game, seats: int, invariants: bool = True) -> None:
        self.whole: list[Any] | None = None
        self.together = 0
        self.depth = 0
        self.in_setup = True
        self.entered: list[str] = []  # phases that run, also while rules answer before they begin
        self.queue: list[Happening] = []
        self.chain: list[Env | None] = []
        self.carried: dict[Any, set[Any]] = {}
        self.forced: list[tuple[int, str]] = []
        self.told: list[tuple[str, tuple[Any, ...]]] = []
        self.spans: dict[str, bool] = {}
        self.budget: int | None = None
        self.gave_up: list[int] = []
        self.statements = 0
        self.testing_invariants = invariants
        self.silent: set[str] = set()  # in examples: phases that begin once without telling
        super().__init__(game, seats)
        self.prepare_events()
        self.handlers = {
            g.Move: self.do_move,
            g.Draw: self.do_draw,
            g.Shuffle: self.do_shuffle,
            g.Set: self.do_set,
            g.Gain: self.do_gain,
            g.Pay: self.do_pay,
            g.Roll: self.do_roll,
            g.Show: self.do_show,
            g.Announce: self.do_announce,
            g.Cancel: self.do_cancel,
            g.TakeOver: self.do_take_over,
            g.Choose: self.do_choose,
            g.Let: self.do_let,
            g.Eliminate: self.do_eliminate,
            g.CountUp: self.do_count_up,
            g.Lasting: self.do_lasting,
        }
        self.compound = {
            g.Do: self.do_do,
            g.May: self.do_may,
            g.ChooseOption: self.do_choose_option,
            g.Open: self.do_open,
            g.Pause: self.do_pause,
            g.Requires: self.do_requires,
            g.Skip: self.do_skip,
            g.EndOf: self.do_end_of,
            g.EndGame: self.do_end_game,
            g.Wins: self.do_wins,
            g.If: self.do_if,
            g.ForEach: self.do_for_each,
            g.Repeat: self.do_repeat,
            g.Together: self.do_together,
        }

    def fork(self) -> tuple["Run", Copies]:
        """An independent match in the same state, for a search; what does not change is shared."""
        copies = Copies()
        run = copy.copy(self)
        run.state = self.state.copy(copies)
        run.looked = set()
        run.orderless, run.walked, run.walking = 0, frozenset(), {}
        run.saw_hidden = False
        run.queue, run.chain, run.told = [], [], list(self.told)
        run.carried, run.spans, run.forced = {}, dict(self.spans), []
        run.forms = {form: getattr(run, f"_{form.__name__}") for form in self.forms}
        run.handlers = {form: getattr(run, how.__name__) for form, how in self.handlers.items()}
        run.compound = {form: getattr(run, how.__name__) for form, how in self.compound.items()}
        return run, copies

    # ---------------------------------------------------------------- statements

    def run_body(self, body: g.Body, env: Env, start: int = 0) -> Steps[None]:
        for n in range(start, len(body)):
            with self.before_rest(lambda run, its_env, n=n: run.run_body(body, its_env, n + 1), env):
                yield from self.statement(body[n], env)

    def statement(self, s: g.Stmt, env: Env) -> Steps[None]:
        """One thing at a time: it finishes, with everything it triggered, before the next begins."""
        self.count()
        if isinstance(s, g.PhaseStmt):
            yield from self.run_phase(s.key, env)
        elif type(s) in self.compound:
            yield from self.compound[type(s)](s, env)
        else:
            yield from self.handlers[type(s)](s, env)
            with self.something_between():
                yield from self.end_of_step(env.you)

    def count(self) -> None:
        if self.budget is not None:
            self.budget -= 1
            if self.budget <= 0:
                raise Fails("the budget is spent")
        self.statements += 1
        if self.statements > WITHOUT_QUESTION:
            raise OracleError("a turn without end")

    def do_let(self, s: g.Let, env: Env) -> Steps[None]:
        self.bind(s.var, (yield from self.value(s.value, env)), env)

    def do_lasting(self, s: g.Lasting, env: Env) -> Steps[None]:
        """`until EVENT:` begins now, and remembers the names bound now."""
        self.state.clock += 1
        self.state.version += 1
        owner = self.owner(env.this) if env.this is not None else None
        self.state.lasting.append(Lasts(s, env.copy(), self.state.clock, owner))
        yield from ()

    def do_do(self, s: g.Do, env: Env) -> Steps[None]:
        who = env.you if s.who is None else (yield from self.value(s.who, env))
        if s.who is not None and who is None:
            self.fail("nobody does it")
            return
        yield from self.do(s.effect, who, env)

    def do_requires(self, s: g.Requires, env: Env) -> Steps[None]:
        if not (yield from self.test(s.test, env)):
            self.fail("a requirement")
            raise StopEffect

    def do_skip(self, s: g.Skip, env: Env) -> Steps[None]:
        yield from ()
        raise Jump("skip", s.phase)

    def do_end_of(self, s: g.EndOf, env: Env) -> Steps[None]:
        yield from ()
        runs = [window.key for window in self.state.windows] if s.window else self.entered
        if s.key not in runs:
            self.fail("it does not run")
            return
        raise Jump("window" if s.window else "end", s.key)

    def do_end_game(self, s: g.EndGame, env: Env) -> Steps[None]:
        yield from ()
        raise GameOver("end game")

    def do_wins(self, s: g.Wins, env: Env) -> Steps[None]:
        winners = yield from self.value(s.who, env)
        if winners is None:
            self.fail("nobody is meant")
            return
        raise GameOver("wins", tuple(self.as_list(winners)))

    def do_eliminate(self, s: g.Eliminate, env: Env) -> Steps[None]:
        who = yield from self.value(s.who, env)
        for player in self.as_list(who):
            if player in self.state.gone:
                continue
            happening = Happening("eliminated", "", env.you, player)
            if (yield from self.answer(happening, "instead")):
                continue
            yield from self.answer(happening, "before")
            self.state.gone[player] = s.until
            self.state.version += 1
            self.queue.append(happening)

    def do_count_up(self, s: g.CountUp, env: Env) -> Steps[None]:
        """Labelled lines that count into a counter of each player."""
        tally = self.game.tallies[s.key]
        for player in (yield from self.work_out(lambda: self.candidates(tally.of, Env()))):
            inner = Env({tally.of.var.id: player}, player)
            for _, line, _ in tally.lines:
                amount = yield from self.value(line, inner)
                at = tally.into, (), player
                yield from self.change(
                    *at,
                    lambda at=at, n=amount or 0: self.within(at, self.before(at) + n, True),
                    env.you,
                )

    # ---------------------------------------------------------------- order of doing

    def do_if(self, s: g.If, env: Env) -> Steps[None]:
        for test, body in s.branches:
            if (yield from self.test(test, env)):
                yield from self.run_body(body, env)
                return
        yield from self.run_body(s.otherwise, env)

    def do_together(self, s: g.Together, env: Env) -> Steps[None]:
        """One step: what it triggers waits for its end."""
        self.together += 1
        stopped: StopEffect | None = None
        try:
            with self.before_rest(lambda run, its_env: run.end_together(its_env), env):
                yield from self.run_body(s.body, env)
        except StopEffect as stop:
            stopped = stop  # a requirement inside: with that the block is over
        finally:
            self.together -= 1
        with self.something_between():
            yield from self.end_of_step(env.you)
        if stopped is not None:
            raise stopped

    def end_together(self, env: Env) -> Steps[None]:
        self.together -= 1
        yield from self.end_of_step(env.you)

    def do_repeat(self, s: g.Repeat, env: Env) -> Steps[None]:
        if s.times is not None:
            yield from self.repeat_times(s, (yield from self.value(s.times, env)) or 0, env)
        else:
            yield from self.repeat_until(s, env)

    def repeat_times(self, s: g.Repeat, times: int, env: Env) -> Steps[None]:
        for n in range(times):
            with self.before_rest(lambda run, its_env, n=n: run.repeat_times(s, times - n - 1, its_env), env):
                yield from self.run_body(s.body, env)

    def repeat_until(self, s: g.Repeat, env: Env) -> Steps[None]:
        """Tested after each time."""
        while True:
            self.count()
            with self.before_rest(lambda run, its_env: run.perhaps_again(s, its_env), env):
                yield from self.run_body(s.body, env)
            if s.until is None or (yield from self.test(s.until, env)):
                return

    def perhaps_again(self, s: g.Repeat, env: Env) -> Steps[None]:
        if s.until is not None and not (yield from self.test(s.until, env)):
            yield from self.repeat_until(s, env)

    def do_for_each(self, s: g.ForEach, env: Env) -> Steps[None]:
        """Over things fixed at the start."""
        items = yield from self.work_out(lambda: self.candidates(s.selector, env))
        if s.order == "at once":
            yield from self.at_once(s, items, env)
        elif s.order == "ordered by":
            yield from self.ordered(s, items, env)
        else:
            yield from self.loop(s, items, env)

    def loop(self, s: g.ForEach, items: list[Any], env: Env) -> Steps[None]:
        for n, item in enumerate(items):
            if item in self.state.gone and not s.selector.every_seat:
                continue
            self.bind(s.selector.var, item, env)
            with self.before_rest(lambda run, its_env, n=n: run.loop(s, items[n + 1 :], its_env), env):
                yield from self.run_body(s.body, env)

    def ordered(self, s: g.ForEach, items: list[Any], env: Env) -> Steps[None]:
        """Asks for the next one each time."""
        left = list(items)
        while left:
            item = yield from self.next_item(s, left, env)
            left.remove(item)
            self.bind(s.selector.var, item, env)
            with self.before_rest(
                lambda run, its_env, rest=tuple(left): run.ordered(s, list(rest), its_env), env
            ):
                yield from self.run_body(s.body, env)

    def next_item(self, s: g.ForEach, left: list[Any], env: Env) -> Steps[Any]:
        def then(run: Any, its_env: Env, pick: Any) -> Steps[None]:
            item = yield from run.take(pick, who)
            run.bind(s.selector.var, item, its_env)
            yield from run.run_body(s.body, its_env)
            yield from run.ordered(s, [other for other in left if other != item], its_env)

        assert s.by is not None
        who = yield from self.value(s.by, env)
        if who is None:
            return left[0]
        while True:
            options = self.still_possible(self.merged(left, who), who, env, then)
            pick = yield from self.put_question(who, options)
            if pick is not None:
                return (yield from self.take(pick, who))

    def at_once(self, s: g.ForEach, items: list[Any], env: Env) -> Steps[None]:
        """The choices at the head are put to all; when the last has answered the bodies go on in turn order
        (meaning 18). Somebody of whom not all can see that it is not his turn to choose gets an empty
        question (additions 1.1)."""
        head = 0
        while head < len(s.body) and isinstance(s.body[head], g.Choose | g.ChooseOption):
            head += 1
        asked = items
        if s.selector.var.type.base == "player" and s.selector.where is not None:
            asked = yield from self.work_out(lambda: self.perhaps_meant(s.selector, env))
        answers: dict[Any, list[Any]] = {}
        for n, item in enumerate(asked):
            others = asked[n + 1 :] + asked[:n]

            def rest(run: Any, its_env: Env, item: Any = item, others: list[Any] = others) -> Steps[None]:
                """In a search for the one asked, who does not know what the others choose: they are asked anew."""
                its = {item: [*answers[item], its_env.vars[ANSWER]]}
                yield from run.heads(s, head, item, its, its_env)
                for other in others:
                    if other in items:
                        yield from run.heads(s, head, other, its, its_env)
                    else:
                        yield from run.ask(other, ["pass"], [None])
                yield from run.bodies(s, head, items, its, its_env, False)

            if item not in items:
                yield from self.ask(item, ["pass"], [None])
                continue
            with self.before_rest(rest, env):
                yield from self.heads(s, head, item, answers, env)
        yield from self.bodies(s, head, items, answers, env, self.imagining is None)

    def heads(self, s: g.ForEach, head: int, item: Any, answers: dict[Any, list[Any]], env: Env) -> Steps[None]:
        """One makes his choices, those that he has not made yet."""
        self.bind(s.selector.var, item, env)
        mine = answers.setdefault(item, [])
        for choice in s.body[len(mine) : head]:
            if isinstance(choice, g.ChooseOption):
                env.vars[ANSWER] = yield from self.choose_option(choice, env, extra=False)
                if env.vars[ANSWER] is None:
                    self.fail("no option")
            else:
                assert isinstance(choice, g.Choose)
                yield from self.do_choose(choice, env)
                env.vars[ANSWER] = env.vars[choice.selector.var.id]
            mine.append(env.vars[ANSWER])

    def bodies(
        self,
        s: g.ForEach,
        head: int,
        items: list[Any],
        answers: dict[Any, list[Any]],
        env: Env,
        real: bool,
        taken: int = 0,
    ) -> Steps[None]:
        """What follows, in turn order. ``real``: the answers were not given in a search. ``taken``: so many of the first
        one's are carried out already."""
        for n, item in enumerate(items):
            self.bind(s.selector.var, item, env)
            for choice, answer in zip(s.body[:head], answers[item], strict=True):
                if isinstance(choice, g.Choose):
                    self.bind(choice.selector.var, answer, env)
                    env.vars.pop(SECRET - choice.selector.var.id, None)
                    if real and choice.secretly:
                        env.vars[SECRET - choice.selector.var.id] = self.ev(choice.who, env).seat
            for number in range(taken, head):
                choice, answer = s.body[number], answers[item][number]
                if isinstance(choice, g.Choose) or answer is None:
                    continue
                offer, values = answer

                def others(run: Any, its_env: Env, n: int = n, number: int = number) -> Steps[None]:
                    yield from run.bodies(s, head, items[n:], answers, its_env, real, number + 1)

                with self.before_rest(others, env):
                    yield from self.carry_out_option(offer, values, env)

            def later(run: Any, its_env: Env, n: int = n) -> Steps[None]:
                yield from run.bodies(s, head, items[n + 1 :], answers, its_env, real)

            with self.before_rest(later, env):
                yield from self.run_body(s.body, env, head)
            taken = 0

    def perhaps_meant(self, selector: g.Selector, env: Env) -> list[Any]:
        found = []
        for value in self.domain(selector, env):
            env.vars[selector.var.id] = value
            if self.fits(selector, value, env) or self.may_fit(selector, value, env):
                found.append(value)
        return found

    # ---------------------------------------------------------------- phases (meaning 11)

    def ancestors(self, key: str) -> list[str]:
        """The phases that contain it, outermost first, and itself."""
        path = [key]
        while (parent := self.game.phases[path[0]].parent) is not None:
            path.insert(0, parent)
        return path

    def run_phase(self, key: str, env: Env, into: str | None = None) -> Steps[None]:
        """A phase with all its repetitions. ``into``: a phase inside, with which to begin. `end` leaves off
        repeating."""
        self.entered.append(key)
        try:
            yield from self.all_times(self.game.phases[key], env, into)
        except Jump as jump:
            if (jump.how, jump.key) != ("end", key):
                raise
            yield from self.landed(jump)
        finally:
            self.entered.pop()

    def all_times(self, phase: g.Phase, env: Env, into: str | None) -> Steps[None]:
        if phase.loop is None:
            yield from self.phase_once(phase, env, into)
        elif phase.loop == "repeated":
            while True:
                self.count()
                inner = yield from self.phase_once(phase, env, into)
                into = None
                if phase.until is not None and (yield from self.test(phase.until, inner)):
                    return
        elif phase.loop == "turns":
            yield from self.turns(phase, env, into)
        else:
            assert phase.selector is not None
            selector = phase.selector
            items = yield from self.work_out(lambda: self.candidates(selector, env))
            while items:
                item = items[0]
                if phase.order == "ordered by" and phase.by is not None:
                    who = yield from self.value(phase.by, env)
                    if who is not None:
                        item = yield from self.ask_next(items, who)
                items.remove(item)
                if item in self.state.gone and not selector.every_seat:
                    continue
                self.bind(selector.var, item, env)
                yield from self.phase_once(phase, env, into)
                into = None

    def merged(self, items: list[Any], who: Player) -> list[Any]:
        """The items as options, alike ones merged."""
        span = self.game.cards[0].span if self.game.cards else next(iter(self.game.phases.values())).span
        source = g.Var(id=-1, name="left", type=g.Type("list"))
        one = g.Var(id=-2, name="next", type=g.Type("list"))
        listed = g.Local(var=source, type=source.type, span=span)
        return self.picks(g.Selector(var=one, source=listed, span=span), who, Env({-1: tuple(items)}, who))

    def ask_next(self, items: list[Any], who: Player) -> Steps[Any]:
        while True:
            pick = yield from self.put_question(who, self.merged(items, who))
            if pick is not None:
                return (yield from self.take(pick, who))

    def turns(self, phase: g.Phase, env: Env, into: str | None) -> Steps[None]:
        """Goes on with the next player who is in the game. The variable that says whose turn it is goes
        along."""
        assert phase.of is not None
        whose = phase.of
        player: Player | None = None
        while True:
            self.count()
            if player is not None and not isinstance(whose, g.Stored):
                inner = yield from self.phase_once(phase, env, into, player)
            else:
                player = yield from self.value(whose, env)
                if player in self.state.gone:
                    player = self.beside(player, 1)
                inner = yield from self.phase_once(phase, env, into, player)
            into = None
            if phase.until is not None and (yield from self.test(phase.until, inner)):
                return
            if isinstance(whose, g.Stored):
                now = yield from self.value(whose, env)
                at = self.target(whose, env)
                if at is not None and now is not None:
                    following = self.beside(now, 1)
                    yield from self.change(*at, lambda following=following: following, None)
                    yield from self.end_of_step(None)
            elif player is not None:
                player = self.beside(player, 1)

    def phase_once(
        self, phase: g.Phase, env: Env, into: str | None, turn: Player | None = None
    ) -> Steps[Env]:
        """Yields the names of the phase, and who `you` was in it."""
        player = turn
        if turn is None and phase.of is not None:
            player = yield from self.value(phase.of, env)
        inner = env.inside(player if phase.of is not None else env.you)
        begins = Happening("begins", phase.key, of=player)
        quiet = phase.key in self.silent
        self.silent.discard(phase.key)
        if not quiet:
            if (yield from self.answer(begins, "instead")):
                return inner
            yield from self.answer(begins, "before")
        self.state.phases.append(InPhase(phase.key, player, phase.of is not None))
        self.state.version += 1
        if quiet:
            self.note(begins, quiet=True)
        else:
            self.queue.append(begins)
        self.chain.append(inner)
        known = set(env.vars)
        begun = False
        landing: Jump | None = None
        try:
            while True:
                try:
                    if not begun:
                        begun = True
                        yield from self.end_of_step(None)
                    if landing is not None:
                        jump, landing = landing, None
                        yield from self.landed(jump)
                    yield from self.phase_body(phase.body, inner, into)
                    break
                except StopEffect:
                    break
                except Jump as jump:
                    if jump.how == "skip" and phase.key in self.ancestors(jump.key)[:-1]:
                        into, landing = jump.key, jump
                        continue
                    jump.left.append(Happening("ends", phase.key, of=player))
                    self.over(phase)
                    raise
        finally:
            self.chain.remove(inner)
            # its names are its own
            for name in set(env.vars) - known:
                del env.vars[name]
        yield from self.leave_phase(phase, player)
        return inner

    def landed(self, jump: Jump) -> Steps[None]:
        """After a jump, which has left its phases at once: their ends."""
        self.together = 0
        self.queue += jump.left
        yield from self.end_of_step(None)

    def over(self, phase: g.Phase) -> None:
        """It runs no more, and who was eliminated until then comes back."""
        self.state.phases.pop()
        for player in [p for p, until in self.state.gone.items() if until == phase.key]:
            del self.state.gone[player]
        self.state.version += 1

    def leave_phase(self, phase: g.Phase, player: Player | None) -> Steps[None]:
        """Its end, as it comes of itself."""
        self.together = 0
        ends = Happening("ends", phase.key, of=player)
        try:
            yield from self.answer(ends, "before")
            self.queue.append(ends)
            yield from self.end_of_step(None)
        except Jump:
            self.over(phase)
            raise
        self.over(phase)
        yield from self.end_of_step(None)

    def phase_body(self, body: g.Body, env: Env, into: str | None) -> Steps[None]:
        start = 0
        if into is not None:
            path = self.ancestors(into)
            for n, s in enumerate(body):
                if isinstance(s, g.PhaseStmt) and s.key in path:
                    yield from self.run_phase(s.key, env, None if s.key == into else into)
                    start = n + 1
                    break
        yield from self.run_body(body, env, start)

    # ---------------------------------------------------------------- a whole match

    def play(self) -> Steps[GameOver]:
        """Everything from the setup to the end."""
        try:
            env = Env()
            self.chain = [env]
            self.last = self.watch()
            start: str | None = None
            try:
                with contextlib.suppress(StopEffect):
                    yield from self.run_body(self.game.setup, env)
            except Jump as jump:
                start = jump.key
            self.in_setup = False
            self.together = 0
            yield from self.end_of_step(None)
            yield from self.program(env, start)
        except GameOver as over:
            return over
        return GameOver("last phase over")

    def program(self, env: Env, start: str | None = None) -> Steps[None]:
        keys = self.game.program
        at, into = 0, None
        landing: Jump | None = None
        if start is not None:
            at, into = self.entrance(start)
        while at < len(keys):
            try:
                if landing is not None:
                    jump, landing = landing, None
                    yield from self.landed(jump)
                yield from self.run_phase(keys[at], env, into)
                at, into = at + 1, None
            except Jump as jump:
                at, into = self.entrance(jump.key)
                landing = jump

    def entrance(self, key: str) -> tuple[int, str | None]:
        """Which outermost phase to run so as to get to a phase, and whether it lies inside."""
        outermost = self.ancestors(key)[0]
        return self.game.program.index(outermost), None if outermost == key else key
