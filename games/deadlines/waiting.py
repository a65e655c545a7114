"""Store for whom a game waits, since when and until when, in the transaction of the move.

A reaction window gives others some hours to answer a move before the game goes on. Each captain who may answer has an open wait
of the kind "window". The window ends at the same time for all captains, whatever their orders. Then the site closes it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol

from django.utils import timezone

from core.prepared import PreparedInsert, PreparedSave
from core.tasks import enqueue_after_commit
from games.announcements import notices
from games.clocks import limits
from games.clocks.paces import HOUR
from games.clocks.terms import REACTION_TIME
from games.deadlines import heartbeat
from games.deadlines.table_clock import TableClock
from games.engine import SITE, Action, Decision, Outcome, Ruleset
from games.engine.ruleset import State
from games.models import Game, Move, Player, Wait
from games.storage import prepared

BOT_GRACE = timedelta(seconds=30)
"""The delay after which the sweep restarts a lost task for a bot's turn."""
MIN_REMAINING = HOUR
"""The minimum remaining seconds of a turn that continues after another captain's reaction."""
STALLED_FOR, ALONE_FOR = timedelta(days=7), timedelta(days=30)
insert_wait, store_end = PreparedInsert(Wait), PreparedSave(Wait, "closed_at", "closed_by", "used")
store_supplies = PreparedSave(Player, "bank", "spare")
OPEN_WINDOW = {"closed_at": None, "next_step": Wait.Step.CLOSE}
"""The condition for waits of an open reaction window."""
AWAY_ALLOWANCE = 12 * HOUR
"""The maximum allowance in seconds of a captain who timed out, until that captain acts."""


class RunningGame(Protocol):
    """A running game under its lock. It stands for `games.play.session.Session`, which is in a higher layer.

    `unasked` is {turn key: (first action by orders or the queue, number of the move before that action)}.
    """

    game: Game
    rules: Ruleset
    state: State
    now: datetime
    players: list[Player]
    clock: TableClock
    moves: list[Move]
    waits: list[Wait]
    waits_for_bots: bool
    unasked: dict[str, tuple[Action, int]]

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def decisions(self) -> list[Decision]: ...

    @property
    def by_bot(self) -> bool: ...


def refresh(session: RunningGame) -> bool:
    """Close the answered waits and open waits for the seats asked now. Return whether any of those seats is a captain's."""
    asked = asked_now(session)
    keys = list({key for key, _ in asked.values()})
    earlier = {(wait.seat, wait.turn_key): wait for wait in prepared.waits_of(session.game.pk, keys)}
    open_waits = {wait.seat: wait for wait in earlier.values() if wait.closed_at is None}
    for seat, wait in list(open_waits.items()):
        if seat not in asked or asked[seat][0] != wait.turn_key:
            close_wait(wait, session)
            del open_waits[seat]
    note_unasked(session)
    for seat, (key, decision) in asked.items():
        if seat not in open_waits:
            open_waits[seat] = open_wait(session, seat, key, decision, earlier.get((seat, key)))
            align_window(open_waits[seat], open_waits.values())
    session.waits = [open_waits[seat] for seat in asked]
    bots = [wait.seat for wait in session.waits if session.players[wait.seat].plays_itself and not wait.is_window]
    session.waits_for_bots = bool(bots)
    if bots and not session.by_bot:
        enqueue_after_commit("games.tasks.play_bots", session.game.pk)
    return len(bots) < len(asked)


def note_unasked(session: RunningGame) -> None:
    """Store waits for turns played by orders or the queue, like those of other turns. Credit the bank for a finished turn."""
    for key, (action, since) in session.unasked.items():
        about = {"seat": action.seat, "turn_key": key, "decision": action.decision, "since_number": since}
        insert_wait(Wait(game=session.game, asked_at=session.now, closed_at=session.now, closed_by="unasked", **about))
        pace, player, (rounds, turn) = session.clock.terms.pace, session.players[action.seat], session.rules.turn(session.state)
        if pace.first_bank is None or key == f"{rounds}:{turn}:turn":
            continue  # there is no bank, or the turn goes on
        if not Wait.objects.filter(
            game=session.game, seat=action.seat, turn_key=key, allowance__gt=0
        ).exists():  # `close_wait` credits those turns
            player.bank = pace.bank_after(player.bank, 0)
            player.save(update_fields=["bank"])


def asked_now(session: RunningGame) -> dict[int, tuple[str, Decision]]:
    """Return {seat: (turn key, decision)} for the seats for which the game waits, or in a window for all seats that may answer."""
    if session.outcome is not None:
        return {}
    rounds, turn = session.rules.turn(session.state)
    decisions = session.decisions
    if closing(decisions):
        return {decision.seat: (f"{rounds}:{turn}:window", decision) for decision in decisions if decision.seat is not SITE}
    asked: dict[int, tuple[str, Decision]] = {}
    for decision in decisions:
        if not decision.optional and decision.seat not in asked:
            kind = "reaction" if decision.reaction else "turn"
            asked[decision.seat] = (f"{rounds}:{turn}:{kind}", decision)
    return asked


def close_wait(wait: Wait, session: RunningGame) -> None:
    """Close a wait, store its used time, and charge that time to the bank and the spare time."""
    wait.closed_at = session.now
    wait.closed_by = next((move.by for move in reversed(session.moves) if move.seat == wait.seat), "cancelled")
    if wait.allowance and not wait.is_window:
        until = counted_until(wait, session.now)
        wait.used = used = max(0, session.clock.used(wait, until))
        pace, has_charged = session.clock.terms.pace, charge_spare(wait, session, until)
        has_bank = pace.first_bank is not None and not is_reaction(wait)
        if has_bank:
            session.players[wait.seat].bank = pace.bank_after(wait.bank, wait.used_before + used)
        if has_bank or has_charged:
            store_supplies(session.players[wait.seat])
    store_end(wait)


