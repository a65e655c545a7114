"""Checks of the site's rows: time and leave, turns, goods, endings, profiles, points, ratings and open questions.

Each check yields a sentence for every fault. Only `recomputed` uses the site's own arithmetic.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise, permutations
from math import inf
from typing import Any

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.clocks.limits import LEAVE_A_TURN, SPARE_A_TURN
from games.clocks.paces import DAY, Bank
from games.deadlines import absences
from games.models import Game, Move, Pause, Vote, Wait
from games.queries.results import played
from games.storage.snapshots import state_of
from leagues.models import Entry, Fixture, FixtureSeat, League, RatedTable, Rating, RatingEvent, Season, Standing
from leagues.services import rating
from leagues.tables import division_tables
from leagues.tables.division_tables import COUNTS
from notifications.models import LetterIn, Notice

from .letters import in_rows

ROUNDING = 5
"""Seconds that a turn with several questions may lose by rounding."""
MINUTE, MOST_LEAVE = 60, 30 * DAY
MONTH = timedelta(days=365.25 / 12)


def banks(game: Game) -> Iterator[str]:
    """Check that no turn was charged more time than passed: the rest must be in the bank at the next turn."""
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


def leave(now: datetime, everybody: bool) -> Iterator[str]:
    """Check that remaining leave equals leave earned less leave taken, for everybody or only for people who took leave."""
    taken: Counter[int] = Counter()
    for pk, begin, end, charged in Pause.objects.filter(reason=Pause.Reason.VACATION).values_list("user", "begin", "end", "charged"):
        taken[pk or 0] += charged if charged is not None else int((end - begin).total_seconds())
    for user in User.objects.filter(is_active=True, **{} if everybody else {"pk__in": set(taken)}).order_by("pk"):
        saved = (1 + (now - user.date_joined) / MONTH) * 2.5 * DAY
        remaining = absences.days_left(user, now).total_seconds()
        if saved < MOST_LEAVE and abs(saved - taken[user.pk] - remaining) > MINUTE:
            took = f"saved up {saved / DAY:.1f} days of leave and took {taken[user.pk] / DAY:.1f}"
            yield f"captain {user.pk} {took}, and has {remaining / DAY:.1f} left"


def hurried(move: Move, wait: Wait) -> Iterator[str]:
    """Check that the site made this move only after the table's minimum time and grace, or after half a day for an absent player."""
    pace, passed = move.game.terms.pace, (move.made_at - wait.asked_at).total_seconds()
    least = min(getattr(pace, "least", pace.usual) + wait.patience, DAY if wait.turn_key.endswith(":reaction") else inf)
    if not wait.patience:
        least = min(least, DAY / 2)
    if not wait.used_before and passed < least - MINUTE:
        after = f"after {passed / 3600:.1f} hours, not {least / 3600:.1f}"
        yield f"move {move.number} of game {move.game_id} was played for seat {move.seat} {after}"


