"""Seat the people of a drill, and afterwards compare the site's rows with the people's notes. Runs in a process of the town.

`inside.py begin SEED TABLES` prints the people as JSON. `inside.py end` completes all pending work and prints a line; then it reads the
notes as JSON, and prints figures and faults as JSON.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")
import django

django.setup()

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db.models import Q
from django.utils import timezone

from accounts import api_keys
from games.models import Game, Move, Wait
from games.tables import lobby
from notifications import claims
from notifications.kinds import KINDS
from notifications.models import OPEN, Delivery, LetterIn, Notice, Outage, State

EDITIONS = ({"slug": "buccaneer", "options": {"round_limit": 500}}, {"slug": "piracy"}, {"slug": "trade-winds"}, {"slug": "bounty"})
PEOPLE = 3
ROUNDS = 6
AFTER = 15.0
"""Seconds within which a worker marks a letter as sent after the relay received it, however busy the machine is."""
STRIKES_A_WORKER = ("worker", "PostgreSQL", "full disk", "clock put forward", "clock put back")
"""Strikes that can hit a worker or its database between sending and marking a letter. Wrong clocks count, as they restart all processes."""


def begin(seed: str, tables: int) -> None:
    """Create people with API keys, seat them at this number of tables, and print their keys, addresses and games as JSON."""
    seated = []
    for number in range(tables):
        wanted = EDITIONS[0] if number % 2 == 0 else EDITIONS[1 + number // 2 % 3]
        people = [new_person(f"t{number}s{seat}") for seat in range(PEOPLE)]
        game = lobby.create(people[0], **wanted, seats=PEOPLE)
        for user in people[1:]:
            lobby.join(game.pk, user, token=game.join_token)
        about = {"game": game.pk, "by_letter": number % 2 == 1}
        seated += [{"key": api_keys.create_key(user, seed), "email": user.email, **about} for user in people]
    print(json.dumps(seated))


def new_person(name: str) -> Any:
    user = get_user_model().objects.create_user(email=f"{name}@tortuga.example", name=name)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def end() -> None:
    """Complete all pending work, read the notes from standard input, and print faults and figures as JSON."""
    bring_to_an_end()
    print("It is still.", flush=True)
    notes = json.load(sys.stdin)
    wrong = [line for look in (moves, letters_out, letters_in, waits, clocks, replayed) for line in look(notes)]
    figures = {
        "moves in the journals": Counter(Move.objects.values_list("by", flat=True)),
        "letters that came": len(notes["taken"]),
        "letters that came twice": sum(len(times) > 1 for times in notes["taken"].values()),
        "notices sent as lines of others": Delivery.objects.filter(state=State.SENT, last_code="with-another").count(),
        "answers by letter": Counter(" ".join(row).strip() for row in LetterIn.objects.values_list("state", "reason")),
        "notices that still wait for their time": Counter(Delivery.objects.filter(state__in=OPEN).values_list("last_code", flat=True)),
    }
    print(json.dumps({"wrong": wrong, "figures": figures}))


def bring_to_an_end() -> None:
    """Sweep ROUNDS times, and before each sweep expire the leases of dead workers and the delays before retries."""
    for _ in range(ROUNDS):
        now = timezone.now()
        Delivery.objects.filter(state=State.SENDING).update(lease_until=now)
        Outage.objects.filter(ended_at=None).update(try_at=now)
        hurried = Q(state__in=[State.RETRY, State.UNKNOWN]) | Q(state=State.PENDING, last_code__in=["", "not-now", "no-connection"])
        Delivery.objects.filter(hurried, not_before__gt=now, notice__not_before__lte=now).update(not_before=now)
        LetterIn.objects.filter(ended_at=None, state="reading").update(lease_until=now)
        try:
            call_command("sweep", stdout=sys.stderr)
        except Exception as problem:  # a sweep may fail because it is late; `end` checks the rows afterwards
            print(problem, file=sys.stderr)


def moves(notes: dict[str, Any]) -> Iterator[str]:
    """Check that each journal has every accepted move once, only moves that a player tried, and consecutive numbers."""
    tried, accepted = {tuple(key) for key in notes["tried"]}, {tuple(key) for key in notes["accepted"]}
    journal = Counter(
        (move.game_id, move.number, move.seat, move.decision) for move in Move.objects.filter(by="player", seat__isnull=False)
    )
    yield from (f"move {key} was accepted and is not in the journal" for key in sorted(accepted - journal.keys()))
    yield from (f"move {key} is in the journal {times} times" for key, times in journal.items() if times > 1)
    yield from (f"move {key} is in the journal, and nobody made it" for key in sorted(journal.keys() - tried))
    for game in Game.objects.exclude(number=0):
        numbers = list(game.moves.order_by("number").values_list("number", flat=True))
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))) or numbers[-1] != game.number:
            yield f"game {game.pk} lacks a number of its journal"


def letters_out(notes: dict[str, Any]) -> Iterator[str]:
    """Check that every due notice was sent, and sent again only if a strike hit its worker or database between sending and marking."""
    rows = {f"<{row.message_id}@": row for row in Delivery.objects.filter(transport="email").select_related("notice")}
    came = {name.partition("@")[0] + "@": times for name, times in notes["taken"].items()}
    for name, row in rows.items():
        times = came.get(name, [])
        if row.state == State.SENT and row.last_code != "with-another" and not times:
            yield f"{row.notice.key} is said to be sent, and never came"
        if row.state in (State.SENDING, State.FAILED):
            yield f"{row.notice.key} ended as {row.state}: {row.last_code}"
        if len(times) > 1 and not all(was_struck(first, notes["strikes"]) for first, _ in times[:-1]):
            yield f"{row.notice.key} came {len(times)} times, though nothing was struck just then"
    yield from (f"{name} came and is of no notice" for name in came if name.startswith("<d.") and name not in rows)
    yield from (f"{notice.key} has no delivery" for notice in Notice.objects.filter(deliveries=None))
    due = [row for row in rows.values() if row.state in OPEN and row.not_before <= timezone.now()]
    yield from (
        f"{row.notice.key} is due and was not sent: {row.state} {row.last_code}" for row in due if not was_lost_with_its_worker(row)
    )


def was_lost_with_its_worker(row: Delivery) -> bool:
    """Return whether a worker was killed while sending this delivery, and the delivery is a receipt, which is never sent again."""
    return row.state == State.UNKNOWN and claims.in_a_row(row.last_code, claims.RAN_OUT) > 0 and not KINDS[row.notice.kind].again


def was_struck(moment: float, strikes: list[tuple[str, float, float]]) -> bool:
    """Return whether a worker or the database was down within AFTER seconds after the given time."""
    return any(begun <= moment + AFTER and ended >= moment - 1 for kind, begun, ended in strikes if kind in STRIKES_A_WORKER)


def letters_in(notes: dict[str, Any]) -> Iterator[str]:
    """Check that each accepted letter was stored once and read, and that each game has one move for every answer played by letter."""
    stored = Counter(LetterIn.objects.values_list("message_id", flat=True))
    for name in notes["letters"]:
        times = stored[name.strip("<>")] + stored[name]
        if times != 1:
            yield f"the answer {name} was taken and is stored {times} times"
    for row in LetterIn.objects.filter(ended_at=None):
        yield f"the answer {row.message_id} was not read: {row.state}"
    played = Counter(row.facts.get("game") for row in LetterIn.objects.filter(state="applied"))
    by_letter = Counter(Move.objects.filter(by="mail").values_list("game_id", flat=True))
    for game in played.keys() | by_letter.keys():
        if played[game] != by_letter[game]:
            yield f"game {game}: {played[game]} answers by letter were played, and its journal has {by_letter[game]}"


def waits(notes: dict[str, Any]) -> Iterator[str]:
    """Check that each running game waits for a player, that each wait has a time for its next step, and that no overdue wait has failed."""
    from harness.simulation.ledgers import without_moment  # missing in older code, which seats people before an upgrade

    yield from without_moment()
    late = Wait.objects.filter(closed_at=None, next_at__lt=timezone.now(), failures__gt=0)
    yield from (f"a wait of game {wait.game_id} failed {wait.failures} times" for wait in late)


def clocks(notes: dict[str, Any]) -> Iterator[str]:
    """Check that the clock played for nobody and no letter expired: turns last for days, a drill only for minutes."""
    yield from (
        f"the clock played move {move.number} of game {move.game_id}" for move in Move.objects.filter(by="clock", seat__isnull=False)
    )
    for row in Delivery.objects.filter(state=State.EXPIRED).select_related("notice"):
        yield f"{row.notice.key} expired, though its time has not come"


def replayed(notes: dict[str, Any]) -> Iterator[str]:
    """Check that replaying the journal of each game gives the stored game."""
    from games.history.verifying import begun_games, verify  # missing in older code, which seats people before an upgrade

    yield from (f"game {result.game}: {result.wrong}" for result in verify(begun_games(), 0) if result.wrong)


if __name__ == "__main__":
    if sys.argv[1] == "begin":
        begin(sys.argv[2], int(sys.argv[3]))
    else:
        end()
