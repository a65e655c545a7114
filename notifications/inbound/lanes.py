"""Read letters in two lanes, each with at most one thread per process, so that letters from verified senders never wait behind forged ones.

However many letters come in, the worker's other threads are free to send letters and to keep the clocks.
"""

from threading import Lock

from notifications.models import LetterIn

from . import processing

BUSY = {True: Lock(), False: Lock()}
"""A lock per lane, by whether its senders are verified."""


def read_lane_of(pk: int) -> None:
    """Read this letter, and all others waiting in its lane."""
    for auth in LetterIn.objects.filter(pk=pk).values_list("auth", flat=True):
        read_lane(auth == LetterIn.Auth.PASS)


def read_lane(proved: bool) -> None:
    """Read the letters waiting in this lane, each once: one that failed through our fault waits for the next time.

    If a thread of this process is already reading this lane, it takes the new letters, too.
    """
    tried: set[int] = set()
    while BUSY[proved].acquire(blocking=False):
        try:
            for pk in processing.letters_to_read(proved, tried):
                tried.add(pk)
                processing.process_letter(pk)
        finally:
            BUSY[proved].release()
        if not processing.letters_to_read(proved, tried):  # a letter that came before the release has found its lane busy
            return
