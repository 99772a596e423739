"""Choices that all make at once, secretly, before the bodies go on in turn order (meaning 18)."""

from interpreter.emit.base import Bind, Name, NotYet, Routine
from interpreter.emit.selectors import fill_candidates
from interpreter.emit.steps import note, type_tag
from interpreter.emit.stmts import assign, stmts
from rulelang import game as g


def at_once(r: Routine, st: g.ForEach) -> None:
    """The choices at the head of the body are put to all secretly; then the bodies go on in order (meaning 18)."""
    from interpreter.emit.choose import choose

    lay = r.gen.lay
    var = st.selector.var
    head = [x for x in st.body if isinstance(x, (g.Choose, g.ChooseOption))]
    n = 0
    while n < len(st.body) and isinstance(st.body[n], g.Choose):
        n += 1
    if n == 0 or any(isinstance(x, g.ChooseOption) for x in head):
        raise NotYet("`at once` whose choices are options")
    if st.selector.where is not None and not r.gen.facts.is_public(st.selector.where):
        raise NotYet("`at once` for players that are told apart by something hidden")
    base = r.scratch(var.type)
    fill_candidates(r, st.selector, base)
    # where each player's answers are kept, one row a choice
    rows: list[tuple[g.Choose, str]] = []
    for x in st.body[:n]:
        assert isinstance(x, g.Choose)
        if x.how_many is not None:
            raise NotYet("`at once` with a number of things")
        rows.append((x, r.slot(lay.players)))
    i = f"s[{r.slot()}]"
    bound = r.bind(var)
    ask, over = r.label(), r.label()
    r.put(f"{i} = 0")
    r.goto(ask)
    r.start(ask)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{i} = {i} + 1")
    assign(r, bound, f"s[{base} + {i}]")
    for x, row in rows:
        for other, other_row in rows:
            if other is not x and other.selector.var.id in r.env:
                r.env[other.selector.var.id] = Name(f"s[{other_row} + {i} - 1]", True)
        choose(r, x, secret=True)
        r.put(f"s[{row} + {i} - 1] = {_text(r.env[x.selector.var.id])}")
    r.goto(ask)
    r.start(over)
    reveal(r, st, rows, base)
    go, end = r.label(), r.label()
    r.put(f"{i} = 0")
    r.goto(go)
    r.start(go)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(end)
    r.put(f"{i} = {i} + 1")
    assign(r, bound, f"s[{base} + {i}]")
    for x, row in rows:
        r.put(f"{_text(r.env[x.selector.var.id])} = s[{row} + {i} - 1]")
    stmts(r, st.body[n:])
    r.goto(go)
    r.start(end)


def reveal(r: Routine, st: g.ForEach, rows: list[tuple[g.Choose, str]], base: str) -> None:
    """With the last answer they become public, unless they are secret."""
    if not r.gen.log:
        return
    j = r.tmp()
    for x, row in rows:
        if x.secretly:
            continue
        r.put(f"for {j} in range(s[{base}]):")
        with r.indent():
            tag = type_tag(x.selector.var.type)
            note(r, "revealed", "{0} chose {1}", (("player", f"s[{base} + 1 + {j}]"), (tag, f"s[{row} + {j}]")), None, x)


def _text(b: Bind) -> str:
    assert isinstance(b, Name)
    return b.text
