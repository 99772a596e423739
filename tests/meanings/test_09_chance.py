"""Meaning 9, chance: its moves, how likely they are, and shuffled zones without an order."""

from collections import Counter
from fractions import Fraction

from tests.meanings.table import EngineTable, Play

DECK = """
    kind Card is card
    card "Ace" is Card, 2 copies
    card "Two" is Card
    card "Six" is Card
    zone deck: stack of Card
    zone pool: pile of Card
    zone shelf: row of Card
    zone bag of each player: hand of Card
"""


def odds(table: EngineTable) -> dict[str, Fraction]:
    decision = table.match.decision
    assert decision is not None
    assert decision.player == -1
    return {option.id: option.probability or Fraction(0) for option in decision.options}


def test_every_candidate_is_equally_likely_alike_or_not(engine: Play) -> None:
    table = engine(DECK, """
        setup: move all Cards to pool
        phase main:
            chance chooses Card c in pool
            move c to shelf
    """)
    assert odds(table) == {"Ace": Fraction(1, 2), "Two": Fraction(1, 4), "Six": Fraction(1, 4)}


def test_several_are_chosen_one_after_the_other_without_going_back(engine: Play) -> None:
    table = engine(DECK, """
        setup: move all Cards to pool
        phase main:
            chance chooses exactly 2 Cards some in pool
            move some to shelf
    """)
    table.choose("Ace")
    assert odds(table) == {"Ace": Fraction(1, 3), "Two": Fraction(1, 3), "Six": Fraction(1, 3)}
    assert table.choose("Six").zone("shelf") == ["Ace", "Six"]


def test_chance_may_choose_anything(play: Play) -> None:
    table = play("""
        enum Colour: red, blue
        variable pick: Colour or none = none
        phase main:
            chance chooses player p
            chance chooses number n in 3 to 4
            chance chooses Colour c
            set pick to c
            do say(n)
    """, players=3)
    assert table.asks == "chance: p0, p1, p2"
    assert table.choose("p1").asks == "chance: 3, 4"
    assert table.choose("4").asks == "chance: red, blue"
    table.choose("blue")
    assert (table["pick"], table.said) == ("blue", "4")


def test_dice_are_rolled_one_by_one(engine: Play) -> None:
    table = engine("""
        dice fair: 2 of 1 to 3
        dice odd_one: 1 of 0, 0, 5
        phase main:
            roll fair
            roll odd_one
            do say(sum of face of d for each die d in fair + face of first die d in odd_one)
    """)
    assert odds(table) == {"1": Fraction(1, 3), "2": Fraction(1, 3), "3": Fraction(1, 3)}
    table.choose("3", "1")
    assert odds(table) == {"0": Fraction(2, 3), "5": Fraction(1, 3)}
    assert table.dice("fair") == [3, 1]
    assert table.choose("5").said == "9"


def test_a_shuffled_zone_has_no_order_until_somebody_draws(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            start_player chooses number n in 1 to 2
            draw 2 cards from deck to shelf
            start_player chooses number m in 1 to 2
    """)
    assert table.who == "p0"
    assert table.zone("deck") == ["?"] * 4
    assert table.zone("mixed deck") == ["Ace", "Ace", "Six", "Two"]
    assert sorted(table.choose("1").options) == ["Ace", "Six", "Two"]
    table.choose("Six")
    assert sorted(table.options) == ["Ace", "Two"]
    table.choose("Ace")
    assert table.zone("shelf") == ["Six", "Ace"]
    assert table.zone("mixed deck") == ["Ace", "Two"]


def test_the_odds_of_what_is_drawn(engine: Play) -> None:
    table = engine(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main: draw 3 cards from deck to shelf
    """)
    assert odds(table) == {"Ace": Fraction(1, 2), "Two": Fraction(1, 4), "Six": Fraction(1, 4)}
    table.choose("Ace")
    assert odds(table) == {"Ace": Fraction(1, 3), "Two": Fraction(1, 3), "Six": Fraction(1, 3)}


