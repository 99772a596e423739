"""What the rules of a game look like: its phases, its effects and the ways of its cards, as `networkx` graphs."""

from tools.graphs.effects import effect_graph
from tools.graphs.flow import flow_graph
from tools.graphs.phases import phase_graph

__all__ = ["effect_graph", "flow_graph", "phase_graph"]
