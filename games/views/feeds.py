"""Feeds for readers of news: what happens at a table that anyone may watch, and tables that wait for captains."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import condition, require_safe

from games import queries
from games.letter_parts import site_link
from games.models import Game
from games.paces import pace_name

NOBODY = AnonymousUser()
"""Who reads a feed is not known, so it tells what everyone may know."""
MOVES, MOST = 200, 30
"""Moves that are looked at, and entries at most."""

Entry = tuple[str, str, datetime]
"""(what is told, the page about it, when)."""


def number_of(request: HttpRequest, pk: int) -> str | None:
    """What a feed hangs on: whoever asks again before the next move is told that it is the same."""
    found = queries.visible_games(NOBODY).filter(pk=pk).values_list("number", "status").first()
    return found and '"{}-{}"'.format(*found)


@require_safe
@condition(etag_func=number_of)
def of_table(request: HttpRequest, pk: int) -> HttpResponse:
    """What happened at a table lately, the newest first."""
    game = get_object_or_404(queries.visible_games(NOBODY), pk=pk)
    told = queries.journal(game, None, game.number - MOVES)[::-1] if game.public is not None else []
    entries = [(" ".join(lines), site_link("history_at", pk, move.number), move.made_at) for move, lines in told if lines]
    return feed(f"{game.name} ({game.rules.name})", site_link("table", pk), site_link("feed", pk), entries)


@require_safe
def of_lobby(request: HttpRequest) -> HttpResponse:
    """Tables that wait for captains, the newest first."""
    tables = queries.open_tables(NOBODY)[:MOST]
    entries = [(waits(game), site_link("table", game.pk), game.created_at) for game in tables]
    return feed("Buccaneer: tables that wait for captains", site_link("lobby"), site_link("lobby_feed"), entries)


def waits(game: Game) -> str:
    """A table in a line."""
    sitting = [player.name for player in game.players.all()]
    pace = pace_name(game.terms.pace).lower()
    return f"{game.name}: {game.rules.name}, {pace}, {len(sitting)} of {game.seats} captains: {', '.join(sitting)}"


def feed(title: str, page: str, here: str, entries: Iterable[Entry]) -> HttpResponse:
    """Atom, as Django writes it."""
    found = Atom1Feed(title=title, link=page, description="", feed_url=here, feed_guid=here)
    for told, link, at in list(entries)[:MOST]:
        found.add_item(title=told, link=link, description="", unique_id=link, pubdate=at, updateddate=at)
    return HttpResponse(found.writeString("utf-8"), content_type=found.content_type)
