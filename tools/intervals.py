"""Confidence intervals: between which two numbers the true one lies, 95 times out of 100."""

from collections.abc import Sequence
from math import inf, sqrt

from attrs import frozen

Z = 1.959964  # the normal distribution has 95 % within so many standard deviations


@frozen
class Estimate:
    """What was measured, and the interval around it."""

    value: float
    low: float
    high: float

    def apart(self, other: "Estimate") -> bool:
        """Whether the two intervals have nothing in common."""
        return self.high < other.low or other.high < self.low


def rate(count: float, of: int) -> Estimate:
    """How often something happens, shares included: Wilson's interval, which is right near 0 and 1 too."""
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = count / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Estimate(share, max(middle - half, 0.0), min(middle + half, 1.0))


def mean(values: Sequence[float], least: float = -inf) -> Estimate | None:
    """The mean of whole numbers, or of halves and the like; None: of nothing.

    Student's interval. Where all values are alike, it allows for one in all of them being another by one: a thing
    that did not happen in ten matches may still happen. What can be no less than *least* has no interval below.
    """
    number = len(values)
    if number == 0:
        return None
    middle = sum(values) / number
    if number == 1:
        return Estimate(middle, least, inf)
    variance = max(sum((value - middle) ** 2 for value in values) / (number - 1), 1 / number)
    half = student(number - 1) * sqrt(variance / number)
    return Estimate(middle, max(middle - half, least), middle + half)


def student(freedom: int) -> float:
    """The quantile of Student's distribution that belongs to `Z`, by the first terms of its series."""
    if freedom <= 4:  # too few for the series
        return (12.7062, 4.3027, 3.1824, 2.7764)[freedom - 1]
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
