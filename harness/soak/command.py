"""`python -m harness soak`: play random games of every edition, and draw and write everything after each action, until a fault."""

import logging
import secrets
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any
from unittest.mock import patch
from zlib import crc32

from celery import current_app as app
from django.core import mail
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.test.utils import override_settings, setup_databases, setup_test_environment, teardown_databases, teardown_test_environment

from games.drawing import pictures
from games.engine import Ruleset
from games.rulesets import all_rulesets
from games.standalone.playouts import CannotPlay, find_ruleset
from harness.soak.in_memory import Trial
from harness.soak.on_site import Errors, SiteTrial

EVERY = 60
"""Seconds between two lines about the progress."""
ALONE = {
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "CHANNEL_LAYERS": {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    "REPLY_DOMAIN": "localhost",
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}
"""Settings that leave the site alone: an own database, cache and storage, and letters that go nowhere."""


class Command(BaseCommand):
    help = "Play random games of every edition over a scratch database. Ends with 1 at the first fault, and says how to bring it back."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--minutes", type=float, default=30)
        parser.add_argument("--ruleset", default="", metavar="SLUG", help="only this edition")
        parser.add_argument("--seed", type=int, help="the number of the first game of each edition; each next one has the next number")
        parser.add_argument("--part", choices=("memory", "site"), action="append", help="only the rules in memory, or only the site")

    def handle(self, **given: Any) -> None:
        try:
            editions = [find_ruleset(given["ruleset"])] if given["ruleset"] else list(all_rulesets().values())
        except CannotPlay as reason:
            raise CommandError(str(reason)) from None
        seed = secrets.randbelow(10**9) if given["seed"] is None else given["seed"]
        self.stdout.write(f"seed {seed}, {given['minutes']:g} minutes, {', '.join(rules.slug for rules in editions)}")
        self.stdout.flush()
        with alone(), Errors() as errors:
            soaked = Soak(editions, seed, given["part"] or ["memory", "site"], errors, self.stdout)
            soaked.until(monotonic() + 60 * given["minutes"])
        self.stdout.write(f"no fault: {soaked}")


class Soak:
    """A run of editions in turn, the one with the least time so far first, until the time is up."""

    def __init__(self, editions: list[Ruleset], seed: int, parts: list[str], errors: Errors, out: OutputWrapper):
        self.turns = {(rules.slug, part): seed for rules in editions for part in parts}
        self.editions, self.errors, self.out = {rules.slug: rules for rules in editions}, errors, out
        self.spent: defaultdict[tuple[str, str], float] = defaultdict(float)
        self.games, self.actions = Counter[str](), Counter[str]()

    def __str__(self) -> str:
        return ", ".join(f"{slug} {self.games[slug]} games {self.actions[slug]} actions" for slug in self.editions)

    def until(self, end: float) -> None:
        """Play until `end`. Raises CommandError with everything that is needed to repeat a fault."""
        told = monotonic()
        while monotonic() < end:
            turn = min(self.turns, key=lambda one: self.spent[one])
            begun = monotonic()
            self.game(*turn, end)
            self.spent[turn] += monotonic() - begun
            if monotonic() - told > EVERY:
                told = monotonic()
                self.out.write(str(self))
                self.out.flush()

    def game(self, slug: str, part: str, end: float) -> None:
        """Play the next game of an edition."""
        number, rules = self.turns[slug, part], self.editions[slug]
        self.turns[slug, part] = number + 1
        self.games[slug] += 1
        trial = None
        try:
            trial = Trial.begin(rules, number) if part == "memory" else SiteTrial.begin(rules, number, self.errors)
            for _ in trial.play():
                self.actions[slug] += 1
                if monotonic() > end:
                    return
            self.errors.check()
        except Exception as fault:
            again = f"python -m harness soak --ruleset {slug} --part {part} --seed {number}"
            record = trial.record() if isinstance(trial, SiteTrial) else ""
            raise CommandError(f"{type(fault).__name__}: {fault}\nagain: {again}\n{trial or ''}\n{record}") from fault


def some_pictures(png: Callable[[str], bytes]) -> Callable[[str], bytes | None]:
    """Return a function that packs one picture in ten, always the same ones: packing takes longer than the rest of a letter."""
    return lambda svg: png(svg) if crc32(svg.encode()) % 10 == 0 else None


@contextmanager
def alone() -> Iterator[None]:
    """Run the block on a site of its own."""
    eager, app.conf.task_always_eager = app.conf.task_always_eager, True
    setup_test_environment(debug=False)
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are intended
    with override_settings(**ALONE), patch.object(pictures, "png", some_pictures(pictures.png)):
        databases = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(databases, verbosity=0)
            mail.outbox.clear()
            teardown_test_environment()
            app.conf.task_always_eager = eager
