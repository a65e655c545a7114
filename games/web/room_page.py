"""The page of a table before its first move: chairs, terms and buttons."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.agreements.clock_sentences import terms_of
from games.kit.sentences import joined
from games.mail import letter_parts
from games.models import Game, Player
from games.moderation import friends
from games.queries import lists, reliability
from games.tables import starting
from games.tables.chat import MAX_LINE_LENGTH
from games.web import orders, sharing
from games.web.common import PageRequest, page_or_part
from games.web.talk import beside_of_page, note_as_read, talk_context
from notifications import presence


def show(request: PageRequest, game: Game, problem: str = "", status: int = 200, token: str = "") -> HttpResponse:
    presence.mark_looking(request.user, f"game:{game.pk}")
    players = list(game.players.select_related("user").order_by("pk"))
    me = next((player for player in players if request.user.is_authenticated and player.user_id == request.user.pk), None)
    free_places = game.rules.places_left([player.place for player in players if player != me], game.seats)
    places = dict(game.rules.places)
    chairs = [(player, places.get(player.place, "")) for player in players]
    may_listen = lists.visible_games(request.user).filter(pk=game.pk).exists()
    context = {
        "records": reliability.of_chairs(players),
        "game": game, "rules": game.rules, "players": players, "me": me, "chairs": chairs, "problem": problem, "token": token,
        "shared": sharing.of_game(game), "partners": partners(game, players),
        "free_places": [(key, name) for key, name in game.rules.places if key in free_places and not (me and key == me.place)],
        "empty": range(game.seats - len(players)), "is_owner": me is not None and game.owner_id == request.user.pk,
        "is_invited": me is None and lists.invitations_of(request.user).filter(game=game).exists(),
        "may_listen": may_listen, **(talk_context(game, request.user, me is not None) if may_listen else {}),
        "kept": {"text": request.POST.get("text", "")[:MAX_LINE_LENGTH]} if problem else {},
        "orders_first": letter_parts.why_orders_before(game, me.user) if me and me.user else "",
        "first_orders": {} if me else orders.asked_at(game, request.user, request.POST),
        "cannot_start": starting.why_not_yet(game, len(players)), "terms": terms_of(game), "invitations": [],
    }  # fmt: skip
    if context["is_owner"]:
        context["link"] = request.build_absolute_uri(reverse("join_by_link", args=[game.join_token]))
        unanswered = game.invitations.filter(declined_at=None, taken_back_at=None)
        seated = [player.user_id for player in players if player.user_id]
        context["invitations"] = unanswered.exclude(user__in=seated).select_related("user")
        context["friends"] = friends.friends_of(me.user) if me is not None and me.user is not None else []
    context["beside"] = beside_of_page(context, len(players))
    note_as_read(me, context)
    return render(request, page_or_part(request, "room"), context, status=status)


def partners(game: Game, players: list[Player]) -> str:
    """Return the teams in words, as if empty chairs take the free places in order, or "" if there are no teams."""
    rules = game.rules
    teams = rules.teams(game.options, game.seats)
    if all(len(team) == 1 for team in teams):
        return ""
    sitting = [(player.place, player.name) for player in players]
    while len(sitting) < game.seats:
        free = next(iter(rules.places_left([place for place, _ in sitting], game.seats)), "")
        sitting.append((free, f"an empty chair ({dict(rules.places)[free]})" if free else "an empty chair"))
    order = [place for place, _ in rules.places] or [""]
    names = [name for _, name in sorted(sitting, key=lambda chair: order.index(chair[0]))]
    return "; ".join(joined([names[seat] for seat in team]) for team in teams)
