"""What people may send with a form: each field with its usual value or any that it offers, drawn by hypothesis."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from hypothesis import strategies as st


def filled_in(draw: Callable, form: forms.BaseForm, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return data for this form; two fields in three have their usual values, so that most forms are accepted."""
    usual = {name: usual_value(form[name]) for name in form.fields}
    any_value = {name: field for name, field in form.fields.items() if name not in without and draw(st.integers(0, 2)) == 0}
    data = {name: draw(values_of(any_value[name])) if name in any_value else value for name, value in usual.items()}
    return {name: value for name, value in data.items() if value is not None and value is not False}


def usual_value(bound: forms.BoundField) -> Any:
    """Return what a browser sends if nobody touches this field: without an initial value, a required choice is the first offered."""
    if bound.value() is None and isinstance(bound.field, forms.ChoiceField) and bound.field.required:
        return keys_of(bound.field)[0]
    return bound.value()


def keys_of(field: forms.ChoiceField) -> list[str]:
    """Return the keys of all choices, those in groups included."""
    groups = [value if isinstance(value, list | tuple) else [(key, value)] for key, value in field.choices]
    return [str(key) for group in groups for key, _ in group]


def values_of(field: forms.Field) -> st.SearchStrategy:
    """Return everything that this field offers, as a browser sends it."""
    if isinstance(field, forms.ChoiceField):
        offered = st.sampled_from(keys_of(field))
        return st.lists(offered, unique=True, max_size=4) if isinstance(field, forms.MultipleChoiceField) else offered
    if isinstance(field, forms.IntegerField):
        least, most = field.min_value or 0, field.max_value or 800
        return st.just(least) | st.integers(least, min(most, least + 12)) | st.integers(least, most)
    for kind, values in DRAWN.items():
        if isinstance(field, kind):
            return values
    raise TypeError(f"no values for {field}")


def moment_from_now(minutes: int) -> str:
    return f"{timezone.now() + timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"


DRAWN: Mapping[type, st.SearchStrategy] = {
    forms.BooleanField: st.booleans(),
    forms.DateTimeField: st.integers(60, 60000).map(moment_from_now),
    forms.DateField: st.integers(1, 60).map(lambda days: moment_from_now(1440 * days)[:10]),
    forms.TimeField: st.times().map(lambda clock: f"{clock:%H:%M}"),
    forms.CharField: st.text("abc xyz", max_size=12),
}
