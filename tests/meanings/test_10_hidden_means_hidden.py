"""Meaning 10, hidden means hidden: two worlds that a player cannot tell apart show him the same; and who knows what."""

import json

import pytest

from tests.meanings.table import EngineTable, Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "Ace" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Six" is Card: rank = 6
    zone bag of each player: hand of Card
    zone deck: stack of Card
    zone heap: pile of Card
    zone shelf: row of Card
    counter coins of each player: 0 to 9 = 0
"""


def seen(table: EngineTable, seat: int) -> str:
    """All that the player at *seat* can read: view, log, and the question if it is his."""
    question = table.options if table.seat == seat else table.who
    return json.dumps([table.match.view(seat), table.log(seat=seat), question], sort_keys=True)


def same_for(seat: int, one: EngineTable, other: EngineTable, *choices: str) -> None:
    """Equal at every decision; `a|b` is chosen as a in the one world, as b in the other."""
    assert seen(one, seat) == seen(other, seat)
    for choice in choices:
        first, _, second = choice.partition("|")
        one.choose(first)
        other.choose(second or first)
        assert seen(one, seat) == seen(other, seat)
        assert one.match.information_state(seat) == other.match.information_state(seat)


DEAL = """
    setup:
        move all Cards to heap
        move first Card c in heap where name of c is "HIS" to bag of left of start_player
"""


def two_worlds(engine: Play, *rules: str, players: int = 2) -> tuple[EngineTable, EngineTable]:
    """p1 has the Two in the one world, the Six in the other."""
    one, other = (
        engine(CARDS, DEAL.replace("HIS", card), *rules, players=players, checks=False) for card in ("Two", "Six")
    )
    return one, other


def test_what_another_holds_does_not_show(engine: Play) -> None:
    one, other = two_worlds(engine, """
        phase main:
            start_player chooses number n in 1 to 2
            left of start_player chooses Card c in bag of left of start_player
            move c to deck
    """)
    same_for(0, one, other, "1")
    assert one.over
    assert seen(one, 1) != seen(other, 1)


def test_a_choice_of_a_hidden_card_is_public_as_a_back(engine: Play) -> None:
    one, other = two_worlds(engine, """
        phase main:
            move first Card c in heap to bag of left of start_player
            left of start_player chooses Card c in bag of left of start_player
            move c to deck
            start_player chooses number n in 1 to 2
    """)
    same_for(0, one, other, "Two|Six", "1")


def test_windows_ask_even_who_can_only_pass(play: Play) -> None:
    rules = """
        phase main: open interrupts
        window interrupts asks players clockwise from start_player:
            action stop(Card c in bag of you where rank of c > 3):
                move c to heap
    """
    low, high = (play(CARDS, DEAL.replace("HIS", card), rules) for card in ("Two", "Six"))
    assert low.asks == "p1: pass"
    assert high.asks == "p1: pass, stop(Six)"


def test_where_all_can_see_that_there_is_nothing_nobody_is_asked(play: Play) -> None:
    """p0's bag is empty: everybody sees that."""
    table = play(CARDS, DEAL.replace("HIS", "Two"), """
        phase main: open interrupts
        window interrupts asks players clockwise from start_player:
            action stop(Card c in bag of you): move c to heap
            action pay_back:
                requires coins of you > 0
                do say(1)
    """, players=3)
    assert table.asks == "p1: pass, stop(Two)"
    table.choose("pass")
    assert table.over


def test_may_asks_in_the_same_way(play: Play) -> None:
    rules = """
        phase main:
            for each player p: p may do stop
            do say(1)
        effect stop(Card c in bag of you where rank of c > 3):
            move c to heap
    """
    low, high = (play(CARDS, DEAL.replace("HIS", card), rules) for card in ("Two", "Six"))
    assert low.asks == "p1: pass"
    assert high.asks == "p1: pass, stop(Six)"


def test_a_face_that_all_know_leaves_nothing_to_ask(play: Play) -> None:
    """p1 holds one card, and everybody has seen that it is the Two."""
    table = play(CARDS, DEAL.replace("HIS", "Two"), """
        phase main:
            show all Cards in bag of everyone to everyone
            open interrupts
            do say(1)
        window interrupts asks players clockwise from start_player:
            action stop(Card c in bag of you where rank of c > 3): move c to heap
    """)
    assert table.over
    assert table.said == "1"


def test_questions_of_a_window_are_as_many_in_both_worlds(engine: Play) -> None:
    one, other = two_worlds(engine, """
        phase main: open interrupts
        window interrupts asks players clockwise from start_player:
            action stop(Card c in bag of you where rank of c > 3): move c to heap
    """, players=3)
    same_for(0, one, other, "pass")
    assert one.over


