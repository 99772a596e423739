"""Meaning 6, completely or not at all: `can do`, `all or nothing`, and what a failing step means elsewhere."""

import pytest

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "Ace" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Six" is Card: rank = 6
    zone deck: stack of Card
    zone discard: pile of Card
    zone shelf: row of Card, at most 1
    zone bag of each player: hand of Card
    counter coins of each player: 0 to 3 = 1
"""


def can(play: Play, effect: str, *more: str) -> bool:
    """Whether the start player can do `trial`."""
    table = play(CARDS, effect, *more, """
        setup: move all Cards to deck
        phase main:
            if start_player can do trial: do say(1)
            otherwise: do say(2)
            start_player does trial
    """)
    return bool(table.said.startswith("1"))


# ---------------------------------------------------------------- which steps fail


@pytest.mark.parametrize(
    ("body", "possible"),
    [
        ("you gain 2 coins", True),
        ("you gain 3 coins", False),  # beyond the bound
        ("you lose 1 coin", True),
        ("you lose 2 coins", False),
        ("you pay 2 coins", False),
        ("set coins of you to 3", True),
        ("draw 3 cards from deck to bag of you", True),
        ("draw 4 cards from deck to bag of you", False),  # not so many cards
        ("move top of deck to shelf", True),
        ("move top of discard to shelf", False),  # no card to move
        ("move all Cards in discard to deck", True),  # all of nothing
        ("move all Cards in deck to shelf", False),  # no room
        ("you choose Card c in deck", True),
        ("you choose Card c in discard", False),  # no options
        ("you choose exactly 4 Cards c in deck", False),
        ("you choose up to 4 Cards c in deck", True),
        ("you choose any number of Cards c in discard", True),
        ("chance chooses Card c in discard", False),
        ("cancel waiting_one", False),  # nothing to cancel
        ("requires coins of you > 1", False),
        ("requires coins of you > 0", True),
        ("left of you does poor", True),  # of another effect only what it does
    ],
)
def test_a_step_that_cannot_be_done_fails_the_whole(play: Play, body: str, possible: bool) -> None:
    others = "effect poor: you gain 1 coin\neffect waiting_one: do say(7)"
    assert can(play, f"effect trial, all or nothing:\n    {body}", others) is possible


@pytest.mark.parametrize(
    ("body", "possible"),
    [
        ("you gain 3 coins", True),
        ("draw 4 cards from deck to bag of you", True),
        ("move top of discard to shelf", True),
        ("you choose Card c in discard", True),
        ("you pay 2 coins", False),
        ("requires coins of you > 1", False),
    ],
)
def test_of_an_ordinary_effect_only_targets_requirements_and_payments_count(
    play: Play, body: str, possible: bool
) -> None:
    assert can(play, f"effect trial:\n    {body}\n") is possible


def test_targets_must_exist(play: Play) -> None:
    effect = """
        effect trial(Card c in PLACE where rank of c > 5):
            move c to discard
    """
    assert can(play, effect.replace("PLACE", "deck"))
    assert not can(play, effect.replace("PLACE", "discard"))


def test_the_mark_of_a_slot_holds_for_all_that_fill_it(play: Play) -> None:
    table = play("""
        kind Spell is card:
            effect cast, all or nothing
        card "Rich" is Spell:
            effect cast: you gain 3 coins
        card "Poor" is Spell:
            effect cast: you gain 1 coin
        zone bag of each player: hand of Spell
        counter coins of each player: 0 to 3 = 1
        setup: move all Spells to bag of start_player
        phase main: open casting
        window casting asks start_player:
            action cast_it(Spell s in bag of you):
                requires you can do cast of s
                you do cast of s
    """)
    assert table.asks == "p0: pass, cast_it(Poor)"


# ---------------------------------------------------------------- some sequence of choices


def test_some_sequence_of_choices_is_enough(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            you choose number n in 1 to 9
            you gain n coins
            you choose number m in 1 to 9
            you lose m coins
            requires coins of you = 1
    """)


def test_an_answer_of_another_player_counts_as_possible(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            left of you chooses number n in 1 to 9
            you gain n coins
    """)


def test_an_outcome_of_chance_counts_as_possible(play: Play) -> None:
    dice = "dice bones: 1 of 1 to 6"
    effect = """
        effect trial, all or nothing:
            roll bones
            requires face of first die d in bones > LEAST
    """
    assert can(play, effect.replace("LEAST", "5"), dice)
    assert not can(play, effect.replace("LEAST", "6"), dice)


def test_a_search_leaves_no_trace(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            if start_player can do trial: do say(1)
            do say(2)
        effect trial, all or nothing:
            draw 3 cards from deck to bag of you
            you gain 2 coins
            do say(9)
    """)
    assert table.said == "12"
    assert table.zone("deck") == ["Six", "Two", "Ace"]
    assert table.zone("bag of p0") == []
    assert table["coins of p0"] == 1


