"""Measure a letter with a new picture, a letter with a cached picture, the picture itself, and a reply.

Letters of running tables of every edition are sent by a sweep's code, over SMTP, to a sink process; replies begin as bytes and end as
moves. Rates are per second of this process's CPU time, since the machine may be busy; wall-clock time, which includes waiting for
database and sink, is printed beside them.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from functools import partial
from statistics import median
from time import monotonic
from typing import Any

from _site import Took, new_game, new_people, play_one, servers, site, timed

CAPTAINS, TABLES, OPENING, ROUNDS, REPLIES, POSITIONS = 4, 4, 40, 6, 12, 8
FRESH, MADE, PICTURE, KILOBYTES, REPLY, LETTER = 25, 150, 60, 60, 30, 150
"""Goals: letters per second with a new and a cached picture, ms and KB of a picture 1040 pixels wide, ms of a reply, KB of a letter."""


def main() -> None:
    with sink() as port, site(REPLY_DOMAIN="in.example.org"):
        from django.conf import settings

        from buccaneer_site.celery import app

        app.conf.task_always_eager = False
        settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", port
        settings.MAILBOX = False
        measure()


@contextmanager
def sink() -> Iterator[int]:
    """Run a mail server that accepts everything and stores nothing; yield its port."""
    port = servers.free_port()
    with servers.running([sys.executable, "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"], port):
        yield port


def measure() -> None:
    from games.rulesets import on_offer

    tables = [Table(slug, number) for slug in on_offer() for number in range(TABLES)]
    print(f"the very first letter of a game, whose chart was never drawn, takes {post(tables).cpu / len(on_offer()):.2f} s")
    fresh, cached, plain = [], [], []
    for _ in range(ROUNDS):
        for table in tables:
            table.play(1)
        fresh.append(post(tables))
        cached.append(post(tables))
        plain.append(send_plainly(tables))
    letters = ROUNDS * len(tables)
    told("each with a new picture", fresh, letters, FRESH)
    told("the picture being there", cached, letters, MADE)
    fresh_cpu, cached_cpu, django = (sum(cost.cpu for cost in costs) for costs in (fresh, cached, plain))
    print(f"the same letters by Django's own send_messages: {1000 * django / letters:.1f} ms of CPU each; with a new picture a letter")
    print(f"  takes {fresh_cpu / django:.1f} times that, with the picture there {cached_cpu / django:.1f} times")
    show("the largest letter, KB", max(len(table.letter().message().as_bytes()) for table in tables) / 1024, LETTER, most=True)
    players = [table for table in tables if table.number == 0]
    for table in players:
        pictures(table)
    replies = [table.reply(number) for table in players for number in range(REPLIES)]
    show("a reply, from its bytes to the commit, median ms", 1000 * median(took.wall for took in replies), REPLY, most=True)
    print(f"{'  of which this process works (the rest is the reader)':<60}{1000 * median(took.cpu for took in replies):8.1f}")


def post(tables: list["Table"]) -> Took:
    """Send the letters of these tables' open questions as a sweep does; return the time."""
    from django.utils import timezone

    from notifications import tasks
    from notifications.models import Delivery, State
    from notifications.transports import in_a_row

    mine = Delivery.objects.filter(pk__in=[table.delivery().pk for table in tables])
    Delivery.objects.exclude(pk__in=mine).update(state=State.CANCELLED)
    mine.update(state=State.PENDING, not_before=timezone.now(), ended_at=None, attempts=0)
    with in_a_row():
        _, took = timed(lambda: tasks.send_due(monotonic() + 600))
    if unsent := mine.exclude(state=State.SENT).values_list("notice__key", "last_code"):
        raise SystemExit(f"letters were not sent: {list(unsent)}")
    return took


def send_plainly(tables: list["Table"]) -> Took:
    """Send these tables' letters again with Django's own `send_messages`; return the time."""
    from django.core.mail import get_connection

    letters = [table.letter() for table in tables]
    return timed(lambda: get_connection().send_messages(letters))[1]


def told(title: str, costs: list[Took], count: int, goal: float) -> None:
    """Print the number of letters per second of CPU time and of wall-clock time."""
    show(f"letters a second, {title}", count / sum(cost.cpu for cost in costs), goal)
    print(f"{'  on the wall':<60}{count / sum(cost.wall for cost in costs):8.1f}")


