"""Types for answers to requests."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]
"""A view, or a middleware with everything behind it."""
