"""Agreed ends of games: the round in progress at that time is the last.

`Game.ends_at` is the agreed time, and `Game.last_round` the number of the round once it has come. The sweep sets it, or the
first action after that time (`Session.call_last_round`), so a late sweep gives nobody another round.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.clocks.terms import BadTerms, checked_end
from games.deadlines import holding
from games.editions.errors import NotAllowed
from games.engine import Ruleset
from games.models import Game
from games.play.session import Session

log = logging.getLogger(__name__)

BATCH = 200


def allowed_end(rules: Ruleset, ends_at: datetime | None) -> datetime | None:
    """Return the agreed end of a new table. Raise NotAllowed if the edition or the rules for ends do not allow it."""
    if ends_at is None:
        return None
    if not rules.round_limit:
        raise NotAllowed("no-rounds", f"{rules.name} has no rounds to count, so no date can be agreed on for its end.")
    try:
        return checked_end(ends_at, timezone.now())
    except BadTerms as problem:
        raise NotAllowed("bad-end", str(problem)) from None


def must_lie_ahead(game: Game) -> None:
    """Raise NotAllowed if the agreed end of a game that is about to begin has passed."""
    if game.ends_at is not None and game.ends_at <= timezone.now():
        raise NotAllowed("ended", "The time at which this table was to end has passed. Make a new table with a later end.")


def call_due(now: datetime) -> int:
    """Declare the last round of each game that this code can open and whose agreed end has come; return their number. Skip failed ones."""
    called = 0
    due = Game.objects.filter(holding.can_be_opened(), status=Game.Status.RUNNING, last_round=None, ends_at__lte=now)
    for game_id in due.order_by("ends_at").values_list("pk", flat=True)[:BATCH]:
        try:
            called += call_last_round(game_id)
        except NotAllowed:  # the game has ended meanwhile
            continue
        except Exception:
            log.exception("the last round of game %s could not be called", game_id)
    return called


@transaction.atomic
def call_last_round(game_id: int) -> bool:
    """Declare the present round of a game the last. Return False if that was already done, or is too early."""
    session = Session.load(game_id)
    if not session.call_last_round():
        return False
    session.forget_undo()
    session.save()
    return True
