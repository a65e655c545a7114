"""A feed of each public game, for programs that read news: an entry for each turn, with the way to its position."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import conditional_page, require_safe

from games.letter_parts import site_link
from games.models import Game
from games.turns import Turn, turns
from notifications.plain import one_line

MOST = 30
NOTHING = "Nothing of this turn may be seen by everyone."


class Told:
    """A game with the names at its table."""

    def __init__(self, game: Game):
        self.game = game
        self.names = [one_line(player.name) for player in game.players.select_related("user").order_by("seat", "pk")]


class TurnsOfAGame(Feed):
    """What a visitor may see of a table, whoever asks: programs that read feeds do not sign in. Private tables have none."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Told:
        game = get_object_or_404(Game, pk=kwargs["pk"], open_to_all=True)
        if game.public is None:
            raise Http404
        return Told(game)

    def title(self, told: Told) -> str:
        return f"{one_line(told.game.name)} ({told.game.rules.name})"

    def subtitle(self, told: Told) -> str:
        return f"What happened at this table, turn by turn. The captains: {', '.join(told.names)}."

    def link(self, told: Told) -> str:
        return site_link("table", told.game.pk)

    def feed_url(self, told: Told) -> str:
        return site_link("feed", told.game.pk)

    def items(self, told: Told) -> Iterable[tuple[Told, Turn]]:
        return [(told, turn) for turn in turns(told.game, told.names, MOST)]

    def item_title(self, item: tuple[Told, Turn]) -> str:
        told, turn = item
        is_last = told.game.status == Game.Status.OVER and turn.number == told.game.number
        return f"Round {turn.round}: {told.names[turn.seat]}{'. The game is over.' if is_last else ''}"

    def item_description(self, item: tuple[Told, Turn]) -> str:
        lines = item[1].lines or [NOTHING]
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((one_line(line, 300),) for line in lines)))

    def item_link(self, item: tuple[Told, Turn]) -> str:
        told, turn = item
        return site_link("history_at", told.game.pk, turn.number)

    def item_author_name(self, item: tuple[Told, Turn]) -> str:
        told, turn = item
        return told.names[turn.seat]

    def item_pubdate(self, item: tuple[Told, Turn]) -> datetime:
        return item[1].at

    def item_updateddate(self, item: tuple[Told, Turn]) -> datetime:
        return item[1].at


@require_safe
@conditional_page
def feed(request: HttpRequest, pk: int) -> HttpResponse:
    """The newest turns of a public table; a program that has them already is told so."""
    return TurnsOfAGame()(request, pk=pk)
