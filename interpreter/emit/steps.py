"""What surrounds a statement: frames and calls, failing, the log."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.shared import Source
from interpreter.walk import walk
from rulelang import game as g
from rulelang.source import Span

# ------------------------------------------------------------------------------------------- frames


def push(r: Routine, what: int, you: str, this: str, resume: int, mark: str = "0") -> str:
    """A new frame above that of *r*, which goes on at *resume*; yields the name of the new frame's offset."""
    r.put(f"g = {r.top}")
    # a state that is tried out is no longer than what runs in it
    r.put("if g > @GROWN@:" if r.gen.search else "if g > @HIGHEST@:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_FRAMES}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    r.put(f"s[f] = {resume}")
    r.put("s[g + 1] = f")
    r.put(f"s[g + 2] = {you}")
    r.put(f"s[g + 3] = {what}")
    r.put(f"s[g + 4] = {this}")
    r.put(f"s[g + 5] = {mark}")
    r.put(f"s[{k.FP}] = g")
    return "g"


def finish(r: Routine) -> None:
    """Leaves the routine: back to whoever called it."""
    if r.dead:
        return
    if not r.framed:
        r.leave("return 0")
        return
    r.put("g = s[f + 1]")
    r.put(f"s[{k.FP}] = g")
    r.leave("return s[g]")


def born(r: Routine, var: int) -> None:
    """Notes when a name of a card was bound, if something else may move that card while the name is in use."""
    gen = r.gen
    if var not in gen.facts.fragile or not r.framed:
        return
    if var not in r.born:
        r.born[var] = f"s[{r.slot()}]"
    if not gen.search:  # where nothing else is carried out
        r.put(f"{r.born[var]} = s[{k.CLOCK}]")


def still(r: Routine, e: g.Expr, c: str) -> str | None:
    """The condition that nothing else has moved the card *c*, which *e* names, since it was bound; None: it cannot be."""
    gen = r.gen
    if gen.search:
        return None
    var = e.var.id if isinstance(e, g.Local) else -1 if isinstance(e, g.This) else None
    if var is None or var not in r.born:
        return None
    return f"({c} < 0 or s[{gen.at('STAMP')} + {c}] <= {r.born[var]} or s[{gen.at('BAR')} + {c}] <= f)"


def gone_note(r: Routine, c: str, st: g.Stmt) -> None:
    note(r, "nothing", f"{r.rule} does nothing more to {{0}}: something else has moved it", (("card", c),), None, st)


def replacing(r: Routine) -> str:
    """Which rules have replaced what is done here: they do not replace it again, in the windows that they open either."""
    return f"s[f + 5] & {k.REPLACED}" if r.gen.facts.instead else "0"


def mark_of(r: Routine) -> str:
    """Whether what is called belongs to an `all or nothing` effect because its caller does."""
    keep = k.WHOLE
    if r.gen.facts.instead:
        # and which rules have replaced what is done here already
        keep |= k.REPLACED
    if r.static and r.gen.facts.instead:
        return f"s[f + 5] & {k.REPLACED}"
    return f"s[f + 5] & {keep}" if r.framed and not r.static else "0"


def fail(r: Routine, test: str) -> bool:
    """In a search: the step cannot be done if *test*. Yields whether the text searches. (`sure` knows which statements
    may fail.)"""
    if not r.gen.search:
        return False
    r.put(f"if {test}:")
    r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    return True


def plain_call(r: Routine, text: str) -> None:
    """Calls a plain function of a routine; in a search it may fail."""
    if r.gen.search:
        r.put(f"if {text} == {k.FAIL}:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    else:
        r.put(text)


# ---------------------------------------------------------------------------------------------- log


def note(r: Routine, what: str, text: str, values: tuple[tuple[str, str], ...] = (), seen: str | None = None,
         node: g.Node | None = None, cites: tuple[str, ...] = ()) -> None:
    """A record of the log. *values*: (type, text that yields it), at most three; *seen*: bits of those who see it."""
    gen = r.gen
    if not gen.log or gen.search:
        return
    from interpreter.emit.callbacks import zones_of_cards

    span = node.span if node is not None else r.span
    own = getattr(node, "cites", ()) if node is not None else ()
    types = tuple(t for t, _ in values)
    allcites = tuple(dict.fromkeys((*own, *cites, *r.cites)))
    key = (what, r.rule, span.start, span.end, text, types, str(getattr(span, "file", "")))
    number = gen.shared.source(key, lambda: Source(what, r.rule, allcites, span, types, text))
    everyone = str(gen.lay.seats)
    parts: list[str] = []
    for t, code in values:
        a = code
        if t == "chosen card":
            # by its back, for those who do not see it where it lies, even if they remember its like
            parts += [f"(s[{gen.at('FACE')} + {a}] if {a} >= 0 else -1)", f"seen_choice(s, w, {a})"]
        elif t == "card":
            # what is printed on it now: its face may change places with another while nobody knows it
            parts += [f"(s[{gen.at('FACE')} + {a}] if {a} >= 0 else -1)",
                      f"(s[{gen.at('KNOW')} + {a}] if {a} >= 0 else {everyone})"]
        elif t == "die":
            parts += die_told(r, a)
        elif t == "zone" and zones_of_cards(gen):
            parts += [zone_told(r, a), everyone]
        else:
            parts += [a, everyone]
    parts += ["-1", everyone] * (3 - len(values))
    r.put(f"note(s, w, {number}, {r.you}, {seen or everyone}, {', '.join(parts)})")


def die_told(r: Routine, die: str) -> list[str]:
    """A die as the log keeps it, with what it shows now, if it has been rolled; and the bits of those who see that."""
    from interpreter.constants import NO_NUMBER
    from interpreter.emit.dice import seen_dice

    kept, face = r.tmp(), r.tmp()
    r.put(f"{kept} = {die}")
    r.put(f"{face} = s[{r.gen.at('DIE')} + {kept}] if {kept} >= 0 else {NO_NUMBER}")
    r.put(f"if {-k.LOGGED_FACE} < {face} < {k.LOGGED_FACE}:")
    r.lines.append((r.depth + 1, f"{kept} += {face} + {k.LOGGED_FACE} << {k.LOGGED_DIE}"))
    return [kept, seen_dice(r, die) or str(r.gen.lay.seats)]


def zone_told(r: Routine, z: str) -> str:
    """A zone as the log keeps it; of one that a card has also what is printed on that, if all know it."""
    gen = r.gen
    kept, x = r.tmp(), r.tmp()
    r.put(f"{kept} = {z}")
    r.put(f"{x} = ZBEARER[{kept}] if {kept} >= 0 else -1")
    r.put(f"if {x} >= 0 and s[{gen.at('KNOW')} + {x}] == {gen.lay.seats}:")
    r.lines.append((r.depth + 1, f"{kept} += (s[{gen.at('FACE')} + {x}] + 1) * {len(gen.lay.zone_of)}"))
    return kept


def chosen_tag(t: g.Type) -> str:
    """How the log names something that is chosen."""
    return "chosen card" if t.base == "card" else type_tag(t)


def type_tag(t: g.Type) -> str:
    """How the log names a value of the type."""
    if t.base == "enum":
        return f"enum {t.names[0]}"
    return t.base


def g_span(gen: Gen) -> Span:
    """Some place of the game, for what the engine does by itself."""
    for phase in gen.game.phases.values():
        return phase.span
    for card in gen.game.cards:
        return card.span
    return next((x.span for x in walk(gen.game) if isinstance(x, g.Node)), NOWHERE)


NOWHERE = Span("", 0, 1, 1, 0, 1, 1)
"""The place of what belongs to a game without rules."""


def event_code(gen: Gen, what: str, key: str) -> int:
    """The number of an event that rules answer."""
    return gen.shared.label_event(f"{what} {key}")
