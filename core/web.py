"""The type of views, views that are imported late, and cached URLs."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.module_loading import import_string

View = Callable[[HttpRequest], HttpResponse]
"""A view, or a middleware with everything inside it."""
BIGGEST = 2**63 - 1
"""The largest possible primary key."""


def late(name: str, *, csrf_exempt: bool = False) -> Callable[..., HttpResponse]:
    """Return a view that imports the view `name` at its first request. `csrf_exempt` must equal the setting of that view."""

    def view(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        imported: Callable[..., HttpResponse] = import_string(name)
        return imported(request, *args, **values)

    view.__name__ = name.rpartition(".")[2]
    view.csrf_exempt = csrf_exempt  # type: ignore[attr-defined]
    return view


@lru_cache(maxsize=5000)
def address(name: str, *args: Any) -> str:
    """Return the URL of a view. Cached: a page uses thirty URLs, most of them again at the next move. Raise NoReverseMatch."""
    return reverse(name, args=args)
