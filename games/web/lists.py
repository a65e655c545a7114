"""The reader's games, and the next one that waits for them."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.deadlines import absences
from games.models import Game, Seek
from games.queries import lists
from games.queries.lists import OwnGame
from games.web.common import signed_in
from games.web.requests import OwnRequest
from notifications import delivery_problems

PRESSING = timedelta(hours=12)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
GROUPS = (
    ("waiting", "Waiting for you"),
    ("running", "Under way"),
    ("open", "Not started yet"),
    ("over", "Ended"),
)


class Row(NamedTuple):
    """A game in the list: how it stands for the reader, whether their time is short, and how it ended for them."""

    own: OwnGame
    is_pressing: bool
    result: str


@signed_in
@require_safe
def my_games(request: OwnRequest) -> HttpResponse:
    """All of the reader's games, most urgent first."""
    found: dict[str, list[Row]] = {key: [] for key, _ in GROUPS}
    for own in lists.my_games(request.user):
        key = "waiting" if own.is_waiting else "running" if own.game.status == Game.Status.STUCK else own.game.status
        found[key].append(Row(own, own.due is not None and own.due - timezone.now() < PRESSING, result(own)))
    groups = [(title, key, found[key]) for key, title in GROUPS if found[key]]
    invitations = lists.invitations_of(request.user).filter(game__status=Game.Status.OPEN).select_related("game", "by")
    context = {
        "groups": groups,
        "invitations": invitations,
        "looking": Seek.objects.filter(user=request.user).first(),
        "dead_addresses": delivery_problems.dead_addresses(request.user),
        "is_waited_for": bool(found["waiting"]),
        "seems_away": bool(found["waiting"]) and seems_away(request.user),
    }
    return render(request, "games/my_games.html", context)


def seems_away(user: User) -> bool:
    """Does a machine answer their letters although they are not on leave?"""
    return delivery_problems.seems_away(user) and not absences.absences_of(user).filter(end__gt=timezone.now()).exists()


def result(own: OwnGame) -> str:
    """Return how an ended game ended for the reader."""
    outcome, seat = own.game.outcome, own.seat
    if outcome is None or seat is None:
        return ""
    if seat in outcome.winners:
        return "you won" if len(outcome.winners) == 1 else "you shared the victory"
    winners = [player.name for player in own.game.players.all() if player.seat in outcome.winners]
    return f"{' and '.join(winners)} won, you came {ORDINALS[outcome.places[seat] - 1]}"


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
