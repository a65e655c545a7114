"""Our template of selects draws what Django's own does."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting

CHOICES = [("", "none"), ("a", "A & B"), ("Group <1>", [("c", "C"), (4, "four")])]


def tidy(markup: str) -> str:
    """Return the markup without white space beside tags, and with one way to escape quotes."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", markup).replace("&quot;", "&#34;")


@pytest.mark.parametrize(
    ("widget", "value"),
    [(forms.Select(choices=CHOICES), None), (forms.Select(choices=CHOICES), "4"), (forms.SelectMultiple(choices=CHOICES), ["a", "4"])],
)
def test_a_select_is_drawn_as_djangos_template_draws_it(widget, value):
    attrs = {"id": "chosen", "required": True, "title": '"quoted" & more', "data-no": False, "data-count": 0}
    drawn, expected = (widget.render("name", value, attrs, renderer()) for renderer in (TemplatesSetting, DjangoTemplates))
    assert tidy(drawn) == tidy(expected)
