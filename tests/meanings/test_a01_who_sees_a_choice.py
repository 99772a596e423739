"""Addition 1, who sees a choice: public unless it is said to be secret; questions do not tell who was meant."""

from tests.meanings.table import Play

SECRET = """
    variable guess of each player: number or none = none, shown to owner
    phase main:
        start_player secretly chooses number n in 1 to 3
        set guess of start_player to n
        left of start_player chooses number m in 1 to 3
        if n = m: do say(1)
        otherwise: do say(2)
"""


def test_a_choice_is_public_unless_it_is_said(engine: Play) -> None:
    table = engine("""
        phase main:
            start_player chooses number n in 1 to 3
            left of start_player chooses number m in 1 to 3
    """)
    table.choose("2")
    assert "p0 chooses 2" in table.log(seat=1)


def test_a_secret_choice_is_known_to_the_chooser_alone(engine: Play) -> None:
    one, other = engine(SECRET), engine(SECRET)
    one.choose("2")
    other.choose("3")
    assert one.log(seat=1) == other.log(seat=1)
    assert one.match.view(1) == other.match.view(1)
    assert one.match.information_state(1) == other.match.information_state(1)
    assert "p0 chooses 2" in one.log(seat=0)


def test_that_somebody_has_chosen_is_public(engine: Play) -> None:
    table = engine(SECRET)
    before = len(table.log(seat=1))
    table.choose("2")
    new = table.log(seat=1)[before:]
    assert any("p0" in text for text in new)
    assert not any("2" in text for text in new)


def test_the_rules_use_it_all_the_same(play: Play) -> None:
    assert play(SECRET).choose("2", "2").said == "1"
    assert play(SECRET).choose("2", "3").said == "2"


def test_a_secret_choice_of_a_card_is_not_even_a_back(engine: Play) -> None:
    rules = """
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        zone shelf: row of Card
        zone heap: pile of Card
        variable pick: Card or none = none, shown to nobody
        setup: move all Cards to shelf
        phase main:
            start_player secretly chooses Card c in shelf
            set pick to c
            left of start_player chooses number m in 1 to 3
            do say(m)
    """
    one, other = engine(rules), engine(rules)
    one.choose("Ace")
    other.choose("Two")
    assert one.log(seat=1) == other.log(seat=1)
    assert one.match.view(1) == other.match.view(1)


def test_a_secret_outcome_of_chance_is_known_to_nobody(engine: Play) -> None:
    rules = """
        variable fate: number or none = none, shown to nobody
        phase main:
            chance secretly chooses number n in 1 to 3
            set fate to n
            start_player chooses number m in 1 to 3
            if m = fate: do say(1)
    """
    one, other = engine(rules), engine(rules)
    one.choose("1")
    other.choose("3")
    for seat in (0, 1):
        assert one.log(seat=seat) == other.log(seat=seat)
        assert one.match.view(seat) == other.match.view(seat)
    assert one.choose("1").said == "1"
    assert other.choose("1").said == ""


def test_a_loop_at_once_over_hidden_facts_asks_everybody_it_could_be(play: Play) -> None:
    """Who holds the Ace is hidden: the others get an empty question."""
    table = play("""
        kind Card is card
        card "Ace" is Card
        card "Two" is Card, 2 copies
        zone deck: stack of Card
        zone hand of each player: hand of Card
        setup:
            move first Card c where name of c is "Ace" to hand of left of start_player
            move first Card c where name of c is "Two" to hand of start_player
            move first Card c where name of c is "Two" and c is not in hand of start_player to hand of right of start_player
        phase main:
            for each player p where (any Card c in hand of p where name of c is "Ace") at once:
                p chooses number n in 1 to 2
                do say(n)
    """, players=3)
    asked = []
    while not table.over:
        asked.append((table.who, len(table.options)))
        table.choose(table.options[-1])
    assert asked == [("p0", 1), ("p1", 2), ("p2", 1)]
    assert table.said == "2"


def test_shown_later_it_is_known(engine: Play) -> None:
    table = engine("""
        variable guess: number or none = none, shown to nobody
        phase main:
            start_player secretly chooses number n in 1 to 3
            set guess to n
            show n to everyone
            left of start_player chooses number m in 1 to 3
    """)
    table.choose("3")
    assert any("3" in text for text in table.log("show", seat=1))
