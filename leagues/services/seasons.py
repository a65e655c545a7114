"""Steps of a season. Each step checks its blockers and warnings first, then runs on confirmation or automatically."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games.editions.errors import NotAllowed
from leagues import notices
from leagues.models import Appeal, Entry, Fixture, Round, Season, SubCall
from leagues.pure.pairing import NotEnough
from leagues.services import clocks, drawing, results, rounds
from leagues.services.common import locked, log, must_be, must_have_reason, must_organise
from leagues.tables import promotion
from leagues.tables.division_tables import all_tables, mark_season

Status = Season.Status
UNFINISHED = ("planned", "running")
APPEAL_TIME = timedelta(hours=48)


@dataclass(slots=True)
class Check:
    """The reasons that block a step, and the warnings to show before it."""

    blockers: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a season: status before and after, button, log line, check, action, and when it is due automatically."""

    key: str
    begins: str
    ends: str
    button: str
    done: str
    check: Callable[[Season], Check]
    do: Callable[[Season], None]
    due: Callable[[Season], datetime | None]


def step_of(season: Season) -> Step | None:
    """Return the next step of the season, or None at its end."""
    return next((step for step in STEPS if step.begins == season.status), None)


@transaction.atomic
def advance(season_id: int, key: str, by: User | None = None) -> Season:
    """Advance a season by one step. Raise NotAllowed if `key` does not name the next step, or if the step is blocked."""
    season = locked(season_id)
    must_organise(by, season)
    step = step_of(season)
    if step is None or step.key != key:
        raise NotAllowed("wrong-time", f"That cannot be done now. The state of the season: {season.get_status_display()}.")
    if blockers := step.check(season).blockers:
        raise NotAllowed("blocked", " ".join(blockers))
    season.status = step.ends
    step.do(season)
    season.save()
    log(season, by, step.done)
    return season


# -- open registration ----------------------------------------------------------------------------------
def check_open(season: Season) -> Check:
    result = Check()
    if season.registration_to <= timezone.now():
        result.blockers.append("Registration would end in the past. Set another date.")
    if season.league.organisers.count() < 2:
        alone = "You are the only organiser. If you play yourself, nobody can decide on your own division."
        result.warnings.append(f"{alone} Another one can be added on the page of the league.")
    return result


def do_open(season: Season) -> None:
    season.commitment = drawing.commitment_to(season.seed)


# -- close it, draw -------------------------------------------------------------------------------------
def check_close(season: Season) -> Check:
    result = Check()
    try:
        sizes = drawing.plan(season)
    except NotEnough as few:
        result.blockers.append(f"Not enough: {few}")
        return result
    if season.preset.shape != "swiss" and season.before is not None and season.before.status != Status.ARCHIVED:
        result.blockers.append("The result of the season before is not confirmed yet, so who goes up and down is not settled.")
    if season.registration_to > timezone.now():
        result.warnings.append("Registration was announced to stay open longer.")
    if season.preset.shape != "swiss" and set(sizes) != {season.preset.size}:
        result.warnings.append(f"Not every division has {season.preset.size}: they will have {', '.join(map(str, sizes))}.")
    return result


@transaction.atomic
def draw_again(season_id: int, by: User | None) -> Season:
    """Repeat the draw after entries changed between the draw and the start. Raise NotAllowed."""
    season = locked(season_id)
    must_organise(by, season)
    must_be(season, Status.SEEDING)
    try:
        drawing.draw(season)
    except NotEnough as few:
        raise NotAllowed("not-enough", f"Not enough: {few}") from None
    log(season, by, "drew again")
    return season


# -- begin ----------------------------------------------------------------------------------------------
def is_drawn_as_it_is(season: Season) -> bool:
    """Return whether the divisions hold exactly the accepted entries."""
    missing = season.entries.filter(status=Entry.Status.ACCEPTED, division=None)
    return not missing.exists() and not season.entries.exclude(division=None).exclude(status=Entry.Status.ACCEPTED).exists()


def check_start(season: Season) -> Check:
    result = Check()
    playing = season.entries.filter(status=Entry.Status.ACCEPTED)
    if not is_drawn_as_it_is(season):
        result.blockers.append("Somebody came or went after the draw. Draw again.")
    if season.hard_end <= timezone.now():
        result.blockers.append("The season would end in the past.")
    if season.starts > timezone.now():
        result.warnings.append("The start was announced for later.")
    silent = [entry.name for entry in playing.exclude(user=None).select_related("user") if not entry.member.gets_letters]
    if silent:
        result.warnings.append(f"These get no letters from us: {', '.join(silent[:10])}.")
    uneven = [division.name for division in season.divisions.all() if division.quality and not division.quality["perfect"]]
    if uneven:
        result.warnings.append(f"Not every pair meets equally often in: {', '.join(uneven[:10])}.")
    return result


