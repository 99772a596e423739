"""What expressions yield. Nothing here changes the match (meaning 9: expressions are never random)."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import prod
from typing import Any

from rulelang import game as g
from tests.oracle.state import State
from tests.oracle.things import (
    BOX,
    SECRET,
    Card,
    Die,
    Env,
    OracleError,
    Place,
    Player,
    Space,
    Sym,
    Unknown,
    Unseen,
    Unsettled,
)

# Over these it does not matter in which order cards lie, so a shuffled zone need not be settled to be
# counted.
ORDERLESS = {"count", "any", "no", "every", "sum", "highest", "lowest", "product"}


class Evaluator:
    """A game at a table with so many seats, its state, and the value of any expression."""

    game: g.Game
    seats: int
    state: State

    def __init__(self, game: g.Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.players = tuple(Player(seat) for seat in range(seats))
        self.imagining: int | None = None  # in a search: the seat whose knowledge counts
        self.looked: set[Card] = set()  # in a search: faces imagined so far
        self.places_only = False  # while it is asked where something lies, and not what
        self.orderless = 0  # inside so many questions to which the order of shuffled zones does not matter
        self.walked: frozenset[int] = frozenset()  # names that stand for all cards of a zone in turn, in whatever order,
        self.walking: dict[int, Any] = {}  # and what they stand for now
        self.first_places: dict[int, Place] = {}  # where the setup first put each printed copy
        self.saw_hidden = False  # some value read since this was reset is hidden from somebody
        self.told_by_back: dict[tuple[str | None, tuple[str, ...]], set[bool]] = {}
        self.told_of_face: dict[tuple[int, tuple[str, ...]], bool] = {}
        self.state = State()
        self.forms: dict[type, Callable[[Any, Env], Any]] = {
            getattr(g, name[1:]): getattr(self, name)
            for name in dir(self)
            if name[0] == "_" and name[1].isupper()
        }
        self.lay_out()

    # ---------------------------------------------------------------- the fixed part of the table

    def lay_out(self) -> None:
        """Every thing there is (sizes are fixed when a match is made, additions 1.3), all cards in the
        box."""
        game, state, nothing = self.game, self.state, Env()
        self.prints: list[g.Card] = []
        for design in game.cards:
            self.prints += [design] * self.ev(design.copies, nothing)
        self.cards = tuple(Card(n) for n in range(len(self.prints)))
        state.face = list(range(len(self.prints)))
        state.body = list(range(len(self.prints)))
        for card in self.cards:
            state.place[card] = BOX
            state.stamp[card] = state.moves[card] = 0
            state.known[card] = frozenset()
        state.zones[BOX] = list(self.cards)
        self.spaces: dict[tuple[str, Player | None], tuple[Space, ...]] = {}
        self.rows: dict[str, tuple[int, int]] = {}
        for board in game.boards.values():
            size = len(board.spaces)
            if board.rows is not None and board.columns is not None:
                self.rows[board.key] = self.ev(board.rows, nothing), self.ev(board.columns, nothing)
                size = prod(self.rows[board.key])
            for owner in self.players if board.owner == "player" else (None,):
                self.spaces[board.key, owner] = tuple(Space(board.key, owner, n) for n in range(size))
        for dice in game.dice.values():
            for owner in self.players if dice.owner == "player" else (None,):
                amount = state.in_play[dice.key, owner] = self.ev(dice.amount, nothing)
                for n in range(amount):
                    state.dice[Die(dice.key, owner, n)] = None
        self.modifiers_of: dict[str, list[tuple[int, g.Lasting, g.Modifier]]] = {}
        self.reactive: list[int] = []  # printed copies that have rules of their own
        for number, design in enumerate(self.prints):
            for lasting in design.lastings:
                for modifier in lasting.modifiers:
                    self.modifiers_of.setdefault(modifier.target.key, []).append((number, lasting, modifier))
            if design.rules or any(lasting.rules for lasting in design.lastings):
                self.reactive.append(number)
        # what kinds of spaces say, of each of their spaces, in the order of the boards
        self.all_spaces = [space for spaces in self.spaces.values() for space in spaces]
        self.modifiers_of_spaces: dict[str, list[tuple[Space, g.Lasting, g.Modifier]]] = {}
        self.reactive_spaces: list[Space] = []
        for space in self.all_spaces:
            kind = self.kind_of(space)
            for lasting in kind.lastings:
                for modifier in lasting.modifiers:
                    entry = (space, lasting, modifier)
                    self.modifiers_of_spaces.setdefault(modifier.target.key, []).append(entry)
            if kind.rules or any(lasting.rules for lasting in kind.lastings):
                self.reactive_spaces.append(space)
        for zone in game.zones.values():
            for place in self.places_of(zone):
                state.zones[place] = []
        for store in game.stores.values():
            owners = {None: (None,), "player": self.players}.get(store.owner, ())
            for owner in owners:
                for index in self.indexes(store.index, nothing):
                    state.stores[store.key, index, owner] = self.start_of(store, index, owner)

    def places_of(self, zone: g.Zone) -> Iterator[Place]:
        owners: tuple[Any, ...] = (None,)
        if zone.owner == "player":
            owners = self.players
        elif zone.owner is not None:
            owners = tuple(c for c in self.cards if zone.owner in self.lineage(self.prints[c.number]))
            owners += tuple(space for space in self.all_spaces if self.has_kind(space, (zone.owner,)))
        for owner in owners:
            for index in self.indexes(zone.index, Env()):
                yield Place(zone.key, index, owner)

    def kind_of(self, space: Space) -> g.Kind:
        """Its kind, which has the text of all its spaces."""
        return self.game.kinds[self.game.boards[space.board].kind]

    def text_of(self, this: Card | Space) -> g.Card | g.Kind:
        """What a card says, or the kind of a space."""
        return self.kind_of(this) if isinstance(this, Space) else self.design(this)

    def lineage(self, design: g.Card) -> tuple[str, ...]:
        return self.game.kinds[design.kind].lineage

    def indexes(self, index: tuple[g.Index, ...], env: Env) -> Iterator[tuple[Any, ...]]:
        yield from product(*(self.index_values(part, env) for part in index))

    def index_values(self, index: g.Index, env: Env) -> list[Any]:
        if index.enum is not None:
            return self.members(index.enum)
        assert index.low is not None
        assert index.high is not None
        return list(range(self.ev(index.low, env), self.ev(index.high, env) + 1))

    def members(self, enum: str) -> list[Sym]:
        return [Sym(enum, n) for n in range(len(self.game.enums[enum].members))]

    # ---------------------------------------------------------------- players

    def here(self) -> list[Player]:
        """The players in the game, by seat."""
        return [player for player in self.players if player not in self.state.gone]

    def around(self, start: Player | None, step: int = 1, every_seat: bool = False) -> tuple[Player, ...]:
        """The players in the game (or all), clockwise (step 1) or not, from ``start`` or the seat where he
        sat."""
        if start is None:
            return ()
        seats = [Player((start.seat + step * n) % self.seats) for n in range(self.seats)]
        return tuple(p for p in seats if every_seat or p not in self.state.gone)

    def first_of_all(self) -> Player:
        """Where loops over players begin: whose turn it is, outside any turn the start player (meaning
        16)."""
        return self.state.turn() or Player(0)

    def beside(self, player: Player, step: int) -> Player:
        """Left or right of ``player``, passing over the gone (additions 1.4)."""
        others = [p for p in self.around(player, step) if p != player]
        return others[0] if others else player

    # ---------------------------------------------------------------- faces

    def design(self, card: Card) -> g.Card:
        """What is printed on ``card``, if it may be read as things stand."""
        if card in self.state.mixed and not self.any_order(card):
            raise Unsettled(card)
        if self.imagining is not None:
            if not self.sees(card):
                raise Unseen(card)
        elif not self.public(card):
            self.saw_hidden = True
        return self.prints[self.state.face[card.number]]

    def sees(self, card: Card) -> bool:
        """In a search: the face is known to the one who imagines, or imagined already. The number of seats
        stands for all together: what all know."""
        if self.is_token(card) or (self.imagining == self.seats and self.public(card)):
            return True
        return self.imagining in self.state.known[card] or card in self.looked

    def is_token(self, card: Card) -> bool:
        """A token has no back: all see what it is, wherever it lies."""
        return self.back(card) is None

    def public(self, card: Card) -> bool:
        return self.is_token(card) or len(self.state.known[card]) == self.seats

    def back(self, card: Card) -> str | None:
        return self.game.kinds[self.prints[self.state.face[card.number]].kind].back

    def possible_faces(self, card: Card) -> list[int]:
        """In a search: the printed copies that an unknown card may be, in the order printed: those with its
        back that the one who imagines does not know."""
        back = self.back(card)
        return sorted(
            self.state.face[c.number] for c in self.cards if not self.sees(c) and self.back(c) == back
        )

    def has_kind(self, card: Card | Space, kinds: tuple[str, ...]) -> bool:
        """Whether it is of one of the kinds. What the back tells is no secret, and settles nothing."""
        if isinstance(card, Space):
            return any(kind in self.kind_of(card).lineage for kind in kinds)
        state = self.state
        faces = {state.face[card.number]}
        if card in state.mixed and not self.any_order(card):
            faces = {state.face[c.number] for c in state.zones[state.place[card]] if c in state.mixed}
            if self.imagining is None:  # that all of them are such cards not all need know
                self.saw_hidden |= any(len(self.back_tells(self.back_of(self.prints[face]), kinds)) > 1 for face in faces)
        else:
            told = self.back_tells(self.back(card), kinds)
            if len(told) == 1:
                return next(iter(told))
            if self.imagining is None:
                self.saw_hidden |= not self.public(card)
            elif not self.sees(card):
                faces = set(self.possible_faces(card))
        answers = {self.of_kind(face, kinds) for face in faces}
        if len(answers) > 1:
            raise Unsettled(card) if card in state.mixed and not self.any_order(card) else Unseen(card)
        return answers.pop()

    def back_tells(self, back: str | None, kinds: tuple[str, ...]) -> set[bool]:
        """Whether cards with this back may be, and may not be, of one of the kinds."""
        if (back, kinds) not in self.told_by_back:
            faces = [n for n, design in enumerate(self.prints) if self.back_of(design) == back]
            self.told_by_back[back, kinds] = {self.of_kind(n, kinds) for n in faces}
        return self.told_by_back[back, kinds]

    def back_of(self, design: g.Card) -> str | None:
        return self.game.kinds[design.kind].back

    def of_kind(self, face: int, kinds: tuple[str, ...]) -> bool:
        answer = self.told_of_face.get((face, kinds))
        if answer is None:
            answer = self.told_of_face[face, kinds] = not set(kinds).isdisjoint(self.lineage(self.prints[face]))
        return answer

    # ---------------------------------------------------------------- stored things

    def store_env(self, store: g.Store, index: tuple[Any, ...], owner: Any) -> Env:
        env = Env(this=None if isinstance(owner, Player) else owner)
        for part, value in zip(store.index, index, strict=True):
            if part.var is not None:
                env.vars[part.var.id] = value
        if store.owner_var is not None:
            env.vars[store.owner_var.id] = owner
        return env

    def start_of(self, store: g.Store, index: tuple[Any, ...], owner: Any) -> Any:
        if store.default is None and store.type.base == "list":
            return ()
        if store.default is None:
            return 0 if store.type.base == "number" and not store.type.optional else None
        return self.ev(store.default, self.store_env(store, index, owner))

    def read(self, key: str, index: tuple[Any, ...], owner: Any) -> Any:
        self.look_at(self.game.stores[key].shown, owner)
        return self.now(key, index, owner)

    def look_at(self, shown: g.Expr | None, owner: Any) -> None:
        """Somebody reads what is shown to *shown*, and *owner* has."""
        if shown is None or isinstance(shown, g.Everyone):
            return
        self.saw_hidden = True
        if self.imagining is not None:
            seats = self.shown_to(shown, owner)
            if self.imagining not in seats and len(seats) < self.seats:
                raise Unknown

    def shown_to(self, who: g.Expr, owner: Any) -> frozenset[int]:
        """The seats of those to whom it is shown."""
        raise NotImplementedError

    def now(self, key: str, index: tuple[Any, ...], owner: Any) -> Any:
        store = self.game.stores[key]
        if (key, index, owner) in self.state.stores:
            return self.state.stores[key, index, owner]
        if index not in set(self.indexes(store.index, Env())):
            return None
        return self.start_of(store, index, owner)

    def bounds(self, key: str, index: tuple[Any, ...], owner: Any) -> tuple[int | None, int | None]:
        """Least and greatest value of a counter as things stand."""
        store = self.game.stores[key]
        env = self.store_env(store, index, owner)
        low = None if store.type.low is None else self.ev(store.type.low, env)
        high = None if store.type.high is None else self.ev(store.type.high, env)
        return low, high

    # ---------------------------------------------------------------- selectors

    def candidates(self, selector: g.Selector, env: Env) -> list[Any]:
        """All that the selector's phrase fits, in order."""
        return list(self.each(selector, env))

    def each(self, selector: g.Selector, env: Env) -> Iterator[Any]:
        for value in self.domain(selector, env):
            env.vars[selector.var.id] = self.walking[selector.var.id] = value
            if self.fits(selector, value, env):
                yield value

    def fits(self, selector: g.Selector, value: Any, env: Env) -> bool:
        """The kind and the `where` of a selector hold for ``value``, which its variable is bound to."""
        if selector.filter and isinstance(value, Card | Space) and not self.has_kind(value, selector.filter):
            return False
        return selector.where is None or self.holds(selector.where, env)

    def domain(self, selector: g.Selector, env: Env) -> list[Any]:
        kind = selector.var.type
        if selector.source is not None:
            found = self.as_list(self.ev(selector.source, env))
            if selector.clock is not None:
                order = self.clockwise(selector.clock, env, True)
                found = [p for p in order if p in found]
            if kind.base == "player" and not selector.every_seat:
                found = [p for p in found if p not in self.state.gone]
            return found
        if kind.base == "player":
            if selector.clock is not None:
                return list(self.clockwise(selector.clock, env, selector.every_seat))
            return list(self.around(self.first_of_all(), 1, selector.every_seat))
        if kind.base == "card":
            return [Card(n) for n in self.state.body]
        if kind.base == "space":
            return [space for spaces in self.spaces.values() for space in spaces]
        if kind.base == "enum":
            return list(self.members(kind.names[0]))
        if kind.base == "die":
            return [die for key, owner in self.state.in_play for die in self.dice_of(key, owner)]
        if kind.base == "truth":
            return [True, False]
        raise OracleError(f"a selector of {kind.base} needs a place")

    def clockwise(self, clock: g.Clock, env: Env, every_seat: bool) -> tuple[Player, ...]:
        return self.around(self.ev(clock.start, env), clock.step, every_seat)

    def as_list(self, value: Any) -> list[Any]:
        """A single thing counts as a list of one, none as an empty list."""
        if isinstance(value, tuple):
            return list(value)
        return [] if value is None else [value]

    def dice_of(self, key: str, owner: Player | None) -> tuple[Die, ...]:
        shown = self.game.dice[key].shown
        if shown is not None and not isinstance(shown, g.Everyone):
            self.saw_hidden = True
        return tuple(Die(key, owner, n) for n in range(self.state.in_play[key, owner]))

    # ---------------------------------------------------------------- derived values and modifiers (meaning
    # 7)

    def derived(self, key: str, args: tuple[Any, ...], of: Any, env: Env) -> Any:
        value = self.game.values[key]
        if value.kind is not None and isinstance(of, Card | Space):
            value = self.text_of(of).values.get(key, value)
        inner = Env(you=env.you, this=of if value.kind is not None else env.this)
        for parameter, arg in zip(value.params, args, strict=False):
            inner.vars[parameter.var.id] = arg
        if value.of is not None:
            inner.vars[value.of.var.id] = of
        assert value.expr is not None, key
        result = self.clip(self.ev(value.expr, inner), value.type, inner)
        layers = self.game.values[key].layers
        lying = self.modifiers(key, args, of)
        if layers:
            for layer in layers:
                for _, modifier, its in lying:
                    if (modifier.layer or layers[0]) == layer:
                        result = self.modified(result, modifier, its, value.type, inner)
            return result
        setting = [entry for entry in lying if entry[1].sets]
        for _, modifier, its in setting[-1:] + [entry for entry in lying if not entry[1].sets]:
            result = self.modified(result, modifier, its, value.type, inner)
        return result

    def modified(self, so_far: Any, modifier: g.Modifier, env: Env, kind: g.Type, inner: Env) -> Any:
        env.it = so_far
        return self.clip(self.ev(modifier.value, env), kind, inner)

    def clip(self, value: Any, kind: g.Type, env: Env) -> Any:
        """A value with a range stays inside it."""
        if value is None or kind.base != "number":
            return value
        low = None if kind.low is None else self.ev(kind.low, env)
        high = None if kind.high is None else self.ev(kind.high, env)
        value = value if low is None or value >= low else low
        return value if high is None or value <= high else high

    def modifiers(self, key: str, args: tuple[Any, ...], of: Any) -> list[tuple[int, g.Modifier, Env]]:
        """Those that hold for this value of this owner, by arrival."""
        found = []
        for number, (space, lasting, modifier) in enumerate(self.modifiers_of_spaces.get(key, ())):
            if self.lasts(lasting, space):  # spaces have been there before everything else
                its = self.meant(modifier, args, of, Env(this=space))
                found += [(number - len(self.modifiers_of_spaces[key]), modifier, e) for e in its]
        if key in self.modifiers_of:
            self.look_for_modifiers(key)
            for face, lasting, modifier in self.modifiers_of[key]:
                card = Card(self.state.body[face])
                if self.lasts(lasting, card):
                    env = Env(this=card, you=None)
                    found += [
                        (self.state.stamp[card], modifier, e) for e in self.meant(modifier, args, of, env)
                    ]
        for block in self.state.lasting:
            for modifier in block.block.modifiers:
                if modifier.target.key == key:
                    found += [
                        (block.stamp, modifier, e) for e in self.meant(modifier, args, of, block.env.copy())
                    ]
        return sorted(found, key=lambda entry: entry[0])

    def look_for_modifiers(self, key: str) -> None:
        """Cards that lie hidden where a card with such a modifier would be in force: in a search their faces
        matter."""
        zones = {zone for _, lasting, _ in self.modifiers_of[key] for zone in lasting.zones}
        faces = {face for face, _, _ in self.modifiers_of[key]}
        for place, cards in self.state.zones.items():
            if place.key in zones:
                for card in cards:
                    if self.imagining is None:
                        self.saw_hidden |= not self.public(card)
                    elif not self.sees(card) and faces & set(self.possible_faces(card)):
                        raise Unseen(card)

    def lasts(self, lasting: g.Lasting, card: Card | Space) -> bool:
        """The `while` of a card's block holds, or of a space's, which is always there."""
        if isinstance(card, Space):
            return lasting.test is None or self.holds(lasting.test, Env(this=card))
        place = self.state.place[card]
        if place == BOX or card in self.state.mixed:
            return False
        if lasting.zones:
            return place.key in lasting.zones
        return lasting.test is None or self.holds(lasting.test, Env(this=card))

    def meant(self, modifier: g.Modifier, args: tuple[Any, ...], of: Any, env: Env) -> list[Env]:
        """The ways in which the modifier's target is this value of this owner (mostly none or one)."""
        target = modifier.target
        envs = [env]
        if modifier.each is not None:
            envs = []
            for value in self.candidates(modifier.each, env):
                one = env.copy()
                one.vars[modifier.each.var.id] = value
                envs.append(one)
        fit = []
        for one in envs:
            its_owner = None if target.of is None else self.ev(target.of, one)
            same_owner = its_owner == of and (target.of is None or its_owner is not None)
            if same_owner and tuple(self.ev(arg, one) for arg in target.args) == args[: len(target.args)]:
                fit.append(one)
        return fit

    # ---------------------------------------------------------------- the forms

    def ev(self, expr: g.Expr, env: Env) -> Any:
        return self.forms[type(expr)](expr, env)

    def holds(self, expr: g.Expr, env: Env) -> bool:
        """As a condition, none is no (meaning 17)."""
        return self.ev(expr, env) is True

    def evs(self, exprs: tuple[g.Expr, ...], env: Env) -> tuple[Any, ...]:
        return tuple(self.ev(expr, env) for expr in exprs)

    def _Num(self, e: g.Num, env: Env) -> Any:
        return e.value

    def _Truth(self, e: g.Truth, env: Env) -> Any:
        return e.value

    def _Text(self, e: g.Text, env: Env) -> Any:
        return e.value

    def _Nothing(self, e: g.Nothing, env: Env) -> Any:
        return None

    def _Member(self, e: g.Member, env: Env) -> Any:
        return Sym(e.enum, e.index)

    def _CardName(self, e: g.CardName, env: Env) -> Any:
        """Where there is a single copy, or in an example: the first."""
        return next((Card(n) for n in self.state.body if self.name(Card(n)) == e.name), None)

    def name(self, card: Card) -> str:
        return self.prints[self.state.face[card.number]].name

    def _SeatName(self, e: g.SeatName, env: Env) -> Any:
        return Player(e.seat)

    def _Local(self, e: g.Local, env: Env) -> Any:
        if self.imagining is not None and env.vars.get(SECRET - e.var.id, self.imagining) != self.imagining:
            raise Unknown
        return env.vars.get(e.var.id)

    def _You(self, e: g.You, env: Env) -> Any:
        return env.you

    def _This(self, e: g.This, env: Env) -> Any:
        return env.this

    def _It(self, e: g.It, env: Env) -> Any:
        return env.it

    def _Everyone(self, e: g.Everyone, env: Env) -> Any:
        return self.around(self.first_of_all(), 1)

    def _Nobody(self, e: g.Nobody, env: Env) -> Any:
        return ()

    def _Param(self, e: g.Param, env: Env) -> Any:
        return self.setting(self.game.settings[e.key], self.game.parameters[e.key].type)

    def setting(self, value: Any, kind: g.Type) -> Any:
        if value is None:
            return None
        if kind.base == "player":
            return Player(value) if value < self.seats else None
        if kind.base == "enum":
            return Sym(kind.names[0], value)
        if kind.base == "list" and kind.item is not None:
            return tuple(self.setting(item, kind.item) for item in value)
        return value

    def owners(self, of: g.Expr | None, env: Env) -> tuple[Any, ...] | None:
        """Whose a thing is: one owner (None: the game), all players for `everyone`, or nothing at all:
        None."""
        if of is None:
            return (None,)
        if isinstance(of, g.Everyone):
            return self.around(self.first_of_all(), 1)
        owner = self.ev(of, env)
        return None if owner is None else (owner,)

    def _Stored(self, e: g.Stored, env: Env) -> Any:
        if e.key in self.game.dice:
            owner = None if e.of is None else self.ev(e.of, env)
            return len(self.dice_of(e.key, owner)) if e.of is None or owner is not None else None
        owners = self.owners(e.of, env)
        if owners is None:
            return None
        index = self.evs(e.index, env)
        values = tuple(self.read(e.key, index, owner) for owner in owners)
        return tuple(v for v in values if v is not None) if isinstance(e.of, g.Everyone) else values[0]

    def _Printed(self, e: g.Printed, env: Env) -> Any:
        of = self.ev(e.of, env)
        return None if of is None else self.printed(e.key, self.evs(e.index, env), of)

    def printed(self, key: str, index: tuple[Any, ...], of: Card | Space) -> Any:
        if isinstance(of, Space):
            spaces = self.game.boards[of.board].spaces
            fields: Any = {**self.kind_of(of).printed, **(spaces[of.number] if spaces else {})}
        else:
            fields = self.design(of).fields
        nothing = Env(this=of)
        entry = fields.get(key)
        if isinstance(entry, tuple):
            entry = next((expr for at, expr in entry if self.evs(at, nothing) == index), None)
        if entry is None:
            entry = self.game.fields[key].default
        value = None if entry is None else self.ev(entry, nothing)
        if isinstance(value, tuple) and index and self.game.fields[key].type.base != "list":
            value = None
        return value

    def _Derived(self, e: g.Derived, env: Env) -> Any:
        owners = self.owners(e.of, env)
        if owners is None:
            return None
        args = self.evs(e.args, env)
        values = tuple(self.derived(e.key, args, owner, env) for owner in owners)
        return tuple(v for v in values if v is not None) if isinstance(e.of, g.Everyone) else values[0]

    def _ZoneOf(self, e: g.ZoneOf, env: Env) -> Any:
        owners = self.owners(e.of, env)
        if owners is None:
            return ()
        index = self.evs(e.index, env)
        return tuple(card for owner in owners for card in self.lying_in(Place(e.key, index, owner)))

    def look_into(self, place: Place) -> None:
        """Somebody wants to know what lies there, and so how many."""
        self.look_at(dict(self.game.zones[place.key].shown).get("count"), place.owner)

    def lying_in(self, place: Place) -> list[Card]:
        """From oldest to newest, a stack from its top; nothing where there is no such zone."""
        cards = self.state.zones.get(place, [])
        self.look_into(place)
        return cards[::-1] if self.game.zones[place.key].order == "stack" else list(cards)

    def _DiceOf(self, e: g.DiceOf, env: Env) -> Any:
        owners = self.owners(e.of, env)
        return () if owners is None else tuple(die for owner in owners for die in self.dice_of(e.key, owner))

    def _BoardOf(self, e: g.BoardOf, env: Env) -> Any:
        owners = self.owners(e.of, env)
        if owners is None:
            return None if e.index else ()
        if not e.index:
            return tuple(space for owner in owners for space in self.spaces[e.key, owner])
        return self.space_at(e.key, owners[0], *self.evs(e.index, env))

    def space_at(self, board: str, owner: Player | None, *index: int | None) -> Space | None:
        """none outside the board, also below 1."""
        spaces = self.spaces[board, owner]
        if None in index:
            return None
        if len(index) == 1:
            (n,) = index
            return spaces[n - 1] if n is not None and 1 <= n <= len(spaces) else None
        row, column = index
        rows, columns = self.rows[board]
        if row is None or column is None or not (1 <= row <= rows and 1 <= column <= columns):
            return None
        return spaces[(row - 1) * columns + column - 1]

    # properties

    def _Prop(self, e: g.Prop, env: Env) -> Any:
        if e.name == "start_player":
            return Player(0)
        if e.name == "number_of_players":
            return self.seats
        if e.name == "lines":
            assert isinstance(e.of, g.BoardOf)
            return self.lines(e.of.key, (self.owners(e.of.of, env) or (None,))[0])
        of = env.this if e.of is None else self.ev(e.of, env)
        return None if of is None else self.property(e.name, of)

    def property(self, name: str, of: Any) -> Any:
        if name in ("left", "right"):
            return self.beside(of, 1 if name == "left" else -1)
        if name == "owner":
            return self.owner(of)
        if name == "size":
            return len(of)
        if name == "name":
            return self.design(of).name if isinstance(of, Card) else self.space_name(of)
        if name == "back":
            if of in self.state.mixed and not self.any_order(of) and self.imagining is None:
                like = [c for c in self.state.zones[self.state.place[of]] if c in self.state.mixed]
                if len({self.back(c) for c in like}) > 1:
                    raise Unsettled(of)
            return self.back(of)
        if name == "holder_zone":
            return self.state.place[of].key or None
        if name == "face":
            return self.face(of)
        if name in ("row", "column"):
            if of.board not in self.rows:
                return None
            row, column = divmod(of.number, self.rows[of.board][1])
            return 1 + (row if name == "row" else column)
        if name == "neighbours":
            return self.neighbours(of)
        raise OracleError(f"no property is called {name}")

    def owner(self, of: Any) -> Player | None:
        """Whose zone the card lies in; of a card attached to another, whose that lies in."""
        if isinstance(of, Player):
            return of
        if isinstance(of, Space | Die):
            return of.owner
        owner = self.state.place[of].owner
        return self.owner(owner) if isinstance(owner, Card | Space) else owner

    def face(self, of: Any) -> Any:
        """The face of a die, or of the first one of a list."""
        dice = self.as_list(of)
        if not dice:
            return None
        self.look_at(self.game.dice[dice[0].key].shown, dice[0].owner)
        return self.state.dice[dice[0]]

    def space_name(self, space: Space) -> str | None:
        spaces = self.game.boards[space.board].spaces
        named = spaces[space.number].get("name") if spaces else None
        return None if named is None else self.ev(named, Env())

    def lines(self, board: str, owner: Player | None) -> tuple[tuple[Space, ...], ...]:
        """All rows, all columns, and of a square both diagonals."""
        rows, columns = self.rows[board]
        grid = [
            [self.space_at(board, owner, r, c) for c in range(1, columns + 1)] for r in range(1, rows + 1)
        ]
        lines = [tuple(row) for row in grid] + list(zip(*grid, strict=True))
        if rows == columns:
            lines.append(tuple(grid[n][n] for n in range(rows)))
            lines.append(tuple(grid[n][rows - 1 - n] for n in range(rows)))
        return tuple(tuple(space for space in line if space is not None) for line in lines)

    def neighbours(self, space: Space) -> tuple[Space, ...]:
        """The spaces beside it in its row and its column, in the board's order."""
        rows, columns = self.rows[space.board]
        row, column = divmod(space.number, columns)
        steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        found = (self.space_at(space.board, space.owner, r + 1, c + 1) for r, c in steps)
        return tuple(place for place in found if place is not None)

    # conditions

    def _IfElse(self, e: g.IfElse, env: Env) -> Any:
        return self.ev(e.yes if self.holds(e.test, env) else e.no, env)

    def _And(self, e: g.And, env: Env) -> Any:
        return all(self.holds(part, env) for part in e.parts)

    def _Or(self, e: g.Or, env: Env) -> Any:
        return any(self.holds(part, env) for part in e.parts)

    def _Not(self, e: g.Not, env: Env) -> Any:
        return not self.holds(e.part, env)

    def _Compare(self, e: g.Compare, env: Env) -> Any:
        left, right = self.ev(e.left, env), self.ev(e.right, env)
        if left is None or right is None:
            return False
        return {
            "=": left == right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[e.op]

    def _Is(self, e: g.Is, env: Env) -> Any:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if isinstance(one, g.CardName) and not isinstance(other, g.CardName):
                value = self.ev(other, env)
                if isinstance(value, Space):
                    return self.space_name(value) == one.name
                return isinstance(value, Card) and self.design(value).name == one.name
        if isinstance(e.left, g.ListOf) or isinstance(e.right, g.ListOf):
            return self.same_list(e.left, e.right, env)
        return self.ev(e.left, env) == self.ev(e.right, env)

    def same_list(self, left: g.Expr, right: g.Expr, env: Env) -> bool:
        """Lists, one of them written out; a card's name in it stands for any copy."""
        ways = []
        for side in (left, right):
            if isinstance(side, g.ListOf):
                items = [i.name if isinstance(i, g.CardName) else self.ev(i, env) for i in side.items]
                ways.append([i for i in items if i is not None])
            else:
                ways.append(self.as_list(self.ev(side, env)))
        if len(ways[0]) != len(ways[1]):
            return False
        return all(self.alike_by_name(a, b) for a, b in zip(*ways, strict=True))

    def alike_by_name(self, one: Any, other: Any) -> bool:
        if isinstance(one, str) and isinstance(other, Card):
            return self.design(other).name == one
        if isinstance(other, str) and isinstance(one, Card):
            return self.design(one).name == other
        return bool(one == other)

    def _KindIs(self, e: g.KindIs, env: Env) -> Any:
        value = self.ev(e.part, env)
        return value is not None and self.has_kind(value, (e.kind,))

    def _MemberOf(self, e: g.MemberOf, env: Env) -> Any:
        value = self.ev(e.part, env)
        return value is not None and self.sym_name(value) in self.game.enums[e.enum].members

    def sym_name(self, sym: Sym) -> str:
        return self.game.enums[sym.enum].members[sym.index]

    def _AsEnum(self, e: g.AsEnum, env: Env) -> Any:
        value = self.ev(e.part, env)
        if value is None:
            return None
        enum = e.type.names[0]
        members = self.game.enums[enum].members
        name = self.sym_name(value)
        return Sym(enum, members.index(name)) if name in members else None

    def _IsEmpty(self, e: g.IsEmpty, env: Env) -> Any:
        value = self.ev(e.part, env)
        return value is not None and len(value) == 0

    def _IsIn(self, e: g.IsIn, env: Env) -> Any:
        if isinstance(e.part, g.CardName):
            place = self.as_list(self.ev(e.place, env))
            return any(isinstance(card, Card) and self.name(card) == e.part.name for card in place)
        part = self.ev(e.part, env)
        inside = self.lies_in(part, e.place, env)
        return part is not None and inside

    def lies_in(self, value: Any, place: g.Expr, env: Env) -> bool:
        """Whether it is one of these. All see whether a card lies in a zone, if not how many others do."""
        if isinstance(place, g.Concat):
            return any(self.lies_in(value, part, env) for part in place.parts)
        if not isinstance(place, g.ZoneOf):
            return value in self.as_list(self.ev(place, env))
        index = self.evs(place.index, env)
        at = self.state.place.get(value)
        return any(at == Place(place.key, index, owner) for owner in self.owners(place.of, env) or ())

    # numbers and lists

    def _Arith(self, e: g.Arith, env: Env) -> Any:
        left, right = self.ev(e.left, env), self.ev(e.right, env)
        if left is None or right is None:
            return None
        if e.op == "+":
            return left + right
        if e.op == "-":
            return left - right
        if e.op == "*":
            return left * right
        if right == 0:
            raise OracleError("division by nothing")
        return left // right if e.op == "/down" else -((-left) // right)

    def _Negative(self, e: g.Negative, env: Env) -> Any:
        value = self.ev(e.part, env)
        return None if value is None else -value

    def _Concat(self, e: g.Concat, env: Env) -> Any:
        return tuple(item for part in e.parts for item in self.as_list(self.ev(part, env)))

    def _Without(self, e: g.Without, env: Env) -> Any:
        without = self.as_list(self.ev(e.right, env))
        return tuple(item for item in self.as_list(self.ev(e.left, env)) if item not in without)

    def _ListOf(self, e: g.ListOf, env: Env) -> Any:
        return tuple(value for value in self.evs(e.items, env) if value is not None)

    def _RangeList(self, e: g.RangeList, env: Env) -> Any:
        low, high = self.ev(e.low, env), self.ev(e.high, env)
        return () if low is None or high is None else tuple(range(low, high + 1))

    def _Element(self, e: g.Element, env: Env) -> Any:
        items, index = self.as_list(self.ev(e.of, env)), self.ev(e.index, env)
        return items[index - 1] if index is not None and 1 <= index <= len(items) else None

    def _End(self, e: g.End, env: Env) -> Any:
        """`top of`: of a stack the first as it is listed, of anything else the newest, the last (meaning
        16)."""
        items = self.as_list(self.ev(e.of, env))
        from_front = (e.end == "top") == self.is_stack(e.of)
        amount = 1 if e.amount is None else self.ev(e.amount, env)
        ends = (items if from_front else items[::-1])[: max(amount or 0, 0)]
        for card in ends:
            if isinstance(card, Card) and card in self.state.mixed and not self.places_only:
                raise Unsettled(card)
        if e.amount is None:
            return ends[0] if ends else None
        return tuple(ends)

    def is_stack(self, e: g.Expr) -> bool:
        return isinstance(e, g.ZoneOf) and self.game.zones[e.key].order == "stack"

    def _Quantified(self, e: g.Quantified, env: Env) -> Any:
        if e.how not in ORDERLESS:
            return self.quantified(e, env)
        before = self.walked
        self.walked |= self.walked_by(e.selector)
        try:
            return self.quantified(e, env)
        finally:
            self.walked = before

    def any_order(self, card: Any) -> bool:
        """It does not matter which of the cards of its zone this is: what is asked is asked of all of them."""
        return self.orderless > 0 or any(self.walking.get(name) == card for name in self.walked)

    def walked_by(self, selector: g.Selector) -> frozenset[int]:
        """The names by which a question that counts or compares speaks of its candidates, and of those of the lists among
        which it looks for them."""
        if selector.var.type.base != "card":
            return frozenset()
        return frozenset({selector.var.id}) | self.listed(selector.source)

    def listed(self, e: g.Expr | None) -> frozenset[int]:
        if isinstance(e, g.Quantified) and e.how in ("all", "all_highest", "all_lowest"):
            return self.walked_by(e.selector)
        if isinstance(e, g.Concat):
            return frozenset(name for part in e.parts for name in self.listed(part))
        if isinstance(e, g.Without):
            return self.listed(e.left)
        if isinstance(e, g.IfElse):
            return self.listed(e.yes) | self.listed(e.no)
        if isinstance(e, g.Derived) and e.key in self.game.values:
            return self.listed(self.game.values[e.key].expr)
        return frozenset()

    def quantified(self, e: g.Quantified, env: Env) -> Any:
        found = self.each(e.selector, env)
        if e.how == "count":
            return sum(1 for _ in found)
        if e.how == "any":
            return any(True for _ in found)
        if e.how == "no":
            return not any(True for _ in found)
        if e.how == "all":
            return tuple(found)
        if e.how == "first":
            return next(found, None)
        assert e.body is not None
        if e.how == "every":
            return all(self.holds(e.body, env) for _ in found)
        worth = [(value, self.ev(e.body, env)) for value in found]
        worth = [(value, body) for value, body in worth if body is not None]
        if e.how.startswith(("all_", "first_")):
            best = (max if e.how.endswith("highest") else min)((body for _, body in worth), default=None)
            with_best = tuple(value for value, body in worth if body == best)
            return with_best if e.how.startswith("all_") else next(iter(with_best), None)
        return self.gathered(e.how, [body for _, body in worth])

    def gathered(self, how: str, items: list[Any]) -> Any:
        """Sum, highest and lowest of nothing are 0 (meaning 17), the product of nothing is 1."""
        if how == "sum":
            return sum(items)
        if how == "highest":
            return max(items, default=0)
        if how == "lowest":
            return min(items, default=0)
        if how == "product":
            return prod(items)
        if how == "list":
            return tuple(items)
        if how == "different":
            return tuple(dict.fromkeys(items))
        raise OracleError(f"unknown form {how}")

    def _GatheredIn(self, e: g.GatheredIn, env: Env) -> Any:
        return self.gathered(e.how, self.as_list(self.ev(e.place, env)))

    def _Reach(self, e: g.Reach, env: Env) -> Any:
        """START and all that is got at step by step, in order of distance."""
        found = list(dict.fromkeys(self.as_list(self.ev(e.start, env))))
        for item in found:  # grows while it is walked
            env.vars[e.through.var.id] = item
            if self.fits(e.through, item, env):
                for target in self.as_list(self.ev(e.to, env)):
                    if target not in found:
                        found.append(target)
        return tuple(found)

    def _Subsets(self, e: g.Subsets, env: Env) -> Any:
        items = self.as_list(self.ev(e.of, env))
        sizes = range(len(items) + 1) if e.amount is None else [self.ev(e.amount, env) or 0]
        return tuple(subset for size in sizes for subset in combinations(items, size))

    def _Splits(self, e: g.Splits, env: Env) -> Any:
        """Each division once; groups in the order of their first members. None if it does not come out
        even."""
        items, size = self.as_list(self.ev(e.of, env)), self.ev(e.size, env)
        if size is None or size < 1 or len(items) % size:
            return ()
        return tuple(self.divisions(tuple(range(len(items))), size, items))

    def divisions(self, rest: tuple[int, ...], size: int, items: list[Any]) -> Iterator[tuple[Any, ...]]:
        if not rest:
            yield ()
            return
        for others in combinations(rest[1:], size - 1):
            group = (rest[0], *others)
            left = tuple(n for n in rest if n not in group)
            for division in self.divisions(left, size, items):
                yield (tuple(items[n] for n in group), *division)

    # questions about the match itself

    def _CanDo(self, e: g.CanDo, env: Env) -> Any:
        who = self.ev(e.who, env)
        return self.can_do(who, e.effect, env)

    def can_do(self, who: Player | None, effect: g.EffectRef, env: Env) -> bool:
        raise NotImplementedError

    def _Knows(self, e: g.Knows, env: Env) -> Any:
        who = self.ev(e.who, env)
        if isinstance(e.card, g.CardName):  # in examples: any copy
            copies = [card for card in self.cards if self.name(card) == e.card.name]
            return who is not None and any(who.seat in self.state.known[card] for card in copies)
        card = self.ev(e.card, env)
        return who is not None and card is not None and who.seat in self.state.known[card]

    def _Holds(self, e: g.Holds, env: Env) -> Any:
        """These cards and no others, in any order."""
        names = sorted(
            card.name if isinstance(card, g.CardName) else str(self.ev(card, env)) for card in e.cards
        )
        return sorted(self.name(card) for card in self.as_list(self.ev(e.place, env))) == names

    def _CanChoose(self, e: g.CanChoose, env: Env) -> Any:
        raise NotImplementedError

    def _ChanceActor(self, e: g.ChanceActor, env: Env) -> Any:
        return None
