"""A person has what the site keeps about them: all that is their own, nothing that is another's, and nothing that opens an account."""

import json

import pytest

from accounts import api_keys, personal_data
from accounts.models import User
from games.models import Pause
from games.moderation import blocks, reports
from games.tables import chat, lobby
from tests.accounts.test_second_factor import come_in, switch_on

pytestmark = pytest.mark.django_db
OF_OTHERS = {
    ("games.Block", "other"): "who keeps them away never shows",
    ("games.Report", "about"): "who reports is not told to whom it is about",
    ("games.Report", "decided_by"): "what a host decided stands with the report",
    ("games.Pause", "by"): "a pause is that of its table or captain",
    ("accounts.User_groups", "user"): "rights are the hosts' business",
    ("accounts.User_user_permissions", "user"): "rights are the hosts' business",
    ("leagues.League_organisers", "user"): "told as leagues.League",
    ("leagues.Sanction", "by"): "told with whom it is about",
    ("leagues.Appeal", "by"): "told with whom it is about",
    ("leagues.Correction", "by"): "stands with the table that was corrected",
    ("leagues.Act", "by"): "the book of a league is public to its organisers",
    ("notifications.ReplyAddress", "user"): "opens a turn",
    ("notifications.Feed", "user"): "opens a calendar",
}
"""Every other column that names a person, and why its rows are not told to them."""


def told(client) -> dict:
    answer = client.get("/account/data/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="buccaneer-my-data.json"'
    return json.loads(answer.content)


def test_of_every_column_that_names_a_person_somebody_decided_whether_it_is_told():
    columns = {
        (relation.related_model._meta.label, relation.field.name)
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.is_relation and relation.auto_created
    }
    own = {(model, column) for model, column in personal_data.COLUMNS if "__" not in column}
    assert columns - own - OF_OTHERS.keys() == set()
    assert (own | OF_OTHERS.keys()) - columns == set()


def test_what_is_told_is_there_to_be_told(anne):
    assert {model for model in personal_data.personal_data_of(anne) if model != "person"} == {model for model, _ in personal_data.COLUMNS}


def test_a_captain_has_what_they_said_and_wrote_and_not_what_others_did(client, anne, mary):
    game = lobby.create(anne, "buccaneer", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    chat.post_line(game.pk, anne, "Ahoy <b>")
    chat.post_line(game.pk, mary, "Belay")
    chat.save_notes(game.pk, anne, "Mary bluffs")
    blocks.block(mary, anne)
    reports.report(mary, anne, "insult", "Shouts")
    blocks.block(anne, mary)
    come_in(client)
    found = told(client)
    assert found["person"]["email"] == anne.email
    assert [line["text"] for line in found["games.ChatLine"]] == ["Ahoy <b>"]
    assert [note["text"] for note in found["games.Notes"]] == ["Mary bluffs"]
    assert [row["other__name"] for row in found["games.Block"]] == ["Mary"]
    assert [chair["game"] for chair in found["games.Player"]] == [game.pk]
    assert found["games.Report"] == []
    assert "Shouts" not in json.dumps(found)


def test_nothing_in_it_opens_an_account_or_a_table(client, anne):
    secret, app = api_keys.create_key(anne, "app"), switch_on(client)
    game = lobby.create(anne, "buccaneer", seats=2)
    anne.refresh_from_db()
    text = json.dumps(told(client))
    assert '"name": "app"' in text
    assert not [hidden for hidden in (secret, api_keys.digest(secret), app, anne.password, game.join_token) if hidden in text]


def test_the_password_is_asked_for_first(client, sign_in, anne):
    answer = sign_in(client, anne).get("/account/data/")
    assert (answer.status_code, "reauthenticate" in answer.headers["Location"]) == (302, True)


def test_a_guest_has_theirs_too(aboard, guest):
    game = lobby.play_now(guest)
    assert told(aboard)["games.Player"][0]["game"] == game.pk


def test_a_visitor_is_sent_to_sign_in(client):
    assert client.get("/account/data/").headers["Location"].startswith("/account/login/")


def test_leave_taken_is_told(client, anne, aboard, guest):
    Pause.objects.create(user=guest, begin="2026-12-01T00:00Z", end="2026-12-05T00:00Z", reason=Pause.Reason.VACATION)
    assert told(aboard)["games.Pause"][0]["begin"] == "2026-12-01T00:00:00Z"
