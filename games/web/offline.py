"""The site without a line: a list of one's games, the choice to keep tables on this device, and the worker that shows them."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts import devices
from games.queries import lists
from games.web.common import signed_in
from games.web.requests import OwnRequest, PageRequest

WORKER = settings.SHIPPED / "static" / "js" / "offline-worker.js"


@signed_in
@require_safe
def offline_page(request: OwnRequest) -> HttpResponse:
    """What an installed app shows without a line: the reader's games by name, and whose turn it was. No table, no hand."""
    games = [own for own in lists.my_games(request.user) if own.game.ended_at is None]
    answer = render(request, "games/offline.html", {"games": games})
    return answer if devices.COOKIE in request.COOKIES else devices.keep(answer, request.user, only_a_list=True)


@signed_in
@require_POST
def keep_here(request: OwnRequest) -> HttpResponse:
    """Keep tables on this device from now on, or wipe what it keeps."""
    if request.POST.get("keep") == "yes":
        messages.success(request, "This device keeps your games from now on. Open a table once, and you can see it without a connection.")
        return devices.keep(redirect("my_games"), request.user)
    messages.success(request, "Nothing of your games is kept on this device any more.")
    return devices.wipe(redirect("profile"))


@require_safe
def worker(request: PageRequest) -> HttpResponse:
    """The worker, at the root of the site: a browser lets it answer only for pages beneath its own address."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")
