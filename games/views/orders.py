"""Standing orders: what is done for me while I am away, in plain words."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models import Player
from games.services import orders
from games.views.common import attempt, own_player, signed_in

LONGEST = 60


@signed_in
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at the orders of one's own seat, and change them."""
    player = own_player(request, pk)
    if player.seat is None:
        messages.info(request, "Standing orders can be given once the game has started.")
        return redirect("table", pk)
    if request.method != "POST":
        return show(request, player)
    known = {order.key for order in player.game.rules.orders}
    said = {key: request.POST[key][:LONGEST] for key in known if key in request.POST}
    problem, status = attempt(orders.save, pk, player.seat, said)
    if problem:
        return show(request, player, problem, status)
    messages.success(request, "Your standing orders are written down. They count from the next move on.")
    return redirect("orders", pk)


def show(request: HttpRequest, player: Player, problem: str = "", status: int = 200) -> HttpResponse:
    game = player.game
    now = orders.orders_of(game, player.seat)
    rows = [(order, row_choices(order, now[order.key])) for order in game.rules.orders]
    context = {"game": game, "rules": game.rules, "rows": rows, "problem": problem}
    return render(request, "games/orders.html", context, status=status)


def row_choices(order, chosen) -> list[tuple[str, str, str, bool]]:
    """(value, label, what it will do, is it chosen) of one order."""
    sentences = dict(order.sentences)
    return [(str(value), label, sentences.get(value, ""), value == chosen) for value, label in order.choices]
