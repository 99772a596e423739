"""A second, plain evaluator of checked games, for tests: it walks the rules as they are written, with
dictionaries and exceptions, as near to the meanings of the language reference as can be. The engine must
agree with it after every step. Read by people, never imported by the product.

One match is one object, built up in layers, each of which only calls what lies below it (or what it
declares): `state` what changes, `evaluate` expressions, `ids` names, `knowledge` who sees what, `chance`,
`search` completely or not at all, `asking` options, `moving` the simple statements, `events` the rules that
answer, `effects`, `public` what all can see, `windows` questions, `run` statements and phases. From outside:
`match` (the `Oracle`), `dump`, `examples`, and `compare` for the engine beside it.
"""

from tests.oracle.match import Oracle, Result
from tests.oracle.things import CHANCE, OracleError, Question

__all__ = ["CHANCE", "Oracle", "OracleError", "Question", "Result"]
