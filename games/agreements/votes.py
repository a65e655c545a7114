"""Votes of a table: about pauses, the end, opening a seat, and undoing a move. No answer counts as no."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Avg, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.announcements import arrangers, clock_log, notices
from games.clocks import limits
from games.deadlines import recalculation
from games.deadlines.table_clock import TableClock
from games.editions.errors import NotAllowed
from games.engine import Event
from games.formats.replay import to_json
from games.models import BY_CAPTAIN_OR_ORDERS, Ballot, Game, Pause, Player, Proposal, Undo, Vote, Wait
from games.play import acting
from games.play.session import Session, must_be_running
from games.queries import past
from games.timeouts import seats

LASTS = timedelta(hours=72)
BARRED = timedelta(hours=48)
LONGEST_PAUSE = timedelta(days=14)
MAX_PAUSES = 2
BY_THE_TABLE = (Pause.Reason.VOTE, Pause.Reason.ORGANISER)
"""The reasons for a pause of the whole table: a vote, or an organiser."""
USUAL_MOVES = 300
IN_LEAGUES = ("replace", "end", "takeback")
KINDS = {
    "pause": "Pause the table",
    "resume": "End the pause",
    "replace": "Open a seat to substitutes",
    "end": "End the game as it stands",
    "cancel": "Abandon the game, so that it does not count",
    "takeback": "Take back the last move",
}


def locked(game_id: int, user: User) -> tuple[Game, Player]:
    game = Game.objects.select_for_update().get(pk=game_id)
    player = game.players.get(user=user)
    must_be_running(game)
    return game, player


def must_be_their_own(game: Game) -> None:
    """Raise NotAllowed at a league's table, because the organisers, too, decide about its clocks."""
    if arrangers.is_arranged(game):
        raise NotAllowed(
            "league",
            "In a league, the organisers decide that. The table can vote to open a seat held too long, end the game, or take a move back.",
        )


def voters(game: Game, vote_kind: str, target: int | None = None) -> list[int]:
    """Return the seats of the captains who have a vote."""
    return voting_seats(seats.captains_of(game), vote_kind, target)


def voting_seats(players: list[Player], vote_kind: str, target: int | None = None) -> list[int]:
    """Return the seats of the players who have a vote. A captain who has held the table too long has no vote on ending the game."""
    present = [player for player in players if seats.is_person(player) and player.mode == Player.Mode.PRESENT]
    if vote_kind == "replace":
        return [player.seat_number for player in present if player.seat != target]
    if vote_kind == "end":  # everyone votes if nobody else is left
        present = [player for player in present if not has_held_too_long(player)] or present
    return [player.seat_number for player in present]


def has_held_too_long(player: Player) -> bool:
    """Return whether a player, unless a bot keeps the seat, has used all spare time, or while away the spare time of one turn."""
    away = player.mode == Player.Mode.AWAY and player.spare <= limits.SPARE_A_GAME - limits.SPARE_A_TURN
    return seats.is_person(player) and player.mode != Player.Mode.BOT and (away or player.spare == 0)


@transaction.atomic
def propose(game_id: int, user: User, kind: str, until: datetime | None = None, seat: int | None = None) -> Vote:
    """Open a vote, with a yes from the captain who proposes it. Raise NotAllowed if the vote cannot be proposed now."""
    game, player = locked(game_id, user)
    if kind not in KINDS:
        raise NotAllowed("unknown-vote", "That cannot be voted on.")
    now = timezone.now()
    if kind not in IN_LEAGUES:
        must_be_their_own(game)
    asked = dict(blocking_votes(game, now, seats.captains_of(game), player.seat_number)).get(kind)
    if asked == "":
        raise NotAllowed("open-vote", "The table is being asked that already.")
    if asked == "failed":
        raise NotAllowed("barred", "The table has just said no to that. Ask again in two days.")
    facts = CHECKS[kind](game, now, until, seat)
    seats.void_votes(game, kind=kind)  # open votes that do not block the new vote
    ends = datetime.fromisoformat(facts["until"]) if "until" in facts else now + LASTS
    vote = Vote.objects.create(
        game=game, kind=kind, seat=player.seat_number, facts=facts, made_at=now, expires_at=min(ends, now + LASTS)
    )  # fmt: skip
    clock_log.note(game, "vote", player.seat, vote=kind, **facts)
    voters_asked = [other for other in seats.captains_of(game) if other.seat != player.seat]
    notices.to_people(notices.VOTE, notices.VoteFacts(game=game.pk, vote=vote.pk), voters_asked, str(vote.pk))
    count_ballot(vote, game, player.seat_number, True)
    return vote


