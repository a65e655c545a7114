"""What a host does for people in /admin/: a lost second factor, and an account that goes."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.tables import lobby
from tests.accounts.test_second_factor import switch_on
from tests.people import PASSWORD
from tests.reading import has, opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
USERS = reverse("admin:accounts_user_changelist")
WITHOUT = "without_second_factor"


@pytest.fixture
def host(make_person, sign_in):
    return sign_in(Client(), make_person("Harbourmaster", is_staff=True, is_superuser=True))


def pick(browser, action: str, *people, **more):
    return browser.post(USERS, {"action": action, "_selected_action": [person.pk for person in people], **more}, follow=True)


def test_who_lost_phone_and_codes_signs_in_by_password_after_a_host_helped_and_reads_of_it(client, anne, mary, host, golden):
    switch_on(client)
    client.post("/account/logout/")
    mail.outbox.clear()
    assert golden("pages/staff", part(pick(host, WITHOUT, anne, mary), "ul.messagelist li"))
    assert not Authenticator.objects.exists()
    assert [letter.to for letter in mail.outbox] == [["anne@example.org"]]
    assert golden("letters/account", opening(mail.outbox[0]))
    assert "127.0.0.1." not in mail.outbox[0].body  # it would be the host's
    client.post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    assert client.get("/account/profile/").status_code == 200


def test_who_has_no_second_factor_is_left_alone(mary, host, golden):
    assert golden("pages/staff", part(pick(host, WITHOUT, mary), "ul.messagelist li"))
    assert mail.outbox == []


def test_a_host_who_may_only_look_takes_nothing_away(client, anne, make_person, sign_in):
    switch_on(client)
    pick(sign_in(Client(), make_person("Lookout", is_staff=True)), WITHOUT, anne)
    assert Authenticator.objects.filter(user=anne).exists()


@pytest.mark.parametrize("way", ["one", "several"])
def test_the_games_of_an_account_that_a_host_deletes_go_on(anne, mary, host, way):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    if way == "one":
        host.post(reverse("admin:accounts_user_delete", args=[anne.pk]), {"post": "yes"})
    else:
        pick(host, "delete_selected", anne, post="yes")
    assert not User.objects.filter(pk=anne.pk).exists()
    game.refresh_from_db()
    assert game.status == "running"
    seat = game.players.get(seat=0)
    assert (seat.user, bool(seat.bot)) == (None, True)


def save(browser, person, **fields):
    """Save the form of a person as it stands, with these fields."""
    address = reverse("admin:accounts_user_change", args=[person.pk])
    form = {"name": person.name, "email": person.email, "time_zone": "UTC", "letters": "on", "theme": "auto", "is_active": "on"}
    form |= {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00"}
    browser.post(address, form | fields)
    return User.objects.get(pk=person.pk)


def test_a_superuser_makes_a_host_with_a_tick_in_the_form_of_a_person(anne, host):
    view_user = Permission.objects.get(codename="view_user")
    anne.user_permissions.add(view_user)
    assert save(host, anne, is_staff="on", may_host="on").is_host
    assert has(host.get(reverse("admin:accounts_user_change", args=[anne.pk])), "[name=may_host][checked]")
    assert not save(host, anne, is_staff="on").is_host
    assert list(anne.user_permissions.all()) == [view_user]


def test_staff_who_may_change_people_make_no_host(anne, make_person, sign_in):
    helper = make_person("Helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    browser = sign_in(Client(), helper)
    assert not has(browser.get(reverse("admin:accounts_user_change", args=[anne.pk])), "[name=may_host]")
    changed = save(browser, anne, theme="dark", may_host="on")
    assert (changed.theme, changed.user_permissions.count()) == ("dark", 0)
