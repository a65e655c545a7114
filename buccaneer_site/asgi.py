"""The ASGI entry point: Channels serves sockets, and Django serves pages in threads (docs/decisions/0010-pages-in-threads.md)."""

import os
from collections.abc import Callable, Iterable
from threading import Semaphore
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

from a2wsgi import WSGIMiddleware
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.wsgi import get_wsgi_application

PAGES_AT_ONCE = 8  # number of threads; fewer than the connections in a process's pool


class OneAtATime:
    """A WSGI application that runs `app` in one thread at a time, and in a further thread when a call has waited `patience` seconds."""

    def __init__(self, app: Callable[[dict[str, Any], Any], Iterable[bytes]], patience: float = 0.25):
        self.app, self.patience, self.turn = app, patience, Semaphore()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        has_turn = self.turn.acquire(timeout=self.patience)
        try:
            return self.app(environ, start_response)
        finally:
            if has_turn:
                self.turn.release()


pages = WSGIMiddleware(OneAtATime(get_wsgi_application()), workers=PAGES_AT_ONCE)  # type: ignore[arg-type]

from buccaneer_site.sockets import numbered, same_origin, socket_urls  # imported here, because the apps must be loaded first

sockets = numbered(same_origin(AuthMiddlewareStack(URLRouter(socket_urls()))))
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
