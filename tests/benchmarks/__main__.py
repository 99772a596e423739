"""How fast the engine is, as a table. Ratios travel from machine to machine; times do not."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.benchmarks.measure import Duration, Measure, Plan, Ratio, everything

HISTORY = Path(__file__).with_name("history.json")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough, in less than a minute")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--keep", action="store_true", help="add the result to history.json")
    parser.add_argument(
        "only", nargs="?", default="", help="part of the name of a group, such as pig or copies"
    )
    given = parser.parse_args(arguments)
    plan = Plan.quick() if given.quick else Plan.full()
    measures: list[Measure] = []
    console = Console(stderr=True)
    with console.status("measuring") as status:
        for measure in everything(plan, given.only):
            measures.append(measure)
            status.update(f"measured {measure.name}")
    report = as_json(measures)
    if given.keep:
        keep(report)
    if given.json:
        json.dump(report, sys.stdout, indent=2)
        print()
    else:
        show(measures, Console(width=140, highlight=False))


def as_json(measures: Sequence[Measure]) -> dict[str, object]:
    out: dict[str, object] = {
        "when": datetime.now().astimezone().isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }
    ratios: dict[str, object] = {}
    durations: dict[str, object] = {}
    for m in measures:
        spread = {
            "least": rounded(min(m.rounds)),
            "median": rounded(m.median),
            "most": rounded(max(m.rounds)),
        }
        if isinstance(m, Ratio):
            ratios[m.name] = spread | {
                "what": m.what,
                "against": m.against,
                "target": m.least,
                "decisions a second": round(m.speed.decisions),
            }
        else:
            durations[m.name] = spread | {"what": m.what, "target": m.most}
    return out | {"ratios": ratios, "seconds": durations}


def rounded(x: float) -> float:
    return float(f"{x:.4g}")


def keep(report: dict[str, object]) -> None:
    """One line of history is one run; the oldest comes first."""
    runs = json.loads(HISTORY.read_text()) if HISTORY.exists() else []
    runs.append(report)
    HISTORY.write_text(json.dumps(runs, indent=1) + "\n")


def show(measures: Sequence[Measure], console: Console) -> None:
    ratios = [m for m in measures if isinstance(m, Ratio)]
    durations = [m for m in measures if isinstance(m, Duration)]
    console.print(
        f"Load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, Python {platform.python_version()}.\n"
    )
    if ratios:
        table = Table(
            "",
            "against",
            "times as fast",
            "rounds",
            "aim",
            "a second",
            "of the other",
            box=None,
            pad_edge=False,
        )
        for m in ratios:
            table.add_row(
                m.what,
                m.against,
                f"{m.median:.2f}",
                f"{min(m.rounds):.2f} to {max(m.rounds):.2f}",
                "" if m.least is None else f"{m.least:g}{'' if m.met else ' missed'}",
                big_number(m.speed.decisions),
                big_number(m.other.decisions),
            )
        console.print(table)
        console.print("A second: decisions in matches, or copies.\n")
    if durations:
        table = Table("", "takes", "rounds", "aim", box=None, pad_edge=False)
        for d in durations:
            table.add_row(
                d.what,
                span(d.median),
                f"{span(min(d.rounds))} to {span(max(d.rounds))}",
                "" if d.most is None else f"{span(d.most)}{'' if d.met else ' missed'}",
            )
        console.print(table)
        console.print("All in processor time of one thread.")


def big_number(x: float) -> str:
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def span(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


if __name__ == "__main__":
    main()
