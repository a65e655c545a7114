"""The site offline: the list of games, the setting to keep tables on this device, and the service worker."""

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
    """Send the page for an installed app without a connection: the reader's games by name and turn, without tables or hands."""
    games = [listed for listed in lists.my_games(request.user) if listed.game.ended_at is None]
    answer = render(request, "games/offline.html", {"games": games})
    return answer if devices.COOKIE in request.COOKIES else devices.keep(answer, request.user, only_a_list=True)


@signed_in
@require_POST
def keep_here(request: OwnRequest) -> HttpResponse:
    """Keep tables on this device from now on, or wipe the kept ones."""
    if request.POST.get("keep") == "yes":
        messages.success(request, "This device keeps your games from now on. Open a table once, and you can see it without a connection.")
        return devices.keep(redirect("my_games"), request.user)
    messages.success(request, "Nothing of your games is kept on this device any more.")
    return devices.wipe(redirect("profile"))


@require_safe
def worker(request: PageRequest) -> HttpResponse:
    """Send the service worker from the root of the site, as a browser limits it to pages below its own address."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")
