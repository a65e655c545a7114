"""Handle registrations, the waiting list, standing orders for future tables, absences, and bots."""

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.template.defaultfilters import pluralize
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from games.engine import Ruleset, StandingOrder
from games.moderation import limits
from games.play import standing_orders
from games.play.controllers import bot_levels
from games.rulesets import get_ruleset
from games.tables.lobby import edition
from leagues.models import Absence, Entry, Sanction, Season, SeasonOrders
from leagues.services.common import locked, log, must_be, must_organise

MAX_BOTS = 60
BOT_NAMES = (
    "Sea Wolf",
    "Old Salt",
    "Storm Petrel",
    "Black Gull",
    "Grey Shark",
    "Salt Herring",
    "Night Heron",
    "Red Kite",
    "Sand Eel",
    "Wild Goose",
)


@transaction.atomic
def register(season_id: int, user: User, orders: Mapping[str, Any] = MappingProxyType({})) -> Entry:
    """Register a user with standing orders, even after a withdrawal. If the season is full, use the waiting list. Raise NotAllowed."""
    season = locked(season_id)
    must_be(season, Season.Status.REGISTRATION)
    limits.members_only(user, "A guest account works in one browser only. Sign up first.")
    if paused := pause_of(season, user):
        raise NotAllowed("paused", paused)
    entry, is_new = Entry.objects.get_or_create(season=season, user=user)
    if reds_of(entry).exists():
        raise NotAllowed("out", "After a red card you play in no table of this season.")
    if not is_new and entry.status in (Entry.Status.ACCEPTED, Entry.Status.WAITING):
        give_orders(season, user, orders)
        return entry
    entry.asked_at, entry.status = timezone.now(), Entry.Status.ACCEPTED
    if season.preset.most_entries and accepted_entries(season).exclude(pk=entry.pk).count() >= season.preset.most_entries:
        entry.status = Entry.Status.WAITING
    entry.yellow_before = season.number > 1 and had_red_card(season, user)
    entry.save()
    give_orders(season, user, orders)
    return entry


def pause_of(season: Season, user: User) -> str:
    """Return why a red card bars the user from the season, or "" if no card does."""
    previous = season.before
    before = previous.entries.filter(user=user).first() if previous else None
    is_out = before is not None and reds_of(before).exists()
    return "After a red card you sit out one season. The next one is open to you again." if is_out else ""


def had_red_card(season: Season, user: User) -> bool:
    """Return whether the user got a red card in the last earlier season that they entered."""
    before = Entry.objects.filter(season__league=season.league, season__number__lt=season.number, user=user)
    last = before.order_by("-season__number").first()
    return last is not None and reds_of(last).exists()


def reds_of(entry: Entry) -> QuerySet[Sanction]:
    return entry.sanctions.filter(kind=Sanction.Kind.RED, lifted_at=None)


def accepted_entries(season: Season) -> QuerySet[Entry]:
    return Entry.objects.filter(season=season, status=Entry.Status.ACCEPTED)


@transaction.atomic
def add_bots(season_id: int, by: User | None, count: int, level: str) -> list[Entry]:
    """Add `count` bots of the given level to a season. Bots are never rated. Raise NotAllowed."""
    season = locked(season_id)
    must_organise(by, season)
    must_be(season, Season.Status.DRAFT, Season.Status.REGISTRATION)
    if level not in bot_levels(edition(season.league.ruleset)):
        raise NotAllowed("no-bot", "There is no bot of that strength for this edition.")
    have = season.entries.exclude(bot="").count()
    if not count >= 1:
        raise NotAllowed("none", "Say how many bots: at least one.")
    if have + count > MAX_BOTS:
        raise NotAllowed("too-many", f"A season has room for {MAX_BOTS} bots.")
    names = [BOT_NAMES[number % 10] + (f" {number // 10 + 1}" if number >= 10 else "") for number in range(have, have + count)]
    bots = Entry.objects.bulk_create(Entry(season=season, bot=level, own_name=name) for name in names)
    log(season, by, f"added {count} bot{pluralize(count)} ({level})")
    return bots


# -- standing orders that tables need from the start ----------------------------------------------------
def rules_of(season: Season) -> tuple[Ruleset, dict[str, Any]]:
    return get_ruleset(season.league.ruleset), season.preset.options or season.league.options


def why_orders_first(season: Season) -> str:
    """Return why the season's tables need standing orders before the first move, or "" if they need none."""
    return standing_orders.why_first(*rules_of(season))


def first_orders(season: Season) -> tuple[StandingOrder, ...]:
    """Return the standing orders that tables need before the first move; () if all can wait."""
    return standing_orders.first_orders(*rules_of(season))


@transaction.atomic
def give_orders(season: Season, user: User, orders: Mapping[str, Any]) -> None:
    """Store a user's standing orders for future tables. Raise NotAllowed for other orders, or without a part in the season."""
    if not has_part(season, user):
        raise NotAllowed("no-part", "Register for this season or offer to step in, and give your orders with that.")
    checked = standing_orders.checked_orders(first_orders(season), dict(orders))
    if checked:
        SeasonOrders.objects.update_or_create(season=season, user=user, defaults={"orders": checked})


def has_part(season: Season, user: User) -> bool:
    """Return whether the user plays in the season, is on its waiting list, or is a substitute."""
    plays = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING))
    return plays.exists() or season.substitutes.filter(user=user).exists()


def orders_of(season: Season, user: User) -> dict[str, Any]:
    return SeasonOrders.objects.filter(season=season, user=user).values_list("orders", flat=True).first() or {}


# -- days away ------------------------------------------------------------------------------------------
@transaction.atomic
def be_away(season_id: int, user: User, begin: date, end: date) -> Absence:
    """Store an absence, during which no new game should begin for the captain. Raise NotAllowed."""
    entry = Entry.objects.select_related("season").get(season_id=season_id, user=user, status=Entry.Status.ACCEPTED)
    if not timezone.now().date() <= end or end < begin or end - begin > timedelta(days=60):
        raise NotAllowed("times", "An absence has a first and a last day, lasts 60 days at most, and is not over yet.")
    if begin > entry.season.hard_end.date():
        raise NotAllowed("after", f"The season ends on {entry.season.hard_end:%-d %B %Y}, before those days are over.")
    if entry.absences.filter(begin__lte=begin, end__gte=end).exists():
        raise NotAllowed("noted", "Those days are noted already.")
    if entry.absences.count() >= 10:
        raise NotAllowed("too-many", "A season allows ten absences.")
    return Absence.objects.create(entry=entry, begin=begin, end=end)


@transaction.atomic
def be_there(user: User, absence_id: int) -> None:
    Absence.objects.get(pk=absence_id, entry__user=user, end__gte=timezone.now().date()).delete()
