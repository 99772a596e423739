"""What declarations are called: the word that begins each."""

from collections.abc import Mapping

from rulelang import tree

SORTS: Mapping[type[tree.Node], str] = {
    tree.Catalogue: "catalogue",
    tree.Include: "include",
    tree.Parameter: "parameter",
    tree.Enumeration: "enum",
    tree.Kind: "kind",
    tree.Card: "card",
    tree.Cards: "cards",
    tree.Board: "board",
    tree.Zone: "zone",
    tree.Counter: "counter",
    tree.Variable: "variable",
    tree.Dice: "dice",
    tree.Value: "value",
    tree.Refill: "refill",
    tree.EventDecl: "event",
    tree.Winner: "winner",
    tree.Invariant: "invariant",
    tree.Trait: "trait",
    tree.Effect: "effect",
    tree.Window: "window",
    tree.Anytime: "anytime",
    tree.Rule: "rule",
    tree.Setup: "setup",
    tree.Phase: "phase",
    tree.Tally: "tally",
    tree.Example: "example",
    tree.Action: "action",
}
