"""Drawings: the same edges in every form, whatever a rules file calls its things, on the page that was asked for."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import interpreter
import rulelang
import tools.cli
from tests.engine.rules_maker import checked, make, text_of
from tools.failures import WrongCall
from tools.graphs import drawing, effect_graph, flow_graph, phase_graph, render
from tools.graphs.dot import dot, ids
from tools.graphs.mermaid import mermaid
from tools.graphs.plain import as_json

ROOT = Path(__file__).resolve().parent.parent.parent
PARSER = Path(__file__).parent / "mermaid_parse.mjs"
# Where Mermaid and jsdom are installed for this test: npm install mermaid@11 jsdom
MODULES = Path(os.environ.get("RULELANG_NPM", ROOT))
SVG = "{http://www.w3.org/2000/svg}"
Graph = "nx.MultiDiGraph[str]"


def rulelang_(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tools.cli.cli, [str(argument) for argument in arguments])


def graphs(game: rulelang.Game) -> list["nx.MultiDiGraph[str]"]:
    return [phase_graph(game), effect_graph(game), flow_graph(game)]


# ------------------------------------------------------------------------------------------- the same edges

Edges = Counter[tuple[str, str, str]]


def edges_of(graph: "nx.MultiDiGraph[str]") -> Edges:
    names = ids(graph)
    return Counter((names[u], names[v], data["kind"]) for u, v, data in graph.edges(data=True))


def edges_in_dot(text: str) -> Edges:
    found = re.findall(r"^\t+(n\d+) -> (n\d+) \[.*?\bclass=(\w+)", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^\t+\w+ -> \w+", text, re.MULTILINE))
    return Counter(found)


def edges_in_mermaid(text: str) -> Edges:
    found = re.findall(r'^ +(n\d+) (?:-->|-\.->|-\.-|==>)\|"(\w+)(?:[^"]*)"\| (n\d+)$', text, re.MULTILINE)
    return Counter((source, target, kind) for source, kind, target in found)


def edges_in_json(text: str) -> Edges:
    data = json.loads(text)
    names = {node["id"]: f"n{number}" for number, node in enumerate(data["nodes"])}
    return Counter((names[edge["source"]], names[edge["target"]], edge["kind"]) for edge in data["edges"])


def agree(graph: "nx.MultiDiGraph[str]") -> None:
    told = edges_of(graph)
    assert edges_in_dot(dot(graph)) == told
    assert edges_in_mermaid(mermaid(graph)) == told
    assert edges_in_json(as_json(graph)) == told
    sensible(mermaid(graph))


@settings(max_examples=15, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32))
def test_every_form_has_the_edges_of_the_model(seed: int) -> None:
    game, _ = checked(text_of(make(seed)))
    if game is not None:
        for graph in graphs(game):
            agree(graph)


@pytest.mark.parametrize("name", ["badaboom", "bad_company", "kuhn", "pig"])
def test_forms_of_the_bundled_games_agree(name: str) -> None:
    for graph in graphs(rulelang.load(name)):
        agree(graph)


# ------------------------------------------------------------------------------------- any name, any text

NASTY = [
    '<b>bold</b> & "co"',
    "]] --> n0; end",
    "\\N \\G \\l {x|y}",
    "javascript:alert(1)",
    "%%{init: 1}%% `code`",
    "<script>alert(1)</script>",
    "&lt;i&gt; &#60;",
    "\u202eright to left\u202c",
    "--><!--",
]


def nasty_rules() -> str:
    cards = "".join(
        f'card "{name.replace(chr(34), chr(39))}" is Card:\n    effect play: move this to table\n'
        for name in NASTY
    )
    texts = "".join(f'        option "{name.replace(chr(34), chr(39))}": you gain 1 coin\n' for name in NASTY)
    return (
        "game Nasty for 2 players\n"
        "kind Card is card:\n    effect play: move this to deck\n" + cards + "zone deck: stack of Card\n"
        "zone table: row of Card\n"
        "counter coins of each player: 0 or more = 0\n"
        "setup: move all Cards to deck\n"
        "phase only of start_player:\n"
        "    start_player chooses Card c in deck\n"
        "    start_player does play of c\n"
        "    start_player chooses:\n" + texts + "    end game\n"
        "winner: most coins\n"
    )


@pytest.fixture
def nasty(tmp_path: Path) -> rulelang.Game:
    path = tmp_path / "nasty.rules"
    path.write_text(nasty_rules(), "utf-8")
    return rulelang.load(path)


def test_names_stay_text_in_pictures(nasty: rulelang.Game) -> None:
    for graph in graphs(nasty):
        agree(graph)
        root = ElementTree.fromstring(drawing.drawn(graph, "svg", [], 30))
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "g", "title", "polygon", "path", "text", "ellipse", "polyline", "a", "tspan"}
        links = [
            value for element in root.iter("{*}a") for key, value in element.items() if key.endswith("href")
        ]
        assert links == []
    shown = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert not any("\u202e" in text for text in shown)


def test_cards_are_shown_by_their_names(nasty: rulelang.Game) -> None:
    root = ElementTree.fromstring(drawing.drawn(effect_graph(nasty), "svg", [], 30))
    shown = [(text.text or "").replace("\u00a0", " ") for text in root.iter(f"{SVG}text")]
    for name in NASTY:
        printed = name.replace('"', "'").replace("\u202e", "\ufffd").replace("\u202c", "\ufffd")
        assert printed in shown, printed


def test_mermaid_reads_what_is_written_for_it(nasty: rulelang.Game) -> None:
    if shutil.which("node") is None or not (MODULES / "node_modules" / "mermaid").is_dir():
        pytest.skip(
            "Mermaid's parser is not installed: npm install mermaid@11 jsdom, RULELANG_NPM=its folder"
        )
    made = [checked(text_of(make(seed)))[0] for seed in range(12)]
    games = [
        nasty,
        *(rulelang.load(name) for name in ("badaboom", "bad_company")),
        *(game for game in made if game),
    ]
    texts = [mermaid(graph) for game in games for graph in graphs(game)]
    done = subprocess.run(
        ["node", PARSER, MODULES],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert set(json.loads(done.stdout)) == {None}


LINE = re.compile(
    r"flowchart (TB|LR)|"
    r' +subgraph cn\d+ \[" "\]|'
    r" +end|"
    r' +n\d+(\[|\(\(\(|\(\(|\(\[|\{\{|\[\(|\[/|>|\[\[)"[^"\n]*"(\]|\)\)\)|\)\)|\]\)|\}\}|\)\]|/\]|\]\])|'
    r' +n\d+ (-->|-\.->|-\.-|==>)\|"[^"\n]*"\| n\d+'
)


def sensible(text: str) -> None:
    """A small check of our own, for where Mermaid's parser is not there: each line has one of the forms we write."""
    depth = 0
    for line in text.splitlines():
        assert LINE.fullmatch(line), line
        depth += line.strip().startswith("subgraph") - (line.strip() == "end")
        assert depth >= 0
        inside = re.findall(r'"([^"]*)"', line)
        assert all(not re.search(r"[<>&\[\]{}()|`;]", re.sub(r"<br/>|#\d+;", "", one)) for one in inside), (
            line
        )
    assert depth == 0


