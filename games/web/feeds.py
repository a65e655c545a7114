"""Feeds for readers of news: what happens at a table that anyone may watch, and tables that wait for captains."""

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
from games.clocks.pace_choices import pace_name
from games.history.turns import Turn, turns
from games.mail.letter_parts import site_link
from games.models import Game
from games.queries import lists
from games.web.requests import PageRequest

NOBODY = AnonymousUser()
"""Who reads a feed is not known, so it tells what everyone may know."""
may_be_kept = cache_control(public=True, max_age=60)
"""By everybody, for a minute."""
MOST, LONGEST = 30, 300
"""Entries of a feed, and signs of a line, at most."""
NOTHING = "Nothing of this turn may be seen by everyone."


class Entry(NamedTuple):
    """What is told, on which page it stands, when it was, who did it, and what there is to say of it."""

    title: str
    link: str
    at: datetime
    by: str = ""
    lines: list[str] | None = None


def number_of(request: PageRequest, pk: int) -> str | None:
    """What a feed hangs on: anyone who asks again before the next move is told that it is the same."""
    found = lists.visible_games(NOBODY).filter(pk=pk).values_list("number", "status").first()
    return found and '"{}-{}"'.format(*found)


@require_safe
@may_be_kept
@condition(etag_func=number_of)
def of_table(request: PageRequest, pk: int) -> HttpResponse:
    """The newest turns of a table that are over."""
    game = get_object_or_404(lists.visible_games(NOBODY), pk=pk)
    names = [player.name for player in game.players.select_related("user").order_by("seat", "pk")]
    entries = [of_turn(game, names, turn) for turn in turns(game, names, MOST)]
    return feed(
        f"{game.name} ({game.edition.name})", site_link("table", pk), site_link("feed", pk), entries, game.started_at or game.created_at
    )


def of_turn(game: Game, names: list[str], turn: Turn) -> Entry:
    """An entry that stays as it is, with the way to the position after the turn."""
    is_last = game.status == Game.Status.OVER and turn.number == game.number
    title = f"Round {turn.round}: {names[turn.seat]}{'. The game is over.' if is_last else ''}"
    return Entry(title, site_link("history_at", game.pk, turn.number), turn.at, names[turn.seat], turn.lines or [NOTHING])


@require_safe
@may_be_kept
def of_lobby(request: PageRequest) -> HttpResponse:
    """Tables that wait for captains, the newest first."""
    tables = lists.open_tables(NOBODY)[:MOST]
    entries = [Entry(waits(game), site_link("table", game.pk), game.created_at) for game in tables]
    return feed("Buccaneer: tables that wait for captains", site_link("lobby"), site_link("lobby_feed"), entries, timezone.now())


def waits(game: Game) -> str:
    """A table in a line."""
    names = [player.name for player in game.players.all()]
    pace = pace_name(game.terms.pace).lower()
    return f"{game.name}: {game.edition.name}, {pace}, {len(names)} of {game.seats} captains: {', '.join(names)}"


class News(Atom1Feed):
    """Atom that is as old as what it tells of, also while there is nothing to tell."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["since"]


def feed(title: str, page: str, here: str, entries: Iterable[Entry], since: datetime) -> HttpResponse:
    """Atom, as Django writes it. Words of people stay words, and one line each."""
    found = News(title=one_line(title, LONGEST), link=page, description="", feed_url=here, feed_guid=here, since=since)
    for entry in entries:
        told = format_html_join("", "<li>{}</li>", ((one_line(line, LONGEST),) for line in entry.lines or ()))
        found.add_item(
            title=one_line(entry.title, LONGEST), link=entry.link, description=format_html("<ul>{}</ul>", told) if told else "",
            unique_id=entry.link, pubdate=entry.at, updateddate=entry.at, author_name=one_line(entry.by) or None,
        )  # fmt: skip
    return HttpResponse(found.writeString("utf-8"), content_type=found.content_type)
