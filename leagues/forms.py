"""Making a league and a season: one form each, with the usual answers filled in."""

from datetime import timedelta

from django import forms
from django.utils import timezone

from games import paces
from games.clock.terms import PRESETS as PACES
from games.engine import Ruleset
from games.rulesets import on_offer
from leagues.pairing import usual_load
from leagues.presets import ADJUDICATIONS, SCHEMES, SHAPES, USUAL_SIZES, WITHDRAWALS, Preset


class LeagueForm(forms.Form):
    """A new league."""

    name = forms.CharField(max_length=60, label="Name of the league")
    ruleset = forms.ChoiceField(label="Which game")
    about = forms.CharField(
        max_length=2000, required=False, label="House rules", help_text="What captains should know. May stay empty.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    is_public = forms.BooleanField(required=False, initial=True, label="Everyone may look on")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = [(rules.slug, f"{rules.name} {rules.edition}".strip()) for rules in on_offer().values()]


def local(moment) -> str:
    return f"{timezone.localtime(moment):%Y-%m-%dT%H:%M}"


def moment(label: str, help_text: str) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, widget=widget, input_formats=["%Y-%m-%dT%H:%M"])


class SeasonForm(forms.Form):
    """A new season. Divisions of the usual size are perfectly fair; other sizes are nearly so."""

    shape = forms.ChoiceField(choices=SHAPES.items(), label="Form", initial="divisions")
    seats = forms.TypedChoiceField(coerce=int, label="Captains at a table")
    registration_to = moment("Registration until", "In your time zone. The draw follows at once.")
    starts = moment("Season starts", "The first games begin then.")
    pace = forms.TypedChoiceField(coerce=int, label="Pace", initial=paces.USUAL)
    round_days = forms.IntegerField(
        min_value=1, max_value=365, initial=45, label="Days for a round", help_text="Games that are not over at the end are adjudicated."
    )
    most_entries = forms.IntegerField(
        min_value=0, max_value=5000, initial=0, label="Most captains", help_text="0: no limit. Whoever comes later is on the waiting list."
    )
    size = forms.IntegerField(
        min_value=0,
        max_value=40,
        initial=0,
        label="Captains in a division",
        help_text="0: the size that is perfectly fair for these tables.",
    )
    rounds = forms.IntegerField(
        min_value=1, max_value=20, initial=4, label="Rounds", help_text="Of an open event; divisions have as many as they need."
    )
    most_at_once = forms.IntegerField(
        min_value=0, max_value=20, initial=0, label="Most games at once", help_text="0: as usual for these tables."
    )
    points = forms.ChoiceField(choices=SCHEMES.items(), label="Points", initial="table")
    up = forms.IntegerField(min_value=0, max_value=10, initial=1, label="Go up")
    down = forms.IntegerField(min_value=0, max_value=10, initial=1, label="Go down", help_text="In a pyramid twice as many as go up.")
    withdrawal = forms.ChoiceField(choices=WITHDRAWALS.items(), label="Who withdraws early", initial="all")
    adjudication = forms.ChoiceField(choices=ADJUDICATIONS.items(), label="Games not over at the end", initial="score")
    automatic = forms.BooleanField(
        required=False, initial=True, label="Runs by itself", help_text="Draw, start, rounds and results come on time without a button."
    )
    USUAL = ("shape", "seats", "registration_to", "starts", "pace", "round_days")

    def __init__(self, rules: Ruleset, *args, **kwargs):
        super().__init__(*args, **kwargs)
        least, most = rules.seats
        self.fields["seats"].choices = [(seats, str(seats)) for seats in range(max(2, least), min(8, most) + 1)]
        self.fields["seats"].initial = min(4, most)
        self.fields["pace"].choices = [(int(preset.key), preset.name) for preset in PACES if preset.key.isdecimal()]
        now = timezone.now().replace(minute=0, second=0, microsecond=0)
        self.fields["registration_to"].initial = local(now + timedelta(days=10))
        self.fields["starts"].initial = local(now + timedelta(days=12))

    @property
    def usual(self):
        return [self[name] for name in self.USUAL]

    @property
    def more(self):
        return [field for field in self if field.name not in self.USUAL]

    def preset(self) -> Preset:
        """What was chosen; zeros stand for what is usual at these tables."""
        said = self.cleaned_data
        kept = (
            "shape",
            "seats",
            "pace",
            "round_days",
            "most_entries",
            "rounds",
            "points",
            "up",
            "down",
            "withdrawal",
            "adjudication",
            "automatic",
        )
        chosen = {key: said[key] for key in kept}
        size = said["size"] or USUAL_SIZES[said["seats"]]
        load = said["most_at_once"] or (1 if said["shape"] == "swiss" else usual_load(said["seats"]))
        return Preset(size=size, most_at_once=load, **chosen)
