"""Making a league and its seasons, and what may still be changed about them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from games.errors import NotAllowed
from games.services.chat import plain
from games.services.tables import checked_options, edition
from leagues.models import Correction, League, Season
from leagues.presets import BadPreset, Preset
from leagues.services.common import locked, log, must_be, must_have_reason, must_organise

MOST_LEAGUES = 5
RESERVED = ("new", "ratings")
FROZEN_AFTER = (Season.Status.SEEDING, Season.Status.RUNNING, Season.Status.SETTLING, Season.Status.FINAL)


@transaction.atomic
def create_league(user, name: str, ruleset: str, options: dict | None = None, about: str = "", is_public: bool = True) -> League:
    """A league with one organiser."""
    name = plain(name)[:60]
    slug = slugify(name)[:50]
    rules = edition(ruleset)
    if len(slug) < 3 or slug in RESERVED:
        raise NotAllowed("name", "A league needs a name with at least three letters or digits.")
    if user.leagues_run.count() >= MOST_LEAGUES:
        raise NotAllowed("too-many", f"You organise {MOST_LEAGUES} leagues already. That has to do.")
    if League.objects.filter(slug=slug).exists():
        raise NotAllowed("name-taken", "There is a league of that name already.")
    league = League.objects.create(
        name=name, slug=slug, ruleset=rules.slug, options=checked_options(rules, options or {}), about=about[:2000], is_public=is_public
    )
    league.organisers.add(user)
    return league


@transaction.atomic
def create_season(
    league_id: int, by, preset: Preset, registration_to: datetime, starts: datetime, hard_end: datetime | None = None
) -> Season:
    """The next season, still a draft. Without a hard end it gets one that fits the preset."""
    league = League.objects.select_for_update().get(pk=league_id)
    if by is not None and not league.organisers.filter(pk=by.pk).exists():
        raise League.DoesNotExist
    before = league.seasons.first()
    if before and before.status not in (Season.Status.FINAL, Season.Status.ARCHIVED, Season.Status.CANCELLED):
        raise NotAllowed("one-at-a-time", "The season before this one is not over yet.")
    check_preset(league, preset)
    hard_end = hard_end or starts + timedelta(days=preset.round_days * likely_rounds(preset))
    check_times(registration_to, starts, hard_end)
    season = Season.objects.create(
        league=league, number=before.number + 1 if before else 1, preset_data=preset.to_json(),
        registration_to=registration_to, starts=starts, hard_end=hard_end,
    )  # fmt: skip
    log(season, by, "made this season")
    return season


def likely_rounds(preset: Preset) -> int:
    """How many rounds a season is likely to have."""
    if preset.shape == "swiss":
        return preset.rounds
    games = preset.size - 1 if preset.seats == 2 else preset.seats
    return -(-games // preset.most_at_once)


def check_preset(league: League, preset: Preset) -> None:
    least, most = edition(league.ruleset).seats
    try:
        preset.checked(least, most)
    except BadPreset as wrong:
        raise NotAllowed("preset", str(wrong)) from None


def check_times(registration_to: datetime, starts: datetime, hard_end: datetime) -> None:
    if not timezone.now() <= registration_to <= starts < hard_end:
        raise NotAllowed("times", "Registration ends first, then the season starts, then it ends; and none of it in the past.")
    if hard_end - registration_to > timedelta(days=800):
        raise NotAllowed("times", "A season may not last longer than two years.")


@transaction.atomic
def change_preset(season_id: int, by, preset: Preset, reason: str = "") -> Season:
    """Other settings. A draft is simply changed; later, points and the order of places only as a correction shown for ever."""
    season = locked(season_id)
    must_organise(by, season)
    check_preset(season.league, preset)
    old = season.preset
    if season.status != Season.Status.DRAFT:
        must_be(season, Season.Status.REGISTRATION, *FROZEN_AFTER)
        changed = {key: value for key, value in preset.to_json().items() if old.to_json()[key] != value}
        if not set(changed) <= {"points", "criteria", "automatic", "adjudication"}:
            raise NotAllowed("frozen", "What people registered for cannot be changed any more.")
        Correction.objects.create(
            season=season, old={key: old.to_json()[key] for key in changed}, new=changed, reason=must_have_reason(reason), by=by
        )
    season.preset_data = preset.to_json()
    season.save(update_fields=["preset_data"])
    log(season, by, "changed the settings", reason[:300])
    return season


@transaction.atomic
def add_organiser(league_id: int, by, person) -> None:
    """One more who may do everything."""
    league = League.objects.get(pk=league_id, organisers=by)
    if league.organisers.count() >= 10:
        raise NotAllowed("too-many", "Ten organisers have to do.")
    league.organisers.add(person)
