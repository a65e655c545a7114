"""The reader's games, the number of games that wait for the reader, and the next game to play."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import get_text_list
from django.views.decorators.http import require_POST, require_safe

from accounts import devices
from accounts.models import User
from games.deadlines import absences
from games.editions import cards
from games.models import Game, Seek
from games.moderation import friends
from games.queries import lists
from games.queries.results import place_of
from games.web import sharing
from games.web.common import OwnRequest, PageRequest, games_waiting, page_or_part, parse_number, signed_in
from notifications import bounces

PRESSING = timedelta(hours=12)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
TITLES = {"waiting": "Your turn", "running": "Waiting for others", "open": "Waiting for players", "over": "Finished"}
SHOWN = {"waiting": 10, "running": 6, "open": 4, "over": 4}
"""The maximum number of games of each group on the page. The group's own pages list all, `PAGE` on each."""
PAGE = 24
WORKER = settings.SHIPPED / "static" / "js" / "offline-worker.js"


class Score(NamedTuple):
    """A player in a row of the list: score (or None), whether the player is the reader, and whether the game waits for the player."""

    name: str
    score: int | None
    mine: bool
    on_turn: bool


class Row(NamedTuple):
    """A game in the list: its picture, the scores, whether little time is left for the reader, and the reader's result."""

    own: lists.OwnGame
    picture: str
    scores: list[Score]
    is_pressing: bool
    result: str


class Shown(NamedTuple):
    """A group of games on the page: its rows, and the number of all games in the group."""

    key: str
    title: str
    rows: list[Row]
    total: int


@signed_in
@require_safe
def my_games(request: OwnRequest) -> HttpResponse:
    """List the reader's games, most urgent first. The query parameter `only` names a group to show page by page."""
    chairs, only = lists.chairs_of(request.user), request.GET.get("only", "")
    keys = lists.sorted_keys(chairs, games_waiting(request))
    page = min(parse_number(request.GET.get("page", ""), 5) or 1, 1 + max(0, len(keys.get(only, ())) - 1) // PAGE)
    shown = {only: slice((page - 1) * PAGE, page * PAGE)} if only in keys else {key: slice(most) for key, most in SHOWN.items()}
    context = {
        "groups": [
            Shown(group.key, TITLES[group.key], [row(listed) for listed in group.games], group.total)
            for group in lists.groups(request.user, keys, shown)
        ],
        "only": only if only in keys else "", "page": page, "further": page * PAGE < len(keys.get(only, ())),
        "moves": lists.moves_made(chairs)[1],
        "taught": None if chairs else next((offer for offer in cards.offers() if offer.lesson), None),
    }  # fmt: skip
    if not request.htmx:
        context |= beside(request)
    return render(request, page_or_part(request, "my_games"), context)


def beside(request: OwnRequest) -> dict[str, object]:
    """Return the context above the lists: invitations, the reader's search for a game, and problems with the reader's e-mail."""
    return {
        "invitations": lists.invited_to_open(request.user),
        "looking": Seek.objects.filter(user=request.user).first(),
        "friend_requests": friends.requests_to(request.user).count(),
        "dead_addresses": bounces.dead_addresses(request.user),
        "seems_away": bool(games_waiting(request)) and seems_away(request.user),
    }


def row(listed: lists.OwnGame) -> Row:
    is_pressing = listed.due is not None and listed.due - timezone.now() < PRESSING
    return Row(listed, sharing.board_address(listed.game), scores(listed), is_pressing, result(listed))


def scores(listed: lists.OwnGame) -> list[Score]:
    """Return the players in seat order, with their scores once the game has begun."""
    game, players = listed.game, list(listed.game.players.all())
    has_scores = game.status != Game.Status.OPEN and len(game.scores) == len(players)
    return [
        Score(
            player.name,
            game.scores[place] if has_scores else None,
            player.seat == listed.seat and has_scores,
            player.name in listed.waiting_names,
        )
        for place, player in enumerate(players)
    ]


def seems_away(user: User) -> bool:
    """Return whether an autoresponder answers the person's letters although the person is not on leave."""
    return bounces.seems_away(user) and not absences.absences_of(user).filter(end__gt=timezone.now()).exists()


def result(listed: lists.OwnGame) -> str:
    """Return the reader's result of an ended game in words, or "" if there is none."""
    outcome, seat = listed.game.outcome, listed.seat
    if outcome is None or seat is None:
        return ""
    names = {player.seat: player.name for player in listed.game.players.all()}
    place, _, is_shared = place_of(listed.game, seat)
    if seat in outcome.winners:
        partners = [names[other] for other in outcome.winners if other != seat]
        return "you shared the victory" if is_shared else f"you won with {get_text_list(partners, 'and')}" if partners else "you won"
    return f"{get_text_list([names[winner] for winner in outcome.winners], 'and')} won, you came {ORDINALS[place - 1]}"


@require_safe
def waiting(request: PageRequest) -> HttpResponse:
    """Send the number of games that wait for the reader. Open pages poll the number."""
    return JsonResponse(len(games_waiting(request)), safe=False)


@signed_in
@require_safe
def next_game(request: OwnRequest) -> HttpResponse:
    """Redirect to the most urgent game that waits for the reader, or to the next game after the game `after`."""
    pk = lists.next_waiting(request.user, parse_number(request.GET.get("after", "")))
    if pk is None:
        messages.info(request, "No game is waiting for you.")
        return redirect("my_games")
    return redirect("table", pk)


@signed_in
@require_safe
def offline_page(request: OwnRequest) -> HttpResponse:
    """Send the page that an installed app shows offline: the reader's games by name and turn, without tables or hands."""
    games = [listed for listed in lists.my_games(request.user) if listed.game.ended_at is None]
    answer = render(request, "games/offline.html", {"games": games})
    return answer if devices.COOKIE in request.COOKIES else devices.keep(answer, request.user, only_a_list=True)


@signed_in
@require_POST
def keep_here(request: OwnRequest) -> HttpResponse:
    """Start to store tables on the device, or delete all stored tables."""
    if request.POST.get("keep") == "yes":
        messages.success(request, "This device keeps your games from now on. Open a table once, and you can see it without a connection.")
        return devices.keep(redirect("my_games"), request.user)
    messages.success(request, "Nothing of your games is kept on this device any more.")
    return devices.wipe(redirect("profile"))


@require_safe
def worker(request: PageRequest) -> HttpResponse:
    """Send the service worker from the root of the site, because browsers limit a worker to pages below its own URL."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")