def test_what_other_rules_would_answer_is_left_out(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            you lose 1 coin
            you lose 1 coin
        rule helps, when coins of player p falls: p gains 1 coin
    """) is False


# ---------------------------------------------------------------- inside an all-or-nothing effect

DEAD_END = """
    setup: move all Cards to bag of start_player
    phase main: start_player does trial
    effect trial, all or nothing:
        you choose number n in 1 to 3
        you choose Card c in bag of you where rank of c > 4 * n
        move c to discard
"""


def test_only_options_from_which_the_rest_can_be_carried_out_are_on_offer(play: Play) -> None:
    table = play(CARDS, DEAD_END)
    assert table.over
    assert table.zone("discard") == ["Six"]


def test_elsewhere_dead_ends_are_on_offer(play: Play) -> None:
    table = play(CARDS, DEAD_END.replace(", all or nothing", ""))
    assert table.asks == "p0: 1, 2, 3"
    table.choose("2")
    assert table.over
    assert table.zone("discard") == []


def test_an_effect_done_by_it_belongs_to_the_whole(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main: start_player does trial
        effect trial, all or nothing:
            do first_half
            you choose Card c in bag of you where rank of c > 4
            move c to discard
        effect first_half:
            you choose Card c in bag of you
            move c to deck
    """)
    assert table.asks == "p0: Ace, Two"


def test_choices_of_rules_that_come_between_are_free(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main: start_player does trial
        effect trial, all or nothing:
            you gain 1 coin
            you choose Card c in bag of you where rank of c > 4
            move c to discard
        rule between, when coins of player p rises:
            p chooses Card c in bag of p
            move c to deck
    """)
    assert table.asks == "p0: Ace, Two, Six"
    table.choose("Six")
    assert table.over
    assert table.zone("discard") == []


def test_named_options_of_the_whole_are_thinned_out_too(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main: start_player does trial
        effect trial, all or nothing:
            you choose:
                option "nothing left": move all Cards in bag of you to deck
                option "much": you gain 9 coins
                option "one" with Card c in bag of you: move c to deck
                option "good": you gain 1 coin
            you choose Card c in bag of you where rank of c > 4
            move c to discard
    """)
    assert table.asks == "p0: one: Ace, one: Two, good"


def test_a_whole_that_cannot_be_carried_out_does_nothing(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            start_player does trial
            do say(9)
        effect trial, all or nothing:
            draw 1 card from deck to bag of you
            move top of discard to shelf
            do say(1)
    """)
    assert table.said == "9"
    assert len(table.zone("deck")) == 3


def test_one_that_is_not_marked_is_done_as_far_as_possible(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            start_player does trial
            do say(9)
        effect trial:
            draw 1 card from deck to bag of you
            move top of discard to shelf
            do say(1)
    """)
    assert table.said == "19"
    assert len(table.zone("deck")) == 2


def test_a_requirement_in_the_middle_ends_an_ordinary_effect(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            start_player does trial
            do say(9)
        effect trial:
            do say(1)
            requires coins of you > 3
            do say(2)
    """)
    assert table.said == "19"


def test_of_what_a_requirement_in_the_middle_ended_rules_hear_nothing(play: Play) -> None:
    table = play("""
        variable ready: yes or no = no
        phase main:
            start_player does trial
            set ready to yes
            start_player does trial
        effect trial:
            do say(1)
            requires ready
        rule done, when player p does trial: do say(5)
    """)
    assert table.said == "115"


# ---------------------------------------------------------------- elsewhere: as far as possible


def test_steps_that_cannot_be_done_are_skipped_or_done_as_far_as_possible(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            start_player gains 9 coins
            draw 5 cards from deck to bag of start_player
            move top of discard to shelf
            left of start_player loses 2 coins
            do say(1)
    """)
    assert (table["coins of p0"], table["coins of p1"], table.said) == (3, 0, "1")
    assert len(table.zone("bag of p0")) == 3


