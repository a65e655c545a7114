"""Atom feeds: the turns of a public table, and the tables that wait for captains."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from core.plain_text import one_line
from games.clocks.terms import pace_name
from games.history.turns import turns
from games.mail.letter_parts import site_link
from games.models import Game
from games.queries import lists
from games.web.common import PageRequest

NOBODY = AnonymousUser()
"""An anonymous reader, who sees only public facts."""
may_be_kept = cache_control(public=True, max_age=60)
"""Allow any cache to keep the response for 60 seconds."""
MOST_ENTRIES, MAX_LINE = 30, 300
"""The maximum number of entries in a feed, and of characters in a line."""


class Entry(NamedTuple):
    title: str
    link: str
    published_at: datetime
    by: str = ""
    lines: list[str] | None = None


def number_of(request: PageRequest, pk: int) -> str | None:
    """Return the ETag of a table's feed, which changes with each move, or None if the table is not public."""
    row = lists.visible_games(NOBODY).filter(pk=pk).values_list("number", "status").first()
    return row and '"{}-{}"'.format(*row)


@require_safe
@may_be_kept
@condition(etag_func=number_of)
def of_table(request: PageRequest, pk: int) -> HttpResponse:
    game = get_object_or_404(lists.visible_games(NOBODY), pk=pk)
    names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    entries = []
    for turn in turns(game, names, MOST_ENTRIES):
        is_last = game.status == Game.Status.OVER and turn.number == game.number
        title = f"Round {turn.round}: {names[turn.seat]}{'. The game is over.' if is_last else ''}"
        lines = turn.lines or ["Nothing of this turn may be seen by everyone."]
        entries.append(Entry(title, site_link("history_at", game.pk, turn.number), turn.at, names[turn.seat], lines))
    return feed(
        f"{game.name} ({game.offer.name})", site_link("table", pk), site_link("feed", pk), entries, game.started_at or game.created_at
    )


@require_safe
@may_be_kept
def of_lobby(request: PageRequest) -> HttpResponse:
    tables = lists.open_tables(NOBODY)[:MOST_ENTRIES]
    entries = [Entry(waits(game), site_link("table", game.pk), game.created_at) for game in tables]
    return feed("Buccaneer: tables that wait for captains", site_link("lobby"), site_link("lobby_feed"), entries, timezone.now())


def waits(game: Game) -> str:
    names = [player.name for player in game.players.all()]
    pace = pace_name(game.terms.pace).lower()
    return f"{game.name}: {game.offer.name}, {pace}, {len(names)} of {game.seats} captains: {', '.join(names)}"


class News(Atom1Feed):
    """An Atom feed dated by its newest entry, or by `since` while the feed is empty."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["since"]


def feed(title: str, page: str, here: str, entries: Iterable[Entry], since: datetime) -> HttpResponse:
    """Return an Atom response. Escape all text, and put each title, line and name on one line."""
    atom = News(title=one_line(title, MAX_LINE), link=page, description="", feed_url=here, feed_guid=here, since=since)
    for entry in entries:
        items = format_html_join("", "<li>{}</li>", ((one_line(line, MAX_LINE),) for line in entry.lines or ()))
        atom.add_item(
            title=one_line(entry.title, MAX_LINE), link=entry.link, description=format_html("<ul>{}</ul>", items) if items else "",
            unique_id=entry.link, pubdate=entry.published_at, updateddate=entry.published_at, author_name=one_line(entry.by) or None,
        )  # fmt: skip
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)
