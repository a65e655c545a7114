"""Settle a game after a move: play reactions, queued answers and planned moves, for which the game need not wait for a captain."""

from functools import partial
from time import perf_counter
from typing import Any

from core.tasks import after_commit
from games.announcements import live
from games.deadlines import waiting
from games.editions.guard import OurFault, bare_edition, serve
from games.engine import SITE, Action, Decision, RulesError, Ruleset
from games.engine.facts import freeze
from games.engine.play import Answer, next_reaction, site_answer
from games.engine.ruleset import View
from games.models import BY_CAPTAIN, Move
from games.play import controllers
from games.play.session import Session

MOST_REACTIONS = 200
MOST_PLANNED = 100
"""The maximum number of successive moves. Then captains are asked again."""
QUICK = 0.1
"""The seconds for which bots may think while the game is locked. A task plays the rest."""


def settle(session: Session) -> None:
    """Answer reactions by orders and bots. Then play queued answers and planned moves of the next seat."""
    answer_reactions(session)
    while session.outcome is None and (play_queued(session) or play_planned(session)):
        answer_reactions(session)


def settle_and_ask(session: Session) -> None:
    """Settle a game whose rows have just changed, save any moves, and ask the next seats."""
    settle(session)
    if session.moves:
        session.forget_undo()
        session.save()
    else:
        waiting.refresh(session)
        after_commit(live.changed, session.game.pk, session.game.number)


def answer_reactions(session: Session) -> None:
    """Answer reactions by standing orders and bots. Raise RuntimeError if the reactions do not end."""
    answers = controllers_of(session)
    if not answers:
        return
    for _ in range(MOST_REACTIONS):
        action = next_reaction(session.rules, session.state, answers)
        if action is None:
            closing = waiting.closing(session.decisions)
            others = [decision.seat for decision in session.decisions if decision.seat is not SITE]
            if closing is None or not all(session.players[seat].plays_itself for seat in others):
                return
            action = site_answer(closing)  # only bots could answer in the window, and they answer when it closes
        is_bot = action.seat is not SITE and session.players[action.seat].plays_itself
        try:
            session.play(action, "clock" if action.seat is SITE else "bot" if is_bot else "standing")
        except OurFault:  # ask the captain instead
            del answers[action.seat]
    raise RuntimeError(f"game {session.game.pk}: reactions do not come to an end")


def controllers_of(session: Session) -> dict[int, Answer]:
    """Return {seat: function that answers the seat's reactions}, or {} if there are no reactions."""
    if not any(decision.reaction for decision in session.decisions):
        return {}
    budget = [QUICK]
    answers: dict[int, Answer] = {}
    for player in session.players:
        if player.plays_itself:
            think = controllers.bot_thought(session.rules, player.bot, player.seat_number, session.game.seed.dice, session.game.number)
            answers[player.seat_number] = partial(within_time, budget, think)
        else:
            answers[player.seat_number] = partial(controllers.by_orders, session.rules, player.hand.orders)
    return answers


def within_time(budget: list[float], think: controllers.Think, view: View, decision: Decision) -> Any:
    """Return the bot's answer, or None once its time is used up. Subtract the seconds used from `budget[0]`."""
    if budget[0] <= 0:
        return None
    start = perf_counter()
    action = think(view, [decision])
    budget[0] -= perf_counter() - start
    if action is None:
        return None if decision.optional else decision.default
    return action.answer


def play_queued(session: Session) -> bool:
    """Play the next queued answer of the seat on turn. Return False if there is none or it does not fit."""
    decision = next((asked for asked in session.decisions if not asked.optional), None)
    if decision is None or decision.reaction:
        return False
    player = session.players[decision.seat]
    if player.plays_itself or not player.hand.queue or session.rules.turn(session.state)[1] != player.seat:
        return False
    item = player.hand.queue.pop(0)
    session.unqueued[player.seat] = player.hand  # saved with the game, so that a dry run does not use the queue up
    action = serve(session.rules, "queue", None, queued_action, session, player.seat, item)
    if action is not None and play_for_captain(session, action):
        return True
    player.hand.dropped, player.hand.queue = [item, *player.hand.queue], []
    return False


def queued_action(session: Session, seat: int, item: dict[str, Any]) -> Action | None:
    """Return the queued action, or None if it is "undisturbed" and the seat has been asked anything else."""
    if item["undisturbed"]:
        asked = Move.objects.filter(game=session.game, seat=seat, number__gt=item["since"])
        disturbed = asked.exclude(by="standing", decision=item["decision"]).exists()
        if disturbed or any(move.seat == seat and move.by != "standing" for move in session.moves):
            return None
    return Action(seat, item["decision"], freeze(item["answer"]))


def play_planned(session: Session) -> bool:
    """Answer for the next seat by its orders, unless its captain has just moved. Return False if the captain must answer."""
    if type(bare_edition(session.rules)).carry_on is Ruleset.carry_on:  # without planned moves, a view is not needed
        return False
    decisions = session.decisions
    required = next((decision for decision in decisions if not decision.optional), None)
    if required is None or required.reaction or len(session.moves) >= MOST_PLANNED:
        return False
    player = session.players[required.seat]
    first = session.moves[0] if session.moves else None
    is_here = first is not None and first.seat == player.seat and first.by in BY_CAPTAIN
    if is_here or player.plays_itself or not player.hand.orders:
        return False
    view = session.rules.view(session.state, player.seat)
    offers = [decision for decision in decisions if decision.optional and not decision.reaction and decision.seat == player.seat]
    for decision in (*offers, required):
        answer = controllers.in_own_turn(session.rules, player.hand.orders, view, decision)
        if answer is not None:
            return play_for_captain(session, Action(player.seat_number, decision.name, answer))
    return False


def play_for_captain(session: Session, action: Action) -> bool:
    """Play an action that a captain planned. Return False if the rules refuse it or fail, so that the captain must answer."""
    try:
        session.play_unasked(action)
    except RulesError:
        return False
    return True