def test_moving_into_a_full_zone_is_skipped(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            move top of deck to shelf
            move top of deck to shelf
            do say(1)
    """)
    assert (table.zone("shelf"), len(table.zone("deck")), table.said) == (["Six"], 2, "1")


# ---------------------------------------------------------------- judged by what p may know

BLIND = CARDS.replace("zone deck: stack of Card", "zone deck: stack of Card\n    zone trap: pile of Card")
UNKNOWN = """
    setup:
        move first Card c where name of c is "CARD" to trap
        move all Cards c where c is not in trap to bag of left of start_player
        SHOW
    phase main: open w
    window w asks start_player:
        action go:
            requires you can do trial
            you do trial
    effect trial, all or nothing:
        you choose Card c in trap where rank of c > 5
        move c to discard
"""


@pytest.mark.parametrize("card", ["Ace", "Six"])
def test_the_unknown_counts_as_possible(play: Play, card: str) -> None:
    table = play(BLIND, UNKNOWN.replace("CARD", card).replace("\n        SHOW", ""))
    assert table.asks == "p0: pass, go"


@pytest.mark.parametrize(("card", "asks"), [("Ace", "p0: pass"), ("Six", "p0: pass, go")])
def test_what_one_knows_counts(play: Play, card: str, asks: str) -> None:
    table = play(BLIND, UNKNOWN.replace("CARD", card).replace("SHOW", "show all Cards in trap to start_player"))
    assert table.asks == asks


def test_what_one_knows_to_lie_elsewhere_cannot_be_there(play: Play) -> None:
    show = 'show all Cards c in bag of left of start_player where rank of c > 5 to start_player'
    table = play(BLIND, UNKNOWN.replace("CARD", "Ace").replace("SHOW", show), players=3)
    assert table.asks == "p0: pass"


def test_when_the_unknown_disappoints_the_effect_is_done_as_far_as_possible(play: Play) -> None:
    table = play(BLIND, UNKNOWN.replace("CARD", "Ace").replace("\n        SHOW", ""))
    table.choose("go")
    assert table.asks == "p0: pass, go"
    assert table.zone("trap") == ["Ace"]
    assert table.zone("discard") == []


def test_the_chooser_of_another_question_judges_by_what_he_knows(play: Play) -> None:
    """p1 sees his own cards, p0 does not: only p1 knows that his second choice would be a dead end."""
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c < 6 to bag of left of start_player
            move all Cards c where rank of c = 6 to discard
        phase main: start_player does trial
        effect trial, all or nothing:
            left of you chooses number n in 1 to 6
            left of you chooses Card c in bag of left of you where rank of c = n
            move c to discard
    """)
    assert table.asks == "p1: 1, 2"


# ---------------------------------------------------------------- with the rest of the language


def test_a_together_inside_a_whole(play: Play) -> None:
    """Refills and rules wait, also in what is imagined."""
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c < 6 to bag of start_player
            move all Cards c where rank of c = 6 to deck
        phase main: start_player may do swap
        effect swap, all or nothing:
            together:
                you choose Card out in bag of you
                move out to discard
                draw 1 card from deck to bag of you
                you choose Card next_one in bag of you where next_one is not out and rank of next_one < 2
                move next_one to shelf
    """)
    assert table.asks == "p0: pass, swap"
    table.choose("swap")
    assert table.over  # only the Two can go, as the Ace must be there for the shelf
    assert (table.zone("discard"), table.zone("shelf")) == (["Two"], ["Ace"])


def test_loops_and_conditions_inside_a_whole(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            for each number n in 1 to 3:
                if n < 3: you gain 1 coin
    """)
    assert not can(play, """
        effect trial, all or nothing:
            for each number n in 1 to 3:
                if n < 4: you gain 1 coin
    """)


def test_a_whole_may_count_on_what_it_has_just_done(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            draw 2 cards from deck to discard
            you choose exactly 2 Cards some in discard
            move some to bag of you
            requires number of Cards in bag of you = 2
    """)


def test_can_do_with_arguments(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            for each number n in 1 to 4:
                if start_player can do raise_by(n): do say(n)
            for each player p:
                if p can do raise_by(2): do say(7)
        effect raise_by(number n), all or nothing: you gain n coins
    """)
    assert table.said == "12" + "77"


def test_can_do_of_a_card_s_slot(play: Play) -> None:
    table = play("""
        kind Spell is card:
            rank: 1 to 9
            effect cast
        card "Poor" is Spell:
            rank = 1
            effect cast:
                requires coins of you > 1
        card "Free" is Spell:
            rank = 2
            effect cast(player p where p is not you): p gains 1 coin
        zone bag of each player: hand of Spell
        counter coins of each player: 0 to 3 = 1
        setup: move all Spells to bag of start_player
        phase main:
            for each Spell s in bag of start_player:
                if start_player can do cast of s: do say(rank of s)
    """)
    assert table.said == "2"


