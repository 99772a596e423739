"""The kinds of choices that a game asks for, by names that Python can use: one for each action and each answer."""

import re
from collections.abc import Mapping, Sequence
from keyword import iskeyword

from interpreter import Match
from interpreter.emit.shared import Site

CHOSEN = ("choose", "subset", "order")
"""Questions whose own answers have no word: they name a thing."""

Sort = tuple[int, int]
"""What `Match.sort_of` gives: a question, and a sort of answer to it."""


def kinds(sites: Sequence[Site]) -> Mapping[Sort, str]:
    """For each sort of answer the name of its kind, in the order of the questions.

    Actions and effects that are on offer are called as they are, wherever they are asked for; `pass` is ``pass_``. What
    else is answered is called by the rule that asks and the text of the option, or the question.
    """
    found: dict[Sort, str] = {}
    for number, site in enumerate(sites):
        own = len(site.forms) if site.own < 0 else site.own
        for form, (word, *_) in enumerate(site.forms):
            asked = site.kind in CHOSEN and form < 1
            if asked or (site.kind == "options" and form < own):
                found[number, form] = named(f"{site.rule} {site.prompt if asked else word}")
            else:
                found[number, form] = named(word)
    return found


def named(text: str) -> str:
    """The text as a name: `play of Duck choose p` is ``play_of_duck_choose_p``."""
    name = re.sub(r"\W+", "_", text.lower()).strip("_")
    if not name or name[0].isdigit():
        name = f"choose_{name}"
    return name + "_" if iskeyword(name) else name


def on_offer(match: Match, names: Mapping[Sort, str]) -> Mapping[str, list[int]]:
    """The numbers of the options of the waiting question, by kind; nothing if chance is asked, or nobody."""
    found: dict[str, list[int]] = {}
    if match.player is not None and match.player >= 0:
        for index in range(match.count):
            found.setdefault(names[match.sort_of(index)], []).append(index)
    return found
