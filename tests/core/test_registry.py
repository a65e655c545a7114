"""A name is registered once."""

import pytest

from core.registry import AlreadyRegistered, Registry


def test_entries_stand_in_the_order_of_registration():
    registry = Registry()
    registry.register("second", 2)
    registry.register("first", 1)
    assert list(registry.items()) == [("second", 2), ("first", 1)]


def test_a_name_that_is_taken_is_refused_and_keeps_its_entry():
    registry = Registry()
    registry.register("turn", 1)
    with pytest.raises(AlreadyRegistered, match="turn"):
        registry.register("turn", 2)
    assert registry["turn"] == 1
