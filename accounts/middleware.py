"""Every page shows times in the reader's own zone, and a person who comes by stays signed in."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.services import saw


def time_zone(get_response):
    def middleware(request):
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return middleware


def seen_today(get_response):
    """Once a day a session is renewed and the day noted, so that only those who stay away are signed out."""

    def middleware(request):
        today = timezone.now().date().isoformat()
        if request.user.is_authenticated and request.session.get("seen_on") != today:
            request.session["seen_on"] = today
            saw(request.user)
        return get_response(request)

    return middleware