def test_what_becomes_possible_through_a_hidden_card_does_not_show(engine: Play) -> None:
    """An all-or-nothing effect of p0 that depends on p1's card."""
    one, other = two_worlds(engine, """
        phase main: open w
        window w asks start_player:
            action rob:
                requires you can do robbery
                you do robbery
        effect robbery, all or nothing:
            you choose Card c in bag of left of you where rank of c > 3
            move c to bag of you
    """)
    assert one.asks == other.asks == "p0: pass, rob"
    assert seen(one, 0) == seen(other, 0)


def test_two_worlds_after_a_shuffle(engine: Play) -> None:
    one, other = two_worlds(engine, """
        phase main:
            move all Cards in bag of left of start_player to deck
            move first Card c in heap to deck
            shuffle deck
            draw 1 card from deck to bag of left of start_player
            start_player chooses number n in 1 to 2
    """)
    one.choose("Two")
    other.choose("Ace")
    assert seen(one, 0) == seen(other, 0)
    assert seen(one, 1) != seen(other, 1)


# ---------------------------------------------------------------- values


def test_a_derived_value_is_shown_to_those_who_see_all_that_it_reads(engine: Play) -> None:
    table = engine(CARDS, DEAL.replace("HIS", "Six"), """
        value strength of player p: number = sum of rank of c for each Card c in bag of p
        value wealth of player p: number = coins of p + 1
        phase main:
            start_player chooses number n in 1 to 2
            do say(strength of start_player + wealth of start_player)
    """)
    shown = {(v["name"], v["owner"]): v["value"] for v in table.match.view(0)["values"]}
    assert shown["wealth", 1] == "1"
    assert shown.get(("strength", 1)) is None


def test_one_s_own_hidden_value_is_shown_to_oneself(engine: Play) -> None:
    table = engine(CARDS, DEAL.replace("HIS", "Six"), """
        value strength of player p: number = sum of rank of c for each Card c in bag of p
        phase main:
            start_player chooses number n in 1 to 2
            do say(strength of start_player)
    """)
    shown = {(v["name"], v["owner"]): v["value"] for v in table.match.view(1)["values"]}
    assert shown.get(("strength", 1)) == "6"


def test_a_variable_shown_to_its_owner_only(engine: Play) -> None:
    rules = """
        variable secret of each player: number = 0, shown to owner
        counter open_to_all of each player: 0 or more = 7
        phase main:
            set secret of left of start_player to NUMBER
            start_player chooses number n in 1 to 2
    """
    one, other = engine(rules.replace("NUMBER", "3")), engine(rules.replace("NUMBER", "4"))
    assert seen(one, 0) == seen(other, 0)
    assert seen(one, 1) != seen(other, 1)


# ---------------------------------------------------------------- knowing and forgetting

KNOWING = CARDS + """
    setup: move all Cards to deck
"""


@pytest.mark.parametrize(
    ("steps", "known"),
    [
        ("do say(1)", []),
        ("show top of deck to start_player", [0]),
        ("show top of deck to everyone", [0, 1]),
        ("show top of deck to start_player\n        draw 1 card from deck to bag of left of start_player", [0, 1]),
        ("show top of deck to everyone\n        shuffle deck", []),
        ("draw 1 card from deck to shelf\n        move top of shelf to heap", [0, 1]),
        ("draw 1 card from deck to bag of start_player\n        move all Cards in bag of start_player to heap", [0]),
    ],
)
def test_a_face_seen_stays_known_until_a_shuffle(play: Play, steps: str, known: list[int]) -> None:
    table = play(KNOWING, f"""
    phase main:
        {steps}
        start_player chooses number n in 1 to 2
    """)
    table.choose(*(["Six"] if table.who == "chance" else []))
    dump = table.dump()
    found = [
        seats
        for zone, cards in dump["zones"].items()
        if not zone.startswith("mixed")
        for card, seats in zip(cards, dump["knows"][zone], strict=True)
        if card in ("Six", "?")
    ]
    assert sorted(found, reverse=True)[0] == known


def test_knows_is_what_one_has_seen_not_what_follows(play: Play) -> None:
    """p0 has seen two of three cards: the third follows, but is not known."""
    table = play(KNOWING, """
    phase main:
        draw 2 cards from deck to bag of start_player
        for each Card c in (bag of start_player + deck):
            if start_player knows c: do say(rank of c)
            otherwise: do say(9)
        for each Card c in bag of start_player:
            if left of start_player knows c: do say(7)
    """)
    assert sorted(table.said) == ["2", "6", "9"]


def test_an_unseen_choice_among_backs_mixes_what_was_known(play: Play) -> None:
    table = play(KNOWING, """
    phase main:
        draw 3 cards from deck to bag of left of start_player
        show all Cards in bag of left of start_player to start_player
        start_player chooses Card c in bag of left of start_player
        move c to heap
    """)
    table.choose("Two")
    assert table.knows("bag of p1") == [[1], [1]]
    assert table.knows("heap") == [[1]]


