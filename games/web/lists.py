"""My games, and the next one that waits for me."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.deadlines import absences
from games.models import Game, Search
from games.queries import lists
from games.web.common import signed_in
from notifications import delivery_problems

PRESSING = timedelta(hours=12)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
GROUPS = (
    ("waiting", "Waiting for you"),
    ("running", "Under way"),
    ("open", "Not started yet"),
    ("over", "Ended"),
)


@signed_in
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """Everything I play, most urgent first."""
    found: dict[str, list[Game]] = {key: [] for key, _ in GROUPS}
    for game in lists.my_games(request.user):
        game.is_pressing = game.due is not None and game.due - timezone.now() < PRESSING
        game.result = result(game)
        key = "waiting" if game.is_waiting else "running" if game.status == Game.Status.STUCK else game.status
        found[key].append(game)
    groups = [(title, key, found[key]) for key, title in GROUPS if found[key]]
    invitations = lists.invitations_of(request.user).filter(game__status=Game.Status.OPEN).select_related("game", "by")
    context = {
        "groups": groups,
        "invitations": invitations,
        "looking": Search.objects.filter(user=request.user).first(),
        "dead_addresses": delivery_problems.dead_addresses(request.user),
        "is_waited_for": bool(found["waiting"]),
        "seems_away": bool(found["waiting"]) and seems_away(request.user),
    }
    return render(request, "games/my_games.html", context)


def seems_away(user) -> bool:
    """Do machines answer his letters, while he is on no leave?"""
    return delivery_problems.seems_away(user) and not absences.rows(user).filter(end__gt=timezone.now()).exists()


def result(game: Game) -> str:
    """How an ended game ended for me."""
    if game.outcome is None or game.my_seat is None:
        return ""
    if game.my_seat in game.outcome.winners:
        return "you won" if len(game.outcome.winners) == 1 else "you shared the victory"
    winners = [player.name for player in game.players.all() if player.seat in game.outcome.winners]
    return f"{' and '.join(winners)} won, you came {ORDINALS[game.outcome.places[game.my_seat] - 1]}"


@signed_in
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Go on to the most urgent game that waits for me; after `after`, the one that follows it."""
    after = request.GET.get("after", "")
    known = after.isascii() and after.isdecimal() and len(after) < 10
    pk = lists.next_waiting(request.user, int(after) if known else None)
    if pk is None:
        messages.info(request, "No game waits for you now.")
        return redirect("my_games")
    return redirect("table", pk)
