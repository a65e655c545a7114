"""Reads of clocks, for a table's page, the page of its clock, and operators."""

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User, Visitor
from games.agreements import clock_sentences, extensions, organiser_acts, reminders, votes
from games.clocks.limits import SPARE_A_GAME
from games.clocks.pace_choices import span_words
from games.deadlines import heartbeat
from games.deadlines.table_clock import TableClock
from games.models import ClockEntry, Game, Pause, Player, Wait
from games.queries import reliability
from games.queries.lists import longest_overdue
from games.queries.table_view import TableView
from games.storage import block_conditions, prepared
from games.timeouts import expiring

LINES = 30
CHAIRS = ("left", "helmsman", "substitute", "renamed")
"""The lines of the journal about captains who are gone, those who came for them, and new names."""
NO_LONGER_HERE = "A departed captain"
LATE, SILENT = 120.0, 120.0


def time_of(table: TableView) -> dict[str, Any]:
    """Return the open clocks of a table for its page, the reader's present leave, and who else is away or will be."""
    now, seat = timezone.now(), table.seat
    if not table.waits:
        return {"clocks": [], "on_leave": None, "leaves": [], "closes": None}
    clock = clock_of(table)
    own = next((row for _, row in absences_at_table(clock, now) if seat is not None and row.user_id == clock.players[seat].user_id), None)
    clocks = [one_wait(clock, wait, now, seat) for wait in table.waits]
    on_leave = own if own and own.begin <= now else None
    return {"clocks": clocks, "on_leave": on_leave, "leaves": absences_of_others(table, clock), "closes": closes_at(table.waits)}


def closes_at(waits: list[Wait]) -> datetime | None:
    """Return the moment at which a table without anyone present closes unless somebody comes; None for other tables."""
    return next((wait.next_at for wait in waits if wait.next_step == Wait.Step.STALL), None)


def of_chairs(table: TableView, user: Visitor) -> dict[str, Any]:
    """Return the votes a captain has not answered; for others, the seat they may have back or take."""
    game, me = table.game, table.me
    if game.status != Game.Status.RUNNING:
        return {}
    if me is None:
        return chairs_for(user, table.players) if user.is_authenticated else {}
    asked = votes_in_words(game, table.players, me)
    return {"asked_by_vote": [vote for vote in asked if vote["mine"] and vote["said"] is None]}


def chairs_for(user: Visitor, players: list[Player]) -> dict[str, Any]:
    """Return the name in the seat that this person may have back, or else in the open seat that they may take."""
    mine = next((player.name for player in players if player.former_id == user.pk), "")
    free = next((player.name for player in players if player.mode == Player.Mode.OPEN), "")
    return {"in_my_chair": mine} if mine else {"open_chair": free}


def clock_of(table: TableView) -> TableClock:
    """Return the clock of a table's view."""
    return table.clock or TableClock(table.game, table.players)


def absences_at_table(clock: TableClock, now: datetime) -> list[tuple[str, Pause]]:
    """Return (name, leave) of everyone who is on leave or will be, as far as it counts at this table."""
    if clock.terms.most_leave == 0 or clock.game.status != Game.Status.RUNNING:
        return []
    names = {player.user_id: player.name for player in clock.players.values() if player.user_id}
    return [(names[row.user_id], row) for row in clock.rows if row.user_id and row.reason == Pause.Reason.VACATION and row.end > now]


def absences_of_others(table: TableView, clock: TableClock | None = None) -> list[tuple[str, Pause]]:
    """Return the same without the reader’s own."""
    me = table.players[table.seat].user_id if table.seat is not None else None
    return [(name, row) for name, row in absences_at_table(clock or clock_of(table), timezone.now()) if row.user_id != me]


def waits_in_words(clock: TableClock, waits: list[Wait], seat: int | None) -> list[dict[str, Any]]:
    """Return every open clock: when it is due in both zones, whether it stands still, and what happens if no answer comes."""
    now = timezone.now()
    return [one_wait(clock, wait, now, seat) for wait in waits]


def table_time(moment: datetime, zone: str) -> str:
    """Return a moment in the table's zone; "" if the reader's zone shows the same."""
    there, here = (f"{moment.astimezone(zone):%a %-d %b, %H:%M}" for zone in (ZoneInfo(zone), timezone.get_current_timezone()))
    return there if there != here else ""


