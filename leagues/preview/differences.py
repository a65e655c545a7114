"""Describe the difference between two snapshots of a season in sentences, without database queries."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from core.plain_text import listed
from games.clocks.terms import span_words
from leagues import notices
from leagues.models import Division, Entry, Fixture, Season

K = TypeVar("K")
V = TypeVar("V")
MAX_LINES = 12
"""Maximum number of lines of one kind; further lines are only counted."""
LETTERS = {
    "league-round": "which tables they have",
    "league-final": "the table of their division",
    "league-decision": "this decision and your reason",
    "league-reminder": "the hard end that is near",
    "league-sub": "whether they would take the seat",
    "league-alarm": "what organisers have to look at",
    "over": "how their game ended",
    "turn": "that it is their turn",
    "clock-moved": "their new time",
}


@dataclass(slots=True)
class SeasonSnapshot:
    """The state of a season at one point in a transaction: everything that an organiser's action may change."""

    season: Season
    entries: dict[int, Entry]
    fixtures: dict[int, Fixture]
    rounds: dict[int, tuple[str, str, bool]]
    places: dict[int, tuple[str, int, str]]
    waits: dict[tuple[int, int], datetime | None]
    rated: set[int]
    calls: int
    cards: dict[int, tuple[str, str]]
    going: dict[int, tuple[str, int, int]]
    letters: list[tuple[str, str]] = field(default_factory=list)


def describe_differences(before: SeasonSnapshot, after: SeasonSnapshot) -> tuple[list[str], list[str]]:
    """Return (effects, letters to be sent), both as lists of sentences."""
    lines: list[str] = []
    for part in (season, people, cards, draw, rounds, fixtures, seats, clocks, calls, standing, moves, ratings):
        of_this_kind = list(part(before, after))
        lines += of_this_kind[:MAX_LINES]
        if len(of_this_kind) > MAX_LINES:
            lines.append(f"… and {len(of_this_kind) - MAX_LINES} more of this kind.")
    return lines or ["Places, points and clocks stay as they are; “Decisions and corrections” tells what was done."], list(letters(after))


