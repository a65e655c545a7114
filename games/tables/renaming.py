"""Rename a captain at their tables after a change of name or account deletion, and pass on the tables of an owner who leaves."""

import re

from django.db.models import Q
from django.utils import timezone

from accounts.held_names import DEPARTED
from games.announcements import clock_log, notices
from games.models import ClockEntry, Game, Pause, Player

MAX_LENGTH = 60
IN_PLAY = (Game.Status.RUNNING, Game.Status.STUCK)


def note_at_tables(person: int) -> None:
    """Record, at each running table of the person with the given id, that they were renamed. The journal line holds no name."""
    for player in Player.objects.filter(user=person, game__status__in=IN_PLAY).select_related("game"):
        clock_log.note(player.game, "renamed", player.seat_number)


def usual_name(captain: str) -> str:
    return f"{captain}’s table"


def rename(person: int, old: str, new: str) -> None:
    """Replace a person's name, given by id, in names of tables and in lines of the clock journal."""
    tables = near(person)
    for pk, name in Game.objects.filter(pk__in=tables, name__contains=old).values_list("pk", "name"):
        Game.objects.filter(pk=pk).update(name=renamed_table(name, old, new))
    for line in ClockEntry.objects.filter(Q(facts__name=old) | Q(facts__by=old), game__in=tables):
        line.facts |= {key: new for key in ("name", "by") if line.facts.get(key) == old}
        line.save(update_fields=["facts"])


def near(person: int) -> set[int]:
    """Return the ids of the tables where the person with the given id sat or decided, and of their rematches, by indexed queries."""
    tables = set(Player.objects.filter(Q(user=person) | Q(former=person)).values_list("game", flat=True))
    tables |= set(Game.objects.filter(owner=person).values_list("pk", flat=True))
    tables |= set(Game.objects.filter(rematch_of__in=tables).values_list("pk", flat=True))
    return tables | set(Pause.objects.filter(by=person, game__isnull=False).values_list("game_id", flat=True))


def renamed_table(table: str, old: str, new: str) -> str:
    """Return a table's name with the captain's new name, if the site built it from the old name: “Anne’s table, again”."""
    new_parts = {old: new, usual_name(old): usual_name(new)}
    return "".join(new_parts.get(part, part) for part in re.split("(, | and )", table))[:MAX_LENGTH]


def pass_on(game: Game) -> None:
    """Give a table without its owner to the next captain, notify them, and rename the table. Close an open table if nobody is left."""
    if game.owner is None or game.players.filter(user=game.owner_id).exists():
        return
    former, before = game.owner.name, game.owner_id
    heir = game.players.exclude(user=None).first()
    game.owner = heir.user if heir else None
    if heir is None and game.status == Game.Status.OPEN:
        game.status, game.ended_at = Game.Status.CANCELLED, timezone.now()
    if heir is not None:
        for name in (former, DEPARTED):
            game.name = renamed_table(game.name, name, heir.name)
    game.save(update_fields=["owner", "status", "ended_at", "name"])
    if game.owner is not None and game.status == Game.Status.OPEN:
        notices.about_table(notices.INHERITED, game, game.owner, str(before))
