"""Where the answers to choices that all make at once are kept, and how names stand for them afterwards."""

from attrs import field, frozen

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.bindings import ListAt, Lists, Name, list_at
from interpreter.emit.choicelists import behind_many, behind_one, log_choice_list, log_list
from interpreter.emit.combined_options import answered_list
from interpreter.emit.effects import depth_of, is_list, room_of
from interpreter.emit.expr import expr, none_of
from interpreter.emit.loops import copy_list
from interpreter.emit.named_options import chosen_option
from interpreter.emit.steps import note, type_tag
from rulelang import game as g


@frozen
class Kept:
    """Where the answers to one choice are kept: ``size`` slots for each who is asked, one after the other."""

    choice: g.Choose | g.ChooseOption
    base: str
    size: int
    lists: dict[int, tuple[int, int, int]] = field(factory=dict)  # by variable: first slot, room, depth

    def slots(self, at: str) -> str:
        """Where the answer of the *at*-th begins, counted from 1."""
        return f"{self.base} + ({at} - 1) * {self.size}"


def places(r: Routine, st: g.Choose | g.ChooseOption, many: int) -> Kept:
    """Room for the answers of so many."""
    lists: dict[int, tuple[int, int, int]] = {}
    if isinstance(st, g.Choose):
        bound = r.env.get(st.selector.var.id) or r.bind(st.selector.var, many=st.how_many is not None)
        size = bound.room if isinstance(bound, (ListAt, Lists)) else 1
        return Kept(st, r.slot(size * many), size)
    size = r.gen.wide
    for option in st.options:
        for p in option.params:
            if is_list(p):
                lists[p.var.id] = size, room_of(r.gen, p), depth_of(p)
                size += room_of(r.gen, p)
    return Kept(st, r.slot(size * many), size, lists)


def keep_choices(r: Routine, one: Kept, params: tuple[g.Parameter, ...], at: str) -> None:
    """What was chosen with an option; of backs chance says now which cards they are."""
    who, p = one.choice.who, f"s[{k.QP}]"
    for j, q in enumerate(params):
        slot = f"s[{k.ANS + 1 + j}]"
        if is_list(q):
            base = f"{one.slots(at)} + {one.lists[q.var.id][0]}"
            answered_list(r, q, base, slot)
            if q.how_many is not None and who is not None:
                behind_many(r, who, q.selector, base, p)
        else:
            taken = behind_one(r, who, q.selector, slot, p) if who is not None else slot
            if taken != slot:
                r.put(f"s[{one.slots(at)} + {1 + j}] = {taken}")
            r.env[q.var.id] = Name(taken)


def kept_list(base: str, like: ListAt | Lists) -> ListAt | Lists:
    return list_at(base, like.room, like.depth if isinstance(like, Lists) else 1)


def give_back(r: Routine, one: Kept, at: str) -> None:
    """The name stands for what the *at*-th chose."""
    assert isinstance(one.choice, g.Choose)
    bound = r.env[one.choice.selector.var.id]
    if isinstance(bound, Name):
        r.put(f"{bound.text} = s[{one.slots(at)}]")
    else:
        assert isinstance(bound, (ListAt, Lists))
        copy_list(r, one.slots(at), bound)


def still_secret(r: Routine, st: g.Choose, again: str) -> None:
    """The name stands for what somebody has chosen who did not show it; *again*: below 0 if that was in this search."""
    holder = r.secrets.get(st.selector.var.id)
    if holder is not None:
        assert st.who is not None
        who = f"{expr(r, st.who).text} + 1"
        r.put(f"{holder} = 0 if {again} < 0 else {who}" if r.gen.search else f"{holder} = {who}")


def reveal(r: Routine, one: Kept, meant: ListAt) -> None:
    """With the last answer they become public, unless they are secret."""
    st = one.choice
    j = r.tmp()
    r.put(f"for {j} in range(1, s[{meant.base}] + 1):")
    with r.indent():
        who, at = f"s[{meant.base} + {j}]", one.slots(j)
        if isinstance(st, g.ChooseOption):
            r.put(f"if s[{at}] >= 0:")
            with r.indent():
                chosen_option(r, st, "revealed", "{0} chose: ", who, at, None)
            return
        bound = r.env[st.selector.var.id]
        t = st.selector.var.type
        if isinstance(bound, Name):
            r.put(f"if s[{at}] != {none_of(t)}:")
            with r.indent():
                note(r, "revealed", "{0} chose {1}", (("player", who), (type_tag(t), f"s[{at}]")), None, st)
        elif st.how_many is not None:
            log_choice_list(r, st, at, None, "revealed", t, who)
        else:
            assert isinstance(bound, (ListAt, Lists))
            log_list(r, st.selector.var, kept_list(at, bound), None, "revealed", st, who)
