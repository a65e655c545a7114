"""A captain plays on in thought: the others are bots, what they cannot know is dealt anew, and the game itself stays as it is."""

from random import Random

import pytest
from django.core.cache import cache

from games.editions.errors import NotAllowed
from games.engine import Action, Dice, IllegalAction, NotYourDecision, commitment
from games.formats.replay import digest
from games.models import ClockEntry, Game, Move, Seed, Wait
from games.play import hypothetical
from games.rulesets import all_rulesets
from games.storage.snapshots import stored
from games.tables import lobby
from harness.simulation.leaks import change_what_is_secret
from notifications.models import Notice

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
MOST_QUESTIONS = 12
WEATHER = b"a quiet sea, and easy captains...".ljust(32)[:32]
CHANCE = hypothetical.WhatIf.dice


def thought(game: Game, user, seat: int) -> hypothetical.WhatIf:
    return hypothetical.WhatIf(Game.objects.get(pk=game.pk), user.pk, seat, [player.name for player in game.players.order_by("seat")])


def asked(mind: hypothetical.WhatIf):
    return next(found for found in mind.rules.decisions(mind.state) if found.seat == mind.seat and not found.optional)


def answer_anything(mind: hypothetical.WhatIf, number: int) -> None:
    decision = asked(mind)
    mind.answer(Action(mind.seat, decision.name, decision.sample(lambda sides: number * 7 % sides)))


@pytest.fixture(autouse=True)
def the_same_weather(monkeypatch):
    """In every run the same deal, and the same chance in thought."""
    monkeypatch.setattr(Seed, "draw", lambda: (WEATHER, commitment(WEATHER)))
    monkeypatch.setattr(hypothetical.WhatIf, "dice", lambda mind: Dice(bytes([mind.deal]) * 32))


@pytest.fixture(params=sorted(all_rulesets()))
def voyage(request, anne, mary) -> Game:
    """A game of every edition, with Anne on turn in seat 0 or 1, and Mary."""
    game = lobby.create(anne, request.param, seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    game.refresh_from_db()
    return game


def seat_of(game: Game, user) -> int:
    return game.players.get(user=user).seat


def test_in_every_game_one_can_play_on_and_back_and_nothing_of_it_is_played(voyage, anne):
    before = digest(stored(voyage)), Move.objects.count(), Notice.objects.count(), ClockEntry.objects.count(), list(Wait.objects.values())
    mind, positions = thought(voyage, anne, seat_of(voyage, anne)), []
    for number in range(MOST_QUESTIONS):
        positions.append(mind.steps[-1])
        answer_anything(mind, number)
    for position in reversed(positions):
        mind.back()
        assert mind.steps[-1] == position
    after = digest(stored(voyage)), Move.objects.count(), Notice.objects.count(), ClockEntry.objects.count(), list(Wait.objects.values())
    assert after == before


def test_in_every_game_what_is_secret_changes_nothing_of_what_would_happen(voyage, anne):
    seat = seat_of(voyage, anne)

    def seen() -> list:
        cache.clear()
        mind = thought(voyage, anne, seat)
        for number in range(MOST_QUESTIONS):
            answer_anything(mind, number)
        return [(step["told"], step["shown"]) for step in mind.steps] + [mind.rules.view(mind.state, seat)]

    before = seen()
    change_what_is_secret(voyage, seat, Random(1))
    assert seen() == before


def test_whose_turn_it_is_not_begins_where_they_would_be_asked_next(voyage, anne, mary):
    waits = voyage.waits.get(closed_at=None).seat
    other = next(user for user in (anne, mary) if seat_of(voyage, user) != waits)
    mind = thought(voyage, other, seat_of(voyage, other))
    assert asked(mind).seat == mind.seat
    assert mind.told


def test_each_new_beginning_has_chance_of_its_own_and_the_same_way_goes_the_same(at, anne, monkeypatch):
    monkeypatch.setattr(hypothetical.WhatIf, "dice", CHANCE)
    mind = thought(at.game, anne, 0)
    first = mind.dice().seed
    assert mind.dice().seed == first
    mind.begin(1)
    assert mind.dice().seed != first
    assert first not in (bytes(at.game.seed.secret), bytes.fromhex(at.game.commitment))


def test_what_was_thought_is_kept_until_the_table_goes_on(at, anne):
    mind = thought(at.game, anne, 0)
    mind.answer(Action(0, "steer", "stay"))
    assert len(thought(at.game, anne, 0).steps) == 2
    at.act(0, "steer", "stay")
    anew = thought(at.game, anne, 0)
    assert (len(anew.steps), anew.has_moved) == (1, True)


def test_one_captain_does_not_see_the_thoughts_of_another(at, anne, mary):
    thought(at.game, anne, 0).answer(Action(0, "steer", "stay"))
    assert len(thought(at.game, mary, 1).steps) == 1


def test_what_is_not_offered_is_refused_and_one_stays_where_one_was(at, anne, golden):
    mind = thought(at.game, anne, 0)
    for wrong, error in ((Action(0, "steer", "fly"), IllegalAction), (Action(0, "dig", "no"), NotYourDecision)):
        with pytest.raises(error):
            mind.answer(wrong)
    assert len(mind.steps) == 1
    with golden.refused("refusals/what-if", NotAllowed):
        mind.back()


def test_only_so_many_answers_are_kept(at, anne):
    mind = thought(at.game, anne, 0)
    for _ in range(hypothetical.MAX_STEPS):
        mind.answer(Action(0, asked(mind).name, asked(mind).default))
    assert len(mind.steps) == hypothetical.MAX_STEPS


def test_bots_that_come_to_no_end_stop_it_with_a_sentence(at, anne, monkeypatch, golden):
    monkeypatch.setattr(hypothetical, "MOST_BOT_ANSWERS", 1)
    mind = thought(at.game, anne, 0)
    mind.answer(Action(0, "steer", "stay"))
    with golden.refused("refusals/what-if", NotAllowed):
        mind.answer(Action(0, "dig", "no"))
    assert len(mind.steps) == 2
