"""A fault in the rules was found after a game had ended: the same answers are played again, by the rules as they are now."""

from django.db import transaction

from accounts.models import User
from games.engine import Outcome, RulesError
from games.errors import NotAllowed
from games.formats.replay import Entry, replay
from games.models import Game, Move, Seed
from games.queries import past
from leagues.models import Correction, Fixture
from leagues.services import results

INSTEAD = "Let the result stand, void the table, or have it played again."


@transaction.atomic
def rerun(fixture_id: int, by: User | None, reason: str) -> Correction:
    """If the same answers lead to another result now, it is put in as a correction. Refused where they lead to none."""
    fixture = results.found(fixture_id, by)
    if fixture.status != Fixture.Status.FINISHED or fixture.game is None:
        raise NotAllowed("no-result", "Only a game that was played to its end can be played over.")
    outcome = outcome_now(fixture.game)
    return results.correct(fixture_id, by, list(outcome.places), reason, list(outcome.scores))


def outcome_now(game: Game) -> Outcome:
    """How this game ends by the rules of today, with its own dice. Raises NotAllowed when an answer does not fit any more."""
    rules, state = game.rules, past.state_at(game, 0)
    rows = Move.objects.filter(game=game, number__gt=0).order_by("number").values_list("number", "seat", "decision", "answer")
    newest = 0
    try:
        for entry, after in replay(rules, state, 0, (Entry(*row) for row in rows), Seed.objects.get(game=game).dice):
            newest, state = entry.number, after
    except RulesError as refusal:
        where = f"the answer after move {newest} is refused: {refusal.text}"
        raise NotAllowed("rerun", f"By the rules as they are now {where} {INSTEAD}") from None
    outcome = rules.outcome(state)
    if outcome is None:
        raise NotAllowed("rerun", f"By the rules as they are now this game would not be over. {INSTEAD}")
    return outcome
