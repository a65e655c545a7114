"""Forms that create a league, season or open event, or change a season, with the usual values filled in."""

from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from games.clocks.terms import PRESETS as PACES
from games.clocks.terms import USUAL_TURN
from games.editions.guard import on_offer
from games.engine import Ruleset
from games.tables.lobby import checked_options
from leagues.models import Season
from leagues.models.league import DATES_TO_COME
from leagues.pure.pairing import usual_load
from leagues.pure.presets import ADJUDICATIONS, MADE_UP, SCHEMES, SHAPES, USUAL_PART, USUAL_SIZES, Preset

OPTION = "option-"
DERIVED = ("size", "most_at_once", "down", "criteria", "options")
"""Preset fields that are computed from the form's values, not copied."""


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[int | str, str]]) -> None:
    """Set the choices of a form field. Raise TypeError for a field without choices."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} has no choices")
    field.choices = list(choices)


class LeagueForm(forms.Form):
    name = forms.CharField(max_length=60, label="Name of the league")
    ruleset = forms.ChoiceField(label="Which game")
    about = forms.CharField(
        max_length=2000, required=False, label="House rules", help_text="What captains should know. You may leave it empty.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    is_public = forms.BooleanField(required=False, initial=True, label="Everyone may watch")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "ruleset", editions())


def editions() -> list[tuple[str, str]]:
    return [(rules.slug, f"{rules.name}, {rules.edition}" if rules.edition else rules.name) for rules in on_offer().values()]


def offer_seats(form: forms.Form, editions: Iterable[Ruleset]) -> None:
    """Offer the table sizes that leagues support and an edition allows; preselect the usual size of the first edition."""
    first, *others = editions
    offered = [count for count in USUAL_SIZES if any(rules.seats[0] <= count <= rules.seats[1] for rules in (first, *others))]
    set_choices(form, "seats", [(count, str(count)) for count in offered])
    form.fields["seats"].initial = min(offered, key=lambda count: abs(count - first.usual_seats))


def paces_on_offer() -> list[tuple[int, str]]:
    return [(int(preset.key), preset.name) for preset in PACES if preset.key.isdecimal()]


def input_value(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%Y-%m-%dT%H:%M}"


def moment_field(label: str, help_text: str) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, widget=widget, input_formats=["%Y-%m-%dT%H:%M"])


class SeasonForm(forms.Form):
    """The form of a new season. Divisions of the usual size are perfectly fair, other sizes nearly fair."""

    shape = forms.ChoiceField(choices=SHAPES.items(), label="Kind of season", initial="divisions")
    seats = forms.TypedChoiceField(
        coerce=int, label="Captains at a table",
        help_text="Everyone has as many games as there are captains at a table, one in each seat. One full table is enough to begin.",
    )  # fmt: skip
    registration_to = moment_field("Registration until", "In your time zone. The draw follows at once.")
    starts = moment_field("Season starts", "The first games begin then.")
    pace = forms.TypedChoiceField(coerce=int, label="Pace", initial=USUAL_TURN, help_text="How long a turn may take.")
    round_days = forms.IntegerField(
        min_value=1,
        max_value=365,
        initial=45,
        label="Days for a round",
        help_text="The season ends after this many days for each round. Then the site decides games that are not over, as chosen below.",
    )
    most_entries = forms.IntegerField(
        min_value=0,
        max_value=5000,
        initial=0,
        label="Maximum number of captains",
        help_text="0: no limit. Later captains go on a waiting list.",
    )
    size = forms.IntegerField(
        min_value=0, max_value=40, initial=0, label="Captains in a division",
        help_text="0: the size that is perfectly fair for these tables.",
    )  # fmt: skip
    rounds = forms.IntegerField(
        min_value=1, max_value=20, initial=4, label="Rounds", help_text="Of an open event; divisions have as many as they need."
    )
    final = forms.BooleanField(
        required=False, label="A final", help_text="Of an open event: the best play one more table for the first places."
    )
    most_at_once = forms.IntegerField(
        min_value=0, max_value=20, initial=0, label="Maximum games at once", help_text="0: as usual for these tables."
    )
    points = forms.ChoiceField(choices=SCHEMES.items(), label="Points", initial="table")
    up = forms.IntegerField(min_value=0, max_value=10, initial=1, label="Promoted", help_text="From each division.")
    down = forms.IntegerField(
        min_value=0, max_value=10, initial=1, label="Relegated", help_text="In a pyramid, always twice as many as are promoted."
    )
    withdrawal = forms.ChoiceField(
        choices=MADE_UP.items(), label="For a void table", initial="average", help_text="What captains who did not leave it get for it."
    )
    least_counted = forms.IntegerField(
        min_value=0, max_value=100, initial=USUAL_PART, label="Games that must count, in percent",
        help_text="Nobody wins, is promoted or is relegated on fewer of their games.",
    )  # fmt: skip
    adjudication = forms.ChoiceField(choices=ADJUDICATIONS.items(), label="Games not over at the end", initial="score")
    automatic = forms.BooleanField(
        required=False, initial=True, label="Runs by itself", help_text="Draw, start, rounds and results happen on time, without a button."
    )
    ready_check = forms.BooleanField(
        required=False, initial=True, label="Captains say that they are ready",
        help_text="When a round opens. A table begins when all of its captains are ready. If one does not answer, we ask a substitute.",
    )  # fmt: skip
    USUAL: tuple[str, ...] = ("shape", "seats", "registration_to", "starts", "pace", "round_days")
    PLAIN_FIELDS = tuple(field.name for field in fields(Preset) if field.name not in DERIVED)

    def __init__(self, rules: Ruleset, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        offer_seats(self, [rules])
        set_choices(self, "pace", paces_on_offer())
        now = timezone.now().replace(minute=0, second=0, microsecond=0)
        self.fields["registration_to"].initial = input_value(now + timedelta(days=10))
        self.fields["starts"].initial = input_value(now + timedelta(days=12))
        for option in rules.options:
            self.fields[OPTION + option.key] = forms.ChoiceField(
                label=option.label, help_text=option.sentence, initial=str(option.default), required=False,
                choices=[(str(value), label) for value, label in option.choices] or [("True", "yes"), ("False", "no")],
            )  # fmt: skip

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.USUAL]

    @property
    def more(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.USUAL and not field.name.startswith(OPTION)]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith(OPTION)]

    def times(self) -> tuple[Any, ...]:
        return self.cleaned_data["registration_to"], self.cleaned_data["starts"]

    def preset(self) -> Preset:
        """Return the chosen preset, with usual values in place of zeros."""
        values = self.cleaned_data
        options = {key.removeprefix(OPTION): values[key] for key in values if key.startswith(OPTION) and values[key]}
        return Preset(
            size=values["size"] or USUAL_SIZES[values["seats"]],
            most_at_once=values["most_at_once"] or (1 if values["shape"] == "swiss" else usual_load(values["seats"])),
            down=2 * values["up"] if values["shape"] == "pyramid" else values["down"],
            options=checked_options(self.rules, options),
            **{key: values[key] for key in self.PLAIN_FIELDS},
        )


def settings_of(season: Season) -> dict[str, Any]:
    """Return a season's settings as initial values, for its settings page and for the next season."""
    preset = season.preset
    before = {key: getattr(preset, key) for key in (*SeasonForm.PLAIN_FIELDS, "size", "most_at_once", "down")}
    return before | {OPTION + key: str(value) for key, value in (preset.options or season.league.options).items()}


