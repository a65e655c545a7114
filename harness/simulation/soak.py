"""Random games of every edition, with everything drawn and written after each action, until a fault or until time is up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from unittest.mock import patch
from zlib import crc32

from celery import current_app as app

from games.drawing import pictures
from games.engine import Ruleset

from . import Errors
from .in_memory import RandomGame, Trial
from .run import scratch_site
from .table import SiteTrial

EVERY = 60
"""Seconds between two lines about the progress."""


class Fault(Exception):
    """A random game found something; the text says what, and how to bring it back."""


class Soak:
    """A run of editions in turn, the one with the least time so far first, until the time is up."""

    def __init__(self, editions: list[Ruleset], seed: int, parts: list[str], errors: Errors, tell: Callable[[str], object]):
        self.turns = {(rules.slug, part): seed for rules in editions for part in parts}
        self.editions, self.errors, self.tell = {rules.slug: rules for rules in editions}, errors, tell
        self.spent: defaultdict[tuple[str, str], float] = defaultdict(float)
        self.games, self.actions = Counter[str](), Counter[str]()

    def __str__(self) -> str:
        return ", ".join(f"{slug} {self.games[slug]} games {self.actions[slug]} actions" for slug in self.editions)

    def until(self, end: float) -> None:
        """Play until `end`. Raises Fault with everything that is needed to repeat it."""
        last_line = monotonic()
        while (begun := monotonic()) < end:
            turn = min(self.turns, key=lambda turn: self.spent[turn])
            self.game(*turn, end)
            self.spent[turn] += monotonic() - begun
            if monotonic() - last_line > EVERY:
                last_line = monotonic()
                self.tell(str(self))

    def game(self, slug: str, part: str, end: float) -> None:
        """Play the next game of an edition."""
        number, rules = self.turns[slug, part], self.editions[slug]
        self.turns[slug, part] = number + 1
        self.games[slug] += 1
        trial: RandomGame | None = None
        try:
            trial = Trial(rules, number) if part == "memory" else SiteTrial(rules, number, self.errors)
            for _ in trial.play():
                self.actions[slug] += 1
                if monotonic() > end:
                    return
            self.errors.check()
        except Exception as fault:
            again = f"python -m harness soak --ruleset {slug} --part {part} --seed {number}"
            record = trial.record() if isinstance(trial, SiteTrial) else ""
            raise Fault(f"{type(fault).__name__}: {fault}\nagain: {again}\n{trial or ''}\n{record}") from fault


def some_pictures(png: Callable[[str], bytes]) -> Callable[[str], bytes | None]:
    """Return a function that packs one picture in ten, always the same ones: packing takes longer than the rest of a letter."""
    return lambda svg: png(svg) if crc32(svg.encode()) % 10 == 0 else None


@contextmanager
def alone() -> Iterator[None]:
    """Run the block on a site of its own, whose tasks run at once."""
    eager, app.conf.task_always_eager = app.conf.task_always_eager, True
    with scratch_site(patch.object(pictures, "png", some_pictures(pictures.png))):
        yield
    app.conf.task_always_eager = eager
