"""Settings for all tests: how Hypothesis searches, and which tests one worker runs."""

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType

import pytest
from hypothesis import HealthCheck, settings

from interpreter import cpython
from rulelang import bundled, parse, remembered
from tests.warm import Warm

# On CI a failure must mean a change in the code: the same cases each time. At home, new ones each time.
# A busy machine is no reason to fail, so no example has a deadline of its own.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "home"))

# The bundled files are read in half of the tests; a tree is never altered, so that one of each is enough.
remembered.parse = lru_cache(200)(parse)


@lru_cache(100)
def code(text: str, name: str, mode: str) -> CodeType:
    """The text of a game that is loaded again and again; what it means to run it is tested each time."""
    return compile(text, name, mode)


# trees of optimised text are made anew, and so compiled anew
cpython.compile = lambda text, *how: (code if isinstance(text, str) else compile)(text, *how)  # type: ignore[attr-defined]

GAME = re.compile(rf"::.*(?<![a-z])({'|'.join(game.name for game in bundled())})(?![a-z])")
"""In the id of a test: the bundled game that it is about."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Tests of one game share what was made of its rules, and those of a module what they prepare: one worker runs them
    all, the largest groups first."""
    from xdist.scheduler import LoadScopeScheduling

    class ByGameOrModule(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            at = GAME.search(nodeid)
            return nodeid.partition("::")[0] if at is None else at[1]

    return ByGameOrModule(config, log)


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """For runs of the command that are processes of their own: one for all tests of a worker."""
    with Warm() as started:
        yield started
