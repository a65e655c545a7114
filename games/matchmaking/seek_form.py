"""The matchmaking form; unchanged, it searches for the usual games."""

from typing import Any

from django import forms

from games.clocks.pace_choices import DAY
from games.editions.guard import on_offer
from games.engine import Ruleset
from games.matchmaking.seeks import PACES, numbers
from games.tables.clock_form import choice_field


class SeekForm(forms.Form):
    """A search: editions, number of captains, and paces."""

    rulesets = forms.MultipleChoiceField(
        label="Which games", widget=forms.CheckboxSelectMultiple, help_text="The more you choose, the sooner we find players.",
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), "Choose at least one game from this list."),
    )  # fmt: skip
    least = forms.TypedChoiceField(
        coerce=int, label="Captains at the table, at least",
        help_text="People, you included, and no bots. The game begins as soon as there are as many as each of you wishes.",
    )  # fmt: skip
    paces = forms.TypedMultipleChoiceField(
        coerce=int, label="Paces that suit you", widget=forms.CheckboxSelectMultiple, initial=[DAY, 2 * DAY, 3 * DAY],
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), "Choose at least one pace from this list."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "rulesets").choices = [(rules.slug, called(rules)) for rules in on_offer().values()]
        self.offer_numbers(numbers())
        choice_field(self, "paces").choices = [(seconds, preset.name) for seconds, preset in PACES.items()]

    def offer_numbers(self, offered: range) -> None:
        """Offer these numbers of captains, with the second as initial value to avoid duels."""
        field = choice_field(self, "least")
        field.choices = [(number, str(number)) for number in offered]
        field.initial = offered[:2][-1]
        refusal = f"Choose how many, from {offered[0]} to {offered[-1]}."
        field.error_messages |= dict.fromkeys(("required", "invalid_choice"), refusal)


def called(rules: Ruleset) -> str:
    """Return the name of a game with its edition, for a list."""
    return f"{rules.name}, {rules.edition}" if rules.edition else rules.name
