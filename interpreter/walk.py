"""Walking a checked game, as `rulelang.uses` does."""

from rulelang.uses.walk import expressions, parts, walk

__all__ = ["expressions", "parts", "walk"]
