"""Standing orders that act in their captain's own turn: a planned voyage goes on until the captain has to be asked."""

from games.editions.guard import OurFault, bare_edition
from games.engine import Action, Ruleset
from games.play import controllers
from games.play.session import OWN, Session

MOST = 100
"""The most entries of the journal in one go; then captains are asked again."""


def play_on(session: Session) -> bool:
    """Answer the question of the turn, or take up an offer, by the orders of its seat. Return False if the captain has to be asked.

    A captain who has just played is present, so the orders leave them to play on.
    """
    if type(bare_edition(session.rules)).carry_on is Ruleset.carry_on:  # this edition leaves turns to people: no view is needed
        return False
    decisions = session.decisions
    required = next((found for found in decisions if not found.optional), None)
    if required is None or required.reaction or len(session.moves) >= MOST:
        return False
    player = session.players[required.seat]
    first = session.moves[0] if session.moves else None
    is_here = first is not None and first.seat == player.seat and first.by in OWN
    if is_here or player.plays_itself or not player.hand.orders:
        return False
    view = session.rules.view(session.state, player.seat)
    offers = [found for found in decisions if found.optional and not found.reaction and found.seat == player.seat]
    for decision in (*offers, required):
        said = controllers.in_own_turn(session.rules, player.hand.orders, view, decision)
        if said is not None:
            return play_planned(session, Action(player.seat_number, decision.name, said))
    return False


def play_planned(session: Session, action: Action) -> bool:
    """Play an action for its player. Return False if the rules fail at it: then the player is asked."""
    try:
        session.play_unasked(action)
    except OurFault:
        return False
    return True
