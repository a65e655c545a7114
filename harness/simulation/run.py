"""A whole simulation on a scratch database, and its figures."""

import gc
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.test import utils

from games.drawing import animation, pictures
from games.models import BY_CAPTAIN, Game, Move, Wait
from notifications.models import LetterIn

from .clock import Chance, seeded, virtual_time
from .town import Plan, Town

ALONE = {
    "SECRET_KEY": "a town that is only simulated has no secrets from anybody at all",
    "CACHES": {"default": {"BACKEND": "harness.simulation.broker.Cache"}},
    "CHANNEL_LAYERS": {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    "EMAIL_BACKEND": "harness.simulation.post_office.Backend",
    "MAILBOX": False,
    "QUIET": False,
    "REPLY_DOMAIN": "in.town.example",
    "DESK": "play@in.town.example",
    "SITE_URL": "http://town.example",
    "ALLOWED_HOSTS": ["*"],
    "ADMINS": [],
    "LETTERS_IMAP": "",
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
}
"""Settings of a site that sends letters through the simulated relay and uses nothing outside this process."""


def simulate(plan: Plan) -> dict[str, Any]:
    """Run a simulation and return its figures. Raise Failed at the first fault in the site, UnknownFault for unknown fault names."""
    chance = Chance(plan.seed)
    with virtual_time(plan.seed) as clock, seeded(chance), scratch_site():
        begun = process_time()
        gc.collect()
        gc.freeze()  # scanning loaded modules at each collection takes a tenth of the time
        gc.set_threshold(50_000, 20, 20)
        town = Town(plan, clock, chance)
        town.live()
        return figures(town, begun)


@contextmanager
def scratch_site() -> Iterator[None]:
    """Set up a site with an empty database: SQLite in memory, or the test database on the PostgreSQL server of the settings."""
    utils.setup_test_environment(debug=False)
    before = logging.getLogger("django.request").level
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are intended
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = None
    connection.settings_dict["TEST"]["MIGRATE"] = False
    # nobody sees pictures and films here, and compressing one takes longer than the rest of a letter
    unpacked = patch.object(pictures, "png", lambda svg: None), patch.object(animation, "film", lambda frames: b"GIF89a")
    with utils.override_settings(**ALONE), unpacked[0], unpacked[1]:
        databases = utils.setup_databases(verbosity=0, interactive=False)
        number_from_one()
        try:
            yield
        finally:
            utils.teardown_databases(databases, verbosity=0)
            utils.teardown_test_environment()
            logging.getLogger("django.request").setLevel(before)


def number_from_one() -> None:
    """Make primary keys start at one, because random choices depend on them."""
    with connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_by_name_sql(no_style(), connection.introspection.sequence_list()):
            cursor.execute(command)


# -- figures -------------------------------------------------------------------------------------------
LEFT_OUT = frozenset({"sessions.Session", "contenttypes.ContentType", "auth.Permission"})
"""Models whose tables say nothing about the simulation."""


def figures(town: Town, begun: float) -> dict[str, Any]:
    """Return the figures of a simulation, for JSON; `begun` is the process's CPU time in seconds at its start."""
    spent, people_days = process_time() - begun, town.plan.people * town.plan.days
    moves, answered = Counter(Move.objects.values_list("by", flat=True)), Wait.objects.filter(closed_by__in=BY_CAPTAIN)
    hours = [(end - since).total_seconds() / 3600 for since, end in answered.values_list("asked_at", "closed_at") if end]
    return {
        "again": str(town.plan), "cpu_seconds": round(spent, 1), "people_days_per_cpu_minute": round(people_days / (spent / 60)),
        "moves_per_person_day": round(sum(moves[by] for by in BY_CAPTAIN) / people_days, 1),
        "median_hours_to_answer": round(median(hours or [0]), 1),
        "games": counted(Game.objects.values_list("status", flat=True)), "moves": dict(sorted(moves.items())),
        "letters_out": dict(sorted(town.office.kinds.items())),
        "letters_in": counted(" ".join(row) for row in LetterIn.objects.values_list("state", "reason")),
        "tasks": dict(sorted(town.broker.ran.items())), "tasks_amid_others": town.broker.met,
        "pages": town.journal.visits,
        "database": sha256(repr(hashes_of_tables()).encode()).hexdigest(), "mail": town.office.digest.hexdigest(),
    }  # fmt: skip


def counted(things: Any) -> dict[str, int]:
    """Return how often each value occurs, sorted by value."""
    return dict(sorted(Counter(things).items()))


def in_words(figures: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    rows = {name: figure if isinstance(figure, dict) else {figure: ""} for name, figure in figures.items()}
    return "\n".join(
        f"{name.replace('_', ' ')}: {', '.join(f'{key} {part}'.strip() for key, part in row.items())}" for name, row in rows.items()
    )


def hashes_of_tables() -> dict[str, str]:
    """Return a hash of all rows of each table, in the order of primary keys, to find where two simulations differ."""
    hashes = {}
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label):
        if model._meta.managed and model._meta.label not in LEFT_OUT:
            digest = sha256()
            for row in model._base_manager.order_by("pk").values_list().iterator():
                digest.update(repr([bytes(part) if isinstance(part, memoryview) else part for part in row]).encode())
            hashes[model._meta.label] = digest.hexdigest()[:16]
    return hashes
