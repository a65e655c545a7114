"""Whose a session is."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.sessions import BACKEND, OLD_BACKEND
from accounts.tasks import forget_sessions
from tests.people import PASSWORD
from tests.reading import flash, part

pytestmark = pytest.mark.django_db


def signed_in(client) -> bool:
    return client.get(reverse("my_games")).status_code == 200


@pytest.fixture
def annes(client, anne):
    """Anne's browser, signed in before the backend had a name of its own."""
    client.force_login(anne, backend=BACKEND)
    session = client.session
    session["_auth_user_backend"] = OLD_BACKEND
    session.save()
    return client


def test_a_person_who_signed_in_before_the_backend_was_renamed_stays_signed_in(annes):
    assert annes.session["_auth_user_backend"] == BACKEND
    assert signed_in(annes)


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "changed"}])
def test_a_session_ends_with_the_account_and_with_its_password(annes, anne, change):
    assert signed_in(annes)
    type(anne).objects.filter(pk=anne.pk).update(**change)
    assert not signed_in(annes)


def test_a_session_of_a_person_who_left_is_nobodys(annes, anne):
    anne.delete()
    assert not signed_in(annes)


PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1"
FOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def browser_of(person, agent=FOX, address="203.0.113.77") -> Client:
    """A browser of theirs, which has been to the site."""
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    browser.post("/account/login/", {"login": person.email, "password": PASSWORD})
    assert signed_in(browser)
    return browser


def test_where_one_is_signed_in_is_listed_by_browser_and_network_and_nothing_finer_is_kept(anne, golden):
    browser_of(anne, PHONE, "2001:db8:1:2:3:4:5:6")
    here = browser_of(anne)
    assert golden("pages/sessions", part(here.get("/account/sessions/"), "section.account ul"))
    kept = str(list(UserSession.objects.values("ip", "user_agent", "data")))
    assert not any(said in kept for said in ("203.0.113.77", "2001:db8:1:2", "Gecko", "rv:"))


def test_signing_out_everywhere_ends_every_other_session_and_leaves_this_one(anne, mary, golden):
    here, phone, hers = browser_of(anne), browser_of(anne, PHONE), browser_of(mary)
    answer = here.post("/account/sessions/", follow=True)
    assert golden("pages/sessions", flash(answer))
    assert signed_in(here)
    assert not signed_in(phone)
    assert signed_in(hers)
    assert UserSession.objects.filter(user=anne).count() == 1


def test_a_session_that_is_older_than_the_list_is_signed_out_too(annes, anne):
    UserSession.objects.all().delete()
    browser_of(anne).post("/account/sessions/")
    assert not signed_in(annes)


def test_looking_at_the_list_signs_nobody_out(anne):
    here, phone = browser_of(anne), browser_of(anne, PHONE)
    here.get("/account/sessions/")
    assert signed_in(phone)


def test_sessions_of_before_are_not_ended_by_the_new_column(annes, anne):
    assert anne.signed_out == 0
    assert signed_in(annes)


def test_what_is_listed_of_a_session_goes_with_it(anne, time_machine):
    browser_of(anne)
    time_machine.move_to(timezone.now() + timedelta(days=61))
    forget_sessions()
    assert not UserSession.objects.exists()


def test_a_guest_sees_the_browser_that_they_play_in(client):
    client.post("/play/", headers={"user-agent": FOX})
    assert UserSession.objects.get().session_key == client.session.session_key
    assert "Firefox" in client.get("/account/sessions/").content.decode()
