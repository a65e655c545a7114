"""How an ended game came out. Partners win and lose together, so they stand on one line."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import get_text_list

from games.engine import Outcome
from games.kit.sentences import joined
from games.models import Game


class Standing(NamedTuple):
    """One line: a place, the names on it, their score, and their seats."""

    place: int
    name: str
    score: int
    seats: tuple[int, ...]


def standings(game: Game, names: Sequence[str], reader: int | None = None) -> list[Standing]:
    """Return how everyone came out, best first; none while the game runs. The reader's seat is named last on its line."""
    outcome = game.outcome
    if outcome is None:
        return []
    lines = (
        Standing(place, called(seats, names, reader), outcome.scores[seats[0]], seats)
        for place, seats in places(outcome, game.rules.teams(game.options, len(outcome.places)))
    )
    return sorted(lines)


def place_of(game: Game, seat: int) -> tuple[int, int, bool]:
    """Return the place of this seat in an ended game, of how many, and whether rivals share it. Raises LookupError."""
    if game.outcome is None:
        raise LookupError(f"game {game.pk} has not ended")
    lines = places(game.outcome, game.rules.teams(game.options, len(game.outcome.places)))
    own = next(place for place, seats in lines if seat in seats)
    return own, len(lines), [place for place, _ in lines].count(own) > 1


def places(outcome: Outcome, teams: Sequence[tuple[int, ...]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (place, seats) of each team, best first; a partner who left, and so came out behind, has a line of their own.

    Where there are partners, places count teams: behind the winners comes the second.
    """
    found = [
        (place, tuple(seat for seat in team if outcome.places[seat] == place)) for team in teams for place in own_places(outcome, team)
    ]
    if any(len(team) > 1 for team in teams):
        found = [(1 + sum(other < place for other, _ in found), seats) for place, seats in found]
    return sorted(found)


def own_places(outcome: Outcome, team: tuple[int, ...]) -> list[int]:
    """Return the places that a team's seats have, each once."""
    return sorted({outcome.places[seat] for seat in team})


def called(seats: tuple[int, ...], names: Sequence[str], reader: int | None) -> str:
    """Return the names of these seats as one, the reader's last."""
    return joined([names[seat] for seat in sorted(seats, key=lambda seat: (seat == reader, seat))])


def winner_sentence(won: Sequence[tuple[int, ...]], names: Sequence[str], reader: int | None) -> str:
    """Return who won, for a reader who may be among them; `won` has the seats of each winner, or of partners who won together."""
    winners = sorted(seat for seats in won for seat in seats)
    if reader in winners:
        listed = get_text_list(["You", *(names[seat] for seat in winners if seat != reader)], "and")
        return f"{listed} share the victory." if len(won) > 1 else f"{listed} have won!"
    return f"{get_text_list([names[seat] for seat in winners], 'and')} {'have' if len(winners) > 1 else 'has'} won."
