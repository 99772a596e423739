"""Bots play many matches of Bad Company; one JSON object for each number of players."""

import argparse
import json

from tests.figures.bad_company import Figures
from tests.figures.planner import planner
from tools.bots import BOTS

ALL_BOTS = {**BOTS, "planner": planner}


def main() -> None:
    """Read the call, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5, 6])
    parser.add_argument("--bots", choices=list(ALL_BOTS), default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without machine code")
    parser.add_argument("--tell", type=int, default=250, help="after so many of each, tell how things stand")
    given = parser.parse_args()
    all_figures = [Figures(players) for players in given.players]
    for number, seed in enumerate(range(given.seed, given.seed + given.matches), 1):
        for figures in all_figures:
            figures.play(seed, ALL_BOTS[given.bots], not given.plain)
        if number % given.tell == 0 or number == given.matches:
            for figures in all_figures:
                print(json.dumps(figures.line()), flush=True)


main()
