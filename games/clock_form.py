"""The terms of a table about time, as fields of a form. Left alone, they mean the usual."""

import re
from datetime import datetime, time
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from holidays.registry import COUNTRIES

from games import paces
from games.clock.calendar import Calendar
from games.clock.ends import checked_end, moment
from games.clock.paces import DAY, HOUR, WEEKDAYS, Bank, Pace, Slots, Steady
from games.clock.terms import VACATIONS, BadTerms, Terms, checked

DAYS = [(str(index), name) for index, name in enumerate(WEEKDAYS)]
HOURS = [("", "none"), *[(f"{hour:02}:00", f"{hour:02}:00") for hour in range(24)]]
PREFIX = "clock_"


def countries() -> list[tuple[str, str]]:
    """(code, name) of every country whose holidays are known."""
    named = [(codes[1], re.sub(r"(?<=[a-z])(?=[A-Z])", " ", codes[0])) for codes in COUNTRIES.values()]
    return [("", "none"), *sorted(named, key=lambda pair: pair[1])]


def hours(label: str, most: int = 672) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


class ClockFields(forms.Form):
    """Mixed into the form of a new table. `pace` names a preset; the fields under "more" make one of one's own."""

    pace = forms.ChoiceField(label="Pace", widget=forms.RadioSelect, initial=str(paces.USUAL))
    clock_zone = forms.ChoiceField(required=False, label="Time zone of the table")
    clock_days_off = forms.MultipleChoiceField(
        required=False, label="Days that do not count", choices=DAYS, widget=forms.CheckboxSelectMultiple, help_text="At most three."
    )
    clock_country = forms.ChoiceField(required=False, label="Public holidays that do not count")
    clock_quiet_from = forms.ChoiceField(required=False, label="Quiet hours from", choices=HOURS)
    clock_quiet_to = forms.ChoiceField(required=False, label="Quiet hours to", choices=HOURS, help_text="At most twelve hours a day.")
    clock_grace = forms.ChoiceField(
        required=False,
        label="Grace when time is out",
        choices=[("", "as usual at this pace"), ("0", "none"), ("43200", "12 hours"), ("86400", "a day")],
    )
    clock_vacation = forms.ChoiceField(required=False, label="Leave of captains", choices=list(VACATIONS.items()), initial="all")
    clock_helmsman = forms.BooleanField(required=False, label="A helmsman plays when time is out")
    clock_muster = forms.BooleanField(required=False, label="Everyone says “ready” before the game begins")
    clock_least = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=0,
        label="Only reliable captains",
        choices=[("0", "anyone"), ("80", "80 % on time"), ("90", "90 % on time")],
    )
    clock_own = forms.ChoiceField(
        required=False,
        label="A pace of your own",
        choices=[("", "no, the one above"), ("steady", "steady"), ("bank", "bank"), ("slots", "fixed times")],
    )
    clock_hours = hours("Steady: hours for a turn", 336)
    clock_initial, clock_increment = hours("Bank: hours to start with"), hours("Bank: hours each turn adds")
    clock_cap, clock_floor, clock_free = (
        hours("Bank: most hours in it"),
        hours("Bank: least hours of a turn"),
        hours("Bank: free hours of each turn"),
    )
    clock_slot_days = forms.MultipleChoiceField(
        required=False, label="Fixed times: days", choices=DAYS, widget=forms.CheckboxSelectMultiple
    )
    clock_slot_at = forms.TimeField(required=False, label="Fixed times: at", input_formats=["%H:%M"], help_text="Such as 20:00.")
    clock_least_hours = hours("Fixed times: least hours of a turn", 168)

    clock_ends_on = forms.DateField(
        required=False, label="The game ends on", widget=forms.DateInput({"type": "date"}),
        help_text="In the time zone of the table. The round that runs then is played to its end; leave it empty for no date.",
    )  # fmt: skip
    clock_ends_at = forms.TimeField(
        required=False, label="The game ends at", widget=forms.TimeInput({"type": "time"}), help_text="20:00 if left empty."
    )

    def __init__(self, *args, zone: str = "UTC", **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["pace"].choices = [(found.key, f"{found.name}. {found.sentence}") for found in paces.PRESETS]
        self.fields["clock_zone"].choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
        self.fields["clock_zone"].initial = zone
        self.fields["clock_country"].choices = countries()

    def clock_fields(self):
        """The fields behind "more"."""
        return [field for field in self if field.name.startswith(PREFIX)]

    def agreed_end(self) -> datetime | None:
        """The moment on which the game ends, if one was named. Raises BadTerms."""
        day, at = self.cleaned_data.get("clock_ends_on"), self.cleaned_data.get("clock_ends_at")
        if day is None:
            if at is not None:
                raise BadTerms("Name the day on which the game ends as well, or leave both empty.")
            return None
        return checked_end(moment(day, at, self.cleaned_data.get("clock_zone") or "UTC"), timezone.now())

    def clock_terms(self, friends_only: bool) -> Terms:
        """What the fields mean together. Raises BadTerms."""
        found = {key.removeprefix(PREFIX): value for key, value in self.cleaned_data.items() if key.startswith(PREFIX)}
        if bool(found["quiet_from"]) != bool(found["quiet_to"]):
            raise BadTerms("Quiet hours need both a beginning and an end.")
        quiet = (time.fromisoformat(found["quiet_from"]), time.fromisoformat(found["quiet_to"])) if found["quiet_from"] else None
        calendar = Calendar(found["zone"] or "UTC", tuple(int(day) for day in found["days_off"]), found["country"], quiet)
        terms = Terms(
            self.chosen_pace(found), calendar, int(found["grace"]) if found["grace"] else None, found["vacation"] or "all",
            found["helmsman"], found["muster"], found["least"] or 0,
        )  # fmt: skip
        return checked(terms, friends_only)

    def chosen_pace(self, found: dict) -> Pace:
        """One's own pace where one was asked for, else the preset."""
        own = {key: (value or 0) * HOUR for key, value in found.items() if isinstance(value, int) or value is None}
        if found["own"] == "steady":
            return Steady(own["hours"])
        if found["own"] == "bank":
            return Bank(own["initial"], own["increment"], own["cap"], own["floor"], own["free"])
        if found["own"] == "slots":
            at = found["slot_at"] or time(20)
            return Slots(tuple(int(day) for day in found["slot_days"]), at.hour, at.minute, own["least_hours"] or DAY // 2)
        return paces.preset(self.cleaned_data["pace"]).pace