# ---------------------------------------------------------------------------------------- pages and limits


@pytest.mark.parametrize(
    ("about", "name", "page"),
    [
        ("phases", "badaboom", (7.5, 10.9)),
        ("phases", "bad_company", (7.5, 10.9)),
        ("effects", "badaboom", (10.9, 15.7)),
    ],
)
def test_pictures_fit_their_page(about: str, name: str, page: tuple[float, float]) -> None:
    width, height = drawing.size_of(
        drawing.drawn(drawing.graph_of(rulelang.load(name), about), "svg", [page], 60)
    )
    if about == "effects":  # turned
        page = page[1], page[0]
    assert width <= page[0] + 0.02
    assert height <= page[1] + 0.02


def test_a_pdf_has_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    class Converter:
        """As `vl_convert`: it leaves text out if it knows no font of the list."""

        @staticmethod
        def svg_to_pdf(svg: str) -> bytes:
            families = re.findall('font-family="([^"]*)"', svg)
            assert families
            return b"%PDF-1.7 " + (b"/Font" if all("sans-serif" in names for names in families) else b"")

    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "vl_convert", Converter)
    text = 'digraph { graph [fontname="Helvetica"]; a [fontname="Helvetica" label="a phase"] }'
    assert render.render(text, "pdf") == b"%PDF-1.7 /Font"
    monkeypatch.setattr(
        render, "_svg", lambda text, limit, how: b'<svg><text font-family="Nowhere">a</text></svg>'
    )
    with pytest.raises(WrongCall, match="no font"):
        render.render(text, "pdf")


def test_the_real_converter_keeps_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("vl_convert", reason="the extra `pdf` is not installed")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    result = rulelang_("graph", "phases", "kuhn", "-o", tmp_path / "k.pdf")
    assert result.exit_code == 0
    written = (tmp_path / "k.pdf").read_bytes()
    assert written.startswith(b"%PDF")
    assert b"/Font" in written


