"""Store faults caught at a table, once for each kind, and send hosts one letter per hour."""

from datetime import UTC, datetime, timedelta

import notifications
from games.announcements.notices import FAULTS, FaultFacts
from games.models import Fault, Game
from games.moderation.reports import HOUR, hosts

SET_ASIDE = "set aside"
"""The `part` of a fault that stopped a game."""


def note(game_id: int, part: str, error: str) -> Fault | None:
    """Store a fault and notify the hosts. Return None if this kind is already stored for the table, or the table is deleted."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    fault, is_new = Fault.objects.get_or_create(game=game, part=part[:20], defaults={"error": error[:60], "number": game.number})
    if not is_new:
        return None
    tell_hosts(fault)
    return fault


def tell_hosts(fault: Fault) -> None:
    """Send each host one letter at the next full hour for all faults of the hour."""
    hour = int(fault.at.timestamp()) // HOUR
    next_hour = datetime.fromtimestamp((hour + 1) * HOUR, UTC)
    for host in hosts():
        notifications.notify(
            FAULTS, host, f"faults:{host.pk}:{hour}", FaultFacts(hour=hour), not_before=next_hour, expires_at=next_hour + timedelta(days=2)
        )


def of_hour(hour: int) -> list[Fault]:
    """Return the faults within an hour, counted in hours since 1970."""
    begin = datetime.fromtimestamp(hour * HOUR, UTC)
    return list(Fault.objects.filter(at__gte=begin, at__lt=begin + timedelta(hours=1)).select_related("game").order_by("pk"))
