"""The log: records of whole numbers, told to people as far as the reader may know."""

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.naming import Namer, back_id, face_id, player_id, zone_id
from interpreter.program import Program

RECORD = 9


@frozen
class LogEvent:
    """One thing that happened.

    ``what`` its sort (move, choose, pass, gain, ...); ``text`` for people; ``rule`` the rule, effect, card or phase it
    comes from; ``you`` the seat whose act it was; ``citations`` ids of the catalogue; ``place`` "file:line".
    """

    index: int
    what: str
    text: str
    rule: str
    you: int | None
    citations: tuple[str, ...]
    place: str

    def as_json(self) -> dict[str, object]:
        return {"index": self.index, "what": self.what, "text": self.text, "rule": self.rule, "you": self.you,
                "citations": list(self.citations), "place": self.place}


@define(eq=False)
class Chunk:
    """The records of one run, and those before. Matches that are copies of one another share them, so what they say is
    worked out once for each reader."""

    older: "Chunk | None"
    records: list[int]
    _told: dict[int | None, tuple[LogEvent, ...]] = field(factory=dict)
    _lines: dict[int | None, str] = field(factory=dict)

    def told(self, p: Program, reader: int | None, before: int) -> tuple[LogEvent, ...]:
        """Its events as *reader* may know them; *before*: how many he knows that came earlier."""
        if reader not in self._told:
            self._told[reader] = events(p, self.records, reader, before)
        return self._told[reader]

    def lines(self, p: Program, reader: int | None, before: int) -> str:
        """The same as text, a line an event, each ended."""
        if reader not in self._lines:
            told = self.told(p, reader, before)
            self._lines[reader] = "".join(f"{e.what}: {e.text} [{e.rule}]\n" for e in told)
        return self._lines[reader]


def chunks(newest: Chunk | None) -> list[Chunk]:
    """All, the oldest first."""
    out: list[Chunk] = []
    while newest is not None:
        out.append(newest)
        newest = newest.older
    return out[::-1]


def all_events(p: Program, newest: Chunk | None, reader: int | None) -> tuple[LogEvent, ...]:
    """All that happened as *reader* (None: all-seeing) may know it."""
    out: list[LogEvent] = []
    for chunk in chunks(newest):
        out += chunk.told(p, reader, len(out))
    return tuple(out)


def all_lines(p: Program, newest: Chunk | None, reader: int | None) -> str:
    """The same as text, a line an event, each ended."""
    out: list[str] = []
    count = 0
    for chunk in chunks(newest):
        out.append(chunk.lines(p, reader, count))
        count += len(chunk.told(p, reader, count))
    return "".join(out)


def events(p: Program, records: list[int], reader: int | None, before: int = 0) -> tuple[LogEvent, ...]:
    """The records as *reader* (None: all-seeing) may know them; what he does not see at all is left out. *before*: how many
    came earlier."""
    out: list[LogEvent] = []
    namer = Namer(p, [], reader)
    for i in range(0, len(records), RECORD):
        number, you, seen = records[i : i + 3]
        if reader is not None and not seen >> reader & 1:
            continue
        source = p.shared.sources[number]
        values = []
        for j, tag in enumerate(source.types):
            x, know = records[i + 3 + 2 * j], records[i + 4 + 2 * j]
            if tag.startswith("packed "):
                values.append(packed(namer, tag[7:], x, records[i + 3 + 2 * (j + 1)]))
                continue
            values.append(told(p, namer, tag, x, reader is None or bool(know >> reader & 1)))
        span = source.place
        file = str(span.file).replace("\\", "/").rsplit("/", 1)[-1]
        out.append(LogEvent(before + len(out), source.what, source.text.format(*values), source.rule,
                            you if you >= 0 else None, source.cites, f"{file}:{span.line}"))
    return tuple(out)


def packed(namer: Namer, tag: str, x: int, size: int) -> str:
    """A list (of lists of *size*) out of one number: see the emitter's `log_list`."""
    if x < 0:
        return "[]"
    members = []
    while x:
        members.append(namer.value(tag, (x & 63) - 1))
        x >>= 6
    if not members:
        return "so many that they are not told"
    if size < 1:
        return "[" + ", ".join(members) + "]"
    groups = [members[i : i + size] for i in range(0, len(members), size)]
    return "[" + ", ".join("[" + ", ".join(group) + "]" for group in groups) + "]"


def die_name(p: Program, die: int) -> str:
    d = p.lay.die_place(die)
    if d is None:
        return "none"
    return d.key if d.amount * d.owners == 1 else f"{d.key} {die - d.base + 1}"


def die_told(p: Program, namer: Namer, x: int, known: bool) -> str:
    """A die by what it showed; by its name for those who did not see that, or if it showed nothing yet."""
    die, face = x & (1 << k.LOGGED_DIE) - 1, (x >> k.LOGGED_DIE) - k.LOGGED_FACE
    place = p.lay.die_place(die) if x >= 0 else None
    if place is None or x >> k.LOGGED_DIE == 0 or not known:
        return die_name(p, die if x >= 0 else -1)
    t = p.game.dice[place.key].type
    shows = namer.value(t.item if t.item is not None else t, face)
    return die_name(p, die) if shows == "none" else shows


def told(p: Program, namer: Namer, tag: str, x: int, known: bool) -> str:
    if tag in ("card", "chosen card"):
        if x < 0:
            return "none"
        return face_id(p.lay, x) if known else back_id(p.lay, x)
    if tag == "zone":
        face, z = divmod(x, len(p.lay.zone_of))
        return zone_id(p.lay, z, face_id(p.lay, face - 1) if face else None)
    if tag == "die name":
        return die_name(p, x)
    if tag == "die":
        return die_told(p, namer, x, known)
    if tag == "none":
        return ""
    if tag == "set player":
        return "[" + ", ".join(player_id(i) for i in range(p.players) if x >> i & 1) + "]"
    if tag.startswith("set enum "):
        members = p.game.enums[tag[9:]].members
        return "[" + ", ".join(m for i, m in enumerate(members) if x >> i & 1) + "]"
    if tag == "player" and x < 0:
        return "nobody"
    return namer.value(tag, x)