def test_a_window_in_a_whole_is_passed_over(play: Play) -> None:
    assert can(play, """
        effect trial, all or nothing:
            open market
            you gain 1 coin
        window market asks start_player:
            action ruin: start_player loses 1 coin
            passing requires coins of start_player < 1
    """)


def test_a_jump_ends_what_is_tried(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase round:
            phase one:
                if start_player can do leap: do say(1)
                start_player does leap
                do say(8)
            phase two: do say(2)
        effect leap, all or nothing:
            skip to two
            you gain 9 coins
    """)
    assert table.said == "12"


@pytest.mark.parametrize("end", ["end game", "nobody wins", "everyone wins", "you win", "all players q where no win"])
def test_the_end_of_the_match_carries_out_what_is_tried(play: Play, end: str) -> None:
    table = play(CARDS, f"""
        setup: move all Cards to deck
        phase round:
            if start_player can do finish: do say(1)
            start_player does finish
            do say(9)
        effect finish, all or nothing:
            do say(2)
            {end}
            you gain 9 coins
    """)
    assert table.said == "12"
    assert table.result.reason == ("end game" if end == "end game" else "wins")


@pytest.mark.parametrize(("seen", "wanted", "said"), [(True, "is", "1"), (True, "is not", ""), (False, "is not", "1")])
def test_what_nobody_does_is_judged_by_what_all_know(play: Play, seen: bool, wanted: str, said: str) -> None:
    """Seen by all, the top must be as wanted; unseen it may be, and then what cannot be done is done as far as possible."""
    table = play(CARDS, f"""
        zone pocket: stack of Card
        setup:
            move all Cards to deck
            move first Card c in deck where c is "Ace" to pocket
            show top of pocket to {"everyone" if seen else "start_player"}
        phase round: do tidy
        effect tidy, all or nothing:
            if not (rank of top of pocket {"=" if wanted == "is" else ">"} 1): start_player loses 3 coins
            do say(1)
    """)
    assert table.said == said


def test_what_one_may_do_in_a_whole_is_offered_only_if_it_can_be_carried_out(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main: start_player does trial
        effect trial, all or nothing:
            you may do take_two
            you gain 1 coin
        effect take_two:
            you choose Card c in bag of you
            move c to deck
    """)
    assert table.asks == "p0: pass"


def test_if_nobody_may_do_it_nothing_fails(play: Play) -> None:
    assert can(play, """
        variable absent: player or none = none
        effect trial, all or nothing:
            absent may do other
            you gain 1 coin
        effect other: you gain 1 coin
    """)


def test_no_card_cannot_be_moved_also_where_rules_replace_moves(play: Play) -> None:
    assert not can(play, """
        effect trial, all or nothing: move first Card c in shelf to deck
        rule kept, instead of Card c leaves shelf: do say(7)
    """)


def test_who_may_do_the_same_again_keeps_his_own_targets(play: Play) -> None:
    table = play("""
        phase main: start_player does give(start_player)
        effect give(player p):
            p may do give(left of p)
            do say(1 if p is start_player otherwise 2)
    """)
    assert table.choose("give", "pass").said == "21"


