"""The words of the language. A test compares them with the grammar."""

RESERVED = frozenset(
    """
    action add after all always and announce announced any anytime asks at backs be becomes before begins
    board bottom by can cancel card cards catalogue chance change changes choose chooses clockwise copies
    copy count counter counterclockwise dice die different do does down draw during each effect eliminate
    eliminated empty end ends enters enum event every everyone exactly example excludes faces fall falls
    fewest first for from gain gains game given groups has highest holds if in include instead into
    invariant is it kind knows layer layers least leaves let like list lose loses lowest may more most move
    needed never no nobody none not nothing number numbers of once open option or ordered otherwise over
    parameter passes passing pause pay pays phase player players product reach refill remove rename repeat
    repeated replace requires rise rises roll rolled rounded rule seat seats secretly set setup shared show
    shown shuffle shuffled skip space splits starting subsets sum take takes taking tally teams text then
    this through time times to together token top trait turns until up value variable variant when where
    while win window winner wins with yes you zone
    """.split()
)

# Free for authors; the checker gives them their meaning where they stand in the right place.
ZONE_ARRANGEMENTS = frozenset({"stack", "pile", "hand", "row"})
PROPERTIES = frozenset(
    """
    left right owner others name face size back start_player lines row column neighbours
    """.split()
)
SOFT = ZONE_ARRANGEMENTS | PROPERTIES


def spellings(name: str) -> tuple[str, ...]:
    """What *name* may be declared as, best first: itself, its singular, its plural.

    Only the ending ``s`` counts: ``Tiles`` is the kind ``Tile``, ``1 coin`` the counter ``coins``.
    """
    return (name, name[:-1], name + "s") if name.endswith("s") and len(name) > 1 else (name, name + "s")
