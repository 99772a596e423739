"""The classes of trees are what `attrs.frozen` would have made of them."""

import attrs
import pytest

from rulelang import frozen, game, tree
from rulelang.source import Span

HERE, THERE = Span("a", 1, 1, 1, 2, 1, 2), Span("b", 2, 2, 2, 3, 2, 3)


@frozen.frozen
class Base:
    span: int = attrs.field(default=0, eq=False, repr=False, kw_only=True)


@frozen.frozen
class One(Base):
    a: int
    b: str = "x"


@frozen.frozen
class Other(Base):
    a: int
    b: str = "x"


@frozen.frozen
class More(One):
    pass


def test_objects_are_compared_by_content_and_class() -> None:
    assert One(1) == One(1, "x", span=5)
    assert hash(One(1)) == hash(One(1, span=5))
    assert One(1) != One(2)
    assert One(1) != One(1, "y")
    assert One(1) != Other(1)
    assert One(1) != More(1)
    assert (One(1) == 1) is False
    assert Base() == Base(span=3)
    assert len({One(1), One(1, span=2), Other(1), More(1), Base()}) == 4


def test_they_are_shown_and_cannot_be_changed() -> None:
    assert repr(One(1)) == "One(a=1, b='x')"
    assert repr(Base(span=1)) == "Base()"
    one = One(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.a = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        one.c = 2  # type: ignore[attr-defined]
    assert attrs.evolve(one, a=2) == One(2)


@pytest.mark.parametrize("module", [tree, game], ids=lambda module: module.__name__)
def test_every_class_of_trees_is_made_so(module: object) -> None:
    sorts = [sort for sort in vars(module).values() if isinstance(sort, type) and issubclass(sort, module.Node)]  # type: ignore[attr-defined]
    assert len(sorts) > 100
    for sort in sorts:
        assert (sort.__eq__, sort.__hash__, sort.__repr__) == (frozen._equal, frozen._hash, frozen._repr)


def test_where_a_node_stands_does_not_count() -> None:
    assert tree.NumberValue(2, span=HERE) == tree.NumberValue(2, bracketed=True, span=THERE)
    assert game.Num(value=2, type=game.NUMBER, span=HERE) == game.Num(value=2, type=game.NUMBER, span=THERE)
    assert tree.NumberValue(2, span=HERE) != tree.TextValue("2", span=HERE)
