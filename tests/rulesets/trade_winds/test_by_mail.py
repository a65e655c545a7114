"""Trade Winds from the inbox: turn after turn against bots, each answer one line of a letter."""

import random

import pytest
from django.core import mail

from games.models import Game
from games.play import bots
from games.queries import past
from games.rulesets import get_ruleset
from games.tables import lobby
from harness.simulation.letters import reply

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULES = get_ruleset("trade-winds")
ANSWERS = 14


def line(game, letter, chance):
    """Return Anne's line: the strong bot's choice, in words or with the codes of her letter."""
    state, names = past.state_at(game, game.number), [player.name for player in game.players.order_by("seat")]
    asked = RULES.decisions(state)
    mine = [decision for decision in asked if decision.seat == asked[0].seat]
    action = RULES.bots["strong"](RULES.view(state, asked[0].seat), mine, chance.randrange)
    decision = next(one for one in mine if one.name == action.decision)
    return reply(RULES, letter, decision, action, names)


def test_turn_after_turn_is_played_by_mail(anne, post):
    game = lobby.create(anne, "trade-winds", {}, seats=3, bots=("middle", "strong"), place="green", name="The Doldrums")
    chance, letter, answer = random.Random(2), None, []
    while len(answer) < ANSWERS:
        bots.play_on(game.pk)
        game = Game.objects.get(pk=game.pk)
        letter = [*([letter] if letter else []), *post.letters(), *mail.outbox][-1]
        answer.append(line(game, letter, chance))
        kept = post.answer(letter, answer[-1])
        assert kept.state == "applied", (answer[-1], kept.reason, mail.outbox[-1].body[:800])
        letter = mail.outbox[-1]
    assert game.moves.filter(by="mail").count() == len(answer)
    assert any(one.startswith("sail ") for one in answer)