def test_cards_that_are_all_alike_are_no_question(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards c where name of c is "Ace" to deck
            move all Cards c where name of c is not "Ace" to pool
            shuffle deck
        phase main:
            draw 1 card from deck to shelf
            chance chooses Card c in deck
            do say(1)
    """)
    assert table.over
    assert table.said == "1"


def test_a_card_put_on_a_shuffled_zone_is_drawn_without_chance(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards c where name of c is not "Six" to deck
            move all Cards c where name of c is "Six" to pool
            shuffle deck
        phase main:
            move all Cards in pool to deck
            draw 1 card from deck to shelf
            draw 1 card from deck to shelf
    """)
    assert table.zone("shelf") == ["Six"]
    assert sorted(table.options) == ["Ace", "Two"]


def test_a_card_put_under_a_shuffled_zone_is_drawn_last(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards c where name of c is not "Six" to deck
            move all Cards c where name of c is "Six" to pool
            shuffle deck
        phase main:
            move all Cards in pool to bottom of deck
            draw 1 card from bottom of deck to shelf
            draw 1 card from bottom of deck to shelf
    """)
    assert table.zone("shelf") == ["Six"]
    assert sorted(table.options) == ["Ace", "Two"]


def test_an_expression_is_never_random_twice(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            if name of top of deck is "Two": do say(1)
            if name of top of deck is "Two": do say(2)
            draw 1 card from deck to shelf
    """)
    assert table.choose("Two").over
    assert table.said == "12"
    assert table.zone("shelf") == ["Two"]


def test_the_top_that_is_shown_is_settled_at_once(play: Play) -> None:
    table = play(DECK.replace("stack of Card", "stack of Card, top shown to everyone"), """
        setup:
            move all Cards to deck
            shuffle deck
        phase main: start_player chooses number n in 1 to 2
    """)
    assert table.who == "chance"
    table.choose("Six")
    assert table.zone("deck") == ["Six", "?", "?", "?"]
    assert table.knows("deck")[0] == [0, 1]


def test_looking_at_a_shuffled_zone_settles_it(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            show top 2 of deck to start_player
            start_player chooses number n in 1 to 2
            draw 3 cards from deck to shelf
    """)
    table.choose("Two", "Ace")
    assert table.knows("deck") == [[0], [0], [], []]
    table.choose("1")
    assert table.who == "chance"
    assert table.zone("shelf") in (["Two", "Ace"], [])


def test_a_second_shuffle_begins_anew(play: Play) -> None:
    table = play(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            show top of deck to everyone
            shuffle deck
            draw 1 card from deck to shelf
    """)
    table.choose("Six")
    assert sorted(table.options) == ["Ace", "Six", "Two"]
    assert table.choose("Ace").zone("shelf") == ["Ace"]


def test_equal_seeds_give_equal_matches_and_others_do_not(engine: Play) -> None:
    rules = """
        setup:
            move all Cards to deck
            shuffle deck
        phase main: draw 4 cards from deck to shelf
    """
    orders = {seed: engine.sampled(DECK, rules, seed=seed).zone("shelf") for seed in range(8)}
    again = {seed: engine.sampled(DECK, rules, seed=seed).zone("shelf") for seed in range(8)}
    assert orders == again
    assert len({tuple(order) for order in orders.values()}) > 1


def test_sampled_chance_is_fair(engine: Play) -> None:
    import interpreter

    game = engine.load(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main: draw 1 card from deck to shelf
    """)
    drawn: Counter[str] = Counter()
    for seed in range(1200):
        match = interpreter.start(game, 2, seed=seed, log=False)
        drawn[match.dump()["zones"]["shelf"][0]] += 1  # type: ignore[index]
    assert abs(drawn["Ace"] - 600) < 90
    assert abs(drawn["Two"] - 300) < 75
    assert abs(drawn["Six"] - 300) < 75


def test_all_orders_of_a_shuffled_deck_are_equally_likely(engine: Play) -> None:
    """Two Aces, a Two and a Six: twelve orders that can be told apart, one twelfth each."""
    start = engine(DECK, """
        setup:
            move all Cards to deck
            shuffle deck
        phase main: draw 4 cards from deck to shelf
    """)
    found: dict[tuple[str, ...], Fraction] = {}
    waiting = [(start.match, Fraction(1))]
    while waiting:
        match, share = waiting.pop()
        if match.over:
            order = tuple(EngineTable(match).zone("shelf"))
            found[order] = found.get(order, Fraction(0)) + share
            continue
        assert match.decision is not None
        for option in match.decision.options:
            after = match.copy()
            after.choose(option)
            waiting.append((after, share * (option.probability or 0)))
    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 12)}


def test_where_cards_have_rules_a_shuffle_settles_the_order_at_once(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Loud" is Rune:
            while this is in deck: noise becomes it + 1
        card "Mute" is Rune
        zone deck: stack of Rune
        zone shelf: row of Rune
        value noise: number = 0
        setup:
            move all Runes to deck
            shuffle deck
        phase main: draw 1 card from deck to shelf
    """)
    assert table.who == "chance"
    assert table.choose("Loud").zone("shelf") == ["Loud"]


