"""Past positions and records of games. Results are secret unless a docstring says otherwise."""

from typing import Any

from games.editions import guard
from games.formats.record import FORMAT
from games.formats.replay import NEW_RULES, Entry, replay
from games.models import Game, Move, Player, Seed
from games.storage import archive
from games.storage.snapshots import kept_before, kept_state, state_of


def state_at(game: Game, number: int) -> Any:
    """Return the secret state after move `number`, replayed from the nearest checkpoint."""
    if number == game.number:
        return state_of(game)
    start = kept_before(game, number)
    rules = game.rules.of_version(version_at(game, start.number))
    state = kept_state(rules, start)
    entries = [entry_of(move) for move in archive.moves(game, start.number, number)]
    if entries:
        dice = Seed.objects.get(game=game).dice
        for _, after in replay(rules, state, start.number, entries, dice):
            state = after
    return state


def version_at(game: Game, number: int) -> int:
    """Return the version of the rules after move `number`. The game may have been moved to newer rules later."""
    if game.version == 1:
        return 1
    return game.version - sum(move.decision == NEW_RULES for move in archive.moves(game, number))


def entry_of(move: Move) -> Entry:
    return Entry(move.number, move.seat, move.decision, move.answer)


def view_at(game: Game, seat: int | None, number: int) -> Any:
    """Return the seat's view after move `number`. Numbers outside the game mean its first or last move."""
    state = guard.serve(game.rules, "law", None, state_at, game, max(0, min(number, game.number)))
    return game.rules.view(state, seat)


def seed_of(game: Game) -> str | None:
    """Return the seed as hex once the game is over, otherwise None."""
    if game.status != Game.Status.OVER:
        return None
    return bytes(Seed.objects.get(game=game).secret).hex()


def record(game: Game) -> dict[str, Any] | None:
    """Return a finished game's record with its seed, which anyone can verify (`games.formats.record`), or None while the game runs."""
    seed = seed_of(game)
    return None if seed is None else whole_record(game) | {"seed": seed}


def whole_record(game: Game) -> dict[str, Any]:
    """Return the record without its seed. The record is secret while the game runs."""
    places = Player.objects.filter(game=game).order_by("seat").values_list("place", flat=True)
    return {
        "format": FORMAT, "ruleset": game.ruleset, "version": version_at(game, 0), "options": game.options,
        "places": list(places), "first": game.first, "commitment": game.commitment, "outcome": game.outcome_data,
        "moves": [[*entry_of(move), move.hash] for move in archive.moves(game)],
    }  # fmt: skip
