"""The LALR automaton: its tables, and how it goes from state to state.

Lark reads the grammar and works out the tables; they are kept in `grammar.json`, so that at run time Lark is not
even imported. After a change of `grammar.lark` run ``python -m rulelang.automaton``; until then the tables are
worked out anew in each process.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import define, frozen

from rulelang.lex import DEDENT, END, INDENT, NL

TABLES_FORMAT = 1


@frozen
class Rule:
    """One production, and what its reduction does with the values of its symbols."""

    origin: str
    size: int
    name: str  # of the reduction; empty for a rule that only groups
    plan: tuple[tuple[int, bool, int], ...]  # (symbol, splice its list, how many None before it)
    tail: int  # how many None at the end
    single: bool  # one value passes as it is
    plain: bool  # all symbols are kept as they are
    passes: bool  # one symbol, which stays what it is: most reductions are of this sort


@frozen
class Tables:
    """An LALR automaton: for each state what to do with a token, and where to go after a reduction."""

    actions: tuple[dict[str, int], ...]  # above 0: go there; else: minus the number of the rule to reduce
    gotos: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    start: int
    end: int
    first: dict[str, frozenset[str]]  # the tokens that a form may begin with


def grammar_text() -> str:
    """The grammar, as it is shipped."""
    return (files("rulelang") / "grammar.lark").read_text(encoding="utf-8")


def grammar_key(grammar: str) -> str:
    """What tables must carry to be those of this grammar."""
    return hashlib.sha256(f"{TABLES_FORMAT}\n{grammar}".encode()).hexdigest()


@cache
def tables() -> Tables:
    """The shipped tables, or new ones if the grammar is another one than they were made from."""
    grammar = grammar_text()
    shipped = files("rulelang") / "grammar.json"
    if shipped.is_file():
        data = json.loads(shipped.read_bytes())
        if data["key"] == grammar_key(grammar):
            return _load(data)
    return _load(build_tables(grammar))


def _load(data: Any) -> Tables:
    rows = data["rows"]
    rules = []
    for origin, size, name, plan, tail, single in data["rules"]:
        steps = tuple((symbol, splice, nones) for symbol, splice, nones in plan)
        plain = tail == 0 and steps == tuple((symbol, False, 0) for symbol in range(size))
        passes = single and size == 1 and plain
        rules.append(Rule(origin, size, name, steps, tail, single, plain, passes))
    return Tables(
        actions=tuple(rows[row] for row in data["actions"]),
        gotos=tuple(rows[row] for row in data["gotos"]),
        rules=tuple(rules),
        start=data["start"],
        end=data["end"],
        first={form: frozenset(tokens) for form, tokens in data["first"].items()},
    )


FORMS = ("_block_decl", "_line_decl", "_simple", "_compound", "expr", "unit", "type", "noun", "event")


def build_tables(grammar: str) -> Any:
    """The tables of a grammar as plain data, worked out by Lark (a second or two)."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", lexer="basic", maybe_placeholders=True)
    terminals = {
        terminal.name: terminal.pattern.value
        if type(terminal.pattern).__name__ == "PatternStr"
        else terminal.name
        for terminal in lark.terminals
    }
    terminals |= {"_NL": NL, "_INDENT": INDENT, "_DEDENT": DEDENT, "$END": END}
    table = lark.parser.parser._parse_table
    rules = sorted(lark.rules, key=_rule_key)
    numbers = {rule: number for number, rule in enumerate(rules)}
    states = _in_order(table, table.start_states["start"])
    rows: list[dict[str, int]] = []
    known: dict[str, int] = {}

    def row(entries: dict[str, int]) -> int:
        entries = dict(sorted(entries.items()))
        key = json.dumps(entries)
        if key not in known:
            known[key] = len(rows)
            rows.append(entries)
        return known[key]

    # States are numbered from 1 on, so that 0 and less are left for rules.
    actions, gotos = [row({})], [row({})]
    for state in states:
        action: dict[str, int] = {}
        goto: dict[str, int] = {}
        for symbol, (kind, target) in table.states[state].items():
            if kind is not Shift:
                action[terminals[symbol]] = -numbers[target]
            elif symbol in terminals:
                action[terminals[symbol]] = states[target]
            else:
                goto[symbol] = states[target]
        actions.append(row(action))
        gotos.append(row(goto))
    return {
        "key": grammar_key(grammar),
        "start": states[table.start_states["start"]],
        "end": states[table.end_states["start"]],
        "rules": [_rule_data(rule) for rule in rules],
        "first": _first_tokens(rules, terminals),
        "actions": actions,
        "gotos": gotos,
        "rows": rows,
    }


