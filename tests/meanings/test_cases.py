"""Faults that other rules engines really had, on small rules of their own; each with its relatives."""

import itertools
from random import Random
from typing import Any

import pytest

import interpreter
from interpreter import CHANCE, IllegalMove, Match
from tests.meanings.table import BROKEN, Play, Table

# ---------------------------------------------------------------- 1: triggers from places where they do not belong

WATCHER = """
    kind Imp is card
    card "Imp" is Imp:
        while this is in board_zone:
            when Imp c enters grave: do say(1)
        when this enters grave: do say(2)
    card "Oaf" is Imp
    zone deck: stack of Imp
    zone hand of each player: hand of Imp
    zone board_zone of each player: row of Imp
    zone grave: pile of Imp
    setup:
        move all Imps c where name of c is "Oaf" to deck
"""


@pytest.mark.parametrize(
    ("place", "said"),
    [("deck", ""), ("hand of start_player", ""), ("board_zone of start_player", "1"), ("grave", "")],
)
def test_1_a_trigger_fires_only_where_its_rule_says(play: Play, place: str, said: str) -> None:
    table = play(WATCHER + f"""
        move first Imp c where name of c is "Imp" to {place}
        set said to 0
    phase main:
        move first Imp c where name of c is "Oaf" to grave
    """)
    assert table.said == said


def test_1_its_own_arrival_is_told_from_another_s(play: Play) -> None:
    table = play(WATCHER + """
        move first Imp c where name of c is "Imp" to board_zone of start_player
    phase main:
        move first Imp c where name of c is "Oaf" to grave
        do say(5)
        move first Imp c where name of c is "Imp" to grave
    """)
    assert table.said == "152"


def test_1_a_card_that_is_shuffled_away_is_silent(play: Play) -> None:
    table = play(WATCHER + """
        move first Imp c where name of c is "Imp" to board_zone of start_player
    phase main:
        move all Imps in board_zone of start_player to deck
        shuffle deck
        draw 1 card from deck to grave
    """)
    table.choose("Oaf")
    assert table.said == ""


# ---------------------------------------------------------------- 2: the order of triggers by seat number

BELLS = """
    kind Bell is card:
        pitch: 1 to 9
        while this is in tower:
            when struck rises: do say(pitch of this)
    card "Do" is Bell: pitch = 1
    card "Re" is Bell: pitch = 2
    card "Mi" is Bell: pitch = 3
    zone tower of each player: row of Bell
    counter struck: 0 or more = 0
    variable mover: player = start_player
"""


@pytest.mark.parametrize("turn", range(3))
def test_2_the_order_turns_with_the_table(play: Play, turn: int) -> None:
    """Whoever's turn it is has the Do, his left neighbour the Re, and so on: always the same order."""
    seats = ["start_player", "left of start_player", "right of start_player"]
    deal = "\n".join(
        f"        move first Bell b where pitch of b = {n + 1} to tower of {seats[(turn + n) % 3]}"
        for n in (2, 0, 1)
    )
    table = play(BELLS, f"""
    setup:
{deal}
        set mover to {seats[turn]}
    phase turn of mover:
        set struck to 1
    """, players=3)
    assert table.said == "123"


# ---------------------------------------------------------------- 3: waiting triggers that vanish or are not offered


@pytest.mark.parametrize("order", list(itertools.permutations([1, 2, 3])))
def test_3_each_of_several_waiting_triggers_happens_once(play: Play, order: tuple[int, ...]) -> None:
    moves = "\n".join(f"        move first Bell b where pitch of b = {n} to tower of start_player" for n in order)
    table = play(BELLS, f"""
    setup:
{moves}
    phase main: set struck to 1
    rule first_one, when struck rises: do say(9)
    """)
    assert table.said == "9" + "".join(map(str, order))


def test_3_one_trigger_takes_another_one_away(play: Play) -> None:
    table = play(BELLS, """
    zone attic: row of Bell
    card "Fa" is Bell:
        pitch = 4
        while this is in tower:
            when struck rises: move all Bells b in tower of everyone where pitch of b = 2 to attic
    setup:
        move first Bell b where pitch of b = 4 to tower of start_player
        for each number n in 1 to 3: move first Bell b where pitch of b = n to tower of start_player
    phase main: set struck to 1
    """)
    assert table.said == "413"


