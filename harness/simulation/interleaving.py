"""Two workers on PostgreSQL at once, in a repeatable order: of two threads, only the thread with the baton runs."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from threading import Condition, current_thread, main_thread
from typing import Any
from unittest.mock import patch

from django.db import OperationalError, connection, connections

POLL, MOST_POLLS = 0.001, 10_000
"""Seconds between two checks of the locks, and the number of checks after which both threads count as hanging."""
PASSED_ON = 0.15
"""The probability that a statement passes the baton to the other thread."""
WAITS = "SELECT %s::int = ANY(pg_blocking_pids(%s))"


class Hangs(AssertionError):
    """Neither thread can go on, or the database resolved a deadlock; the message says which."""


class Pair:
    """Two workers, each with its own connection: the current one (0, in the main thread) and another (1).

    A thread runs until it ends, waits for a lock of the other thread, or passes the baton at a random statement. When a lock is released,
    the statement that waited for it completes in the database, and its thread continues when it gets the baton.
    """

    def __init__(self, chance: Random):
        self.chance, self.threads = chance, ThreadPoolExecutor(1)
        self.other: Future[None] | None = None
        self.holder, self.turned = 0, Condition()
        self.pids, self.inside = [0, 0], [False, False]
        """The database process of each thread, and whether the thread is running a statement."""
        self.deadlock = ""

    @property
    def me(self) -> int:
        return int(current_thread() is not main_thread())

    def begin(self, work: Callable[[], object]) -> None:
        """Start the work in the second thread, and let it run until it waits or ends. Call this in the first thread only."""
        wrapper: Any = type(connections["default"])
        commit, self.look = wrapper._commit, connection.copy()
        self.look.ensure_connection()
        self.pids[0] = connection.connection.info.backend_pid
        self.committing = patch.object(wrapper, "_commit", lambda wrapper: self.statement(wrapper.connection, lambda: commit(wrapper)))
        self.committing.start()
        self.other = self.threads.submit(self.run, work)
        self.pass_on(0)

    def run(self, work: Callable[[], object]) -> None:
        self.wait(1)
        try:
            work()
        finally:
            connection.close()

    def finish(self) -> None:
        """Let the second thread finish. Raise its error, or raise Hangs after a deadlock. Do nothing when called from the second thread."""
        other = self.other
        if other is None or self.me:
            return
        try:
            while not other.done():
                self.pass_on(0)
        finally:
            self.committing.stop()
            self.look.close()
            self.other, self.holder = None, 0
        other.result()
        if self.deadlock:
            raise Hangs(self.deadlock)

    def statement(self, raw: Any, execute: Callable[[], Any]) -> Any:
        """Run a statement on the given connection; return the result once the current thread has the baton again."""
        if self.other is None:
            return execute()
        me = self.me
        self.pids[me] = raw.info.backend_pid
        self.until(lambda: not self.inside[1 - me] or self.is_blocked(1 - me))  # a statement whose lock was released has completed
        if not self.inside[1 - me] and self.chance.random() < PASSED_ON:
            self.pass_on(me)
        self.inside[me] = True
        try:
            return execute()
        except OperationalError as fault:
            self.deadlock = self.deadlock or (str(fault) if "deadlock" in str(fault) else "")
            raise
        finally:
            self.inside[me] = False
            self.wait(me)

    def pass_on(self, me: int) -> None:
        """Let the other thread run until thread `me` gets the baton back."""
        self.holder = 1 - me
        self.wait(me)

    def wait(self, me: int) -> None:
        """Wait for the baton; take it if the other thread waits for a lock or has ended."""
        other = self.other if me == 0 else None
        self.until(lambda: self.holder == me or (other and other.done()) or (self.inside[1 - me] and self.is_blocked(1 - me)))
        self.holder = me

    def until(self, holds: Callable[[], Any]) -> None:
        """Wait until the condition holds. Raise Hangs if it still does not hold after MOST_POLLS checks."""
        with self.turned:
            self.turned.notify_all()
            if not any(holds() or (self.turned.wait(POLL) and holds()) for _ in range(MOST_POLLS)):
                raise Hangs("neither of two workers can go on")

    def is_blocked(self, who: int) -> bool:
        """Return whether the statement of thread `who` waits for a lock of the other thread."""
        return bool(self.look.connection.execute(WAITS, (self.pids[1 - who], self.pids[who])).fetchone()[0])
