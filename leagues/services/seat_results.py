"""Who is judged by an ended game: whose each seat was, which place counts for them, who left it and when, who played on for them."""

from typing import NamedTuple

from django.contrib.auth import get_user_model

from games.models import Game, Player
from games.storage import archive
from leagues.models import Fixture
from leagues.pure.standings import effective_places
from leagues.services.ended_games import began_at, outcome_of, seat_of


class Judged(NamedTuple):
    """As it is stored with a rated table."""

    people: list[list[int]]
    stepped_in: list[list]
    left: list[list[int]]


class Part(NamedTuple):
    """What a seat comes to: whose it was (None: a bot's), their place, the place at the table, when they left it, if they did (in
    seconds), and who played it to the end for them."""

    owner: int | None
    place: int
    at_table: int
    left: int | None
    helper: int | None


class Departure(NamedTuple):
    """Who left a seat for good (None: the one who had it at the end), and when, in seconds."""

    person: int | None
    at: int


def judged(game: Game) -> Judged:
    """[person, place] of every rated seat, the substitutes, and [person, second] of everyone who left. Bots are left out, and who
    left their seat is last; a substitute has the places beside them that were played by those who sat there to the end."""
    fixture = Fixture.objects.filter(game=game).first()
    found = parts_of_fixture(fixture, game) if fixture is not None else parts_of_table(game)
    parts = [(part.owner, part) for part in found if part.owner is not None]
    others = [[owner, part.at_table] for owner, part in parts if part.left is None]
    return Judged(
        [[owner, part.place] for owner, part in parts],
        [[part.helper, part.at_table, others] for _, part in parts if part.helper is not None and others],
        [[owner, part.left] for owner, part in parts if part.left is not None],
    )


def parts_of_fixture(fixture: Fixture, game: Game) -> list[Part]:
    """A league has written down who was gone. Who never sat down has left before the first move."""
    players, gone = {player.seat: player for player in game.players.all()}, departures(game)
    start = began_at(game)
    found = []
    for seat in fixture.seats.select_related("entry").order_by("seat"):
        owner = None if seat.entry.bot else seat.entry.user_id or seat.entry.former
        left, helper = None, None
        if seat.gone:
            left = gone[seat.seat].at if seat.seat in gone else start
            helper = stranger(players[seat.seat], owner)
        found.append(Part(owner, seat.place_for_points, seat.place_at_table, left, helper))
    return found


def parts_of_table(game: Game) -> list[Part]:
    """At other tables the journal tells who has left, no matter who sits there now."""
    gone = departures(game)
    places = outcome_of(game).places
    counted = effective_places(places, list(gone))
    found = []
    for player in game.players.order_by("seat"):
        seat, owner, left, helper = seat_of(player), None if player.bot else player.user_id, None, None
        if seat in gone:
            left = gone[seat].at
            owner = gone[seat].person or player.user_id
            helper = stranger(player, owner)
        if owner is not None and not is_guest(owner):
            found.append(Part(owner, counted[seat], places[seat], left, helper))
    return found


def departures(game: Game) -> dict[int, Departure]:
    """Seat -> who has left it for good, the first who did so: a substitute who follows them out changes nothing."""
    found: dict[int, Departure] = {}
    for line in game.clock_entries.filter(kind__in=("seat-open", "left", "substitute", "back", "reinstated")):
        if line.seat is None:
            continue
        person, at, earlier = line.facts.get("user"), int(line.at.timestamp()), found.get(line.seat)
        if line.kind in ("seat-open", "left"):
            found.setdefault(line.seat, Departure(person, at))
        elif line.kind == "substitute":
            if earlier is None or earlier.person is None:
                found[line.seat] = Departure(line.facts.get("former"), earlier.at if earlier else at)
        elif earlier is not None and (person is None or earlier.person in (None, person)):
            del found[line.seat]
    for move in archive.moves(game):
        if move.decision == "resign" and move.seat is not None:
            found.setdefault(move.seat, Departure(None, int(move.made_at.timestamp())))
    return found


def stranger(player: Player, owner: int | None) -> int | None:
    """Who has finished this seat themselves, if that was another member than its owner."""
    present = player.mode in (Player.Mode.PRESENT, Player.Mode.AWAY) and not player.resigned
    person = player.user_id
    return person if present and person not in (None, owner) and not is_guest(person) else None


def is_guest(person: int) -> bool:
    return get_user_model().objects.filter(pk=person, is_guest=True).exists()
