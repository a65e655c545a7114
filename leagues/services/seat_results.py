"""Determine whom an ended game rates: the owner and place of each seat, departures, and substitutes."""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model

from games.engine import Outcome
from games.models import Game, Player
from games.storage import archive
from leagues.models import Fixture
from leagues.pure.standings import effective_places


class Judged(NamedTuple):
    """The results of one game, in the form that RatedTable stores."""

    people: list[list[int]]
    stepped_in: list[list[Any]]
    left: list[list[int]]


class Part(NamedTuple):
    """The result of a seat: owner (None for a bot), the owner's place, the place at the table, when the owner left (in seconds,
    or None), and the substitute who finished the seat.
    """

    owner: int | None
    place: int
    at_table: int
    left_at: int | None
    helper: int | None


class Departure(NamedTuple):
    """A final departure from a seat: the captain (None for the last player of the seat), and the time in seconds since the epoch."""

    person: int | None
    second: int


def judged(game: Game) -> Judged:
    """Return the rated seats, the substitutes and the departures of an ended game, in the form that RatedTable stores.

    Leave out bots, and put captains who left last. Compare substitutes with the captains present at the end.
    """
    fixture = Fixture.objects.filter(game=game).first()
    seat_parts = parts_of_fixture(fixture, game) if fixture is not None else parts_of_table(game)
    parts = [(part.owner, part) for part in seat_parts if part.owner is not None]
    others = [[owner, part.at_table] for owner, part in parts if part.left_at is None]
    return Judged(
        [[owner, part.place] for owner, part in parts],
        [[part.helper, part.at_table, others] for _, part in parts if part.helper is not None and others],
        [[owner, part.left_at] for owner, part in parts if part.left_at is not None],
    )


def parts_of_fixture(fixture: Fixture, game: Game) -> list[Part]:
    """Return the result of each seat at a league's table. A captain who never sat down left at the start of the game."""
    players, gone = {player.seat: player for player in game.players.all()}, departures(game)
    parts = []
    for seat in fixture.seats.select_related("entry").order_by("seat"):
        owner = None if seat.entry.bot else seat.entry.user_id or seat.entry.former
        left_at, helper = None, None
        if seat.place is None or seat.played_place is None:
            raise ValueError(f"{seat} has no result")
        if seat.gone:
            left_at = gone[seat.seat].second if seat.seat in gone else second_of(game.started_at)
            helper = stranger(players[seat.seat], owner)
        parts.append(Part(owner, seat.place, seat.played_place, left_at, helper))
    return parts


def parts_of_table(game: Game) -> list[Part]:
    """Return the result of each seat at a table outside leagues, by its logged departures rather than its present players."""
    gone = departures(game)
    places = outcome_of(game).places
    counted = effective_places(places, list(gone))
    parts = []
    for player in game.players.order_by("seat"):
        seat, owner, left_at, helper = player.seat_number, None if player.bot else player.user_id, None, None
        if seat in gone:
            left_at = gone[seat].second
            owner = gone[seat].person or player.user_id
            helper = stranger(player, owner)
        if owner is not None and not is_guest(owner):
            parts.append(Part(owner, counted[seat], places[seat], left_at, helper))
    return parts


def departures(game: Game) -> dict[int, Departure]:
    """Return {seat: its first final departure}. Later departures of substitutes do not count."""
    departed: dict[int, Departure] = {}
    for line in game.clock_entries.filter(kind__in=("seat-open", "left", "substitute", "back", "reinstated")):
        if line.seat is None:
            continue
        person, second, earlier = line.facts.get("user"), int(line.at.timestamp()), departed.get(line.seat)
        if line.kind in ("seat-open", "left"):
            departed.setdefault(line.seat, Departure(person, second))
        elif line.kind == "substitute":
            if earlier is None or earlier.person is None:
                departed[line.seat] = Departure(line.facts.get("former"), earlier.second if earlier else second)
        elif earlier is not None and (person is None or earlier.person in (None, person)):
            del departed[line.seat]
    for move in archive.moves(game):
        if move.decision == "resign" and move.seat is not None:
            departed.setdefault(move.seat, Departure(None, int(move.made_at.timestamp())))
    return departed


def stranger(player: Player, owner: int | None) -> int | None:
    """Return the member who finished the seat as a substitute, or None."""
    present = player.mode in (Player.Mode.PRESENT, Player.Mode.AWAY) and not player.resigned
    person = player.user_id
    return person if present and person not in (None, owner) and not is_guest(person) else None


def is_guest(person: int) -> bool:
    return get_user_model().objects.filter(pk=person, is_guest=True).exists()


def outcome_of(game: Game) -> Outcome:
    """Return the outcome of an ended game. Raise ValueError before its end."""
    if game.outcome is None:
        raise ValueError(f"game {game.pk} has not ended")
    return game.outcome


def second_of(moment: datetime | None) -> int:
    """Return the start or end time of a game in seconds since the epoch. Raise ValueError for None."""
    if moment is None:
        raise ValueError("the game has not begun or ended yet")
    return int(moment.timestamp())
