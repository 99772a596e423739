"""Meaning 15, windows: who is asked, in which order, what is on offer; `may`, `anytime`, `pause`."""

import pytest

from tests.meanings.table import Play

COINS = """
    counter coins of each player: 0 to 9 = 0
"""


def window(asks: str, body: str = "do say(1)") -> str:
    return f"""
    phase main:
        open market
        do say(9)
    window market asks {asks}:
        action go:
            {body}
    """


def order(table: object, actions: dict[str, int]) -> list[str]:
    """Who is asked one after the other; each player acts so many times, then passes."""
    asked = []
    left = dict(actions)
    while not table.over:  # type: ignore[attr-defined]
        who = table.who  # type: ignore[attr-defined]
        asked.append(who)
        if left.get(who, 0) > 0:
            left[who] -= 1
            table.choose("go")  # type: ignore[attr-defined]
        else:
            table.choose("pass")  # type: ignore[attr-defined]
    return asked


@pytest.mark.parametrize(
    ("asks", "actions", "asked"),
    [
        ("players clockwise from start_player", {}, "012"),
        ("players clockwise from left of start_player", {}, "120"),
        ("players counterclockwise from start_player", {}, "021"),
        # after an action with the next player, until all have passed in a row
        ("players clockwise from start_player", {"p0": 1}, "0120"),
        ("players clockwise from start_player", {"p1": 1}, "01201"),
        ("players clockwise from start_player", {"p0": 1, "p2": 1}, "012012"),
        # starting over
        ("players clockwise from start_player, starting over after each action", {"p1": 1}, "01012"),
        ("players clockwise from start_player, starting over after each action", {"p0": 2}, "00012"),
        ("players clockwise from start_player, starting over after each action", {"p2": 1}, "012012"),
        # one player: again until he passes
        ("left of start_player", {}, "1"),
        ("left of start_player", {"p1": 2}, "111"),
    ],
)
def test_who_is_asked_in_which_order(play: Play, asks: str, actions: dict[str, int], asked: str) -> None:
    table = play(window(asks), players=3)
    assert "".join(who[1] for who in order(table, actions)) == asked
    assert table.said.endswith("9")


def test_starting_over_works_out_anew_who_is_first(play: Play) -> None:
    table = play("""
        variable host: player = start_player
        phase main: open market
        window market asks players clockwise from host, starting over after each action:
            action move_on: set host to left of host
    """, players=3)
    table.choose("pass", "move_on")
    assert table.who == "p1"


def test_on_offer_is_what_can_be_done_with_every_choice_of_the_parameters(play: Play) -> None:
    table = play(COINS, """
        phase main: open market
        window market asks start_player:
            action give(player p where p is not you, number n in 1 to 2):
                you pay (n - 1) coins
                p gains n coins
            action rest: do say(1)
    """, players=3)
    assert table.asks == "p0: pass, give(p1, 1), give(p2, 1), rest"
    table.choose("give(p2, 1)")
    assert table["coins of p2"] == 1


