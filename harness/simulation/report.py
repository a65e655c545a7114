"""What a run tells besides: how much was played and sent, and how long people took."""

from collections import Counter
from html import escape
from time import process_time
from typing import Any

from games.models import Game, Move, Wait
from harness.soak import fingerprint
from harness.soak.lengths import HOUR, days_of_games, hours_of, quantile
from notifications.models import LetterIn

from .town import Town

BY_PEOPLE = ("player", "mail")


def figures(town: Town, begun: float) -> dict[str, Any]:
    """Return the figures of a run, for JSON; `begun` is what `process_time` said before it."""
    took, held = hours_of(Wait.objects.filter(closed_by__in=BY_PEOPLE)), hours_of(Wait.objects.all())
    spent, people_days = process_time() - begun, town.plan.people * town.plan.days
    moves, pages = Counter(Move.objects.values_list("by", flat=True)), town.journal.visits
    return {
        "again": str(town.plan), "cpu_seconds": round(spent, 1), "people_days_per_cpu_minute": round(people_days / (spent / 60)),
        "moves_per_person_day": round(sum(moves[by] for by in BY_PEOPLE) / people_days, 1),
        "games": counted(Game.objects.values_list("status", flat=True)), "moves": dict(sorted(moves.items())),
        "letters_out": dict(sorted(town.office.kinds.items())),
        "letters_in": counted(" ".join(row) for row in LetterIn.objects.values_list("state", "reason")),
        "tasks": dict(sorted(town.broker.ran.items())), "tasks_amid_others": town.broker.met, "pages": sum(pages.values()),
        "pages_by_hour": by_hour(pages),
        "letters_by_hour": by_hour(Counter(int(at // HOUR % 24) for times in town.office.taken.values() for at in times)),
        "hours_to_answer": {"median": quantile(took, 0.5), "90%": quantile(took, 0.9)},
        "hours_held": {"90%": quantile(held, 0.9), "longest": round(max(held, default=0), 1)}, "days_of_games": days_of_games(),
        "database": fingerprint.of_database(), "mail": town.office.digest.hexdigest(),
    }  # fmt: skip


def counted(things: Any) -> dict[str, int]:
    """Return how many there are of each of these."""
    return dict(sorted(Counter(things).items()))


def by_hour(counts: Counter[int]) -> dict[str, int]:
    return {f"{hour:02}": counts[hour] for hour in range(24)}


def as_page(found: dict[str, Any]) -> str:
    """Return the figures as a page of its own, with a bar for each part of those that have several."""
    parts = [f"<title>Simulated town</title><body style='overflow-wrap: anywhere'><h1>{escape(found['again'])}</h1>"]
    for name, value in list(found.items())[1:]:
        rows = value.items() if isinstance(value, dict) else ()
        longest = max((part for _, part in rows), default=0) or 1
        bars = "".join(f'<p><meter max="{longest}" value="{part}"></meter> {escape(key)}: {part}</p>' for key, part in rows)
        parts.append(f"<h2>{escape(name.replace('_', ' '))}</h2>{bars or escape(str(value or '-'))}")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return f"{head}{''.join(parts)}</html>\n"


def in_words(found: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    rows = {name: said if isinstance(said, dict) else {said: ""} for name, said in found.items()}
    return "\n".join(
        f"{name.replace('_', ' ')}: {', '.join(f'{key} {part}'.strip() for key, part in row.items())}" for name, row in rows.items()
    )
