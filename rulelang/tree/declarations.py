"""Everything that a file declares."""

from __future__ import annotations

from rulelang.tree.components import (
    Board,
    Catalogue,
    Counter,
    Dice,
    Enumeration,
    EventDecl,
    Include,
    Parameter,
    Refill,
    Value,
    Variable,
    Zone,
)
from rulelang.tree.endings import Invariant, Winner
from rulelang.tree.examples import Example
from rulelang.tree.kinds import Card, Cards, Effect, Kind, Trait
from rulelang.tree.lasting import Anytime
from rulelang.tree.phases import Phase
from rulelang.tree.windows import Rule, Setup, Tally, Window

Decl = (
    Catalogue
    | Include
    | Parameter
    | Enumeration
    | Kind
    | Card
    | Cards
    | Board
    | Zone
    | Counter
    | Variable
    | Dice
    | Value
    | Refill
    | EventDecl
    | Winner
    | Invariant
    | Trait
    | Effect
    | Window
    | Anytime
    | Rule
    | Setup
    | Phase
    | Tally
    | Example
)
