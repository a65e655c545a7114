"""The turns of bots: one action at a time, each in its own transaction, until a person has to answer."""

import logging
from collections import Counter
from time import monotonic

from games.editions.errors import NotAllowed, StalePage
from games.editions.guard import OurFault
from games.engine import Action, Decision
from games.models import Game
from games.play import acting
from games.play.controllers import bot_thought
from games.storage.snapshots import state_of

log = logging.getLogger(__name__)

MOST_IN_A_TURN = 300
"""The most answers in one turn; with more, the rules must be at fault, not the bot."""
SPELL = 20.0
"""The most seconds one task plays; then another goes on, so that no game holds a worker for long."""


def next_action(game: Game) -> Action | None:
    """Return the action of the bot that is asked; None if a person or nobody is asked. Reads without a lock."""
    rules = game.rules
    state = state_of(game)
    decisions = rules.decisions(state)
    bots = {player.seat: player for player in game.players.all() if player.plays_itself}
    required = next((decision for decision in decisions if not decision.optional and decision.seat in bots), None)
    if required is None or rules.outcome(state) is not None:
        return None
    think = bot_thought(rules, bots[required.seat].bot, required.seat, game.seed.dice, game.number)
    action = think(rules.view(state, required.seat), [d for d in decisions if d.seat == required.seat])
    return action or Action(required.seat, required.name, required.default)


def act(game: Game, action: Action) -> None:
    """Play the bot's action, or the default if the rules fail at it. Raises RuntimeError if they fail at that too."""
    try:
        acting.act(game.pk, action, game.number, by="bot")
    except OurFault:
        default = next(found.default for found in open_decisions(game) if (found.seat, found.name) == action[:2])
        try:
            acting.act(game.pk, action._replace(answer=default), game.number, by="bot")
        except OurFault as fault:
            raise RuntimeError(f"game {game.pk}: the law fails at {action.decision}") from fault


def open_decisions(game: Game) -> list[Decision]:
    """Return every question at the table now."""
    return game.rules.decisions(state_of(game))


def is_deserted(game: Game) -> bool:
    """Does a helmsman play for every person, while the table sleeps? Then nobody waits for the bots."""
    return game.stalled_at is not None and all(player.plays_itself for player in game.players.all())


def play_on(game_id: int, spell: float = SPELL) -> bool:
    """Play for the bots of this game. Return True if the time ran out before a person was asked: go on in another task."""
    until, turns = monotonic() + spell, Counter[tuple[int, int]]()
    while monotonic() < until:
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
        action = next_action(game) if game and not is_deserted(game) else None
        if game is None or action is None:
            return False
        turns[game.round, game.turn] += 1
        if turns[game.round, game.turn] > MOST_IN_A_TURN:
            raise RuntimeError(f"game {game_id}: a bot's turn does not end")
        try:
            act(game, action)
        except (StalePage, NotAllowed):
            log.info("game %s moved on while a bot was thinking", game_id)
    return True
