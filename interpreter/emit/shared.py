"""What all texts of a game share: numbers of blocks, of events, of records of the log and of questions, with what they mean."""

from collections.abc import Callable

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span


@frozen
class Source:
    """What a record of the log speaks of: kind of event, the rule, its citations and place, the types of its values."""

    what: str
    rule: str
    cites: tuple[str, ...]
    place: Span
    types: tuple[str, ...]
    text: str
    docs: tuple[str, ...] = ()


@frozen
class Site:
    """A question of the rules: what an answer is made of, so that options can be named."""

    kind: str  # choose, options, may, window, order, subset
    prompt: str
    rule: str
    cites: tuple[str, ...]
    place: Span
    # per first number of an option: (text, types of the numbers that follow, docs, cites)
    forms: tuple[tuple[str, tuple[g.Type | str, ...], tuple[str, ...], tuple[str, ...]], ...]
    secret: bool = False
    var: str = ""
    own: int = -1  # how many of the forms are the question's own, not actions at any time; -1: all


@frozen
class Live:
    """What of a phase is still in use while its question waits: its names, and so many slots of its frame."""

    phase: str
    names: frozenset[int]
    size: int


@define
class Shared:
    """Numbers that are the same in all texts of a game: blocks, sources of the log, questions, events."""

    labels: dict[str, int] = field(factory=dict)
    events: dict[str, int] = field(factory=dict)
    types: list[str] = field(factory=list)
    whats: list[str] = field(factory=list)
    searched: set[str] = field(factory=set)  # effects that some text searches
    sources: list[Source] = field(factory=list)
    source_numbers: dict[object, int] = field(factory=dict)
    limits: list[Source] = field(factory=list)  # statements that may set a counter beyond its bounds
    limit_numbers: dict[object, int] = field(factory=dict)
    reasons: list[str] = field(factory=list)  # why a match may end; numbered apart, as the state keeps the number
    sites: list[Site] = field(factory=list)
    site_numbers: dict[str, int] = field(factory=dict)
    live: dict[int, Live] = field(factory=dict)  # by question of a phase or of setup
    sizes: dict[str, int] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)  # by key of a routine: the number that its frames have
    sure: set[int] = field(factory=set)  # blocks from which on the rest of an effect cannot fail
    entries: dict[str, int] = field(factory=dict)
    apart: set[int] = field(factory=set)  # blocks that are never copied into others
    tails: int = 0  # of the places at the end of a row of options, how many are used

    def label(self, key: str) -> int:
        return self.labels.setdefault(key, len(self.labels))

    def type_number(self, tag: str) -> int:
        """A number for the type of what chance chooses among, so that outcomes can be named."""
        if tag not in self.types:
            self.types.append(tag)
        return self.types.index(tag)

    def what(self, name: str) -> int:
        """The number of an effect, rule, window or phase in its frames; 1 and up."""
        if name not in self.whats:
            self.whats.append(name)
        return self.whats.index(name) + 1

    def reason(self, text: str) -> int:
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    def label_event(self, key: str) -> int:
        """The number of an event that rules may answer; 1 and up."""
        return self.events.setdefault(key, len(self.events) + 1)

    def source(self, key: object, make: Callable[[], Source]) -> int:
        if key not in self.source_numbers:
            self.source_numbers[key] = len(self.sources)
            self.sources.append(make())
        return self.source_numbers[key]

    def limit(self, key: object, make: Callable[[], Source]) -> int:
        """The number of a statement that may set a counter beyond its bounds."""
        if key not in self.limit_numbers:
            self.limit_numbers[key] = len(self.limits)
            self.limits.append(make())
        return self.limit_numbers[key]

    def site(self, key: str, make: Callable[[], Site]) -> int:
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            self.sites.append(make())
        return self.site_numbers[key]
