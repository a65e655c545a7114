"""Thin, and safe to run twice: the rows know what is left to do."""

import time

from celery import shared_task

from . import breaker, purging, sending

SWEEP_FOR = 12.0
"""Seconds after which a sweep leaves the rest to the next one, so that letters never take all workers from the games."""
GIVE_UP_AFTER = 5
"""Attempts in a row that met no relay at all, before the sweep leaves the rest for later."""

SCHEDULE = {"send letters that are due": {"task": "notifications.tasks.sweep", "schedule": 15.0, "options": {"expires": 15}}}


@shared_task
def deliver(ids):
    """Send these deliveries, as far as nobody else has taken them."""
    for pk in ids:
        delivery = sending.claim(only=[pk])
        if delivery:
            sending.deliver(delivery)


@shared_task
def read_letter(pk):
    """Read one letter that came in, as far as nobody else does."""
    from .inbound import processing

    processing.read(pk)


@shared_task
def sweep():
    """Read what came in, send everything that is due, and look after what a dead worker left."""
    from .inbound import processing

    until = time.monotonic() + SWEEP_FOR
    for pk in processing.waiting():
        if time.monotonic() > until:
            break
        processing.read(pk)
    sending.release_lost()
    send_due(time.monotonic() + SWEEP_FOR)
    purging.purge_now_and_then()


def send_due(until: float) -> None:
    """What is due, as far as time and the relay allow."""
    unreachable, sent, most = 0, 0, breaker.most_now()
    while unreachable < GIVE_UP_AFTER and time.monotonic() < until and (most is None or sent < most):
        delivery = sending.claim()
        if delivery is None:
            return
        code = sending.deliver(delivery)
        unreachable = unreachable + 1 if code == "no-connection" else 0
        sent += 1
