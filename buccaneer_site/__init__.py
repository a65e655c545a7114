"""Wiring: settings, URLs, the servers' entry points and the one-machine runner."""

from importlib.util import find_spec

from core.memory import share_arenas

if find_spec("celery"):  # else only the rules are installed, and the command says so
    from buccaneer_site.celery import app as celery_app  # noqa: F401  `celery -A buccaneer_site` finds it here

share_arenas()