def test_3_one_trigger_makes_another_possible(play: Play) -> None:
    table = play("""
        counter struck: 0 or more = 0
        variable lit: yes or no = no
        phase main: set struck to 1
        rule dark, when struck rises if lit: do say(8)
        rule light, when struck rises:
            do say(1)
            set lit to yes
        rule bright, when struck rises if lit: do say(2)
    """)
    assert table.said == "12"


# ---------------------------------------------------------------- 4: two rules that feed each other


@pytest.mark.parametrize(
    "rules",
    [
        "rule one, when light becomes yes: set light to no\nrule two, when light becomes no: set light to yes",
        "rule one, when light changes: set total to total + 1\nrule two, when total rises: do flip",
    ],
)
def test_4_a_loop_is_bounded_and_named(engine: Play, rules: str) -> None:
    with pytest.raises(BROKEN) as caught:
        engine("""
    variable light: yes or no = no
    counter total: 0 or more = 0
    effect flip:
        if light: set light to no
        otherwise: set light to yes
    phase main: set light to yes
    """, rules)
    assert "one" in str(caught.value)
    assert "two" in str(caught.value)


# ---------------------------------------------------------------- 5 and 6: undo

UNDO = """
    kind Card is card:
        counter wear: 0 to 9 = 0
    card "Ace" is Card
    card "Two" is Card
    card "Six" is Card
    zone deck: stack of Card
    zone bag of each player: hand of Card
    zone heap: pile of Card
    counter coins of each player: 0 to 9 = 5
    counter uses: 0 to 2 = 0
    dice bones: 1 of 1 to 6
    setup:
        move all Cards to deck
        draw 2 cards from deck to bag of start_player
        shuffle deck
    phase main:
        open market
        left of start_player chooses number n in 1 to 2
    window market asks start_player:
        action spend(Card c in bag of you):
            requires uses < 2
            you pay 2 coins
            set uses to uses + 1
            c gains 1 wear
        action drop(Card c in bag of you): move c to heap
        action peek: show all Cards in deck to you
        action fetch: draw 1 card from deck to bag of you
        action throw: roll bones
        action ask_him:
            left of you chooses number k in 1 to 2
    rule clink, when coins of player p falls: set uses to uses
"""


@pytest.mark.parametrize("move", ["spend(Two)", "drop(Six)", "spend(Six)"])
def test_5_undo_gives_the_state_before(engine: Play, move: str) -> None:
    match = engine(UNDO).match
    before, state, log = match.dump(), match.state_key(), match.log
    match.choose(move)
    assert match.dump() != before
    match.undo()
    assert match.dump() == before
    assert match.state_key() == state
    assert match.log == log


def test_5_undo_of_several_choices_one_by_one(engine: Play) -> None:
    match = engine(UNDO).match
    states = []
    for move in ("spend(Two)", "drop(Six)", "spend(Two)"):
        states.append(match.state_key())
        match.choose(move)
    for state in reversed(states):
        match.undo()
        assert match.state_key() == state
    with pytest.raises(IllegalMove):
        match.undo()


def test_5_after_undo_the_same_choice_leads_to_the_same_state(engine: Play) -> None:
    match = engine(UNDO).match
    match.choose("spend(Two)")
    after = match.state_key()
    match.undo()
    match.choose("spend(Two)")
    assert match.state_key() == after


def test_6_no_undo_across_a_reveal(engine: Play) -> None:
    match = engine(UNDO).match
    match.choose("peek")
    with pytest.raises(IllegalMove):
        match.undo()


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_6_no_undo_across_chance(engine: Play, chance: Any) -> None:
    match = interpreter.start(engine.load(UNDO), 2, seed=5, chance=chance)
    match.choose("throw")
    if match.player == CHANCE:
        match.choose("3")
    with pytest.raises(IllegalMove):
        match.undo()


def test_6_no_undo_after_a_draw(engine: Play) -> None:
    match = interpreter.start(engine.load(UNDO), 2, seed=5)
    match.choose("fetch")
    with pytest.raises(IllegalMove):
        match.undo()


def test_6_no_undo_across_another_s_decision(engine: Play) -> None:
    match = engine(UNDO).match
    match.choose("ask_him")
    assert match.player == 1
    match.choose("2")
    with pytest.raises(IllegalMove):
        match.undo()


# ---------------------------------------------------------------- 7: secrets that leak

