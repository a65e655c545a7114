"""Create leagues and seasons, and change their settings."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from accounts.confusables import in_any_case
from accounts.models import User
from core.plain_text import printable_lines
from games.clocks.terms import span_words
from games.editions.errors import NotAllowed
from games.moderation import limits
from games.moderation.limits import name_of
from games.tables.lobby import checked_options, edition
from leagues import notices
from leagues.models import Correction, League, Season
from leagues.models.league import DATES_TO_COME
from leagues.pure.presets import BadPreset, Preset
from leagues.services import results, seasons
from leagues.services.common import locked, log, must_be, must_have_reason, must_judge_all, must_organise
from leagues.tables.division_tables import mark_season

MAX_ORGANISERS = 10
RESERVED = ("new", "ratings", "tournament")
Status = Season.Status


@transaction.atomic
def create_league(
    user: User, name: str, ruleset: str, options: dict[str, Any] | None = None, about: str = "", is_public: bool = True
) -> League:
    name = name_of(name, user, "the name of a league")
    rules = edition(ruleset)
    if not any(char.isalnum() for char in name):
        raise NotAllowed("name", "A league needs a name with a letter or a digit.")
    limits.must_have_room(user, "leagues", League.objects.filter(organisers=user).count())
    options = checked_options(rules, options or {})
    may_give_house_rules(user, about)
    try:
        with transaction.atomic():
            must_be_free(name)
            league = League(name=name, slug=free_slug(name), ruleset=rules.slug, options=options, is_public=is_public)
            league.about = printable_lines(about)[:2000]
            league.save()
    except IntegrityError:  # another league took the name or slug at the same time
        must_be_free(name)
        raise
    league.organisers.add(user)
    return league


def must_be_free(name: str) -> None:
    if League.objects.filter(skeleton__in=in_any_case(name)).exists():
        raise NotAllowed("name-taken", "There is already a league with that name, or with one that looks like it.")


def free_slug(name: str) -> str:
    """Return an unused slug from the Latin part of the name, with a number if needed."""
    slug = slugify(name)[:50]
    if len(slug) < 3 or slug in RESERVED or not any(char.isalpha() for char in slug):
        slug = f"league-{slug}".strip("-")
    taken = set(League.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    return next(free for free in (slug, *(f"{slug}-{number}" for number in range(2, len(taken) + 3))) if free not in taken)


@transaction.atomic
def create_season(
    league_id: int, by: User | None, preset: Preset, registration_to: datetime, starts: datetime, hard_end: datetime | None = None
) -> Season:
    """Create the next season of a league as a draft. By default, `hard_end` follows from the preset. Raise NotAllowed."""
    league = League.objects.select_for_update().get(pk=league_id)
    if by is not None and not league.organisers.filter(pk=by.pk).exists():
        raise League.DoesNotExist
    before = league.seasons.first()
    if not is_free(league):
        raise NotAllowed("one-at-a-time", "The season before this one is not over yet.")
    check_preset(league, preset)
    hard_end = hard_end or starts + timedelta(days=preset.round_days * likely_rounds(preset))
    season = Season(
        league=league, number=before.number + 1 if before else 1, preset_data=preset.to_json(),
        registration_to=registration_to, starts=starts, hard_end=hard_end,
    )  # fmt: skip
    check_times(season, ("registration_to",))
    must_have_time(season)
    season.save()
    log(season, by, "made this season")
    return season


def is_free(league: League) -> bool:
    """Return whether the next season may be created: the last season is final, archived or cancelled."""
    before = league.seasons.first()
    return before is None or before.status in (Season.Status.FINAL, Season.Status.ARCHIVED, Season.Status.CANCELLED)


def likely_rounds(preset: Preset) -> int:
    if preset.shape == "swiss":
        return preset.rounds + preset.final
    games = preset.size - 1 if preset.seats == 2 else preset.seats
    return -(-games // preset.most_at_once)


def check_preset(league: League, preset: Preset) -> None:
    """Raise NotAllowed if the preset is invalid, or if the edition cannot be played with its options at tables of its size."""
    rules = edition(league.ruleset)
    try:
        preset.checked(*rules.seats)
    except BadPreset as wrong:
        raise NotAllowed("preset", str(wrong)) from None
    if problem := rules.unplayable(preset.options or league.options, preset.seats):
        raise NotAllowed("options", problem)


def check_times(season: Season, changed: Iterable[str]) -> None:
    """Raise NotAllowed if future dates are out of order, a changed date is past, or the season lasts too long."""
    to_come = [getattr(season, key) for key in DATES_TO_COME.get(season.status, ())]
    in_order = to_come == sorted(to_come) and season.starts < season.hard_end
    if any(getattr(season, key) < timezone.now() for key in changed) or not in_order:
        raise NotAllowed("times", "Registration ends first, then the season starts, then it ends; and none of it in the past.")
    if season.hard_end - season.registration_to > timedelta(days=800):
        raise NotAllowed("times", "A season may not last longer than two years.")


def must_have_time(season: Season) -> None:
    """Raise NotAllowed if the season (or, for a draft, any of its rounds) ends before a first turn would be due."""
    least, spans = season.preset.first_turn, [season.hard_end - season.starts]
    if season.status == Season.Status.DRAFT:
        spans.append(timedelta(days=season.preset.round_days))
    if min(spans) < timedelta(seconds=least):
        taken = "a ready check and one turn" if season.preset.ready_check else "one turn"
        least_words = f"At this pace {taken} may take {span_words(least)}; allow at least that."
        raise NotAllowed("times", f"A round, or the season, is too short. {least_words}")


@transaction.atomic
def create_tournament(
    user: User, name: str, ruleset: str, preset: Preset, registration_to: datetime, starts: datetime, about: str = ""
) -> Season:
    """Create a league with one open event, and open its registration at once. Raise NotAllowed."""
    league = create_league(user, name, ruleset, about=about)
    season = create_season(league.pk, user, preset, registration_to, starts)
    return seasons.advance(season.pk, "open", user)


# -- changing -------------------------------------------------------------------------------------------
@transaction.atomic
def change(season_id: int, by: User | None, preset: Preset, times: dict[str, Any], alarms: dict[str, Any], reason: str = "") -> Season:
    """Save the settings of a season. Raise NotAllowed for changes to frozen settings."""
    change_preset(season_id, by, preset, reason)
    change_times(season_id, by, times, reason)
    season = locked(season_id)
    if times or season.status == Season.Status.DRAFT:
        must_have_time(season)
    season.alarm_overdue, season.alarm_quiet = alarms["alarm_overdue"], alarms["alarm_quiet"]
    season.save(update_fields=["alarm_overdue", "alarm_quiet"])
    return season


@transaction.atomic
def change_preset(season_id: int, by: User | None, preset: Preset, reason: str = "") -> Season:
    """Change the preset. After the draft, only a few settings may change, as a permanently visible correction. Raise NotAllowed."""
    season = locked(season_id)
    must_organise(by, season)
    check_preset(season.league, preset)
    old = season.preset.to_json()
    changed = {key: value for key, value in preset.to_json().items() if old[key] != value}
    if not changed:
        return season
    if season.status != Season.Status.DRAFT:
        must_judge_all(by, season)
        must_be(season, Status.REGISTRATION, Status.SEEDING, Status.RUNNING, Status.SETTLING, Status.FINAL)
        if not set(changed) <= {"points", "criteria", "automatic", "adjudication"}:
            raise NotAllowed("frozen", "What people registered for cannot be changed any more.")
        before = {key: old[key] for key in changed}
        Correction.objects.create(season=season, old=before, new=changed, reason=must_have_reason(reason), by=by)
    season.preset_data = preset.to_json()
    season.save(update_fields=["preset_data"])
    if "points" in changed:
        results.count_anew(season)
    mark_season(season, "the settings were changed")
    log(season, by, "changed the settings", reason[:300])
    return season


TIMES = {"registration_to": "registration closes", "starts": "the season starts", "hard_end": "the season ends"}


@transaction.atomic
def change_times(season_id: int, by: User | None, times: dict[str, datetime], reason: str = "") -> Season:
    """Change future dates. Once registration has opened, no date may be moved earlier. Raise NotAllowed."""
    season = locked(season_id)
    must_organise(by, season)
    changed = {key: moment for key, moment in times.items() if moment != getattr(season, key)}
    if not changed:
        return season
    if not set(changed) <= set(DATES_TO_COME.get(season.status, ())):
        raise NotAllowed("past", "That date is over. Only dates that are still to come can be changed.")
    if season.status != Season.Status.DRAFT:
        reason = must_have_reason(reason)
        if any(moment < getattr(season, key) for key, moment in changed.items()):
            raise NotAllowed("sooner", "An announced date can be put off, but not brought forward.")
    for key, moment in changed.items():
        setattr(season, key, moment)
    check_times(season, changed)
    season.save(update_fields=list(changed))
    words = ", ".join(f"{TIMES[key]} on {moment:%-d %B %Y, %H:%M} UTC" for key, moment in changed.items())
    act = log(season, by, f"changed the dates: {words}", reason)
    if season.status != Season.Status.DRAFT:
        new_dates = ", ".join(f"{TIMES[key]} on {notices.moment(moment)}" for key, moment in changed.items())
        notices.dates_changed(act, f"Other dates: {new_dates}.")
    return season


def may_give_house_rules(by: User, about: str) -> None:
    if about.strip():
        limits.may_write(by, "house rules")


@transaction.atomic
def describe(league_id: int, by: User, about: str) -> League:
    league = League.objects.select_for_update().get(pk=league_id, organisers=by)
    may_give_house_rules(by, about)
    league.about = printable_lines(about)[:2000]
    league.save(update_fields=["about"])
    return league


@transaction.atomic
def add_organiser(league_id: int, by: User, person: User) -> None:
    league = League.objects.select_for_update().get(pk=league_id, organisers=by)
    limits.members_only(person, "A guest account works in one browser only, and cannot organise leagues.")
    if league.organisers.contains(person):
        raise NotAllowed("organises", f"{person.name} organises this league already.")
    if league.organisers.count() >= MAX_ORGANISERS:
        raise NotAllowed("too-many", f"{MAX_ORGANISERS} organisers are the most that a league can have.")
    league.organisers.add(person)


@transaction.atomic
def step_down(league_id: int, by: User) -> None:
    """Remove `by` from the organisers of a league. Raise NotAllowed for the only organiser."""
    league = League.objects.select_for_update().get(pk=league_id, organisers=by)
    if league.organisers.count() < 2:
        raise NotAllowed("last", "You are the only organiser. Add another one first.")
    league.organisers.remove(by)
