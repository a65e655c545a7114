"""Form fields for the terms of a table's clock. Their initial values are the default terms."""

import re
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone

from accounts.time_zones import ZoneField
from core.long_select import LongSelect
from games.clocks.due_times import Calendar
from games.clocks.paces import DAY, HOUR, WEEKDAYS, Bank, Pace, Slots, Steady
from games.clocks.terms import PRESETS, USUAL_TURN, VACATIONS, BadTerms, Terms, checked, checked_end, end_moment, preset_of
from games.engine import Ruleset
from games.play.controllers import helmsman_strength

DAYS = [(str(index), name) for index, name in enumerate(WEEKDAYS)]
HOURS = [("", "none"), *[(f"{hour:02}:00", f"{hour:02}:00") for hour in range(24)]]
PREFIX = "clock_"
POPULAR_PACES = ("86400", "172800", "259200", "604800")
GROUPS = (
    ("rest", "Time that does not count", "zone days_off country quiet_from quiet_to"),
    ("late", "When time runs out", "grace helmsman"),
    ("people", "Captains", "vacation ready_check least"),
    ("end", "A date for the end", "ends_on ends_at"),
    ("own", "A pace of your own", "own"),
    ("own-steady", "The same time for every turn", "hours"),
    ("own-bank", "A bank of time", "initial increment cap floor free"),
    ("own-slots", "Fixed times", "slot_days slot_at least_hours"),
)
"""(key, title, fields) of each group under "more". Of the last three groups, a page shows only the chosen one."""


def countries() -> list[tuple[str, str]]:
    from holidays.registry import COUNTRIES

    named = [(codes[1], re.sub(r"(?<=[a-z])(?=[A-Z])", " ", codes[0])) for codes in COUNTRIES.values()]
    return [("", "none"), *sorted(named, key=lambda pair: pair[1])]


def hours(label: str, help_text: str, most: int = 672) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most, help_text=help_text)


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return a field of the form by name. Raise TypeError if the field has no choices."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} offers no choices")
    return field


def helmsman_choices(rules: Ruleset) -> list[tuple[str, str]]:
    return [
        ("", "We pass for them, or do what they chose in their standing orders"),
        ("yes", f"A bot{helmsman_strength(rules)}, for everyone"),
    ]