class SettingsForm(SeasonForm):
    """The form of an existing season's settings; frozen settings are disabled."""

    hard_end = moment_field("Season ends", "Games that are not over then are decided by the site.")
    alarm_overdue = forms.IntegerField(
        min_value=1,
        max_value=240,
        label="Alarm after hours overdue",
        help_text="Organisers are told of a captain who is overdue for so long.",
    )
    alarm_quiet = forms.IntegerField(
        min_value=0,
        max_value=60,
        label="Alarm after days without a move",
        help_text="0: never. Organisers are told of a table where nothing happens.",
    )
    reason = forms.CharField(
        required=False, max_length=300, label="Reason", help_text="Everyone who has registered reads it. A draft needs none."
    )
    USUAL = ("registration_to", "starts", "hard_end", "alarm_overdue", "alarm_quiet", "reason")
    ALWAYS_OPEN = ("points", "adjudication", "automatic")
    """Settings that may still change after registration has opened."""

    def __init__(self, season: Season, rules: Ruleset, *args: Any, **kwargs: Any) -> None:
        self.season = season
        before = settings_of(season)
        before |= {key: input_value(getattr(season, key)) for key in ("registration_to", "starts", "hard_end")}
        before |= {"alarm_overdue": season.alarm_overdue, "alarm_quiet": season.alarm_quiet}
        super().__init__(rules, *args, initial=before, **kwargs)
        open_dates = DATES_TO_COME.get(season.status, ())
        for name, field in self.fields.items():
            frozen = season.status != "draft" and name not in (*self.USUAL, *self.ALWAYS_OPEN)
            field.disabled = frozen or (name in ("registration_to", "starts", "hard_end") and name not in open_dates)

    def changes(self) -> dict[str, Any]:
        """Return the arguments of `services.making.change`. Leave out unedited dates, which would lose their seconds."""
        values = self.cleaned_data
        moments = {key: values[key] for key in ("registration_to", "starts", "hard_end")}
        times = {key: chosen for key, chosen in moments.items() if input_value(chosen) != input_value(getattr(self.season, key))}
        preset = self.preset()
        if not self.season.preset.options and preset.options == checked_options(self.rules, self.season.league.options):
            preset = replace(preset, options={})
        preset = replace(preset, criteria=self.season.preset.criteria)
        alarms = {key: values[key] for key in ("alarm_overdue", "alarm_quiet")}
        return {"preset": preset, "times": times, "alarms": alarms, "reason": values["reason"]}