def test_a_list_as_a_parameter(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 2 copies
        card "Two" is Card
        zone bag of each player: hand of Card
        zone heap: pile of Card
        setup: move all Cards to bag of start_player
        phase main: open market
        window market asks start_player:
            action throw(exactly 2 Cards some in bag of you):
                move some to heap
            action keep_one(at least 2 Cards some in bag of you): move some to heap
    """)
    assert table.asks == ("p0: pass, throw([Ace, Ace]), throw([Ace, Two]), keep_one([Ace, Ace]), "
                          "keep_one([Ace, Two]), keep_one([Ace, Ace, Two])")
    table.choose("throw([Ace, Two])")
    assert table.zone("heap") == ["Ace", "Two"]
    assert table.zone("bag of p0") == ["Ace"]


def test_passing_may_have_a_requirement(play: Play) -> None:
    table = play(COINS, """
        phase main:
            open market
            do say(9)
        window market asks start_player:
            action earn: you gain 2 coins
            passing requires coins of you > 3 "earn first"
    """)
    assert table.asks == "p0: earn"
    assert table.choose("earn").asks == "p0: earn"
    assert table.choose("earn").asks == "p0: pass, earn"


def test_who_can_do_nothing_may_pass_in_spite_of_the_requirement(play: Play) -> None:
    table = play(COINS, """
        kind Card is card
        card "Ace" is Card
        zone bag of each player: hand of Card
        setup: move all Cards to bag of left of start_player
        phase main: open market
        window market asks left of start_player:
            action earn(Card c in bag of you where name of c is "King"): you gain 2 coins
            passing requires coins of you > 3 "earn first"
    """)
    assert table.asks == "p1: pass"


def test_a_refused_pass_says_why(engine: Play) -> None:
    table = engine(COINS, """
        phase main: open market
        window market asks start_player:
            action earn: you gain 2 coins
            action spend: you lose 1 coin
            passing requires coins of you > 3 "earn first"
    """)
    assert "earn first" in table.refusal("pass").reason


def test_other_windows_actions_are_not_on_offer(play: Play) -> None:
    table = play("""
        phase main: open outer
        window outer asks start_player:
            action ask_all:
                open inner
                do say(2)
        window inner asks players clockwise from start_player:
            action answer: do say(1)
    """)
    assert table.asks == "p0: pass, ask_all"
    table.choose("ask_all")
    assert table.asks == "p0: pass, answer"
    table.choose("answer")
    assert table.asks == "p1: pass, answer"
    table.choose("pass", "pass")
    assert table.asks == "p0: pass, ask_all"
    assert table.said == "12"


def test_a_window_knows_its_parameters(play: Play) -> None:
    table = play("""
        phase main:
            open market(3, left of start_player)
            do say(9)
        window market(number price, player host) asks players clockwise from host:
            action buy:
                do say(price)
                end market
    """)
    assert table.who == "p1"
    assert table.choose("buy").said == "39"


def test_answers_to_a_comes_before_b(play: Play) -> None:
    """A, then B: what answers A is over before B begins."""
    table = play("""
        phase main:
            start_player does act(1)
            start_player does act(2)
        effect act(number n): do say(n)
        rule ahead, before player p does act(number n): open replies(n)
        window replies(number n) asks players clockwise from start_player:
            action reply:
                do say(n + 6)
    """)
    table.choose("reply").choose("pass", "pass")
    table.choose("reply").everyone_passes()
    assert table.said == "7182"


# ---------------------------------------------------------------- may


def test_may_is_to_pass_or_to_do_it_with_one_choice_of_its_targets(play: Play) -> None:
    table = play(COINS, """
        phase main:
            start_player may do give
            do say(9)
        effect give(player p where p is not you, number n in 1 to 2):
            p gains n coins
    """, players=3)
    assert table.asks == "p0: pass, give(p1, 1), give(p1, 2), give(p2, 1), give(p2, 2)"
    table.choose("give(p2, 2)")
    assert (table["coins of p2"], table.said) == (2, "9")


def test_may_with_targets_given(play: Play) -> None:
    table = play(COINS, """
        phase main: start_player may do give(left of start_player)
        effect give(player p, number n in 1 to 2): p gains n coins
    """, players=3)
    assert table.asks == "p0: pass, give(1), give(2)"


def test_may_of_a_card(play: Play) -> None:
    table = play("""
        kind Trick is card:
            effect play: do say(1)
        card "Hop" is Trick
        zone bag of each player: hand of Trick
        setup: move all Tricks to bag of start_player
        phase main:
            let t be first Trick x in bag of start_player
            start_player may do play of t
            do say(9)
    """)
    assert table.asks == "p0: pass, play"
    assert table.choose("play").said == "19"


def test_a_passed_may_does_nothing(play: Play) -> None:
    table = play("""
        phase main:
            start_player may do dance
            do say(9)
        effect dance: do say(1)
    """)
    assert table.asks == "p0: pass, dance"
    assert table.choose("pass").said == "9"


# ---------------------------------------------------------------- anytime and pause


def test_anytime_actions_join_every_question_during_the_phase(play: Play) -> None:
    table = play(COINS, """
        phase day:
            phase morning:
                start_player chooses number n in 1 to 2
                do say(n)
            phase evening:
                start_player chooses number m in 3 to 4
                do say(m)
        anytime during morning:
            action whistle:
                requires coins of you < 2
                you gain 1 coin
                do say(7)
    """)
    assert table.asks == "p0: 1, 2, whistle"
    table.choose("whistle")
    assert table.asks == "p0: 1, 2, whistle"
    table.choose("whistle")
    assert table.asks == "p0: 1, 2"
    assert table.choose("1").asks == "p0: 3, 4"
    assert table.choose("4").said == "7714"


def test_anytime_joins_windows_and_may(play: Play) -> None:
    table = play(COINS, """
        phase day:
            open market
            left of start_player may do dance
        window market asks players clockwise from start_player:
            action go: do say(1)
        effect dance: do say(2)
        anytime during day:
            action whistle:
                requires coins of you < 1
                you gain 1 coin
    """)
    assert table.asks == "p0: pass, go, whistle"
    table.choose("whistle")
    assert table.asks == "p0: pass, go"
    table.choose("pass")
    assert table.asks == "p1: pass, go, whistle"
    table.choose("pass")
    assert table.asks == "p1: pass, dance, whistle"


@pytest.mark.parametrize("asks", ["players clockwise from start_player", "players ordered by start_player"])
def test_an_action_at_any_time_breaks_a_row_of_passes(play: Play, asks: str) -> None:
    """Whoever has passed may have something to say to it."""
    table = play(COINS, f"""
        phase day:
            left of start_player gains 1 coin
            open market
            do say(9)
        window market asks {asks}:
            action go: do say(1)
        anytime during day:
            action whistle:
                you pay 1 coin
                do say(7)
    """, players=2)
    if "p0" in table.options:
        table.choose("p0")
    assert table.choose("pass").asks == "p1: pass, go, whistle"
    assert table.choose("whistle").asks == "p1: pass, go"
    assert table.choose("pass").asks == "p0: pass, go"
    assert table.choose("pass").said == "79"


def test_a_pause_is_a_question_of_its_own(play: Play) -> None:
    table = play(COINS, """
        phase day:
            pause for start_player
            do say(1)
            pause for start_player
            do say(2)
        anytime during day:
            action whistle:
                requires coins of you < 1
                you gain 1 coin
    """)
    assert table.asks == "p0: pass, whistle"
    table.choose("whistle")
    assert table.over
    assert table.said == "12"


def test_a_card_s_action_is_on_offer_to_its_owner(play: Play) -> None:
    table = play("""
        kind Gem is card
        card "Opal" is Gem:
            while this is in camp:
                anytime during day:
                    action shine:
                        do say(7)
                        move this to heap
        zone camp of each player: row of Gem
        zone heap: pile of Gem
        setup: move all Gems to camp of left of start_player
        phase day:
            start_player chooses number n in 1 to 2
            left of start_player chooses number m in 1 to 2
    """)
    assert table.asks == "p0: 1, 2"
    table.choose("1")
    assert len(table.options) == 3
    assert table.options[2].startswith("shine")
    table.choose(table.options[2])
    assert table.asks == "p1: 1, 2"
    assert table.zone("heap") == ["Opal"]


# ---------------------------------------------------------------- what changes meanwhile


def test_what_is_on_offer_is_worked_out_anew_each_time(play: Play) -> None:
    table = play(COINS, """
        phase main: open market
        window market asks players clockwise from start_player:
            action earn: you gain 1 coin
            action spend:
                you pay 1 coin
                left of you gains 2 coins
    """)
    assert table.asks == "p0: pass, earn"
    table.choose("earn")
    assert table.asks == "p1: pass, earn"
    table.choose("earn")
    assert table.asks == "p0: pass, earn, spend"
    table.choose("spend")
    assert table["coins of p1"] == 3


def test_a_window_for_nobody_is_over_at_once(play: Play) -> None:
    table = play("""
        variable host: player or none = none
        phase main:
            open market
            do say(9)
        window market asks host:
            action go: do say(1)
    """)
    assert table.over
    assert table.said == "9"


def test_a_question_is_put_again_to_the_same_player(play: Play) -> None:
    """Also when somebody else would be asked as things stand now."""
    table = play(COINS, """
        setup: start_player gains 1 coin
        anytime:
            action spend:
                you pay 1 coin
                left of you gains 2 coins
        phase main:
            (first with highest coins of p for each player p) chooses number n in 1 to 2
            (first with highest coins of p for each player p) may do earn
        effect earn: you gain 5 coins
    """)
    assert table.asks == "p0: 1, 2, spend"
    assert table.choose("spend").asks == "p0: 1, 2"
    assert table.choose("1").asks == "p1: pass, earn, spend"
    assert table.choose("spend", "spend").asks == "p1: pass, earn"


def test_of_a_back_that_an_action_names_chance_says_which_card_it_is(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        zone hand of each player: hand of Card
        zone heap: row of Card
        setup: move all Cards to hand of start_player
        phase main:
            open theft
            left of start_player may do rob
        window theft asks left of start_player:
            action steal(Card c in hand of start_player): move c to heap
        effect rob(Card c in hand of start_player): move c to heap
    """)
    assert table.asks == "p1: pass, steal(?card)"
    assert table.choose("steal(?card)").asks == "chance: Ace, Two"
    assert table.choose("Two").zone("heap") == ["Two"]
    assert table.choose("pass").asks == "p1: pass, rob(?card)"


