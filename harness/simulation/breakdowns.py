"""Breakdowns during a task or page: the process is killed, the database fails, the disk is full, or another worker acts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import local
from typing import Any

from django.db import OperationalError, connection
from django.utils import timezone

from .clock import Clock
from .interleaving import Pair
from .weather import Weather

REFUSALS = ("could not serialize access due to concurrent update", "database is locked", "server closed the connection unexpectedly")
FULL = "database or disk is full"
WRITES = ("INSERT", "UPDATE", "DELETE")
CONTROL = ("ROLLBACK", "RELEASE", "SAVEPOINT")


class Killed(BaseException):
    """The process was killed between two statements. The site must not catch it."""


class Breakdowns(local):
    """A wrapper around the site's database statements that causes breakdowns. Each thread has its own counts.

    statements, reads: the number of statements of the current task or page, and the tables it read; struck: whether a breakdown hit it
    is_alone: whether no other worker acted meanwhile (otherwise a page reads a table again); pair: runs another worker in a thread, or None
    """

    def __init__(self, clock: Clock, weather: Weather, pair: Pair | None, meets: int):
        self.clock, self.weather, self.pair = clock, weather, pair
        self.meets = meets // 3 if pair else meets  # a pair also acts inside transactions
        self.statements, self.strike_at, self.error = 0, 0, ""
        self.reads: list[str] = []
        self.is_dead = self.struck = self.is_second = False
        self.is_alone = True
        self.meanwhile: Callable[[], object] = lambda: None
        """Called between or during two statements of the current work, to let another worker act."""

    @contextmanager
    def work(self) -> Iterator["Breakdowns"]:
        """Let breakdowns hit the work in the `with` block. Raise Killed or a database error."""
        self.statements, self.reads, self.strike_at, self.error, self.is_dead, self.struck = 0, [], 0, "", False, False
        self.is_alone = not (self.pair and self.pair.other)
        if self.weather.strikes("killed", 40):
            self.strike_at = self.weather.chance.randint(1, 30)
        elif self.weather.strikes("database", 40):
            self.strike_at, self.error = self.weather.chance.randint(1, 30), self.weather.chance.choice(REFUSALS)
        try:
            with nullcontext() if self.is_second else connection.execute_wrapper(self):
                yield self
        finally:
            self.strike_at, self.is_dead = 0, False
            if self.pair:
                self.pair.finish()

    def let_another_work(self) -> None:
        """Let another worker act in the middle of the current work."""
        self.is_alone = False
        if self.pair:
            self.pair.begin(self.meanwhile)
            return
        before = vars(self).copy()
        self.strike_at, self.is_second = 0, True
        try:
            with timezone.override(None):
                self.meanwhile()
        finally:
            vars(self).update(before)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith(CONTROL):
            return execute(sql, params, many, context)
        if self.may_meet(context["connection"].in_atomic_block) and self.weather.strikes("workers", self.meets):
            self.let_another_work()
        self.statements += 1
        if sql.startswith("SELECT"):
            self.reads.append(sql.partition(" FROM ")[2][:150])
        if self.is_dead or (self.statements == self.strike_at and not self.error):
            self.is_dead = self.struck = True  # later statements of a killed process fail, too
            raise Killed
        if self.statements == self.strike_at:
            self.struck = True
            raise OperationalError(self.error)
        if sql.startswith(WRITES) and self.weather.is_down("disk", self.clock.now):
            self.struck = True
            raise OperationalError(FULL)
        do = partial(execute, sql, params, many, context)
        return self.pair.statement(context["connection"].connection, do) if self.pair else do()

    def may_meet(self, in_transaction: bool) -> bool:
        """Return whether another worker may act now: inside a transaction only if it has a separate connection."""
        return not (self.is_second or self.is_dead or in_transaction) if self.pair is None else self.pair.other is None and not self.is_dead
