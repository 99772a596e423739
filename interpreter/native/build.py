"""Machine code from the engine's text, and functions of Python that call it."""

import ctypes
import json
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from interpreter.native import cache
from interpreter.native.llvm import PREFIX, llvm_binding, processor, versions
from interpreter.native.subset import NUMBER, ROW, ROWS, WORK, Dispatch, read
from interpreter.native.translate import translate_reading
from interpreter.uncollected import uncollected

MAGIC = b"rulelang machine code 1"
SOURCES = ("arithmetic.py", "build.py", "dispatch.py", "llvm.py", "subset.py", "translate.py", "values.py")
INLINE = 50  # LLVM's own is 225: blocks ran no faster, and compiling took a fifth longer
LEVEL = 1  # LLVM's own is 2: blocks ran no faster, and compiling took a seventh longer
OWN_FOLDER: Final = object()  # stands for `cache.folder()`, asked at the call


@frozen
class Late:
    """A text that is only written if no machine code is kept for it.

    Attributes:
        write: Writes it.
        from_: All that it is written from.
        by: The modules of `interpreter` that write it: a change to them spoils what is kept.
    """

    write: Callable[[], str]
    from_: Sequence[str]
    by: Sequence[str]


class Native:
    """Loaded machine code. Its functions may run in several threads at once, on different rows.

    Attributes:
        width: Numbers in a row.
        depth: Rows in `w`.
        kinds: Public function -> kinds of its parameters, in letters: ``r`` row, ``w`` all rows,
            ``n`` number.
        functions: Public function -> what calls it. It takes arrays of typecode ``q`` for rows (*width*
            numbers) and for `w` (*depth* rows one after another), numbers as they are, and returns a number.
            TypeError or ValueError for any other array. Numbers beyond 64 bits lose their upper bits.
    """

    def __init__(self, engine: Any, width: int, depth: int, kinds: Mapping[str, str]) -> None:
        self._engine = engine
        self.width, self.depth, self.kinds = width, depth, dict(kinds)
        self.functions: dict[str, Callable[..., int]] = {name: self._checked(name) for name in kinds}

    def raw(self, name: str) -> Callable[..., int]:
        """The public function *name* without any test, for loops in a hurry: rows are given as addresses.

        An address is ``row.buffer_info()[0]``, valid until the array changes its length or is freed.
        A wrong one ends the process.
        """
        function: Callable[..., int] = self._function(name)
        return function

    def new_row(self) -> "array[int]":
        """A row of zeros."""
        return array("q", bytes(8 * self.width))

    def new_work(self) -> "array[int]":
        """A `w` of zeros: row *i* begins at number ``i * width``."""
        return array("q", bytes(8 * self.width * self.depth))

    def _function(self, name: str) -> Any:
        kinds = self.kinds[name]
        arguments = [ctypes.c_int64 if kind == NUMBER else ctypes.c_void_p for kind in kinds]
        address = self._engine.get_function_address(PREFIX + name)
        function: Any = ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)(address)
        function._engine = self._engine  # else the machine code could go before the function
        return function

    def _checked(self, name: str) -> Callable[..., int]:
        function = self._function(name)
        room = {NUMBER: 0, ROW: self.width, WORK: self.width * self.depth}
        lengths = [room[kind] for kind in self.kinds[name]]

        def call(*given: Any) -> int:
            if len(given) != len(lengths):
                raise TypeError(f"{name} takes {len(lengths)} arguments, not {len(given)}")
            values = []
            for value, length in zip(given, lengths, strict=True):
                if length:
                    if not isinstance(value, array) or value.typecode != "q":
                        raise TypeError(f"{name} takes rows as array('q')")
                    if len(value) != length:
                        raise ValueError(f"{name} takes {length} numbers, not {len(value)}")
                    value = value.buffer_info()[0]
                values.append(value)
            result: int = function(*values)
            return result

        call.__name__ = name
        return call


