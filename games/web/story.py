"""The story of an ended game, the film of any game, and a rematch."""

from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.drawing import board_pictures
from games.drawing.points_chart import Captains, charts
from games.editions import guard
from games.history import films
from games.history.story import Story, story
from games.models import Game
from games.play import standing_orders
from games.queries import table_view
from games.queries.standings import standings
from games.rulesets import get_ruleset
from games.storage.snapshots import state_of
from games.tables.rematch import rematch as ask_again
from games.web import history, orders, sharing
from games.web.common import OwnRequest, PageRequest, attempt, signed_in, visible_game
from games.web.parts import show

DAY = 60 * 60 * 24
UNTOLD = "This story cannot be told just now. The hosts have been told; try again later."


@require_safe
def story_page(request: PageRequest, pk: int) -> HttpResponse:
    game = visible_game(request, pk)
    if game.status != Game.Status.OVER or game.public is None:
        return redirect("history" if game.public is not None else "table", pk)
    players = list(game.players.select_related("user").order_by("seat", "pk"))
    names = [player.name for player in players]
    seat, chapters = table_view.seat_of(players, request.user), story_of(game, names)
    chart = UNTOLD
    if chapters.points:
        inks = board_pictures.colours(game.rules, game.rules.view(state_of(game), None))
        chart = charts(chapters.points, chapters.rounds, Captains(names, inks), game.rules.unit[1])
    context = {
        "game": game, "rules": game.rules, "story": chapters, "names": names, "places": [line[:3] for line in standings(game, names)],
        "chart": chart, "table": sorted(dict(zip(chapters.rounds, chapters.points, strict=True)).items()),
        "seat": seat, "shared": sharing.of_game(game, "The story of {}"),
        "chapters": [("Turning points", chapters.turning, "Nobody ever took the lead."), *chapters.chapters],
        "film": film_context(game, seat),
        "first_orders": orders.asked_again(game, request.user) if seat is not None else {},
    }  # fmt: skip
    return render(request, "games/story.html", context)


def story_of(game: Game, names: list[str]) -> Story:
    """Return the story, cached for a day; an empty one if it fails."""
    key = f"chapters:{game.pk}:{game.number}:{sha256(repr(names).encode()).hexdigest()}"  # unlike hash(), equal in all processes

    def cached_story() -> Story:
        stored = cache.get_or_set(key, lambda: story(game, names), DAY)
        return stored if isinstance(stored, Story) else Story()

    return guard.serve(game.rules, "story", Story(), cached_story)


def film_context(game: Game, seat: int | None) -> dict[str, Any]:
    """Return the state of the film for the reader at this seat: "none", "ready" with its address, in the making, or "wanted"."""
    if not films.is_possible(game):
        return {"state": "none"}
    if films.is_ready(game, seat):
        return {"state": "ready", "address": f"{reverse('film_file', args=[game.pk])}?{game.number}"}
    return {"state": films.in_the_making(game, seat) or "wanted"}


@require_http_methods(["GET", "HEAD", "POST"])
def film(request: PageRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the game as a film, from the first move or from move `number`; on POST order it as an animated picture."""
    game = visible_game(request, pk)
    if game.public is None:
        return redirect("table", pk)
    if request.method == "POST":
        films.ask_for(game, table_view.seat_of(list(game.players.all()), request.user))
        if not request.htmx:
            return redirect("film", pk)
    film_parts = {"game": game, "film": film_context(game, table_view.seat_of(list(game.players.all()), request.user))}
    if request.htmx:
        return render(request, "games/film_part.html", film_parts)
    if number is None:
        number = history.asked_for(request, game, 0)
    if number > game.number:
        return redirect("film_at", pk, game.number)
    context = (
        history.position_at(request, game, number, with_undone=False)
        | film_parts
        | {"steps": "film_at", "shared": sharing.of_game(game, "The film of {}")}
    )
    context["link"] = request.build_absolute_uri(reverse("film", args=[pk])) if game.open_to_all else ""
    return show(request, "games/film.html", context)


@require_safe
def film_file(request: PageRequest, pk: int) -> FileResponse:
    game = visible_game(request, pk)
    seat = table_view.seat_of(list(game.players.all()), request.user)
    if game.public is None or not films.is_ready(game, seat):
        raise Http404
    return FileResponse(default_storage.open(films.path(game, seat)), content_type="image/gif")


@signed_in
@require_POST
def rematch(request: OwnRequest, pk: int) -> HttpResponse:
    game = visible_game(request, pk)
    games: list[Game] = []
    given_orders = orders.posted_orders(request.POST, standing_orders.first_orders(get_ruleset(game.ruleset), game.options))
    problem, status = attempt(lambda: games.append(ask_again(pk, request.user, given_orders)))
    if problem:
        return render(request, "games/no_record.html", {"game": visible_game(request, pk), "problem": problem}, status=status)
    return redirect("table", games[0].pk)
