"""Wiring of the site: settings, URLs, entry points of the servers, and the runner for one machine."""

from importlib.util import find_spec

from core.memory import share_arenas

if find_spec("celery"):  # otherwise only the rules are installed, and the command says so
    from buccaneer_site.celery import app as celery_app  # noqa: F401  `celery -A buccaneer_site` finds it here

share_arenas()
