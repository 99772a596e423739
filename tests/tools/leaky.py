"""A small game with an invariant that a few throws break, for tests of what looks for such plays."""

LEAKY = """\
game Leaky for 2 to 3 players
dice cube: 1 of 1 to 6
counter points of each player: 0 or more = 0
counter rounds: 0 or more = 0
variable mover: player = start_player
phase turn of mover, repeated until rounds > 5:
    mover chooses:
        option "throw": do throw
        option "stop": do hand_on
effect throw:
    roll cube
    you gain face of cube points
effect hand_on:
    set rounds to rounds + 1
    set mover to left of mover
invariant modest: every player p has points of p <= 12
winner: most points
"""

SOUND = LEAKY.replace("<= 12", "<= 1200")
"""The same, with an invariant that nobody breaks."""

EXAMPLES = """\
example "a throw is worth its pips":
    given players Ann, Bo
    when turn begins
    when Ann chooses "throw"
    when chance chooses 3
    then points of Ann = 3
example "one more than there are":
    given players Ann, Bo
    when turn begins
    when Ann chooses "throw"
    when chance chooses 3
    then points of Ann = 4
"""