def build(
    text: str,
    tables: Mapping[str, Sequence[int]],
    width: int,
    public: Collection[str],
    *,
    depth: int,
    rows: Collection[str] = ROWS,
    dispatch: Sequence[Dispatch] = (),
    level: int = LEVEL,
) -> bytes:
    """Compile *text* for this very processor. Arguments and errors are those of `translate`.

    Args:
        level: Effort of LLVM's optimiser, 0 to 3.

    Returns:
        An object file after two lines that `load` needs: a mark, and the signatures as JSON.
    """
    binding = llvm_binding()
    with uncollected():
        reading = read(text, tables, rows, dispatch)
        module = translate_reading(reading, width, depth, public)
        module.triple = processor()[0]
        assembly = str(module)
    machine = _machine(level)
    parsed = binding.parse_assembly(assembly)
    parsed.verify()
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.inlining_threshold = INLINE
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(parsed, passes)
    kinds = {function: reading.kinds(function) for function in sorted(public)}
    head = json.dumps({"width": width, "depth": depth, "kinds": kinds}).encode()
    code: bytes = machine.emit_object(parsed)
    return MAGIC + b"\n" + head + b"\n" + code


def load(kept: bytes) -> Native:
    """Machine code made by `build` on this machine. It runs as it is: never give it bytes of unknown origin.

    Raises:
        FastUnavailable: llvmlite is missing.
        ValueError: *kept* does not come from this version of `build`, or LLVM cannot load it.
    """
    binding = llvm_binding()
    mark, _, rest = kept.partition(b"\n")
    head, _, code = rest.partition(b"\n")
    if mark != MAGIC or not code:
        raise ValueError("not machine code of this version")
    facts = json.loads(head)
    try:
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine(2))
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
    except RuntimeError as error:
        raise ValueError(f"machine code does not load: {error}") from error
    return Native(engine, facts["width"], facts["depth"], facts["kinds"])


def compiled(
    text: str | Late,
    tables: Mapping[str, Sequence[int]],
    width: int,
    public: Collection[str],
    *,
    depth: int,
    rows: Collection[str] = ROWS,
    dispatch: Sequence[Dispatch] = (),
    level: int = LEVEL,
    folder: Path | object | None = OWN_FOLDER,
) -> Native:
    """`load(build(...))`, from the user's cache when the same was built before.

    Args:
        folder: Where compiled objects are kept; `None` for nowhere; by default the user's cache folder.
    """
    place = cache.folder() if folder is OWN_FOLDER else folder
    assert place is None or isinstance(place, Path)

    def make() -> bytes:
        written = text.write() if isinstance(text, Late) else text
        return build(written, tables, width, public, depth=depth, rows=rows, dispatch=dispatch, level=level)

    sources = _sources(text.by if isinstance(text, Late) else ())
    if place is None or sources is None:
        return load(make())
    name = cache.key(
        [
            *sources,
            *versions(),
            *processor(),
            cache.key(["late", *text.from_]) if isinstance(text, Late) else text,
            json.dumps([[table, list(values)] for table, values in sorted(tables.items())]),
            json.dumps([width, depth, sorted(public), sorted(rows), level]),
            json.dumps([[d.name, list(d.blocks), d.frame, d.spent, d.lost, d.once, d.stop] for d in dispatch]),
        ]
    )
    kept = cache.fetch(place, name)
    if kept is not None:
        try:
            return load(kept)
        except ValueError:
            pass  # whole, and yet not loadable: make it anew
    kept = make()
    cache.keep(place, name, kept)
    return load(kept)


def _machine(level: int) -> Any:
    """A target machine for this very processor, which its first user will own."""
    triple, name, features = processor()
    target = llvm_binding().Target.from_triple(triple)
    return target.create_target_machine(cpu=name, features=features, opt=level, jit=True)


def _sources(others: Sequence[str] = ()) -> list[bytes] | None:
    """This package's own text, and that of other modules of the interpreter, so that a change to the translator spoils what the
    old one made."""
    try:
        modules = [f"native/{source}" for source in SOURCES] + [*others]
        return [(files("interpreter") / module).read_bytes() for module in modules]
    except OSError:
        return None  # installed without sources: keep nothing