def stopped(since: datetime, now: datetime, away: float) -> Iterator[str]:
    """Check that outages stopped all clocks for at most half of the time, plus the `away` seconds of simulated outages."""
    outages = list(Pause.objects.filter(reason=Pause.Reason.OUTAGE).values_list("begin", "end"))
    hours = int((now - since).total_seconds() // 3600)
    stood = sum(any(begin <= since + timedelta(hours=hour) < end for begin, end in outages) for hour in range(hours))
    if stood > hours / 2 + away / 3600:
        yield f"for {stood} of {hours} hours all clocks stood, as after an outage"


def turns_held(now: datetime, away: float) -> Iterator[str]:
    """Check that nobody held a turn longer than docs/clock-limits.md allows; `away`: seconds for which the site or its mail was down."""
    stops = list(Pause.objects.exclude(reason=Pause.Reason.MAIL))  # spare time pays for mail pauses
    waits = Wait.objects.exclude(due_at=None).select_related("game").order_by("game", "seat", "turn_key", "pk")
    for (game, seat, turn), asked in groupby(waits, key=lambda wait: (wait.game_id, wait.seat, wait.turn_key)):
        parts = [wait for wait in asked if not wait.is_window]
        if not parts or next(parts[0].game.terms.calendar.spans(now), None):  # skips tables with days off, which only the site computes
            continue
        held = sum(((wait.closed_at or now) - wait.asked_at).total_seconds() for wait in parts)
        most = max(wait.allowance + wait.patience for wait in parts) + SPARE_A_TURN + away
        since = [stop for stop in stops if stop.end > parts[0].asked_at and stop.game_id in (None, game) and stop.seat in (None, seat)]
        leave = sum((stop.end - stop.begin).total_seconds() for stop in since if stop.user_id)
        others = sum((stop.end - stop.begin).total_seconds() for stop in since if not stop.user_id)
        if held > most + min(leave, LEAVE_A_TURN) + others:
            yield f"seat {seat} of game {game} held {turn} for {held / 3600:.0f} hours"


def goods(game: Game, known: dict[int, dict[str, int]]) -> Iterator[str]:
    """Check that no goods or cards appeared or vanished since the last check of a game."""
    now = game.rules.inventory(state_of(game))
    before = known.setdefault(game.pk, now)
    if now != before:
        changed = {name: now.get(name, 0) - before.get(name, 0) for name in sorted({*now, *before}) if now.get(name) != before.get(name)}
        yield f"game {game.pk} has other goods and cards than before: {changed}"


def endings(game: Game) -> Iterator[str]:
    """Check that a game ends with its agreed last round, that its end has a reason, and that its players are told."""
    most = None if game.is_too_new else game.options.get(game.rules.round_limit)
    if game.status == Game.Status.RUNNING and most is not None and game.round > most:
        yield f"game {game.pk} is in round {game.round}, and was to have {most}"
    if game.status == Game.Status.RUNNING and game.last_round is not None and game.round > game.last_round:
        yield f"game {game.pk} is in round {game.round}, and its last was to be {game.last_round}"
    if game.status == Game.Status.OVER and not (game.outcome_data or {}).get("reason"):
        yield f"game {game.pk} is over and does not say why"
    informed = {
        int(key.rpartition(":")[2]) for key in Notice.objects.filter(key__startswith=f"end:{game.pk}:").values_list("key", flat=True)
    }
    for player in game.players.all() if game.status == Game.Status.OVER else ():
        if player.user_id not in (None, *informed):
            yield f"game {game.pk} is over, and captain {player.user_id} is not told"


def places_of(game: Game | None) -> tuple[int, ...]:
    """Return the place of each seat in a game that ended by its rules; () for any other game."""
    outcome = game and game.rules.outcome(state_of(game))
    return tuple(outcome.places) if outcome else ()


def as_ordered(row: LetterIn, ordered: tuple[int | None, str, Any]) -> Iterator[str]:
    """Check that the first move made by a letter is the move that its writer chose."""
    game, before = row.facts["game"], row.facts["before"]
    move = Move.objects.filter(game=game, number__gt=before).exclude(seat=None).order_by("number").first()
    played = move and (move.seat, move.decision, in_rows(move.answer))
    if move is None or move.by != "mail" or played != ordered:
        yield f"the letter {row.message_id} ordered {ordered} in game {game}, and after move {before} came {played}"


def profiles() -> Iterator[str]:
    """Check that profiles show the right numbers of finished and won games against other people."""
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
        shown = {row.ruleset: (row.games, row.won) for row in played(user)}
        right = {slug: (count, won[pk, slug]) for (pk, slug), count in ended.items() if pk == user.pk}
        if shown != right:
            yield f"the profile of {user.name} counts {shown}, and they played {right}"


def recomputed() -> Iterator[str]:
    """Check that stored standings and ratings equal those that the site recomputes."""
    for season in Season.objects.order_by("pk"):
        for division in division_tables.wrong_tables(season):
            yield f"the standings of {division} of season {season.pk} are not what its tables make them"
    for ruleset in sorted(set(League.objects.values_list("ruleset", flat=True))):
        for person in rating.wrong_ratings(ruleset):
            yield f"the rating of captain {person} in {ruleset} is not what their games make it"


def points() -> Iterator[str]:
    """Check that tables of one size in a season give equal totals, and nobody got fewer points than a player they beat or who left."""
    sums: dict[tuple[int, int], int] = {}
    for fixture in Fixture.objects.filter(status__in=COUNTS).select_related("game", "round__season").order_by("pk"):
        seats, season = list(fixture.seats.select_related("entry")), fixture.round.season
        out = [seat for seat in seats if seat.gone and (seat.entry.status != Entry.Status.ACCEPTED or seat.entry.sanctions.exists())]
        given = sum(seat.points for seat in seats)
        if not out and not 0 < given == sums.setdefault((season.pk, len(seats)), given):
            yield f"fixture {fixture.pk} gave {given} parts of points, and another of its size {sums[season.pk, len(seats)]}"
        is_played = fixture.status == Fixture.Status.FINISHED and not fixture.corrections.exists()
        places = places_of(fixture.game) if is_played else ()
        for one, other in permutations(seats if season.preset.points != "share" else (), 2):
            is_ahead = not one.gone and (other.gone or (places and places[one.seat] < places[other.seat]))
            if is_ahead and one.points < other.points:
                yield f"seat {one.seat} of fixture {fixture.pk} came before {other.seat} and got {one.points} parts, not {other.points}"


def totals() -> Iterator[str]:
    """Check that the points and games in the standings are the sums over all tables."""
    gave = defaultdict(list)
    for seat in FixtureSeat.objects.filter(fixture__status__in=COUNTS, fixture__round__is_final=False):
        gave[seat.entry_id].append(seat.points)
    for line in Standing.objects.filter(division__recounts=None).order_by("pk"):
        if (line.points, line.games) != (sum(gave[line.entry_id]), len(gave[line.entry_id])):
            yield f"entry {line.entry_id} has {line.points} parts of points in {line.games} games, and tables gave {gave[line.entry_id]}"


def ratings() -> Iterator[str]:
    """Check that each rating continues from game to game, that sole winners lose nothing, and that sole losers gain nothing."""
    events = defaultdict(list)
    for event in RatingEvent.objects.select_related("table").order_by("table__ended", "table__number"):
        events[event.table.ruleset, event.person].append(event)
    for row in Rating.objects.order_by("pk"):
        chain = events[row.ruleset, row.person]
        is_whole = all(event.after == after.before for event, after in pairwise(chain))
        if len(chain) != row.games or chain[-1].after != row.value or not is_whole:
            changes = [(event.before, event.after) for event in chain]
            yield f"captain {row.person} is rated {row.value} after {row.games} games, which changed it so: {changes}"
    for table in RatedTable.objects.filter(is_done=True, game__fixture__corrections=None).order_by("number"):
        places, seats = places_of(table.game), table.game.players.values_list("user", "seat") if table.game else ()
        known, gone = dict(table.people), dict(table.left)
        reached = {who: inf if who in gone else places[seat] for who, seat in seats if places and seat is not None and who in known}
        for event in table.events.filter(person__in=reached) if len(reached) == len(known) else ():
            others, gain = [reached[person] for person in reached if person != event.person], event.after - event.before
            if others and ((reached[event.person] < min(others) and gain < 0) or (reached[event.person] > max(others) and gain > 0)):
                yield f"game {table.number} changed the rating of captain {event.person} by {gain:.1f}, and the places are {reached}"


def without_moment() -> Iterator[str]:
    """Check that every running game asks a player, that every open question has a next step, and that no game is stuck."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    for game in running.filter(~Exists(Wait.objects.filter(game=OuterRef("pk"), closed_at=None))).order_by("pk"):
        yield f"game {game.pk} is running and asks nobody"
    for wait in Wait.objects.filter(closed_at=None, next_at=None, game__in=running).order_by("pk"):
        yield f"wait {wait.pk} of game {wait.game_id} has no moment at which anything happens"
    for game in Game.objects.filter(status=Game.Status.STUCK).order_by("pk"):
        yield f"game {game.pk} was set aside"


def overdue(before: datetime) -> Iterator[str]:
    """Check that every step of a wait, agreed end and end of a vote that was due by the given time has happened."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    for wait in Wait.objects.filter(closed_at=None, next_at__lt=before, game__in=running).order_by("pk"):
        yield f"wait {wait.pk} of game {wait.game_id} ({wait.next_step}) was to happen at {wait.next_at:%d %b %H:%M}"
    for game in running.filter(ends_at__lt=before, last_round=None).order_by("pk"):
        yield f"game {game.pk} was to play its last round since {game.ends_at:%d %b %H:%M}"
    for vote in Vote.objects.filter(result="", expires_at__lt=before, game__in=running).order_by("pk"):
        yield f"vote {vote.pk} of game {vote.game_id} is open, and was to end at {vote.expires_at:%d %b %H:%M}"
