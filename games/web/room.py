"""A table before its first move: who sits there, joining, leaving, inviting, starting."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.clock_overview.terms_sentences import terms_of
from games.models import Game
from games.play import standing_orders
from games.queries import reliability, table_view
from games.tables import lobby
from games.web import first_orders
from games.web.common import attempt, page_or_part, signed_in, visible_game


def show(request: HttpRequest, game: Game, problem: str = "", status: int = 200, token: str = "") -> HttpResponse:
    """The table with its chairs."""
    players = list(game.players.select_related("user").order_by("pk"))
    me = next((player for player in players if request.user.is_authenticated and player.user_id == request.user.pk), None)
    left = game.rules.places_left([player.place for player in players if player != me], game.seats)
    places = dict(game.rules.places)
    chairs = [(player, places.get(player.place, "")) for player in players]
    context = {
        "records": reliability.of_chairs(players),
        "game": game, "rules": game.rules, "players": players, "me": me, "chairs": chairs, "problem": problem, "token": token,
        "free_places": [(key, name) for key, name in game.rules.places if key in left and not (me and key == me.place)],
        "empty": range(game.seats - len(players)), "is_owner": me is not None and game.owner_id == request.user.pk,
        "may_listen": table_view.visible_games(request.user).filter(pk=game.pk).exists(),
        "orders_first": standing_orders.before_the_game(game) if me else "",
        "first_orders": {} if me or not request.user.is_authenticated else first_orders.asked_at(game, request.user, request.POST),
        "cannot_start": why_not_yet(game, len(players)), "terms": terms_of(game), "invitations": [],
    }  # fmt: skip
    if context["is_owner"]:
        context["link"] = request.build_absolute_uri(reverse("join_by_link", args=[game.join_token]))
        context["invitations"] = game.invitations.filter(declined_at=None).select_related("user")
    return render(request, page_or_part(request, "games/room.html", "live"), context, status=status)


def why_not_yet(game: Game, players: int) -> str:
    """Why the game cannot be started with those who are here; "" when it can."""
    least = game.rules.seats[0]
    return f"At least {least} captains are needed." if players < least else game.rules.unplayable(game.options, players)


def answer(request: HttpRequest, pk: int, problem: str, status: int, token: str = "") -> HttpResponse:
    """Back to the table, or the table with what was wrong; once it is at sea, that is the page of its board."""
    if not problem:
        return redirect("table", pk)
    game = token_game(token) if token else visible_game(request, pk)
    if game.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        return show(request, game, problem, status, token)
    if not table_view.visible_games(request.user).filter(pk=pk).exists():
        return render(request, "games/too_late.html", {"game": game}, status=410)
    from games.web import table

    return table.show(request, game, problem, status)


def token_game(token: str) -> Game:
    """The table of a link; what cannot be a token is not even looked up."""
    if not (token.isascii() and token.isprintable() and len(token) <= 60):
        raise Http404
    return get_object_or_404(Game, join_token=token)


@require_safe
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """What someone sees who was given the link: the table, and a chair."""
    game = token_game(token)
    seated = request.user.is_authenticated and game.players.filter(user=request.user).exists()
    if seated or (game.status != Game.Status.OPEN and table_view.visible_games(request.user).filter(pk=game.pk).exists()):
        return redirect("table", game.pk)
    if game.status != Game.Status.OPEN:
        return render(request, "games/too_late.html", {"game": game}, status=410)
    return show(request, game, token=token)


@signed_in
@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    token, place = request.POST.get("token", ""), request.POST.get("place", "")[:40]
    game = token_game(token) if token else get_object_or_404(Game, pk=pk)
    if game.pk != pk:
        raise Http404
    if game.players.filter(user=request.user).exists():
        problem, status = attempt(lobby.change_place, pk, request.user, place)
    else:
        said = first_orders.said(request.POST, standing_orders.first_at(game))
        problem, status = attempt(lobby.join, pk, request.user, place, token, said)
    return answer(request, pk, problem, status, token)


@signed_in
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    problem, status = attempt(lobby.leave, pk, request.user)
    if problem:
        return answer(request, pk, problem, status)
    messages.info(request, "You left the table.")
    return redirect("my_games")


@signed_in
@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    visible_game(request, pk)
    return answer(request, pk, *attempt(lobby.start, pk, request.user))


@signed_in
@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a person by name or e-mail, or put a bot on an empty chair."""
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
