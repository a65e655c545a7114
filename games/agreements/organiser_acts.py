"""Decisions about a table by people without a seat there: organisers about their league's tables, hosts about all tables."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User, Visitor
from core.plain_text import printable
from games.agreements import votes
from games.announcements import arrangers, clock_log, notices
from games.deadlines import recalculation
from games.editions.errors import NotAllowed
from games.models import Game, Pause, Vote
from games.moderation import limits
from games.play.session import must_be_running
from games.timeouts import seats

LONGEST_PAUSE = timedelta(days=14)
ORGANISER = Pause.Reason.ORGANISER


def may_decide(game: Game, user: Visitor) -> bool:
    """Return whether the person may decide about a game: an organiser or host who has never had a seat in it."""
    if not user.is_authenticated or game.players.filter(user=user).exists() or game.players.filter(former=user).exists():
        return False
    return user.is_host or user.pk in (arrangers.deciders(game) or ())


def locked_for_organiser(game_id: int, user: User) -> Game:
    """Return the locked running game. Raise Game.DoesNotExist for people who may not decide about the game."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if not may_decide(game, user):
        raise Game.DoesNotExist
    must_be_running(game)
    return game


def is_own_pause(pause: Pause, now: datetime) -> bool:
    """Return whether the pause is a current pause of the whole table by an organiser."""
    return pause.seat is None and pause.reason == ORGANISER and pause.begin <= now < pause.end


def own_pauses(game: Game, now: datetime) -> QuerySet[Pause]:
    return Pause.objects.filter(game=game, seat=None, reason=ORGANISER, begin__lte=now, end__gt=now)


@transaction.atomic
def pause(game_id: int, organiser: User, until: datetime, note: str) -> Pause:
    """Pause a table until the given time, and tell its captains why. Raise NotAllowed if the table is paused or the end is invalid."""
    game, now = locked_for_organiser(game_id, organiser), timezone.now()
    if not now < until <= now + LONGEST_PAUSE or not printable(note):
        raise NotAllowed("until", "A pause needs a reason, and an end within two weeks.")
    limits.may_write(organiser, "an organiser's reason")
    if own_pauses(game, now).exists():
        raise NotAllowed("paused", "This table is paused already. End that pause first.")
    row = recalculation.pause(game, ORGANISER, now, until, by=organiser, note=printable(note)[:200])
    clock_log.note(game, "paused", until=until, note=row.note, name=organiser.name)
    notices.to_people(notices.PAUSED, notices.TableFacts(game=game.pk), seats.captains_of(game), str(row.pk))
    return row


@transaction.atomic
def resume(game_id: int, organiser: User) -> None:
    """End a pause early, in half a day. Raise NotAllowed if there is no pause, or if it ends sooner anyway."""
    game, now = locked_for_organiser(game_id, organiser), timezone.now()
    rows = list(own_pauses(game, now))
    if not rows:
        raise NotAllowed("no-pause", "The table is not paused.")
    if not sum(recalculation.cut(row, now) for row in rows):
        raise NotAllowed("ends", recalculation.ENDS_ANYWAY)
    clock_log.note(game, "resumed", name=organiser.name)
    recalculation.recompute(game.pk, "pause ended", organiser.name)


@transaction.atomic
def consent_to_end(game_id: int, organiser: User, vote_id: int, yes: bool) -> Vote:
    """Confirm or refuse the end of a league's game to which its table has agreed. Raise NotAllowed if the table has not agreed."""
    game = locked_for_organiser(game_id, organiser)
    vote = Vote.objects.get(pk=vote_id, game=game, result="")
    if not vote.facts.get("agreed"):
        raise NotAllowed("not-agreed", "The table has not agreed on that yet.")
    if yes:
        votes.carry_out(vote, game)
    else:
        votes.close_vote(vote, game, "failed")
    return vote