def test_a_back_that_turns_out_unfit_is_not_taken(play: Play) -> None:
    table = play("""
        kind Card is card:
            rank: 1 to 9
        card "Ace" is Card: rank = 1
        card "Two" is Card: rank = 2
        zone hand of each player: hand of Card
        zone heap: row of Card
        setup: move all Cards to hand of start_player
        phase main: open theft
        window theft asks left of start_player:
            action steal(Card c in hand of start_player):
                requires rank of c = 2
                move c to heap
    """)
    if "steal(?card)" in table.options:
        table.choose("steal(?card)", "Ace")
        assert table.zone("heap") == []


def test_nobody_is_asked_whether_to_do_what_is_given_nothing(play: Play) -> None:
    """All can see that what is given is none."""
    table = play(COINS, """
        variable rival: player or none = none
        phase main:
            start_player may do help(rival)
            start_player may do help(left of start_player)
        effect help(player p): p gains 1 coin
    """)
    assert table.asks == "p0: pass, help"
    assert table.choose("help").over
    assert table["coins of p1"] == 1


def test_what_a_slot_may_be_done_to_speaks_of_its_own_card(play: Play) -> None:
    """Also where the card that offers it is another, and somebody else is `you`."""
    table = play("""
        kind Card is card:
            back = "card"
            effect play(player p where this is in heap): p gains 1 coin
            effect call(player p):
                left of you may do play(you) of (first Card c in heap)
        card "Ace" is Card
        card "Two" is Card:
            effect play(player p where this is in shelf): p gains 2 coins
        zone heap: row of Card
        zone shelf: row of Card
        counter coins of each player: 0 to 9 = 0
        setup:
            move all Cards c where c is "Ace" to heap
            move all Cards c where c is "Two" to shelf
        phase main:
            start_player does call(start_player) of (first Card c in shelf)
            start_player may do play of (first Card c in shelf)
    """)
    assert table.asks == "p1: pass, play"
    assert table.choose("play").asks == "p0: pass, play(p0), play(p1)"
    assert table.choose("play(p1)").over
    assert table["coins of p0"] == 1
    assert table["coins of p1"] == 2


