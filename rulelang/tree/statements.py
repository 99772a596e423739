"""Everything that is done."""

from __future__ import annotations

from rulelang.tree.acts import (
    Announce,
    Cancel,
    Choose,
    CountUp,
    Do,
    Draw,
    Eliminate,
    End,
    EndGame,
    Gain,
    Let,
    Lose,
    May,
    Move,
    Open,
    Pause,
    Pay,
    Requires,
    Roll,
    Set,
    Show,
    Shuffle,
    Skip,
    TakeOver,
    Wins,
)
from rulelang.tree.blocks import ChooseOption, ForEach, If, Repeat, Together
from rulelang.tree.lasting import Lasting
from rulelang.tree.phases import Phase

Stmt = (
    Let
    | Set
    | Gain
    | Lose
    | Pay
    | Move
    | Draw
    | Shuffle
    | Roll
    | Show
    | Announce
    | Do
    | May
    | Choose
    | Open
    | Pause
    | Requires
    | Cancel
    | TakeOver
    | Skip
    | End
    | EndGame
    | Wins
    | Eliminate
    | CountUp
    | If
    | ForEach
    | Repeat
    | Together
    | Lasting
    | ChooseOption
    | Phase
)
