"""Variants: a program and the changes of its variants in, the changed program out.

The changes work on trees, so what comes out is a program like any other. Renaming comes last: until then both
the variant and those applied with it speak of the base's names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.program import Program
from rulelang.rename import declared_names, rename, renamed_nodes
from rulelang.variants.changing import added, removed, replaced, set_parameter
from rulelang.variants.clashes import clashes
from rulelang.variants.finding import Key, key_of, said_key, span_of_key
from rulelang.variants.touching import Touch, removed_key


def apply_all(
    program: Program, chains: Sequence[Sequence[tree.Variant]]
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """*program* with several variants at once.

    Args:
        chains: For each variant wanted, those that it builds upon, from the base on, and itself as the last.
            Variants that stand in more than one chain are one object.

    The order of the chains makes no difference. Examples are those of the variant; of several, none is kept,
    for each speaks of a game of its own.
    """
    diagnostics: list[Diagnostic] = []
    order = _in_order(chains)
    for position, second in enumerate(order):
        for first in order[:position]:
            diagnostics += _excluded(first, second)
            if not _related(first, second, chains):
                diagnostics += clashes(program, first, second)
    applied: list[tuple[tree.Variant, list[tree.Rename]]] = []
    wanted = _wanted(chains)
    names = declared_names(program)
    result = attrs.evolve(
        program,
        declarations=tuple(item for item in program.declarations if not isinstance(item, tree.Example)),
        variant=" + ".join(variant.name.text for variant in wanted) or None,
        variant_docs=tuple(line for variant in wanted for line in variant.docs),
        cited_before=lambda: _cited(program),
    )
    for variant in order:
        changes = variant.changes
        for other, renames in applied:
            if not _related(other, variant, chains):
                for earlier in renames:
                    changes = renamed_nodes(changes, earlier, names)
        examples = wanted == [variant]
        result, found, renames = _apply_one(result, variant, changes, examples)
        # What two variants both change is said already; that the second finds it changed goes without saying.
        said = {problem.span for problem in diagnostics if problem.code is Code.CHANGED_TWICE}
        diagnostics += [problem for problem in found if problem.span not in said]
        applied.append((variant, renames))
    return result, tuple(diagnostics)


def _cited(program: Program) -> frozenset[str]:
    """The statements that a program cites."""
    from rulelang.check.citations import cites_of  # the checker is loaded only if something is lacking

    ids = {cite.id for cite in program.header.cites}
    for declaration in program.declarations:
        ids.update(cite.id for _, cite in cites_of(declaration))
    return frozenset(ids)


def _wanted(chains: Sequence[Sequence[tree.Variant]]) -> list[tree.Variant]:
    """Those that no other one wanted builds upon, by name."""
    below = {id(variant) for chain in chains for variant in chain[:-1]}
    last = {id(chain[-1]): chain[-1] for chain in chains if chain and id(chain[-1]) not in below}
    return sorted(last.values(), key=lambda variant: (variant.name.text, variant.span.file))


def _in_order(chains: Sequence[Sequence[tree.Variant]]) -> list[tree.Variant]:
    """Every variant once, after those it builds upon; else by name."""
    order: dict[int, tree.Variant] = {}
    for chain in sorted(chains, key=lambda chain: [(item.name.text, item.span.file) for item in chain]):
        for variant in chain:
            order.setdefault(id(variant), variant)
    return list(order.values())


def _related(first: tree.Variant, second: tree.Variant, chains: Sequence[Sequence[tree.Variant]]) -> bool:
    """Whether one builds upon the other, and so may change again what that one changed."""
    both = {id(first), id(second)}
    return any(both <= {id(variant) for variant in chain} for chain in chains)


def _excluded(first: tree.Variant, second: tree.Variant) -> Iterator[Diagnostic]:
    for one, other in ((first, second), (second, first)):
        for name in one.excludes:
            if name.text == other.name.text:
                yield Diagnostic(
                    Code.EXCLUDED_VARIANT,
                    f"`{one.name.text}` excludes `{other.name.text}`",
                    name.span,
                    "play with one of the two",
                    ((other.name.span, f"`{other.name.text}` is this variant"),),
                )
                return


def _apply_one(
    program: Program, variant: tree.Variant, changes: Iterable[tree.Change], examples: bool
) -> tuple[Program, list[Diagnostic], list[tree.Rename]]:
    before = program
    diagnostics: list[Diagnostic] = []
    renames: list[tree.Rename] = []
    cites = list(variant.cites)
    seen: dict[Key, Touch] = {}
    for change in changes:
        twice = _twice(change, seen)
        if twice is not None:
            diagnostics.append(twice)
            continue
        match change:
            case tree.SetParameter():
                result = set_parameter(program, change)
            case tree.Remove():
                result = removed(program, change)
                cites += change.cites
            case tree.Replace():
                result = replaced(program, change)
            case tree.Add():
                if isinstance(change.new, tree.Example) and not examples:
                    continue
                result = added(program, change)
            case tree.Rename():
                renames.append(change)
                cites += change.cites
                continue
        if isinstance(result, Diagnostic):
            diagnostics.append(_explained(result, change, seen))
        else:
            program = result
    done: list[tree.Rename] = []
    for change in renames:
        result = rename(program, before, change)
        if isinstance(result, Diagnostic):
            diagnostics.append(result)
        else:
            program = result
            done.append(change)
    header = program.header
    if variant.seats is not None:
        header = attrs.evolve(header, seats=variant.seats)
    header = attrs.evolve(header, cites=(*header.cites, *cites))
    return attrs.evolve(program, header=header), diagnostics, done


def _twice(change: tree.Change, seen: dict[Key, Touch]) -> Diagnostic | None:
    """A diagnostic if this variant has changed the same thing before; notes what it changes now."""
    match change:
        case tree.SetParameter():
            touch = Touch(("parameter", change.name.text), change.name.span)
        case tree.Remove():
            touch = Touch(removed_key(change), change.thing.span)
        case tree.Replace():
            touch = Touch(key_of(change.new), span_of_key(change.new))
        case tree.Rename():
            touch = Touch(("rename", change.old.text), change.old.span)
        case tree.Add():
            return None
    first = seen.setdefault(touch.key, touch)
    if first is touch:
        return None
    message = f"this variant changes {said_key(touch.key)} twice"
    if touch.key[0] == "rename":
        message = f"this variant renames `{touch.key[1]}` twice"
    return Diagnostic(
        Code.CHANGED_TWICE, message, touch.span, "keep one of the two", ((first.span, "first here"),)
    )


def _explained(found: Diagnostic, change: tree.Change, seen: Mapping[Key, Touch]) -> Diagnostic:
    """The finding, with the line of this variant that took away what the change needs."""
    if (
        found.code is not Code.NOT_IN_BASE
        or found.also
        or not isinstance(change, tree.Add)
        or not change.anchor
    ):
        return found
    sort = "window" if change.place is tree.PlaceWord.IN else "phase"
    touch = seen.get((sort, change.anchor.text))
    if touch is None:
        return found
    return attrs.evolve(found, hint=None, also=((touch.span, "this variant removes it here"),))
