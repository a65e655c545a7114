"""Clock queries for the table page, the clock page and operators."""

from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User, Visitor
from games.agreements import clock_sentences, extensions, organiser_acts, votes
from games.clocks.limits import SPARE_A_GAME
from games.clocks.terms import span_words
from games.deadlines import heartbeat
from games.deadlines.table_clock import TableClock
from games.models import ClockEntry, Game, Pause, Player, Wait
from games.queries import reliability
from games.queries.lists import longest_overdue
from games.queries.table_view import TableView
from games.storage import block_conditions, prepared

LINES = 30
CHAIRS = ("left", "helmsman", "substitute", "renamed")
"""The kinds of journal lines about captains who left, substitutes, and new names."""
NO_LONGER_HERE = "A departed captain"
LATE, SILENT = 120.0, 120.0


def time_of(table: TableView) -> dict[str, Any]:
    """Return a table's open clocks for its page, the reader's current leave, and others' current and planned leave."""
    now, seat = timezone.now(), table.seat
    if not table.waits:
        return {"clocks": [], "on_leave": None, "leaves": [], "closes": None}
    clock = clock_of(table)
    own_leave = next(
        (row for _, row in absences_at_table(clock, now) if seat is not None and row.user_id == clock.players[seat].user_id), None
    )
    clocks = [one_wait(clock, wait, now, seat) for wait in table.waits]
    on_leave = own_leave if own_leave and own_leave.begin <= now else None
    return {"clocks": clocks, "on_leave": on_leave, "leaves": absences_of_others(table, clock), "closes": closes_at(table.waits)}


def closes_at(waits: list[Wait]) -> datetime | None:
    """Return the time at which a sleeping table closes, or None for other tables."""
    return next((wait.next_at for wait in waits if wait.next_step == Wait.Step.STALL), None)


def of_chairs(table: TableView, user: Visitor) -> dict[str, Any]:
    """Return the votes that a captain has not answered, or, for other readers, the seat that they may reclaim or take."""
    game, me = table.game, table.me
    if game.status != Game.Status.RUNNING:
        return {}
    if me is None:
        if not user.is_authenticated:
            return {}
        mine = next((player.name for player in table.players if player.former_id == user.pk), "")
        free = next((player.name for player in table.players if player.mode == Player.Mode.OPEN), "")
        return {"in_my_chair": mine} if mine else {"open_chair": free}
    asked = votes_in_words(game, table.players, me)
    return {"asked_by_vote": [vote for vote in asked if vote["mine"] and vote["said"] is None]}


def clock_of(table: TableView) -> TableClock:
    return table.clock or TableClock(table.game, table.players)


def absences_at_table(clock: TableClock, now: datetime) -> list[tuple[str, Pause]]:
    """Return (name, leave) for each current or planned period of leave that counts at the table."""
    if clock.terms.most_leave == 0 or clock.game.status != Game.Status.RUNNING:
        return []
    names = {player.user_id: player.name for player in clock.players.values() if player.user_id}
    return [(names[row.user_id], row) for row in clock.rows if row.user_id and row.reason == Pause.Reason.VACATION and row.end > now]


def absences_of_others(table: TableView, clock: TableClock | None = None) -> list[tuple[str, Pause]]:
    """Return (name, leave) for each current or planned period of leave of other captains that counts at the table."""
    me = table.players[table.seat].user_id if table.seat is not None else None
    return [(name, row) for name, row in absences_at_table(clock or clock_of(table), timezone.now()) if row.user_id != me]


def table_time(moment: datetime, zone: str) -> str:
    """Return a moment in the table's time zone, or "" if it looks the same in the reader's time zone."""
    there, here = (f"{moment.astimezone(zone):%a %-d %b, %H:%M}" for zone in (ZoneInfo(zone), timezone.get_current_timezone()))
    return there if there != here else ""


def one_wait(clock: TableClock, wait: Wait, now: datetime, seat: int | None) -> dict[str, Any]:
    """Return the facts about an open wait for the captain of `seat`: deadline in both time zones, pause, grace period and bank."""
    zone = clock.terms.zone
    facts = {
        "wait": wait, "name": clock.players[wait.seat].name, "mine": wait.seat == seat, "due": wait.due_at, "zone": zone,
        "at_table": table_time(wait.due_at, zone) if wait.due_at else "",
        "is_overdue": wait.overdue_at is not None,
        "may_nudge": extensions.may_nudge(wait, now), "bank": None, "stands_until": None, "out": None,
    }  # fmt: skip
    if wait.due_at is not None:
        facts["stands_until"] = clock.stands_until(wait, now)
        facts["out"] = out = clock.out_at(wait) if wait.patience else wait.due_at
        facts["out_at_table"] = table_time(out, zone) if out else ""
    bank = clock.players[wait.seat].bank
    return facts | {"bank": span_words(bank) if bank is not None else None} | day_more(clock, wait, seat)