def changed(before: dict[K, V], after: dict[K, V]) -> Iterator[tuple[K, V | None, V | None]]:
    """Yield (key, old, new) for each item that differs. A missing item is None."""
    for key in [*after, *(key for key in before if key not in after)]:
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def season(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    if before.season.status != after.season.status:
        yield f"The season will be: {after.season.get_status_display()}."
    if before.season.hard_end != after.season.hard_end:
        later = span_words(abs(int((after.season.hard_end - before.season.hard_end).total_seconds())))
        yield f"The hard end of the season is {later} {'later' if after.season.hard_end > before.season.hard_end else 'sooner'}."


def people(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    was = {pk: entry.status for pk, entry in before.entries.items()}
    now = {pk: entry.status for pk, entry in after.entries.items()}
    joined = [after.entries[pk].name for pk, old, _ in changed(was, now) if old is None]
    if joined:
        yield f"{listed(joined)} {'joins' if len(joined) == 1 else 'join'} the field."
    for pk, old, new in changed(was, now):
        if old is not None and new is not None:
            yield f"{after.entries[pk].name} {after.entries[pk].get_status_display()}."


def cards(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    for _, old, new in changed(before.cards, after.cards):
        if new:
            yield f"{new[0]} gets a {new[1]}."
        elif old:
            yield f"The {old[1]} of {old[0]} is taken back."


def draw(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    """Describe the divisions to be drawn, and their fairness. Hide the players of each division until registration has closed:
    an organiser who knew them could admit players until the draw suits them.
    """
    old, new = ({pk: (entry.division_id, entry.label) for pk, entry in each.entries.items()} for each in (before, after))
    if old == new:
        return
    members: dict[Division, list[str]] = defaultdict(list)
    for entry in sorted(after.entries.values(), key=lambda entry: entry.order):
        if entry.division is not None and entry.status == "accepted":
            members[entry.division].append(entry.name)
    tables: dict[Division, int] = defaultdict(int)
    for fixture in after.fixtures.values():
        tables[fixture.division] += 1
    is_secret = not before.season.is_drawn
    for division in sorted(members, key=lambda division: division.number):
        line = f"{division.name}: {len(members[division])} captains"
        if tables[division]:
            line += f" at {tables[division]} table{'' if tables[division] == 1 else 's'}"
        yield f"{line}{'' if is_secret else f' ({listed(members[division], 8)})'}.{fairness(division.quality)}"
    if is_secret and members:
        yield "Seats are drawn by lot when you confirm."


def fairness(quality: dict[str, Any]) -> str:
    if not quality:
        return ""
    if quality["perfect"]:
        return " Perfectly fair: everyone has each seat equally often and meets everyone equally often."
    (games, most_games), (least, most) = quality["games"], quality["meetings"]
    had = f"{games}" if games == most_games else f"{games} to {most_games}"
    met = f"{most}" if least == most else f"{least} to {most}"
    return f" Everyone has {had} games; two captains meet {met} times."


def rounds(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    fixtures: dict[int, int] = defaultdict(int)
    for fixture in after.fixtures.values():
        fixtures[fixture.round_id] += 1
    for pk, old, new in changed(before.rounds, after.rounds):
        if old is not None and new is not None:
            yield (
                f"{new[0]} opens with {fixtures[pk]} table{'' if fixtures[pk] == 1 else 's'}."
                if new[1] == "running"
                else f"{new[0]} is closed."
            )
            if new[2]:
                yield "Captains are asked whether they are ready; a table begins when all of its captains are."


def name(fixture: Fixture, snapshot: SeasonSnapshot) -> str:
    captains = listed(snapshot.entries[seat.entry_id].name for seat in fixture.seats.all() if seat.entry_id in snapshot.entries)
    return f"{fixture.division.name}, table {fixture.number} ({captains})"


def fixtures(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    """Describe tables whose status or result changes, except newly drawn tables."""
    for pk, fixture in after.fixtures.items():
        old = before.fixtures.get(pk)
        if old is None:
            continue
        if old.status != fixture.status:
            stopped = " The game is ended." if old.status == "running" else ""
            again = " It is played again from the start." if fixture.status == "planned" else ""
            yield f"{name(fixture, after)} is then “{fixture.get_status_display()}”.{stopped}{again}"
        for was, now in zip(old.seats.all(), fixture.seats.all(), strict=True):
            if (was.place, was.points) != (now.place, now.points) and now.place:
                captain, is_same = after.entries[now.entry_id].name, was.place == now.place
                place = f"keeps place {now.place}, for other points" if is_same else f"has place {now.place} (was {was.place or 'none'})"
                yield f"Table {fixture.number}: {captain} {place}."


def seats(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    old = {seat.pk: seat for fixture in before.fixtures.values() for seat in fixture.seats.all()}
    for fixture in after.fixtures.values():
        for seat in fixture.seats.all():
            was = old.get(seat.pk)
            if was is None or (was.gone, was.played_by_id) == (seat.gone, seat.played_by_id):
                continue
            captain = after.entries[seat.entry_id].name
            worth = "last" if after.entries[seat.entry_id].status == Entry.Status.ACCEPTED else "nothing"
            if seat.played_by is not None:
                yield f"{seat.played_by.name} plays on for {captain} at table {fixture.number}; the seat scores {worth} for {captain}."
            elif seat.gone:
                yield f"A bot plays on for {captain} at table {fixture.number} until a substitute comes; the seat scores {worth}."
            else:
                yield f"{captain} gets their own seat at table {fixture.number} back."


def clocks(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    for (pk, seat), old, new in changed(before.waits, after.waits):
        if old is None or new is None:
            continue
        late = next(seat_at_table for seat_at_table in after.fixtures[pk].seats.all() if seat_at_table.seat == seat)
        by = span_words(round(abs((new - old).total_seconds()) / 3600) * 3600)
        yield f"{after.entries[late.entry_id].name} has {by} {'more' if new > old else 'less'} at table {after.fixtures[pk].number}."


def calls(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    if after.calls > before.calls:
        yield f"{after.calls - before.calls} substitutes are asked."


def standing(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    for pk, old, new in changed(before.places, after.places):
        if old is None or new is None or old[0] != new[0]:
            if old is not None and new is None:
                yield f"{before.entries[pk].name} is no longer in the standings."
            continue
        where = f"stays at place {new[1]}" if old[1] == new[1] else f"goes from place {old[1]} to {new[1]}"
        yield f"{new[0]}: {after.entries[pk].name} {where}, with {new[2]} point{'' if new[2] == '1' else 's'} (was {old[2]})."


def moves(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    if not after.going or (before.going == after.going and before.season.status == after.season.status):
        return
    up = [captain for captain, here, to in after.going.values() if to < here]
    down = [captain for captain, here, to in after.going.values() if to > here]
    word = "go" if after.season.status == "archived" else "would go"
    yield f"Up {word}: {listed(up) or 'nobody'}."
    yield f"Down {word}: {listed(down) or 'nobody'}."
    if before.season.status == after.season.status == "archived":
        yield "What was confirmed stays as it is; the page of the season shows the difference."


def ratings(before: SeasonSnapshot, after: SeasonSnapshot) -> Iterator[str]:
    lost = len(before.rated - after.rated)
    if lost:
        yield f"{lost} game{'s count' if lost > 1 else ' counts'} no more for ratings; those after it are worked out anew."


def letters(after: SeasonSnapshot) -> Iterator[str]:
    readers: dict[str, list[str]] = defaultdict(list)
    for kind, reader in after.letters:
        if reader not in readers[kind]:
            readers[kind].append(reader)
    reminded = readers.pop(notices.READY_CHECK, [])
    for kind, names in sorted(readers.items()):
        yield f"{len(names)} {'reads' if len(names) == 1 else 'read'} {LETTERS.get(kind, 'about it')}: {listed(names)}."
    if reminded:
        are = "is" if len(reminded) == 1 else "are"
        yield f"{len(reminded)} {are} reminded later if they do not say that they are ready: {listed(reminded)}."
