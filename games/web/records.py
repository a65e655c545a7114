"""Records: export a game as text, and import such a text as a game."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import RulesError
from games.errors import NotAllowed
from games.formats.notation import write
from games.forms.posted import RecordForm
from games.models import Game
from games.queries import past, table_view
from games.tables import record_import
from games.web.common import signed_in, visible_game
from games.web.requests import OwnRequest, PageRequest


@require_safe
def record(request: PageRequest, pk: int) -> HttpResponse:
    """The record of an ended game, as a file. A running game has none (409): it would show secrets."""
    game = visible_game(request, pk)
    text = text_of(game)
    if text is None:
        return render(request, "games/no_record.html", {"game": game}, status=409)
    name = f"{game.ruleset}-{game.pk}.txt"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'})


def text_of(game: Game) -> str | None:
    """Return the record as text; None until the game is over."""
    found = past.record(game)
    if found is None or found["outcome"] is None:
        return None
    names = [player.name for player in game.players.select_related("user").order_by("seat")]
    return write(game.rules, found, names)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: OwnRequest) -> HttpResponse:
    """Import a record, pasted or as a file, as a table of one's own."""
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
    """Play on from a move of an ended game, against bots, as a table of one's own."""
    game = visible_game(request, pk)
    text, said = text_of(game), request.POST.get("at", "")
    try:
        if text is None:
            raise NotAllowed("running", "You can import this game when it has ended.")
        if not (said.isascii() and said.isdecimal() and len(said) < 6):
            raise NotAllowed("no-move", "Say after which move you want to go on.")
        seat = table_view.seat_of(list(game.players.all()), request.user)
        return keep(request, text, int(said), seat if seat is not None else game.first)
    except RulesError as refusal:
        return render(request, "games/no_record.html", {"game": game, "problem": refusal.text}, status=422)


def keep(request: OwnRequest, text: str, at: int | None, seat: int) -> HttpResponse:
    """Store the record as a table and redirect there. Raises RulesError."""
    return redirect("table", record_import.take_in(request.user, text, at, seat).pk)
