"""Pages that letters lead to: an answer that waits for its writer to confirm it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.views.common import signed_in
from notifications.inbound import processing
from notifications.models import LetterIn


@signed_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, pk: int) -> HttpResponse:
    """A letter we were not sure of: its writer sees what it says, and plays it or throws it away."""
    letter = get_object_or_404(LetterIn.objects.select_related("address__user"), pk=pk, user=request.user, address__purpose="game")
    game_id = letter.address.facts["game"]
    said = request.POST.get("what") if request.method == "POST" else ""
    if request.method != "POST":
        status = 200
    elif said == "discard":
        processing.discard(letter)
        return redirect("table", game_id)
    elif said == "play":
        verdict = processing.confirm(letter)
        if verdict.state == LetterIn.State.APPLIED:
            return redirect("table", game_id)
        status = 422
    else:
        status = 400
    letter.refresh_from_db()
    context = {"letter": letter, "game_id": game_id, "waits": letter.state == LetterIn.State.HELD, "misread": status == 400,
               "problem": letter.facts.get("problem", "")}  # fmt: skip
    return render(request, "games/held_letter.html", context, status=status)
