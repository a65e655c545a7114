"""Replay the recorded answers of an ended game after a fault in the rules was mended."""

from django.db import transaction

from accounts.models import User
from games.editions.errors import NotAllowed
from games.engine import Outcome, RulesError
from games.formats.replay import replay
from games.models import Game, Seed
from games.queries import past
from games.storage import archive
from leagues.models import Correction, Fixture
from leagues.services import results

INSTEAD = "Let the result stand, void the table, or have it played again."


@transaction.atomic
def rerun(fixture_id: int, by: User | None, reason: str) -> Correction:
    """Record the replayed result as a correction if it differs. Raise NotAllowed when the answers lead to no result."""
    fixture = results.locked_fixture(fixture_id, by)
    if fixture.status != Fixture.Status.FINISHED or fixture.game is None:
        raise NotAllowed("no-result", "Only a game that was played to its end can be played over.")
    outcome = outcome_now(fixture.game)
    return results.correct(fixture_id, by, list(outcome.places), reason, list(outcome.scores))


def outcome_now(game: Game) -> Outcome:
    """Return the outcome under the current rules, with the game's own dice. Raise NotAllowed when an answer no longer fits."""
    rules, state = game.rules, past.state_at(game, 0)
    rows = [past.entry_of(move) for move in archive.moves(game, 0)]
    newest = 0
    try:
        for entry, after in replay(rules, state, 0, rows, Seed.objects.get(game=game).dice):
            newest, state = entry.number, after
    except RulesError as refusal:
        where = f"the answer after move {newest} is refused: “{refusal.text}”"
        raise NotAllowed("rerun", f"Under the current rules, {where} {INSTEAD}") from None
    outcome = rules.outcome(state)
    if outcome is None:
        raise NotAllowed("rerun", f"Under the current rules, this game would not be over. {INSTEAD}")
    return outcome