def blocking_votes(game: Game, now: datetime, players: list[Player], own_seat: int) -> list[tuple[str, str]]:
    """Return (kind, result) of votes that block the seat, failed first. Votes by captains who held the table too long block only those."""
    lately = Q(result="") | Q(result="failed", closed_at__gt=now - BARRED)
    asked = Vote.objects.filter(lately, game=game).order_by("-result").values_list("kind", "result", "seat")
    holders = {player.seat for player in players if has_held_too_long(player)}
    return [(kind, result) for kind, result, seat in asked if own_seat in holders or seat not in holders]


def votes_on_offer(clock: TableClock, waits: list[Wait], own_seat: int) -> dict[str, list[int | None]]:
    """Return {kind: seats that the vote may be about, or [None]} for votes that the captain may propose. `waits` are the open waits."""
    game, players, now = clock.game, list(clock.players.values()), timezone.now()
    offers: dict[str, list[int | None]] = {}
    vars(game)["pauses_of"] = [row for row in clock.rows if row.game_id == game.pk]
    is_their_own = not arrangers.is_arranged(game)
    barred = dict(blocking_votes(game, now, players, own_seat)).keys() | (set() if is_their_own else KINDS.keys() - IN_LEAGUES)
    for kind in KINDS:
        if kind == "replace" and kind not in barred:
            others = [player for player in players if seats.is_person(player) and player.seat != own_seat]
            late = {wait.seat for wait in waits if wait.overdue_at is not None and clock.out_at(wait) <= now}
            offers[kind] = [player.seat for player in others if may_be_opened(player, player.seat in late, is_their_own)]
        elif kind not in barred and possible_facts(game, kind, now + LASTS) is not None:
            offers[kind] = [None]
    return {kind: about for kind, about in offers.items() if about}


def may_be_opened(player: Player, is_late: bool, is_their_own: bool) -> bool:
    """Return whether a vote may open the seat: its player held the table too long, or, if `is_their_own`, is away or late."""
    return has_held_too_long(player) or (is_their_own and (player.mode == Player.Mode.AWAY or is_late))


def possible_facts(game: Game, kind: str, until: datetime | None, seat: int | None = None) -> Proposal | None:
    """Return the facts of a vote that may be proposed now, ignoring earlier votes, or None if it may not be proposed."""
    try:
        return CHECKS[kind](game, timezone.now(), until, seat)
    except NotAllowed:
        return None


@transaction.atomic
def cast_vote(game_id: int, user: User, vote_id: int, yes: bool) -> Vote:
    """Vote yes or no. A captain may change their vote while it is open. Raise NotAllowed if it is closed, or the seat has no vote."""
    game, player = locked(game_id, user)
    vote = Vote.objects.get(pk=vote_id, game=game)
    if vote.result or vote.expires_at <= timezone.now():
        raise NotAllowed("closed", "That vote is over.")
    if player.seat not in voters(game, vote.kind, vote.facts.get("target")):
        raise NotAllowed("no-voice", "Your seat does not count in this vote.")
    count_ballot(vote, game, player.seat_number, yes)
    return vote


def count_ballot(vote: Vote, game: Game, seat: int, yes: bool) -> None:
    Ballot.objects.update_or_create(vote=vote, seat=seat, defaults={"yes": yes})
    asked = voters(game, vote.kind, vote.facts.get("target"))
    ballots = dict(vote.ballots.values_list("seat", "yes"))
    agreed = sum(ballots.get(other, False) for other in asked)
    against = sum(not ballots[other] for other in asked if other in ballots)
    needed = votes_needed(game, vote.kind, len(asked), vote.facts.get("target"))
    if agreed >= needed:
        carry_out_vote(vote, game)
    elif len(asked) - against < needed:
        close_vote(vote, game, "failed")


