"""The report of a run: how much was played and sent, how long people took, and a hash of everything."""

from collections import Counter
from hashlib import sha256
from statistics import median
from time import process_time
from typing import Any

from django.apps import apps

from games.models import BY_CAPTAIN, Game, Move, Wait
from notifications.models import LetterIn

from .town import Town

LEFT_OUT = frozenset({"sessions.Session", "contenttypes.ContentType", "auth.Permission"})
"""Tables that say nothing of the run."""


def figures(town: Town, begun: float) -> dict[str, Any]:
    """Return the figures of a run, for JSON; `begun` is the CPU time at which it began."""
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
    """Return the number of times that each value occurs."""
    return dict(sorted(Counter(things).items()))


def in_words(figures: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    rows = {name: figure if isinstance(figure, dict) else {figure: ""} for name, figure in figures.items()}
    return "\n".join(
        f"{name.replace('_', ' ')}: {', '.join(f'{key} {part}'.strip() for key, part in row.items())}" for name, row in rows.items()
    )


def hashes_of_tables() -> dict[str, str]:
    """Return the hash of each table, all its rows in the order of their keys, for finding where two runs part."""
    hashes = {}
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label):
        if model._meta.managed and model._meta.label not in LEFT_OUT:
            digest = sha256()
            for row in model._base_manager.order_by("pk").values_list().iterator():
                digest.update(repr([bytes(part) if isinstance(part, memoryview) else part for part in row]).encode())
            hashes[model._meta.label] = digest.hexdigest()[:16]
    return hashes