class TournamentForm(forms.Form):
    """The form of an open event: rounds in which captains with similar points meet, and an optional final."""

    name = forms.CharField(max_length=60, label="Name of the tournament")
    ruleset = forms.ChoiceField(label="Which game")
    seats = forms.TypedChoiceField(coerce=int, label="Captains at a table")
    rounds = forms.TypedChoiceField(
        coerce=int, label="Rounds", initial=3, choices=[(1, "one: a single table for everyone"), *((n, str(n)) for n in range(2, 11))],
        help_text="In each round, captains with similar points meet.",
    )  # fmt: skip
    final = forms.BooleanField(
        required=False, initial=True, label="A final", help_text="The best play one more table for the first places."
    )
    pace = forms.TypedChoiceField(coerce=int, label="Pace", initial=USUAL_TURN, help_text="How long a turn may take.")
    round_days = forms.IntegerField(
        min_value=1,
        max_value=365,
        initial=30,
        label="Days for a round",
        help_text="The next round opens when all games of the last one are over. Games that are not over in time are decided by position.",
    )
    registration_to = moment_field("Begins", "In your time zone. Registration closes then, and the first tables open.")
    about = forms.CharField(
        max_length=2000,
        required=False,
        label="What captains should know",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="You may leave it empty.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "ruleset", editions())
        offer_seats(self, on_offer().values())
        set_choices(self, "pace", paces_on_offer())
        now = timezone.now().replace(minute=0, second=0, microsecond=0)
        self.fields["registration_to"].initial = input_value(now + timedelta(days=7))

    def terms(self) -> dict[str, Any]:
        """Return the arguments of `services.making.create_tournament`."""
        chosen = self.cleaned_data
        shared = {key: chosen[key] for key in ("seats", "rounds", "final", "pace", "round_days")}
        preset = Preset(shape="swiss", size=USUAL_SIZES[chosen["seats"]], most_at_once=1, up=0, down=0, **shared)
        plain = {key: chosen[key] for key in ("name", "ruleset", "about", "registration_to")}
        return {**plain, "starts": chosen["registration_to"], "preset": preset}
