"""A name that its owner gave up is held: nobody else takes it, and others read who was called that."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts import account_deletion, former_names, personal_data, services
from accounts.held_names import FormerName
from accounts.models import User
from games.agreements import clock_queries
from games.deadlines import absences
from games.matchmaking import seeks
from games.models import ClockEntry, Game
from games.queries import table_view
from games.tables import lobby
from tests.people import PASSWORD
from tests.reading import part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PROFILE = {"time_zone": "UTC", "theme": "auto"}
EDITION = "buccaneer"


def rename(client, name) -> int:
    return client.post("/account/profile/", PROFILE | {"name": name}).status_code


def is_free(name, user=None) -> bool:
    try:
        User.objects.must_be_free(name, user)
    except ValidationError:
        return False
    return True


def later(days):
    FormerName.objects.update(given_up_at=timezone.now() - timedelta(days=days))
    former_names.forget_old()


@pytest.fixture
def table(anne, mary):
    game = lobby.create(anne, EDITION, {}, 86400, seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    return Game.objects.get(pk=game.pk)


def test_a_given_up_name_is_not_free_for_others(client, sign_in, anne, mary, golden):
    assert rename(sign_in(client, anne), "Grace") == 302
    refused = sign_in(client, mary).post("/account/profile/", PROFILE | {"name": "Annë"})
    assert (refused.status_code, User.objects.get(pk=mary.pk).name) == (422, "Mary")
    assert golden("pages/profile", part(refused, "form .errorlist"))
    later(91)
    assert rename(client, "Anne") == 302


def test_a_name_is_held_after_its_owner_has_left_and_only_its_hash_is_stored(client, sign_in, anne, mary):
    rename(sign_in(client, anne), "Grace")
    account_deletion.leave(User.objects.get(pk=anne.pk))
    assert not is_free("Anne", mary)
    assert not is_free("Grace", mary)
    assert set(FormerName.objects.values_list("name", "user")) == {("", None)}
    later(91)
    assert is_free("Anne", mary)
    assert FormerName.objects.count() == 0


def test_a_name_is_held_as_long_as_a_table_runs_where_it_was_known(table, anne, mary):
    account_deletion.leave(anne)
    later(400)
    assert not is_free("Anne", mary)
    Game.objects.filter(pk=table.pk).update(status=Game.Status.OVER)
    assert former_names.forget_old() == 1
    assert is_free("Anne", mary)


def test_thirty_renames_in_a_row_do_not_pass(client, sign_in, anne, golden):
    sign_in(client, anne)
    assert [rename(client, f"Anne {number}x") for number in range(30)] == [302] + [422] * 29
    assert golden("pages/profile", part(client.post("/account/profile/", PROFILE | {"name": "Moll"}), "form .errorlist"))
    later(31)
    assert rename(client, "Moll") == 302


def test_the_name_before_can_be_taken_back_once(client, sign_in, anne):
    sign_in(client, anne)
    assert [rename(client, name) for name in ("Grace", "Anne", "Grace")] == [302, 302, 422]
    assert User.objects.get(pk=anne.pk).formerly == "Grace"


def test_another_spelling_of_the_same_letters_is_no_change(client, sign_in, anne):
    sign_in(client, anne)
    assert [rename(client, name) for name in ("ANNE", "Annë", "Anne")] == [302] * 3
    assert FormerName.objects.count() == 0


def test_the_first_name_of_a_guest_is_no_change(client, sign_in):
    guest = services.make_guest()
    sign_in(client, guest)
    assert client.post("/account/keep/", {"address": "moll@example.org", "name": "Moll", "secret": PASSWORD}).status_code == 302
    assert [rename(client, name) for name in ("Molly", "Polly")] == [302, 422]


def test_a_made_up_name_in_place_of_another_is_a_change(client, sign_in):
    sign_in(client, services.make_guest())
    assert [rename(client, f"Merry Gull {number}") for number in (1001, 1002)] == [302, 422]


def test_others_at_the_table_read_what_a_captain_was_called(client, sign_in, table, anne, mary):
    rename(sign_in(client, anne), "Grace")
    assert "Anne" in part(sign_in(client, mary).get(f"/games/{table.pk}/"), ".captains .captain")
    assert "Anne" in part(client.get(f"/captains/{anne.pk}/"), "main .soft")


def test_the_next_letter_of_the_others_names_both_names_once(client, sign_in, table, anne, mary, golden):
    sign_in(client, anne)
    assert [rename(client, name) for name in ("Grace", "Anne", "anné")] == [302] * 3
    mary = User.objects.get(pk=mary.pk)
    assert golden("letters/turn", clock_queries.changed_chairs(table_view.table(table.pk, mary)))
    assert clock_queries.changed_chairs(table_view.table(table.pk, User.objects.get(pk=anne.pk))) == []


def test_others_at_the_table_read_what_a_guest_was_called_who_signed_in(anne, mary):
    guest = services.make_guest()
    game = lobby.create(guest, EDITION, {}, 86400, seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    account_deletion.move_to_account(guest, anne)
    assert User.objects.get(pk=anne.pk).formerly == guest.name
    assert not is_free(guest.name, mary)
    assert is_free(guest.name, anne)


def test_an_invitation_to_an_old_name_reaches_nobody_else(client, sign_in, table, anne, mary, make_person, golden):
    jack = make_person("Jack")
    rename(sign_in(client, anne), "Grace")
    assert rename(sign_in(client, jack), "Anne") == 422
    game = lobby.create(mary, EDITION, {}, 86400, seats=3)
    with golden.refused("refusals/names", lobby.NotAllowed):
        lobby.invite(game.pk, mary, "Anne")


def test_a_name_that_a_host_changed_is_held_and_not_shown_and_the_person_may_choose_another(client, sign_in, make_person, anne):
    host = make_person("Grace", is_staff=True, is_superuser=True)
    form = {"name": "Captain 7", "email": anne.email, "time_zone": "UTC", "letters": "on", "theme": "auto", "is_active": "on"}
    form |= {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00"}
    assert sign_in(client, host).post(f"/admin/accounts/user/{anne.pk}/change/", form).status_code == 302
    anne = User.objects.get(pk=anne.pk)
    assert (anne.name, anne.formerly, is_free("Anne", anne)) == ("Captain 7", "", False)
    sign_in(client, anne)
    assert [rename(client, name) for name in ("Anne", "Moll")] == [422, 302]


def test_the_personal_file_holds_the_former_names(client, sign_in, anne):
    rename(sign_in(client, anne), "Grace")
    assert [row["name"] for row in personal_data.personal_data_of(anne)["accounts.FormerName"]] == ["Anne"]


# -- where the name is stored as text ----------------------------------------------------------------------
def rows_that_hold(name) -> set[str]:
    """Return the fields, of all tables of the database, that hold this name."""
    fields = [(model, field.attname) for model in apps.get_models() for field in model._meta.concrete_fields]
    return {
        f"{model._meta.label}.{column}"
        for model, column in fields
        if any(name in str(value) for value in model._default_manager.values_list(column, flat=True))
    }


def on_leave(user) -> None:
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=365))
    begin = timezone.now() + timedelta(days=1)
    absences.declare_absence(User.objects.get(pk=user.pk), begin, begin + timedelta(days=2))


def test_of_a_person_who_leaves_the_site_only_a_hash_of_the_name_is_stored(table, anne, mary):
    lobby.create(anne, EDITION, {}, 86400, seats=2)
    Game.objects.create(ruleset=EDITION, name="Anne’s table, again", owner=mary, rematch_of=table, seats=2, pace=86400)
    for person in (anne, mary):
        seeks.seek(person, [EDITION], [86400], 2)
    seeks.pair_seeks()
    on_leave(anne)
    assert rows_that_hold("Anne") >= {"games.Game.name", "games.ClockEntry.facts", "accounts.User.name"}
    account_deletion.leave(User.objects.get(pk=anne.pk))
    assert rows_that_hold("Anne") == set()


def test_a_name_that_a_host_changed_is_shown_nowhere(client, sign_in, table, make_person, anne):
    on_leave(anne)
    anne = User.objects.get(pk=anne.pk)
    anne.name = "Captain 7"
    anne.save()
    former_names.hide(anne, "Anne")
    assert rows_that_hold("Anne") == {"accounts.FormerName.name"}
    assert Game.objects.get(pk=table.pk).name == "Captain 7’s table"


def test_a_table_called_after_its_owner_is_called_after_the_next_one(anne, mary):
    for leave in (lobby.leave, lambda _, user: account_deletion.leave(user)):
        game = lobby.create(anne, EDITION, {}, 86400, seats=3)
        lobby.join(game.pk, mary, token=game.join_token)
        leave(game.pk, anne)
        assert Game.objects.get(pk=game.pk).name == "Mary’s table"


def test_a_name_that_the_captains_gave_to_a_table_stays(anne, mary):
    game = lobby.create(mary, EDITION, {}, 86400, name="Farewell, dear Anne", seats=3)
    lobby.join(game.pk, anne, token=game.join_token)
    account_deletion.leave(anne)
    assert Game.objects.get(pk=game.pk).name == "Farewell, dear Anne"


def test_another_spelling_of_a_name_reaches_the_tables_and_writes_no_line(client, sign_in, table, anne):
    assert rename(sign_in(client, anne), "ANNE") == 302
    assert Game.objects.get(pk=table.pk).name == "ANNE’s table"
    assert not ClockEntry.objects.filter(kind="renamed").exists()


# -- whose name it is --------------------------------------------------------------------------------------
def test_a_guest_who_signs_in_may_take_the_name_that_they_chose_as_a_guest(client, sign_in, anne, mary):
    guest = services.make_guest()
    assert rename(sign_in(client, guest), "Moll") == 302
    account_deletion.move_to_account(User.objects.get(pk=guest.pk), anne)
    assert is_free("Moll", anne)
    assert not is_free("Moll", mary)


def test_a_sign_up_that_nobody_confirmed_holds_no_name(client):
    form = {"email": "grace@example.org", "username": "Grace", "password1": PASSWORD, "time_zone": "UTC"}
    assert client.post("/account/signup/", form).status_code == 302
    assert services.open_by_letter("grace@example.org", "Grace").name == "Grace"


def test_no_command_gives_a_held_name_away(anne):
    account_deletion.leave(anne)
    with pytest.raises(CommandError):
        call_command("createsuperuser", email="host@example.org", name="Annë", interactive=False)