def _rule_key(rule: Any) -> tuple[str, list[str], str]:
    return str(rule.origin.name), [str(symbol.name) for symbol in rule.expansion], str(rule.alias)


def _in_order(table: Any, start: int) -> dict[int, int]:
    """New numbers for the states of Lark, whose own differ from run to run."""
    states = {start: 1}
    for state in (todo := [start]):
        for _, (_, target) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if isinstance(target, int) and target not in states:
                states[target] = len(states) + 1
                todo.append(target)
    return states


def _rule_data(rule: Any) -> list[Any]:
    """Which values a reduction gets: as Lark would, without words, with groups spliced and None for gaps."""
    gaps = [0] * (len(rule.expansion) + 1)
    if rule.options.empty_indices:
        marks = "".join("1" if empty else "0" for empty in rule.options.empty_indices)
        gaps = [len(ones) for ones in marks.split("0")]
    plan, nones = [], 0
    for number, symbol in enumerate(rule.expansion):
        nones += gaps[number]
        if not (symbol.is_term and symbol.filter_out):
            plan.append([number, not symbol.is_term and symbol.name.startswith("_"), nones])
            nones = 0
    origin = str(rule.origin.name)
    groups = origin.startswith("_") and not rule.alias
    name = "" if groups else str(rule.alias or origin)
    single = bool(rule.options.expand1 and not rule.alias)
    return [origin, len(rule.expansion), name, plan, nones + gaps[-1], single]


def _first_tokens(rules: Iterable[Any], terminals: dict[str, str]) -> dict[str, list[str]]:
    """For each form that messages speak of, the tokens that it may begin with."""
    rules = list(rules)
    first: dict[str, set[str]] = {str(rule.origin.name): set() for rule in rules}
    empty = {str(rule.origin.name) for rule in rules if not rule.expansion}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            found = first[str(rule.origin.name)]
            size = len(found)
            for symbol in rule.expansion:
                found |= {terminals[symbol.name]} if symbol.is_term else first[symbol.name]
                if symbol.is_term or symbol.name not in empty:
                    break
            changed = changed or len(found) > size
    return {form: sorted(first[form]) for form in FORMS}


def write_tables(path: str) -> None:
    """Work out the tables of the shipped grammar and write them to *path*."""
    data = build_tables(grammar_text())
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n")


@define
class Stack:
    """Where the automaton is: parallel lists, one item a symbol read."""

    states: list[int]
    values: list[Any]
    firsts: list[int]  # the first token of each symbol that is no layout, or -1
    lasts: list[int]
    depths: list[int]

    def copy(self) -> "Stack":
        return Stack(self.states[:], self.values[:], self.firsts[:], self.lasts[:], self.depths[:])


def advance(tables: Tables, states: Sequence[int], kinds: Iterable[str]) -> list[int] | None:
    """The states after some tokens, or None if one cannot stand where it does."""
    states = list(states)
    for kind in kinds:
        while not (kind == END and states[-1] == tables.end):
            action = tables.actions[states[-1]].get(kind)
            if action is None:
                return None
            if action > 0:
                states.append(action)
                break
            rule = tables.rules[-action]
            if rule.size:
                del states[-rule.size :]
            states.append(tables.gotos[states[-1]][rule.origin])
    return states


if __name__ == "__main__":
    write_tables(str(files("rulelang") / "grammar.json"))
