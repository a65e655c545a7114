"""Actions at a table before its first move: join, leave, invite, remove and start."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.services import TooMany, person_at
from games.models import Game
from games.play import standing_orders
from games.queries import lists
from games.tables import lobby, removing
from games.web import orders, room_page, table
from games.web.common import OwnRequest, PageRequest, attempt, parse_number, signed_in, visible_game


def answer(request: PageRequest, pk: int, problem: str, status: int, token: str = "") -> HttpResponse:
    if not problem:
        return redirect("table", pk)
    game = token_game(token) if token else visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return room_page.show(request, game, problem, status, token)
    if not lists.visible_games(request.user).filter(pk=pk).exists():
        return render(request, "games/too_late.html", {"game": game}, status=410)
    return table.show(request, game, problem, status)


def token_game(token: str) -> Game:
    """Return the table of an invitation link. Raise Http404 for an unknown token, without a query if the token is malformed."""
    if not (token.isascii() and token.isprintable() and len(token) <= 60):
        raise Http404
    return get_object_or_404(Game, join_token=token)


@require_safe
def by_link(request: PageRequest, token: str) -> HttpResponse:
    game = token_game(token)
    seated = request.user.is_authenticated and game.players.filter(user=request.user).exists()
    if seated or (game.status != Game.Status.OPEN and lists.visible_games(request.user).filter(pk=game.pk).exists()):
        return redirect("table", game.pk)
    if game.status != Game.Status.OPEN:
        return render(request, "games/too_late.html", {"game": game}, status=410)
    return room_page.show(request, game, token=token)


@require_POST
def join(request: PageRequest, pk: int) -> HttpResponse:
    """Take a seat at the table, or change places. First create a guest account if the visitor asks for one."""
    token = request.POST.get("token", "")
    if request.POST.get("as") == "guest":
        game = token_game(token) if token else visible_game(request, pk)
        if game.pk != pk:
            raise Http404
        try:
            person_at(request)
        except TooMany as refusal:
            return answer(request, pk, str(refusal), 429, token)
    return take_chair(request, pk, token)


@signed_in
def take_chair(request: OwnRequest, pk: int, token: str) -> HttpResponse:
    place = request.POST.get("place", "")[:40]
    game = token_game(token) if token else get_object_or_404(Game, pk=pk)
    if game.pk != pk:
        raise Http404
    if game.players.filter(user=request.user).exists():
        problem, status = attempt(lobby.change_place, pk, request.user, place)
    else:
        posted = orders.posted_orders(request.POST, standing_orders.first_at(game))
        problem, status = attempt(lobby.join, pk, request.user, place, token, posted)
    return answer(request, pk, problem, status, token)


@signed_in
@require_POST
def leave(request: OwnRequest, pk: int) -> HttpResponse:
    problem, status = attempt(lobby.leave, pk, request.user)
    if problem:
        return answer(request, pk, problem, status)
    messages.info(request, "You left the table.")
    return redirect("my_games")


@signed_in
@require_POST
def decline(request: OwnRequest, pk: int) -> HttpResponse:
    attempt(lobby.decline, pk, request.user)
    messages.info(request, "You have declined.")
    return redirect("my_games")


@signed_in
@require_POST
def start(request: OwnRequest, pk: int) -> HttpResponse:
    visible_game(request, pk)
    return answer(request, pk, *attempt(lobby.start, pk, request.user))


@signed_in
@require_POST
def invite(request: OwnRequest, pk: int) -> HttpResponse:
    """Invite a person by name or e-mail, or put a bot on an empty chair."""
    visible_game(request, pk)
    level = request.POST.get("bot", "")
    if level:
        return answer(request, pk, *attempt(lobby.add_bot, pk, request.user, level[:20]))
    who = request.POST.get("who", "")
    if len(who) > 254:
        return answer(request, pk, "That is too long for a name or an address.", 422)
    problem, status = attempt(lobby.invite, pk, request.user, who)
    if not problem:
        messages.success(request, "Invited.")
    return answer(request, pk, problem, status)


@signed_in
@require_POST
def take_off(request: OwnRequest, pk: int) -> HttpResponse:
    """Remove a captain, a bot or an invitation from the reader's own table."""
    visible_game(request, pk)
    change = removing.take_off if "chair" in request.POST else removing.take_back_invitation
    posted = parse_number(request.POST.get("chair") or request.POST.get("invitation", ""), 17)
    if posted is None:
        raise Http404
    return answer(request, pk, *attempt(change, pk, request.user, posted))
