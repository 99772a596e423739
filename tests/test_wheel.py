"""A wheel built from the tree, in an environment that has nothing else: the games are found and played."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.stem for path in (ROOT / "games").rglob("*.rules") if "\ngame " in "\n" + path.read_text("utf-8"))


def run(*command: object, where: Path) -> str:
    """What a command prints; nothing of this environment reaches it."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "RULELANG"))
    }
    environment |= {"XDG_STATE_HOME": str(where / "state"), "XDG_CACHE_HOME": str(where / "cache"), "COLUMNS": "100"}
    done = subprocess.run(
        [str(part) for part in command], cwd=where, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_wheel_in_an_empty_environment_plays(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT, where=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("rulelang-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", wheel, where=tmp_path)
    rulelang = python.with_name("rulelang")

    place = tmp_path / "elsewhere"
    place.mkdir()
    found = run(python, "-c", "import rulelang; print(rulelang.__file__)", where=place)
    assert found.startswith(str(tmp_path / "empty"))
    listed = run(rulelang, "list", where=place)
    assert all(f"\n{game} " in f"\n{listed}" for game in GAMES), listed
    for game in GAMES:
        assert "is in order" in run(rulelang, "check", game, where=place)
    assert "is in order" in run(rulelang, "check", "badaboom", "--variant", "short_fuse", where=place)
    assert "0 failed" in run(rulelang, "test", "kuhn", where=place)
    played = run(rulelang, "play", "badaboom", "--watch", "--players", 4, "--seed", 7, where=place)
    assert "The match is over" in played
    code = "import interpreter, rulelang; print(interpreter.start(rulelang.load('badaboom'), players=3, seed=1).count)"
    assert int(run(python, "-c", code, where=place)) > 0