def carry_out_vote(vote: Vote, game: Game) -> None:
    """Carry out a passed vote. For the end of a league's game, first ask the organisers for consent."""
    deciders = arrangers.deciders(game) if vote.kind == "end" else None
    if deciders is None:
        carry_out(vote, game)
    elif not vote.facts.get("agreed"):
        vote.facts["agreed"] = True
        vote.save(update_fields=["facts"])
        clock_log.note(game, "vote-agreed", vote.seat, vote=vote.kind)
        for user in get_user_model().objects.filter(pk__in=deciders):
            notices.about_table(notices.VOTE_AGREED, game, user, str(vote.pk))


def carry_out(vote: Vote, game: Game) -> None:
    """Carry out a passed vote, or void it if it is no longer possible, for example after another move."""
    until = datetime.fromisoformat(vote.facts["until"]) if "until" in vote.facts else None
    facts = possible_facts(game, vote.kind, until, vote.facts.get("target"))
    if facts is None or not facts.items() <= vote.facts.items():
        close_vote(vote, game, "void")
        return
    close_vote(vote, game, "passed")
    EFFECTS[vote.kind](game, vote)


def votes_needed(game: Game, kind: str, voices: int, target: int | None = None) -> int:
    """Return the number of yes votes needed: all, or more than half, for example if a captain has held the table too long."""
    by_half = kind == "resume"
    if kind == "cancel":  # more than half is enough in the first quarter of a game of usual length
        usual = Game.objects.filter(ruleset=game.ruleset, status=Game.Status.OVER, is_rated=True, number__gt=0).aggregate(
            moves=Avg("number")
        )
        by_half = game.number * 4 < (usual["moves"] or USUAL_MOVES)
    if kind in ("replace", "end"):
        by_half = any(has_held_too_long(player) for player in seats.captains_of(game) if target in (None, player.seat))
    return voices // 2 + 1 if by_half else max(1, voices)


def close_vote(vote: Vote, game: Game, result: str) -> None:
    vote.result, vote.closed_at = result, timezone.now()
    vote.save(update_fields=["result", "closed_at"])
    clock_log.note(game, f"vote-{result}", vote.seat, vote=vote.kind)


def close_expired() -> int:
    return sum(close_failed(vote.pk) for vote in expired(timezone.now()))


def expired(now: datetime) -> QuerySet[Vote]:
    return Vote.objects.filter(result="", closed_at=None, expires_at__lte=now).order_by("expires_at")[:200]


@transaction.atomic
def close_failed(vote_id: int) -> bool:
    """Close an expired vote as failed. Return False if it has a result already, or only newer code can open its game."""
    vote = Vote.objects.select_related("game").select_for_update(of=("self",)).get(pk=vote_id)
    if vote.result or vote.game.is_too_new:
        return False
    close_vote(vote, vote.game, "failed")
    return True


# -- conditions ----------------------------------------------------------------------------------------
def may_pause(game: Game, now: datetime, until: datetime | None, seat: int | None) -> Proposal:
    """Return the facts of a vote about a pause. Like the other `may_…`, raise NotAllowed if the vote cannot be proposed."""
    if game.open_to_all:
        raise NotAllowed("friends-only", "Only a table of friends can be paused by vote.")
    if until is None or not now < until <= now + LONGEST_PAUSE:
        raise NotAllowed("until", "A pause needs an end within two weeks.")
    if sum(row.reason == Pause.Reason.VOTE for row in pauses_of(game)) >= MAX_PAUSES:
        raise NotAllowed("too-many", "This table has been paused twice already.")
    return {"until": until.isoformat()}


def pauses_of(game: Game) -> list[Pause]:
    """Return the pauses of the table, cached on `game`."""
    known: dict[str, list[Pause]] = vars(game)
    if "pauses_of" not in known:
        known["pauses_of"] = list(Pause.objects.filter(game=game))
    return known["pauses_of"]


def may_resume(game: Game, now: datetime, until: datetime | None, seat: int | None) -> Proposal:
    ends = [row.end for row in pauses_of(game) if row.seat is None and row.reason in BY_THE_TABLE and row.begin <= now < row.end]
    if not ends:
        raise NotAllowed("no-pause", "The table is not paused.")
    if max(ends) <= now + recalculation.SOONEST:
        raise NotAllowed("ends", recalculation.ENDS_ANYWAY)
    return {}


