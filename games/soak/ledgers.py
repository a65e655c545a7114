"""Ledgers kept beside the site's: banks of time, goods and cards, how games end, and what profiles count."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from accounts.models import User
from games.clocks.paces import Bank
from games.models import Game, Wait
from games.queries.people import played
from games.storage.snapshots import state_of

ROUNDING = 5
"""Seconds that the parts of a turn may lose."""


def banks(game: Game) -> Iterator[str]:
    """No turn is charged more than the time that passed: the bank of the next one holds at least what that leaves."""
    pace = game.terms.pace
    if not isinstance(pace, Bank):
        return
    waits = Wait.objects.filter(game=game).exclude(closed_at=None).exclude(bank=None).order_by("seat", "pk")
    for seat, asked in groupby((wait for wait in waits if not wait.is_window), key=lambda wait: wait.seat):
        turns = [list(parts) for _, parts in groupby(asked, key=lambda wait: wait.turn_key)]
        for turn, after in pairwise(turns):
            passed = sum((wait.closed_at - wait.asked_at).total_seconds() for wait in turn if wait.closed_at)
            least = min(pace.cap, max(0, (turn[0].bank or 0) - max(0, passed - pace.free)) + pace.increment)
            if (after[0].bank or 0) < least - ROUNDING:
                yield f"the bank of seat {seat} of game {game.pk} holds {after[0].bank} s at {after[0].turn_key}, not {least:.0f} s"


def goods(game: Game, known: dict[int, dict[str, int]]) -> Iterator[str]:
    """Goods and cards wander, and never come or go while a game is played."""
    now = game.rules.inventory(state_of(game))
    before = known.setdefault(game.pk, now)
    if now != before:
        changed = {name: now.get(name, 0) - before.get(name, 0) for name in sorted({*now, *before}) if now.get(name) != before.get(name)}
        yield f"game {game.pk} has other goods and cards than before: {changed}"


def endings(game: Game) -> Iterator[str]:
    """A game ends with its last round, and says why it ended."""
    if game.status == Game.Status.RUNNING and game.last_round is not None and game.round > game.last_round:
        yield f"game {game.pk} is in round {game.round}, and its last was to be {game.last_round}"
    if game.status == Game.Status.OVER and not (game.outcome_data or {}).get("reason"):
        yield f"game {game.pk} is over and does not say why"


def profiles() -> Iterator[str]:
    """A profile counts the games that ended by the rules against people, and those won."""
    ended: Counter[tuple[int, str]] = Counter()
    won: Counter[tuple[int, str]] = Counter()
    for game in Game.objects.filter(status=Game.Status.OVER).order_by("pk"):
        outcome, people = game.rules.outcome(state_of(game)), [player for player in game.players.all() if not player.bot]
        for player in people if len(people) > 1 else ():
            if outcome is None:
                yield f"game {game.pk} is over, and not by its rules"
                break
            ended[player.user_id or 0, game.ruleset] += 1
            won[player.user_id or 0, game.ruleset] += player.seat in outcome.winners
    for user in User.objects.order_by("pk"):
        told = {row.ruleset: (row.games, row.won) for row in played(user)}
        right = {slug: (count, won[pk, slug]) for (pk, slug), count in ended.items() if pk == user.pk}
        if told != right:
            yield f"the profile of {user.name} counts {told}, and they played {right}"