def one_wait(clock: TableClock, wait: Wait, now: datetime, seat: int | None) -> dict[str, Any]:
    """Return what a page says about one open wait to the captain of `seat`: for whom, until when, and what happens then."""
    zone = clock.terms.zone
    found = {
        "wait": wait, "name": clock.players[wait.seat].name, "mine": wait.seat == seat, "due": wait.due_at, "zone": zone,
        "at_table": table_time(wait.due_at, zone) if wait.due_at else "",
        "is_overdue": wait.overdue_at is not None,
        "may_nudge": reminders.may_nudge(wait, now), "bank": None, "stands_until": None, "out": None,
    }  # fmt: skip
    if wait.due_at is not None:
        found["stands_until"] = clock.stands_until(wait, now)
        found["out"] = out = clock.out_at(wait) if wait.patience else wait.due_at
        found["out_at_table"] = table_time(out, zone) if out else ""
    bank = clock.players[wait.seat].bank
    return found | {"bank": span_words(bank) if bank is not None else None} | day_more(clock, wait, seat)


def day_more(clock: TableClock, wait: Wait, seat: int | None) -> dict[str, Any]:
    """Return whether the captain of `seat` may ask for or give a day more, how many were given, and why none can be."""
    players = list(clock.players.values())
    mine, asked = wait.seat == seat, wait.wants_day_at is not None
    if not mine and seat not in [player.seat for player in extensions.possible_givers(players, wait.seat)]:
        return {"may_give": False, "may_ask": False, "no_day": ""}
    refusal = extensions.why_no_extension(clock.game, players, wait)
    return {
        "wants_day": asked, "days": clock.players[wait.seat].gifts, "no_day": str(refusal) if refusal and mine else "",
        "may_ask": mine and not asked and refusal is None, "may_give": not mine and refusal is None,
    }  # fmt: skip


def clock_facts(game: Game, players: list[Player], waits: list[Wait], user: Visitor) -> dict[str, Any]:
    """Return everything the page of a table's clock shows."""
    names = [player.name for player in players]
    me = next((player for player in players if player.user_id == user.pk), None)
    clock, running, now = TableClock(game, players), game.status == Game.Status.RUNNING, timezone.now()
    records, measured = reliability.of_table(game, there(players))
    pauses = sorted((row for row in clock.rows if row.game_id == game.pk and row.end > now), key=lambda row: (row.begin, row.pk))
    return {
        "clocks": waits_in_words(clock, waits, me.seat if me else None), "me": me, "names": names,
        "seats": chairs_in_words(players, records), "closes": closes_at(waits),
        "votes": votes_in_words(game, players, me), "offers": votes_on_offer(clock, waits, me) if me and running else [],
        "pauses": pauses, "decides": me is None and organiser_acts.may_decide(game, user),
        "is_stopped": any(organiser_acts.is_own_pause(pause, now) for pause in pauses),
        "lines": journal_lines(game, names), "measured": measured, "terms": clock_sentences.terms_in_words(game.terms),
    }  # fmt: skip


def votes_in_words(game: Game, players: list[Player], me: Player | None = None) -> list[dict[str, Any]]:
    """Return the open votes: how many of how many have said yes, and the reader's own answer."""
    names, found = [player.name for player in players], []
    for _, ballots in groupby(prepared.open_votes(game.pk), key=lambda row: row.pk):
        rows = list(ballots)
        vote, said = rows[0], {row.voter: row.said for row in rows}
        asked = votes.voices(players, vote.kind, vote.facts.get("target"))
        own = me.seat if me is not None and me.seat in asked else None
        found.append({
            "vote": vote, "words": clock_sentences.vote_words(vote, names), "yes": sum(bool(said.get(seat)) for seat in asked),
            "voices": len(asked), "mine": own is not None, "said": None if own is None else said.get(own), "by": names[vote.seat],
        })  # fmt: skip
    return found


def votes_on_offer(clock: TableClock, waits: list[Wait], me: Player) -> list[dict[str, Any]]:
    """Return the votes that the reader may propose now, in words."""
    words, help_of, names = votes.KINDS, clock_sentences.ASKED, [player.name for player in clock.players.values()]
    return [
        {"kind": kind, "words": words[kind], "help": help_of[kind], "seats": [(seat, names[seat]) for seat in about if seat is not None]}
        for kind, about in votes.votes_on_offer(clock, waits, me.seat_number).items()
    ]


