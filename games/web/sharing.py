"""Pictures of boards as spectators see them, and link previews (title, sentence, picture) made only from public facts."""

import hashlib
import logging
from threading import BoundedSemaphore, Lock
from time import time
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import get_text_list
from django.views.decorators.http import require_safe

from accounts.signs import network
from core.plain_text import one_line
from games.clocks.terms import pace_name
from games.drawing import board_pictures, share_process
from games.drawing.share_card import Card, Line
from games.editions import cards, guard
from games.engine import Dice, Ruleset
from games.engine.ruleset import View
from games.kit.parts import face_of
from games.kit.svg import Picture
from games.models import Game
from games.queries import lists, table_view
from games.storage.snapshots import state_of
from games.tables import lobby
from games.web.common import PageRequest, visible_game

NOBODY = AnonymousUser()
"""An anonymous reader, who sees only public facts."""
MAX_SENTENCE = 300
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
DRAWING = Lock()
ROOM = BoundedSemaphore(4)
"""Limit each process to one thread that draws a picture and three that wait for it, so that other threads can serve pages."""
DRAWINGS_A_MINUTE = 12
"""The maximum number of new pictures per network and minute. A picture takes almost a second of CPU time."""
log = logging.getLogger(__name__)

CACHE_FOREVER = "private, max-age=31536000, immutable"


class Shared(NamedTuple):
    """The preview of a page, in the page's head. `picture` is a path on the site."""

    title: str
    sentence: str
    picture: str = ""


def of_game(game: Game, title: str = "{}") -> Shared:
    """Return the preview of a table, without any facts about a private table. `title` is a format such as "The story of {}"."""
    if not game.open_to_all:
        return Shared("A table at Buccaneer", "You are asked to join a pirate board game. Open the link to take a seat.")
    picture = f"{reverse('share_picture', args=[game.pk])}?{game.status}-{game.number}"
    return Shared(one_line(title.format(game.name), MAX_SENTENCE), one_line(sentence(game), MAX_SENTENCE), picture)


def sentence(game: Game) -> str:
    """Return the state of a public table in words: the edition, and the free seats, the scores or the winners."""
    players = list(game.players.select_related("user").order_by("seat", "pk"))
    names = [player.name for player in players]
    if game.status == Game.Status.OPEN:
        free = f"{game.seats - len(names)} of {game.seats} seats free"
        return f"{game.offer.name}, {pace_name(game.terms.pace).lower()}. {free}. With {get_text_list(names, 'and')}."
    points = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=False))
    outcome = game.outcome
    if outcome is None:
        return f"{game.offer.name}, round {game.round}. {points}."
    won = get_text_list([names[seat] for seat in outcome.winners], "and")
    return f"{game.offer.name}, {rounds(game)}. {f'{won} won. ' if won else ''}{points}."


def rounds(game: Game) -> str:
    return f"{game.round} round{'s' * (game.round != 1)}"


# -- pictures -------------------------------------------------------------------------------------
@require_safe
def picture_of_game(request: PageRequest, pk: int) -> HttpResponse:
    """Send the picture of a public table. For any other table redirect to the site's picture, to keep private tables secret."""
    game = lists.visible_game(NOBODY, pk)
    if game is None or game.status == Game.Status.CANCELLED:
        return redirect("share_site")
    return as_png(request, card_of(game))


@require_safe
def picture_of_site(request: PageRequest) -> HttpResponse:
    motto = "Slow games, for people who have lives ashore. Play by page and by letter."
    return as_png(request, Card("Pirate board games", motto, [Line(offer.name) for offer in cards.offers()], some_board()))


class Drawn(NamedTuple):
    """The newest picture of a page: a digest of its content, the time of drawing in seconds since the epoch, and the PNG."""

    digest: str
    drawn_at: float
    png: bytes


def as_png(request: HttpRequest, card: Card) -> HttpResponse:
    """Send the picture of a card. If none can be drawn now, send the page's last picture, or redirect to the site's icon."""
    digest = hashlib.sha256(repr((card, str(card.board))).encode()).hexdigest()
    page = f"picture:{request.path}"
    if picture := stored(page, digest) or (draw_once(page, digest, card) if may_draw(request) else b""):
        return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": f"public, max-age={HOUR}"})
    if old := cache.get(page):
        return HttpResponse(old.png, content_type="image/png", headers={"Cache-Control": f"public, max-age={MINUTE}"})
    answer = redirect(static("app/icon-512.png"))
    answer["Cache-Control"] = "no-store"
    return answer


