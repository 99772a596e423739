"""Addition 7, a modifier over many things: `power of each Spell c in ... where ... becomes it + 1`."""

from tests.meanings.table import Play

SPELLS = """
    kind Spell is card:
        rank: 1 to 9
        value power: number = rank of this
    card "Spark" is Spell, 2 copies: rank = 1
    card "Storm" is Spell: rank = 4
    kind Banner is card
    zone field of each player: row of Spell or Banner
    zone chest: pile of Spell or Banner
"""


def test_it_works_on_all_that_fit(play: Play) -> None:
    table = play(SPELLS, """
    card "Red Flag" is Banner:
        while this is in field: power of each Spell c in field of everyone where rank of c < 3 becomes it + 2
    setup:
        move all Spells to field of start_player
        move all Banners to chest
    phase main:
        do tell
        move all Banners in chest to field of left of start_player
        do tell
        move all Banners in field of left of start_player to chest
        do tell
    effect tell:
        for each Spell s in field of start_player: do say(power of s)
    """)
    assert table.said == "114" + "334" + "114"


def test_what_arrives_later_is_modified_too(play: Play) -> None:
    table = play(SPELLS, """
    card "Red Flag" is Banner:
        while this is in field: power of each Spell c in field of owner becomes it + 1
    setup:
        move all Spells to chest
        move all Banners to field of start_player
    phase main:
        let s be first Spell x in chest where rank of x = 4
        do say(power of s)
        move s to field of left of start_player
        do say(power of s)
        move s to field of start_player
        do say(power of s)
    """)
    assert table.said == "445"


def test_it_adds_up_with_other_modifiers(play: Play) -> None:
    table = play(SPELLS, """
    card "Red Flag" is Banner, 2 copies:
        while this is in field: power of each Spell c in field of everyone becomes it + 1
    card "Calm" is Banner:
        while this is in field: power of each Spell c in field of everyone becomes 2
    setup:
        move all Spells to field of start_player
        move all Banners to field of start_player
    phase main:
        for each Spell s in field of start_player: do say(power of s)
    """)
    assert table.said == "444"