def test_a_drawing_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    slow.chmod(0o755)
    monkeypatch.setattr(render, "_renderer", lambda: str(slow))
    result = rulelang_("graph", "phases", "kuhn", "-o", tmp_path / "k.svg", "--time-limit", "0.3")
    assert result.exit_code == 2
    assert "longer than 0.3 seconds" in result.output
    assert "--around" in result.output
    assert not (tmp_path / "k.svg").exists()


def test_what_cannot_be_drawn_here_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    result = rulelang_("graph", "phases", "kuhn", "-o", tmp_path / "k.pdf")
    assert (result.exit_code, "extra `pdf`" in result.output) == (2, True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    result = rulelang_("graph", "phases", "kuhn", "-o", tmp_path / "k.svg")
    assert (result.exit_code, "graphviz-pure" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x.gif"], ".svg"),
        (["--around", "nowhere"], "nothing in this graph is called `nowhere`"),
        (["--only", "unicorn"], "nothing of the kind `unicorn`"),
        (["--compare", "nothing_such"], "nothing_such"),
        (["--save", "missing.json"], "missing.json"),
        (["--compare", "short_fuse", "--coverage"], "do not go together"),
        (["--coverage", "--players", "9"], "players"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    result = rulelang_("graph", "phases", "badaboom", *arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output


# --------------------------------------------------------------------------------- parts, comparisons, saves


def told(*arguments: str | Path) -> dict[str, list[dict[str, object]]]:
    result = rulelang_("graph", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, list[dict[str, object]]] = json.loads(result.stdout)
    return data


def test_a_neighbourhood() -> None:
    near = told("effects", "badaboom", "--around", "Snatch")
    assert {node["id"] for node in near["nodes"]} == {
        "card Snatch",
        "effect Trick.play",
        "effect hand_bomb_to",
        "store holder",
    }
    assert [node["id"] for node in near["nodes"] if node.get("center")] == ["card Snatch"]
    further = told("effects", "badaboom", "--around", "Snatch", "--depth", "2")
    assert len(further["nodes"]) > 2 * len(near["nodes"])
    assert told("effects", "badaboom", "--around", "SNATCH", "--depth", "0")["edges"] == []


def test_only_some_kinds() -> None:
    rules = told("effects", "badaboom", "--only", "triggers")
    assert {edge["kind"] for edge in rules["edges"]} == {"triggers"}
    ends = {edge[side] for edge in rules["edges"] for side in ("source", "target")}
    assert {node["id"] for node in rules["nodes"]} == ends
    zones = told("effects", "badaboom", "--only", "zone", "--only", "refill")
    assert {node["kind"] for node in zones["nodes"]} == {"zone", "refill"}


def test_a_comparison_tells_what_a_variant_changes() -> None:
    both = told("phases", "bad_company", "--compare", "quick_getaway")
    changes = {node["id"]: node["change"] for node in both["nodes"] if node["change"]}
    assert changes == {"phase hush_money": "added", "window rerolls": "changed"}
    (rerolls,) = (node for node in both["nodes"] if node["id"] == "window rerolls")
    assert [line[0] for line in rerolls["lines"]] == ["asks boss", "\u2212 paid_reroll", "free_reroll"]
    ways = {(edge["source"], edge["target"]): edge["change"] for edge in both["edges"] if edge["change"]}
    assert ways == {
        ("phase move_police", "phase hush_money"): "added",
        ("phase hush_money", "phase take_heists"): "added",
        ("phase move_police", "phase take_heists"): "removed",
    }
    same = told("effects", "badaboom", "--compare", "badaboom")
    assert not any(one["change"] for one in (*same["nodes"], *same["edges"]))


def test_a_saved_match_is_found_again(tmp_path: Path) -> None:
    match = interpreter.start(rulelang.load("badaboom"), players=3, seed=4)
    (tmp_path / "match.json").write_text(match.save(), "utf-8")
    here = told("phases", "badaboom", "--save", tmp_path / "match.json")
    assert [node["id"] for node in here["nodes"] if node.get("here")] == [
        "phase pre_tinkering",
        "window tricks",
    ]
    zones = {
        node["id"]: node["lines"]
        for node in told("flow", "badaboom", "--save", tmp_path / "match.json")["nodes"]
    }
    assert zones["zone bag"][-1][0] == "now: 5 + 4 + 4"


def test_coverage_names_what_never_happened() -> None:
    result = rulelang_("graph", "effects", "kuhn", "--coverage", "-n", "4", "--players", "2")
    assert result.exit_code == 0
    assert result.stdout.startswith("4 matches: ")
    counted = told("phases", "kuhn", "--coverage", "-n", "4")
    assert {edge["taken"] for edge in counted["edges"]} == {4}
