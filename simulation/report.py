"""What a run tells besides: how much was played and sent, and how long people took."""

from collections import Counter, defaultdict
from html import escape
from time import process_time
from typing import Any

from games.models import Game, Move, Wait
from games.soak import fingerprint
from notifications.models import LetterIn

from .town import Town

HOUR, DAY = 3600, 86400


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of them does not exceed; 0 if there are none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def figures(town: Town, begun: float) -> dict[str, Any]:
    """Return the figures of a run, for JSON; `begun` is what `process_time` said before it."""
    closed = Wait.objects.exclude(closed_at=None).filter(closed_by__in=("player", "mail")).values_list("asked_at", "closed_at")
    took = [(end - since).total_seconds() / HOUR for since, end in closed if end is not None]
    ended = Wait.objects.exclude(closed_at=None).values_list("asked_at", "closed_at")
    held = [(end - since).total_seconds() / HOUR for since, end in ended if end]
    letters = Counter(int(at // HOUR % 24) for times in town.office.taken.values() for at in times)
    lengths: defaultdict[str, list[float]] = defaultdict(list)
    for game in Game.objects.filter(status=Game.Status.OVER):
        if game.started_at and game.ended_at:
            lengths[f"{game.ruleset} {game.pace // HOUR} h"].append((game.ended_at - game.started_at).total_seconds() / DAY)
    spent = process_time() - begun
    return {
        "again": str(town.plan), "cpu_seconds": round(spent, 1),
        "people_days_per_cpu_minute": round(town.plan.people * town.plan.days / (spent / 60)),
        "games": dict(sorted(Counter(Game.objects.values_list("status", flat=True)).items())),
        "moves": dict(sorted(Counter(Move.objects.values_list("by", flat=True)).items())),
        "letters_out": dict(sorted(town.office.kinds.items())),
        "letters_in": dict(sorted(Counter(" ".join(row) for row in LetterIn.objects.values_list("state", "reason")).items())),
        "tasks": dict(sorted(town.broker.ran.items())), "tasks_amid_others": town.broker.met, "pages": sum(town.journal.visits.values()),
        "pages_by_hour": by_hour(town.journal.visits), "letters_by_hour": by_hour(letters),
        "hours_to_answer": {"median": round(quantile(took, 0.5), 1), "90%": round(quantile(took, 0.9), 1)},
        "hours_held": {"90%": round(quantile(held, 0.9), 1), "longest": round(max(held, default=0), 1)},
        "days_of_games": {slug: round(quantile(days, 0.5), 1) for slug, days in sorted(lengths.items())},
        "database": fingerprint.of_database(), "mail": town.office.digest.hexdigest(),
    }  # fmt: skip


def by_hour(counted: Counter[int]) -> dict[str, int]:
    return {f"{hour:02}": counted[hour] for hour in range(24)}


def as_page(found: dict[str, Any]) -> str:
    """Return the figures as a page of its own, with a plot for each that has several parts."""
    parts = [f"<title>Simulated town</title><h1>{escape(found['again'])}</h1>"]
    for name, value in found.items():
        head = escape(name.replace("_", " "))
        parts.append(f"<h2>{head}</h2>{bars(value)}" if isinstance(value, dict) else f"<p>{head}: {escape(str(value))}</p>")
    return f'<!doctype html><html lang="en"><meta charset="utf-8">{"".join(parts)}</html>\n'


def bars(values: dict[str, float]) -> str:
    """Return a drawing with one bar for each value."""
    longest, rows = max(values.values(), default=0) or 1, []
    for at, (name, value) in enumerate(values.items()):
        rows.append(
            f'<text x="300" y="{at * 20 + 15}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="310" y="{at * 20 + 3}" width="{400 * value / longest:.0f}" height="14" fill="#2a6f97"/>'
            f'<text x="{316 + 400 * value / longest:.0f}" y="{at * 20 + 15}">{value}</text>'
        )
    return f'<svg width="800" height="{len(values) * 20 + 8}" font-family="sans-serif" font-size="13">{"".join(rows)}</svg>'


def in_words(found: dict[str, Any]) -> str:
    """Return the figures as lines of text."""

    def said(value: Any) -> str:
        return ", ".join(f"{key} {part}" for key, part in value.items()) or "none" if isinstance(value, dict) else str(value)

    return "\n".join(f"{name.replace('_', ' ')}: {said(value)}" for name, value in found.items())
