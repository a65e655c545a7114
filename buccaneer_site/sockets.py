"""Routes of WebSockets, and the checks that all of them share."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import re_path
from structlog.contextvars import bound_contextvars

from buccaneer_site.logs import HEADER, new_id
from games.web.consumers import websocket_urlpatterns

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
"""An ASGI application."""


def socket_urls() -> list[Any]:
    return [*websocket_urlpatterns, re_path("", nowhere)]  # type: ignore[arg-type]  # an ASGI application, as Channels has it


async def nowhere(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Refuse a socket at any other URL, with 404 if the server can send a status."""
    await receive()
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4404})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
    await send({"type": "websocket.http.response.body", "body": b""})


def same_origin(application: Application) -> Application:
    """Refuse WebSockets opened by pages of another origin, as Django refuses forms from such pages."""

    async def checked(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        origin, host = (headers.get(name, b"").decode("latin-1").lower() for name in (b"origin", b"host"))
        own = f"{'https' if scope.get('scheme') == 'wss' else 'http'}://{host}"
        is_ours = origin == own and validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
        await (application if is_ours or origin in settings.CSRF_TRUSTED_ORIGINS else WebsocketDenier())(scope, receive, send)

    return checked


def numbered(application: Application) -> Application:
    """Give each socket an id for its log lines, as requests have (`buccaneer_site.middleware.numbered`)."""

    async def with_id(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ())).get(HEADER.lower().encode(), b"").decode("latin-1")
        with bound_contextvars(request=new_id(headers)):
            await application(scope, receive, send)

    return with_id
