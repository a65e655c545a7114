"""Planned moves: standing orders that play in their captain's own turn until the captain must answer."""

from games.editions.guard import OurFault, bare_edition
from games.engine import Action, Ruleset
from games.models import BY_CAPTAIN
from games.play import controllers
from games.play.session import Session

MOST_MOVES = 100
"""The maximum number of moves in one go; then captains are asked again."""


def play_on(session: Session) -> bool:
    """Answer the required question, or accept an offer, by the orders of its seat. Return False if the captain must answer.

    After a captain's own move the orders do nothing, as the captain is present.
    """
    if type(bare_edition(session.rules)).carry_on is Ruleset.carry_on:  # the edition has no planned moves, so save the work of a view
        return False
    decisions = session.decisions
    required = next((decision for decision in decisions if not decision.optional), None)
    if required is None or required.reaction or len(session.moves) >= MOST_MOVES:
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
            return play_planned(session, Action(player.seat_number, decision.name, answer))
    return False


def play_planned(session: Session, action: Action) -> bool:
    """Play an action for its captain. Return False if the rules fail at it, so that the captain must answer."""
    try:
        session.play_unasked(action)
    except OurFault:
        return False
    return True
