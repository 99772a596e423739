"""Kinds and enums: under which names, what they are derived from, which values they have."""

from typing import Any

from rulelang import tree
from rulelang.check.symbols import Context, EnumInfo, KindInfo
from rulelang.check.twice import free
from rulelang.check.words import did_you_mean
from rulelang.diagnostics import Code

MOST_MEMBERS = 500  # values of an enum that contains others
DEEPEST = 50  # kinds derived from each other, cards like each other


def kind(c: Context, node: tree.Kind) -> None:
    name = node.name.text
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if not free(c, node.name, tables, "the kind"):
        return
    base = node.base.value if isinstance(node.base, tree.Thing) else "card"
    parent = node.base.text if isinstance(node.base, tree.Name) else None
    c.symbols.kinds[name] = KindInfo(name, base, parent, node.name.span, node, (name,))


def enum(c: Context, node: tree.Enumeration) -> None:
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if free(c, node.name, tables, "the enum"):
        c.symbols.enums[node.name.text] = EnumInfo(node.name.text, node.name.span)


def lineages(c: Context) -> None:
    kinds = c.symbols.kinds
    for info in kinds.values():
        line = [info.name]
        one = info
        while one.parent is not None:
            base = one.decl.base
            assert isinstance(base, tree.Name)
            if one.parent not in kinds:
                if one.parent in c.symbols.enums:
                    c.report.add(Code.WRONG_SORT, base.span, f"`{one.parent}` is an enum, no kind")
                else:
                    hint = did_you_mean(one.parent, [*kinds, "card", "token", "space"])
                    c.report.add(Code.UNKNOWN_NAME, base.span, f"there is no kind `{one.parent}`", hint)
                break
            if len(line) >= DEEPEST:
                c.report.add(
                    Code.NOT_FOLLOWED, info.span, f"more than {DEEPEST} kinds are derived from each other"
                )
                return
            if one.parent in line:
                if one.parent == info.name:
                    c.report.add(Code.CIRCULAR, base.span, f"`{info.name}` is derived from itself")
                break
            one = kinds[one.parent]
            line.append(one.name)
        info.lineage = tuple(line)
        info.base = one.base


def members(c: Context) -> None:
    """The values of all enums, those of contained ones in their places."""
    nodes: dict[str, tree.Enumeration] = {}
    for node in c.program.declarations:
        if isinstance(node, tree.Enumeration):
            nodes.setdefault(node.name.text, node)
    done: dict[str, EnumInfo] = {}

    def fill(name: str, above: tuple[str, ...]) -> EnumInfo:
        info = c.symbols.enums[name]
        if name in done:
            return info
        members: list[str] = []
        parts: list[tuple[str, int, int]] = []
        for value in nodes[name].values:
            if value.text[:1].islower():
                if value.text in members:
                    c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{value.text}` twice")
                else:
                    members.append(value.text)
                continue
            if value.text == name or value.text in above:
                c.report.add(Code.CIRCULAR, value.span, f"`{name}` contains itself")
                continue
            if value.text not in c.symbols.enums:
                hint = did_you_mean(value.text, c.symbols.enums)
                c.report.add(Code.UNKNOWN_NAME, value.span, f"there is no enum `{value.text}`", hint)
                continue
            part = fill(value.text, (*above, name))
            if len(members) + len(part.members) > MOST_MEMBERS:
                c.report.add(Code.TOO_MANY, value.span, f"more than {MOST_MEMBERS} values of one enum")
                continue
            twice = [member for member in part.members if member in members]
            if twice:
                c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{twice[0]}` twice")
                continue
            parts.append((part.name, len(members), len(part.members)))
            parts += [(inner, len(members) + first, size) for inner, first, size in part.parts]
            members.extend(part.members)
        info.members, info.parts = tuple(members), tuple(parts)
        done[name] = info
        return info

    for name in c.symbols.enums:
        for member in fill(name, ()).members:
            c.symbols.members.setdefault(member, []).append(name)
