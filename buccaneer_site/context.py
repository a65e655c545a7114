"""What every page may ask about the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict:
    return {"local_mailbox": not settings.TOWN}
