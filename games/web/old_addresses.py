"""Addresses as they once were: links in old letters, and pages that were open when they changed, lead on."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def moved_to(name: str) -> Callable[[HttpRequest], HttpResponse]:
    """A view that leads to the page of this name for good; what was posted comes along."""
    return lambda request: redirect(name, permanent=True, preserve_request=True)
