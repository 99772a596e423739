"""What somebody, or chance, is asked: the numbers of a question become a `Decision`, with words."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from interpreter import ranges
from interpreter import slots as k
from interpreter.decisions import CHANCE, Decision, Option, Range, Several
from interpreter.naming import Namer, distinct, is_listed, option_id, option_parts
from interpreter.program import Program


@frozen
class Asked:
    """What chance must say: the state when it was asked, the outcomes (index given, weight) and their ids."""

    snapshot: list[int]
    ids: tuple[str, ...]
    first: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


def asked_of_chance(p: Program, row: list[int], snap: list[int]) -> Asked:
    """What the row of chance says was asked. *snap*: the state then."""
    n, kind, arg = row[0], row[1], row[2]
    namer = Namer(p, snap, None, settles=True)
    ids: list[str] = []
    lay = p.lay
    if kind == k.CHANCE_SETTLE:
        c = snap[lay.at["NXT"] + lay.n + arg]
        while c < lay.n:
            if snap[lay.at["MIXED"] + c]:
                ids.append(lay.design(snap[lay.at["FACE"] + c]).name)
            c = snap[lay.at["NXT"] + c]
    elif kind == k.CHANCE_DIE:
        for place in lay.dice.values():
            if place.base <= arg < place.base + place.owners * place.amount:
                t = p.game.dice[place.key].type
                ids = [namer.value(t.item if t.item is not None else t, x) for x in place.faces]
    elif kind == k.CHANCE_OPTION:
        site = p.shared.sites[arg]
        wide = p.wide
        options = [row[3 + i * wide : 3 + (i + 1) * wide] for i in range(n)]
        kept = kept_lists(p, row[-4 * lay.tail :])
        for option in options:
            text, names = option_parts(namer, site, option, False, kept)
            ids.append(option_id(site, text, names, option[0]))
    elif arg == 0:
        ids = [lay.design(snap[lay.at["FACE"] + c]).name for c in row[3 : 3 + n]]
    else:
        ids = [namer.value(p.shared.types[arg - 1], x) for x in row[3 : 3 + n]]
    first: dict[str, int] = {}
    weight: dict[str, int] = {}
    for i, x in enumerate(ids):
        first.setdefault(x, i)
        weight[x] = weight.get(x, 0) + 1
    return Asked(snap, tuple(first), tuple(first.values()), tuple(weight.values()), n)


def chance_decision(asked: Asked) -> Decision:
    """The decision of chance."""
    options = tuple(Option(x, x, i, probability=Fraction(wt, asked.total))
                    for i, (x, wt) in enumerate(zip(asked.ids, asked.weights, strict=True)))
    return Decision(CHANCE, "chance decides", options, "chance")


def decision_of(p: Program, s: list[int], offered: list[int]) -> Decision:
    """The decision of the player who is asked in this state. *offered*: the numbers of the options."""
    site = p.shared.sites[s[k.QSITE]]
    player = s[k.QP]
    namer = Namer(p, s, player)
    wide, n = p.wide, s[k.QN]
    lengths: list[int] = []
    if p.lay.ranged:
        rows, lengths = map(list, zip(*ranges.options(offered, n, wide), strict=True))
    else:
        rows = [offered[i * wide : (i + 1) * wide] for i in range(n)]
    kept = kept_lists(p, offered[n * wide :])
    parts = [option_parts(namer, site, row, True, kept) for row in rows]
    ids = distinct([option_id(site, text, names, row[0]) for (text, names), row in zip(parts, rows, strict=True)])
    options = []
    for i, (row, name, (_, names)) in enumerate(zip(rows, ids, parts, strict=True)):
        _, _, docs, cites = site.forms[row[0]]
        options.append(Option(name, name, i, help_on(p, docs, names),
                              tuple(dict.fromkeys((*cites, *card_cites(p, names))))))
    return Decision(player, site.prompt, tuple(options), site.rule, site.cites,
                    tuple(several(p, s, namer, rows, kept)),
                    tuple(Range(i, length) for i, length in enumerate(lengths) if length > 1))


def several(p: Program, s: Sequence[int], namer: Namer, rows: Sequence[Sequence[int]], kept: Sequence[list[int]],
            ) -> Iterator[Several]:
    """The answers that are lists, so that they may be told by their members."""
    site = p.shared.sites[s[k.QSITE]]
    number = 0
    for form, (word, types, _, _) in enumerate(site.forms):
        sort = types[0] if len(types) == 1 else ""
        if isinstance(sort, str) and sort.startswith("subset ") and kept:
            end = kept[number % len(kept)]
            members = end[1 : 1 + end[0]]
            things = tuple(namer.thing(sort[7:], x) for x in members)
            chosen = {i: tuple(j for j in range(len(members)) if row[1] >> j & 1)
                      for i, row in enumerate(rows) if row[0] == form}
            if chosen:
                yield Several(word, things, chosen)
        number += sum(is_listed(t) for t in types)


def kept_lists(p: Program, end: list[int]) -> list[list[int]]:
    """What the end of the row of options says that lists are made of, by their number."""
    tail = p.lay.tail
    return [end[(3 - i) * tail : (4 - i) * tail] for i in range(4)] if len(end) == 4 * tail else []


def help_on(p: Program, docs: tuple[str, ...], names: list[str]) -> str:
    """What the rules and the cards named say of an option."""
    lines = list(docs)
    for name in names:
        card = p.card_named(name)
        if card is not None:
            lines += [*card.docs, *p.game.kinds[card.kind].docs]
    return " ".join(line.strip() for line in lines)


def card_cites(p: Program, names: list[str]) -> tuple[str, ...]:
    out: list[str] = []
    for name in names:
        card = p.card_named(name)
        if card is not None:
            out += card.cites
    return tuple(out)