def test_a_run_ends_where_chance_is_asked(engine: Play) -> None:
    """What would follow an answer that nobody has given is not played: here it would go round for long."""
    table = engine(DECK, """
        setup: move all Cards to deck
        phase main:
            repeat until not top of shelf is "Ace":
                move all cards in shelf to deck
                shuffle deck
                draw 1 card from deck to shelf
    """)
    (compiled,) = table.match.program._compiled.values()
    mix, shuffled = compiled.names["mix"], []
    compiled.names["mix"] = lambda s, w, z: shuffled.append(z) or mix(s, w, z)
    table.choose("Ace", "Ace", "Ace")
    assert sorted(table.options) == ["Ace", "Six", "Two"]
    assert len(shuffled) < 30
    table.choose("Six")
    assert table.zone("shelf") == ["Six"]


def test_a_value_that_a_rule_watches_settles_nothing(play: Play) -> None:
    table = play("""
        kind Card is card:
            rank: 1 to 9
        card "Ace" is Card: rank = 1
        card "Two" is Card: rank = 2
        zone deck: stack of Card
        value many: number = number of Cards c in deck where worth(c) > 1
        value worth(Card c): number = rank of c
        rule told, when many rises: do say(many)
        setup:
            move all Cards to deck
            shuffle deck
        phase main: do say(2)
    """)
    assert table.over
    assert table.said == "12"


def test_doing_what_is_printed_on_a_card_looks_at_it(play: Play) -> None:
    """Also if all that lie there say the same."""
    table = play("""
        kind Card is card:
            effect play: do say(1)
        card "Ace" is Card
        card "Two" is Card
        zone deck: stack of Card
        setup:
            move all Cards to deck
            shuffle deck
        phase main: start_player does play of (first Card c in deck)
    """)
    assert table.asks == "chance: Ace, Two"
    assert table.choose("Two").zone("deck")[0] == "Two"


def test_asking_what_can_be_done_settles_nothing(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        zone deck: stack of Card
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            if start_player can do pick: do say(1)
        effect pick(Card c in bottom 1 of deck): do say(2)
    """)
    assert table.over
    assert table.said == "1"


def test_a_card_that_finds_no_room_is_not_looked_at(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        card "Tri" is Card
        zone deck: stack of Card
        zone shelf: row of Card, at most 1
        rule told, instead of Card c leaves shelf: do say(1)
        setup:
            move all Cards to deck
            shuffle deck
        phase main: draw 2 cards from deck to shelf
    """)
    table.choose("Two")
    assert table.over
    assert table.zone("shelf") == ["Two"]


def test_to_chance_alike_cards_are_as_many_options(engine: Play) -> None:
    table = engine("""
        kind Card is card
        card "Ace" is Card, 3 copies
        card "Two" is Card
        zone deck: stack of Card
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            chance chooses:
                option "one" with Card c in deck: move c to bottom of deck
    """)
    assert odds(table) == {"one: Ace": Fraction(3, 4), "one: Two": Fraction(1, 4)}


def test_which_cards_are_shown_is_settled_before_the_first_is_seen(play: Play) -> None:
    table = play("""
        kind Card is card
        kind Beast is Card
        card "Ace" is Card
        card "Ant" is Beast
        zone deck: stack of Card
        setup:
            move all Cards to deck
            shuffle deck
        phase main: show all Beasts c in deck to start_player
    """)
    assert table.asks == "chance: Ace, Ant"
    assert table.choose("Ant").knows("deck") == [[0], []]
