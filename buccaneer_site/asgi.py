"""The ASGI entry point: sockets by Channels, pages by Django with one hop to a thread.

Django's own ASGI handler hops between loop and threads for each middleware; docs/decisions gives the cost.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

from a2wsgi import WSGIMiddleware
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.wsgi import get_wsgi_application

from buccaneer_site.one_at_a_time import OneAtATime

PAGES_AT_ONCE = 8  # threads; fewer than the connections in a process's pool

pages = WSGIMiddleware(OneAtATime(get_wsgi_application()), workers=PAGES_AT_ONCE)  # type: ignore[arg-type]

from buccaneer_site.sockets import numbered, same_origin, socket_urls  # the apps must be loaded first

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": numbered(same_origin(AuthMiddlewareStack(URLRouter(socket_urls())))),
    }
)
