"""Meaning 5, costs and requirements: checked before anything changes; a refused move says why and changes nothing."""

import pytest

from tests.meanings.table import EngineTable, Play

SHOP = """
    game Shop for 2 to 4 players
    catalogue "shop.csv"
    kind Ware is card:
        price: 0 to 9
    card "Rope" is Ware: price = 2
    card "Lamp" is Ware: price = 3
    zone display: row of Ware
    zone bag of each player: hand of Ware
    counter coins of each player: 0 to 9 = 2
    counter charm of each player: 0 to 9 = 0
    setup: move all Wares to display
    phase main: open market
    window market asks start_player:
        action buy(Ware w in display):                    @SH-001
            requires charm of you < 1 "too charming to pay"     @SH-002
            you pay (price of w) coins                    @SH-003
            move w to bag of you
        action leave: end market
"""
CATALOGUE = "id,section,paraphrase,kind\nSH-001,1,buying,rule\nSH-002,1,charm,rule\nSH-003,1,prices,rule\n"


def shop(engine: Play, rules: str = SHOP) -> EngineTable:
    (engine.folder / "shop.csv").write_text(CATALOGUE, "utf-8")
    return engine(rules)


def test_what_cannot_be_paid_is_not_on_offer(engine: Play) -> None:
    assert shop(engine).asks == "p0: pass, buy(Rope), leave"


def test_a_refused_move_changes_nothing_and_names_the_rule(engine: Play) -> None:
    table = shop(engine)
    refusal = table.refusal("buy(Lamp)")
    assert refusal.rule == "buy"
    assert "SH-001" in refusal.citations
    assert "paid" in refusal.reason


def test_a_refusal_gives_the_words_of_the_requirement(engine: Play) -> None:
    table = shop(engine, SHOP.replace("charm of each player: 0 to 9 = 0", "charm of each player: 0 to 9 = 1"))
    refusal = table.refusal("buy(Rope)")
    assert "too charming to pay" in refusal.reason
    assert "SH-002" in refusal.citations
    assert refusal.rule == "buy"


REASONS = """
    kind Ware is card:
        price: 0 to 9
    card "Rope" is Ware: price = 2
    card "Lamp" is Ware: price = 3
    zone display: row of Ware
    zone bag of each player: hand of Ware
    counter coins of each player: 0 to 9 = 2
    setup:
        move all Wares c where price of c < 3 to display
        move all Wares c where price of c = 3 to bag of left of start_player
    phase main: open market
    window market asks start_player:
        action offer(player p, number n in 1 to 3):
            requires p is not you "nobody bids for himself"
            requires n < 3 "three is too much"
            you pay (2 * n) coins
        action sell(Ware w in (display + bag of you)):
            requires price of w > 2 "too cheap"
        action steal(Ware w in bag of left of you):
            requires coins of you > 1 "too poor"
            requires you can do robbery(w) "it cannot be stolen"
    effect robbery(Ware w), all or nothing: requires price of w > 3
"""


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("offer(p0, 3)", "nobody bids for himself"),
        ("offer(p1, 3)", "three is too much"),
        ("offer(p1, 2)", "it must be paid for"),
        ("sell(Rope)", "too cheap"),
        ("steal(?card)", "it cannot be stolen"),
    ],
)
def test_the_words_are_those_of_the_requirement_that_fails(engine: Play, option: str, words: str) -> None:
    table = engine(REASONS)
    assert "offer(p1, 1)" in table.options
    assert words in table.refusal(option).reason


def test_after_a_refusal_the_match_goes_on(engine: Play) -> None:
    table = shop(engine)
    table.refusal("buy(Lamp)")
    table.refusal("nonsense")
    table.choose("buy(Rope)")
    assert (table["coins of p0"], table.zone("bag of p0")) == (0, ["Rope"])


def test_several_payments_are_needed_together(play: Play) -> None:
    rules = """
        counter coins of each player: 0 to 9 = COINS
        phase main: open market
        window market asks start_player:
            action buy:
                you pay 1 coin
                you pay 2 coins
                do say(1)
            action leave: end market
    """
    assert play(rules.replace("COINS", "2")).asks == "p0: pass, leave"
    table = play(rules.replace("COINS", "3"))
    assert table.asks == "p0: pass, buy, leave"
    assert table.choose("buy")["coins of p0"] == 0


