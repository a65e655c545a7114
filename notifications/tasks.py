"""Celery tasks for letters. Each task is safe to run twice, because the rows record the remaining work."""

import logging
import time

from celery import shared_task
from django.conf import settings
from django.core.cache import cache

from . import claims, home, purging, relay_breaker, sending
from .inbound import processing
from .transports import in_a_row

logger = logging.getLogger(__name__)
SWEEP_FOR = 12.0
"""Seconds after which a sweep leaves the other letters to the next sweep, so that letters never keep all workers from the games."""
BATCH = 100
"""The number of letters handed to a worker at once, about as many as a worker sends between two sweeps."""
GIVE_UP_AFTER = 5
"""The number of attempts in a row without a connection to the relay after which a sweep stops."""

SCHEDULE = {
    "read letters that came in": {"task": "notifications.tasks.read_letters", "schedule": 15.0, "options": {"expires": 15}},
    "send letters that are due": {"task": "notifications.tasks.sweep", "schedule": 15.0, "options": {"expires": 15}},
    "fetch letters": {"task": "notifications.tasks.fetch_letters", "schedule": 30.0, "options": {"expires": 30}},
}
FETCH_LOCK_SECONDS = 120


@shared_task(name="notifications.tasks.deliver")
def deliver(ids: list[int]) -> None:
    """Send the given deliveries, except those that another worker has claimed."""
    with in_a_row():
        for pk in ids:
            delivery = claims.claim(pk)
            if delivery:
                sending.deliver(delivery)


@shared_task(name="notifications.tasks.read_letter")
def read_letter(pk: int) -> None:
    """Read an incoming letter and the others in the same lane, unless another thread is reading the lane."""
    if home.reads_letters():
        processing.read_lane_of(pk)


@shared_task(name="notifications.tasks.read_letters")
def read_letters() -> None:
    """Read all waiting letters, those of verified senders first. A quiet site reads nothing."""
    if home.reads_letters():
        processing.shorten_leases()
        for proved in (True, False):
            processing.read_lane(proved)


@shared_task(name="notifications.tasks.fetch_letters")
def fetch_letters() -> None:
    """Fetch the letters in the site's IMAP mailbox, if there is one. After a failure the letters stay there until the next fetch."""
    if not settings.LETTERS_IMAP or home.is_quiet() or not cache.add("fetching-letters", True, FETCH_LOCK_SECONDS):
        return
    from .inbound import fetching  # 4 MB, with the libraries for IMAP, DNS and signatures; web processes import this module, too

    try:
        fetching.fetch()
    except fetching.PROBLEMS as error:
        logger.error("letters could not be fetched: %s", type(error).__name__)
    finally:
        cache.delete("fetching-letters")


@shared_task(name="notifications.tasks.sweep")
def sweep() -> None:
    """Send all due letters, and release the leases of dead workers."""
    home.remember_home()
    claims.release_lost()
    relay_breaker.undo_wrong_clock()
    hand_out()
    with in_a_row():
        send_due(time.monotonic() + SWEEP_FOR)
    purging.purge_now_and_then()


def hand_out() -> None:
    """Hand the letters that one sweep cannot send to the `letters-out` workers, in batches that expire before the next sweep."""
    if settings.LETTERS_AT_ONCE < 2:
        return
    due = claims.Ahead(BATCH * settings.LETTERS_AT_ONCE).next_ones()
    for first in range(BATCH, len(due), BATCH):
        deliver.apply_async((due[first : first + BATCH],), expires=15)


def send_due(until: float) -> None:
    unreachable, ahead = 0, claims.Ahead()
    while unreachable < GIVE_UP_AFTER and time.monotonic() < until:
        delivery = ahead.claim()
        if delivery is None:
            return
        code = sending.deliver(delivery)
        unreachable = unreachable + 1 if code == "no-connection" else 0
        if code.startswith(("no-connection", "smtp-")):
            ahead.forget()
