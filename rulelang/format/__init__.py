"""One canonical layout for rules files: the tree printed again, with its comments and empty lines."""

from rulelang import tree
from rulelang.diagnostics import RulesError
from rulelang.format.breaking import flat
from rulelang.format.events import event_doc, type_doc
from rulelang.format.expressions import expr_doc, selector_doc
from rulelang.format.lines import assembled, texts_of
from rulelang.format.printer import Printer
from rulelang.parse import parse
from rulelang.source import Source


def format_text(text: str) -> str:
    """The canonical layout of a text.

    Raises:
        RulesError: The text does not parse.
    """
    source = Source("the text", text)
    file, diagnostics = parse(source)
    if file is None:
        raise RulesError(diagnostics, (source,))
    return format_tree(file)


def format_tree(file: tree.File) -> str:
    """The canonical text of a tree, with the comments and empty lines that the file knows of."""
    printer = Printer()
    printer.file(file)
    return assembled(printer.lines, file)


def format_node(node: tree.Decl | tree.Stmt | tree.Expr | tree.Event | tree.Selector | tree.TypeExpr) -> str:
    """The text of a part of a tree, as messages and generated rulebooks show it; comments are left out."""
    if isinstance(node, tree.Expression):
        return flat(expr_doc(node))
    if isinstance(node, tree.Selector):
        return flat(selector_doc(node))
    if isinstance(node, tree.Event):
        return flat(event_doc(node))
    if isinstance(node, tree.TypeExpr):
        return flat(type_doc(node))
    printer = Printer()
    if isinstance(node, tree.Stmt) and not isinstance(node, tree.Phase):
        printer.statement(node, 0)
    else:
        printer.declaration(node, 0)
    return "\n".join(text for line in printer.lines for text in texts_of(line, None))