def counted_until(wait: Wait, now: datetime) -> datetime:
    """Return the time up to which a closed wait's time counts: `now`, or the beginning of an outage that is not yet recorded."""
    if wait.due_at is None or now <= wait.due_at or wait.closed_by == "clock":  # timeouts do not happen during an outage
        return now
    if (known := heartbeat.known_until(now)) >= now:
        return now
    if wait.overdue_at is None and known <= wait.due_at:
        Wait.objects.filter(pk=wait.pk).update(due_at=now)
    return max(wait.asked_at, known)


def charge_spare(wait: Wait, session: RunningGame, until: datetime) -> bool:
    """Charge the overrun up to `until` to the player's spare time. Return whether any was charged."""
    remaining, player = session.clock.left_of_turn(wait, until), session.players[wait.seat]
    cost = limits.spare_used(spare_for(wait, player), wait.may_hold or 0, remaining[0]) if remaining is not None else 0
    player.spare -= cost
    return bool(cost)


def spare_for(wait: Wait, player: Player) -> int:
    """Return the seconds of spare time that the player may use in the wait's round."""
    return limits.released(player.spare, int(wait.turn_key.partition(":")[0]))


def is_reaction(wait: Wait) -> bool:
    return wait.turn_key.endswith(":reaction")


def open_wait(session: RunningGame, seat: int, key: str, decision: Decision, earlier: Wait | None) -> Wait:
    """Return a new wait for the seat, with a clock for a captain or a task for a bot."""
    game, player, now = session.game, session.players[seat], session.clock.terms.pace.begins(session.now)
    wait = Wait(game=game, seat=seat, turn_key=key, decision=decision.name, since_number=game.number, asked_at=now)
    if wait.is_window:
        open_window(wait, session)
        return wait
    if player.plays_itself:
        wait.next_step, wait.next_at = Wait.Step.BOT, now + BOT_GRACE
        insert_wait(wait)
        return wait
    give_time(wait, session, earlier)
    if game.stalled_at:  # a sleeping table has no timeouts
        wait.next_step, wait.next_at = Wait.Step.STALL, stall_end(game, session.players)
    else:
        session.clock.set_due(wait)
        session.clock.schedule(wait, now)
    insert_wait(wait)
    if player.user is not None:
        notices.your_turn(game, wait, player.user)
    return wait


def stall_end(game: Game, players: list[Player]) -> datetime:
    """Return the time at which a sleeping table closes, which is later if a single captain plays against bots."""
    captains = sum(player.user_id is not None and not player.bot for player in players)
    return (game.stalled_at or timezone.now()) + (STALLED_FOR if captains > 1 else ALONE_FOR)


def give_time(wait: Wait, session: RunningGame, earlier: Wait | None) -> None:
    """Set the allowance, grace and bank of a wait. A turn that continues after a reaction keeps its remaining time."""
    terms, player = session.clock.terms, session.players[wait.seat]
    wait.patience = terms.patience
    if earlier is not None and earlier.closed_at is not None and earlier.allowance:
        wait.bank, wait.used_before = earlier.bank, earlier.used_before + (earlier.used or 0)
        wait.allowance = max(earlier.allowance - (earlier.used or 0), MIN_REMAINING)
        wait.may_hold, wait.may_leave = session.clock.left_of_turn(earlier, earlier.closed_at) or (None, wait.may_leave)
        return
    wait.bank = player.bank
    allowance = terms.pace.allowance(session.clock.question_at(wait.seat, wait.asked_at, player.bank))
    if allowance is None:
        wait.patience = 0
        return
    if is_reaction(wait):
        allowance = min(terms.pace.usual, REACTION_TIME)
    if player.mode == Player.Mode.AWAY:
        allowance, wait.patience = min(allowance, AWAY_ALLOWANCE), 0
    if terms.ready_check and session.game.round == 1 and not is_reaction(wait) and player.mode != Player.Mode.AWAY:
        allowance += allowance // 2
    wait.allowance, wait.may_hold = allowance, limits.may_hold(allowance, wait.patience, spare_for(wait, player))


def closing(decisions: Iterable[Decision]) -> Decision | None:
    """Return the decision that closes the window, or None if no window is open."""
    return next((decision for decision in decisions if decision.seat is SITE), None)


def open_window(wait: Wait, session: RunningGame) -> None:
    """Open the window for a captain who may answer, and notify them. A window also ends at a sleeping table, to ask the next captain."""
    question = closing(session.decisions)
    wait.allowance = question.facts["hours"] * HOUR if question else 0
    session.clock.set_due(wait)
    session.clock.schedule(wait, wait.asked_at)
    wait.save()
    player = session.players[wait.seat]
    if player.user is not None and not player.plays_itself:
        notices.window_opened(session.game, wait, player.user)


def align_window(wait: Wait, waits: Iterable[Wait]) -> None:
    """Give a captain who takes a seat during a window the same deadline as the others."""
    due = min((earlier.due_at for earlier in waits if earlier.turn_key == wait.turn_key and earlier.due_at), default=None)
    if wait.is_window and wait.due_at is not None and due is not None and due < wait.due_at:
        first = min(earlier.asked_at for earlier in waits if earlier.turn_key == wait.turn_key)
        wait.asked_at, wait.due_at, wait.next_at = first, due, due
        wait.save(update_fields=["asked_at", "due_at", "next_at"])


def is_window_open(game_id: int) -> bool:
    return Wait.objects.filter(game=game_id, **OPEN_WINDOW).exists()
