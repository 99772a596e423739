"""What the rules of a game look like: its phases, its effects and the ways of its cards, as `networkx` graphs."""

from tools.graphs.phases import phase_graph

__all__ = ["phase_graph"]
