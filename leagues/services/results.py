"""Store results: played, adjudicated, void or corrected. Only this module computes points from places."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.tasks import enqueue_after_commit
from games.deadlines import recalculation
from games.editions.errors import NotAllowed
from games.engine import Outcome, RulesError
from games.formats.replay import replay as replay_answers
from games.models import Game, Seed, Wait
from games.play import acting
from games.queries import past
from games.storage import archive
from leagues import notices
from leagues.models import Correction, Entry, Fixture, FixtureSeat, Round, Season, SubCall
from leagues.pure.standings import effective_places, points_of
from leagues.services import rating
from leagues.services.common import locked, log, must_be, must_decide, must_have_reason
from leagues.services.seat_results import outcome_of
from leagues.tables.division_tables import COUNTS, mark_changed

REPLAYED = "had table "
"""First words of the act that logs a replay; used to find earlier replays."""
NOBODY_LEFT = "nobody was left at the table"
INSTEAD = "Let the result stand, void the table, or have it played again."


def game_over(game: Game) -> None:
    """Store the result of an ended game that belongs to a fixture, and record any ended game for rating, in the same transaction."""
    fixture = Fixture.objects.filter(game=game, status=Fixture.Status.RUNNING).select_related("division__season", "round").first()
    if fixture is not None:
        mark_gone(fixture, game)
        seats = list(fixture.seats.select_related("entry"))
        outcome = outcome_of(game)
        if outcome.reason == "stalled" or all(seat.gone for seat in seats):
            make_void(fixture, NOBODY_LEFT)
        else:
            put_in(fixture, list(outcome.places), list(outcome.scores), Fixture.Status.FINISHED)
    rating.note_game(game)


def mark_gone(fixture: Fixture, game: Game) -> None:
    """Mark captains as gone unless they still played their seat themselves at the end, and store their strikes."""
    players = {player.seat: player for player in game.players.all()}
    for seat in fixture.seats.select_related("entry"):
        player = players[seat.seat]
        own = player.user_id is not None and player.user_id == seat.entry.user_id
        here = bool(seat.entry.bot) or (own and player.mode in ("present", "away") and not player.resigned)
        seat.gone, seat.strikes = seat.gone or not here, player.strikes if own else 0
        seat.save(update_fields=["gone", "strikes"])


def put_in(fixture: Fixture, places: list[int], scores: list[int], status: str, cause: str = "") -> None:
    """Store the result of a table, and compute points from places and scores."""
    seats = list(fixture.seats.select_related("entry"))
    scores = from_zero(scores)
    counted = effective_places(places, [seat.seat for seat in seats if seat.gone])
    shares = [0 if seat.gone else score for seat, score in zip(seats, scores or [0] * len(seats), strict=True)]
    points = points_of(counted, shares, fixture.division.season.preset.points)
    for index, seat in enumerate(seats):
        if seat.gone and seat.entry.status != Entry.Status.ACCEPTED:
            points[index] = 0  # a substitute or bot finished the seat; the entry is out of the season
    for seat, at_table, place, score, gained in zip(seats, places, counted, shares, points, strict=True):
        seat.played_place, seat.place, seat.score, seat.points = at_table, place, score, gained
    FixtureSeat.objects.bulk_update(seats, ["played_place", "place", "score", "points"])
    fixture.status, fixture.ended_at = status, fixture.ended_at or timezone.now()
    fixture.save(update_fields=["status", "ended_at"])
    settle(fixture, cause or f"table {fixture.number} was {fixture.get_status_display()}")


def settle(fixture: Fixture, cause: str) -> None:
    """Mark the standings for recalculation, cancel calls to substitutes, and close the round if all its tables are over."""
    if not Fixture.objects.filter(round=fixture.round_id, status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING)).exists():
        enqueue_after_commit("leagues.tasks.close_rounds", fixture.division.season_id)
    SubCall.objects.filter(seat__fixture=fixture, answer="").update(answer="late")
    mark_changed(fixture.division.season_id, [fixture.division_id], cause)


def from_zero(scores: list[int]) -> list[int]:
    """Return the scores shifted so that the lowest is at least 0, because negative scores have no share."""
    lowest = min(0, *scores) if scores else 0
    return [score - lowest for score in scores]


def make_void(fixture: Fixture, why: str) -> None:
    """Void a table, so that it counts for nobody. The caller logs the act."""
    fixture.status, fixture.ended_at = Fixture.Status.VOID, timezone.now()
    fixture.save(update_fields=["status", "ended_at"])
    fixture.seats.update(place=None, played_place=None, points=0, score=0)
    settle(fixture, f"table {fixture.number} is void: {why}")


def locked_fixture(fixture_id: int, by: User | None) -> Fixture:
    """Lock the season, then the game, and return the reloaded fixture. Raise NotAllowed or DoesNotExist if `by` may not decide."""
    season_id, game_id = Fixture.objects.values_list("division__season_id", "game_id").get(pk=fixture_id)
    season = locked(season_id)
    if game_id is not None:
        Game.objects.select_for_update().get(pk=game_id)
    fixture = Fixture.objects.select_related("division", "round", "game").get(pk=fixture_id)
    fixture.division.season = fixture.round.season = season
    must_decide(by, fixture.division)
    return fixture


@transaction.atomic
def void(fixture_id: int, by: User | None, reason: str) -> Fixture:
    fixture = locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    season = fixture.division.season
    must_be(season, Season.Status.RUNNING, Season.Status.SETTLING, Season.Status.FINAL)
    if fixture.status == Fixture.Status.VOID:
        raise NotAllowed("void", "That table is void already.")
    if fixture.counts:
        Correction.objects.create(season=season, fixture=fixture, old=stored(fixture), new={"void": True}, reason=reason, by=by)
    void_now(fixture, by, reason)
    return fixture


def void_now(fixture: Fixture, by: User | None, reason: str) -> None:
    """Void a table, end its game, and replay the table if the preset says so. The caller has locked the season."""
    if fixture.status == Fixture.Status.RUNNING and fixture.game is not None:
        mark_gone(fixture, fixture.game)
    make_void(fixture, reason)
    act = log(fixture.division.season, by, f"voided table {fixture.number} of {fixture.division.name}", reason, fixture)
    notices.decided_for_all(act, f"Table {fixture.number} of {fixture.division.name} is void.")
    stop(fixture.game, "void")
    rating.forget_game(fixture.game_id)
    if is_owed_a_replay(fixture):
        play_again(fixture, None, "the season plays void tables again")


def is_owed_a_replay(fixture: Fixture) -> bool:
    """Return whether to replay a void table: once, if the preset says so, before the hard end, and if a captain has stayed."""
    season = fixture.division.season
    if season.preset.withdrawal != "replay" or season.status != Season.Status.RUNNING or season.hard_end <= timezone.now():
        return False
    staying = fixture.seats.filter(gone=False, entry__bot="", entry__status=Entry.Status.ACCEPTED)
    return staying.exists() and not fixture.acts.filter(what__startswith=REPLAYED).exists()


def stop(game: Game | None, why: str) -> None:
    """End a running game in its current position, unrated. Do nothing if the game has ended."""
    if game is not None and game.status in (Game.Status.RUNNING, Game.Status.STUCK):
        Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, is_rated=False)
        acting.end_as_it_stands(game.pk, why)
        game.refresh_from_db()


@transaction.atomic
def adjudicate(fixture_id: int, by: User | None, reason: str) -> Fixture:
    fixture = locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    must_be(fixture.division.season, Season.Status.RUNNING, Season.Status.SETTLING)
    adjudicate_now(fixture, by, reason)
    return fixture


def adjudicate_now(fixture: Fixture, by: User | None, reason: str) -> None:
    """Adjudicate by position, or share the points among captains in time, with overdue captains last. Void an abandoned table."""
    season = fixture.division.season
    if fixture.status != Fixture.Status.RUNNING or fixture.game is None:
        raise NotAllowed("not-running", "Only a game that is being played can be adjudicated.")
    open_waits = Wait.objects.filter(game=fixture.game, closed_at=None, due_at__lt=timezone.now()).exclude(next_step=Wait.Step.CLOSE)
    clock = recalculation.clock_of(fixture.game)  # counts grace and pauses
    overdue = {wait.seat for wait in open_waits if clock.out_at(wait) < timezone.now()}
    mark_gone(fixture, fixture.game)
    if not fixture.seats.filter(gone=False).exists():
        void_now(fixture, by, f"{NOBODY_LEFT} ({reason})")
        return
    fixture.status = Fixture.Status.ADJUDICATED
    fixture.save(update_fields=["status"])
    stop(fixture.game, "adjudicated")
    outcome = outcome_of(fixture.game)
    places, scores = list(outcome.places), list(outcome.scores)
    if season.preset.adjudication == "shared":
        places = [len(places) - len(overdue) + 1 if seat in overdue else 1 for seat in range(len(places))]
    put_in(fixture, places, scores, Fixture.Status.ADJUDICATED)
    act = log(season, by, f"adjudicated table {fixture.number} of {fixture.division.name}", reason, fixture)
    notices.decided_for_all(act, f"Table {fixture.number} of {fixture.division.name} was adjudicated.")


@transaction.atomic
def replay(fixture_id: int, by: User | None, reason: str) -> Fixture:
    """Replay a table from the start with the captains now in its seats. Discard the earlier result. Raise NotAllowed if it never began."""
    fixture = locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    season = fixture.division.season
    must_be(season, Season.Status.RUNNING)
    if fixture.status == Fixture.Status.PLANNED:
        raise NotAllowed("planned", "That table has not been played yet.")
    if fixture.counts:
        Correction.objects.create(season=season, fixture=fixture, old=stored(fixture), new={"replay": True}, reason=reason, by=by)
    make_void(fixture, "it is played again")
    stop(fixture.game, "void")
    rating.forget_game(fixture.game_id)
    play_again(fixture, by, reason)
    return fixture


def play_again(fixture: Fixture, by: User | None, reason: str) -> None:
    """Reset a void table, and queue the creation of its new game after the commit."""
    season, old = fixture.division.season, fixture.game_id
    fixture.seats.filter(played_by=None, entry__status=Entry.Status.ACCEPTED).update(gone=False)
    fixture.seats.update(strikes=0)
    fixture.game, fixture.status, fixture.ended_at, fixture.failures = None, Fixture.Status.PLANNED, None, 0
    fixture.save(update_fields=["game", "status", "ended_at", "failures"])
    Round.objects.filter(pk=fixture.round_id).update(status=Round.Status.RUNNING)
    act = log(season, by, f"{REPLAYED}{fixture.number} of {fixture.division.name} played again (it was game {old})", reason, fixture)
    notices.decided_for_all(act, f"Table {fixture.number} of {fixture.division.name} is played again from the start.")
    enqueue_after_commit("leagues.tasks.start_fixture", fixture.pk)


def count_anew(season: Season) -> None:
    for fixture in Fixture.objects.filter(round__season=season, status__in=COUNTS).select_related("division"):
        fixture.division.season = season
        then = stored(fixture)
        put_in(fixture, then["places"], then["scores"], fixture.status, "points are counted otherwise")


def stored(fixture: Fixture) -> dict[str, Any]:
    return {"places": [seat.played_place for seat in fixture.seats.all()], "scores": [seat.score for seat in fixture.seats.all()]}


@transaction.atomic
def correct(fixture_id: int, by: User | None, places: list[int], reason: str, scores: list[int] | None = None) -> Correction:
    """Correct a result and recalculate everything derived from it, except confirmed promotions. Raise NotAllowed."""
    fixture = locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    season = fixture.division.season
    must_be(season, Season.Status.RUNNING, Season.Status.SETTLING, Season.Status.FINAL, Season.Status.ARCHIVED)
    if not (fixture.counts or fixture.status == Fixture.Status.VOID) or fixture.game is None:
        raise NotAllowed("no-result", "That table has no result yet.")
    seats = list(fixture.seats.all())
    if len(places) != len(seats) or sorted(places) != sorted(1 + sum(other < place for other in places) for place in places):
        raise NotAllowed("places", "Give every seat its place; seats that tied share one, and the places after it are left out.")
    old = stored(fixture)
    scores = from_zero(scores) if scores else old["scores"]
    if fixture.counts and (old["places"], old["scores"]) == (places, scores):
        raise NotAllowed("same", "That is already the result.")
    if fixture.status == Fixture.Status.VOID and all(seat.gone for seat in seats):
        fixture.seats.filter(entry__status=Entry.Status.ACCEPTED).update(gone=False)
    new = {"places": places, "scores": scores}
    correction = Correction.objects.create(season=season, fixture=fixture, old=old, new=new, reason=reason, by=by)
    put_in(fixture, places, scores, Fixture.Status.FINISHED, f"table {fixture.number} was corrected")
    act = log(season, by, f"corrected table {fixture.number} of {fixture.division.name}", reason, fixture)
    now = ", ".join(f"{place}. {seat.entry.name}" for place, seat in sorted(zip(places, seats, strict=True), key=lambda pair: pair[0]))
    notices.decided_for_all(act, f"The result of table {fixture.number} of {fixture.division.name} was corrected: {now}.")
    rating.recompute_from(fixture)
    if season.status == Season.Status.ARCHIVED:
        sentence = "A result was corrected after the season was confirmed. Look at who goes up and down."
        notices.tell_organisers(season, {f"corrected:{correction.pk}": sentence})
    return correction


@transaction.atomic
def rerun(fixture_id: int, by: User | None, reason: str) -> Correction:
    """Replay a game's recorded answers under the current rules, and correct the result if it differs. Raise NotAllowed."""
    fixture = locked_fixture(fixture_id, by)
    if fixture.status != Fixture.Status.FINISHED or fixture.game is None:
        raise NotAllowed("no-result", "Only a game that was played to its end can be played over.")
    outcome = outcome_now(fixture.game)
    return correct(fixture_id, by, list(outcome.places), reason, list(outcome.scores))


def outcome_now(game: Game) -> Outcome:
    """Return the game's outcome under the current rules, with the same dice. Raise NotAllowed if an answer is no longer valid."""
    rules, state = game.rules, past.state_at(game, 0)
    rows = [past.entry_of(move) for move in archive.moves(game, 0)]
    newest = 0
    try:
        for entry, after in replay_answers(rules, state, 0, rows, Seed.objects.get(game=game).dice):
            newest, state = entry.number, after
    except RulesError as refusal:
        where = f"the answer after move {newest} is refused: “{refusal.text}”"
        raise NotAllowed("rerun", f"Under the current rules, {where} {INSTEAD}") from None
    outcome = rules.outcome(state)
    if outcome is None:
        raise NotAllowed("rerun", f"Under the current rules, this game would not be over. {INSTEAD}")
    return outcome