def stored(page: str, digest: str) -> bytes:
    """Return the page's stored picture if the picture is less than a day old and has the digest; otherwise b""."""
    drawn: Drawn | None = cache.get(page)
    return drawn.png if drawn and drawn.digest == digest and drawn.drawn_at > time() - DAY else b""


def may_draw(request: HttpRequest) -> bool:
    """Count a drawing for the network of the request. Return whether the network is within its limit."""
    address = request.META.get("REMOTE_ADDR", "")
    key = f"pictures:{network(address) if address else ''}"
    cache.add(key, 0, MINUTE)
    try:
        return cache.incr(key) <= DRAWINGS_A_MINUTE
    except ValueError:  # the key has just expired
        return True


def draw_once(page: str, digest: str, card: Card) -> bytes:
    """Draw and store the picture of a card, one card at a time. Return b"" if that fails or too many threads wait."""
    if not ROOM.acquire(blocking=False):
        return b""
    try:
        with DRAWING:
            if picture := stored(page, digest):
                return picture  # drawn by another thread meanwhile
            if cache.get(f"undrawn:{digest}"):
                return b""
            if picture := picture_of(card):
                cache.set(page, Drawn(digest, time(), picture), WEEK)
            else:
                cache.set(f"undrawn:{digest}", True, MINUTE)
            return picture
    finally:
        ROOM.release()


def picture_of(card: Card) -> bytes:
    """Return the picture of a card. If it cannot be drawn, log the error and return b""."""
    try:
        return share_process.png(card, settings.SHIPPED)
    except share_process.NotDrawn:
        log.exception("the picture of a link could not be drawn")
        return b""


def card_of(game: Game) -> Card:
    """Return the card of a public table as spectators see it: the board and all scores."""
    seen = table_view.table(game, NOBODY)
    if seen.view is None:
        beneath = f"{game.offer.name}, {len(seen.names)} of {game.seats} seats taken"
        return Card(game.name, beneath, [Line(name) for name in seen.names], first_board(game.edition, game.seats))
    is_over = game.outcome is not None
    beneath = f"{game.offer.name}, {f'over after {rounds(game)}' if is_over else f'round {game.round}'}"
    return Card(game.name, beneath, scores(seen), board_of(seen.rules, seen.view, seen.names))


def scores(seen: table_view.TableView) -> list[Line]:
    """Return each captain's name, colour and score, in seat order, or ordered by place once the game is over."""
    colours = board_pictures.colours(seen.rules, seen.view) or [""] * len(seen.names)
    lines = [Line(name, colour, str(score)) for name, colour, score in zip(seen.names, colours, seen.scores, strict=True)]
    outcome = seen.game.outcome
    return [line for _, line in sorted(zip(outcome.places, lines, strict=True), key=lambda placed: placed[0])] if outcome else lines


def board_of(rules: Ruleset, view: View, names: list[str]) -> Picture | None:
    """Return the picture of the board, or None if the edition has none."""
    draw = face_of(rules).picture
    return guard.serve(rules, "drawing", None, lambda: draw(view, names=names)) if draw else None


def first_board(rules: Ruleset, seats: int) -> Picture | None:

    def drawn() -> Picture | None:
        state, _ = rules.setup(rules.first_places(seats), 0, lobby.checked_options(rules, {}), Dice(b"the picture of a link"))
        return board_of(rules, rules.view(state, None), [""] * seats)

    return guard.serve(rules, "drawing", None, drawn)


def some_board() -> Picture | None:
    editions = [offer.rules for offer in cards.offers()]
    return next((board for rules in editions if (board := first_board(rules, rules.seats[0]))), None)


@require_safe
def board_picture(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Send the picture of the board after the newest move, and redirect from other numbers to it. Raise Http404 if there is none."""
    game = visible_game(request, pk)
    if game.public is None:
        raise Http404
    state = guard.serve(game.rules, "law", None, state_of, game)  # may load a newer move
    if state is None:
        raise Http404
    if number != game.number:
        return redirect("board_picture", pk, game.number)
    drawn = guard.serve(game.rules, "drawing", "", lambda: board_pictures.small(game.rules, game.rules.view(state, None)))
    if not drawn:
        raise Http404
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"Cache-Control": CACHE_FOREVER})


def board_address(game: Game) -> str:
    """Return the URL of the board's small picture, or of the edition's card before the game begins, or "" if there is none."""
    if game.is_too_new:
        return ""
    if game.status != Game.Status.OPEN:
        return reverse("board_picture", args=[game.pk, game.number]) if face_of(game.edition).picture else ""
    offer = cards.offer_of(game.ruleset)
    return reverse("card_picture", args=[game.ruleset]) if offer and offer.has_picture else ""