def do_start(season: Season) -> None:
    """Open the first round. If the season starts early, move all rounds forward."""
    for entry in season.entries.filter(status=Entry.Status.WAITING).select_related("user"):
        notices.decided(entry, "not-in", "The season has begun without you. You can still offer to be a substitute.", "no place came free")
    shift = timezone.now() - season.starts
    season.starts = min(season.starts, timezone.now())
    for number, each in enumerate(season.rounds.all()):
        each.season = season
        if shift < timedelta(0):
            each.opens, each.target_end = each.opens + shift, each.target_end + shift
            each.save(update_fields=["opens", "target_end"])
        if number == 0:
            season.save(update_fields=["status"])
            rounds.open_now(each)


# -- all games are over -----------------------------------------------------------------------------------
def unfinished(season: Season) -> QuerySet[Fixture]:
    return Fixture.objects.filter(round__season=season, status__in=UNFINISHED)


def note_unfinished(season: Season, counted: Mapping[str, int]) -> None:
    """Store the number of unfinished tables on `season` for `check_settle`, from a page's count of tables by status."""
    vars(season)["unfinished"] = sum(counted.get(status, 0) for status in UNFINISHED)


def check_settle(season: Season) -> Check:
    result = Check()
    known: int | None = vars(season).get("unfinished")
    if open_games := unfinished(season).count() if known is None else known:
        result.blockers.append(f"{open_games} game{'s are' if open_games > 1 else ' is'} not over.")
        if season.hard_end <= timezone.now():
            result.blockers[0] += " They are adjudicated now that the hard end has passed; that takes a few minutes."
        return result
    planned = list(season.rounds.filter(status=Round.Status.PLANNED))
    if to_come := sum(not rounds.can_never_open(each) for each in planned):
        result.blockers.append(f"{to_come} round{'s have' if to_come > 1 else ' has'} not been opened.")
    elif planned and open_appeals(season):
        result.blockers.append(f"{rounds.too_few(planned[0])[0]} Answer the open appeals first: they may bring a captain back.")
    elif planned:
        result.warnings.append(f"{rounds.too_few(planned[0])[0]} The result is counted from the rounds that were played.")
    return result


def do_settle(season: Season) -> None:
    rounds.leave_out(season, list(season.rounds.filter(status=Round.Status.PLANNED)))
    SubCall.objects.filter(seat__fixture__round__season=season, answer="").update(answer="late")


# -- provisional, confirmed -------------------------------------------------------------------------------
def check_finish(season: Season) -> Check:
    count = open_appeals(season)
    return Check(warnings=[f"{count} appeal{'s are' if count > 1 else ' is'} open."] if count else [])


def open_appeals(season: Season) -> int:
    return Appeal.objects.filter(entry__season=season, granted=None).count()


def do_finish(season: Season) -> None:
    season.final_at = timezone.now()
    mark_season(season, "the end of the season")
    notices.result(season)


def check_confirm(season: Season) -> Check:
    result = Check()
    if season.result_at + APPEAL_TIME > timezone.now():
        result.blockers.append(f"Appeals may be made until {date_format(timezone.localtime(after_appeals(season)), 'D j M, H:i')}.")
    if count := open_appeals(season):
        result.blockers.append(f"{count} appeal{'s are' if count > 1 else ' is'} not answered.")
    return result


def do_confirm(season: Season) -> None:
    """Confirm the standings: store places, settle promotion and relegation, and notify players."""
    season.moved = [going.to_json() for going in promotion.preview(season)]
    places = {row.entry: row.place for rows in all_tables(season).values() for row in rows if row.is_ranked}
    ranked = list(season.entries.filter(pk__in=places))
    for entry in ranked:
        entry.place = places[entry.pk]
    Entry.objects.bulk_update(ranked, ["place"], batch_size=300)
    season.save(update_fields=["status", "moved"])
    notices.result(season)


def after_appeals(season: Season) -> datetime:
    return season.result_at + APPEAL_TIME


STEPS = (
    Step("open", Status.DRAFT, Status.REGISTRATION, "Open registration", "opened registration", check_open, do_open, lambda season: None),
    Step(
        "close", Status.REGISTRATION, Status.SEEDING, "Close registration and draw", "closed registration and drew",
        check_close, drawing.draw, lambda season: season.registration_to,
    ),
    Step(
        "start", Status.SEEDING, Status.RUNNING, "Begin the season", "began the season",
        check_start, do_start, lambda season: season.starts,
    ),
    Step(
        "settle", Status.RUNNING, Status.SETTLING, "All games are over", "saw that all games are over",
        check_settle, do_settle, lambda season: season.made_at,
    ),
    Step(
        "finish", Status.SETTLING, Status.FINAL, "Publish the provisional result", "published the provisional result",
        check_finish, do_finish, lambda season: season.made_at,
    ),
    Step("confirm", Status.FINAL, Status.ARCHIVED, "Confirm the result", "confirmed the result", check_confirm, do_confirm, after_appeals),
)  # fmt: skip


