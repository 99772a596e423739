"""Runs of the command `rulelang`, each in a process of its own that has imported everything already.

Starting Python and importing the packages takes half a second of each run. Here one process does it once, and forks
for each run: arguments, folder, environment and streams are the run's own, and nothing of it is left behind.
"""

import gc
import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, NoReturn

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent


@frozen
class Ran:
    """What came of a run."""

    code: int
    out: str
    err: str


class Warm:
    """The process that is forked; it ends with the `with` block."""

    def __enter__(self) -> "Warm":
        self._files = TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm"], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()
        self._files.cleanup()

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        typed: str = "",
        limits: Sequence[tuple[int, int]] = (),
    ) -> Ran:
        """`rulelang` with these arguments in that folder, which reads what is typed; *limits*: of `resource`."""
        return self.run_at_once([arguments], folder, environment, typed, limits)[0]

    def run_at_once(
        self,
        calls: Sequence[Sequence[str]],
        folder: Path,
        environment: Mapping[str, str],
        typed: str = "",
        limits: Sequence[tuple[int, int]] = (),
    ) -> list[Ran]:
        """Several runs which all begin before one of them is waited for."""
        files = Path(self._files.name)
        (files / "typed").write_text(typed, "utf-8")
        asked = [
            {
                "arguments": list(arguments),
                "folder": str(folder),
                "environment": dict(environment),
                "streams": [str(files / name) for name in ("typed", f"out{number}", f"err{number}")],
                "limits": list(limits),
            }
            for number, arguments in enumerate(calls)
        ]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        codes = json.loads(self._process.stdout.readline())
        return [
            Ran(code, *((files / f"{name}{number}").read_text("utf-8", "replace") for name in ("out", "err")))
            for number, code in enumerate(codes)
        ]


def serve() -> None:
    """Does what the lines of the standard input ask for, and prints the exit status of each."""
    for package in ("rulelang", "interpreter", "tools"):
        for module in walk_packages([str(ROOT / package)], f"{package}."):
            if "plugin" not in module.name and "testing" not in module.name:
                import_module(module.name)
    gc.freeze()
    for line in sys.stdin:
        begun = []
        for asked in json.loads(line):
            number = os.fork()
            if number == 0:
                do(asked)
            begun.append(number)
        print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in begun]), flush=True)


def do(asked: dict[str, Any]) -> NoReturn:
    """One run, in the forked process."""
    from tools.cli import main

    modes = (os.O_RDONLY, *(os.O_WRONLY | os.O_CREAT | os.O_TRUNC,) * 2)
    for number, (name, mode) in enumerate(zip(asked["streams"], modes, strict=True)):
        os.dup2(os.open(name, mode, 0o600), number)
    for limit, most in asked["limits"]:
        resource.setrlimit(limit, (most, most))
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the other one has read ahead
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(str(asked["folder"]))
    sys.argv = ["rulelang", *asked["arguments"]]
    code: object = 1
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    serve()