SECRETS = """
    kind Card is card:
        rank: 1 to 9
    card "Ace" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Six" is Card: rank = 6
    card "Ten" is Card: rank = 9
    zone deck: stack of Card
    zone bag of each player: hand of Card
    zone heap: pile of Card
    counter coins of each player: 0 to 9 = 2
    setup:
        move all Cards c where rank of c = HIS to bag of left of start_player
        move all Cards c where rank of c = 1 to bag of start_player
        move all Cards c where rank of c = 2 to deck
        move all Cards c where rank of c > 5 and rank of c is not in [HIS] to heap
    phase main, repeated until coins of start_player = 0:
        open market
        start_player chooses number n in 1 to 2
        start_player loses 1 coin
    window market asks players clockwise from start_player:
        action sell(Card c in bag of you where rank of c > 5):
            requires you can do deal "there must be a good card"
            you gain 1 coin
            move c to deck
            draw 1 card from deck to bag of you
        action swap:
            you pay 1 coin
            you do deal
    effect deal, all or nothing:
        you choose Card c in bag of you
        move c to heap
        draw 1 card from deck to bag of you
"""


def seen_by(match: Match, seat: int) -> object:
    decision = match.decision
    mine = [(o.id, o.label, o.help) for o in decision.options] if decision and decision.player == seat else None
    asked = decision.player if decision else None
    return match.view(seat), [e.text for e in match.log_for(seat)], mine, asked


def test_7_two_worlds_look_alike_at_every_step(engine: Play) -> None:
    """p0 plays the same in both worlds, in which p1 holds another card: nothing tells him which."""
    one, other = (engine(SECRETS.replace("HIS", rank)).match for rank in ("6", "9"))
    rng = Random(1)
    for _ in range(30):
        assert seen_by(one, 0) == seen_by(other, 0)
        assert one.information_state(0) == other.information_state(0)
        if one.over:
            break
        if one.player == 0:
            assert one.decision is not None
            pick = rng.choice(one.decision.options).id
            one.choose(pick)
            other.choose(pick)
        else:
            one.choose_index(0)
            other.choose_index(0)


def test_7_refusals_are_alike(engine: Play) -> None:
    one, other = (engine(SECRETS.replace("HIS", rank)) for rank in ("6", "9"))
    for text in ("sell(Six)", "sell(Ten)", "deal", "nonsense", "p1"):
        a, b = one.refusal(text), other.refusal(text)
        assert (a.reason, a.rule, a.citations) == (b.reason, b.rule, b.citations)
        assert one.match.why_not(text, 0) == other.match.why_not(text, 0)


def test_7_the_state_of_the_generator_is_not_in_a_view(engine: Play) -> None:
    one, other = (interpreter.start(engine.load(SECRETS.replace("HIS", "6")), 2, seed=seed) for seed in (1, 2))
    assert one.view(0) == other.view(0)


# ---------------------------------------------------------------- 8: saves that forget

SAVES = SECRETS.replace("HIS", "6") + """
    parameter fee: 0 to 5 = 1
    dice bones: 2 of 1 to 6
    value price: number = fee + 1
"""


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_8_saved_and_resumed_at_every_decision_it_goes_on_alike(engine: Play, chance: Any) -> None:
    game = engine.load(SAVES, """
    rule toss, when coins of player p falls:
        roll bones
        draw 1 card from deck to bag of p
    """, fee=3)
    rng = Random(7)
    match = interpreter.start(game, 2, seed=9, chance=chance)
    for _ in range(25):
        if match.over:
            break
        again = interpreter.resume(game, match.save())
        assert again.dump() == match.dump()
        assert again.decision == match.decision
        twin = Random(rng.random())
        state = twin.getstate()
        ahead, behind = match.copy(), again
        for one in (ahead, behind):
            twin.setstate(state)
            for _ in range(4):
                if one.count:
                    one.choose_index(twin.randrange(one.count))
        assert ahead.dump() == behind.dump()
        assert [e.text for e in ahead.log] == [e.text for e in behind.log]
        match.choose_index(rng.randrange(match.count))


def test_8_a_save_of_another_game_is_refused(engine: Play) -> None:
    saved = engine(SAVES).match.save()
    other = engine.load(SAVES, "rule toss, when coins of player p falls: roll bones")
    with pytest.raises(interpreter.SaveError):
        interpreter.resume(other, saved)


