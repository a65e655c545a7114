"""Redirects from old addresses, for links in old letters and pages that were open when an address changed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def moved_to(name: str) -> Callable[[HttpRequest], HttpResponse]:
    """Return a view that redirects permanently to the page of this name, and keeps the method and the form."""
    return lambda request: redirect(name, permanent=True, preserve_request=True)
