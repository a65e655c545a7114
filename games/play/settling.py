"""Settle a game after a move: play reactions, queued answers and planned moves, which need not wait for a captain."""

from typing import Any

from games.deadlines import reaction_windows
from games.editions.guard import OurFault, bare_edition, serve
from games.engine import SITE, Action, RulesError, Ruleset
from games.engine.facts import freeze
from games.engine.settle import next_reaction
from games.models import BY_CAPTAIN, Move
from games.play import controllers
from games.play.session import Session

MOST_REACTIONS = 200
MOST_PLANNED = 100
"""The maximum number of moves in one go; then captains are asked again."""


def settle(session: Session) -> None:
    """Answer the reactions by orders and bots; then play queued answers and planned moves of the next seat."""
    answer_reactions(session)
    while session.outcome is None and (play_queued(session) or play_planned(session)):
        answer_reactions(session)


def answer_reactions(session: Session) -> None:
    """Answer reactions by standing orders and bots. Raise RuntimeError if they do not end."""
    answers = controllers.controllers_of(session)
    if not answers:
        return
    for _ in range(MOST_REACTIONS):
        action = next_reaction(session.rules, session.state, answers) or reaction_windows.early_close(session)
        if action is None:
            return
        try:
            session.play(action, answers_as(session, action.seat))
        except OurFault:  # ask the captain instead
            del answers[action.seat]
    raise RuntimeError(f"game {session.game.pk}: reactions do not come to an end")


def answers_as(session: Session, seat: int) -> str:
    """Return the source of such an answer for the journal: "clock", "bot" or "standing"."""
    if seat is SITE:
        return "clock"
    return "bot" if session.players[seat].plays_itself else "standing"


def play_queued(session: Session) -> bool:
    """Play the next queued answer of the seat on turn. Return False if there is none or it does not fit."""
    decision = next((asked for asked in session.decisions if not asked.optional), None)
    if decision is None or decision.reaction:
        return False
    player = session.players[decision.seat]
    if player.plays_itself or not player.hand.queue or session.rules.turn(session.state)[1] != player.seat:
        return False
    item = player.hand.queue.pop(0)
    session.unqueued[player.seat] = player.hand  # stored with the game, so that a dry run does not use them up
    action = serve(session.rules, "queue", None, queued_action, session, player.seat, item)
    if action is not None and play_for_captain(session, action):
        return True
    player.hand.dropped, player.hand.queue = [item, *player.hand.queue], []
    return False


def queued_action(session: Session, seat: int, item: dict[str, Any]) -> Action | None:
    """Return the queued action; None if the captain does not want it any more."""
    return Action(seat, item["decision"], freeze(item["answer"])) if fits(session, seat, item) else None


def fits(session: Session, seat: int, item: dict[str, Any]) -> bool:
    """Return whether the captain still wants this answer. An "undisturbed" one is void once the seat has been asked anything else."""
    if not item["undisturbed"]:
        return True
    asked = Move.objects.filter(game=session.game, seat=seat, number__gt=item["since"]).exclude(by="standing", decision=item["decision"])
    return not asked.exists() and not any(move.seat == seat and move.by != "standing" for move in session.moves)


def play_planned(session: Session) -> bool:
    """Answer the required question, or accept an offer, by the orders of its seat. Return False if the captain must answer.

    After a captain's own move the orders do nothing, as the captain is present.
    """
    if type(bare_edition(session.rules)).carry_on is Ruleset.carry_on:  # the edition has no planned moves, so save the work of a view
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
    """Play what a captain settled in advance. Return False if the rules refuse it or fail at it, so that the captain must answer."""
    try:
        session.play_unasked(action)
    except RulesError:
        return False
    return True
