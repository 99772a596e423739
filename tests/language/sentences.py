"""Random texts of the language, made from its grammar."""

import random
from functools import cache

from lark import Lark

from rulelang.automaton import grammar_text

WORDS = {
    "NAME": ("coins", "deck", "p", "x", "hand", "row_2"),
    "CAP": ("Tile", "Ann", "Color"),
    "NUMBER": ("0", "1", "2", "12"),
    "STRING": ('"Ruby"', '"a, b: c"', '""'),
    "CITE": ("@AB-1", "@AB-12"),
    "DOC": ("## why", "##", "##   more of it"),
}


@cache
def _grammar() -> tuple[dict[str, list[tuple[tuple[bool, str], ...]]], dict[str, int]]:
    """Productions by origin, symbols as (is a nonterminal, name or text), and how deep each must go."""
    lark = Lark(grammar_text(), parser="lalr", lexer="basic")
    texts = {
        terminal.name: terminal.pattern.value
        if type(terminal.pattern).__name__ == "PatternStr"
        else terminal.name
        for terminal in lark.terminals
    }
    productions: dict[str, list[tuple[tuple[bool, str], ...]]] = {}
    for rule in lark.rules:
        symbols = tuple(
            (not symbol.is_term, symbol.name if not symbol.is_term else texts.get(symbol.name, symbol.name))
            for symbol in rule.expansion
        )
        productions.setdefault(str(rule.origin.name), []).append(symbols)
    depth = dict.fromkeys(productions, 10**6)
    changed = True
    while changed:
        changed = False
        for origin, choices in productions.items():
            best = min(
                1 + max([depth[name] for nested, name in choice if nested], default=0) for choice in choices
            )
            if best < depth[origin]:
                depth[origin], changed = best, True
    return productions, depth


def random_text(seed: int, start: str = "start", budget: int = 18) -> str:
    """A text that the grammar derives from *start*, the same for the same seed; sometimes with comments."""
    productions, depth = _grammar()
    draw = random.Random(seed)
    out: list[str] = []
    level = 0
    todo: list[tuple[bool, str, int]] = [(True, start, budget)]
    fresh = True
    while todo:
        nested, name, left = todo.pop()
        if nested:
            choices = productions[name]
            room = max(left, depth[name])
            fitting = [
                choice
                for choice in choices
                if 1 + max([depth[inner] for deep, inner in choice if deep], default=0) <= room
            ]
            choice = draw.choice(fitting)
            todo += [(deep, inner, room - 1) for deep, inner in reversed(choice)]
        elif name == "_NL":
            if not fresh:
                out.append(
                    draw.choice(("", "", "", "  # beside", "#x")) if not out[-1].startswith("##") else ""
                )
                out.append("\n")
                if draw.random() < 0.1:
                    out.append(" " * draw.choice((0, 4, 8)) + "# alone\n" + "\n" * draw.randrange(3))
            fresh = True
        elif name in ("_INDENT", "_DEDENT"):
            level += 1 if name == "_INDENT" else -1
        else:
            text = draw.choice(WORDS[name]) if name in WORDS else name
            out.append(" " * (3 * level) if fresh else " ")
            out.append(text)
            fresh = False
    return "".join(out)
