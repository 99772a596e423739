"""Bots play many matches of Bad Company; one JSON object for each number of players."""

import argparse
import json
import sys

from tests.figures.bad_company import Figures


def main() -> None:
    """Read the call, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5, 6])
    parser.add_argument("--bots", choices=["random", "greedy"], default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without machine code")
    given = parser.parse_args()
    for players in given.players:
        seeds = range(given.seed, given.seed + given.matches)
        found = Figures(players)
        for number, seed in enumerate(seeds, 1):
            found.play(seed, given.bots, not given.plain)
            if number % 100 == 0:
                print(f"{players} players: {number} matches", file=sys.stderr, flush=True)
        print(json.dumps(found.line()), flush=True)


main()
