"""Addresses of the sockets: an app may have a `routing.py` with `websocket_urlpatterns`."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.urls import re_path

from core.request_ids import HEADER, new_id, working_on

Application = Callable[[dict[str, Any], Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


def socket_urls() -> list:
    urls: list = []
    for config in apps.get_app_configs():
        if not config.name.startswith(("django.", "allauth")) and find_spec(f"{config.name}.routing"):
            urls += getattr(import_module(f"{config.name}.routing"), "websocket_urlpatterns", [])
    return [*urls, re_path("", nowhere)]  # type: ignore[arg-type]  # an ASGI application, as Channels has it


async def nowhere(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answer a socket at any other address: 404, or where the server cannot say that, a refusal."""
    await receive()
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4404})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
    await send({"type": "websocket.http.response.body", "body": b""})


def numbered(application: Application) -> Application:
    """Give each socket an id, as requests have (`buccaneer_site.middleware.numbered`)."""

    async def with_id(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        given = dict(scope.get("headers", ())).get(HEADER.lower().encode(), b"").decode("latin-1")
        with working_on(new_id(given)):
            await application(scope, receive, send)

    return with_id
