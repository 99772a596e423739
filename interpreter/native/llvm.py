"""The one door to llvmlite, opened at first use: importing it costs 0.1 s and it may not be installed.

Quirks met between llvmlite 0.44 (LLVM 15) and 0.50 (LLVM 22):

- 0.44 prints typed pointers, 0.50 opaque ones. Both are right only if pointers stay typed in the module and
  neither `source_etype` of `gep` nor `typ` of `load` is given.
- `llvm.initialize()` was needed once and now raises; the two below suffice in both.
- A temporary slot (`alloca`) made inside a loop eats the stack: the translator makes all at the entry.
- Shifting by 64 or more, dividing by zero and -2**63 // -1 are undefined in LLVM: the translator tests for
  them.
- `create_mcjit_compiler` takes ownership of its target machine and of its module: never share either.
- The machine code lives as long as the execution engine, and a ctypes function does not keep that alive.
- Names that the program may find in libc would be taken from there: public names carry a prefix.
- All of llvmlite stands under one lock: compiling in two threads gains nothing. Calling the result releases
  the interpreter's lock.
- `get_host_cpu_features` fails on processors that LLVM does not know: then none are named.
"""

from importlib import import_module
from types import ModuleType

PREFIX = "rl_"


class FastUnavailable(RuntimeError):
    """llvmlite is missing, too old, or has no code generator for this processor."""


REMEDY = "Machine code needs llvmlite, which `pip install 'rulelang[fast]'` brings."


def llvm_ir() -> ModuleType:
    """`llvmlite.ir`, which builds modules.

    Raises:
        FastUnavailable: llvmlite cannot be imported.
    """
    return _module("llvmlite.ir")


def llvm_binding() -> ModuleType:
    """`llvmlite.binding`, which optimises and compiles, made ready for this processor.

    Raises:
        FastUnavailable: llvmlite cannot be imported, or does not know this processor.
    """
    binding = _module("llvmlite.binding")
    try:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
    except (AttributeError, RuntimeError) as error:
        raise FastUnavailable(REMEDY) from error
    return binding


def processor() -> tuple[str, str, str]:
    """Target triple, processor name and features of this machine, as LLVM spells them."""
    binding = llvm_binding()
    try:
        features = binding.get_host_cpu_features().flatten()
    except (RuntimeError, ValueError):
        features = ""
    return binding.get_process_triple(), binding.get_host_cpu_name(), features


def versions() -> tuple[str, str]:
    """Of llvmlite and of the LLVM inside it."""
    numbers = llvm_binding().llvm_version_info
    return _module("llvmlite").__version__, ".".join(str(number) for number in numbers)


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except (ImportError, OSError) as error:  # OSError: its shared library does not load on this system
        raise FastUnavailable(REMEDY) from error