# ---------------------------------------------------------------- 9: illegal moves


@pytest.mark.parametrize("text", ["", "pass", "5", "p1", "spend(Ace)", "go(1, 2)", "#2", "?card", "1 "])
def test_9_a_refused_choice_changes_nothing(engine: Play, text: str) -> None:
    table = engine("""
        variable mover: player = start_player
        phase turn of mover, repeated until said > 1000:
            mover chooses number n in 1 to 3
            do say(n)
            set mover to left of mover
    """, players=3)
    table.choose("2")
    assert table.who == "p1"
    assert table.refusal(text).reason
    assert table.who == "p1"
    table.choose("3")
    assert table.who == "p2"


def test_9_an_option_number_that_is_not_there(engine: Play) -> None:
    match = engine("phase main: start_player chooses number n in 1 to 3").match
    for number in (-1, 3, 99):
        with pytest.raises(IllegalMove):
            match.choose_index(number)


# ---------------------------------------------------------------- 10: a phase ended in several ways at once

ENDINGS = """
    counter coins: 0 or more = 0
    phase day:
        phase morning:
            open market
            do say(8)
        phase evening: do say(7)
    window market asks players clockwise from start_player:
        action go: EFFECT
    rule closing, when morning ends:
        do say(2)
        do say(coins + 3)
    rule opening, when evening begins: do say(6)
    effect spend: set coins to 1
"""


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("do spend", "8" + "24" + "67"),  # by its last player
        ("skip to evening", "23" + "67"),  # by a rule
        ("end morning", "23" + "67"),
        ("end market", "8" + "23" + "67"),
    ],
)
def test_10_each_way_of_ending_runs_its_end_once(play: Play, effect: str, said: str) -> None:
    table = play(ENDINGS.replace("EFFECT", effect))
    table.choose("go").everyone_passes()
    assert table.said == said


def test_10_by_a_rule_a_condition_and_the_last_player_in_one_step(play: Play) -> None:
    table = play(ENDINGS.replace("EFFECT", "do spend"), """
    rule broke, when coins becomes 1: skip to evening
    """)
    table.choose("pass", "go")
    assert table.said == "24" + "67"


def test_10_a_repeated_phase_ended_by_a_rule_and_its_condition(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase morning, repeated until coins > 0:
            set coins to 1
            do say(8)
        phase evening: do say(7)
        rule closing, when morning ends: do say(2)
        rule broke, when coins becomes 1: end morning
    """)
    assert table.said == "27"


# ---------------------------------------------------------------- 11: a player leaves while something is pending

LEAVING = """
    counter coins of each player: 0 to 9 = 0
    phase main:
        start_player does dance
        for each player p at once:
            p chooses number n in 1 to 2
            do say(n)
        for each player p: p may do bow
    effect dance(player partner where partner is not you):
        you choose number k in 1 to 2
        do say(k)
    effect bow: do say(5)
    rule ahead, before player p does dance: open objections
    window objections asks players clockwise from start_player:
        action shoot(player victim where victim is not you): eliminate victim
"""


@pytest.mark.parametrize("seed", range(12))
def test_11_with_players_going_at_any_moment_the_match_ends(play: Play, seed: int) -> None:
    table = play(LEAVING, players=4)
    rng = Random(seed)
    for _ in range(80):
        if table.over:
            break
        shots = [option for option in table.options if option.startswith("shoot")]
        table.choose(rng.choice(shots) if shots and rng.random() < 0.6 else rng.choice(table.options))
    assert table.over


def test_11_the_one_to_act_has_gone(play: Play) -> None:
    """p1 shoots p0, whose dance waits: his own effect goes on without anybody being asked for him."""
    table = play(LEAVING, players=3)
    table.choose("p1", "pass", "shoot(p0)").everyone_passes()
    asked = set()
    for _ in range(20):
        if table.over:
            break
        asked.add(table.who)
        table.choose(table.options[0])
    assert table.over


# ---------------------------------------------------------------- 12: every state has a decision or an automatic step


def test_12_empty_deck_and_empty_discard(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 2 copies
        zone deck: stack of Card
        zone discard: pile of Card
        zone bag of each player: hand of Card
        refill deck from discard when empty, shuffled
        setup: move all Cards to deck
        phase turn of start_player, repeated until said > 1000:
            draw 1 card from deck to bag of start_player
            do say(1)
            start_player chooses Card c in bag of left of start_player
            move c to discard
    """)
    assert table.over
    assert table.said == "1111"


