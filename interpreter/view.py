"""What one player may know of a match, as JSON-able data; and the whole state, for comparing."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter import slots as k
from interpreter.borne import borne_in
from interpreter.layout import DicePlace
from interpreter.naming import Namer, back_id, face_id, index_ids, kept_text, player_id, space_id, zone_id
from interpreter.program import Program
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.match import Match


def in_zone(p: Program, s: list[int], z: int) -> list[int]:
    """The bodies in a zone instance, oldest first (a stack from its top)."""
    lay = p.lay
    n = lay.n
    stack = z > 0 and lay.zones[lay.zone_of[z]].order == "stack"
    side = lay.at["PRV" if stack else "NXT"]
    out: list[int] = []
    c = s[side + n + z]
    while c < n:
        out.append(c)
        c = s[side + c]
    return out


def may_see(p: Program, s: list[int], who: g.Expr | None, owner: int, seat: int) -> bool:
    """Whether *seat* belongs to the audience of something that *owner* has; None: everyone."""
    match who:
        case None | g.Everyone():
            return True
        case g.Nobody():
            return False
        case g.Prop(of=None, name="owner"):
            return owner == seat
        case g.Prop(of=None, name="others"):
            return owner != seat
    if who.type.base == "list":
        inside = g.IsIn(span=who.span, type=g.TRUTH, part=g.SeatName(span=who.span, type=g.PLAYER, seat=seat, name=""),
                        place=who)
        return p.ask(s, inside, ("audience", id(who), seat)) > 0
    return p.ask(s, who, ("audience", id(who))) == seat


def unseen_dice(p: Program, s: list[int], seat: int) -> Iterator[tuple[DicePlace, int]]:
    """The dice that *seat* does not see: of which declaration, and the number of each."""
    for dice in p.lay.dice.values():
        decl = p.game.dice[dice.key]
        for owner in range(dice.owners):
            if not may_see(p, s, decl.shown, owner if decl.owner == "player" else -1, seat):
                first = dice.base + owner * dice.amount
                yield from ((dice, number) for number in range(first, first + dice.amount))


def audience_of(zone: g.Zone, aspect: str) -> g.Expr | None:
    return next((who for a, who in zone.shown if a == aspect), None)


def active_phases(p: Program, s: list[int]) -> list[str]:
    found = [(s[slot], key) for key, slot in p.lay.phase_slot.items() if s[slot]]
    return [key for _, key in sorted(found)]


def whose_turn(p: Program, s: list[int]) -> int | None:
    """The owner of the innermost active phase that has one."""
    for key in reversed(active_phases(p, s)):
        if p.game.phases[key].of is not None:
            seat = s[s[p.lay.phase_slot[key]] + k.YOU]
            return seat if seat >= 0 else None
    return None


def view(m: "Match", seat: int) -> dict[str, object]:
    """All that *seat* may know.

    Raises: ValueError: there is no such seat.
    """
    p, s = m.program, m.state
    if not 0 <= seat < p.players:
        raise ValueError(f"there is no seat {seat}")
    out = table(p, s, seat)
    player = m.player
    question: dict[str, object] | None = None
    if player is not None:
        question = {"player": player, "prompt": m._prompt() if player == seat else None}
    out["question"] = question
    out["over"] = m.over
    result = m.result
    out["result"] = result.as_json() if result is not None else None
    out["log"] = [e.as_json() for e in m.log_for(seat)]
    return out


def table(p: Program, s: list[int], seat: int) -> dict[str, object]:
    lay, game = p.lay, p.game
    namer = Namer(p, s, seat)
    zones: list[dict[str, Any]] = []
    for z in range(1, len(lay.zone_of)):
        key = lay.zone_of[z]
        decl, place = game.zones[key], lay.zones[key]
        if decl.owner not in (None, "player"):
            continue
        zones.append(zone_view(p, s, namer, z, decl, lay.zone_owner[z], seat)
                     | {"index": index_ids(lay, decl.index, lay.zone_index[z])})
        del place
    stores = [{"name": key.split(".")[-1], "owner": owner, "index": index, "value": text}
              for key, owner, index, text in stores_of(p, s, namer, seat)]
    dice = []
    for d in lay.dice.values():
        decl_d = game.dice[d.key]
        for o in range(d.owners):
            owner = o if decl_d.owner == "player" else -1
            sees = may_see(p, s, decl_d.shown, owner, seat)
            dice.append({"name": d.key, "owner": owner if owner >= 0 else None,
                         "faces": [namer.die(d.base + o * d.amount + i) if sees else None
                                   for i in range(dice_in_play(p, s, d, o))]})
    boards = []
    for b in lay.boards.values():
        for o in range(b.owners):
            first = b.base + o * b.rows * b.columns
            boards.append({"name": b.key, "owner": o if game.boards[b.key].owner == "player" else None, "rows": b.rows,
                           "columns": b.columns,
                           "spaces": [{"id": space_id(lay, x), "stores": own_stores(p, s, namer, x, "space", seat),
                                       "zones": own_zones(p, s, namer, x, "space", seat)}
                                      for x in range(first, first + b.rows * b.columns)]})
    turn = whose_turn(p, s)
    return {"game": game.name, "variant": game.variant, "players": p.players, "seat": seat,
            "phases": active_phases(p, s), "turn": turn, "zones": zones, "stores": stores, "dice": dice,
            "boards": boards, "values": values_of(p, s, namer)}


def zone_view(p: Program, s: list[int], namer: Namer, z: int, decl: g.Zone, owner: int, seat: int) -> dict[str, Any]:
    whose = owner_of_zone(p, s, z)
    counted = may_see(p, s, audience_of(decl, "count"), whose, seat)
    backs = may_see(p, s, audience_of(decl, "backs"), whose, seat)
    bodies = in_zone(p, s, z)
    cards: list[dict[str, Any]] | None = None
    # where the order is not settled and backs differ, nobody can say which back lies where
    mixed = [c for c in bodies if s[p.lay.at["MIXED"] + c]]
    unsettled = sorted(back_of(p, s, c) for c in mixed)
    if counted and backs:
        vague = set(mixed) if len(set(unsettled)) > 1 else set()
        cards = [card_view(p, s, namer, c, seat) | ({"back": None, "kind": None} if c in vague else {}) for c in bodies]
        if decl.order in ("pile", "hand"):
            # no order is shown where there is none
            cards.sort(key=lambda card: (card["name"] is None, card["name"] or "", card["back"] or "",
                                         json.dumps(card, sort_keys=True)))
    return {"name": decl.key.split(".")[-1], "owner": owner if owner >= 0 else None, "order": decl.order,
            "count": len(bodies) if counted else None, "cards": cards, "unsettled": unsettled if counted and backs else None}


def back_of(p: Program, s: list[int], c: int) -> str:
    """The back that the card *c* shows."""
    face = s[p.lay.at["FACE"] + c]
    back = p.lay.backs[p.lay.back_of[face]]
    return back_id(p.lay, face)[1:] if back.startswith("\0") else back


def card_view(p: Program, s: list[int], namer: Namer, c: int, seat: int) -> dict[str, Any]:
    lay = p.lay
    face = s[lay.at["FACE"] + c]
    known = bool(s[lay.at["KNOW"] + c] >> seat & 1) and not s[lay.at["MIXED"] + c]
    kinds = lay.kinds_of_back[lay.back_of[face]]
    out: dict[str, Any] = {"name": face_id(lay, face) if known else None,
                           "back": back_of(p, s, c),
                           "kind": lay.design(face).kind if known or len(kinds) == 1 else None,
                           "stores": own_stores(p, s, namer, c, "card", seat), "zones": []}
    if known and p.game.kinds[lay.design(face).kind].base == "token":
        out["values"] = token_values(p, s, namer, face)
    out["zones"] = own_zones(p, s, namer, c, "card", seat)
    return out


def own_zones(p: Program, s: list[int], namer: Namer, x: int, base: str, seat: int) -> list[dict[str, Any]]:
    """The zones of a card that hold something; all zones of a space."""
    lay = p.lay
    out: list[dict[str, Any]] = []
    for decl, place, first, last in borne_in(p, base).zones:
        if first <= x < last and (base != "space" or decl.owner in p.game.kinds[lay.space_kind[x]].lineage):
            for i in range(place.size):
                z = place.base + (x - first) * place.size + i
                if s[lay.at["LEN"] + z] or base == "space":
                    out.append(zone_view(p, s, namer, z, decl, lay.zone_owner[z], seat)
                               | {"index": index_ids(lay, decl.index, i)})
    return out


def token_values(p: Program, s: list[int], namer: Namer, face: int) -> dict[str, str]:
    """What is derived of a token, if there is only one such, for those who may see all that it reads."""
    out: dict[str, str] = {}
    seat, token = namer.reader, p.lay.design(face)
    if seat is None or p.lay.designs.count(p.lay.designs[face]) != 1:
        return out
    for key, value in p.game.values.items():
        of = value.of.var.type if value.of is not None else None
        if of is None or of.base != "card" or not set(of.names) & set(p.game.kinds[token.kind].lineage):
            continue
        if value.params or value.kind is not None or value.expr is None or value.type.base == "list":
            continue
        if not stores_seen(p, s, value, seat, None):
            continue
        one = g.CardName(span=value.span, type=of, name=token.name)
        probe = g.Derived(span=value.span, type=value.type, key=key, of=one)
        x = p.as_seen(s, probe, ("seen value", key, token.name), seat)
        if x is not None:
            out[key] = namer.value(value.type, x)
    return out


def owner_of(p: Program, s: list[int], x: int, base: str) -> int:
    """The player in whose zone a card lies, or the card that it is attached to, or on whose board a space is; -1: nobody."""
    return p.lay.space_owner(x) if base == "space" else owner_of_zone(p, s, s[p.lay.at["ZON"] + x])


def owner_of_zone(p: Program, s: list[int], z: int) -> int:
    """The player whose zone it is, or that of the card which has it."""
    lay = p.lay
    for _ in range(lay.n + 1):
        key = lay.zone_of[z]
        if key == "box" or not lay.of_cards(key):
            return lay.zone_owner[z]
        place = lay.zones[key]
        z = s[lay.at["ZON"] + lay.bearers_of(p.game.zones[key].owner or "")[0] + (z - place.base) // place.size]
    return -1


def own_stores(p: Program, s: list[int], namer: Namer, x: int, base: str, seat: int) -> dict[str, str]:
    out: dict[str, str] = {}
    for key, decl, place in borne_in(p, base).stores:
        if not place.first <= x < place.first + place.owners:
            continue
        if not may_see(p, s, decl.shown, owner_of(p, s, x, base), seat):
            continue
        for i in range(place.size):
            at = place.at((x - place.first) * place.size + i)
            name = key.split(".")[-1]
            if decl.index:
                name += f"[{','.join(index_ids(p.lay, decl.index, i))}]"
            if s[at] != place.start or base == "space":
                out[name] = kept_text(namer, decl.type, at)
    return out


def stores_of(p: Program, s: list[int], namer: Namer,
              seat: int | None) -> list[tuple[str, int | None, list[str], str | None]]:
    """Counters and variables of the game and of players: (key, owner, index, id of the value or None if hidden)."""
    out: list[tuple[str, int | None, list[str], str | None]] = []
    for key, place in p.lay.stores.items():
        decl = p.game.stores[key]
        if decl.owner not in (None, "player"):
            continue
        for o in range(place.owners):
            owner = o if decl.owner == "player" else None
            sees = seat is None or may_see(p, s, decl.shown, o if owner is not None else -1, seat)
            for i in range(place.size):
                text = kept_text(namer, decl.type, place.at(o * place.size + i)) if sees else None
                out.append((key, owner, index_ids(p.lay, decl.index, i), text))
    return out


def values_of(p: Program, s: list[int], namer: Namer) -> list[dict[str, object]]:
    """Derived values, for those who may see all that they read (meaning 10)."""
    seat = namer.reader
    assert seat is not None
    out: list[dict[str, object]] = []
    for key, value in p.game.values.items():
        if value.params or value.kind is not None or value.expr is None or value.type.base == "list" or " " in key:
            continue
        of_players = value.of is not None and value.of.var.type.base == "player"
        if value.of is not None and not of_players:
            continue
        for owner in range(p.players) if of_players else (None,):
            of = g.SeatName(span=value.span, type=g.PLAYER, seat=owner, name="") if owner is not None else None
            probe = g.Derived(span=value.span, type=value.type, key=key, of=of)
            if not stores_seen(p, s, value, seat, owner):
                continue
            x = p.as_seen(s, probe, ("seen value", key, owner), seat)
            if x is not None:
                out.append({"name": key, "owner": owner, "value": namer.value(value.type, x)})
    return out


def stores_seen(p: Program, s: list[int], value: g.Value, seat: int, owner: int | None) -> bool:
    """Whether the counters, variables and dice that a value reads are shown to *seat*; one of players that is shown to its
    owner alone counts as seen if the value is the owner's."""
    for key in p.facts.value_reads(value.key):
        if key.startswith("store "):
            shown = p.game.stores[key[6:]].shown
            if shown is not None and not may_see(p, s, shown, owner if owner is not None else -1, seat):
                return False
        elif key.startswith("dice "):
            shown = p.game.dice[key[5:]].shown
            if shown is not None and not may_see(p, s, shown, owner if owner is not None else -1, seat):
                return False
    return True


