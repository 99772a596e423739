"""Machine code for whole matches: the same emitted text through llvmlite (extra `fast`)."""


def available() -> None:
    """Raises: FastUnavailable: llvmlite is not installed."""
    from interpreter.native import FastUnavailable

    try:
        import llvmlite  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        raise FastUnavailable from None
