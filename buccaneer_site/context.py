"""Context of every page template."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games.web.common import PageRequest, games_waiting
from notifications import home, relay_breaker


def site(request: PageRequest) -> dict[str, Any]:
    letters = {"command_address": settings.DESK, "strangers_may_write": settings.DESK and settings.DESK_STRANGERS and not settings.MAILBOX}
    return {
        "manifest": lambda: urlsplit(static("app/manifest.json")).path,  # never at a CDN: its addresses are those of the site
        "local_mailbox": not settings.TOWN,
        "letters_are_late": relay_breaker.known_to_be_down,
        "why_quiet": home.why_quiet_lately,
        "and_back": lambda: and_back(request),
        "games_waiting": lambda: len(games_waiting(request)),
        **letters,
    }


def and_back(request: PageRequest) -> str:
    """Return the query that leads from sign-in or sign-up back to this page; "" for pages without a reason to come back."""
    if request.path.startswith(reverse("account_login").removesuffix("login/")):
        back = request.GET.get("next") or request.POST.get("next", "")
    else:
        back = request.get_full_path() if request.method == "GET" and request.path != reverse("home") else ""
    return f"?{urlencode({'next': back}, safe='/')}" if back else ""
