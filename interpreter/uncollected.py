"""Work that makes a million small objects that all stay: Python need not look among them for what nobody holds any more."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected meanwhile but what is counted down to nobody, which saves a third of the time of such work. Whether
    Python collects afterwards is as it was before, whatever happens."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
