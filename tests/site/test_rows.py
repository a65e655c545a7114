"""Rows are what is stored. What is known only while one is read or written lies in an object of its own beside it."""

from types import NoneType

from django.apps import apps

OURS = ("accounts", "games", "leagues", "notifications")
VALUES = (bool, int, float, str, bytes, tuple, list, dict, set, frozenset, NoneType)


def test_a_row_has_no_values_beside_its_columns():
    models = [model for model in apps.get_models() if model._meta.app_label in OURS]
    assert len(models) > 40
    named = [(model, name, value) for model in models for name, value in vars(model).items() if name.islower() and name[0] != "_"]
    assert [f"{model.__name__}.{name}" for model, name, value in named if isinstance(value, VALUES)] == []