def test_12_a_forced_choice_that_nobody_can_meet(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        zone deck: stack of Card
        zone bag of each player: hand of Card
        setup: move all Cards to deck
        phase main:
            for each player p:
                p chooses exactly 2 Cards some in bag of p
                p does discard_one
                open must
            do say(9)
        effect discard_one(Card c in bag of you): move c to deck
        window must asks start_player:
            action play_it(Card c in bag of you): move c to deck
            passing requires said > 5 "you must play"
    """)
    assert table.over
    assert table.said == "9"


@pytest.mark.parametrize("seed", range(4))
def test_12_random_plays_come_to_an_end(engine: Play, seed: int) -> None:
    table = engine.sampled("""
        kind Card is card
        card "Ace" is Card, 3 copies
        card "Two" is Card, 3 copies
        zone deck: stack of Card
        zone discard: pile of Card
        zone bag of each player: hand of Card, at most 2
        refill deck from discard when empty, shuffled
        counter rounds: 0 or more = 0
        setup:
            move all Cards to deck
            shuffle deck
        phase turn of start_player, repeated until rounds = 40:
            set rounds to rounds + 1
            for each player p:
                draw 3 cards from deck to bag of p
                p chooses up to 2 Cards some in bag of p
                move some to discard
            chance chooses Card c in discard
            move c to bag of start_player
    """, players=3, seed=seed)
    match, rng = table.match, Random(seed)
    while not match.over:
        assert match.count >= 1
        match.choose_index(rng.randrange(match.count))
    assert match.result is not None
    assert match.result.reason == "last phase over"


# ---------------------------------------------------------------- 13: a table of windows

WINDOWS = """
    counter coins of each player: 0 to 9 = 1
    phase main:
        open ordinary
        do say(9)
    window ordinary asks players clockwise from left of start_player:
        action work: you do labour
    window reaction(player worker) asks players clockwise from worker, starting over after each action:
        action envy:
            requires you is not worker
            requires coins of you > 0
            you pay 1 coin
    effect labour: do say(1)
    rule ahead, before player p does labour: open reaction(p)
"""


def test_13_who_is_asked_in_which_order_and_what_is_on_offer(play: Play) -> None:
    table = play(WINDOWS, players=3)
    assert table.asks == "p1: pass, work"
    table.choose("work")
    # reactions come before the work is done, from the worker on, who has nothing to react with
    assert (table.asks, table.said) == ("p2: pass, envy", "")
    table.choose("pass")
    assert table.asks == "p0: pass, envy"
    table.choose("envy")
    # starting over: p2 is asked again before p0
    assert table.asks == "p2: pass, envy"
    table.choose("pass")
    # p0 has no coin left, as all can see; the reaction is over and the work done
    assert (table.asks, table.said) == ("p2: pass, work", "1")
    table.choose("work")
    assert (table.asks, table.said) == ("p1: pass, envy", "1")


def test_13_answers_to_a_then_b(play: Play) -> None:
    table = play("""
        phase main:
            start_player does one
            start_player does two
        effect one: do say(1)
        effect two: do say(2)
        rule a, before player p does one: open answers(3)
        rule b, before player p does two: open answers(4)
        window answers(number n) asks players clockwise from left of start_player:
            action answer: do say(n)
    """)
    assert table.who == "p1"
    table.choose("answer")
    assert table.said == "3"
    table.choose("pass", "pass")
    assert (table.said, table.who) == ("31", "p1")
    table.choose("answer").everyone_passes()
    assert table.said == "3142"


# ---------------------------------------------------------------- 14: cards that are set up together

GREETERS = """
    kind Elf is card
    card "Elf" is Elf, 3 copies:
        while this is in glade:
            when Elf e enters glade if e is not this: do say(1)
    zone glade: row of Elf
    zone bush: pile of Elf
    setup: move all Elfs to bush
"""


def test_14_one_after_the_other_each_meets_those_before(play: Play) -> None:
    table = play(GREETERS, """
    phase main:
        for each Elf e in bush: move e to glade
    """)
    assert table.said == "111"  # the second meets one, the third two


def test_14_together_none_sees_the_others_until_all_lie_there(play: Play) -> None:
    table = play(GREETERS, """
    phase main:
        together:
            for each Elf e in bush: move e to glade
    """)
    assert table.said == "111111"  # each arrival is seen by the two others


def test_14_values_of_cards_set_up_together(play: Play) -> None:
    table = play("""
        kind Elf is card:
            variable friends: number = 0
        card "Elf" is Elf, 3 copies
        zone glade: row of Elf
        zone bush: pile of Elf
        setup: move all Elfs to bush
        phase main:
            together:
                for each Elf e in bush: move e to glade
            for each Elf e in glade: do say(friends of e)
        rule meet, when Elf e enters glade: set friends of e to number of Elfs in glade
    """)
    assert table.said == "333"


# ---------------------------------------------------------------- 15: paid, cancelled, gained all the same

PURCHASE = """
    kind Ware is card
    card "Rope" is Ware
    zone display: row of Ware
    zone bag of each player: hand of Ware
    counter coins of each player: 0 to 9 = 3
    counter fame of each player: 0 to 9 = 0
    setup: move all Wares to display
    phase main:
        start_player does purchase
        do say(9)
    effect purchase(Ware w in display):
        you do pay_for(w)
        you do collect(w)
    effect pay_for(Ware w): you pay 2 coins
    effect collect(Ware w):
        move w to bag of you
        you gain 1 fame
"""


def outcome(table: Table) -> tuple[Any, ...]:
    return table["coins of p0"], table["fame of p0"], table.zone("bag of p0"), table.zone("display")


def test_15_nothing_cancelled(play: Play) -> None:
    assert outcome(play(PURCHASE)) == (1, 1, ["Rope"], [])


def test_15_the_whole_cancelled_before_it_begins(play: Play) -> None:
    table = play(PURCHASE, "rule veto, before player p does purchase: cancel purchase")
    assert outcome(table) == (3, 0, [], ["Rope"])
    assert table.said == "9"


@pytest.mark.parametrize("step", ["pay_for", "collect"])
def test_15_a_step_cancelled_takes_only_that_step(play: Play, step: str) -> None:
    """What is one act to the rules must be said to be one: steps of their own are cancelled on their own."""
    table = play(PURCHASE, f"rule veto, before player p does {step}: cancel {step}")
    assert outcome(table) == ((3, 1, ["Rope"], []) if step == "pay_for" else (1, 0, [], ["Rope"]))


def test_15_paid_within_one_act_it_is_all_or_nothing(play: Play) -> None:
    one_act = PURCHASE.replace("""        you do pay_for(w)
        you do collect(w)
""", """        you pay 2 coins
        move w to bag of you
        you gain 1 fame
""")
    table = play(one_act, "rule veto, before player p does purchase: cancel purchase")
    assert outcome(table) == (3, 0, [], ["Rope"])
    assert outcome(play(one_act)) == (1, 1, ["Rope"], [])


def test_15_what_became_too_dear_meanwhile_is_neither_paid_nor_gained(play: Play) -> None:
    one_act = PURCHASE.replace("""        you do pay_for(w)
        you do collect(w)
""", """        you pay 2 coins
        move w to bag of you
        you gain 1 fame
""")
    table = play(one_act, "rule tax, before player p does purchase: p loses 2 coins")
    assert outcome(table) == (1, 0, [], ["Rope"])


def test_15_cancelled_in_a_window_the_action_puts_its_card_away(play: Play) -> None:
    table = play("""
        kind Spell is card:
            effect cast
        card "Fire" is Spell:
            effect cast: left of you loses 3 hearts
        zone bag of each player: hand of Spell
        zone stage: row of Spell
        zone heap: pile of Spell
        counter hearts of each player: 0 to 9 = 5
        counter mana of each player: 0 to 9 = 2
        setup: move all Spells to bag of start_player
        phase main: open casting
        window casting asks start_player:
            action cast_it(Spell s in bag of you):
                you pay 1 mana
                move s to stage
                you do cast of s
                move s to heap
        rule answering, before player p does cast of Spell s: open replies(s)
        window replies(Spell s) asks left of start_player:
            action dispel:
                you pay 1 mana
                cancel cast of s
    """)
    table.choose("cast_it(Fire)", "dispel")
    assert table.over
    assert table["hearts of p1"] == 5
    assert (table["mana of p0"], table["mana of p1"]) == (1, 1)
    assert table.zone("heap") == ["Fire"]
