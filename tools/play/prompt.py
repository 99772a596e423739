"""The talk at the terminal: whose turn it is at the screen, what is shown, what is typed."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import Factory, define
from rich.console import Console
from rich.table import Table
from rich.text import Text

from interpreter import Decision, EngineError, IllegalMove, LogEvent, Match, Option, Range, Several
from rulelang.files import printable
from tools.bots import Bot, generator
from tools.failures import Failed
from tools.play.answers import FOLDED, Choices
from tools.play.printed import Printed
from tools.play.saves import keep
from tools.play.table import Part, details, draw, parts_of
from tools.telling import told
from tools.wording import counted, seat_name, shortened
from tools.writing import write_new, write_whole

HELP = """\
  a number or text   take that option        ? 2        what option 2 does, and where the rules say so
  reroll 1 3         several things by place (where the question lists them so)
  why TEXT           why TEXT is no option   undo       take back your last choice, if nobody saw it
  table              draw the table again    log        all that has happened, as you saw it
  save FILE          keep the match in FILE  quit       leave; the match is kept"""

MOST_LISTED = 40
MOST_HELP = 60  # letters of what the rules say of an option; `? 2` tells all
MOST_DETAILS = 110  # letters of what is printed on the card that it names
MOST_CITED = 3  # statements of the rulebook that a refusal spells out: what it is about stands first
MOST_REPEATED = 60  # letters of what somebody has typed
_CITED = re.compile(r"(?: @[A-Za-z0-9-]+)+$")  # what a refusal ends in


class Leave(Exception):
    """Somebody wants to stop here."""


@define
class Talk:
    """One sitting: a match, the people at the screen, and bots in all other seats."""

    match: Match
    people: frozenset[int]
    bot: Bot
    console: Console
    kept_in: Path
    kept: str | None = None  # what this match has left there
    seed: int = 0
    made: int = 0  # choices made so far, by anybody; the bots' generators count by it
    read: Callable[[str], str] = input
    at_screen: int | None = None
    heard: dict[int, int] = Factory(dict)  # seat -> how many events it has been told
    drawn: dict[int, tuple[object, list[Part]]] = Factory(dict)  # seat -> turn and table as last drawn for it
    details: Mapping[str, str] = Factory(dict)  # what is printed on the cards that are seen now, by name
    printed: Printed | None = None
    own_files: set[Path] = Factory(set)
    cannot_keep: bool = False

    def play(self) -> None:
        """Play to the end of the match.

        Raises: Leave, KeyboardInterrupt, EOFError, when somebody stops; Failed, when the rules do not carry
        on. The match up to the last question is then in ``kept_in``.
        """
        try:
            while (decision := self.match.decision) is not None:
                if decision.player in self.people:
                    self.keep()
                    self.hand_over(decision.player)
                    self.tell_events(decision.player)
                    self.tell_table(decision.player)
                    self.ask(decision)
                else:
                    self.take(self.bot(self.match, generator(self.seed, self.made)))
        except EngineError as error:
            where = "" if self.kept is None else f"\nIt is kept in {self.kept_in}"
            raise Failed(f"the match cannot go on: {error}{where}") from error
        self.tell_result()

    def take(self, index: int) -> None:
        """Make a choice."""
        self.match.choose_index(index)
        self.made += 1
        if not self.people:
            self.tell_events(None)

    def keep(self) -> None:
        """Write the match to its file; that it cannot be written is said once, and no reason to stop."""
        text = self.match.save()
        try:
            path = keep(self.kept_in, text, self.kept)
        except (OSError, ValueError) as error:
            if not self.cannot_keep:
                reason = getattr(error, "strerror", None) or error
                self.say(f"The match cannot be kept in {self.kept_in}: {reason}", "red")
            self.cannot_keep = True
            return
        if path != self.kept_in:
            self.say(f"{self.kept_in} holds another match by now; this one is kept in {path}", "red")
        self.kept_in, self.kept = path, text

    # ------------------------------------------------------------------ showing

    def say(self, text: str, style: str = "") -> None:
        """Print text that may hold names from a rules file: nothing in it is markup or a control code."""
        clean = "\n".join(printable(line) for line in text.split("\n"))
        self.console.print(Text(clean, style=style), highlight=False)

    def hand_over(self, seat: int) -> None:
        """Before another person's hand is shown, make sure that this person sits at the screen."""
        if len(self.people) > 1 and self.at_screen != seat:
            self.wipe()
            self.read(f"Pass the screen to {seat_name(seat)}, who then presses Enter: ")
            self.drawn.pop(seat, None)
        self.at_screen = seat

    def wipe(self) -> None:
        """Take what is on the screen away, also what one could scroll back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J\x1b[2J\x1b[H")
            self.console.file.flush()

    def events(self, seat: int | None) -> tuple[LogEvent, ...]:
        """All events as the seat saw them; without a seat, as an all-seeing reader would."""
        return self.match.log if seat is None else self.match.log_for(seat)

    def tell_events(self, seat: int | None) -> None:
        """What has happened since this seat was last told."""
        events = self.events(seat)
        key = -1 if seat is None else seat
        self.tell_each(events[self.heard.get(key, 0) :])
        self.heard[key] = len(events)

    def tell_each(self, events: Iterable[LogEvent]) -> None:
        """The events that people want to hear of, a line each."""
        for line in told(events):
            self.say(f"  * {line}", "dim")

    def tell_table(self, seat: int, again: bool = False) -> None:
        """Draw the table, unless this seat sees it already: all of it once a turn, then what has changed."""
        view: dict[str, Any] = self.match.view(seat)
        printed = self.printed_on_cards()
        now = view["turn"], parts_of(view, printed)
        turn, before = self.drawn.get(seat, (None, []))
        if again or turn != now[0]:
            before = []
        if not before or now[1] != before:
            self.console.print()
            self.console.print(draw(view, printed, before))
        self.drawn[seat] = now
        self.details = details(view, printed)

    def printed_on_cards(self) -> Printed:
        """What is printed on the cards of the game."""
        if self.printed is None:
            self.printed = Printed(self.match.game)
        return self.printed

    def tell_options(self, decision: Decision, indexes: Iterable[int] | None = None) -> None:
        """The question and what may be answered, each with what it does."""
        choices = choices_of(decision)
        listed = list(choices.listed if indexes is None else indexes)
        rows = Table.grid(padding=(0, 2))
        rows.add_column(justify="right", style="bold")
        rows.add_column()
        rows.add_column(style="dim")
        more = [self.about(decision, decision.options[index]) for index in listed[:MOST_LISTED]]
        if len(more) > 1 and len(set(more)) == 1:
            more = [""] * len(more)  # what is true of all of them helps nobody to choose
        for index, text in zip(listed, more, strict=False):
            label = printable(decision.options[index].label).replace("_", " ")
            rows.add_row(Text(choices.key(index)), Text(label), Text(text))
        self.console.print(rows)
        if len(listed) > MOST_LISTED:
            self.say(f"  and {len(listed) - MOST_LISTED} more: type a part of the text to see those")
        if indexes is None:
            for each in choices.folded:
                self.tell_several(each)
            for one in choices.long_ranges:
                self.tell_range(decision, one)

    def about(self, decision: Decision, option: Option) -> str:
        """What to tell beside an option: what is printed on the card that it names, or what the rules say."""
        label = option.label
        names = (label, label.rpartition(": ")[2], label.partition("(")[2].removesuffix(")"))
        for name in names:
            if name in self.details:
                return shortened(self.details[name], MOST_DETAILS)
        return shortened(printable(option.help.removeprefix(decision.prompt)), MOST_HELP)

    def tell_several(self, each: Several) -> None:
        """Choices of several things in one line, and how to make one."""
        word = printable(each.word).replace("_", " ")
        things = "   ".join(
            f"{place} {printable(thing).replace('_', ' ')}" for place, thing in enumerate(each.things, 1)
        )
        self.say(f"{word or 'several'}:  {things}")
        some = next((chosen for chosen in each.chosen.values() if len(chosen) > 1), (0,))
        call = " ".join([word, *(str(place + 1) for place in some)]).strip()
        self.say(f"  ({len(each.chosen)} choices: name those that you mean by place, as in `{call}`)", "dim")

    def tell_range(self, decision: Decision, each: Range) -> None:
        """Choices of one number among many in one line."""
        first, last = (
            printable(decision.options[index].label).replace("_", " ")
            for index in (each.first, each.first + each.count - 1)
        )
        self.say(f"{first} to {last}")
        self.say(f"  ({each.count} choices: name the number that you mean)", "dim")

    def tell_result(self) -> None:
        """The last events and who won."""
        result = self.match.result
        assert result is not None
        self.tell_events(self.at_screen if self.people else None)
        if self.people and self.at_screen is not None:
            self.tell_table(self.at_screen)
        self.console.print()
        me = self.at_screen if len(self.people) == 1 else None
        names = " and ".join(seat_name(seat, me) for seat in result.winners) or "nobody"
        self.say(f"The match is over ({result.reason}). Winner: {names}", "bold")
        if any(score is not None for score in result.scores):
            scores = (f"{seat_name(seat, me)} {score}" for seat, score in enumerate(result.scores))
            self.say(f"Scores: {', '.join(scores)}")

    # ------------------------------------------------------------------ asking

    def tell_question(self, decision: Decision) -> None:
        """What is asked, and the answers."""
        name = f"{seat_name(decision.player)}: " if len(self.people) > 1 else ""
        self.say(f"{name}{decision.prompt.replace('_', ' ')}", "bold")
        self.tell_options(decision)

    def ask(self, decision: Decision) -> None:
        """Put the question until it is answered or taken back."""
        self.console.print()
        self.tell_question(decision)
        while True:
            typed = self.read("> ").strip()
            if typed and self.answered(decision, typed):
                return

    def answered(self, decision: Decision, typed: str) -> bool:
        """Whether what was typed has moved the match; if not, it has been dealt with."""
        choices = choices_of(decision)
        found = choices.find(typed)
        exact = len(found) == 1 and typed.casefold() in (
            decision.options[found[0]].id.casefold(),
            choices.key(found[0]).casefold(),
        )
        word, _, rest = typed.lstrip("/").partition(" ")
        if not exact and (typed[0] == "?" or word.casefold() in COMMANDS):
            if typed[0] == "?":
                return self.explain(decision, typed[1:].strip())
            return COMMANDS[word.casefold()](self, decision, rest.strip())
        if len(found) == 1:
            self.take(found[0])
            return True
        folded = [each for each in choices.folded if set(found) & set(each.chosen)]
        if (
            found
            and set(found) <= {index for each in folded for index in each.chosen}
            and len(found) > FOLDED
        ):
            self.say("Which of these?")
            for each in folded:
                self.tell_several(each)
        elif found:
            self.say(f"That may mean {counted(len(found), 'option')}:")
            self.tell_options(decision, found)
        else:
            typed = shortened(typed, MOST_REPEATED)
            self.say(
                f"`{typed}` is no option here; `why {typed}` may say why, `help` lists what can be typed."
            )
        return False

    def explain(self, decision: Decision, rest: str) -> bool:
        """`?`, or `? 2`: what an option does, with the words of the rulebook."""
        found = choices_of(decision).find(rest) if rest else []
        if not rest:
            self.say(HELP)
        for index in found:
            option = decision.options[index]
            self.say(option.label, "bold")
            if option.help:
                self.say(f"  {option.help}")
            elif not option.citations:
                self.say("  The rules say no more of it.")
            self.cite(option.citations)
        if rest and not found:
            self.say(f"`{shortened(rest, MOST_REPEATED)}` is no option here.")
        return False

    def cite(self, citations: Iterable[str]) -> None:
        """The statements of the rulebook that are meant."""
        catalogue = {statement.id: statement for statement in self.match.game.catalogue}
        for citation in citations:
            statement = catalogue.get(citation)
            self.say(f"  @{citation}" + (f"  {statement.paraphrase}" if statement is not None else ""))

    def why(self, decision: Decision, rest: str) -> bool:
        """`why TEXT`: the rule that stands against it."""
        if not rest:
            self.say("Say what you would like to do: why TEXT")
            return False
        refusal = self.match.why_not(rest, decision.player)
        cited = _CITED.search(refusal)
        self.say(refusal if cited is None else refusal[: cited.start()])
        citations = cited.group().split() if cited is not None else []
        self.cite(citation.removeprefix("@") for citation in citations[:MOST_CITED])
        if len(citations) > MOST_CITED:
            self.say(f"  {' '.join(citations[MOST_CITED:])}")
        return False

    def undo(self, decision: Decision, rest: str) -> bool:
        """`undo`: one's last choice taken back, if nothing became known by it and nobody answered."""
        try:
            self.match.undo()
        except IllegalMove as error:
            self.say(f"That cannot be taken back: {error}")
            return False
        self.made -= 1
        self.heard[decision.player] = min(
            self.heard.get(decision.player, 0), len(self.events(decision.player))
        )
        self.say("Taken back.")
        return True

    def save(self, decision: Decision, rest: str) -> bool:
        """`save FILE`: the match as it is now, in a file of its own."""
        if not rest:
            self.say(f"Say where: save FILE. The match is always kept in {self.kept_in} too.")
            return False
        path = Path(os.path.expanduser(rest))
        try:
            write = write_whole if path.resolve() in self.own_files else write_new
            write(path, self.match.save())
        except FileExistsError:
            self.say(f"{path} is there already; choose another name.")
            return False
        except (OSError, RuntimeError, ValueError) as error:
            self.say(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}")
            return False
        self.own_files.add(path.resolve())
        self.say(f"Saved in {path}")
        return False

    def show_log(self, decision: Decision, rest: str) -> bool:
        """`log`: everything so far."""
        self.tell_each(self.events(decision.player))
        return False

    def show_table(self, decision: Decision, rest: str) -> bool:
        """`table`: drawn again, with the question."""
        self.tell_table(decision.player, again=True)
        self.console.print()
        self.tell_question(decision)
        return False

    def show_help(self, decision: Decision, rest: str) -> bool:
        """`help`: what can be typed; of an option, what it does."""
        return self.explain(decision, rest)

    def leave(self, decision: Decision, rest: str) -> bool:
        """`quit`."""
        raise Leave


def choices_of(decision: Decision) -> Choices:
    """The options of a question, as they can be typed."""
    return Choices(decision.options, decision.several, decision.ranges)


COMMANDS: dict[str, Callable[[Talk, Decision, str], bool]] = {
    "help": Talk.show_help,
    "why": Talk.why,
    "undo": Talk.undo,
    "save": Talk.save,
    "log": Talk.show_log,
    "table": Talk.show_table,
    "quit": Talk.leave,
    "exit": Talk.leave,
}
