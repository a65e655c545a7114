"""Pages about past moves: a game's history move by move, its film, its story, a rematch, and export and import of text records."""

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
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.formats.notation import write
from games.history import films, ledger
from games.history.story import Story, story
from games.models import Game
from games.play import standing_orders
from games.queries import journal, past, table_view
from games.queries.results import standings
from games.rulesets import get_ruleset
from games.storage.snapshots import state_of
from games.tables import record_import
from games.tables.posted import RecordForm
from games.tables.rematch import rematch as ask_again
from games.web import orders, sharing
from games.web.common import OwnRequest, PageRequest, attempt, parse_number, signed_in, visible_game
from games.web.news import scenes_as_json
from games.web.parts import parts_of, show

AROUND = 20
DAY = 60 * 60 * 24
UNTOLD = "This story cannot be told just now. The hosts have been told; try again later."


@require_safe
def history_page(request: PageRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the table after one move, with a list of the moves around it."""
    game = visible_game(request, pk)
    if game.public is None:
        return redirect("table", pk)
    if number is None:
        number = asked_for(request, game, game.number)
    if number > game.number:
        return redirect("history_at", pk, game.number)
    context = position_at(request, game, number) | {"steps": "history_at", "shared": sharing.of_game(game, "{}, move by move")}
    return show(request, "games/history.html", context)


NOTHING: tuple[journal.SeenMove | None, list[str]] = (None, [])
"""The value for a missing move: no move and no sentences."""


def asked_for(request: PageRequest, game: Game, otherwise: int) -> int:
    """Return the move number from the query, at most the newest, or `otherwise` if there is none."""
    number = parse_number(request.GET.get("to", ""))
    return otherwise if number is None else min(number, game.number)


def position_at(request: PageRequest, game: Game, number: int, with_undone: bool = True) -> dict[str, Any]:
    """Return the context of the position after move `number`. The links to other moves skip undone moves unless `with_undone`."""
    players = list(game.players.select_related("user").order_by("seat", "pk"))
    seat, names = table_view.seat_of(players, request.user), [player.name for player in players]
    around = journal.journal(game, seat, max(-1, number - AROUND - 1), names, limit=2 * AROUND + 1)
    here, sentences = next(((move, sentences) for move, sentences in around if move.number == number), NOTHING)
    around = [(move, sentences) for move, sentences in around if sentences or move.number == number]
    moves = [move for move, _ in around]
    numbers = [move.number for move in (moves if with_undone else journal.lasting(moves))]
    view = past.view_at(game, seat, number)
    return {
        "game": game, "rules": game.rules, "seat": seat, "names": names, "number": number, "around": around,
        "has_ledger": seat is not None and ledger.has_ledger(game), "move": here, "sentences": sentences, "view": view,
        "previous": max((candidate for candidate in numbers if candidate < number), default=number - 1) if number > 0 else None,
        "next": min((candidate for candidate in numbers if candidate > number), default=number + 1) if number < game.number else None,
        "seed": past.seed_of(game), "scenes": scenes_as_json(game.rules, view, [here] if here else [], names, seat),
        **parts_of(game.rules, view, names, None, here.events if here else []),
    }  # fmt: skip


@require_safe
def record(request: PageRequest, pk: int) -> HttpResponse:
    """Send the record of an ended game as a file. Refuse with 409 while the game runs, because the record would reveal secrets."""
    game = visible_game(request, pk)
    text = text_of(game)
    if text is None:
        return render(request, "games/no_record.html", {"game": game}, status=409)
    name = f"{game.ruleset}-{game.pk}.txt"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'})


def text_of(game: Game) -> str | None:
    """Return the record of a game as text, or None until the game is over."""
    record = past.record(game)
    if record is None or record["outcome"] is None:
        return None
    names = [player.name for player in game.players.select_related("user").order_by("seat")]
    return write(game.rules, record, names)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: OwnRequest) -> HttpResponse:
    """Create a table for the reader from an imported record, pasted or sent as a file."""
    form = RecordForm(*(request.POST, request.FILES) if request.method == "POST" else (None, None))
    if request.method != "POST":
        return render(request, "games/take_in.html", {"form": form})
    if form.is_valid():
        try:
            values = form.cleaned_data
            return redirect("table", record_import.take_in(request.user, values["record"], values["at"], values["seat"] - 1).pk)
        except RulesError as refusal:
            form.add_error(None, refusal.text)
    return render(request, "games/take_in.html", {"form": form}, status=422)


@signed_in
@require_POST
def play_on(request: OwnRequest, pk: int) -> HttpResponse:
    """Create a table for the reader that continues an ended game from one of its moves, against bots."""
    game = visible_game(request, pk)
    text, after = text_of(game), parse_number(request.POST.get("at", ""), 5)
    try:
        if text is None:
            raise NotAllowed("running", "You can import this game when it has ended.")
        if after is None:
            raise NotAllowed("no-move", "Say after which move you want to go on.")
        seat = table_view.seat_of(list(game.players.all()), request.user)
        return redirect("table", record_import.take_in(request.user, text, after, seat if seat is not None else game.first).pk)
    except RulesError as refusal:
        return render(request, "games/no_record.html", {"game": game, "problem": refusal.text}, status=422)


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
    """Return the story of the game, cached for a day. Return an empty story if telling it fails."""
    key = f"chapters:{game.pk}:{game.number}:{sha256(repr(names).encode()).hexdigest()}"  # unlike hash(), equal in all processes

    def cached_story() -> Story:
        stored = cache.get_or_set(key, lambda: story(game, names), DAY)
        return stored if isinstance(stored, Story) else Story()

    return guard.serve(game.rules, "story", Story(), cached_story)


def film_context(game: Game, seat: int | None) -> dict[str, Any]:
    """Return the state of the film for the reader in `seat`: "none", "ready" with the film's URL, in progress, or "wanted"."""
    if not films.is_possible(game):
        return {"state": "none"}
    if films.is_ready(game, seat):
        return {"state": "ready", "address": f"{reverse('film_file', args=[game.pk])}?{game.number}"}
    return {"state": films.in_the_making(game, seat) or "wanted"}


@require_http_methods(["GET", "HEAD", "POST"])
def film(request: PageRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the game as a film from move `number` or the first move. On POST, request the film as an animated GIF."""
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
        number = asked_for(request, game, 0)
    if number > game.number:
        return redirect("film_at", pk, game.number)
    context = (
        position_at(request, game, number, with_undone=False)
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