def information_state(m: "Match", seat: int) -> str:
    if not m.keeps_log:
        raise ValueError("a match without a log cannot tell what a player remembers; start it with log=True")
    p = m.program
    lines = m.log_text(seat)
    seen = table(p, m.state, seat)
    player = m.player
    asked = "over" if player is None else "chance" if player < 0 else player_id(player)
    options = [o.id for o in m.decision.options] if m.decision is not None and player == seat else []
    return lines + "\n".join([json.dumps(seen, sort_keys=True), asked, *options])


# -------------------------------------------------------------------------------- the whole state


def dice_in_play(p: Program, s: list[int], d: DicePlace, owner: int) -> int:
    """How many of the dice of *owner* are in play."""
    first = p.lay.in_play.get(d.key)
    return d.amount if first is None else s[first + owner]


def dump(m: "Match") -> dict[str, object]:
    p, s = m.program, m.state
    lay = p.lay
    namer = Namer(p, s, None)
    zones: dict[str, object] = {}
    knows: dict[str, object] = {}
    at = lay.at
    for z in range(len(lay.zone_of)):
        bodies = in_zone(p, s, z)
        if not bodies:
            continue
        name = same = dump_zone(p, s, namer, z)
        while name in zones:  # of another card of that name
            name = f"{same}#{int(name.removeprefix(same)[1:] or 1) + 1}"
        order = "box" if z == 0 else lay.zones[lay.zone_of[z]].order
        rows = [(("?" if s[at["MIXED"] + c] else face_id(lay, s[at["FACE"] + c])),
                 [i for i in range(p.players) if s[at["KNOW"] + c] >> i & 1]) for c in bodies]
        if order in ("pile", "hand", "box"):
            rows.sort()
        zones[name] = [x for x, _ in rows]
        knows[name] = [x for _, x in rows]
        mixed = sorted(face_id(lay, s[at["FACE"] + c]) for c in bodies if s[at["MIXED"] + c])
        if mixed:
            zones[f"mixed {name}"] = mixed
    stores: dict[str, object] = {}
    for key, owner, index, text in stores_of(p, s, namer, None):
        label = key + (f"[{','.join(index)}]" if index else "") + (f" of p{owner}" if owner is not None else "")
        stores[label] = text
    stores.update(dump_own(p, s, namer))
    dice = {}
    for d in lay.dice.values():
        for o in range(d.owners):
            label = d.key + (f" of p{o}" if p.game.dice[d.key].owner == "player" else "")
            dice[label] = [namer.die(d.base + o * d.amount + i) for i in range(dice_in_play(p, s, d, o))]
    turn = whose_turn(p, s)
    return {"zones": zones, "stores": stores, "dice": dice, "turn": player_id(turn) if turn is not None else None,
            "phases": active_phases(p, s), "knows": knows}