def test_a_requirement_after_a_payment_is_tested_before_anything_is_paid(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main: open market
        window market asks start_player:
            action buy:
                you pay 1 coin
                requires coins of you > 3
                do say(1)
            action sell:
                you pay 1 coin
                requires coins of you = 3
                do say(2)
    """)
    assert table.asks == "p0: pass, sell"
    assert table.choose("sell").said == "2"


def test_a_payment_that_goes_to_somebody(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 4 = 3
        phase main: open market
        window market asks start_player:
            action buy:
                you pay 3 coins to left of you
    """)
    table.choose("buy")
    assert (table["coins of p0"], table["coins of p1"]) == (0, 4)


def test_requirements_of_an_effect_decide_whether_it_is_offered(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            start_player may do bribe
            do say(9)
        effect bribe(number n in 1 to 3):
            requires coins of you > 0
            you pay n coins
            do say(n)
    """)
    assert table.asks == "p0: pass, bribe(1)"
    assert table.choose("bribe(1)").said == "19"


def test_an_effect_whose_requirement_does_not_hold_does_nothing(play: Play) -> None:
    """Done by a rule and not chosen by anybody, it is skipped from the requirement on."""
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            start_player does bribe
            do say(9)
        effect bribe:
            requires coins of you > 1 "too poor"
            do say(1)
    """)
    assert table.said == "9"


def test_a_payment_out_of_reach_is_skipped_whole(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 2
        phase main:
            start_player pays 3 coins to left of start_player
            do say(9)
    """)
    assert (table["coins of p0"], table["coins of p1"], table.said) == (2, 2, "9")


def test_a_refusal_does_not_tell_what_is_hidden(engine: Play) -> None:
    """The two worlds differ in the other player's hand only; so must not the refusal."""
    rules = """
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        zone bag of each player: hand of Card
        zone heap: pile of Card
        counter coins of each player: 0 to 9 = 0
        setup:
            move first Card c where name of c is "CARD" to bag of left of start_player
            move all Cards c where name of c is not "CARD" to heap
        phase main: open market
        window market asks start_player:
            action steal(Card c in bag of left of you where name of c is "Ace"):
                requires coins of you > 0 "too poor"
                move c to bag of you
    """
    with_ace = engine(rules.replace("CARD", "Ace"))
    without = engine(rules.replace("CARD", "Two"))
    assert with_ace.asks == without.asks
    one, other = with_ace.refusal("steal(?card)"), without.refusal("steal(?card)")
    assert (one.reason, one.rule, one.citations) == (other.reason, other.rule, other.citations)
    assert with_ace.refusal("steal(Ace)").reason == without.refusal("steal(Ace)").reason


def test_a_payment_that_rules_may_replace_in_a_branch(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            if said > 0: do say(8)
            otherwise if said = 0: start_player pays 2 coins
            otherwise: do say(9)
            do say(1)
        rule mercy, instead of coins of player p falls by n: p loses 1 coin
    """)
    assert table.said == "1"
    assert table["coins of p0"] == 2


def test_what_is_printed_on_a_named_card_needs_no_look_at_where_it_lies(engine: Play) -> None:
    """It lies in a shuffled heap; to say why it is not on offer asks nothing of chance."""
    table = engine("""
        kind Rune is card:
            strength: 0 to 9
        card "Loud" is Rune: strength = 3
        card "Soft" is Rune: strength = 1
        card "Calm" is Rune: strength = 2
        zone heap: pile of Rune
        zone hand of each player: hand of Rune
        setup:
            move all Runes to heap
            shuffle heap
        phase main: open casting
        window casting asks start_player:
            action cast(Rune t in hand of you):
                requires strength of t > 1 "too weak"
                move t to heap
            action leave: end casting
    """)
    assert table.asks == "p0: pass, leave"
    assert "too weak" in table.refusal("cast(Soft)").reason
    assert "as things stand" in table.refusal("cast(Loud)").reason


@pytest.mark.parametrize(("coins", "asks"), [(1, "p0"), (2, "chance")])
def test_for_choices_that_nobody_can_pay_nothing_is_settled(play: Play, coins: int, asks: str) -> None:
    """In a shuffled heap of cards with several backs, which one is the first Beast is chance's."""
    table = play(f"""
        kind Beast is card: back = "beast"
        kind Charm is card: back = "charm"
        card "Ant" is Beast, 2 copies
        card "Hat" is Charm
        zone deck: stack of card
        counter coins of each player: number = {coins}
        setup:
            move all Beasts to deck
            move all Charms to deck
            shuffle deck
        phase main: open market
        window market asks start_player:
            action look(number n in 1 to 1 where not you knows (first Beast c in deck)): you pay 2 coins
            action leave: end market
    """)
    assert table.who == asks
