"""A second, plain evaluator of checked games, for tests: it walks the rules as they are written, with
dictionaries and exceptions, as near to the meanings of the language reference as can be. The engine must
agree with it after every step. Read by people, never imported by the product.
"""

from tests.oracle.match import Oracle, Result
from tests.oracle.things import CHANCE, OracleError, Question

__all__ = ["CHANCE", "Oracle", "OracleError", "Question", "Result"]
