"""Ledgers kept beside the site's: time and leave, how long turns are held, goods and cards, how games end, and what profiles count."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from math import inf
from typing import Any

from accounts.models import User
from games.clocks.limits import LEAVE_A_TURN, SPARE_A_TURN
from games.clocks.paces import DAY, Bank
from games.deadlines import absences
from games.models import Game, Move, Pause, Wait
from games.queries.people import played
from games.storage.snapshots import state_of
from harness.soak.replies import in_rows
from notifications.models import LetterIn, Notice

ROUNDING = 5
"""Seconds that the parts of a turn may lose."""
MINUTE, MOST_LEAVE = 60, 30 * DAY
MONTH = timedelta(days=365.25 / 12)


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


def charges(now: datetime) -> Iterator[str]:
    """No turn that was closed lately is charged more time than passed."""
    for wait in Wait.objects.filter(used__gt=0, closed_at__gte=now - timedelta(hours=3)).order_by("pk"):
        if wait.closed_at and wait.used and wait.used > (wait.closed_at - wait.asked_at).total_seconds() + 1:
            yield f"wait {wait.pk} of game {wait.game_id} was charged {wait.used} s, and lasted from {wait.asked_at} on"


def leave(now: datetime, everybody: bool) -> Iterator[str]:
    """What is left of somebody's leave is what they saved up since they came, less what they took. Of those who took any, or of all."""
    taken: Counter[int] = Counter()
    for pk, begin, end, charged in Pause.objects.filter(reason=Pause.Reason.VACATION).values_list("user", "begin", "end", "charged"):
        taken[pk or 0] += charged if charged is not None else int((end - begin).total_seconds())
    for user in User.objects.filter(is_active=True, **{} if everybody else {"pk__in": set(taken)}).order_by("pk"):
        saved = (1 + (now - user.date_joined) / MONTH) * 2.5 * DAY
        left = absences.days_left(user, now).total_seconds()
        if saved < MOST_LEAVE and abs(saved - taken[user.pk] - left) > MINUTE:
            took = f"saved up {saved / DAY:.1f} days of leave and took {taken[user.pk] / DAY:.1f}"
            yield f"captain {user.pk} {took}, and has {left / DAY:.1f} left"


def hurried(move: Move, wait: Wait) -> Iterator[str]:
    """Nobody is played for before the time is over that their table gives at least, and grace; who is away has half a day."""
    pace, passed = move.game.terms.pace, (move.made_at - wait.asked_at).total_seconds()
    least = min(getattr(pace, "least", pace.usual) + wait.patience, DAY if wait.turn_key.endswith(":reaction") else inf)
    if not wait.patience:
        least = min(least, DAY / 2)
    if not wait.used_before and passed < least - MINUTE:
        after = f"after {passed / 3600:.1f} hours, not {least / 3600:.1f}"
        yield f"move {move.number} of game {move.game_id} was played for seat {move.seat} {after}"


def stopped(since: datetime, now: datetime, away: float) -> Iterator[str]:
    """Outages do not stop the clocks of all for more than half of the time. `away`: for how many seconds the site was not there."""
    outages = list(Pause.objects.filter(reason=Pause.Reason.OUTAGE).values_list("begin", "end"))
    hours = int((now - since).total_seconds() // 3600)
    stood = sum(any(begin <= since + timedelta(hours=hour) < end for begin, end in outages) for hour in range(hours))
    if stood > hours / 2 + away / 3600:
        yield f"for {stood} of {hours} hours all clocks stood, as after an outage"


def turns_held(now: datetime, away: float) -> Iterator[str]:
    """Nobody holds a turn longer than docs/clock-limits.md proves: time, grace, spare time, declared leave, and what is nobody's fault.

    `away`: for how many seconds the site or its post did not work. With `endings`, this bounds every game.
    """
    stops = list(Pause.objects.exclude(reason=Pause.Reason.MAIL))  # which is paid from spare time
    waits = Wait.objects.exclude(due_at=None).select_related("game").order_by("game", "seat", "turn_key", "pk")
    for (game, seat, turn), asked in groupby(waits, key=lambda wait: (wait.game_id, wait.seat, wait.turn_key)):
        parts = [wait for wait in asked if not wait.is_window]
        if not parts or next(parts[0].game.terms.calendar.spans(now), None):  # days off are worked out by the site alone
            continue
        held = sum(((wait.closed_at or now) - wait.asked_at).total_seconds() for wait in parts)
        most = max(wait.allowance + wait.patience for wait in parts) + SPARE_A_TURN + away
        since = [stop for stop in stops if stop.end > parts[0].asked_at and stop.game_id in (None, game) and stop.seat in (None, seat)]
        leave = sum((stop.end - stop.begin).total_seconds() for stop in since if stop.user_id)
        others = sum((stop.end - stop.begin).total_seconds() for stop in since if not stop.user_id)
        if held > most + min(leave, LEAVE_A_TURN) + others:
            yield f"seat {seat} of game {game} held {turn} for {held / 3600:.0f} hours"


def goods(game: Game, known: dict[int, dict[str, int]]) -> Iterator[str]:
    """Goods and cards wander, and never come or go while a game is played."""
    now = game.rules.inventory(state_of(game))
    before = known.setdefault(game.pk, now)
    if now != before:
        changed = {name: now.get(name, 0) - before.get(name, 0) for name in sorted({*now, *before}) if now.get(name) != before.get(name)}
        yield f"game {game.pk} has other goods and cards than before: {changed}"


def endings(game: Game) -> Iterator[str]:
    """A game ends with its last round, which its table has agreed on, says why it ended, and tells its people."""
    most = None if game.is_too_new else game.options.get(game.rules.round_limit)
    if game.status == Game.Status.RUNNING and most is not None and game.round > most:
        yield f"game {game.pk} is in round {game.round}, and was to have {most}"
    if game.status == Game.Status.RUNNING and game.last_round is not None and game.round > game.last_round:
        yield f"game {game.pk} is in round {game.round}, and its last was to be {game.last_round}"
    if game.status == Game.Status.OVER and not (game.outcome_data or {}).get("reason"):
        yield f"game {game.pk} is over and does not say why"
    told = {int(key.rpartition(":")[2]) for key in Notice.objects.filter(key__startswith=f"end:{game.pk}:").values_list("key", flat=True)}
    for player in game.players.all() if game.status == Game.Status.OVER else ():
        if player.user_id not in (None, *told):
            yield f"game {game.pk} is over, and captain {player.user_id} is not told"


def places_of(game: Game | None) -> tuple[int, ...]:
    """Return the place of each seat in the last position of a game that ended by its rules."""
    outcome = game and game.rules.outcome(state_of(game))
    return tuple(outcome.places) if outcome else ()


def as_ordered(row: LetterIn, ordered: tuple[int | None, str, Any]) -> Iterator[str]:
    """The first move that a letter brought is the one that its writer chose."""
    game, before = row.facts["game"], row.facts["before"]
    move = Move.objects.filter(game=game, number__gt=before).exclude(seat=None).order_by("number").first()
    played = move and (move.seat, move.decision, in_rows(move.answer))
    if move is None or move.by != "mail" or played != ordered:
        yield f"the letter {row.message_id} ordered {ordered} in game {game}, and after move {before} came {played}"


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
