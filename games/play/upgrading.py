"""Upgrade stored games to this code's format and, if the edition defines the change, to newer rules."""

from django.db import transaction

from games.announcements import notices
from games.models import Game
from games.play.session import Session
from games.play.settling import settle
from games.storage import prepared


@transaction.atomic
def store_anew(game_id: int) -> bool:
    """Store a game in this code's format. Return False if it has that format already. Raise TooNew if it needs newer code."""
    game = prepared.locked.get(game_id)
    if game.format == game.edition.format:
        return False
    Session(game).store_state()
    return True


@transaction.atomic
def to_newer_rules(game_id: int) -> list[int]:
    """Move a running game to newer rules, one version at a time, and notify its players. Return the new versions."""
    game = prepared.locked.get(game_id)
    if game.status != Game.Status.RUNNING or game.version + 1 not in game.rules.new_laws:
        return []
    session, versions = Session(game), []
    while game.version + 1 in session.rules.new_laws:
        versions.append(game.version + 1)
        session.take_new_rules(versions[-1])
    settle(session)
    session.forget_undo()
    session.save()
    for version in versions:
        notices.to_people(notices.NEW_RULES, notices.VersionFacts(game=game.pk, version=version), session.players, str(version))
    return versions


def in_older_formats() -> list[int]:
    """Return the ids of started games that are stored in an older format."""
    begun = Game.objects.exclude(public=None).only("ruleset", "version", "format").order_by("pk")
    return [game.pk for game in begun.iterator(chunk_size=500) if game.format < game.edition.format]


def under_older_rules() -> list[int]:
    """Return the ids of running games that can be moved to newer rules."""
    running = Game.objects.filter(status=Game.Status.RUNNING).only("ruleset", "version", "format").order_by("pk")
    return [game.pk for game in running.iterator(chunk_size=500) if game.version + 1 in game.edition.new_laws]
