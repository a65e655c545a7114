"""The reader's games, how many wait for them, and the next one that does."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import get_text_list
from django.views.decorators.http import require_safe

from accounts.models import User
from games.deadlines import absences
from games.editions import cards
from games.models import Game, Seek
from games.moderation import friends
from games.queries import lists, own_games
from games.queries.lists import OwnGame
from games.queries.own_games import Group
from games.queries.standings import place_of
from games.web import pictures
from games.web.common import games_waiting, page_or_part, signed_in
from games.web.requests import OwnRequest, PageRequest
from notifications import delivery_problems

PRESSING = timedelta(hours=12)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
TITLES = {"waiting": "Your turn", "running": "Waiting for others", "open": "Waiting for players", "over": "Finished"}
SHOWN = {"waiting": 10, "running": 6, "open": 4, "over": 4}
"""Group -> how many games of it are shown; the others are on pages of their own, `PAGE` on each."""
PAGE = 24


class Score(NamedTuple):
    """A player in a row of the list: their score, if there is one yet; is it the reader, and does the game wait for them?"""

    name: str
    score: int | None
    mine: bool
    on_turn: bool


class Row(NamedTuple):
    """A game in the list: its picture, how it stands for everyone, whether the reader's time is short, and how it ended for them."""

    own: OwnGame
    picture: str
    scores: list[Score]
    is_pressing: bool
    result: str


class Shown(NamedTuple):
    """A group on the page: its rows, how many games there are in all, and its page numbers if it is shown alone."""

    key: str
    title: str
    rows: list[Row]
    total: int


@signed_in
@require_safe
def my_games(request: OwnRequest) -> HttpResponse:
    """The reader's games, most urgent first; `only` shows one group, page by page."""
    chairs, only = own_games.chairs_of(request.user), request.GET.get("only", "")
    keys = own_games.sorted_keys(chairs, games_waiting(request))
    page = min(page_number(request), 1 + max(0, len(keys.get(only, ())) - 1) // PAGE)
    shown = {only: slice((page - 1) * PAGE, page * PAGE)} if only in keys else {key: slice(most) for key, most in SHOWN.items()}
    context = {
        "groups": [shown_group(group) for group in own_games.groups(request.user, keys, shown)],
        "only": only if only in keys else "", "page": page, "further": page * PAGE < len(keys.get(only, ())),
        "moves": own_games.moves_made(chairs)[1],
        "taught": None if chairs else next((offer for offer in cards.offers() if offer.lesson), None),
    }  # fmt: skip
    if not request.htmx:
        context |= beside(request)
    return render(request, page_or_part(request, "games/my_games.html", "games"), context)


def page_number(request: PageRequest) -> int:
    """Return which page of a group is asked for; 1 for anything else."""
    said = request.GET.get("page", "")
    return max(1, int(said)) if said.isascii() and said.isdecimal() and len(said) < 6 else 1


def beside(request: OwnRequest) -> dict[str, object]:
    """Return what stands above the lists: invitations, what the reader looks for, and problems with their letters."""
    return {
        "invitations": lists.invited_to_open(request.user),
        "looking": Seek.objects.filter(user=request.user).first(),
        "friend_requests": friends.requests_to(request.user).count(),
        "dead_addresses": delivery_problems.dead_addresses(request.user),
        "seems_away": bool(games_waiting(request)) and seems_away(request.user),
    }


def shown_group(group: Group) -> Shown:
    """Return a group with what the page says of each game."""
    return Shown(group.key, TITLES[group.key], [row(own) for own in group.games], group.total)


def row(own: OwnGame) -> Row:
    """Return what the page says of a game."""
    is_pressing = own.due is not None and own.due - timezone.now() < PRESSING
    return Row(own, pictures.address_of(own.game), scores(own), is_pressing, result(own))


def scores(own: OwnGame) -> list[Score]:
    """Return everyone at the table in seat order; scores only once the game has begun."""
    game, players = own.game, list(own.game.players.all())
    has_scores = game.status != Game.Status.OPEN and len(game.scores) == len(players)
    return [
        Score(
            player.name,
            game.scores[place] if has_scores else None,
            player.seat == own.seat and has_scores,
            player.name in own.waiting_names,
        )
        for place, player in enumerate(players)
    ]


def seems_away(user: User) -> bool:
    """Does a machine answer their letters although they are not on leave?"""
    return delivery_problems.seems_away(user) and not absences.absences_of(user).filter(end__gt=timezone.now()).exists()


def result(own: OwnGame) -> str:
    """Return how an ended game ended for the reader."""
    outcome, seat = own.game.outcome, own.seat
    if outcome is None or seat is None:
        return ""
    names = {player.seat: player.name for player in own.game.players.all()}
    place, _, is_shared = place_of(own.game, seat)
    if seat in outcome.winners:
        partners = [names[other] for other in outcome.winners if other != seat]
        return "you shared the victory" if is_shared else f"you won with {get_text_list(partners, 'and')}" if partners else "you won"
    return f"{get_text_list([names[winner] for winner in outcome.winners], 'and')} won, you came {ORDINALS[place - 1]}"


@require_safe
def waiting(request: PageRequest) -> HttpResponse:
    """How many games wait for the reader: a number, for pages that are open for long."""
    return JsonResponse(len(games_waiting(request)), safe=False)


@signed_in
@require_safe
def next_game(request: OwnRequest) -> HttpResponse:
    """Redirect to the most urgent game that waits for the reader, or to the one that follows game `after`."""
    after = request.GET.get("after", "")
    known = after.isascii() and after.isdecimal() and len(after) < 10
    pk = lists.next_waiting(request.user, int(after) if known else None)
    if pk is None:
        messages.info(request, "No game waits for you now.")
        return redirect("my_games")
    return redirect("table", pk)
