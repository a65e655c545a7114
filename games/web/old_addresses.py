"""Redirects from old URLs, for links in old letters and for pages that were open when a URL changed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def moved_to(name: str) -> Callable[[HttpRequest], HttpResponse]:
    """Return a view that redirects permanently to the URL called `name`, and keeps the method and the form."""
    return lambda request: redirect(name, permanent=True, preserve_request=True)
