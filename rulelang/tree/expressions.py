"""Everything with a value."""

from __future__ import annotations

from rulelang.tree.literals import (
    BottomOf,
    Call,
    Chance,
    Conditional,
    Everyone,
    ListOf,
    Named,
    Nobody,
    Nothing,
    NumberValue,
    Range,
    Ref,
    SoFar,
    TextValue,
    This,
    TopOf,
    YesNo,
    You,
)
from rulelang.tree.operators import (
    And,
    Compare,
    Divide,
    Is,
    IsEmpty,
    IsIn,
    Minus,
    Negative,
    Not,
    Or,
    Plus,
    Times,
)
from rulelang.tree.questions import (
    CanChoose,
    CanDo,
    Every,
    Extreme,
    Gathered,
    GatheredIn,
    Holds,
    Knows,
    Quantified,
    Reach,
    Splits,
    Subsets,
)

Expr = (
    NumberValue
    | TextValue
    | YesNo
    | Nothing
    | SoFar
    | Chance
    | Everyone
    | Nobody
    | This
    | You
    | Named
    | Ref
    | Call
    | TopOf
    | BottomOf
    | ListOf
    | Range
    | Conditional
    | Or
    | And
    | Not
    | Compare
    | Is
    | IsEmpty
    | IsIn
    | Plus
    | Minus
    | Times
    | Divide
    | Negative
    | Quantified
    | Every
    | Extreme
    | Gathered
    | GatheredIn
    | Reach
    | Subsets
    | Splits
    | CanDo
    | CanChoose
    | Knows
    | Holds
)