def day_more(clock: TableClock, wait: Wait, seat: int | None) -> dict[str, Any]:
    """Return whether the captain of `seat` may ask for or give another day, the number of days given, and why not if none is possible."""
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
    names = [player.name for player in players]
    me = next((player for player in players if player.user_id == user.pk), None)
    clock, running, now = TableClock(game, players), game.status == Game.Status.RUNNING, timezone.now()
    present = [player.user_id for player in players if player.user_id and not player.bot and player.mode == Player.Mode.PRESENT]
    records, measured = reliability.of_table(game, present)
    pauses = sorted((row for row in clock.rows if row.game_id == game.pk and row.end > now), key=lambda row: (row.begin, row.pk))
    return {
        "clocks": [one_wait(clock, wait, now, me.seat if me else None) for wait in waits], "me": me, "names": names,
        "seats": [(player, chair_words(player, records.get(player.user_id or 0, ""))) for player in players], "closes": closes_at(waits),
        "votes": votes_in_words(game, players, me), "offers": votes_on_offer(clock, waits, me) if me and running else [],
        "pauses": pauses, "decides": me is None and organiser_acts.may_decide(game, user),
        "is_stopped": any(organiser_acts.is_own_pause(pause, now) for pause in pauses),
        "lines": journal_lines(game, names), "measured": measured, "terms": clock_sentences.terms_in_words(game.terms),
    }  # fmt: skip


def votes_in_words(game: Game, players: list[Player], me: Player | None = None) -> list[dict[str, Any]]:
    """Return the open votes with their counts and the reader's own ballot."""
    names, listed = [player.name for player in players], []
    for _, ballots in groupby(prepared.open_votes(game.pk), key=lambda row: row.pk):
        rows = list(ballots)
        vote, ballot_of = rows[0], {row.voter: row.said for row in rows}
        asked = votes.voting_seats(players, vote.kind, vote.facts.get("target"))
        own_seat = me.seat if me is not None and me.seat in asked else None
        listed.append({
            "vote": vote, "words": clock_sentences.vote_words(vote, names), "yes": sum(bool(ballot_of.get(seat)) for seat in asked),
            "voices": len(asked), "mine": own_seat is not None, "by": names[vote.seat],
            "said": None if own_seat is None else ballot_of.get(own_seat),
        })  # fmt: skip
    return listed


def votes_on_offer(clock: TableClock, waits: list[Wait], me: Player) -> list[dict[str, Any]]:
    words, help_of, names = votes.KINDS, clock_sentences.ASKED, [player.name for player in clock.players.values()]
    return [
        {"kind": kind, "words": words[kind], "help": help_of[kind], "seats": [(seat, names[seat]) for seat in about if seat is not None]}
        for kind, about in votes.votes_on_offer(clock, waits, me.seat_number).items()
    ]


def chair_words(player: Player, record: str) -> str:
    if player.bot or player.user_id is None:
        return "a bot"
    words = record or player.get_mode_display()
    bank = f" · {span_words(player.bank)} in the bank" if player.bank is not None else ""
    spare = f" · {span_words(player.spare)} of spare time left" if player.spare else " · no spare time left"
    held = " · has kept the table waiting too long" if votes.has_held_too_long(player) else ""
    return words + bank + (spare if player.spare < SPARE_A_GAME else "") + held


def journal_lines(game: Game, names: list[str]) -> list[tuple[ClockEntry, str]]:
    """Return the newest lines of the clock journal, newest first, with the names that captains had at the time of each line."""
    entries = list(ClockEntry.objects.filter(game=game).order_by("-pk")[:LINES])
    owners = get_user_model().objects.in_bulk([pk for entry in entries if (pk := entry.facts.get("former"))])
    sat, lines = list(names), []
    for entry in entries:
        if entry.kind == "substitute" and entry.seat is not None:
            owner = owners.get(entry.facts.get("former"))
            sat[entry.seat] = owner.name if owner else NO_LONGER_HERE
    for entry in reversed(entries):
        lines.append((entry, clock_sentences.sentence(entry, sat)))
        if entry.kind in ("substitute", "back") and entry.seat is not None:
            sat[entry.seat] = entry.facts["name"]
    return lines[::-1]


def open_seats(user: User) -> QuerySet[Player]:
    """Return open seats in public games that the person may take: not in their own games, and not with captains across a block."""
    offered = Player.objects.filter(mode=Player.Mode.OPEN, open_until__isnull=False)  # uses the index on open_until
    seats = offered.filter(game__status=Game.Status.RUNNING, game__open_to_all=True)
    shunned = Player.objects.filter(block_conditions.is_blocked_either_way(user, "user"), game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    return seats.exclude(game__players__user=user).exclude(user=user).exclude(Exists(shunned)).select_related("game", "user")[:30]


def state_of_the_clock() -> dict[str, Any]:
    """Return metrics for operators: the heartbeat of the sweep, the delay of the sweep, and the state of the system clock."""
    silence, late = heartbeat.silence(), longest_overdue()
    clock = "went back" if heartbeat.went_back() else "was put forward" if heartbeat.was_put_forward() else "ok"
    return {
        "is_ok": late <= LATE and (silence is None or silence <= SILENT) and heartbeat.is_ok(),
        "late": round(late, 1), "heartbeat": None if silence is None else round(silence, 1),
        "clock": clock, "saved": Pause.objects.filter(reason=Pause.Reason.MAIL).count(),
    }  # fmt: skip


def changed_chairs(table: TableView) -> list[str]:
    """Return sentences about captains who left, substituted or changed names since the reader's last move. Query only if needed."""
    began = table.game.started_at
    changed = (
        player.mode == Player.Mode.BOT or (began is not None and player.joined_at > began) or player.formerly for player in table.players
    )
    if table.seat is None or not any(changed):
        return []
    entries = ClockEntry.objects.filter(game=table.game, kind__in=CHAIRS, number__gte=table.game.last_moves[table.seat])
    names = [f"{player.name}, formerly {player.formerly}," if player.formerly else player.name for player in table.players]
    lines = [
        clock_sentences.sentence(entry, names if entry.kind == "renamed" else table.names)
        for entry in entries.exclude(seat=table.seat).order_by("pk")
    ]
    return list(dict.fromkeys(lines))
