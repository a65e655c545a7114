"""Forms for preferences about letters."""

from typing import Any

from django import forms
from django.http import QueryDict

from accounts.models import User
from notifications.kinds import CATEGORIES
from notifications.models import Preference, Stop

OFF = "off"
HOURS: list[tuple[int | str, str]] = [(hour, f"{hour}:00") for hour in range(24)]
MODES = [*Preference.Mode.choices, (OFF, "No letters about games")]
STORED_FIELDS = ("mode", "every", "digest_hour", "quiet_from", "quiet_to", "open_talk", "holds_answers", "only_refusals")
"""Fields that a preference stores under the same names."""
NO_HOUR: list[tuple[int | str, str]] = [("", "no quiet hours")]


class WishesForm(forms.Form):
    """When letters come, and which kinds. Quiet hours never move a clock."""

    mode = forms.ChoiceField(label="Letters", choices=MODES, widget=forms.RadioSelect)
    every = forms.TypedChoiceField(
        coerce=int, label="Hours between letters", choices=[(n, str(n)) for n in (1, 3, 6)], help_text="For “at most one in some hours”."
    )
    digest_hour = forms.TypedChoiceField(
        coerce=int, label="Hour of the daily letter", choices=HOURS, help_text="For “one a day”, in your time zone."
    )
    quiet_from = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label="Quiet from", choices=NO_HOUR + HOURS,
        help_text="No letters then, except reminders that would come too late. Clocks go on.",
    )  # fmt: skip
    quiet_to = forms.TypedChoiceField(coerce=int, empty_value=None, required=False, label="Quiet until", choices=NO_HOUR + HOURS)
    open_talk = forms.BooleanField(
        required=False, label="What is said at open tables, too", help_text="Otherwise only at tables that are not open to everyone."
    )
    holds_answers = forms.BooleanField(
        required=False,
        label="Hold my answers until I confirm them here",
        help_text="For answers that you write; links in letters still work at once.",
    )
    only_refusals = forms.BooleanField(
        required=False, label="Answer my letters only when something could not be done", help_text="Otherwise each of them is answered."
    )
    kinds = forms.MultipleChoiceField(
        required=False, label="Send me", choices=[(key, words) for key, words in CATEGORIES.items()], widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        wishes = Preference.objects.filter(user=user, topic="").first() or Preference(user=user)
        stopped = set(Stop.objects.filter(user=user).values_list("category", flat=True))
        initial = {key: getattr(wishes, key) for key in STORED_FIELDS}
        initial |= {"kinds": [key for key in CATEGORIES if key not in stopped]}
        if user.letters == user.Letters.OFF:
            initial["mode"] = OFF
        super().__init__(data, initial=initial)
        self.user = user

    def clean(self) -> dict[str, Any]:
        super().clean()
        wishes = self.cleaned_data
        if (wishes.get("quiet_from") is None) != (wishes.get("quiet_to") is None):
            self.add_error("quiet_to", "Say from when and until when, or neither.")
        return wishes

    def save(self) -> None:
        wishes = dict(self.cleaned_data)
        kinds, mode = wishes.pop("kinds"), wishes.pop("mode")
        self.user.letters = self.user.Letters.OFF if mode == OFF else self.user.Letters.ON
        self.user.save(update_fields=["letters"])
        wishes |= {} if mode == OFF else {"mode": mode}
        Preference.objects.update_or_create(user=self.user, topic="", defaults=wishes)
        Stop.objects.filter(user=self.user, category__in=kinds).delete()
        for category in set(CATEGORIES) - set(kinds):
            Stop.objects.get_or_create(user=self.user, category=category, defaults={"by": "settings"})


class TopicForm(forms.Form):
    """A preference for one topic that differs from the general one."""

    mode = forms.ChoiceField(required=False, choices=[("", "as for all games"), *Preference.Mode.choices])

    def save(self, user: User, topic: str) -> None:
        mode = self.cleaned_data["mode"]
        if mode:
            general = Preference.objects.filter(user=user, topic="").first() or Preference()
            more = {"mode": mode, "every": general.every, "digest_hour": general.digest_hour}
            Preference.objects.update_or_create(user=user, topic=topic, defaults=more)
        else:
            Preference.objects.filter(user=user, topic=topic).delete()
