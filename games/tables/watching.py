"""Notify the operators of stopped clocks and delayed letters; runs every five minutes, and by cron."""

from games.agreements.clock_queries import LATE, SILENT, state_of_the_clock
from games.models import Fault, Game
from games.moderation.faults import SET_ASIDE
from notifications import backlog, operators


def look() -> list[str]:
    """Notify the operators of all present problems; return the names of those notified now."""
    return [fault for fault, subject, text in problems() if operators.tell(fault, subject, text)]


def problems() -> list[tuple[str, str, str]]:
    """Return (name, subject, text) of each present problem."""
    clock, letters = state_of_the_clock(), backlog.of_the_post()
    stuck = list(Fault.objects.filter(part=SET_ASIDE, game__status=Game.Status.STUCK).order_by("game").values_list("game", flat=True)[:20])
    is_late = clock["late"] > LATE or (clock["heartbeat"] or 0) > SILENT
    wrong = [
        (clock["clock"] != "ok", "clock", "Clocks stand still", f"The clock of this machine {clock['clock']}: nobody is played for."),
        (is_late, "sweeps late", "The sweep is late", f"Clocks are late by {clock['late']} seconds, the last sweep was {clock['heartbeat']}"
         " seconds ago. Is Celery's beat running, and a worker?"),
        (backlog.is_late(letters), "letters wait", "Letters wait", f"Letters have waited {letters['out']} seconds to be sent,"
         f" {letters['in']} to be read. Is a worker running, and does manage.py mail_doctor find the relay?"),
        (bool(stuck), "games set aside", "Games are set aside", f"These games are set aside: {', '.join(map(str, stuck))}."),
    ]  # fmt: skip
    return [(fault, subject, text) for is_wrong, fault, subject, text in wrong if is_wrong]
