"""Faults that were caught at a table: each kind is kept once, and hosts get one letter an hour."""

from datetime import UTC, datetime, timedelta

import notifications
from games.announcements.notices import FAULTS, FaultFacts
from games.models import Fault, Game
from games.moderation.reports import HOUR, hosts

SET_ASIDE = "set aside"
"""The part of a fault for which a game was set aside."""


def note(game_id: int, part: str, error: str) -> Fault | None:
    """Keep a fault and tell the hosts. Return None if this kind is known at this table, or the table is gone."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    fault, is_new = Fault.objects.get_or_create(game=game, part=part[:20], defaults={"error": error[:60], "number": game.number})
    if not is_new:
        return None
    tell_hosts(fault)
    return fault


def tell_hosts(fault: Fault) -> None:
    """Send each host a letter at the next full hour, one for all faults until then."""
    hour = int(fault.at.timestamp()) // HOUR
    at = datetime.fromtimestamp((hour + 1) * HOUR, UTC)
    for host in hosts():
        notifications.notify(
            FAULTS, host, f"faults:{host.pk}:{hour}", FaultFacts(hour=hour), not_before=at, expires_at=at + timedelta(days=2)
        )


def of_hour(hour: int) -> list[Fault]:
    """Return the faults within an hour; `hour` counts from 1970."""
    begin = datetime.fromtimestamp(hour * HOUR, UTC)
    return list(Fault.objects.filter(at__gte=begin, at__lt=begin + timedelta(hours=1)).select_related("game").order_by("pk"))
