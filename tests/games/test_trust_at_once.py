"""Limits and names hold when several come at the same moment. Real threads on a real database."""

import pytest
from django.core.exceptions import ValidationError

from accounts import services
from accounts.models import User
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.models import Invitation
from games.tables import lobby
from notifications.models import Notice
from tests.games.test_at_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)
ALIKE = ("Grace", "Gr\u0430ce", "GRACE", "Gra\u0441e")


def open_account(number: int) -> User:
    try:
        return services.open_by_letter(f"grace{number}@example.org", ALIKE[number])
    except ValidationError as refusal:
        raise RulesError("name", refusal.messages[0]) from None


def test_of_four_who_take_names_that_look_alike_at_the_same_moment_one_has_it():
    results = all_at_once(*(lambda number=number: open_account(number) for number in range(4)))
    assert sorted(type(result).__name__ for result in results) == ["RulesError"] * 3 + ["User"]
    assert User.objects.count() == 1


def test_of_six_who_ask_one_stranger_at_the_same_moment_three_are_written_for(make_person):
    owners = [make_person(f"Captain {letter}") for letter in "ABCDEF"]
    games = [lobby.create(owner, "toy", seats=3) for owner in owners]
    asks = (
        lambda game=game, owner=owner: lobby.invite(game.pk, owner, "bess@elsewhere.example")
        for game, owner in zip(games, owners, strict=True)
    )
    results = all_at_once(*asks)
    assert sum(isinstance(result, Invitation) for result in results) == 3
    assert sum(isinstance(result, NotAllowed) for result in results) == 3
    assert Notice.objects.filter(kind="invitation").count() == 3
