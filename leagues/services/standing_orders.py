"""The standing orders that the tables of a season ask for first: said as one registers or offers to step in."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine import Ruleset, StandingOrder
from games.errors import NotAllowed
from games.models import Game
from games.play import standing_orders
from games.rulesets import get_ruleset
from leagues.models import Entry, Season, SeasonOrders


def rules_of(season: Season) -> tuple[Ruleset, dict[str, Any]]:
    """The edition of a season, and the options of its tables."""
    return get_ruleset(season.league.ruleset), season.preset.options or season.league.options


def why_first(season: Season) -> str:
    """Why the tables of this season need orders before their first move; "" where that can wait."""
    return standing_orders.why_first(*rules_of(season))


def first_orders(season: Season) -> tuple[StandingOrder, ...]:
    """The orders that everybody is asked for; none where that can wait."""
    return standing_orders.first_orders(*rules_of(season))


@transaction.atomic
def give(season: Season, user: User, said: Mapping[str, Any]) -> None:
    """Keep what this person says; they hold at the tables at which they sit down from now on.

    Raises NotAllowed for what is not offered, and for who has no part in the season.
    """
    if not has_part(season, user):
        raise NotAllowed("no-part", "Register for this season or offer to step in, and give your orders with that.")
    found = standing_orders.checked_orders(first_orders(season), dict(said))
    if found:
        SeasonOrders.objects.update_or_create(season=season, user=user, defaults={"orders": found})


def has_part(season: Season, user: User) -> bool:
    """Does this person play here, wait for a place, or step in for others?"""
    plays = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING))
    return plays.exists() or season.substitutes.filter(user=user).exists()


def fit_for(game: Game, season: Season, user: User) -> dict[str, Any]:
    """What this person has said, as far as this game asks for it."""
    return standing_orders.fitting_orders(standing_orders.first_at(game), given(season, user))


def given(season: Season, user: User) -> dict[str, Any]:
    """What this person has said."""
    return SeasonOrders.objects.filter(season=season, user=user).values_list("orders", flat=True).first() or {}
