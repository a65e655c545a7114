"""Fields of forms look as Django's own templates draw them."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates

from core.form_renderer import WRITERS, Renderer

CHOICES = [("", "none"), ("a", "A & B"), ("Group <1>", [("c", "C"), (4, "four")])]


class Form(forms.Form):
    """A field of each kind, with values that must be escaped."""

    text = forms.CharField(
        max_length=9, help_text="help", widget=forms.TextInput(attrs={"title": '"quoted" & more', "autofocus": True, "data-no": False})
    )
    number = forms.IntegerField(min_value=1, max_value=1000000, label="How many <b>?")
    email = forms.EmailField(required=False)
    word = forms.CharField(widget=forms.PasswordInput)
    hidden = forms.CharField(widget=forms.HiddenInput)
    box = forms.BooleanField(required=False)
    date = forms.DateField()
    moment = forms.SplitDateTimeField()
    chosen = forms.ChoiceField(choices=CHOICES)
    some = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)
    several = forms.MultipleChoiceField(choices=CHOICES)
    one = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    long = forms.CharField(widget=forms.Textarea)
    maybe = forms.NullBooleanField()


def tidy(drawn):
    """Leave out the white space that templates add beside tags."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", str(drawn))


SENT = {"text": "<i>'x'</i>", "number": "1234", "box": "on", "chosen": "4", "some": ["a", "4"], "one": "c", "long": "a\n<b>"}


@pytest.mark.parametrize("data", [None, SENT])
def test_each_field_is_drawn_as_djangos_templates_draw_it(data):
    ours, theirs = (Form(data, renderer=renderer, initial={"several": ["a"]}) for renderer in (Renderer(), DjangoTemplates()))
    for mine, known in zip(ours, theirs, strict=True):
        assert tidy(mine) == tidy(known)
        assert [*map(tidy, (mine.label_tag(), mine.legend_tag(), mine.errors))] == [
            *map(tidy, (known.label_tag(), known.legend_tag(), known.errors))
        ]
        assert [tidy(part) for part in mine] == [tidy(part) for part in known]
    assert tidy(ours.as_p()) == tidy(theirs.as_p())


def test_every_template_that_is_written_directly_is_one_of_djangos():
    for name in WRITERS:
        assert DjangoTemplates().get_template(name)
