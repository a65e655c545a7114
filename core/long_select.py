"""Render a select in one go: with hundreds of choices, a template for each choice costs a tenth of a second."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString


class LongSelect(forms.Select):
    """A select with the markup of Django's `Select`, but without templates. Choices may be grouped."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None) -> SafeString:
        chosen = set(self.format_value(value))
        final_attrs = self.build_attrs(self.attrs, attrs)
        parts = [
            format_html('<optgroup label="{}">{}</optgroup>', key, options(words, chosen))
            if isinstance(words, list | tuple)
            else options([(key, words)], chosen)
            for key, words in self.choices
        ]
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(final_attrs), SafeString("".join(parts)))


class SearchedSelect(LongSelect):
    """A long select with a filter field above it, if JavaScript runs (static/js/time-zone.js). The page reserves space for the field.

    `label` says what the field searches. `other_names()` returns {other name: key} with further names to search.
    """

    def __init__(self, label: str, other_names: Callable[[], dict[str, str]] = dict, choices: Any = ()) -> None:
        super().__init__(None, choices)
        self.label, self.other_names = label, other_names

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None) -> SafeString:
        """Return the filter field and the select as HTML. The field has no name, so no form submits it."""
        names = "|".join(f"{other.replace('_', ' ')}={key}" for other, key in self.other_names().items())
        field = '<input type="search" class="with-scripts" autocomplete="off" placeholder="{0}" aria-label="{0}" data-narrows="{1}">'
        return format_html(field, self.label, names) + super().render(name, value, attrs, renderer)


def options(choices: Iterable[tuple[Any, Any]], chosen: set[str]) -> SafeString:
    return SafeString("\n".join(option(key, words, str(key) in chosen) for key, words in choices))


@lru_cache(4096, typed=True)  # typed: equal safe and plain strings are escaped differently
def option(key: Any, words: Any, is_chosen: bool) -> SafeString:
    return format_html('<option value="{}"{}>{}</option>', key, SafeString(" selected") if is_chosen else "", words)
