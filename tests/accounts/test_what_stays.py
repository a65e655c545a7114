"""What becomes of rows about a person who leaves: it is said at each of them, and what somebody only did stays."""

import inspect
import re

import pytest
from django.apps import apps
from django.db.models import SET_NULL

from accounts import account_deletion
from accounts.models import User
from games.models import Game, Invitation
from games.queries import lists
from games.tables import lobby
from notifications.tasks import sweep
from tests.letters import of_kind

REASON = "# When they leave: "
OWN_APPS = ("accounts", "notifications", "games", "leagues")


def columns() -> list:
    """Return every column of ours that names a person."""
    models = [model for app in OWN_APPS for model in apps.get_app_config(app).get_models()]
    return [field for model in models for field in (*model._meta.fields, *model._meta.many_to_many) if field.related_model is User]


def reason(field) -> str:
    """Return what the model says above this column about a person who leaves."""
    source = inspect.getsource(field.model).split("\n")
    line = next(number for number, text in enumerate(source) if re.match(rf"    {field.name}(:.*)? = models\.", text))
    return source[line - 1].strip()


def test_every_column_that_names_a_person_says_what_becomes_of_it_when_they_leave():
    named = [field for field in columns() if field.model.__module__.startswith(OWN_APPS) and field.model._meta.model is not User]
    assert len(named) > 30
    assert [str(field) for field in named if not reason(field).startswith(REASON)] == []


def test_a_column_for_somebody_who_only_did_something_keeps_its_row():
    doers = [field for field in columns() if field.name in ("by", "decided_by", "played_by", "owner", "former")]
    assert len(doers) > 6
    assert {field.remote_field.on_delete for field in doers} == {SET_NULL}


@pytest.mark.django_db
def test_an_invitation_to_a_free_chair_outlives_the_account_of_its_sender(anne, mary, jack):
    game = lobby.create(anne, "bounty", seats=3)
    lobby.join(game.pk, mary, token=game.join_token)
    lobby.invite(game.pk, anne, "Jack")
    account_deletion.leave(anne)
    assert Game.objects.get(pk=game.pk).owner == mary
    assert [row.sender for row in lists.invited_to_open(jack)] == ["Mary"]
    sweep()
    [letter] = of_kind("invitation")
    assert letter.to == [jack.email]
    lobby.join(game.pk, jack)
    assert Invitation.objects.get().by is None
