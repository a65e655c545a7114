"""Standing orders that act in their captain's own turn: a planned voyage goes on as soon as the turn comes, until he has to be asked."""

from games import speakers
from games.engine import Action, Ruleset
from games.guard import OurFault, bare
from games.services.sitting import OWN

MOST = 100
"""Entries of the journal in one go; then captains are asked again."""


def play_on(sitting) -> bool:
    """Answer the question of the turn by the orders of its seat. False when its captain has to be asked.

    Who has just played himself is here, and goes on playing.
    """
    if type(bare(sitting.rules)).carry_on is Ruleset.carry_on:  # this edition leaves turns to people: no view need be made
        return False
    decision = next((found for found in sitting.rules.decisions(sitting.state) if not found.optional), None)
    if decision is None or decision.reaction or len(sitting.moves) >= MOST:
        return False
    player = sitting.players[decision.seat]
    first = sitting.moves[0] if sitting.moves else None
    is_here = first is not None and first.seat == player.seat and first.by in OWN
    if is_here or player.plays_itself or not player.hand.orders:
        return False
    said = speakers.in_own_turn(sitting.rules, player.hand.orders, sitting.rules.view(sitting.state, player.seat), decision)
    if said is None:
        return False
    try:
        sitting.play(Action(player.seat, decision.name, said), "standing")
    except OurFault:
        return False
    return True
