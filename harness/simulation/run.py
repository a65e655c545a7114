"""A whole run, on a scratch database."""

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any
from unittest.mock import patch

from django.core.management.color import no_style
from django.db import connection
from django.test import utils

from games.drawing import animation, pictures

from .clock import Chance, seeded, virtual_time
from .report import figures
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
    """Return the figures of a run. Raise Failed at the first fault in the site, and UnknownFault."""
    chance = Chance(plan.seed)
    with virtual_time(plan.seed) as clock, seeded(chance), scratch_site():
        begun = process_time()
        gc.collect()
        gc.freeze()  # collecting what is loaded again and again costs a tenth
        gc.set_threshold(50_000, 20, 20)
        town = Town(plan, clock, chance)
        town.live()
        return figures(town, begun)


@contextmanager
def scratch_site() -> Iterator[None]:
    """Set up a site with an empty database: SQLite in memory, or the test database of the PostgreSQL in the settings."""
    utils.setup_test_environment(debug=False)
    before = logging.getLogger("django.request").level
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are intended
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = None
    connection.settings_dict["TEST"]["MIGRATE"] = False
    # nobody sees pictures and films here, and packing one takes longer than the rest of a letter
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
    """Number all rows from one, because random choices use these numbers."""
    with connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_by_name_sql(no_style(), connection.introspection.sequence_list()):
            cursor.execute(command)