class ClockFields(forms.Form):
    """A mixin for the form of a new table. `pace` names a preset. The fields under "more" define a custom pace."""

    pace = forms.ChoiceField(label="Pace", widget=forms.RadioSelect, initial=str(USUAL_TURN))
    clock_zone = ZoneField(required=False, label="Time zone of the table")
    clock_days_off = forms.MultipleChoiceField(
        required=False, label="Days that do not count", choices=DAYS, widget=forms.CheckboxSelectMultiple,
        help_text="At most three. No clock runs on them, but everyone may still play.",
    )  # fmt: skip
    clock_country = forms.ChoiceField(required=False, label="Public holidays that do not count", choices=countries, widget=LongSelect)
    clock_quiet_from = forms.ChoiceField(required=False, label="Quiet hours from", choices=HOURS)
    clock_quiet_to = forms.ChoiceField(required=False, label="Quiet hours to", choices=HOURS, help_text="At most twelve hours a day.")
    clock_grace = forms.ChoiceField(
        required=False,
        label="A late answer still counts for",
        choices=[("", "as usual at this pace"), ("0", "none"), ("43200", "12 hours"), ("86400", "a day")],
    )
    clock_vacation = forms.ChoiceField(required=False, label="When a captain goes on leave", choices=list(VACATIONS.items()), initial="all")
    clock_helmsman = forms.ChoiceField(required=False, label="Who plays then", widget=forms.RadioSelect, initial="")
    clock_ready_check = forms.ChoiceField(
        required=False, label="When every chair is taken", widget=forms.RadioSelect, initial="",
        choices=[("", "The game begins at once"),
                 ("yes", "Everyone first says that they are ready, or loses their chair. First turns have 50 % more time")],
    )  # fmt: skip
    clock_least = forms.TypedChoiceField(
        required=False,
        coerce=int,
        label="Only reliable captains",
        choices=[("0", "anyone"), ("80", "80 % on time"), ("90", "90 % on time")],
    )
    clock_own = forms.ChoiceField(
        required=False,
        label="Instead of a pace from the list above",
        choices=[("", "no, the one above"), ("steady", "the same time for every turn"), ("bank", "a bank of time"),
                 ("slots", "fixed times of the week")],
    )  # fmt: skip
    clock_hours = hours("Hours for every turn", "12 to 336.", 336)
    clock_initial = hours("Hours in the bank at the start", "72 is usual.")
    clock_increment = hours("Hours that each turn adds", "12 is usual.")
    clock_cap = hours("Maximum hours in the bank", "120 is usual.")
    clock_floor = hours("Minimum hours of a turn", "12 is usual. A turn has them even when the bank is empty.")
    clock_free = hours("Free hours of each turn", "Not taken from the bank; 0 is usual.", 168)
    clock_slot_days = forms.MultipleChoiceField(required=False, label="Turns are due on", choices=DAYS, widget=forms.CheckboxSelectMultiple)
    clock_slot_at = forms.TimeField(
        required=False, label="At", input_formats=["%H:%M"], widget=forms.TimeInput({"type": "time"}), help_text="20:00 if left empty."
    )
    clock_least_hours = hours(
        "Minimum hours of a turn", "12 if left empty. If the next of these times comes sooner, the one after it counts.", 168
    )

    clock_ends_on = forms.DateField(
        required=False, label="The game ends on", widget=forms.DateInput({"type": "date"}),
        help_text="In the time zone of the table. The round that runs then is played to its end; leave it empty for no date.",
    )  # fmt: skip
    clock_ends_at = forms.TimeField(
        required=False, label="The game ends at", widget=forms.TimeInput({"type": "time"}), help_text="20:00 if left empty."
    )

    def __init__(self, *args: Any, zone: str = "UTC", **kwargs: Any):
        super().__init__(*args, **kwargs)
        choice_field(self, "pace").choices = [(preset.key, f"{preset.name}. {preset.sentence}") for preset in PRESETS]
        self.fields["clock_zone"].initial = zone

    def pace_choices(self) -> list[tuple[bool, list[tuple[Any, str, str]]]]:
        """Return two groups, popular presets and others: (whether the chosen preset is in the group, its (radio, name, sentence) items)."""
        choices = list(zip(self["pace"], PRESETS, strict=True))
        groups = ([pair for pair in choices if (pair[1].key in POPULAR_PACES) is popular] for popular in (True, False))
        chosen = self["pace"].value()
        return [
            (any(preset.key == chosen for _, preset in group), [(radio, preset.name, preset.sentence) for radio, preset in group])
            for group in groups
        ]

    def clock_groups(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Return (key, title, fields) of each group under "more"."""
        there = [(key, title, [f"{PREFIX}{name}" for name in names.split()]) for key, title, names in GROUPS]
        return [(key, title, [self[name] for name in names if name in self.fields]) for key, title, names in there]

    def place_of(self, problem: BadTerms) -> str:
        """Return the name of the field with the problem, which is "pace" unless a field under "more" has the problem."""
        name = f"{PREFIX}{problem.field}"
        return name if name in self.fields else "pace"

    def agreed_end(self) -> datetime | None:
        """Return the agreed end, or None if the fields are empty. Raise BadTerms for an invalid end."""
        day, clock_time = self.cleaned_data.get("clock_ends_on"), self.cleaned_data.get("clock_ends_at")
        if day is None:
            if clock_time is not None:
                raise BadTerms("Name the day on which the game ends as well, or leave both empty.")
            return None
        return checked_end(end_moment(day, clock_time, self.cleaned_data.get("clock_zone") or "UTC"), timezone.now())

    def clock_terms(self, friends_only: bool) -> Terms:
        """Return the terms in the fields. Raise BadTerms for invalid terms."""
        values = {key.removeprefix(PREFIX): value for key, value in self.cleaned_data.items() if key.startswith(PREFIX)}
        if bool(values["quiet_from"]) != bool(values["quiet_to"]):
            raise BadTerms("Quiet hours need both a beginning and an end.", "quiet_to" if values["quiet_from"] else "quiet_from")
        quiet = (time.fromisoformat(values["quiet_from"]), time.fromisoformat(values["quiet_to"])) if values["quiet_from"] else None
        calendar = Calendar(values["zone"] or "UTC", tuple(int(day) for day in values["days_off"]), values["country"], quiet)
        terms = Terms(
            self.chosen_pace(values), calendar, int(values["grace"]) if values["grace"] else None, values["vacation"] or "all",
            bool(values["helmsman"]), bool(values["ready_check"]), values["least"] or 0,
        )  # fmt: skip
        return checked(terms, friends_only)

    def chosen_pace(self, values: dict[str, Any]) -> Pace:
        """Return the custom pace if the form has one, otherwise the preset."""
        seconds = {key: (value or 0) * HOUR for key, value in values.items() if isinstance(value, int) or value is None}
        if values["own"] == "steady":
            return Steady(seconds["hours"])
        if values["own"] == "bank":
            return Bank(seconds["initial"], seconds["increment"], seconds["cap"], seconds["floor"], seconds["free"])
        if values["own"] == "slots":
            clock_time = values["slot_at"] or time(20)
            return Slots(
                tuple(int(day) for day in values["slot_days"]), clock_time.hour, clock_time.minute, seconds["least_hours"] or DAY // 2
            )
        preset = preset_of(self.cleaned_data["pace"])
        if preset is None:
            raise LookupError("the field of the pace offers presets only")
        return preset.pace