def test_a_whole_is_not_offered_with_a_target_that_does_not_fit(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            start_player may do clear(start_player)
            start_player may do clear(left of start_player)
        effect clear(player p where p is not start_player), all or nothing:
            move all Cards c in bag of p to deck
    """)
    assert table.asks == "p0: pass, clear"
    assert table.choose("clear").over


HIDDEN_TOP = """
    kind Card is card:
        rank: number
    cards Card for each number r in 1 to 4
    zone deck: stack of Card
    zone hand of each player: hand of Card
    effect gamble:
        requires rank of top of deck = 3 "the top must be a three"
        do say(1)
    effect trade(Card c in hand of everyone where rank of c = 3):
        do say(2)
"""


@pytest.mark.parametrize("top", [1, 3])
def test_what_is_required_of_a_card_that_nobody_has_seen_counts_as_possible(play: Play, top: int) -> None:
    """Also of an effect that need not be done as a whole."""
    table = play(HIDDEN_TOP, f"""
        setup:
            move all Cards c where rank of c is not in [{top}] to deck
            move first Card c where rank of c = {top} to deck
        phase main: start_player may do gamble
    """)
    assert table.asks == "p0: pass, gamble"


@pytest.mark.parametrize("theirs", [1, 3])
def test_what_another_holds_counts_as_possible(play: Play, theirs: int) -> None:
    table = play(HIDDEN_TOP, f"""
        setup:
            move first Card c where rank of c = {theirs} to hand of left of start_player
        phase main:
            if start_player can do trade: do say(5)
    """, players=2)
    assert table.said == "5"


@pytest.mark.parametrize(("rank", "asks"), [("rank of c > 2", "p0: pass, gamble"), ("rank of c > 7", "p0: pass")])
def test_what_is_unknown_counts_only_if_some_face_would_do(play: Play, rank: str, asks: str) -> None:
    table = play(HIDDEN_TOP, f"""
        setup: move all Cards to deck
        phase main: start_player may do gamble(top of deck)
        effect gamble(Card c where {rank}): do say(1)
    """.replace("gamble", "bet"))
    assert table.asks == asks.replace("gamble", "bet")


UNKNOWN_SLOT = """
    kind Card is card:
        effect play:
            requires coins of you > 3
            do say(1)
    card "Ace" is Card:
        {ace}
    card "Two" is Card
    zone deck: stack of Card
    counter coins of each player: 0 to 5 = 0
    setup:
        move first Card c where name of c is "Ace" to deck
        move first Card c where name of c is "Two" to deck
    phase main:
        start_player may do play of top of deck
"""


@pytest.mark.parametrize(
    ("ace", "asks"), [("effect play: do say(2)", "p0: pass, play"), ("effect play: requires no", "over")]
)
def test_what_a_card_that_one_does_not_know_may_do_counts(play: Play, ace: str, asks: str) -> None:
    """Whatever lies on top; here it is not what can be done."""
    assert play(UNKNOWN_SLOT.format(ace=ace)).asks == asks


@pytest.mark.parametrize("mark", ["", ", all or nothing"])
@pytest.mark.parametrize(("word", "asks"), [("", "over"), ("not ", "p0: pass, sell")])
def test_what_somebody_can_do_may_be_required(play: Play, word: str, mark: str, asks: str) -> None:
    table = play(f"""
        counter coins of each player: 0 to 5 = 0
        phase main: start_player may do sell
        effect sell: requires {word}left of you can do buy
        effect buy{mark}: left of you pays 1 coin
    """)
    assert table.asks == asks


@pytest.mark.parametrize(
    ("step", "said"),
    [("set friend of friend of you to you", ""), ("set friend of you to friend of you", "1"), ("set coins of you to 9", ""),
     ("set chosen of you to friend of you", ""), ("set chosen of you to left of you", "1")],
)
def test_what_cannot_be_set_fails(play: Play, step: str, said: str) -> None:
    """There must be somebody whose it is, and something within the bounds that it can be."""
    table = play(f"""
        counter coins of each player: 0 to 5 = 0
        variable friend of each player: player or none = none
        variable chosen of each player: player = start_player
        phase main: start_player does try_it
        effect try_it, all or nothing:
            {step}
            do say(1)
    """)
    assert table.said == said


@pytest.mark.parametrize(("flag", "asks"), [("yes", "p0: pass, hit"), ("no", "over")])
def test_what_has_nothing_to_do_with_an_unknown_card_counts(play: Play, flag: str, asks: str) -> None:
    table = play(f"""
        kind Card is card
        card "Ace" is Card
        zone hand of each player: hand of Card, faces shown to others
        variable flag: yes or no = {flag}
        setup: move all Cards to hand of start_player
        phase main: start_player may do hit(first Card c in hand of start_player)
        effect hit(Card c in hand of everyone where flag): do say(1)
    """)
    assert table.asks == asks


@pytest.mark.parametrize(("effect", "target", "possible"), [
    ("bury", "first Card in deck", True), ("bury", "first Card in bag of start_player", False),
    ("burn", "first card in deck", True), ("burn", "first card in heap", False)])
def test_a_target_that_is_given_must_be_what_the_effect_is_for(play: Play, effect: str, target: str, possible: bool) -> None:
    """Where it looks for its target, and of what kind, though nothing else in it could fail."""
    table = play(CARDS, f"""
        kind Coin is card:
            worth: number = 1
        card "Penny" is Coin
        zone heap: pile of card
        setup:
            move all Coins to heap
            move all Cards to deck
            move first Card c in deck where rank of c = 6 to bag of start_player
        phase main:
            if start_player can do {effect}({target}): do say(1)
            otherwise: do say(2)
        effect bury(Card c in deck), all or nothing: move all Cards d in discard to discard
        effect burn(Card c), all or nothing: move all Cards d in discard to discard
    """)
    assert table.said.startswith("1" if possible else "2")