def test_chance_choosing_from_a_hidden_zone_mixes_it_for_those_who_do_not_see(play: Play) -> None:
    table = play(KNOWING, """
    phase main:
        draw 3 cards from deck to bag of left of start_player
        show all Cards in bag of left of start_player to start_player
        chance chooses Card c in bag of left of start_player
        move c to shelf
    """)
    table.choose("Six")
    assert table.knows("bag of p1") == [[1], [1]]
    assert table.knows("shelf") == [[0, 1]]


def test_where_the_holder_changes_the_new_one_sees_and_the_old_one_remembers(play: Play) -> None:
    table = play(CARDS, """
        variable holder: player = start_player
        zone safe: pile of Card, faces shown to holder
        setup: move all Cards to safe
        phase main:
            start_player chooses number n in 1 to 2
            set holder to left of start_player
            start_player chooses number m in 1 to 2
    """)
    assert table.knows("safe") == [[0], [0], [0]]
    table.choose("1")
    assert table.knows("safe") == [[0, 1], [0, 1], [0, 1]]


# ---------------------------------------------------------------- the log and the view


def test_a_drawn_card_is_a_back_to_others_in_the_log(engine: Play) -> None:
    table = engine(KNOWING, """
    phase main:
        draw 1 card from deck to bag of start_player
        start_player chooses number n in 1 to 2
    """)
    assert "Six is drawn from deck to bag of p0" in table.log("draw", seat=0)
    assert "?card is drawn from deck to bag of p0" in table.log("draw", seat=1)
    assert not any("Six" in text for text in table.log(seat=1))


def test_a_view_names_only_the_faces_that_one_knows(engine: Play) -> None:
    table = engine(KNOWING, """
    phase main:
        draw 1 card from deck to bag of start_player
        start_player chooses number n in 1 to 2
    """)

    def names(seat: int) -> dict[str, list[object]]:
        zones = table.match.view(seat)["zones"]
        return {f"{z['name']} {z['owner']}": [c["name"] for c in z["cards"] or []] for z in zones}

    assert names(0)["bag 0"] == ["Six"]
    assert names(1)["bag 0"] == [None]
    assert names(0)["deck None"] == [None, None]


def test_a_count_shown_to_nobody_is_hidden(engine: Play) -> None:
    table = engine(CARDS.replace("zone heap: pile of Card", "zone heap: pile of Card, count shown to nobody"), """
        setup: move all Cards to deck
        phase main:
            draw 2 cards from deck to heap
            start_player chooses number n in 1 to 2
    """)
    heap = next(z for z in table.match.view(0)["zones"] if z["name"] == "heap")
    assert heap["count"] is None
    assert heap["cards"] is None


def test_an_imagined_world_shows_the_player_the_same(engine: Play) -> None:
    from random import Random

    table = engine.sampled(KNOWING, """
    phase main:
        shuffle deck
        draw 1 card from deck to bag of start_player
        draw 1 card from deck to bag of left of start_player
        start_player chooses number n in 1 to 2
    """, seed=3)
    worlds = set()
    for number in range(20):
        other = EngineTable(table.match.sample_world(0, Random(number)))
        assert seen(other, 0) == seen(table, 0)
        worlds.add(tuple(other.zone("bag of p1")))
    assert len(worlds) == 2


def test_a_world_imagined_when_all_is_over_came_to_the_same(engine: Play) -> None:
    from random import Random

    table = engine("""
        kind Card is card:
            rank: 1 to 9
        cards Card for each number n in 1 to 6
        zone deck: stack of Card
        zone bag of each player: hand of Card
        value held of player p: number = sum of rank of c for each Card c in bag of p
        setup:
            move all Cards to deck
            for each number n in [1, 2]: move first Card c in deck where rank of c = n to bag of start_player
            for each number n in [3, 6]: move first Card c in deck where rank of c = n to bag of left of start_player
        phase main: do say(1)
        winner: most held, then shared
    """)
    assert table.over
    worlds = [table.match.sample_world(0, Random(number)) for number in range(30)]
    assert {str(world.result) for world in worlds} == {str(table.match.result)}
    # 3 and 6, or 4 and 5
    assert len({frozenset(EngineTable(world).zone("bag of p1")) for world in worlds}) == 2