def test_nobody_is_asked_about_what_is_printed_on_no_card(play: Play) -> None:
    table = play("""
        kind Card is card:
            effect play: do say(1)
        card "Ace" is Card
        zone heap: row of Card
        zone shelf: row of Card
        setup: move all Cards to heap
        phase main: start_player may do play of (first Card c in shelf)
    """)
    assert table.over


def test_a_may_of_no_card_is_a_question_only_for_actions_at_any_time(play: Play) -> None:
    text = """
        kind Card is card:
            effect play: do say(1)
        card "Ace" is Card
        zone heap: row of Card
        zone shelf: row of Card
        setup: move all Cards to shelf
        phase day:
            start_player may do play of (first Card c in heap)
            do say(9)
    """
    assert play(text).said == "9"
    assert play(text, """
        anytime during day:
            action whistle: do say(7)
    """).asks == "p0: pass, whistle"


def test_a_may_of_no_card_asks_nothing_about_whose_it_is(play: Play) -> None:
    table = play("""
        kind Card is card:
            effect play(player p where p is not owner): do say(1)
        card "Ace" is Card
        zone heap: row of Card
        zone shelf: row of Card
        setup: move all Cards to shelf
        phase main:
            start_player may do play of (first Card c in heap)
            start_player may do play of top of heap
            do say(9)
    """)
    assert table.said == "9"


def test_a_may_of_nobody_looks_at_no_card(play: Play) -> None:
    table = play("""
        kind Card is card:
            rank: number
        card "Ace" is Card: rank = 1
        card "Two" is Card: rank = 2
        zone deck: stack of Card
        variable rival: player or none = none
        setup:
            move all Cards to deck
            shuffle deck
        phase main:
            rival may do play(first Card c in deck where rank of c > 0)
            do say(9)
        effect play(Card c where yes): do say(1)
    """)
    assert table.said == "9"
