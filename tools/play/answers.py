"""From what somebody types to the option that is meant."""

import re
from collections.abc import Sequence

from attrs import frozen

from interpreter import Option, Range, Several
from rulelang.files import printable

FOLDED = 7  # so many choices of several things are not listed one by one
_PLACES = re.compile(r"(.*?)\b([0-9]{1,6}(?:(?: |, ?)[0-9]{1,6})*|all)")

_NUMBER = re.compile(r"(.*?)\(?(-?[0-9]{1,15})\)?")
_NUMBER_IN = re.compile(r"(.*?)(-?[0-9]+)\)?")


@frozen
class Choices:
    """The options of one question, each with the key under which it can be chosen.

    Keys count from 1, unless an option is itself called by a number: then `3` must mean what it says, so such
    options are chosen by their own number and the others by their text. Options that each name several of the
    same things can also be chosen by what they are called and the places of the things: `reroll 1 3 5`. Those that
    differ in a number only are told in one line, and chosen with their number: `raise to 500`.
    """

    options: Sequence[Option]
    several: Sequence[Several] = ()
    ranges: Sequence[Range] = ()

    @property
    def numbered(self) -> bool:
        """Whether the keys are plain counting."""
        return not any(option.id.removeprefix("-").isdigit() for option in self.options)

    @property
    def folded(self) -> list[Several]:
        """The choices of several things that are told in one line each."""
        return [each for each in self.several if len(each.chosen) >= FOLDED]

    @property
    def long_ranges(self) -> list[Range]:
        """The ranges that are told in one line each."""
        return [each for each in self.ranges if each.count >= FOLDED]

    @property
    def listed(self) -> list[int]:
        """Indexes of the options that are told one by one."""
        hidden = {index for each in self.folded for index in each.chosen}
        for each_range in self.long_ranges:
            hidden.update(range(each_range.first, each_range.first + each_range.count))
        return [index for index in range(len(self.options)) if index not in hidden]

    def key(self, index: int) -> str:
        """What to type for the option at *index*."""
        return str(index + 1) if self.numbered else printable(self.options[index].id)

    def find(self, typed: str) -> list[int]:
        """Indexes of the options that *typed* may mean: one if it is clear, none if it fits nothing.

        In this order: its key, its whole text, places of things, the beginning of its text, a part of it.
        """
        bare = any(not each.word for each in self.folded)  # then numbers are places of things
        if self.numbered and typed.isascii() and typed.isdigit() and not bare:
            index = int(typed[:9]) - 1
            return [index] if 0 <= index < len(self.options) else []
        wanted = plain(typed)
        if not wanted:
            return []
        if (counted := self.by_number(wanted)) is not None:
            return [counted]
        texts = [{plain(option.id), plain(option.label)} for option in self.options]
        whole = [index for index, names in enumerate(texts) if wanted in names]
        if whole:
            return whole
        if places := self.by_places(wanted):
            return places
        begun = [index for index, names in enumerate(texts) if any(n.startswith(wanted) for n in names)]
        inside = [index for index, names in enumerate(texts) if any(wanted in n for n in names)]
        # A number that is no option must not be taken for the beginning of a longer one.
        return [] if wanted.removeprefix("-").isdigit() else begun or inside

    def by_number(self, wanted: str) -> int | None:
        """The option of a range that is named by its words and its number: `raise to 500`."""
        match = _NUMBER.fullmatch(wanted)
        if match is None:
            return None
        found = []
        for each in self.ranges:
            first, last = (
                _NUMBER_IN.fullmatch(plain(self.options[i].id))
                for i in (each.first, each.first + each.count - 1)
            )
            if first is None or last is None or letters(first[1]) != letters(match[1]):
                continue
            if int(first[2]) <= int(match[2]) <= int(last[2]):
                found.append(each.first + int(match[2]) - int(first[2]))
        return found[0] if len(found) == 1 else None

    def by_places(self, wanted: str) -> list[int]:
        """Options that name the things at these places: `paid reroll 1 3 5`, `reroll all`, `1, 3`."""
        match = _PLACES.fullmatch(wanted)
        if match is None:
            return []
        word, found = match[1].strip(), []
        for each in self.several:
            if plain(each.word) != word and not (word and word in plain(each.word)):
                continue
            count = len(each.things)
            all_places = range(1, count + 1)
            named = set(all_places if match[2] == "all" else map(int, re.findall("[0-9]+", match[2])))
            if named <= set(all_places):
                meant = sorted(each.things[place - 1] for place in named)
                found += [
                    index
                    for index, chosen in each.chosen.items()
                    if sorted(each.things[place] for place in chosen) == meant
                ]
        return found


def letters(text: str) -> str:
    """The words before a number, without what joins them to it."""
    return " ".join(re.findall(r"[^\W_]+", text))


def plain(text: str) -> str:
    """Text without what people leave out when they type it: case, quotes, underscores, double blanks."""
    return " ".join(text.replace('"', " ").replace("_", " ").casefold().split())
