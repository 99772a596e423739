"""Saves and transcripts: JSON text that another process resumes or replays; anything doubtful is refused."""

import json
from typing import Any

from interpreter import slots as k
from interpreter.errors import EngineError, IllegalMove, SaveError
from interpreter.key import events_in_use, in_use
from interpreter.match import Match
from interpreter.starting import start
from rulelang.game import Game

FORMAT = 1
SIZE = 20_000_000
LIMIT = 1 << 62
LONGEST_SEED = 10_000  # bits; what is longer Python does not even print


def header(m: Match, kind: str) -> dict[str, Any]:
    if m._imagined:
        raise ValueError(f"a world that was imagined has no {kind}: its choices do not lead to it")
    game = m.game
    return {"rulelang": kind, "format": FORMAT, "game": game.name, "variant": game.variant, "digest": game.digest,
            "parameters": {key: plain(value) for key, value in game.settings.items()}, "players": m.players,
            "seed": m.seed, "chance": m.chance}


def plain(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return value if isinstance(value, (int, str, bool)) or value is None else str(value)


def save(m: Match) -> str:
    """The match as text. The log goes along only as the choices that made it; it is made anew by `resume`."""
    data = header(m, "save")
    state = m._s[:]
    timed = m.program.lay.at.get("TIMED")
    if timed is not None:
        state[timed] = 0  # what a match that tests its invariants keeps for that: who resumes it tests them anew
    # behind that is what has been, which different texts of one game leave different
    top = min(len(state), in_use(m.program, state, m._code != k.ASK))
    while top > 0 and state[top - 1] == 0:
        top -= 1
    data |= {"log": m.keeps_log, "state": list(state[:top]), "events": list(events_in_use(m.program, state)),
             "options": m._options, "tape": m._tape, "block": m._block,
             "code": m._code, "stopped": m._stopped, "choices": ids(m)}
    return plainly(data)


def plainly(data: object) -> str:
    """The one text that we write for this data: it tells `1` from `true` and `1.0`."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def short(x: object) -> str:
    """Something from a file as part of a sentence."""
    text = ascii(x)
    return text if len(text) <= 60 else text[:57] + "..."


def ids(m: Match) -> list[str]:
    """All choices by id; those made by number are named by playing them again."""
    choices = m.choices()
    if all(isinstance(x, str) for x in choices):
        return [str(x) for x in choices]
    again = start(m.game, m.players, seed=m.seed, chance=m.chance, log=False)
    out: list[str] = []
    for x in choices:
        if isinstance(x, str):
            out.append(x)
            again.choose(x)
        else:
            decision = again.decision
            assert decision is not None
            out.append(decision.options[x].id)
            again.choose_index(x)
    return out


def transcript(m: Match) -> dict[str, object]:
    """Everything from which `replay` makes the match again: seed (or outcomes of chance) and ids of choices."""
    return header(m, "transcript") | {"choices": ids(m)}


def read(text: str, kind: str) -> dict[str, Any]:
    """The JSON object of a save or transcript.

    Raises: SaveError.
    """
    if not isinstance(text, str):
        raise SaveError(f"a {kind} is text")
    if len(text) > SIZE:
        raise SaveError(f"the {kind} is larger than {SIZE // 1_000_000} MB")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) != len(pairs):
            raise SaveError(f"the {kind} says something twice")
        return out

    try:
        data = json.loads(text, object_pairs_hook=once)
    except SaveError:
        raise
    except (ValueError, RecursionError):
        raise SaveError(f"this is no {kind}: it is not JSON as rulelang writes it") from None
    if not isinstance(data, dict) or data.get("rulelang") != kind:
        raise SaveError(f"this is no {kind} of rulelang")
    if plainly(data.get("format")) != plainly(FORMAT):
        raise SaveError(f"the {kind} was written by another version of rulelang (format {short(data.get('format'))})")
    return data


def fits(data: dict[str, Any], game: Game, kind: str) -> None:
    """Raises: SaveError: it is of another game, variant, parameters or version of the rules."""
    for key in ("game", "variant", "digest", "parameters", "players", "seed", "chance"):
        if key not in data:
            raise SaveError(f"the {kind} is damaged: it lacks its {key}")
    if data.get("game") != game.name:
        raise SaveError(f"the {kind} is of the game {short(data.get('game'))}, not of {game.name}")
    if data.get("variant") != game.variant:
        theirs = f"the variant {short(data['variant'])}" if data.get("variant") else "the base game"
        raise SaveError(f"the {kind} is of {theirs}"
                        f", not of {'the variant ' + game.variant if game.variant else 'the base game'}")
    if plainly(data.get("parameters")) != plainly({key: plain(value) for key, value in game.settings.items()}):
        raise SaveError(f"the {kind} was played with other parameters")
    if data.get("digest") != game.digest:
        raise SaveError(f"the rules have changed since the {kind} was written")
    if not whole(data.get("players")) or not game.players[0] <= data["players"] <= game.players[1]:
        raise SaveError(f"the {kind} has an impossible number of players")
    seed = data.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool) or seed.bit_length() > LONGEST_SEED:
        raise SaveError(f"the {kind} has no seed")
    if data.get("chance") not in ("sampled", "explicit"):
        raise SaveError(f"the {kind} does not say how chance was decided")


def whole(x: object) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and -LIMIT < x < LIMIT


def numbers(x: object) -> bool:
    return isinstance(x, list) and all(whole(i) for i in x)


def resume(game: Game, text: str) -> Match:
    """The match of a save, at the same decision, with the same future.

    Raises: SaveError: it is damaged, or does not fit the game.
    """
    data = read(text, "save")
    fits(data, game, "save")
    choices = data.get("choices")
    if (not all(numbers(data.get(key)) for key in ("state", "events", "options", "tape"))
            or not whole(data.get("block")) or data.get("code") not in (k.ASK, k.OVER)
            or not isinstance(choices, list) or not all(isinstance(x, str) for x in choices)
            or not isinstance(data.get("log"), bool)
            or not (data.get("stopped") is None or isinstance(data["stopped"], str))):
        raise SaveError("the save is damaged")
    # played again from the seed: what the numbers say must agree with what the rules allow
    m = again(game, data, choices, data["log"], "save")
    if plainly(data) != save(m):
        raise SaveError("the save is damaged: its state does not follow from its choices")
    return m


def again(game: Game, data: dict[str, Any], choices: list[str], log: bool, kind: str) -> Match:
    m = start(game, data["players"], seed=data["seed"], chance=data["chance"], log=log)
    for i, x in enumerate(choices):
        try:
            m.choose(x)
        except IllegalMove as error:
            # the reason names what was chosen, which may be of any length and in any letters
            plain = len(error.reason) < 200 and error.reason.isascii()
            reason = error.reason if plain else short(x) + " is not on offer"
            raise SaveError(f"choice {i + 1} of the {kind} could not be made: {reason}") from None
        except EngineError as error:
            raise SaveError(f"after choice {i + 1} of the {kind} the match cannot go on: {error}") from None
    return m


def replay(game: Game, transcript: dict[str, Any] | str) -> Match:
    """The match of a transcript (as `Match.transcript` gives it, or its JSON text).

    Raises: SaveError.
    """
    if isinstance(transcript, str):
        text = transcript
    else:
        try:
            text = json.dumps(transcript)
        except (TypeError, ValueError, RecursionError):
            raise SaveError("this is no transcript: it holds something that JSON cannot say") from None
    data = read(text, "transcript")
    fits(data, game, "transcript")
    choices = data.get("choices")
    if not isinstance(choices, list) or not all(isinstance(x, str) for x in choices):
        raise SaveError("the transcript is damaged")
    return again(game, data, choices, True, "transcript")