def dump_zone(p: Program, s: list[int], namer: Namer, z: int) -> str:
    lay = p.lay
    decl = p.game.zones.get(lay.zone_of[z])
    if decl is not None and decl.owner not in (None, "player") and p.game.kinds[decl.owner].base != "space":
        place = lay.zones[decl.key]
        first, _ = lay.card_range(decl.owner)
        card = first + (z - place.base) // place.size
        return f"{decl.key.split('.')[-1]} of {namer.card(card)}"
    return zone_id(lay, z)


def dump_own(p: Program, s: list[int], namer: Namer) -> dict[str, object]:
    out: dict[str, list[str]] = {}
    lay = p.lay
    for key, place in lay.stores.items():
        decl = p.game.stores[key]
        if decl.owner in (None, "player"):
            continue
        space = p.game.kinds[decl.owner].base == "space"
        for o in range(place.owners):
            for i in range(place.size):
                at = place.at(o * place.size + i)
                if s[at] == place.start:
                    continue
                x = place.first + o
                owner = space_id(lay, x) if space else namer.card(x) + "@" + zone_id(lay, s[lay.at["ZON"] + x])
                name = key.split(".")[-1] + (f"[{','.join(index_ids(lay, decl.index, i))}]" if decl.index else "")
                out.setdefault(f"{name} of {owner}", []).append(kept_text(namer, decl.type, at))
    result: dict[str, object] = {}
    for label, values in out.items():
        for number, text in enumerate(sorted(values)):
            result[f"{label}#{number + 1}" if len(values) > 1 else label] = text
    return result
