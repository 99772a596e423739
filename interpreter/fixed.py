"""What is so of every state of a program in play, whatever happens: for text that is optimised."""

from typing import TYPE_CHECKING

from interpreter import slots as k
from interpreter.layout import Layout
from interpreter.optimise.cards import Cards
from interpreter.optimise.growth import START
from interpreter.optimise.known import Span
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.program import Program


def fixed_slots(p: "Program", mode: int) -> dict[int, tuple[int, int]]:
    """Between which numbers slots of the state lie, whatever happens in that mode."""
    lay = p.lay
    out = {k.MODE: (mode, mode), **dict.fromkeys(range(k.RNG, k.RNG + 4), (0, (1 << 32) - 1))}
    # in a search, what everybody knows has a bit of its own
    most = lay.seats if mode == k.PLAY else 2 * lay.seats + 1
    if not p.start_state()[k.ACTS]:
        out[k.ACTS] = 0, 0  # it is never set again
    for key, place in lay.stores.items():
        decl = p.game.stores[key]
        if decl.counter and abs(place.start or 0) <= START:
            bounds = (-k.LARGEST if place.low is None else place.low), (k.LARGEST if place.high is None else place.high)
        elif decl.type.base == "player":
            bounds = -1, p.players - 1
        elif decl.type.base == "truth":
            bounds = -1, 1
        else:
            continue
        out.update(dict.fromkeys(range(place.base, place.base + place.owners * place.size), bounds))
    ends, n = cards_of(p).ends, lay.n
    for name, size, span in (("LEN", ends[1] + 1 - n, (0, n)), ("NMIX", ends[1] + 1 - n, (0, n)), ("NXT", ends[1] + 1, ends),
                             ("PRV", ends[1] + 1, ends), ("ZON", n, (0, ends[1] - n)), ("FACE", n, (0, n - 1)),
                             ("BODY", n, (0, n - 1)), ("KNOW", n, (0, most)), ("MIXED", n, (0, 1))):
        out.update(dict.fromkeys(range(lay.at[name], lay.at[name] + size), span))
    return out


def cards_of(p: "Program") -> Cards:
    """Where the state keeps cards."""
    lay = p.lay
    unmixed: set[int] = set()
    single: set[int] = set()
    doubtful = {0}  # of which zone it is may be told by a number of its own, which is added
    for key, place in lay.zones.items():
        all_ = range(place.base, place.base + place.owners * place.size)
        if key not in p.facts.shuffled:
            unmixed.update(all_)
        if place.capacity is not None and place.capacity <= 1:
            single.update(all_)
        doubtful |= missed(lay, p.game.zones[key].index, place.base, len(all_))
    if "box" not in p.facts.shuffled:
        unmixed.add(0)
    return Cards(lay.n, len(lay.zone_of), lay.at["NXT"], lay.at["PRV"], lay.at["MIXED"], lay.at["ZON"], frozenset(unmixed),
                 frozenset(single), frozenset(doubtful), *reached(p), lay.at["LEN"])


def reached(p: "Program") -> tuple[dict[int, Span], tuple[Span, ...], tuple[Span, ...]]:
    """The slots that a number added to a card may come to, by that number; within which slots they lie together if it is
    added to a zone; and those that are set when a card is settled."""
    at, n, nz = p.lay.at, p.lay.n, len(p.lay.zone_of)
    indexes = [*(x.index for x in p.game.zones.values()), *(x.index for x in p.game.stores.values())]
    if not n or any(p.lay.index_low(one) < 0 for index in indexes for one in index):
        return {}, (), ()  # the text adds what is between to the number
    arrays = {at[name]: (at[name], at[name] + n - 1) for name in ("ZON", "STAMP", "FACE", "BODY", "KNOW", "MIXED")}
    chains = {at[name]: (at[name], at[name] + n + nz - 1) for name in ("NXT", "PRV")}
    ends = tuple((at[name] + n, at[name] + n + nz - 1) for name in ("NXT", "PRV"))
    lengths = at["LEN"], at["NXT"] - 1
    drawn = (k.RNG, k.RNG + 3), lengths, *(arrays[at[name]] for name in ("FACE", "BODY", "MIXED"))
    return arrays | chains, (*ends, lengths), drawn


def missed(lay: Layout, index: tuple[g.Index, ...], base: int, count: int) -> set[int]:
    """Zones before or behind those of a declaration, which begin with number *base*, that the number in an address may
    name: where an index does not count from 0, the text adds what is between."""
    less = more = 0
    for i, one in enumerate(index):
        low, each = lay.index_low(one), lay.size_of(index[i + 1 :])
        less += max(0, low) * each
        more += max(0, -low) * each
    return {*range(base - less, base), *(range(base, base + count + more) if more else ())}


def beyond(lay: Layout) -> int:
    """A number from here on, in an address, means a slot of a frame or one above them: where an index does not count from 0, the
    text adds what is between."""
    indexes = [*(x.index for x in lay.game.zones.values()), *(x.index for x in lay.game.stores.values())]
    return lay.frames + max((sum(max(0, -lay.index_low(one)) * lay.size_of(index[i + 1 :]) for i, one in enumerate(index))
                             for index in indexes), default=0)