def there(players: list[Player]) -> list[int]:
    """Return the ids of the people who play at this table themselves now."""
    return [player.user_id for player in players if player.user_id and not player.bot and player.mode == Player.Mode.PRESENT]


def chairs_in_words(players: list[Player], records: Mapping[int, str]) -> list[tuple[Player, str]]:
    """Return each player with the state of their seat and their record, in words."""
    return [(player, chair_words(player, records.get(player.user_id or 0, ""))) for player in players]


def chair_words(player: Player, record: str) -> str:
    if player.bot or player.user_id is None:
        return "a bot"
    words = record or player.get_mode_display()
    bank = f" · {span_words(player.bank)} in the bank" if player.bank is not None else ""
    return words + bank + spare_words(player) + (" · has kept the table waiting too long" if votes.has_held_too_long(player) else "")


def spare_words(player: Player) -> str:
    """What is left of their spare time, once some of it is gone."""
    left = f"{span_words(player.spare)} of spare time" if player.spare else "no spare time"
    return f" · {left} left" if player.spare < SPARE_A_GAME else ""


def journal_lines(game: Game, names: list[str], most: int = LINES) -> list[tuple[ClockEntry, str]]:
    """Return the newest lines of the journal about time and chairs, newest first, each with the names of that time."""
    found = list(ClockEntry.objects.filter(game=game).order_by("-pk")[:most])
    owners = get_user_model().objects.in_bulk([pk for entry in found if (pk := entry.facts.get("former"))])
    sat, told = list(names), []
    for entry in found:
        if entry.kind == "substitute" and entry.seat is not None:
            owner = owners.get(entry.facts.get("former"))
            sat[entry.seat] = owner.name if owner else NO_LONGER_HERE
    for entry in reversed(found):
        told.append((entry, clock_sentences.sentence(entry, sat)))
        if entry.kind in ("substitute", "back") and entry.seat is not None:
            sat[entry.seat] = entry.facts["name"]
    return told[::-1]


def open_seats(user: User) -> QuerySet[Player]:
    """Return open seats in public games, but not in the person's own games, nor beside people with a block between them."""
    offered = Player.objects.filter(mode=Player.Mode.OPEN, open_until__isnull=False)  # by the index of what ends
    found = offered.filter(game__status=Game.Status.RUNNING, game__open_to_all=True)
    shunned = Player.objects.filter(block_conditions.is_blocked_either_way(user, "user"), game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    return found.exclude(game__players__user=user).exclude(user=user).exclude(Exists(shunned)).select_related("game", "user")[:30]


def state_of_the_clock() -> dict[str, Any]:
    """Return figures for operators: does the sweep work, how late is it, can this machine's clock be trusted?"""
    silence, late = heartbeat.silence(), longest_overdue()
    clock = "went back" if heartbeat.went_back() else "was put forward" if heartbeat.was_put_forward() else "ok"
    return {
        "is_ok": late <= LATE and (silence is None or silence <= SILENT) and heartbeat.is_ok(),
        "late": round(late, 1), "heartbeat": None if silence is None else round(silence, 1),
        "clock": clock, "saved": expiring.saved_so_far(),
    }  # fmt: skip


def changed_chairs(table: TableView) -> list[str]:
    """Return who has left for good, sat down in another's place or taken another name since the reader's last own move.

    The journal is read only where a seat has changed hands since the game began, or a captain has changed their name.
    """
    began = table.game.started_at
    changed = (
        player.mode == Player.Mode.BOT or (began is not None and player.joined_at > began) or player.formerly for player in table.players
    )
    if table.seat is None or not any(changed):
        return []
    told = ClockEntry.objects.filter(game=table.game, kind__in=CHAIRS, number__gte=table.game.last_moves[table.seat])
    names = [f"{player.name}, formerly {player.formerly}," if player.formerly else player.name for player in table.players]
    lines = [
        clock_sentences.sentence(entry, names if entry.kind == "renamed" else table.names)
        for entry in told.exclude(seat=table.seat).order_by("pk")
    ]
    return list(dict.fromkeys(lines))
