"""Every page shows times in the reader's own zone."""

from zoneinfo import ZoneInfo

from django.utils import timezone


def time_zone(get_response):
    def middleware(request):
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return middleware