@transaction.atomic
def cancel(season_id: int, by: User | None, reason: str) -> Season:
    season = locked(season_id)
    must_organise(by, season)
    must_be(season, Status.DRAFT, Status.REGISTRATION, Status.SEEDING)
    if season.status != Status.DRAFT:
        reason = must_have_reason(reason)
    act = log(season, by, "cancelled the season", reason[:300])
    if season.status != Status.DRAFT:
        notices.dates_changed(act, "The season is cancelled.")
    season.status = Status.CANCELLED
    season.save(update_fields=["status"])
    return season


# -- by itself --------------------------------------------------------------------------------------------
def is_due(season: Season) -> bool:
    """Return whether the next step is due automatically now."""
    step = step_of(season)
    due = step.due(season) if step else None
    return due is not None and due <= timezone.now()


@transaction.atomic
def move_on(season_id: int) -> str:
    """Close and open rounds of one season, and take automatic steps that are due. Return the new status, or "" if unchanged."""
    season = locked(season_id)
    if season.status == Status.RUNNING:
        rounds.close_finished(season.pk)
        if season.runs_by_itself and not season.is_paused:
            open_due_rounds(season)
    if season.status in (Status.REGISTRATION, Status.SEEDING) and season.hard_end <= timezone.now():
        notices.tell_organisers(season, {"cancelled": "The season is cancelled: it had not begun before its hard end."})
        return cancel(season_id, None, "it had not begun before its hard end").status
    step = step_of(season)
    if step is None or not is_due(season) or season.is_paused:
        return ""
    if step.key == "start" and season.runs_by_itself and not is_drawn_as_it_is(season):
        with suppress(NotEnough):  # the check below reports it as a blocker
            drawing.draw(season)
            log(season, None, "drew again, as somebody came or went after the draw")
    result = step.check(season)
    if result.blockers or not season.runs_by_itself:
        coming = rounds.next_round(season) if season.status == Status.RUNNING else None
        if waiting := waits_for_organisers(season, result, coming):
            notices.tell_organisers(season, waiting)
        return ""
    status = advance(season_id, step.key).status
    return move_on(season_id) or status


def waits_for_organisers(season: Season, step_check: Check, coming: Round | None, present: rounds.Present | None = None) -> dict[str, str]:
    """Return {topic: sentence} about overdue work for organisers. `coming` is the next round."""
    waiting, step = {}, step_of(season)
    if coming is not None and not rounds.is_due(coming):
        coming = None
    if coming is not None and (blockers := rounds.blockers_of(coming, present)):
        waiting[f"blocked:round:{coming.pk}"] = f"{coming} is due, but: {' '.join(blockers)}"
    elif coming is not None and not season.runs_by_itself:
        waiting[f"due:round:{coming.pk}"] = f"{coming} is due and waiting for you."
    if step is not None and is_due(season):
        if step_check.blockers and step.key in ("close", "start"):
            waiting[f"blocked:{step.key}"] = f"“{step.button}” is due, but: {' '.join(step_check.blockers)}"
        elif not step_check.blockers and not season.runs_by_itself:
            waiting[f"due:{step.key}"] = f"“{step.button}” is due and waiting for you."
    return waiting


def open_due_rounds(season: Season) -> None:
    """Open the next round if nothing blocks it, and its opening time has come or no round is running."""
    following = rounds.next_round(season)
    if following is None:
        return
    is_day, running = following.opens <= timezone.now(), season.rounds.filter(status=Round.Status.RUNNING).exists()
    if (is_day or not running) and not rounds.blockers_of(following):
        rounds.open_now(following)


def adjudicate_late(season_id: int) -> int:
    """Adjudicate games still running after the hard end, each in its own transaction; void unstarted tables. Return their number.

    Skip games that only newer code can open. First postpone the hard end by the outages since the season began.
    """
    season = clocks.credit_outages(season_id)
    if season.status != Status.RUNNING or season.hard_end > timezone.now() or season.is_paused:
        return 0
    late = [fixture.pk for fixture in unfinished(season).select_related("game") if not fixture.is_held]
    for pk in late:
        with transaction.atomic():
            fixture = results.locked_fixture(pk, None)
            if fixture.status == Fixture.Status.PLANNED:
                results.void_now(fixture, None, "the hard end of the season")
            elif fixture.status == Fixture.Status.RUNNING:
                results.adjudicate_now(fixture, None, "the hard end of the season")
    if Round.objects.filter(season=season, status=Round.Status.PLANNED).update(status=Round.Status.CLOSED):
        mark_season(season, "the hard end of the season")
    return len(late)
