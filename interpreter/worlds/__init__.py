"""Worlds that a player cannot tell from the true one: what must have been so, is so in them; all else is dealt anew."""

from interpreter.worlds.exchange import exchanged
from interpreter.worlds.sample import sample_world

__all__ = ["exchanged", "sample_world"]
