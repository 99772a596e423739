"""Text that can be broken: a line that is too long goes on below, inside its brackets."""

from attrs import frozen

INDENT = 4
WIDTH = 110
NOTE_COLUMN = 67  # where citations and comments at the end of a line begin, counted from 0


@frozen
class Break:
    """A blank; inside brackets it may become a new line, those of the lowest level first."""

    level: int
    filling: bool = False  # new lines only where they must be, not at all blanks of this level


@frozen
class Group:
    """Something in brackets: the only place where a line may go on below."""

    start: str
    body: "Doc"
    closing: str


Doc = list["str | Break | Group"]


def flat(doc: Doc) -> str:
    return "".join(
        part
        if isinstance(part, str)
        else " "
        if isinstance(part, Break)
        else part.start + flat(part.body) + part.closing
        for part in doc
    )


def layout(doc: Doc, indent: int) -> list[str]:
    """The lines of one statement; all but the first are indented further."""
    text = " " * indent + flat(doc)
    if len(text) <= WIDTH:
        return [text]
    return _broken(doc, indent, indent + INDENT)


def _broken(doc: Doc, indent: int, inner: int) -> list[str]:
    """The widest bracket goes on below; where there is none the line stays long."""
    groups = [place for place, part in enumerate(doc) if isinstance(part, Group)]
    if not groups:
        return [" " * indent + flat(doc)]
    place = max(groups, key=lambda place: len(flat([doc[place]])))
    group = doc[place]
    assert isinstance(group, Group)
    before, after = flat(doc[:place]), flat(doc[place + 1 :])
    if len(flat(group.body)) < INDENT:
        return [" " * indent + flat(doc)]
    body = _body(group.body, inner, len(group.closing) + len(after))
    body[-1] += group.closing + after
    return [" " * indent + before + group.start, *body]


def _body(doc: Doc, indent: int, reserve: int) -> list[str]:
    """What stands in brackets, on as few lines as fit."""
    if indent + len(flat(doc)) + reserve <= WIDTH:
        return [" " * indent + flat(doc)]
    levels = [part.level for part in doc if isinstance(part, Break)]
    if not levels:
        return _broken(doc, indent, indent + INDENT)
    lines: list[str] = []
    pieces: list[Doc] = [[]]
    for part in doc:
        if isinstance(part, Break) and part.level == min(levels):
            pieces.append([])
        else:
            pieces[-1].append(part)
    filling = all(part.filling for part in doc if isinstance(part, Break) and part.level == min(levels))
    for number, piece in enumerate(pieces):
        room = reserve if number == len(pieces) - 1 else 0
        if filling and lines and len(lines[-1]) + 1 + len(flat(piece)) + room <= WIDTH:
            lines[-1] += " " + flat(piece)
        else:
            lines += _body(piece, indent, room)
    return lines
