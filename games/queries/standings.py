"""The standings of an ended game. Partners win and lose together, so they share a line."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import get_text_list

from games.engine import Outcome
from games.kit.sentences import joined
from games.models import Game


class Standing(NamedTuple):
    """One line of the standings: the place, the names, the score, and the seats."""

    place: int
    name: str
    score: int
    seats: tuple[int, ...]


def standings(game: Game, names: Sequence[str], reader: int | None = None) -> list[Standing]:
    """Return the standings, best first; [] while the game runs. Name the reader's seat last on its line."""
    outcome = game.outcome
    if outcome is None:
        return []
    lines = []
    for place, seats in places(outcome, game.rules.teams(game.options, len(outcome.places))):
        reader_last = sorted(seats, key=lambda seat: (seat == reader, seat))
        lines.append(Standing(place, joined([names[seat] for seat in reader_last]), outcome.scores[seats[0]], seats))
    return sorted(lines)


def place_of(game: Game, seat: int) -> tuple[int, int, bool]:
    """Return (place of this seat, number of places, whether rivals share it). Raise LookupError while the game runs."""
    if game.outcome is None:
        raise LookupError(f"game {game.pk} has not ended")
    lines = places(game.outcome, game.rules.teams(game.options, len(game.outcome.places)))
    place_of_seat = next(place for place, seats in lines if seat in seats)
    return place_of_seat, len(lines), [place for place, _ in lines].count(place_of_seat) > 1


def places(outcome: Outcome, teams: Sequence[tuple[int, ...]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (place, seats) of each team, best first; places count teams. A partner who left has a worse place, and a separate line."""
    lines = [
        (place, tuple(seat for seat in team if outcome.places[seat] == place))
        for team in teams
        for place in sorted({outcome.places[seat] for seat in team})
    ]
    if any(len(team) > 1 for team in teams):
        lines = [(1 + sum(other < place for other, _ in lines), seats) for place, seats in lines]
    return sorted(lines)


def winner_sentence(won: Sequence[tuple[int, ...]], names: Sequence[str], reader: int | None) -> str:
    """Return the sentence about the winners for this reader; `won` has the seats of each winner or winning team."""
    winners = sorted(seat for seats in won for seat in seats)
    if reader in winners:
        listed = get_text_list(["You", *(names[seat] for seat in winners if seat != reader)], "and")
        return f"{listed} share the victory." if len(won) > 1 else f"{listed} have won!"
    return f"{get_text_list([names[seat] for seat in winners], 'and')} {'have' if len(winners) > 1 else 'has'} won."
