"""Small pieces of English for messages."""


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shortened(text: str, width: int) -> str:
    """The text on one line of at most *width* columns."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: max(width - 3, 0)] + "..."


def seat_name(seat: int | None, me: int | None = None) -> str:
    """How people are called: by their seat; chance has none."""
    if seat is None or seat < 0:
        return "chance"
    return f"you (p{seat})" if seat == me else f"p{seat}"
