"""Types for answers to requests, and views that are loaded late."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

View = Callable[[HttpRequest], HttpResponse]
"""A view, or a middleware with everything behind it."""
BIGGEST = 2**63 - 1
"""The largest number of a row."""


def late(name: str, *, csrf_exempt: bool = False) -> Callable[..., HttpResponse]:
    """Return a view that imports this view, by its dotted name, at its first request: for libraries that few processes need.

    `csrf_exempt` must be what the view itself says, since it is asked before the view is called.
    """

    def view(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        return import_string(name)(request, *args, **values)

    view.__name__ = name.rpartition(".")[2]
    view.csrf_exempt = csrf_exempt  # type: ignore[attr-defined]
    return view
