"""Addresses of the sockets: an app may have a `routing.py` with `websocket_urlpatterns`."""

from importlib import import_module
from importlib.util import find_spec

from django.apps import apps


def socket_urls() -> list:
    urls: list = []
    for config in apps.get_app_configs():
        if not config.name.startswith(("django.", "allauth")) and find_spec(f"{config.name}.routing"):
            urls += getattr(import_module(f"{config.name}.routing"), "websocket_urlpatterns", [])
    return urls