def may_replace(game: Game, now: datetime, until: datetime | None, seat: int | None) -> Proposal:
    """Return the facts of a vote to open a seat. Its captain must have held the table too long or, outside leagues, be away or late."""
    player = game.players.filter(seat=seat).exclude(user=None).first() if seat is not None else None
    if player is None or not has_held_too_long(player):
        must_be_their_own(game)
    late = Wait.objects.filter(game=game, seat=player.seat_number, closed_at=None).exclude(overdue_at=None).first() if player else None
    beyond = late is not None and recalculation.clock_of(game).out_at(late) <= now
    if player is None or player.bot or not may_be_opened(player, beyond, True):
        raise NotAllowed("not-late", "Only the seat of a captain who is away, or late beyond their grace, can be opened.")
    return {"target": seat}


def may_always(game: Game, now: datetime, until: datetime | None, seat: int | None) -> Proposal:
    return {}


def may_take_back(game: Game, now: datetime, until: datetime | None, seat: int | None) -> Proposal:
    """Return the facts of a vote to undo the last move. A captain or their orders must have made it, and it must reveal nothing."""
    last = game.moves.order_by("-number")[0]
    events = [Event.from_json(data) for data in last.events]
    if last.number == 0 or last.by not in BY_CAPTAIN_OR_ORDERS or last.decision in ("undo", "resign", "close"):
        raise NotAllowed("no-takeback", "The last move was not made by a captain, so it stands.")
    if any(event.reveals for event in events):
        raise NotAllowed("revealed", "The last move has shown somebody something new, so it stands.")
    return {"number": last.number}


CHECKS: dict[str, Callable[[Game, datetime, datetime | None, int | None], Proposal]] = {
    "pause": may_pause,
    "resume": may_resume,
    "replace": may_replace,
    "end": may_always,
    "cancel": may_always,
    "takeback": may_take_back,
}


# -- effects -------------------------------------------------------------------------------------------
def do_pause(game: Game, vote: Vote) -> None:
    recalculation.pause(game, Pause.Reason.VOTE, timezone.now(), datetime.fromisoformat(vote.facts["until"]))


def do_resume(game: Game, vote: Vote) -> None:
    now = timezone.now()
    present = Pause.objects.filter(game=game, seat=None, reason__in=BY_THE_TABLE, begin__lte=now, end__gt=now)
    for row in present:
        recalculation.cut(row, now)
    recalculation.recompute(game.pk, "pause ended")


def do_replace(game: Game, vote: Vote) -> None:
    """Open the seat to substitutes, and charge its captain for the time used so far."""
    seats.charge_held(game, vote.facts["target"] or 0)
    player = game.players.select_related("user").get(seat=vote.facts["target"])
    seats.open_up(game, player, timezone.now())
    player.save(update_fields=["mode", "open_until"])
    seats.void_votes(game)
    notices.seat_open(game, player)
    seats.ask_anew(game, player.seat_number)


def do_end(game: Game, vote: Vote) -> None:
    seats.void_votes(game)
    Game.objects.filter(pk=game.pk).update(is_rated=False)
    acting.end_as_it_stands(game.pk, "agreed")


def do_cancel(game: Game, vote: Vote) -> None:
    seats.void_votes(game)
    now = timezone.now()
    Wait.objects.filter(game=game, closed_at=None).update(closed_at=now, closed_by="cancelled")
    Undo.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED, ended_at=now, is_rated=False)


def do_take_back(game: Game, vote: Vote) -> None:
    """Restore the position before the last move."""
    number = vote.facts["number"]
    before = past.state_at(game, number - 1)
    session = Session.load(game.pk)
    snapshot = to_json(session.rules.dump(before))
    session.go_back(Undo(game=game, number=number - 1, snapshot=snapshot, format=session.rules.format), session.turn[1])
    session.forget_undo()
    session.save()


EFFECTS = {
    "pause": do_pause, "resume": do_resume, "replace": do_replace, "end": do_end, "cancel": do_cancel, "takeback": do_take_back,
}  # fmt: skip