def show(title: str, figure: float, goal: float, most: bool = False) -> None:
    """Print one figure, with the goal and whether it is met; `most`: whether the goal is an upper limit."""
    print(
        f"{title:<60}{figure:8.1f}   (goal {goal}{' at most' if most else ' at least'}{'' if (figure <= goal) is most else ', NOT MET'})",
        flush=True,
    )


class Table:
    """Four people at a table, who play random legal actions."""

    def __init__(self, slug: str, number: int):
        self.slug, self.number, self.chance = slug, number, random.Random(f"{slug} {number}")
        self.people = new_people(f"{slug}-{number}", CAPTAINS)
        self.sit_down()

    def sit_down(self) -> None:
        """Start a game, and play its first turns."""
        self.game = new_game(self.people, self.slug)
        self.play(OPENING)

    def state(self) -> Any:
        from games.queries import past

        self.game.refresh_from_db()
        return past.state_at(self.game, self.game.number)

    def play(self, turns: int) -> None:
        """Play this number of turns with random legal moves; if the game ends, start another."""
        while turns:
            before = self.game.rules.turn(self.state())
            play_one(self.game, self.chance)
            turns -= self.game.rules.turn(self.state()) != before
            if self.game.status != "running":
                self.sit_down()
                return

    def delivery(self) -> Any:
        """Return the delivery of the letter to the player for whom the table waits."""
        from games.models import Wait
        from notifications.models import Delivery

        wait = Wait.objects.filter(game=self.game, closed_at=None).latest("pk")
        return Delivery.objects.get(notice__key=f"turn:{wait.pk}", transport="email")

    def line(self) -> str | None:
        """Return the line of a reply with a random action; None if the letter does not offer the action."""
        from games.engine.random_play import next_action, random_bot
        from harness.simulation.letters import reply

        rules, state = self.game.rules, self.state()
        action = next_action(rules, state, [random_bot] * CAPTAINS, self.chance.randrange)
        decision = next(asked for asked in rules.decisions(state) if (asked.seat, asked.name) == (action.seat, action.decision))
        try:
            return reply(rules, self.letter(), decision, action, [user.name for user in self.people])
        except LookupError:
            return None

    def letter(self) -> Any:
        """Return the letter of `delivery` as it is sent."""
        from notifications.kinds import KINDS
        from notifications.telling import Telling
        from notifications.transports.email.transport import compose

        row = self.delivery()
        row.address = row.notice.user.email
        return compose(KINDS["turn"].write(Telling.of(row.notice)), row)

    def reply(self, number: int) -> Took:
        """Answer the newest letter with a random move; return the time until the move is played."""
        from django.utils import timezone

        from notifications.inbound import processing, reply_addresses
        from notifications.inbound.store import store
        from notifications.models import ReplyAddress

        line = None
        while line is None:
            self.play(1)
            post([self])
            line = self.line()
        row = ReplyAddress.objects.filter(purpose="game", facts__game=self.game.pk).latest("pk")
        answer, to = EmailMessage(), f"{reply_addresses.reply_address(row)}@in.example.org"
        answer["From"], answer["To"], answer["Message-ID"] = row.user.email, to, f"<{self.game.pk}.{number}@example.org>"
        answer.set_content(line + "\n\n" + "> what was said before\n" * 60)
        letter = store(answer.as_bytes(), to, row.user.email, timezone.now(), "pass")
        state, took = timed(lambda: processing.process_letter(letter.pk))
        if state != "applied":
            letter.refresh_from_db()
            raise SystemExit(f"a reply at the table of {self.game.ruleset} was not played: {state}, {letter.reason}")
        return took


def pictures(table: Table) -> None:
    """Measure PNGs of the board, 1040 pixels wide and at the size of letters, in new positions with the chart cached."""
    from games.drawing import pictures as making
    from games.kit.parts import face_of

    draw, names, took = face_of(table.game.rules).picture, [user.name for user in table.people], []
    for number in range(POSITIONS + 1):
        table.play(1)
        drawn = draw(table.game.rules.view(table.state(), 0), names=names)
        data, spent = timed(partial(making.png_of, drawn, making.WIDEST))
        took += [spent.cpu * 1000] if number else []
    show(f"{table.slug}: a PNG {making.WIDEST} pixels wide, of a new position, ms", median(took), PICTURE, most=True)
    show(f"{table.slug}: that PNG, KB", len(data) / 1024, KILOBYTES, most=True)
    show(f"{table.slug}: the PNG as letters carry it, KB", len(making.png(drawn)) / 1024, KILOBYTES, most=True)


if __name__ == "__main__":
    main()
