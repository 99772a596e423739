"""Recorded matches under other rules: whether they go as they went, else the first step that does not, and the rule."""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from attrs import frozen

import interpreter
from interpreter.log import RECORD
from rulelang import Game, RulesError
from rulelang.files import printable
from tools.failures import WrongCall
from tools.replay import read
from tools.sides import Settings, Side
from tools.wording import seat_name, shortened

SAME, DIFFERS, FOREIGN = "same", "differs", "foreign"


@frozen
class Verdict:
    """What becomes of one record."""

    file: str
    what: str  # same, differs, or foreign: it was recorded with other rules than the first game has
    step: int | None = None  # of the choices, from 1; 0 is what happens before the first
    rule: str | None = None
    place: str | None = None
    said: str = ""


def verdict(file: Path, first: Side, second: Side, other_rules: bool) -> Verdict:
    """The record in a file under the rules of both.

    Raises: WrongCall if the file is no record of this game; RulesError.
    """
    record = read(file)
    before, after = under(file, record, first, second)
    if isinstance(after, str):
        return Verdict(str(file), DIFFERS, said=after)
    if record["digest"] != before.digest and not other_rules:
        said = f"it was recorded with other rules of {before.name} than `{first.called}` has"
        return Verdict(str(file), FOREIGN, said=said)
    least, most = after.players
    if not least <= record["players"] <= most:
        return Verdict(str(file), DIFFERS, said=f"{after.name} is no longer for {record['players']} players")
    return compared(str(file), record, before, after)


def under(file: Path, record: Mapping[str, Any], first: Side, second: Side) -> tuple[Game, Game | str]:
    """Both games with the variant and the parameters of the record, where those are not what differs; of the second
    also why it cannot be had with them."""
    plain = first.load()
    if record["game"] != plain.name:
        raise WrongCall(f"{file} is a match of {record['game']}, not of {plain.name}")
    named = record["variant"].split(" + ") if record["variant"] else []
    extra = () if record["variant"] == plain.variant else tuple(named)
    before = first.load(extra) if extra else plain
    settings: Settings = tuple(
        (name, value)
        for name, value in record["parameters"].items()
        if before.settings.get(name, value) != value
    )
    if settings:
        before = first.load(extra, settings)
    try:
        return before, second.load(extra, settings)
    except (WrongCall, RulesError) as error:
        said = error.message if isinstance(error, WrongCall) else error.diagnostics[0].message
        return before, f"its rules cannot be had any more: {said}"


@frozen
class _Played:
    """A record played as far as it goes."""

    log: tuple[interpreter.LogEvent, ...]
    ends: tuple[int, ...]  # how many events there are after each step; the first: before any
    asked: tuple[tuple[int, tuple[str, ...], str], ...]  # before each step: who, the options, the rule
    stopped: str | None  # why it goes no further
    result: object