def test_whether_anything_lies_where_nobody_can_count_is_hidden(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        zone well: pile of Card, count shown to nobody
        zone heap: row of Card
        setup: move all Cards to heap
        phase main: start_player may do drink
        effect drink:
            requires well is not empty
            do say(1)
    """)
    assert table.asks == "p0: pass, drink"
    table.choose("drink")
    assert table.said == ""  # there was nothing


@pytest.mark.parametrize("log", [True, False])
def test_an_imagined_world_asks_another_player_about_the_cards_that_they_have_there(engine: Play, log: bool) -> None:
    """Else it would tell whoever imagines it which true cards may be played."""
    from random import Random

    rules = """
        kind Card is card:
            rank: 1 to 9
        cards Card for each number n in 1 to 8
        zone deck: stack of Card
        zone bag of each player: hand of Card
        value fits(Card c): yes or no = rank of c > 2
        setup:
            move all Cards to deck
            shuffle deck
            for each player p: draw 3 cards from deck to bag of p
        phase main:
            left of start_player may do play
            left of start_player chooses Card c in bag of left of start_player where fits(c)
            do say(1)
        effect play(Card c in bag of you where fits(c)): move c to deck
    """

    def imagined(table: EngineTable) -> set[tuple[str, ...]]:
        assert table.seat == 1
        first, before = table, (table.match.state_key(), table.options)
        found = set()
        for number in range(60):
            world = EngineTable(table.match.sample_world(0, Random(number)))
            held = [card for card in world.zone("bag of p1") if int(card.split()[-1]) > 2]
            named = {option.removeprefix("play(").removesuffix(")") for option in world.options} - {"pass"}
            assert named == set(held)
            if number == 30:  # of a world another one is imagined
                table = EngineTable(world.match.copy())
            found.add(tuple(sorted(named)))
            world.match.choose_index(world.match.count - 1)
        assert (first.match.state_key(), first.options) == before
        return found

    table = engine.sampled(rules, seed=3, log=log)
    there = imagined(table)
    assert len(there) > 2
    # from another world that looks the same come the same questions
    assert imagined(EngineTable(table.match.sample_world(0, Random(7)))) == there
    table.choose("pass")
    assert len(imagined(table)) > 1


COUNTLESS = """
    kind Card is card:
        variable friend: player or none = none
        effect play: do say(1)
    card "Ace" is Card
    zone well: stack of Card, count shown to nobody
    zone heap: row of Card
    setup: move all Cards to heap
"""


@pytest.mark.parametrize(
    "what",
    ["drink(first Card c in well)", "meet(friend of first Card c in well)", "play of (first Card c in well)", "dive"],
)
def test_what_is_given_from_where_nobody_can_count_is_hidden(play: Play, what: str) -> None:
    table = play(COUNTLESS, f"""
        phase main: start_player may do {what}
        effect drink(Card c where yes): do say(1)
        effect meet(player p where yes): do say(2)
        effect dive(Card c in top 1 of well): do say(3)
    """)
    assert table.asks == "p0: pass"


def test_a_choice_from_what_is_picked_out_by_hidden_faces_does_not_show(play: Play) -> None:
    table = play("""
        kind Card is card:
            rank: number
        card "Ace" is Card: rank = 1
        zone bag of each player: hand of Card
        setup: move all Cards to bag of start_player
        phase main: open theft
        window theft asks left of start_player:
            action rob(Card c in (all Cards d in bag of start_player where rank of d > 3)): do say(1)
    """)
    assert table.asks == "p1: pass"


@pytest.mark.parametrize(("amount", "asks"), [("exactly 2", "over"), ("at least 1", "p0: pass, throw([Ace])")])
def test_all_can_see_that_there_are_too_few(play: Play, amount: str, asks: str) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        zone bag of each player: hand of Card
        setup: move all Cards to bag of start_player
    """, f"""
        phase main: open market
        window market asks start_player:
            action throw({amount} Cards some in (all Cards d in bag of start_player)): move all some to bag of left of you
    """.replace("move all some", "move some"))
    assert table.asks == asks


def test_the_faces_of_an_open_hand_tell_whose_turn_it_is_to_choose(play: Play) -> None:
    table = play("""
        kind Card is card:
            rank: number
        card "Ace" is Card: rank = 1
        zone hand of each player: hand of Card, faces shown to everyone
        setup: move all Cards to hand of left of start_player
        phase main:
            for each player p where 1 is in (list of rank of c for each Card c in hand of p) at once:
                p chooses number n in 1 to 2
                do say(n)
    """, players=3)
    assert table.asks == "p1: 1, 2"
    assert table.choose("2").said == "2"


def test_of_which_kind_a_card_with_a_common_back_is_does_not_show(play: Play) -> None:
    table = play("""
        kind Card is card:
            counter hits: 0 or more = 0
        kind Fake is card: back = "card"
        card "Ace" is Card
        card "Joker" is Fake
        zone bag of each player: hand of Card or Fake
        zone heap: row of Card or Fake
        setup:
            move all Cards to heap
            move all Fakes to bag of start_player
        phase main: open market
        window market asks left of start_player:
            action look:
                requires hits of first Card c in bag of everyone >= 0
                do say(1)
    """)
    assert table.asks == "p1: pass"
