"""From what somebody types to the option that is meant."""

from collections.abc import Sequence

from attrs import frozen

from interpreter import Option
from rulelang.files import printable


@frozen
class Choices:
    """The options of one question, each with the key under which it can be chosen.

    Keys count from 1, unless an option is itself called by a number: then `3` must mean what it says, so such
    options are chosen by their own number and the others by their text.
    """

    options: Sequence[Option]

    @property
    def numbered(self) -> bool:
        """Whether the keys are plain counting."""
        return not any(option.id.removeprefix("-").isdigit() for option in self.options)

    def key(self, index: int) -> str:
        """What to type for the option at *index*."""
        return str(index + 1) if self.numbered else printable(self.options[index].id)

    def find(self, typed: str) -> list[int]:
        """Indexes of the options that *typed* may mean: one if it is clear, none if it fits nothing.

        In this order: its key, its whole text, the beginning of its text, a part of it.
        """
        if self.numbered and typed.isascii() and typed.isdigit():
            index = int(typed[:9]) - 1
            return [index] if 0 <= index < len(self.options) else []
        wanted = plain(typed)
        if not wanted:
            return []
        texts = [{plain(option.id), plain(option.label)} for option in self.options]
        whole = [index for index, names in enumerate(texts) if wanted in names]
        begun = [index for index, names in enumerate(texts) if any(n.startswith(wanted) for n in names)]
        inside = [index for index, names in enumerate(texts) if any(wanted in n for n in names)]
        # A number that is no option must not be taken for the beginning of a longer one.
        return whole if whole or wanted.removeprefix("-").isdigit() else begun or inside


def plain(text: str) -> str:
    """Text without what people leave out when they type it: case, quotes, underscores, double blanks."""
    return " ".join(text.replace('"', " ").replace("_", " ").casefold().split())
