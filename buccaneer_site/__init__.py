"""Wiring: settings, URLs, the servers' entry points and the one-machine runner."""

from buccaneer_site.celery import app as celery_app
from core.memory import share_arenas

share_arenas()

__all__ = ["celery_app"]
