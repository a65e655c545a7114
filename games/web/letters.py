"""Pages that letters lead to: an answer that waits for its writer to confirm it, and links that play one answer."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail.replies import one_click
from games.web.common import signed_in
from games.web.requests import OwnRequest, PageRequest
from notifications.inbound import processing
from notifications.models import LetterIn, ReplyAddress

MOST_SHOWN = 20
"""How many other letters that wait are listed on the page of one; the rest follow as these are dealt with."""


@signed_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held_letter(request: OwnRequest, pk: int) -> HttpResponse:
    """A letter we were not sure of: its writer reads it, then plays or discards it."""
    own = LetterIn.objects.select_related("address__user").filter(user=request.user, address__isnull=False)
    letter = processing.with_text(get_object_or_404(own, pk=pk))
    game_id = letter.reply_address.facts.get("game")
    others = list(own.filter(state=LetterIn.State.HELD).exclude(pk=pk).order_by("received_at", "pk")[:MOST_SHOWN])
    on = ("held_letter", others[0].pk) if others else ("table", game_id) if game_id else ("my_games",)
    said = request.POST.get("what") if request.method == "POST" else ""
    if request.method != "POST":
        status = 200
    elif said == "discard":
        processing.discard(letter)
        return redirect(*on)
    elif said == "play":
        verdict = processing.confirm(letter)
        if verdict.state == LetterIn.State.APPLIED:
            return redirect(*on)
        status = 422
    else:
        status = 400
    letter.refresh_from_db()
    context = {"letter": letter, "game_id": game_id, "waits": letter.state == LetterIn.State.HELD, "misread": status == 400,
               "problem": refused_because(letter), "others": others}  # fmt: skip
    return render(request, "games/held_letter.html", context, status=status)


def refused_because(letter: LetterIn) -> str:
    """Return why the letter was refused, or ""."""
    return letter.facts.get("problem") or letter.facts.get("said", "") if letter.state == LetterIn.State.REFUSED else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_by_link(request: PageRequest, key: str, code: str) -> HttpResponse:
    """Preview an answer on GET, which machines may follow; play it on POST. The key is the proof."""
    row = one_click.row_of(key)
    if row is None:
        raise Http404
    if request.method == "POST" and request.POST.get("what") != "play":
        return show_spent_link(request, row, "That request was not understood, so nothing has changed.", 400)
    try:
        found = one_click.play_link(row, code) if request.method == "POST" else one_click.preview_link(row, code)
    except one_click.Spent as why:
        return show_spent_link(request, row, str(why), 410)
    if request.method == "POST" and request.user == row.user:
        return redirect("table", found.game.pk)
    png = found.board.pop("png", None)
    context = {"found": found, "played": request.method == "POST", "picture": one_click.as_data(png) if png else ""}
    return render(request, "games/by_link.html", context)


def show_spent_link(request: PageRequest, row: ReplyAddress, problem: str, status: int) -> HttpResponse:
    return render(request, "games/by_link_spent.html", {"problem": problem, "game_id": row.facts["game"]}, status=status)