def played(game: Game, record: Mapping[str, Any]) -> _Played:
    """The record under these rules."""
    ends, asked, stopped, match = [], [], None, None
    try:
        match = interpreter.start(game, record["players"], seed=record["seed"], chance=record["chance"])
        ends.append(len(match.records()) // RECORD)
        for choice in record["choices"]:
            decision = match.decision
            if decision is None:
                stopped = "the match is over, but the record goes on"
                break
            asked.append((decision.player, tuple(option.id for option in decision.options), decision.rule))
            if all(option.id != choice for option in decision.options):
                stopped = (
                    f"`{shortened(printable(choice), 60)}` is not on offer to {seat_name(decision.player)}"
                )
                break
            match.choose(choice)
            ends.append(len(match.records()) // RECORD)
        else:
            if (decision := match.decision) is not None:
                asked.append(
                    (decision.player, tuple(option.id for option in decision.options), decision.rule)
                )
    except interpreter.EngineError as error:
        stopped = f"the match cannot go on: {error}"
    if match is None:
        return _Played((), (), (), stopped, None)
    return _Played(match.log, tuple(ends), tuple(asked), stopped, match.result)


def compared(file: str, record: Mapping[str, Any], before: Game, after: Game) -> Verdict:
    """The first step at which the record goes otherwise."""
    one, other = played(before, record), played(after, record)
    actions = {
        action.key
        for game in (before, after)
        for offered in (
            (one.actions for one in game.windows.values()),
            (one.actions for one in game.anytimes),
        )
        for some in offered
        for action in some
    }
    for step in range(max(len(one.ends), len(other.ends), len(one.asked), len(other.asked)) + 1):
        found = events_at(one, other, step)
        if found is not None:
            rule, place, said = found
            return Verdict(file, DIFFERS, step, rule, place, said)
        asked = question(one.asked[step : step + 1], other.asked[step : step + 1], actions)
        if asked is not None:
            return Verdict(file, DIFFERS, step + 1, asked[0], None, asked[1])
    if one.stopped != other.stopped:
        said = f"before: {one.stopped or 'it goes on'}; now: {other.stopped or 'it goes on'}"
        return Verdict(file, DIFFERS, len(other.ends), None, None, said)
    if one.result != other.result:
        return Verdict(file, DIFFERS, len(other.ends) - 1, "winner", None, "it ends with another result")
    return Verdict(file, SAME)


def events_at(one: _Played, other: _Played, step: int) -> tuple[str | None, str | None, str] | None:
    """The first event of this step that is not the same: the rule that it comes from, where that stands, and both."""
    parts = []
    for play in (one, other):
        start = play.ends[step - 1] if 0 < step <= len(play.ends) else 0 if step == 0 else len(play.log)
        end = play.ends[step] if step < len(play.ends) else len(play.log)
        parts.append(play.log[start:end])
    for number in range(max(len(parts[0]), len(parts[1]))):
        was = parts[0][number] if number < len(parts[0]) else None
        now = parts[1][number] if number < len(parts[1]) else None
        if was is None or now is None or (was.what, was.text, was.you) != (now.what, now.text, now.you):
            # What only one of the two has is told with its own rule.
            told = now if now is not None and now.text else was if was is not None else now
            assert told is not None
            return told.rule, told.place, f"before: {event_said(was)}; now: {event_said(now)}"
    return None


def event_said(event: interpreter.LogEvent | None) -> str:
    """What happened."""
    if event is None:
        return "nothing more"
    text = printable(event.text).replace("_", " ") or event.what
    return shortened(text, 80) + (f" ({event.rule})" if event.rule else "")


def question(
    was: Sequence[tuple[int, tuple[str, ...], str]],
    now: Sequence[tuple[int, tuple[str, ...], str]],
    actions: Set[str],
) -> tuple[str | None, str] | None:
    """Whether somebody else is asked, or the same player has other options: the rule and both."""
    if was == now or not (was or now):
        return None
    if not was or not now:
        one = (was or now)[0]
        return one[2], f"before: {asked_said(was)}; now: {asked_said(now)}"
    (seat, options, _), (seat_now, options_now, rule) = was[0], now[0]
    if seat != seat_now:
        return rule, f"before: {seat_name(seat)} is asked; now: {seat_name(seat_now)} is"
    gone = [one for one in options if one not in options_now]
    come = [one for one in options_now if one not in options]
    if not gone and not come:
        return (rule, "the options stand in another order") if options != options_now else None
    word = (gone or come)[0].partition("(")[0]  # an option that is an action begins with its name
    rule = word if word in actions else rule
    parts = [
        f"{word} {listed(names)}"
        for word, names in (("no longer on offer:", gone), ("now on offer:", come))
        if names
    ]
    return rule, f"{seat_name(seat_now)} is asked: " + "; ".join(parts)


def asked_said(one: Sequence[tuple[int, tuple[str, ...], str]]) -> str:
    """Who is asked, if anybody is."""
    return f"{seat_name(one[0][0])} is asked by {one[0][2]}" if one else "nobody is asked any more"


def listed(names: Sequence[str]) -> str:
    """Some of the options."""
    shown = ", ".join(f"`{shortened(printable(name), 40)}`" for name in names[:4])
    return shown + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def told(one: Verdict) -> str:
    """A verdict as a line."""
    if one.what == SAME:
        return f"{one.file}: plays as before"
    where = "" if one.step is None else f"step {one.step}, " if one.step else "before the first choice, "
    rule = "" if one.rule is None else f"{one.rule}{f' ({one.place})' if one.place else ''}: "
    return f"{one.file}: {where}{rule}{one.said}"


def as_data(one: Verdict) -> dict[str, object]:
    """A verdict as plain data."""
    return {
        "file": one.file, "what": one.what, "step": one.step, "rule": one.rule, "place": one.place, "said": one.said,
    }  # fmt: skip
