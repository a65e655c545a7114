"""Standing orders that a season's tables need from the start, given on registration or on becoming a substitute."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games.editions.errors import NotAllowed
from games.engine import Ruleset, StandingOrder
from games.models import Game
from games.play import standing_orders
from games.rulesets import get_ruleset
from leagues.models import Entry, Season, SeasonOrders


def rules_of(season: Season) -> tuple[Ruleset, dict[str, Any]]:
    """Return the edition of a season, and the options of its tables."""
    return get_ruleset(season.league.ruleset), season.preset.options or season.league.options


def why_first(season: Season) -> str:
    """Return why the tables of this season need orders before their first move; "" if they do not."""
    return standing_orders.why_first(*rules_of(season))


def first_orders(season: Season) -> tuple[StandingOrder, ...]:
    """Return the orders that everybody is asked for; none if they can wait."""
    return standing_orders.first_orders(*rules_of(season))


@transaction.atomic
def give(season: Season, user: User, orders: Mapping[str, Any]) -> None:
    """Store this person's orders for tables at which they sit down from now on.

    Raise NotAllowed for orders that are not offered, and for people without a part in the season.
    """
    if not has_part(season, user):
        raise NotAllowed("no-part", "Register for this season or offer to step in, and give your orders with that.")
    checked = standing_orders.checked_orders(first_orders(season), dict(orders))
    if checked:
        SeasonOrders.objects.update_or_create(season=season, user=user, defaults={"orders": checked})


def has_part(season: Season, user: User) -> bool:
    """Return whether this person plays here, waits for a place, or is a substitute."""
    plays = season.entries.filter(user=user, status__in=(Entry.Status.ACCEPTED, Entry.Status.WAITING))
    return plays.exists() or season.substitutes.filter(user=user).exists()


def fit_for(game: Game, season: Season, user: User) -> dict[str, Any]:
    """Return this person's orders that this game asks for."""
    return standing_orders.fitting_orders(standing_orders.first_at(game), given(season, user))


def given(season: Season, user: User) -> dict[str, Any]:
    """Return this person's orders."""
    return SeasonOrders.objects.filter(season=season, user=user).values_list("orders", flat=True).first() or {}
