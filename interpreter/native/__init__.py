"""Machine code for the engine's text (extra `fast`): the same functions, the same results.

    text --read--> Reading --translate--> LLVM module --build--> object --load--> Native

Importing this package needs no llvmlite; using it without raises `FastUnavailable`.
"""

from interpreter.native.build import Late, Native, build, compiled, load
from interpreter.native.llvm import FastUnavailable
from interpreter.native.subset import Dispatch, SubsetError
from interpreter.native.translate import translate

__all__ = ["Dispatch", "FastUnavailable", "Late", "Native", "SubsetError", "build", "compiled", "load", "translate"]
