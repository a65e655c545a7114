"""Play the turns of bots, with one action per transaction, until a captain must answer."""

import logging
from collections import Counter
from time import monotonic

from games.editions.errors import NotAllowed, StalePage
from games.editions.guard import OurFault
from games.engine import Action
from games.models import Game
from games.play import acting
from games.play.controllers import bot_thought
from games.storage.snapshots import state_of

log = logging.getLogger(__name__)

MAX_ANSWERS_IN_A_TURN = 300
"""The maximum number of answers in one turn. More answers mean an error in the rules."""
SPELL = 20.0
"""The maximum duration of one task in seconds. Another task then continues, so that no game blocks a worker for long."""


def next_action(game: Game) -> Action | None:
    """Return the next bot's action, or None if the game waits for a captain or is over. Read the game without a lock."""
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
    """Play the bot's action, or the default answer if the rules fail at that action. Raise RuntimeError if they fail at both."""
    try:
        acting.act(game.pk, action, game.number, by="bot")
    except OurFault:
        decisions = game.rules.decisions(state_of(game))
        default = next(decision.default for decision in decisions if (decision.seat, decision.name) == action[:2])
        try:
            acting.act(game.pk, action._replace(answer=default), game.number, by="bot")
        except OurFault as fault:
            raise RuntimeError(f"game {game.pk}: the law fails at {action.decision}") from fault


def play_on(game_id: int, spell: float = SPELL) -> bool:
    """Play the bots' moves in a game for at most `spell` seconds. Return True if another task must continue."""
    until, turns = monotonic() + spell, Counter[tuple[int, int]]()
    while monotonic() < until:
        game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
        if game is None or (game.stalled_at and all(player.plays_itself for player in game.players.all())):
            return False  # over, or asleep with no captain waiting
        action = next_action(game)
        if action is None:
            return False
        turns[game.round, game.turn] += 1
        if turns[game.round, game.turn] > MAX_ANSWERS_IN_A_TURN:
            raise RuntimeError(f"game {game_id}: a bot's turn does not end")
        try:
            act(game, action)
        except (StalePage, NotAllowed):
            log.info("game %s moved on while a bot was thinking", game_id)
    return True
