"""What statements that are followed in thought would have changed, and what is known of conditions after them."""

from collections.abc import Sequence

from attrs import evolve, frozen


@frozen
class Course:
    """What the statements followed so far would have changed.

    Attributes:
        touched: keys of what they may have changed, as of `Facts.reads`.
        gone: cards that lie elsewhere by now, as they are called in the text.
        lost: zones from which others may have gone.
        grown: zones to which some may have come.
    """

    touched: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()
    lost: frozenset[str] = frozenset()
    grown: frozenset[str] = frozenset()

    def changed(self, keys: frozenset[str]) -> "Course":
        """After something of which nothing more is known."""
        return evolve(self, touched=self.touched | keys, lost=self.lost | zones_of(keys), grown=self.grown | zones_of(keys))

    def moved(self, card: str | None, keys: frozenset[str], to: str, aside: frozenset[str], source: str | None = None) -> "Course":
        """After a card has been moved.

        Args:
            card: None: it is not known which.
            keys: what that may have changed; *aside*: what may have been refilled thereby.
            source: where it lay, if it is not known which.
        """
        if card is None and source is None:
            return self.changed(keys | aside)
        gone = self.gone if card is None or card in self.gone else (*self.gone, card)
        left = frozenset({source} if source is not None else ())
        return Course(self.touched | keys | aside, gone, self.lost | zones_of(aside) | left, self.grown | zones_of(aside) | {to})


def zones_of(keys: frozenset[str]) -> frozenset[str]:
    return frozenset(key.removeprefix("zone ") for key in keys if key.startswith("zone "))


@frozen
class Told:
    """Two conditions: that something surely holds, and that it surely does not. ``exact``: one of them always does."""

    yes: str
    no: str
    exact: bool = True

    @property
    def inverse(self) -> "Told":
        return Told(self.no, self.yes, self.exact)


UNTOLD = Told("0", "0", False)


def both(parts: Sequence[Told], word: str) -> Told:
    """All of them hold, or (``or``) one of them does."""
    if word == "or":
        return both([part.inverse for part in parts], "and").inverse
    yes = "0" if any(part.yes == "0" for part in parts) else joined([part.yes for part in parts], "1", "and")
    no = "1" if any(part.no == "1" for part in parts) else joined([part.no for part in parts], "0", "or")
    return Told(yes, no, all(part.exact for part in parts))


def joined(parts: Sequence[str], neutral: str, word: str) -> str:
    some = [part for part in parts if part != neutral]
    return f"({f' {word} '.join(some)})" if some else neutral
