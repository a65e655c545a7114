"""The report of a run: how much was played and sent, how long people took, and a hash of everything."""

from collections import Counter, defaultdict
from hashlib import sha256
from time import process_time
from typing import Any

from django.apps import apps
from django.db.models import QuerySet

from games.models import BY_CAPTAIN, Game, Move, Wait
from notifications.models import LetterIn

from .town import Town

LEFT_OUT = frozenset({"sessions.Session", "contenttypes.ContentType", "auth.Permission"})
"""What says nothing of the run."""
HOUR, DAY = 3600, 86400


def figures(town: Town, begun: float) -> dict[str, Any]:
    """Return the figures of a run, for JSON; `begun` is what `process_time` said before it."""
    took, held = hours_of(Wait.objects.filter(closed_by__in=BY_CAPTAIN)), hours_of(Wait.objects.all())
    spent, people_days = process_time() - begun, town.plan.people * town.plan.days
    moves, pages = Counter(Move.objects.values_list("by", flat=True)), town.journal.visits
    return {
        "again": str(town.plan), "cpu_seconds": round(spent, 1), "people_days_per_cpu_minute": round(people_days / (spent / 60)),
        "moves_per_person_day": round(sum(moves[by] for by in BY_CAPTAIN) / people_days, 1),
        "games": counted(Game.objects.values_list("status", flat=True)), "moves": dict(sorted(moves.items())),
        "letters_out": dict(sorted(town.office.kinds.items())),
        "letters_in": counted(" ".join(row) for row in LetterIn.objects.values_list("state", "reason")),
        "tasks": dict(sorted(town.broker.ran.items())), "tasks_amid_others": town.broker.met, "pages": sum(pages.values()),
        "pages_by_hour": by_hour(pages),
        "letters_by_hour": by_hour(Counter(int(at // HOUR % 24) for times in town.office.taken.values() for at in times)),
        "hours_to_answer": {"median": quantile(took, 0.5), "90%": quantile(took, 0.9)},
        "hours_held": {"90%": quantile(held, 0.9), "longest": round(max(held, default=0), 1)}, "days_of_games": days_of_games(),
        "database": hash_of_database(), "mail": town.office.digest.hexdigest(),
    }  # fmt: skip


def counted(things: Any) -> dict[str, int]:
    """Return the number of times that each value occurs."""
    return dict(sorted(Counter(things).items()))


def by_hour(counts: Counter[int]) -> dict[str, int]:
    return {f"{hour:02}": counts[hour] for hour in range(24)}


def in_words(found: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    rows = {name: said if isinstance(said, dict) else {said: ""} for name, said in found.items()}
    return "\n".join(
        f"{name.replace('_', ' ')}: {', '.join(f'{key} {part}'.strip() for key, part in row.items())}" for name, row in rows.items()
    )


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of them does not exceed, rounded; 0 if there are none."""
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 1) if values else 0.0


def hours_of(waits: QuerySet[Wait]) -> list[float]:
    """Return for how long each of these was open."""
    closed = waits.exclude(closed_at=None).values_list("asked_at", "closed_at")
    return [(end - since).total_seconds() / HOUR for since, end in closed if end]


def days_of_games() -> dict[str, float]:
    """Return the median days of a game, by edition and pace."""
    lengths: defaultdict[str, list[float]] = defaultdict(list)
    over = Game.objects.filter(status=Game.Status.OVER).order_by("ruleset", "pace")
    for ruleset, pace, begin, end in over.values_list("ruleset", "pace", "started_at", "ended_at"):
        if begin and end:
            lengths[f"{ruleset} {pace // HOUR} h"].append((end - begin).total_seconds() / DAY)
    return {slug: quantile(days, 0.5) for slug, days in lengths.items()}


def by_table() -> dict[str, str]:
    """Return the hash of each table, all its rows in the order of their keys, for finding where two runs part."""
    found = {}
    for model in sorted(apps.get_models(), key=lambda model: model._meta.label):
        if model._meta.managed and model._meta.label not in LEFT_OUT:
            rows, said = model._base_manager.order_by("pk").values_list(), sha256()
            for row in rows.iterator():
                said.update(repr([bytes(part) if isinstance(part, memoryview) else part for part in row]).encode())
            found[model._meta.label] = said.hexdigest()[:16]
    return found


def hash_of_database() -> str:
    """Return the hash of the whole database."""
    return sha256("".join(f"{name} {said}\n" for name, said in by_table().items()).encode()).hexdigest()
