"""Export a game as a text record, and import such a record as a game."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.formats.notation import write
from games.models import Game
from games.queries import past, table_view
from games.tables import record_import
from games.tables.posted import RecordForm
from games.web.common import OwnRequest, PageRequest, parse_number, signed_in, visible_game


@require_safe
def record(request: PageRequest, pk: int) -> HttpResponse:
    """Send the record of an ended game as a file; refuse with 409 while the game runs, as it would reveal secrets."""
    game = visible_game(request, pk)
    text = text_of(game)
    if text is None:
        return render(request, "games/no_record.html", {"game": game}, status=409)
    name = f"{game.ruleset}-{game.pk}.txt"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'})


def text_of(game: Game) -> str | None:
    """Return the record as text; None until the game is over."""
    record = past.record(game)
    if record is None or record["outcome"] is None:
        return None
    names = [player.name for player in game.players.select_related("user").order_by("seat")]
    return write(game.rules, record, names)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: OwnRequest) -> HttpResponse:
    """Import a record, pasted or as a file, as the reader's own table."""
    form = RecordForm(*(request.POST, request.FILES) if request.method == "POST" else (None, None))
    if request.method != "POST":
        return render(request, "games/take_in.html", {"form": form})
    if form.is_valid():
        try:
            return keep(request, form.cleaned_data["record"], form.cleaned_data["at"], form.cleaned_data["seat"] - 1)
        except RulesError as refusal:
            form.add_error(None, refusal.text)
    return render(request, "games/take_in.html", {"form": form}, status=422)


@signed_in
@require_POST
def play_on(request: OwnRequest, pk: int) -> HttpResponse:
    """Continue an ended game from one of its moves, against bots, as the reader's own table."""
    game = visible_game(request, pk)
    text, after = text_of(game), parse_number(request.POST.get("at", ""), 5)
    try:
        if text is None:
            raise NotAllowed("running", "You can import this game when it has ended.")
        if after is None:
            raise NotAllowed("no-move", "Say after which move you want to go on.")
        seat = table_view.seat_of(list(game.players.all()), request.user)
        return keep(request, text, after, seat if seat is not None else game.first)
    except RulesError as refusal:
        return render(request, "games/no_record.html", {"game": game, "problem": refusal.text}, status=422)


def keep(request: OwnRequest, text: str, number: int | None, seat: int) -> HttpResponse:
    """Import the record as a table and redirect there. Raise RulesError for an invalid record."""
    return redirect("table", record_import.take_in(request.user, text, number, seat).pk)
