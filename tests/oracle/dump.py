"""The whole state as plain data, to be compared with the engine's."""

from typing import Any

from tests.oracle.run import Run
from tests.oracle.things import BOX, Card, Env


def plain(run: Run, value: Any) -> Any:
    """Numbers as they are, everything else by its id."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Card):
        return run.settled_name(value)
    if isinstance(value, tuple):
        return f"[{', '.join(str(plain(run, part)) for part in value)}]"
    return run.id_of(value)


def dump(run: Run) -> dict[str, Any]:
    state = run.state
    zones: dict[str, list[str]] = {}
    knows: dict[str, list[list[int]]] = {}
    for place in state.zones:
        if place == BOX and any(zone == "box" for zone in run.game.zones):
            continue  # a game may call a zone of its own so
        name = run.place_id(place)
        cards = run.dumped(place)
        zones[name] = ["?" if card in state.mixed else run.name(card) for card in cards]
        knows[name] = [sorted(state.known[card]) for card in cards]
        mixed = sorted(run.name(card) for card in cards if card in state.mixed)
        if mixed:
            zones[f"mixed {name}"] = mixed
    stores = {}
    for (key, index, owner), value in state.stores.items():
        store = run.game.stores[key]
        if isinstance(owner, Card) and value == run.start_of(store, index, owner):
            continue
        stores[run.indexed(key, index, owner)] = plain(run, value)
    for store in run.game.stores.values():
        for space in (space for spaces in run.spaces.values() for space in spaces):
            if store.owner not in (None, "player") and run.has_kind(space, (store.owner or "",)):
                for index in run.indexes(store.index, Env()):
                    stores[run.indexed(store.key, index, space)] = plain(
                        run, run.read(store.key, index, space)
                    )
    dice: dict[str, list[Any]] = {}
    for key, owner in state.in_play:
        dice[run.indexed(key, (), owner)] = [plain(run, state.dice[die]) for die in run.dice_of(key, owner)]
    turn = state.turn()
    return {
        "zones": zones,
        "stores": stores,
        "dice": dice,
        "turn": None if turn is None else run.id_of(turn),
        "phases": [phase.key for phase in state.phases],
        "knows": knows,
    }
